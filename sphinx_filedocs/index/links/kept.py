"""The links of a tree as they are kept for the next build."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_filedocs.index.links.faces import Face
from sphinx_filedocs.index.links.table import LinkTable
from sphinx_filedocs.model import Definition, File, Link
from sphinx_filedocs.packing import packed, unpacked

if TYPE_CHECKING:
    from sphinx_filedocs.index.links.directory import Directory

#: What the other files of a tree that one imports are, import by import.
Resolved = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class FileLinks:
    """Where the names of a file lead; links are said by their numbers.

    :param expressions: the link of each expression, -1 for none.
    :param lines: on which definitions are used, and in columns of the same length the checksums
        of these lines and the links to the definitions.
    :param counted: how many names stand in the file, and how many of them lead to a place in the
        tree.
    """

    expressions: array[int]
    lines: array[int]
    checksums: array[int]
    uses: array[int]
    counted: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a linked file, so that it need not be linked again.

    :param key: what its names follow from.
    :param resolved: the files that each of its imports leads to.
    """

    key: str
    resolved: Resolved
    packed_face: bytes
    packed_links: bytes
    packed_mentions: bytes

    def face(self) -> Face:
        """Return what others are looked up in.

        :raises zlib.error: when that is damaged; so do the others.
        """
        return Face(*unpacked(self.packed_face))

    def links(self) -> FileLinks:
        """Return where its names lead."""
        return unpacked_links(self.packed_links)

    def mentions(self) -> array[int]:
        """Return the checksums of the names that it mentions."""
        found = array("I")
        found.frombytes(zlib.decompress(self.packed_mentions))
        return found


@dataclass(frozen=True, slots=True)
class KeptTree:
    """A linked tree.

    :param others: of the files without links of their own, what their content follows from.
    :param links: the different links, by their numbers.
    :param directories: by group of languages, where there is one.
    """

    files: Mapping[str, Kept]
    others: Mapping[str, str]
    links: LinkTable
    directories: Mapping[str, Directory]


def pack(key: str, resolved: Resolved, face: Face, links: FileLinks, names: Iterable[str]) -> Kept:
    """Return what is kept of a file.

    :param names: that it mentions.
    """
    sums = array("I", sorted({checksum(name) for name in names}))
    rows = tuple(getattr(links, name) for name in FileLinks.__slots__)
    parts = tuple(getattr(face, name) for name in Face.__slots__)
    return Kept(key, resolved, packed(parts), packed(rows), zlib.compress(sums.tobytes(), 1))


def unpacked_links(data: bytes) -> FileLinks:
    """Return what ``packed_links`` of :class:`Kept` stands for."""
    return FileLinks(*unpacked(data))


def checksum(name: str) -> int:
    """Return what stands for a name among those that a file mentions."""
    return zlib.crc32(name.encode("utf-8", "surrogatepass"))


def file_key(file: File) -> str:
    """Return what the names in a file and its place among the others follow from."""
    link = f":{file.link}" if file.link else ""
    read = f":{file.plain}" if file.plain else ":generated" if file.generated else ""
    return f"{file.digest}:{file.language}:{file.kind}{link}{read}"


def pack_chunk(links: Sequence[Link]) -> bytes:
    """Return some links of a tree in little room."""
    numbers: dict[Definition, int] = {}
    rows = [
        (
            link.how,
            tuple(numbers.setdefault(one, len(numbers)) for one in link.definitions),
            link.line,
            link.paths,
            link.external,
        )
        for link in links
    ]
    return packed(([tuple(one) for one in numbers], rows))


def unpack_chunk(data: bytes) -> list[Link]:
    """Return the links that :func:`pack_chunk` was given.

    :raises zlib.error: when that is damaged.
    """
    definitions, rows = unpacked(data)
    made = [Definition(*one) for one in definitions]
    return [
        Link(how, tuple(made[one] for one in numbers), line, paths, external)
        for how, numbers, line, paths, external in rows
    ]
