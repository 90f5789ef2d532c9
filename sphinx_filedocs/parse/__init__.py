"""Reads one file's text: definitions, scopes, names, imports, headings, evidence, colours."""
