"""The words of a definition that say what the file is in which it stands: of that which is named
like the file, or which most of it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sphinx_filedocs.index.description_sources import (
    FEWEST_WORDS,
    NAME_WORD,
    OF_TESTS,
    WORD,
)
from sphinx_filedocs.languages import load
from sphinx_filedocs.languages.table import per_table
from sphinx_filedocs.model.descriptions import Description
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.symbols import Symbol
from sphinx_filedocs.parse.head_comments import (
    COMPARED,
    behind_scene,
    first_sentence,
    is_denied,
    is_of_a_call,
    is_remark,
    says_what,
)
from sphinx_filedocs.parse.own_words import is_code, own_words

#: The part of a file's code that its main definition has.
_MOST_OF_IT = 0.5
#: A name of so many letters is that of the one type of a file whose own ends with it, and so many
#: words of a program's beginning say what it does.
_TELLING = 5
_WRAPPERS = frozenset({"namespace", "module"})
_TYPES = frozenset({"class", "struct", "union", "enum", "interface", "trait", "type"})
#: Definitions without members that do something: in capitals they are called as one part of a file.
_NO_TYPES = frozenset({"struct", "union", "macro"})
_VALUES = frozenset({"variable", "constant", "field"})
#: What does something, or may hold what does: a class may be a filter or a command.
_DOING = frozenset({"function", "method", "macro", "variable", "constant", "class", "trait"})
_ARTICLES = frozenset({"the", "a", "an"})
#: Numbers of reports and addresses, and what is said of them: they say nothing by themselves.
_REFERENCES = re.compile(
    r"(?:\b(?:unit |simple |regression )?tests? (?:mostly )?(?:for|from|of) )?"
    r"\[?[\w/-]{0,100}#\d+[])]*"
    r"|https?://\S+|\b(?:and|from|for|see|fix(?:es)?)\b(?=\W{0,50}(?:[\w/-]{0,100}#\d|\Z))"
    # What stands for words that nobody has written.
    r"|\b(?:class |module |function |method )?doc-?strings?\b",
    re.IGNORECASE,
)
#: How words begin that say what the next lines do: a verb without an ending, and what it is about.
_ORDER = re.compile(
    r"(?!(?:all|both|half|only|such|what|just|not|of|for|with|in|on|like|this)\b)"
    r"(?!\w+(?:s|ed|ing)\b)[a-z]+ (?:(?:up|out|in) )?(?:an?|the|our|all|this|some) ",
    re.IGNORECASE,
)
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
    has_types = any(symbol.kind in _TYPES for symbol in _outermost(file.facts.symbols))
    named: list[Symbol] = []
    for symbol in _outermost(file.facts.symbols, wrappers=True):
        is_helper = symbol.name[0] == "_" or (
            symbol.private and symbol.kind == "function" and has_types
        )
        is_other = symbol.kind in _NO_TYPES and symbol.name.isupper() and not called.isupper()
        is_other = is_other or (symbol.kind in _VALUES and file.language in _of_commands())
        if not (is_helper or is_other) and _ends_with(symbol.name, names):
            named.append(symbol)
    # A function that is called like a type makes one.
    types = [symbol for symbol in named if symbol.kind in _TYPES | _WRAPPERS]
    documented = [symbol for symbol in types or named if symbol.doc]
    # What one of several functions of a name does says nothing of the others.
    is_unambiguous = bool(types) or len(documented) == 1
    return _of_symbol(file, documented[0]) if documented and is_unambiguous else None


@per_table
def _of_commands() -> frozenset[str]:
    """Return the languages whose variables hold nothing but texts, as those of a shell do."""
    return frozenset(key for key, language in load().items() if language.sources_files)


def does_something(file: File) -> bool:
    """Return whether a file defines what does something outside of types, or nothing at all."""
    symbols = [*_outermost(file.facts.symbols)]
    return not symbols or any(symbol.kind in _DOING for symbol in symbols)


def _ends_with(name: str, names: Iterable[str]) -> bool:
    """Return whether a name is one of others, or ends with one behind a dot: ``Shop.Cart``."""
    dotted = f".{plain(name)}"
    return any(dotted.endswith(f".{ending}") for ending in names)


def plain(name: str) -> str:
    """Return a name without what its words are joined by, in small letters."""
    return name.replace("_", "").replace("-", "").lower()


def main_definition(file: File, called: str) -> Description | None:
    """Return the words of the type that most of a file is, or of the one type or function that it
    defines."""
    symbols = [*_outermost(file.facts.symbols)]
    begins = next(
        (symbol for symbol in symbols if symbol.name == "main" and symbol.kind == "function"), None
    )
    if begins and len(WORD.findall(begins.doc)) >= _TELLING:
        return _of_symbol(file, begins)
    is_only = len(symbols) == 1 and symbols[0].kind not in _VALUES
    if not is_only:
        symbols = [symbol for symbol in symbols if symbol.kind in _TYPES]
    stem = plain(called)
    named = [symbol for symbol in symbols if plain(symbol.name).endswith(stem)]
    if not is_only and len(named) == 1 and named[0].doc and len(stem) >= _TELLING:
        return _of_symbol(file, named[0])
    largest = max(symbols, key=lambda symbol: symbol.span.end - symbol.span.start, default=None)
    if largest is None or not largest.doc or largest.name.startswith("_"):
        return None
    if file.is_test and (largest.kind == "function" or not _is_of_tests(largest.name, called)):
        # A helper of tests, or one of them.
        return None
    size = largest.span.end - largest.span.start + 1
    lines = file.facts.lines
    if not is_only and size < _MOST_OF_IT * (lines.total - lines.blank):
        return None
    # A package may be called after the type that one of its files is about.
    names = f"{file.folder.rpartition('/')[2]} {called}"
    return _of_symbol(file, largest) if _is_alike(largest.name, names) else None


def _is_of_tests(name: str, called: str) -> bool:
    """Return whether a type is called as tests are, or as its file is."""
    name, called = plain(name), plain(called)
    return "test" in name or "spec" in name or called in name or name in called


def _is_alike(name: str, called: str) -> bool:
    """Return whether a definition is called like something else, in a word at least."""
    words = {word.lower() for word in NAME_WORD.findall(name)} - OF_TESTS
    return any(
        word.startswith(other) or other.startswith(word)
        for word in words
        for other in map(str.lower, NAME_WORD.findall(called))
    )


def _of_symbol(file: File, symbol: Symbol) -> Description | None:
    text = own_words(symbol.doc)
    first, _, rest = text.partition("\n\n")
    # A title that is only the name says nothing.
    words = [word for word in first.strip(". ").split() if word.lower() not in _TYPES | _ARTICLES]
    doc = rest if plain("".join(words)) == plain(symbol.name) else text
    doc = _from_its_name(doc, symbol.name)
    if symbol.kind in _WRAPPERS:
        defined = {child.name for child in symbol.children}
        doc = behind_scene(doc, symbol.name.rpartition(".")[2], defined)
    if not doc or doc[0] in "#@" or doc.split("\n\n", 1)[0].count("`") % 2:
        # What is broken off or not closed says something else than what was meant.
        return None
    begins = first_sentence(doc)[:COMPARED].replace(symbol.name, "")
    said = WORD.findall(_REFERENCES.sub("", begins))
    if symbol.kind == "function":
        # A word of its name says nothing of it.
        said = [word for word in said if word.lower() not in plain(symbol.name)]
    if is_remark(doc) or is_denied(doc) or is_code(doc) or len(said) < FEWEST_WORDS:
        return None
    if symbol.kind in _VALUES and _ORDER.match(doc):
        return None
    if symbol.kind in _TYPES - _DOING and is_of_a_call(doc):
        return None
    return Description(doc, file.path, symbol.line, "symbol", symbol.name)


def _from_its_name(doc: str, name: str) -> str:
    """Return the words of a definition from the sentence on that it is the subject of, where what
    stands before is about something else."""
    first, said = doc.partition("\n\n")[0], f"{name} "
    if first.startswith(said) or said in first_sentence(first):
        return doc
    at = re.search(rf"[.!]\s+(?={re.escape(name)}\s+[a-z]{{3,}}s\s)", first)
    return doc[at.end() :] if at and not says_what(doc) else doc
