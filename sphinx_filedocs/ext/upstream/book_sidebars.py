"""Keeps the theme book from rendering each sidebar twice.

The patch extends the theme's list ``theme_templates_skip_empty_check``: the theme renders other
sidebars once to see if they are empty (its issue 561). Checked with sphinx-book-theme 1.4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_filedocs.ext.page_context import on_page
from sphinx_filedocs.ext.upstream.patch import Patch

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_LIST = "theme_templates_skip_empty_check"


class BookSidebars(Patch):
    """The sidebar of the theme book is not tried out."""

    name = "book_sidebars"
    changes = "The theme no longer checks whether its sidebar is empty."
    why = "For this check it builds the sidebar of each page, and then builds it again to show it."
    without = "Pages in this theme are written more slowly."
    versions = "sphinx-book-theme 1.4"
    issues = ("https://github.com/executablebooks/sphinx-book-theme/issues/561",)

    def concerns(self, app: Sphinx) -> bool:
        """Tell whether the builder writes HTML: other themes may inherit from this one."""
        return app.builder.format == "html"

    def apply(self, app: Sphinx) -> None:
        """Connect the handler, before that of the theme."""
        on_page(app, self.extend, priority=100)

    def extend(self, app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
        """Add the template of the sidebar to the list."""
        skipped = context.get(_LIST)
        if "toctree" in context and skipped:
            names = skipped.split(",") if isinstance(skipped, str) else skipped
            context[_LIST] = [*(name.strip() for name in names), "sbt-sidebar-nav.html"]
