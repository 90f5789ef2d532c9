"""Where compilers say that the names of a tree lead, as far as their indexes fit its sources."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from sphinx_filedocs.index.scip.messages import (
    DEFINITION,
    FORWARD_DEFINITION,
    UTF8,
    UTF16,
    UTF32,
    MissingLibraryError,
)
from sphinx_filedocs.index.scip.reader import (
    Document,
    MalformedIndexError,
    Occurrence,
    read_documents,
)
from sphinx_filedocs.index.scip.symbol_names import is_local, name_of
from sphinx_filedocs.model.files import Diagnostic
from sphinx_filedocs.phrases import Phrase

#: Where a name of a file stands: line, 1-based, and column, 0-based and in characters.
Place = tuple[int, int]
#: What may be wrong with an index.
_MALFORMED = Phrase("it is no index in SCIP, and is left aside")
_NO_LIBRARY = Phrase("indexes in SCIP are read with protobuf: pip install sphinx-filedocs[scip]")
_STALE = Phrase("it has changed since it was indexed, so that its index in SCIP is left aside")


class CompiledTarget(NamedTuple):
    """A definition as an index knows it: by where its name stands."""

    path: str
    line: int
    name: str


@dataclass(frozen=True, slots=True)
class CompiledLinks:
    """What indexes say of a tree.

    :param targets: of each file that they cover, where the names at places lead.
    :param overrides: of each file that they cover, what the members defined at places implement or
        override.
    :param stale: the files that they cover in another state, sorted.
    """

    targets: Mapping[str, Mapping[Place, CompiledTarget]] = field(default_factory=dict)
    stale: tuple[str, ...] = ()
    overrides: Mapping[str, Mapping[Place, tuple[CompiledTarget, ...]]] = field(
        default_factory=dict
    )

    def digest(self, path: str) -> str:
        """Return a digest of what is said of a file, ``""`` where that is nothing."""
        said, overrides = self.targets.get(path, {}), self.overrides.get(path, {})
        if not said and not overrides:
            return ""
        rows = repr(
            [
                sorted((*place, *target) for place, target in said.items()),
                sorted(overrides.items()),
            ]
        )
        return hashlib.blake2b(rows.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


NOT_COMPILED = CompiledLinks()


class _Name(NamedTuple):
    """A symbol at a place of a file.

    :param text: what stands there.
    """

    place: Place
    text: str
    occurrence: Occurrence

    @property
    def defines(self) -> bool:
        roles = self.occurrence.roles
        return bool(roles & DEFINITION) and not roles & FORWARD_DEFINITION


def read_indexes(
    indexes: Iterable[Path], root: str, read: Callable[[str], str | None]
) -> tuple[CompiledLinks, list[Diagnostic]]:
    """Return what indexes say, and what is wrong with them: of one that is malformed nothing
    counts.

    :param root: of the tree, absolute and POSIX.
    :param read: returns the text of a file of the tree, ``None`` for what is none.
    """
    documents: list[Document] = []
    troubles: list[Diagnostic] = []
    for index in indexes:
        try:
            documents += read_documents(index)
        except MalformedIndexError:
            troubles.append(Diagnostic(str(index), "scip", _MALFORMED))
        except OSError as error:
            message = Phrase(
                "the index can't be read ({reason}), and is left aside",
                reason=error.strerror or type(error).__name__,
            )
            troubles.append(Diagnostic(str(index), "scip", message))
        except MissingLibraryError:
            troubles.append(Diagnostic(str(index), "scip", _NO_LIBRARY))
    found = compiled_links(documents, root, read)
    return found, [*troubles, *(Diagnostic(path, "stale", _STALE) for path in found.stale)]


def compiled_links(
    documents: Iterable[Document], root: str, read: Callable[[str], str | None]
) -> CompiledLinks:
    """Return what documents of indexes say.

    What an index says of a file counts only if the file is in the state that was indexed: names of
    definitions stand where the index has them, and so do most others: an import may rename them.

    :param root: of the tree, absolute and POSIX.
    :param read: returns the text of a file of the tree, ``None`` for what is none.
    """
    uses: dict[str, list[_Name]] = {}
    defined: dict[str, set[CompiledTarget]] = {}
    places: dict[str, tuple[str, Place]] = {}
    implementations: list[tuple[str, str]] = []
    stale: set[str] = set()
    for document in documents:
        path = _path_in_tree(document, root)
        text = read(path) if path else None
        if text is None:
            continue
        names = _names(document, text.split("\n"))
        if names is None:
            stale.add(path)
            continue
        implementations += document.implementations
        uses.setdefault(path, []).extend(name for name in names if not name.defines)
        for name in names:
            if name.defines:
                target = CompiledTarget(path, name.place[0], name.text)
                defined.setdefault(name.occurrence.symbol, set()).add(target)
                places[name.occurrence.symbol] = path, name.place
    # A symbol of several definitions says of none that it is meant.
    single = {symbol: next(iter(rows)) for symbol, rows in defined.items() if len(rows) == 1}
    targets = {
        path: {
            name.place: single[name.occurrence.symbol]
            for name in names
            if name.occurrence.symbol in single
        }
        for path, names in uses.items()
    }
    overrides: dict[str, dict[Place, tuple[CompiledTarget, ...]]] = {}
    for symbol, other in sorted(set(implementations)):
        # Which types implement others is told by what they name as their bases.
        if symbol in single and other in single and not symbol.endswith("#"):
            path, place = places[symbol]
            there = overrides.setdefault(path, {})
            there[place] = (*there.get(place, ()), single[other])
    return CompiledLinks(targets, tuple(sorted(stale)), overrides)


def _path_in_tree(document: Document, root: str) -> str:
    """Return the path of a document's file in the tree; ``""`` where it is outside."""
    if "\\" in document.path or any(part in ("", ".", "..") for part in document.path.split("/")):
        return ""
    base = unquote(urlsplit(document.root).path).rstrip("/")
    whole = f"{base}/{document.path}"
    # An index that was made on another machine has paths of the tree itself.
    return whole.removeprefix(f"{root}/") if whole.startswith(f"{root}/") else document.path


def _names(document: Document, lines: Sequence[str]) -> list[_Name] | None:
    """Return the names of a document that are no local ones, ``None`` when it is stale."""
    names: list[_Name] = []
    others = 0
    for occurrence in document.occurrences:
        name = name_of(occurrence.symbol)
        if is_local(occurrence.symbol) or not name or occurrence.start == occurrence.end:
            continue
        columns = columns_of(document.encoding, occurrence, lines)
        if columns is None:
            return None
        text = lines[occurrence.line - 1][columns[0] : columns[1]]
        found = _Name((occurrence.line, columns[0]), text, occurrence)
        if text == name:
            names.append(found)
        elif found.defines and text.isidentifier() and name.isidentifier():
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
