"""What one file's text says: definitions, scopes, names, imports, headings, evidence, colours."""
