"""Pictures of a tree, worked out while building: shapes with links, written as SVG."""
