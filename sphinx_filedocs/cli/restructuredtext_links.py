"""The addresses of links and pictures in reStructuredText."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes

from sphinx_filedocs.pages.rendered.restructuredtext import parsed

#: A text longer than this, in characters, is not read: docutils takes long.
_LONGEST = 500_000
#: The directives of docutils that have text in them.
_WITH_TEXT = frozenset(
    (
        "admonition", "attention", "caution", "compound", "container", "danger", "epigraph",
        "error", "figure", "highlights", "hint", "important", "list-table", "note", "pull-quote",
        "sidebar", "table", "tip", "topic", "warning",
    )
)  # fmt: skip
#: So deep in one another they are looked at.
_DEEPEST = 20
_ADDRESSES: tuple[tuple[type[nodes.Element], str], ...] = (
    (nodes.image, "uri"),
    (nodes.reference, "refuri"),
    (nodes.target, "refuri"),
)


def addresses(text: str) -> Iterator[str]:
    """Yield the addresses of links and pictures, each once; none of a text that docutils gives
    up."""
    if len(text) > _LONGEST:
        return
    unique = dict.fromkeys(_addresses_in(text, _DEEPEST))
    # A generated page has no source; Sphinx's own pages are such.
    yield from (
        address for address in unique if not address.partition("#")[0].endswith((".html", ".htm"))
    )


def _addresses_in(text: str, deepest: int) -> Iterator[str]:
    try:
        document = parsed(text)
    except (ValueError, RecursionError, LookupError, AttributeError, TypeError):
        # Errors of docutils for input that it does not expect.
        return
    for kind, attribute in _ADDRESSES:
        for node in document.findall(kind):
            # The role leads to a document of Sphinx, whatever its file is called.
            if node.attributes.get("role") != "doc" and (address := node.get(attribute)):
                yield str(address)
    for node in document.findall(nodes.Element):
        if deepest and node.get("directive") in _WITH_TEXT:
            yield from _addresses_in(node["inside"], deepest - 1)
