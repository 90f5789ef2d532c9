"""Guesses about files and definitions: roles, descriptions, related files, rankings."""
