"""Keeps Sphinx from quoting each page for a debug message that nobody reads.

Changed is ``handle_page`` of builders that have Sphinx's own: for each event Sphinx makes the
message of what its handlers are given, at any verbosity, and with ``html-page-context`` they are
given the whole page. Looked at in Sphinx 8.2, 9.0 and 9.2 (``sphinx.events.EventManager.emit``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_filedocs.ext.upstream.patch import Name, Patch

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class DebugMessages(Patch):
    """A page's content has a short name in debug messages."""

    name = "debug_messages"
    changes = "Debug messages show `...` instead of the content of a page."
    why = "Sphinx formats the whole page for a message that it then discards."
    without = "Pages are written more slowly."
    needs = (
        Name("sphinx.builders.html:StandaloneHTMLBuilder.handle_page"),
        Name("builder.handle_page", takes=("pagename", "addctx")),
    )

    def concerns(self, app: Sphinx) -> bool:
        """Tell whether pages are written as Sphinx does: others may put what they are given into
        their files."""
        own = getattr(StandaloneHTMLBuilder, "handle_page", None)
        is_html = isinstance(app.builder, StandaloneHTMLBuilder)
        return is_html and getattr(type(app.builder), "handle_page", None) is own

    def apply(self, app: Sphinx) -> None:
        """Give what the builder writes a short name."""
        builder: Any = app.builder
        handle_page = builder.handle_page

        def handle(name: str, context: dict[str, Any], *rest: Any, **more: Any) -> None:
            if isinstance(body := context.get("body"), str):
                context["body"] = _Body(body)
            handle_page(name, context, *rest, **more)

        builder.handle_page = handle


class _Body(str):
    """The content of a page."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "..."
