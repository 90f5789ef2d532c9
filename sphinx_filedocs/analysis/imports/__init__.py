"""Pure core: where the imports of a tree's files lead."""
