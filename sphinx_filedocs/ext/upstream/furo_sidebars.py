"""Has the theme Furo rework each sidebar once for all pages of a folder.

Changed is ``furo_navigation_tree`` in the context of a page: Furo parses what Sphinx gives it, and
remembers each text that it got, which is another one for each page. Here it gets the same text for
all pages of a folder, and what differs between them is put in afterwards. Looked at in Furo
2025.12; its pull request 939 says what that takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.page_context import on_page
from sphinx_filedocs.ext.upstream.patch import Patch
from sphinx_filedocs.ext.upstream.sidebars import Sidebars, place_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_TREE = "furo_navigation_tree"


class FuroSidebars(Patch):
    """The sidebars of a folder's pages are one for Furo.

    :param sidebars: makes them.
    """

    name = "furo_sidebars"
    changes = "Furo processes one sidebar for all pages of a folder."
    why = "It parses the sidebar of each page and remembers all of them."
    without = "Pages in this theme are written more slowly and use more memory."
    versions = "Furo 2025.12"
    issues = ("https://github.com/pradyunsg/furo/pull/939",)

    def __init__(self, sidebars: Sidebars) -> None:
        self._sidebars = sidebars

    def concerns(self, app: Sphinx) -> bool:
        """Tell whether the theme is there."""
        return app.builder.format == "html" and "furo" in app.extensions

    def apply(self, app: Sphinx) -> None:
        """Connect the handlers, before and after that of the theme."""
        on_page(app, self.begin, priority=100)
        on_page(app, self.end, priority=900)

    def begin(self, app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
        """Have Furo get what is the same for a folder."""
        self._sidebars.is_unfinished = "toctree" in context

    def end(self, app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
        """Put in what differs."""
        self._sidebars.is_unfinished = False
        if "toctree" in context and _TREE in context:
            place = place_of(domain_of(app.env), pagename, context)
            context[_TREE] = place.finish(context[_TREE]) if place else context[_TREE]
