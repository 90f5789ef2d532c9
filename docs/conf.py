"""The documentation of sphinx-filedocs, which shows the project's own sources."""

from sphinx_filedocs import __version__

project = "sphinx-filedocs"
author = "The sphinx-filedocs authors"
copyright = author  # noqa: A001
version = release = __version__

extensions = ["myst_parser", "sphinx_filedocs"]
filedocs_trees = {
    "source": {
        "path": "..",
        "title": "The sources of sphinx-filedocs",
        # Samples with faults made on purpose, and what was judged by hand.
        "exclude": [
            "/demo_project/",
            "/tests/languages/*/*",
            "/benchmarks/links/",
            "/benchmarks/truth/",
        ],
    }
}

# Links to headings, as forges have them: (page.md#a-heading).
myst_heading_anchors = 3

exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"{project} {release}"
html_copy_source = False
