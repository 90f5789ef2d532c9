"""A whole tree in memory and on disk: files, links, graph."""
