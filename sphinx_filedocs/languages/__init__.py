"""What languages there are, which one a file is in, and their grammars on first use."""

from __future__ import annotations

import importlib
import re
import tomllib
import warnings
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from itertools import accumulate, pairwise
from pathlib import Path
from types import MappingProxyType

import tree_sitter
from identify.identify import parse_shebang

from sphinx_filedocs.patterns import compile_pattern
from sphinx_filedocs.phrases import Phrase

_FOLDER = Path(__file__).resolve().parent
#: Comments and strings, which say nothing about the language of a header; neither do directives
#: but includes, nor the few lines that a C header keeps for C++.
_QUIET = re.compile(
    r"""/\*.*?(?:\*/|\Z) | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
    | ^[ \t]*\#[ \t]*if(?:def)?\b[^\n]*\b__cplusplus\b
        (?:(?!\n[ \t]*\#[ \t]*(?:elif|else|endif)\b).){0,500}
    | ^[ \t]*\#(?![ \t]*include\b)(?:[^\n\\]|\\.)*""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
#: Queries that are run as one: most of the time that one takes goes into the walk.
TOGETHER = ("imports", "locals", "references", "tags")
_ROW = re.compile(r"\brow (\d+)")
_INHERITS = re.compile(r";+\s*inherits:\s*([\w,\s]+?)\s*$")

_QUOTED = r'"(?:[^"\\]|\\.)*+"'
_VALUE = compile_pattern(_QUOTED)
_NOT_ANY_OF = compile_pattern(rf"\(#not-any-of\?\s+(@[\w.-]++)((?:\s++{_QUOTED})++)\s*\)")


class GrammarError(Exception):
    """A grammar that does not work here, or a query that does not fit it.

    :param reason: what a sentence says of the grammar.
    """

    def __init__(self, reason: Phrase) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Language:
    """A language, as the ``language.toml`` in its folder describes it.

    :param key: the name of the folder.
    :param name: what a reader calls it.
    :param grammar: the module of its tree-sitter wheel, which may be missing.
    :param lexer: the short name of its Pygments lexer, also used where the wheel is missing.
    :param imports: the strategy that resolves its imports to files; see
        :mod:`sphinx_filedocs.index.resolve`.
    :param function: what returns the grammar, in its module.
    :param extensions: endings of file names; the longest that fits wins.
    :param filenames: whole file names.
    :param interpreters: commands of a ``#!`` line, without version numbers.
    :param content: ending and pattern: a file with this ending is this language only if its text
        without comments and strings matches.
    :param comments: node types of comments.
    :param identifiers: node types of names.
    :param attributes: node types of what may stand between a doc comment and its definition.
    :param docstrings: whether documentation is a string inside the definition.
    :param inner_docs: how comments begin that document what they stand in, not what is below them.
    :param macros: whether a preprocessor's macros stand in declarations, which a grammar cannot
        know; they are blanked before parsing.
    :param qualified: whether a definition's name may name its owners, ``A::B<T>::f``.
    :param locals: whether functions, aliases and data inside a function belong to the outline.
    :param blocks: pattern of the first line of a function; where a text has errors, the functions
        that cannot be parsed on their own are blanked.
    :param bare_members: whether a member is named without its owner in the code of its class.
    :param overloads: whether functions of one name in one scope differ by their parameters.
    :param packages: whether the files of a folder share their names without an import.
    :param closed: whether what is outside of a tree can't return anything of a type of the tree.
    :param function_names: whether functions have names apart from those of all else, so that what
        is called is a function and what is not called is none.
    :param hoisting: whether a name belongs to all of its scope, before its definition as well.
    :param untyped: whether most values have no declared type, so that the name of a member alone
        never says for sure what it is.
    :param prelude: packages whose names every file has.
    :param root: the type that all types extend.
    :param builtins: names that the language itself defines.
    :param common_members: members of the standard types: behind an owner of unknown type such a
        name says nothing.
    """

    key: str
    name: str
    grammar: str
    lexer: str
    imports: str
    function: str = "language"
    extensions: tuple[str, ...] = ()
    filenames: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()
    content: tuple[tuple[str, str], ...] = ()
    comments: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    docstrings: bool = False
    inner_docs: tuple[str, ...] = ()
    macros: bool = False
    qualified: bool = False
    locals: bool = True
    blocks: str = ""
    bare_members: bool = False
    overloads: bool = False
    packages: bool = False
    closed: bool = False
    function_names: bool = False
    hoisting: bool = False
    untyped: bool = False
    prelude: tuple[str, ...] = ()
    root: str = ""
    builtins: tuple[str, ...] = ()
    common_members: tuple[str, ...] = ()


@cache
def load() -> Mapping[str, Language]:
    """Return all languages by their keys, in the order of these.

    :raises TypeError: when a ``language.toml`` has a key that :class:`Language` has not.
    """
    tables = {path.parent.name: path.read_text("utf-8") for path in _FOLDER.glob("*/language.toml")}
    found = {key: _language(key, tomllib.loads(tables[key])) for key in sorted(tables)}
    return MappingProxyType(found)


def _language(key: str, table: dict[str, object]) -> Language:
    values: dict[str, object] = {}
    for name, value in table.items():
        if isinstance(value, list):
            values[name] = tuple(value)
        elif isinstance(value, dict):
            values[name] = tuple(value.items())
        else:
            values[name] = value
    return Language(key=key, **values)  # type: ignore[arg-type]  # checked by the class's tests


def detect(path: str, head: bytes) -> Language | None:
    """Return the language of a file, or ``None`` when it is in none that is known.

    :param path: POSIX path; only its last part counts.
    :param head: the first bytes of the content, as UTF-8. They decide by the ``#!`` line when
        the name says nothing, and between languages that share an ending (``.h``); some
        10,000 bytes are enough.
    """
    name = path.rpartition("/")[2]
    for language in load().values():
        if name in language.filenames:
            return language
    for ending in _endings(name):
        candidates = _by_ending().get(ending) or _by_ending().get(ending.lower(), ())
        if candidates:
            return _decide(candidates, ending.lower(), head)
    return _by_shebang(head)


def _endings(name: str) -> list[str]:
    """Return the endings of a file name, longest first: ``.d.ts``, ``.ts``; none for ``.ts``."""
    return [name[at:] for at, letter in enumerate(name) if letter == "." and at > 0]


@cache
def _by_ending() -> Mapping[str, tuple[Language, ...]]:
    table: dict[str, tuple[Language, ...]] = {}
    for language in load().values():
        for ending in language.extensions:
            table[ending] = (*table.get(ending, ()), language)
    return table


def _decide(candidates: tuple[Language, ...], ending: str, head: bytes) -> Language | None:
    """Choose by content: a language whose pattern matches, else the first that has none."""
    bare = None
    for language in candidates:
        pattern = dict(language.content).get(ending)
        if pattern is None:
            continue
        bare = bare or _QUIET.sub(" ", head.decode("utf-8", "replace"))
        if re.search(pattern, bare):
            return language
    free = (one for one in candidates if ending not in dict(one.content))
    return next(free, None)


def _by_shebang(head: bytes) -> Language | None:
    command = parse_shebang(BytesIO(head[:400])) if head.startswith(b"#!") else ()
    if not command:
        return None
    program = re.sub(r"[\d.]+$", "", command[0].rpartition("/")[2])
    for language in load().values():
        if program in language.interpreters:
            return language
    return None


@cache
def grammar(language: Language) -> tree_sitter.Language | None:
    """Return the grammar of a language, or ``None`` when its wheel is not installed.

    :raises GrammarError: when it is installed and does not work.
    """
    try:
        module = importlib.import_module(language.grammar)
        with warnings.catch_warnings():
            # Older wheels hand over a plain integer, which tree-sitter deprecates.
            warnings.simplefilter("ignore", DeprecationWarning)
            found = tree_sitter.Language(getattr(module, language.function)())
        # It alone asks whether the form of the grammar is one that it knows; a query of one that
        # it does not know ends the process.
        tree_sitter.Parser(found)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == language.grammar:
            return None
        # Its code may raise anything, and it may be for another tree-sitter.
        said = f"{type(error).__name__}: {error}"
        raise GrammarError(Phrase("can't be loaded: {error}", error=said)) from error
    return found


@cache
def trouble(language: Language) -> Phrase | None:
    """Return why the files of a language can't be parsed though its grammar is installed, if they
    can't."""
    try:
        if grammar(language) is not None:
            leaves(language)
            joined(language, TOGETHER)
    except GrammarError as error:
        return without_symbols(language, error.reason)
    return None


def without_symbols(language: Language, reason: Phrase) -> Phrase:
    """Return the sentence that files of a language have no symbols, with the grammar's version."""
    return Phrase(
        "{language} is shown without its symbols: {grammar} {reason}",
        language=language.name,
        grammar=_distribution(language),
        reason=reason,
    )


def without_rule(language: Language, rule: str, reason: str) -> Phrase:
    """Return the sentence that a rule finds nothing in a language, with the grammar's version."""
    return Phrase(
        "the rule {rule} finds nothing in {language}: {grammar} does not fit it: {reason}",
        rule=rule,
        language=language.name,
        grammar=_distribution(language),
        reason=reason,
    )


def _distribution(language: Language) -> str:
    """Return the name and the version of the distribution that brings a grammar."""
    name = language.grammar.replace("_", "-")
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return name


@cache
def query(language: Language, name: str) -> tree_sitter.Query | None:
    """Return a compiled query of a language, or ``None`` when it has no such file.

    :param name: ``tags``, ``imports``, ``locals`` or ``references``. A first line
        ``; inherits: c`` puts that language's query of the same name before this one.
    :raises GrammarError: when the query does not fit the grammar.
    """
    found = joined(language, (name,))
    return found[0] if found else None


@cache
def has_query(language: Language, name: str) -> bool:
    """Tell whether a language has a query, without compiling it: one of C++ takes half a second.

    :param name: as for :func:`query`.
    """
    return grammar(language) is not None and bool(_query_sources(language.key, name))


def _query_sources(key: str, name: str) -> dict[str, str]:
    """Return the files of a query, and their texts, what is inherited before what inherits."""
    path = _FOLDER / key / f"{name}.scm"
    if not path.is_file():
        return {}
    source = path.read_text(encoding="utf-8")
    inherited = _INHERITS.match(source.partition("\n")[0])
    keys = re.split(r"[,\s]+", inherited[1]) if inherited else []
    found: dict[str, str] = {}
    for one in keys:
        found |= _query_sources(one, name)
    return found | {f"languages/{key}/{path.name}": source}


@cache
def joined(
    language: Language, names: tuple[str, ...]
) -> tuple[tree_sitter.Query, tuple[int, ...]] | None:
    """Return several queries of a language as one, and how many patterns of each it has, or
    ``None`` when the language has none of them.

    :param names: as for :func:`query`.
    :raises GrammarError: when a query does not fit the grammar.
    """
    tongue = grammar(language)
    files = [_query_sources(language.key, name) for name in names]
    if tongue is None or not any(files):
        return None
    sources = [mend("\n".join(texts.values())).encode() + b"\n" for texts in files]
    try:
        whole = tree_sitter.Query(tongue, b"".join(sources).decode())
    except tree_sitter.QueryError as error:
        by_file = {file: text for texts in files for file, text in texts.items()}
        raise _misfit(tongue, by_file, error) from error
    starts = [whole.start_byte_for_pattern(at) for at in range(whole.pattern_count)]
    ends = [bisect_left(starts, end) for end in accumulate(map(len, sources))]
    return whole, tuple(end - start for start, end in pairwise([0, *ends]))


def _misfit(
    tongue: tree_sitter.Language, sources: Mapping[str, str], error: tree_sitter.QueryError
) -> GrammarError:
    """Return which of the sources of a query does not fit a grammar, and where."""
    for file, source in sources.items():
        if problem := query_problem(tongue, source):
            return _does_not_fit(file, problem)
    return _does_not_fit(", ".join(sources), str(error))


def _does_not_fit(what: str, problem: str) -> GrammarError:
    return GrammarError(Phrase("does not fit {what}: {problem}", what=what, problem=problem))


def query_problem(tongue: tree_sitter.Language, source: str) -> str:
    """Return what is wrong with a query of a grammar, and in which line; ``""`` if nothing is."""
    try:
        tree_sitter.Query(tongue, source)
    except tree_sitter.QueryError as error:
        return _ROW.sub(lambda row: f"line {int(row[1]) + 1}", str(error))
    return ""


def mend(source: str) -> str:
    """Return a query with each ``#not-any-of?`` of several values as one ``#not-match?``.

    The binding (0.25 and 0.26) lets every text pass the former. It takes the text from the
    source for each predicate, so one is much faster than a ``#not-eq?`` for each value.
    """
    return _NOT_ANY_OF.sub(_not_equal, source)


def _not_equal(found: re.Match[str]) -> str:
    values = (re.sub(r"\\(.)", r"\1", value[1:-1]) for value in _VALUE.findall(found[2]))
    pattern = "|".join(map(re.escape, values)).replace("\\", "\\\\").replace('"', '\\"')
    return f'(#not-match? {found[1]} "^(?:{pattern})$")'


@cache
def leaves(language: Language) -> tree_sitter.Query:
    """Return the query that captures the names, comments, attributes and errors of a file.

    :raises LookupError: when the grammar is not installed.
    :raises GrammarError: when it has no such nodes.
    """
    tongue = grammar(language)
    if tongue is None:
        message = f"the grammar {language.grammar} of {language.name} is not installed"
        raise LookupError(message)
    types = {
        "identifier": language.identifiers,
        "comment": language.comments,
        "attribute": language.attributes,
        "error": ("ERROR", "MISSING"),
    }
    lines = [f"({node}) @{capture}" for capture, nodes in types.items() for node in nodes]
    try:
        return tree_sitter.Query(tongue, "\n".join(lines))
    except tree_sitter.QueryError as error:
        node = str(error).rpartition(": ")[2]
        file = f"languages/{language.key}/language.toml"
        reason = Phrase("does not fit {what}: it has no {node}", what=file, node=node)
        raise GrammarError(reason) from error
