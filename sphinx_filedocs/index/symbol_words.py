"""The words of a definition that say what the file is in which it stands: of that which is named
like the file, or which most of it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sphinx_filedocs.index.description_sources import OF_TESTS, WORD
from sphinx_filedocs.model.descriptions import Description
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.symbols import Symbol
from sphinx_filedocs.parse.quotes import beginnings, letters, own_words, quoted

#: The part of a file's code that its main definition has.
_MOST_OF_IT = 0.5
#: A name of so many letters is that of the one type of a file whose own ends with it, and so many
#: words of a program's beginning say what it does.
_TELLING = 5
_WRAPPERS = frozenset({"namespace", "module"})
_TYPES = frozenset({"class", "struct", "union", "enum", "interface", "trait", "type"})
_VALUES = frozenset({"variable", "constant", "field", "macro"})
#: So many definitions are looked through for one named like the file.
_LOOKED = 300


def _outermost(symbols: Iterable[Symbol], *, wrappers: bool = False) -> Iterator[Symbol]:
    """Yield the definitions of a file that are in no other one but namespaces, modules and types
    that only hold others.

    :param wrappers: whether these, too.
    """
    pending = [*symbols]
    for _ in range(_LOOKED):
        if not pending:
            return
        symbol = pending.pop(0)
        if symbol.kind in _WRAPPERS or _holds_types(symbol):
            if wrappers:
                yield symbol
            pending[:0] = symbol.children
        elif symbol.kind != "heading":
            yield symbol


def _holds_types(symbol: Symbol) -> bool:
    """Return whether a type is only the place of others, as a class of Ruby that a file opens."""
    return symbol.kind in _TYPES and {child.kind for child in symbol.children} == {"class"}


def like_file(file: File, called: str) -> Description | None:
    """Return the words of the definition that is named like a file.

    :param called: what the file is called.
    """
    stem = plain(called)
    dotted = plain(file.path.rpartition("/")[2].rpartition(".")[0])
    names = {stem, stem.removesuffix("s"), dotted} - {""}
    named = [
        symbol
        for symbol in _outermost(file.facts.symbols, wrappers=True)
        if symbol.name[0] != "_" and _is_alike(symbol, names)
    ]
    # A function that is called like a type makes one.
    types = [symbol for symbol in named if symbol.kind in _TYPES | _WRAPPERS]
    documented = [symbol for symbol in types or named if symbol.doc]
    # What one of several functions of a name does says nothing of the others.
    is_unambiguous = bool(types) or len(documented) == 1
    return _of_symbol(file, documented[0]) if documented and is_unambiguous else None


def _is_alike(symbol: Symbol, names: set[str]) -> bool:
    """Return whether a definition has one of some names, or ends with one: ``Shop.Cart``."""
    dotted = f".{plain(symbol.name)}"
    return any(dotted.endswith(f".{name}") for name in names)


def plain(name: str) -> str:
    """Return a name without what its words are joined by, in small letters."""
    return name.replace("_", "").replace("-", "").lower()


def main_definition(file: File, called: str) -> Description | None:
    """Return the words of the program's beginning, of the one definition of a file, or of the type
    that most of it is."""
    symbols = [*_outermost(file.facts.symbols)]
    begins = [symbol for symbol in symbols if symbol.name == "main" and symbol.kind == "function"]
    if begins and len(WORD.findall(begins[0].doc)) >= _TELLING:
        return _of_symbol(file, begins[0])
    types = [symbol for symbol in symbols if symbol.kind in _TYPES]
    stem = letters(called)
    ends = [symbol for symbol in types if letters(symbol.name).endswith(stem)]
    lines = file.facts.lines
    half = _MOST_OF_IT * (lines.total - lines.blank)
    most = [symbol for symbol in types if symbol.span.end - symbol.span.start + 1 >= half]
    is_named = len(ends) == 1 and len(stem) >= _TELLING
    candidates = symbols if len(symbols) == 1 else ends if is_named else most
    if len(candidates) != 1 or candidates[0].kind in _VALUES or candidates[0].name[0] == "_":
        return None
    # A package may be called after the type that one of its files is about.
    about = beginnings(f"{file.folder.rpartition('/')[2]} {called}") - OF_TESTS
    is_about = not beginnings(candidates[0].name).isdisjoint(about)
    is_helper = file.is_test and candidates[0].kind == "function"
    return _of_symbol(file, candidates[0]) if is_about and not is_helper else None


def _of_symbol(file: File, symbol: Symbol) -> Description | None:
    name = symbol.name.rpartition(".")[2]
    said = quoted(
        own_words(symbol.doc), name, lambda text: letters(text) == letters(symbol.kind + name)
    )
    first = said.partition("\n\n")[0]
    if not said or said[0] in "#@" or first.count("`") % 2:
        # What is broken off or not closed says something else than what was meant.
        return None
    return Description(said, file.path, symbol.line, "symbol", symbol.name)
