"""What a tree is made from, as far as it is known without reading a file, so that a
tree in which nothing has changed need not be analysed."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from sphinx_filedocs.model.files import File
from sphinx_filedocs.source import content, git
from sphinx_filedocs.source.discover import Discovery, discover

#: A file that changed so shortly before it was read may have changed again in the same tick of
#: the file system's clock (git calls such an entry racy); in nanoseconds.
RACY = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Inputs:
    """What was found of a tree.

    :param shape: a digest of every path, and of what Git says beside them.
    :param digest: of that and of the state of each file.
    :param began: when that was looked for, in nanoseconds since 1970.
    """

    discovery: Discovery
    shape: str
    digest: str
    began: int

    @property
    def recent(self) -> frozenset[str]:
        """The paths of files so new that they may change again without another digest."""
        limit = self.began - RACY
        return frozenset(entry.path for entry in self.discovery.entries if entry.changed_ns > limit)

    def unsure(self, files: Iterable[File]) -> dict[str, str]:
        """Return the digest of the content of each of the tree's files that may become another
        one without another digest of the inputs: it is too new, or could not be read."""
        recent = self.recent
        return {
            file.path: file.digest
            for file in files
            if file.kind == "unreadable" or (file.path in recent and file.kind != "link")
        }


def look(
    root: Path,
    include: tuple[str, ...] = (),
    exclude: tuple[str, ...] = (),
    skip: tuple[Path, ...] = (),
    history: bool = True,
    untracked: bool = False,
    public: tuple[str, ...] = (),
) -> Inputs:
    """Find what a tree is made from; see :func:`sphinx_filedocs.source.discover.discover`.

    :param history: whether the last change of each file is asked for.
    """
    began = time.time_ns()
    discovery = discover(root, include, exclude, skip, untracked, public)
    known = [git.branch(root) if discovery.tracked else None, git.state(root) if history else ""]
    places = ((entry.path, entry.executable, entry.link) for entry in discovery.entries)
    shape = _digest((*places, *discovery.diagnostics, *known))
    contents = (entry.state for entry in discovery.entries)
    return Inputs(discovery, shape, _digest((shape, *contents)), began)


def _digest(parts: Iterable[object]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(f"{part!r}\0".encode("utf-8", "backslashreplace"))
    return digest.hexdigest()


def are_same(
    root: Path, digests: Mapping[str, str], limit: int, public: tuple[str, ...] = ()
) -> bool:
    """Tell whether files have the content that they had.

    :param digests: of the content, by path relative to ``root``.
    :param limit: and *public*: see :func:`sphinx_filedocs.source.content.read`.
    """
    return all(
        content.read(root, path, limit, public).digest == digest for path, digest in digests.items()
    )
