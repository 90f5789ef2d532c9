"""Workflows of GitHub."""
