"""Connects functions to Sphinx's event ``html-page-context``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def on_page(
    app: Sphinx, change: Callable[[Sphinx, str, dict[str, Any]], None], priority: int = 500
) -> None:
    """Call a function with the name and the context of each page, before it is written.

    :param priority: below 500 before the handlers of themes, above 500 after them.
    """

    def handle(
        app: Sphinx, pagename: str, template: str, context: dict[str, Any], doctree: object
    ) -> None:
        change(app, pagename, context)

    app.connect("html-page-context", handle, priority=priority)
