"""The documentation of sphinx-filedocs, which shows the project's own sources."""

import sys
from pathlib import Path

from sphinx_filedocs import __version__

# The directives that show options, patches and languages as the code has them.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / ".ci"))

project = "sphinx-filedocs"
author = "The sphinx-filedocs authors"
copyright = author  # noqa: A001
version = release = __version__

extensions = ["myst_parser", "reference", "sphinx_click", "sphinx_filedocs"]
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
    },
    "demo": {"path": "../demo_project", "title": "Windrose, the demo"},
}
# Keys in tests are made up.
filedocs_public_credentials = ["/tests/"]

# Pictures for light and dark mode.
myst_enable_extensions = ["html_image"]
# Links to headings, as forges have them: (page.md#a-heading).
myst_heading_anchors = 3

exclude_patterns = ["_build"]
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["landing.css"]
html_title = f"{project} {release}"
html_copy_source = False
