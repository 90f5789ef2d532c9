"""The addresses of links and pictures in reStructuredText."""

from __future__ import annotations

import io
from collections.abc import Iterator

from docutils import nodes
from docutils.core import publish_doctree

#: A text longer than this, in characters, is not read: docutils takes long.
_LONGEST = 500_000
#: Nothing is included or run, and what docutils does not know, as directives of Sphinx, is passed
#: over.
_SETTINGS = {
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "_disable_config": True,
    "report_level": 5,
    "halt_level": 6,
    "syntax_highlight": "none",
    "line_length_limit": 10_000,
}
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
    settings = {**_SETTINGS, "warning_stream": io.StringIO()}
    try:
        document = publish_doctree(text, settings_overrides=settings)
    except (ValueError, RecursionError, LookupError, AttributeError, TypeError):
        # Errors of its directives for input that they do not expect.
        return
    found: dict[str, None] = {}
    for kind, attribute in _ADDRESSES:
        for node in document.findall(kind):
            if address := node.attributes.get(attribute):
                found[str(address)] = None
    # A generated page has no source; Sphinx's own pages are such.
    yield from (one for one in found if not one.partition("#")[0].endswith((".html", ".htm")))
