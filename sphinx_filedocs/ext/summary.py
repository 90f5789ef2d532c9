"""The last line of a build: what is documented, and what is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_filedocs.pages.text import english_quantity, printable_line

if TYPE_CHECKING:
    from sphinx_filedocs.build.records import TreeState
    from sphinx_filedocs.source.discover import Discovery

logger = logging.getLogger(__name__)

#: So many files that hold credentials are named.
_MOST_NAMED = 50
#: What is said of the files of a page that is not whole, by the subtype of the diagnostic.
_TROUBLES = {
    "unreadable": "unreadable",
    "huge": "too large",
    "budget": "over budget",
    "encoding": "not decodable",
}


def say(prefix: str, state: TreeState, found: Discovery, sections: Container[str]) -> None:
    """Say what is documented of a tree and what is not.

    :param prefix: the tree's.
    :param sections: of its start page.
    """
    if found.credentials:
        logger.info(
            "filedocs: %s: left out because they hold credentials "
            "(filedocs_public_credentials shows them): %s",
            prefix,
            "; ".join(_by_kind(found)),
        )
    place = f": listed on {prefix}/index" if "statistics" in sections else ""
    logger.info("filedocs: %s: %s", prefix, "; ".join(_parts(state, found, place)))


def _by_kind(found: Discovery) -> Iterator[str]:
    """Yield the kinds of files that hold credentials, each with the files of it."""
    shown = found.credentials[:_MOST_NAMED]
    for kind in dict.fromkeys(kind for _, kind in shown):
        paths = (printable_line(path) for path, one in shown if one == kind)
        yield f"{kind}: {', '.join(paths)}"
    if len(found.credentials) > _MOST_NAMED:
        yield f"and {len(found.credentials) - _MOST_NAMED:,} more"


def _parts(state: TreeState, found: Discovery, place: str) -> Iterator[str]:
    counts = [
        english_quantity(len(found.entries), "file"),
        english_quantity(len(state.pages), "page"),
    ]
    names, linked = state.counted
    if names:
        # Not all are linked as long as one is missing.
        counts.append(f"{100 * linked // names} % of {names:,} names linked")
    yield ", ".join(counts)
    troubled = {(one.path, one.subtype) for one in state.diagnostics}
    folders = {(one.path, one.subtype) for one in found.diagnostics}
    kinds = Counter(subtype for _, subtype in troubled - folders)
    shown = [f"{kinds[kind]:,} {words}" for kind, words in _TROUBLES.items() if kinds[kind]]
    if shown:
        yield f"{', '.join(shown)}{place}"
    closed = sum(subtype == "unreadable" for _, subtype in folders)
    if closed:
        yield f"{english_quantity(closed, 'folder')} that can't be read left out"
    masked = sum(one.subtype == "secret" for one in state.diagnostics)
    if masked:
        yield f"{english_quantity(masked, 'credential')} masked"
    if found.credentials:
        yield f"left out because of credentials: {english_quantity(len(found.credentials), 'file')}"
    if found.untracked:
        files = english_quantity(found.untracked, "file")
        verb = "is" if found.untracked == 1 else "are"
        yield f"{files} that git does not track {verb} left out (filedocs_untracked)"
