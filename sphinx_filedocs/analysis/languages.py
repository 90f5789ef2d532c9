"""Pure core: what languages there are, which one a file is in, and their grammars on first use."""

from __future__ import annotations

import importlib
import re
import tomllib
import warnings
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import accumulate, pairwise
from pathlib import Path
from types import MappingProxyType

import tree_sitter
from identify.identify import parse_shebang

from sphinx_filedocs.analysis.patterns import compile_pattern

_PACKAGE = Path(__file__).resolve().parent.parent
_QUERIES = _PACKAGE / "queries"
#: Comments and strings, which say nothing about the language of a header; neither do directives
#: but includes, nor the few lines that a C header keeps for C++.
_QUIET = re.compile(
    r"""/\*.*?(?:\*/|\Z) | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
    | ^[ \t]*\#[ \t]*if(?:def)?\b[^\n]*\b__cplusplus\b
        (?:(?!\n[ \t]*\#[ \t]*(?:elif|else|endif)\b).){0,500}
    | ^[ \t]*\#(?![ \t]*include\b)(?:[^\n\\]|\\.)*""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
_INHERITS = re.compile(r";+\s*inherits:\s*([\w,\s]+?)\s*$")

_QUOTED = r'"(?:[^"\\]|\\.)*+"'
_VALUE = compile_pattern(_QUOTED)
_NOT_ANY_OF = compile_pattern(rf"\(#not-any-of\?\s+(@[\w.-]++)((?:\s++{_QUOTED})++)\s*\)")


@dataclass(frozen=True, slots=True)
class Language:
    """One table of ``languages.toml``; the comments there say what each key means."""

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
    """Return all languages of ``languages.toml`` by their keys, in the file's order.

    :raises TypeError: when a table has a key that :class:`Language` has not.
    """
    tables = tomllib.loads((_PACKAGE / "languages.toml").read_text(encoding="utf-8"))
    return MappingProxyType({key: _language(key, table) for key, table in tables.items()})


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
    """Return the grammar of a language, or ``None`` when its wheel is not installed."""
    try:
        module = importlib.import_module(language.grammar)
    except ImportError:
        return None
    with warnings.catch_warnings():
        # Older wheels hand over a plain integer, which tree-sitter deprecates.
        warnings.simplefilter("ignore", DeprecationWarning)
        return tree_sitter.Language(getattr(module, language.function)())


@cache
def query(language: Language, name: str) -> tree_sitter.Query | None:
    """Return a compiled query of a language, or ``None`` when it has no such file.

    :param name: ``tags``, ``imports``, ``locals`` or ``references``. A first line
        ``; inherits: c`` puts that language's query of the same name before this one.
    :raises tree_sitter.QueryError: when the query does not fit the grammar.
    """
    tongue = grammar(language)
    source = mend(_query_source(language.key, name))
    return tree_sitter.Query(tongue, source) if tongue and source else None


@cache
def has_query(language: Language, name: str) -> bool:
    """Tell whether a language has a query, without compiling it: one of C++ takes half a second.

    :param name: as for :func:`query`.
    """
    return grammar(language) is not None and bool(_query_source(language.key, name))


def _query_source(key: str, name: str) -> str:
    path = _QUERIES / key / f"{name}.scm"
    if not path.is_file():
        return ""
    source = path.read_text(encoding="utf-8")
    inherited = _INHERITS.match(source.partition("\n")[0])
    keys = re.split(r"[,\s]+", inherited[1]) if inherited else []
    return "\n".join([*(_query_source(key, name) for key in keys), source])


@cache
def joined(
    language: Language, names: tuple[str, ...]
) -> tuple[tree_sitter.Query, tuple[int, ...]] | None:
    """Return several queries of a language as one, and how many patterns of each it has, or
    ``None`` when the language has none of them.

    :param names: as for :func:`query`.
    :raises tree_sitter.QueryError: when a query does not fit the grammar.
    """
    tongue = grammar(language)
    sources = [mend(_query_source(language.key, name)).encode() + b"\n" for name in names]
    if tongue is None or not any(map(bytes.strip, sources)):
        return None
    whole = tree_sitter.Query(tongue, b"".join(sources).decode())
    starts = [whole.start_byte_for_pattern(at) for at in range(whole.pattern_count)]
    ends = [bisect_left(starts, end) for end in accumulate(map(len, sources))]
    return whole, tuple(end - start for start, end in pairwise([0, *ends]))


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
    return tree_sitter.Query(tongue, "\n".join(lines))
