"""Where the symbols of an index stand in the sources of a tree, as far as they fit these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from sphinx_filedocs.index.scip.messages import DEFINITION, FORWARD_DEFINITION, UTF8, UTF16, UTF32
from sphinx_filedocs.index.scip.reader import Document, Occurrence
from sphinx_filedocs.index.scip.symbol_names import is_local, name_of

#: Where a name of a file stands: line, 1-based, and column, 0-based and in characters.
Place = tuple[int, int]


class FittingName(NamedTuple):
    """A symbol at a place of a file.

    :param text: what stands there.
    :param roles: the bits of ``SymbolRole``.
    """

    place: Place
    text: str
    symbol: str
    roles: int

    @property
    def defines(self) -> bool:
        """Whether the symbol is defined here, and not only declared."""
        return bool(self.roles & DEFINITION) and not self.roles & FORWARD_DEFINITION


def path_in_tree(document: Document, root: str) -> str:
    """Return the path of a document's file in the tree; ``""`` where it is outside.

    :param root: of the tree, absolute and POSIX.
    """
    if "\\" in document.path or any(part in ("", ".", "..") for part in document.path.split("/")):
        return ""
    base = unquote(urlsplit(document.root).path).rstrip("/")
    whole = f"{base}/{document.path}"
    # An index that was made on another machine has paths of the tree itself.
    return whole.removeprefix(f"{root}/") if whole.startswith(f"{root}/") else document.path


def fitting_names(document: Document, lines: Sequence[str]) -> list[FittingName] | None:
    """Return the names of a document that are no local ones, ``None`` when it is stale: names of
    definitions stand where the index has them, and so do most others, which an import may rename.

    :param lines: of the file.
    """
    names: list[FittingName] = []
    others = 0
    for occurrence in document.occurrences:
        name = name_of(occurrence.symbol)
        if is_local(occurrence.symbol) or not name or occurrence.start == occurrence.end:
            continue
        columns = columns_of(document.encoding, occurrence, lines)
        if columns is None:
            return None
        text = lines[occurrence.line - 1][columns[0] : columns[1]]
        place = occurrence.line, columns[0]
        fitting_name = FittingName(place, text, occurrence.symbol, occurrence.roles)
        if text == name:
            names.append(fitting_name)
        elif fitting_name.defines and text.isidentifier() and name.isidentifier():
            return None
        elif name not in text:
            # Nor is it an import under another name, or of a name as itself.
            others += 1
    return names if others <= len(names) else None


def columns_of(
    encoding: int, occurrence: Occurrence, lines: Sequence[str]
) -> tuple[int, int] | None:
    """Return between which characters of its line a symbol stands, ``None`` if it does not."""
    if occurrence.line > len(lines):
        return None
    line = lines[occurrence.line - 1]
    ends = (occurrence.start, occurrence.end)
    if not line.isascii() and encoding != UTF32:
        offsets = _offsets(line, encoding)
        if any(end not in offsets for end in ends):
            return None
        ends = (offsets[ends[0]], offsets[ends[1]])
    return ends if ends[0] < ends[1] <= len(line) else None


def _offsets(line: str, encoding: int) -> dict[int, int]:
    """Return the characters of a line by the unit with which each begins."""
    return {unit: at for at, unit in enumerate(_units(line, encoding))}


def _units(line: str, encoding: int) -> Iterator[int]:
    unit = 0
    yield unit
    for character in line:
        if encoding == UTF8:
            unit += len(character.encode("utf-8", "surrogatepass"))
        elif encoding == UTF16:
            unit += 1 + (ord(character) > 0xFFFF)
        else:
            # It is not said: what most indexers count.
            unit += 1
        yield unit
