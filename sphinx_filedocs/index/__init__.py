"""Stores the facts of a tree, and derives the graph from the rows."""
