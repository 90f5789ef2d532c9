"""Shows the theme pydata and its descendants of the trees the way to the page.

Changed are the functions that the theme puts into the context of a page for its templates: they ask
Sphinx for the toctrees of all documents without the function that
:mod:`sphinx_filedocs.ext.upstream.sidebars` changes. Looked at in pydata-sphinx-theme 0.20; its
issue 364 is about what such sidebars cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_filedocs.ext.page_context import on_page
from sphinx_filedocs.ext.upstream.patch import Patch
from sphinx_filedocs.ext.upstream.sidebars import Sidebars

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_FUNCTIONS = (
    "generate_toctree_html",
    "generate_header_nav_html",
    "suppress_sidebar_toctree",
)


class PydataSidebars(Patch):
    """The theme's own functions are bounded as Sphinx's is.

    :param sidebars: bounds them.
    """

    name = "pydata_sidebars"
    changes = "Of a tree, the theme's navigation shows only the path to the current page."
    why = "The theme builds it from the toctrees of all documents, with functions of its own."
    without = "This theme, and themes based on it, behave as without `sidebars`."
    versions = "pydata-sphinx-theme 0.20"
    issues = ("https://github.com/pydata/pydata-sphinx-theme/issues/364",)

    def __init__(self, sidebars: Sidebars) -> None:
        self._sidebars = sidebars

    def concerns(self, app: Sphinx) -> bool:
        """Tell whether the builder writes HTML: other themes may have the functions."""
        return app.builder.format == "html"

    def apply(self, app: Sphinx) -> None:
        """Connect the handler, after that of the theme."""
        on_page(app, self.replace, priority=900)

    def replace(self, app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
        """Bound the functions that there are."""
        names = [name for name in _FUNCTIONS if name in context]
        if "toctree" in context and names:
            self._sidebars.bound(app, pagename, context, names)
