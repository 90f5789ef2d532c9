# SPDX-License-Identifier: MIT
"""Sphinx configuration of the Windrose documentation."""

import os

project = "Windrose"
author = "The Windrose authors"
copyright = "2024, The Windrose authors"  # noqa: A001
version = release = "0.3.0"

extensions = ["sphinx_filedocs", "myst_parser"]
filedocs_trees = {"source": {"path": "..", "title": "Windrose source"}}

# README.md is for readers of the source tree; it is a page of the tree "source".
exclude_patterns = ["_build", "README.md"]

html_theme = os.environ.get("DEMO_THEME", "furo")
html_title = f"{project} {release}"
html_logo = "compass.png"
html_copy_source = False
