"""Spares a builder of pages what it else does anew for each page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeGuard, cast

from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_Tag = Callable[[Any], str]


class _Body(str):
    """The content of a page with a short name for debug messages: Sphinx makes one of all that it
    hands to handlers of events, whether anybody reads it or not."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "..."


def connect(app: Sphinx) -> None:
    """Connect the handlers."""
    made: dict[tuple[str, str, object], str] = {}

    def remember_tags(
        app: Sphinx,
        pagename: str,
        templatename: str,
        context: dict[str, Any],
        doctree: nodes.document | None,
    ) -> None:
        for name in ("css_tag", "js_tag"):
            if name in context and "content_root" in context:
                context[name] = _remembered(made, name, context["content_root"], context[name])

    app.connect("builder-inited", quicken)
    app.connect("builder-inited", name_bodies)
    # When themes have put in what they have.
    app.connect("html-page-context", remember_tags, priority=900)


def _remembered(
    made: dict[tuple[str, str, object], str], name: str, root: str, function: _Tag
) -> _Tag:
    """Return a function of a page's context that makes the tag of a style sheet or a script: with
    it comes a checksum of the file, which is read for that.

    :param made: the tags that are known, by function, way to the root of the output, and file.
    """

    def tag(file: object) -> str:
        key = (name, root, file)
        if key not in made:
            made[key] = function(file)
        return made[key]

    return tag


def quicken(app: Sphinx) -> None:
    """Spare a builder looking whether templates have changed, and making the titles of neighbours,
    parents and the page itself."""
    builder: Any = app.builder
    if environment := getattr(getattr(builder, "templates", None), "environment", None):
        environment.auto_reload = False
    if not hasattr(builder, "render_partial"):
        return
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


def name_bodies(app: Sphinx) -> None:
    """Spare a builder quoting the content of each page for a debug message."""
    builder: Any = app.builder
    # Others may put what they are given into their files.
    if getattr(type(builder), "handle_page", None) is not StandaloneHTMLBuilder.handle_page:
        return
    handle_page = builder.handle_page

    def handle(name: str, context: dict[str, Any], *rest: Any, **more: Any) -> None:
        if isinstance(body := context.get("body"), str):
            context["body"] = _Body(body)
        handle_page(name, context, *rest, **more)

    builder.handle_page = handle


def _is_plain_title(node: nodes.Node | None) -> TypeGuard[nodes.title]:
    return (
        isinstance(node, nodes.title)
        and len(node) == 1
        and isinstance(node[0], nodes.Text)
        and not any(node.attributes.values())
    )
