"""Analyses a tree, and after an edit only what the edit may have changed."""
