"""Finds out what an edit changes, and links and makes that again."""
