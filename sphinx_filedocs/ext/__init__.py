"""The Sphinx glue: domain, directives, virtual documents, build events and HTML assets."""
