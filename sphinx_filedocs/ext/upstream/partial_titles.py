"""Renders a title once that many pages show.

Changed is a builder's ``render_partial``: for each page Sphinx runs a writer of its own for the
titles of the page, of its neighbours and of all pages above it. A title without markup is rendered
once. Looked at in Sphinx 8.2, 9.0 and 9.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard, cast

from docutils import nodes

from sphinx_filedocs.ext.upstream.patch import Name, Patch

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class PartialTitles(Patch):
    """Titles of neighbours, parents and the page itself are rendered once."""

    name = "partial_titles"
    changes = "A title without markup is rendered once, not for each page that shows it."
    why = (
        "For each page, Sphinx runs a writer for every title: its own, its neighbours', its "
        "parents'."
    )
    without = "Pages are written more slowly."
    needs = (Name("builder.render_partial", takes=("node",)),)

    def concerns(self, app: Sphinx) -> bool:
        """Tell whether the builder writes HTML."""
        return app.builder.format == "html"

    def apply(self, app: Sphinx) -> None:
        """Remember what the builder makes of titles."""
        builder: Any = app.builder
        render = builder.render_partial
        titles: dict[str, dict[str, str]] = {}

        def render_partial(node: nodes.Node | None) -> dict[str, str]:
            if not _is_plain_title(node):
                return cast("dict[str, str]", render(node))
            text = node.astext()
            if text not in titles:
                # Before Sphinx 9 what is returned is filled anew by the next call.
                parts = render(node)
                titles[text] = {name: parts[name] for name in ("fragment", "title")}
            return dict(titles[text])

        builder.render_partial = render_partial


def _is_plain_title(node: nodes.Node | None) -> TypeGuard[nodes.title]:
    return (
        isinstance(node, nodes.title)
        and len(node) == 1
        and isinstance(node[0], nodes.Text)
        and not any(node.attributes.values())
    )
