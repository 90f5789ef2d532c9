"""Views of files: documents, tables and data as a reader would see them, from texts that nobody
vouches for. Each module makes HTML of one format, of elements and attributes of its own choice;
nothing of a text is carried out, and nothing from elsewhere is loaded by a browser."""
