"""The places of symbols in sources, and their syntax (comments of ``scip.proto``).

Example: ``filedocs . shop . `shop/cart.py`/Cart#total().`` is the method ``Cart.total``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from sphinx_filedocs.model.reports import Place
from sphinx_filedocs.model.symbols import SymbolKind
from sphinx_filedocs.plugins.scip.messages import DEFINITION, FORWARD_DEFINITION, UTF8, UTF16, UTF32
from sphinx_filedocs.plugins.scip.reader import Document, Occurrence


class FittingName(NamedTuple):
    """A symbol at a place of a file.

    :param text: the source at this place.
    :param roles: the bits of ``SymbolRole``.
    """

    place: Place
    text: str
    symbol: str
    roles: int

    @property
    def defines(self) -> bool:
        """True if the symbol is defined here, False if it is declared or used."""
        return bool(self.roles & DEFINITION) and not self.roles & FORWARD_DEFINITION


def path_in_tree(document: Document, root: str) -> str:
    """Return the path of a document's file in the tree, ``""`` if it is outside.

    :param root: of the tree, absolute and POSIX.
    """
    if "\\" in document.path or any(part in ("", ".", "..") for part in document.path.split("/")):
        return ""
    base = unquote(urlsplit(document.root).path).rstrip("/")
    whole = f"{base}/{document.path}"
    # An index that was made on another machine has paths of the tree itself.
    return whole.removeprefix(f"{root}/") if whole.startswith(f"{root}/") else document.path


def fitting_names(document: Document, lines: Sequence[str]) -> list[FittingName] | None:
    """Return the names of a document without local ones, ``None`` if it is stale.

    It is stale if a definition has another name at its place in the file, or if most other names
    have: an import may rename some.

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
    """Return the first and the last column of a symbol, ``None`` if its line is shorter."""
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
    """Return the column in characters by the column in units."""
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
            # Most indexers that name no unit count characters.
            unit += 1
        yield unit


#: A name that needs no quotes in a descriptor.
_SIMPLE = re.compile(r"[A-Za-z0-9_+$-]+")
_NAME = r"(?:[A-Za-z0-9_+$-]+|`(?:[^`]|``)+`)"
#: The last descriptor of a symbol, unless it is one of a namespace, which may be a file.
_LAST = re.compile(
    rf"(?:({_NAME})(?:[#.!]|\((?:{_NAME})?\)\.)|\[({_NAME})\]|\(({_NAME})\))\Z",
)
_CALLABLE = ("function", "method")
_SUFFIXES = {
    **dict.fromkeys(("namespace", "module"), "/"),
    **dict.fromkeys(("class", "struct", "union", "enum", "interface", "trait", "type"), "#"),
    **dict.fromkeys(_CALLABLE, "()."),
    "macro": "!",
}
#: The mark of accessors and constructors. Example: ``<get>size``.
_ROLE = re.compile(r"\A<\w+>")
#: Longer symbols have no name here (real ones have up to 300 characters).
LONGEST = 4_000


def is_local(symbol: str) -> bool:
    """Return True for a symbol of one document alone."""
    return symbol.startswith("local ")


def name_of(symbol: str) -> str:
    """Return the name at the end of a symbol. Example: ``run`` of ``… `app`/Flask#run().``."""
    if is_local(symbol) or len(symbol) > LONGEST:
        return ""
    last = _LAST.search(symbol)
    name = next(filter(None, last.groups()), "") if last else ""
    plain = name[1:-1].replace("``", "`") if name.startswith("`") else name
    return _ROLE.sub("", plain)


def global_symbol(
    package: str, path: str, owners: Sequence[tuple[str, SymbolKind]], number: int
) -> str:
    """Return the symbol of a definition.

    :param package: the title of the tree.
    :param path: of the file.
    :param owners: the names and kinds from the outermost owner to the definition itself.
    :param number: 1-based, of the definitions of this qualified name in the file.
    """
    *around, (name, kind) = owners
    descriptors = [f"{_quoted(path)}/"]
    descriptors += (f"{_quoted(owner)}{_suffix(of)}" for owner, of in around)
    if number > 1 and kind in _CALLABLE:
        descriptors.append(f"{_quoted(name)}(+{number - 1}).")
    else:
        # Only methods have a number of their own.
        descriptors += [f"`{number}`:"] if number > 1 else []
        descriptors.append(f"{_quoted(name)}{_suffix(kind)}")
    # A space in one of the first parts is written twice.
    return f"filedocs . {package.replace(' ', '  ') or '.'} . {''.join(descriptors)}"


def local_symbol(line: int, column: int) -> str:
    """Return the symbol of a local name by the place that binds it.

    :param line: 1-based, and ``column`` 0-based.
    """
    return f"local {line}-{column}"


def _suffix(kind: SymbolKind) -> str:
    return _SUFFIXES.get(kind, ".")


def _quoted(name: str) -> str:
    if _SIMPLE.fullmatch(name):
        return name
    return f"`{name.replace('`', '``')}`"
