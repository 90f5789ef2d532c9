"""Reads an index in SCIP, a document at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NamedTuple

from sphinx_filedocs.plugins.scip.messages import message
from sphinx_filedocs.source.credentials import shown

#: Larger messages, in bytes, are malformed. The message of a file of a megabyte has ten of them.
LARGEST_MESSAGE = 30_000_000
#: The fields of an index.
_METADATA, _DOCUMENT = 1, 2
#: The bytes behind a tag of each type of fixed size.
_FIXED = {1: 8, 5: 4}
_NUMBER, _BYTES = 0, 2
_LONGEST_NUMBER = 10


class MalformedIndexError(ValueError):
    """The file is no index in SCIP."""


class Occurrence(NamedTuple):
    """A symbol on one line.

    :param line: 1-based.
    :param start: of its first column, 0-based, and ``end`` behind its last, both in the unit of its
        document.
    :param roles: the bits of ``SymbolRole``.
    """

    line: int
    start: int
    end: int
    symbol: str
    roles: int


class SymbolInformation(NamedTuple):
    """A symbol of an index.

    :param documentation: texts in Markdown, the first of which may be the signature as code.
    :param implemented: the symbols that it implements or overrides.
    :param types: the symbols that are its type.
    """

    symbol: str
    documentation: tuple[str, ...] = ()
    implemented: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A file of an index.

    :param path: POSIX, relative to the root of the project.
    :param root: the address of that root.
    :param encoding: the unit of columns, such as :data:`~.messages.UTF8`.
    :param symbols: those that it defines.
    """

    path: str
    root: str
    encoding: int
    occurrences: tuple[Occurrence, ...]
    symbols: tuple[SymbolInformation, ...] = ()


def read_documents(path: Path) -> Iterator[Document]:
    """Yield the documents of an index.

    :raises MalformedIndexError: if the file is none.
    :raises OSError: if it can't be read.
    :raises sphinx_filedocs.plugins.scip.messages.MissingLibraryError: if protobuf is missing.
    """
    root: str | None = None
    if not path.is_dir() and path.exists() and not path.is_file():
        # A pipe or a device may never end.
        raise MalformedIndexError
    with path.open("rb") as file:
        while (tag := _read_number(file, may_end=True)) is not None:
            number, kind = tag >> 3, tag & 7
            if not number:
                raise MalformedIndexError
            if kind == _BYTES:
                data = _read(file, _known(_read_number(file)))
                if number == _METADATA:
                    root = _parsed("Metadata", data).project_root
                elif number == _DOCUMENT:
                    yield _document(_parsed("Document", data), root or "")
            elif kind == _NUMBER:
                _read_number(file)
            elif kind in _FIXED:
                _read(file, _FIXED[kind])
            else:
                raise MalformedIndexError
    if root is None:
        # It is empty, or was not written by an indexer.
        raise MalformedIndexError


def _parsed(name: str, data: bytes) -> Any:  # noqa: ANN401 (the library makes the class)
    from google.protobuf.message import DecodeError  # noqa: PLC0415 (an extra)

    made = message(name)
    try:
        made.ParseFromString(data)
    except (DecodeError, ValueError) as error:
        raise MalformedIndexError from error
    return made


def _document(made: Any, root: str) -> Document:  # noqa: ANN401 (as above)
    occurrences = tuple(filter(None, map(_occurrence, made.occurrences)))
    symbols = tuple(_symbol(information) for information in made.symbols if information.symbol)
    return Document(shown(made.relative_path), root, made.position_encoding, occurrences, symbols)


def _symbol(made: Any) -> SymbolInformation:  # noqa: ANN401 (as above)
    related = made.relationships
    return SymbolInformation(
        shown(made.symbol),
        tuple(map(shown, made.documentation)),
        tuple(shown(other.symbol) for other in related if other.is_implementation),
        tuple(shown(other.symbol) for other in related if other.is_type_definition),
    )


def _occurrence(made: Any) -> Occurrence | None:  # noqa: ANN401 (as above)
    """Return an occurrence; ``None`` for one that no name of a source is."""
    numbers = list(made.range)
    if len(numbers) == 4 and numbers[0] == numbers[2]:
        del numbers[2]
    if len(numbers) != 3 or min(numbers) < 0 or not made.symbol:
        return None
    line, start, end = numbers
    return Occurrence(line + 1, start, end, shown(made.symbol), made.symbol_roles)


def _read_number(file: IO[bytes], *, may_end: bool = False) -> int | None:
    """Return the next variable-length number, ``None`` at the end if the file may end here."""
    value = 0
    for at in range(_LONGEST_NUMBER):
        byte = file.read(1)
        if not byte:
            if may_end and not at:
                return None
            raise MalformedIndexError
        value |= (byte[0] & 0x7F) << (7 * at)
        if byte[0] < 0x80:
            return value
    raise MalformedIndexError


def _known(number: int | None) -> int:
    if number is None:
        raise MalformedIndexError
    return number


def _read(file: IO[bytes], count: int) -> bytes:
    data = file.read(count) if count <= LARGEST_MESSAGE else b""
    if len(data) != count:
        raise MalformedIndexError
    return data
