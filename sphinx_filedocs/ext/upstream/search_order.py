"""Lists exact paths and names first in Sphinx's search.

The script ``filedocs-search.js`` replaces ``Search._performSearch`` of ``searchtools.js``, which
divides ``server.c`` into two words, finds hundreds of titles with both, and loads each page.
Checked with Sphinx 8.2, 9.0 and 9.2.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import sphinx

from sphinx_filedocs.ext.page_context import on_page
from sphinx_filedocs.ext.upstream.patch import Patch

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_SCRIPT = Path(sphinx.__file__).parent / "themes" / "basic" / "static" / "searchtools.js"
#: A text in Sphinx's script.
_FUNCTION = "_performSearch:"


class SearchOrder(Patch):
    """Exact names come first in Sphinx's search."""

    name = "search_order"
    changes = "Sphinx's search lists exact paths and names first, and own code before other code."
    why = "It splits names at dots, and loads every page whose title has both parts."
    without = "A file is listed among all files that share words of its name, after many requests."

    def concerns(self, app: Sphinx) -> bool:
        """Tell whether the builder makes a search page."""
        return app.builder.name in ("html", "dirhtml")

    def problem(self, app: Sphinx) -> str:
        """Return an error message, or ``""`` if Sphinx's script has the function."""
        try:
            script = _SCRIPT.read_text(encoding="utf-8")
        except OSError:
            script = ""
        return "" if _FUNCTION in script else "Search._performSearch not found"

    def apply(self, app: Sphinx) -> None:
        """Have the page of the search load the script."""
        on_page(app, self.add_script)

    def add_script(self, app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
        """Add the script to the page of the search alone."""
        if pagename == "search":
            app.add_js_file("filedocs-search.js", loading_method="defer")
