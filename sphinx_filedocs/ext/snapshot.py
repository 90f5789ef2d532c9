"""What the last build knew of the trees: where nothing has changed, nothing is analysed again."""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import docutils
import sphinx

from sphinx_filedocs.index.analyser import analyser_version
from sphinx_filedocs.index.seals import DAMAGE
from sphinx_filedocs.languages.table import per_table
from sphinx_filedocs.model import Diagnostic

_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class TreeState:
    """The pages of a tree, and what they were made from.

    :param shape: a digest of all that the rest follows from but for the content of files.
    :param inputs: one of all that it follows from but for the content of some files.
    :param objects: stands for the objects of the tree.
    :param kept: the name under which all that is known of the tree is kept.
    :param unsure: the digest of the content of those files, by path.
    :param pages: the absolute path of what each generated page documents, by its docname.
    :param fingerprints: a digest of everything that each page shows.
    :param keywords: the docname of each file's keyword index and its fingerprint, by path.
    :param listings: the docname of the page of each file whose listing is divided, and those of
        the listing's pages, by path.
    :param counted: how many names the files have, and how many of them are linked.
    """

    shape: str = ""
    inputs: str = ""
    objects: str = ""
    kept: str = ""
    unsure: Mapping[str, str] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)
    fingerprints: Mapping[str, str] = field(default_factory=dict)
    keywords: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    listings: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    counted: tuple[int, int] = (0, 0)

    @property
    def listing_pages(self) -> Iterator[str]:
        """The docnames of the pages of all listings that are divided."""
        return (page for _, pages in self.listings.values() for page in pages)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The trees of a build, by prefix, and what its pages showed.

    :param uses: the fingerprint of what directives on hand-written pages show, by the tree's
        prefix and what is shown.
    :param noted: a digest of all that ``shown`` follows from.
    :param shown: the digest of what each page showed, where that is more than its fingerprint.
    :param inventory: a digest of what was known of other projects.
    :param external: a digest of what the page of each file shows of that.
    """

    trees: Mapping[str, TreeState] = field(default_factory=dict)
    uses: Mapping[tuple[str, str], str | None] = field(default_factory=dict)
    noted: str = ""
    shown: Mapping[str, str] = field(default_factory=dict)
    inventory: str = ""
    external: Mapping[str, str] = field(default_factory=dict)


@per_table
def code_version() -> bytes:
    """Return a digest of everything that a snapshot depends on besides sources and options: all of
    the program, what it reads files with, and what it stands on."""
    versions = f"{analyser_version()} {sys.version} {sphinx.__version__} {docutils.__version__}"
    digest = hashlib.blake2b(versions.encode())
    for part in sorted(_PACKAGE.rglob("*")):
        if part.is_file() and part.parent.name != "__pycache__":
            name = part.relative_to(_PACKAGE).as_posix()
            digest.update(name.encode() + b"\0" + part.read_bytes())
    return digest.digest()


def load(path: Path) -> Snapshot:
    """Return what was saved; nothing where there is no such file, or one that is damaged, of
    another version or by somebody else."""
    try:
        data = memoryview(path.read_bytes())
        seal = _seal(data[hashlib.blake2b.MAX_DIGEST_SIZE :])
        if data[: len(seal)] == seal:
            found = pickle.loads(data[len(seal) :])  # noqa: S301 (sealed by us)
            return found if isinstance(found, Snapshot) else Snapshot()
    except DAMAGE:
        pass
    return Snapshot()


def save(path: Path, snapshot: Snapshot) -> None:
    """Save a snapshot, whole or not at all; without it, the next build only takes longer."""
    data = pickle.dumps(snapshot, pickle.HIGHEST_PROTOCOL)
    try:
        write_whole(path, _seal(data) + data)
    except OSError:
        return


def _seal(data: bytes | memoryview) -> bytes:
    """Return what data begins with that this very version of the program has written."""
    return hashlib.blake2b(data, key=code_version()).digest()


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that others find what was there before, or all of *data*.

    :raises OSError: when that can't be done.
    """
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
