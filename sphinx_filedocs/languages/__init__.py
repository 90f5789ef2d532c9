"""Finds the language of a file, and loads grammars and queries of languages on first use."""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import re
import warnings
from bisect import bisect_left
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import accumulate, pairwise

import tree_sitter

from sphinx_filedocs.languages.base import QUERIES, TABLE, Language, LanguageError
from sphinx_filedocs.languages.table import files, hook, load, per_table, query_file
from sphinx_filedocs.patterns import compile_pattern
from sphinx_filedocs.phrases import Phrase

__all__ = ["Language", "LanguageError", "hook", "load"]

#: Comments and strings: no evidence of the language of a header; neither do directives but
#: includes, nor the few lines that a C header keeps for C++.
_QUIET = re.compile(
    r"""/\*.*?(?:\*/|\Z) | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
    | ^[ \t]*\#[ \t]*if(?:def)?\b[^\n]*\b__cplusplus\b
        (?:(?!\n[ \t]*\#[ \t]*(?:elif|else|endif)\b).){0,500}
    | ^[ \t]*\#(?![ \t]*(?:include|import)\b)(?:[^\n\\]|\\.)*""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
#: The program of a ``#!`` line, which ``env`` may look for: ``#!/usr/bin/env -S A=1 python3 -u``.
_SHEBANG = re.compile(
    r"""\#![ \t]*+"?(?:\S*/)?
    (?:env"?(?:[ \t]++(?:-\S+|\w+=\S*))*[ \t]++(?:\S*/)?)?
    (?P<program>[^\s"/]+)""",
    re.VERBOSE,
)

_QUOTED = r'"(?:[^"\\]|\\.)*+"'
_VALUE = compile_pattern(_QUOTED)
#: A part of patterns with a name: the lines of a comment, and its use.
_PART = re.compile(r"^; \$([A-Z]+) =((?:.*\n(?:;  .*\n)*))", re.MULTILINE)
PART_USED = re.compile(r"\$([A-Z]+)\b")
_NOT_ANY_OF = compile_pattern(rf"\(#not-any-of\?\s+(@[\w.-]++)((?:\s++{_QUOTED})++)\s*\)")


class GrammarError(Exception):
    """A grammar that does not work here, or a query that does not fit it.

    :param reason: the predicate of a sentence about the grammar.
    """

    def __init__(self, reason: Phrase) -> None:
        super().__init__(reason)
        self.reason = reason


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
    for ending in endings(name):
        candidates = _by_ending().get(ending) or _by_ending().get(ending.lower(), ())
        if candidates:
            return _decide(candidates, ending.lower(), head)
    return _by_shebang(interpreter(head.decode("utf-8", "replace")))


def endings(name: str) -> list[str]:
    """Return the endings of a file name, longest first: ``.d.ts``, ``.ts``; none for ``.ts``."""
    return [name[at:] for at, letter in enumerate(name) if letter == "." and at > 0]


def of_ending(name: str) -> tuple[Language, ...]:
    """Return the languages that have the ending of a file name, whatever is in the file."""
    for ending in endings(name):
        candidates = _by_ending().get(ending) or _by_ending().get(ending.lower(), ())
        if candidates:
            return candidates
    return ()


@per_table
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
        pattern = language.content.get(ending)
        if pattern is None:
            continue
        bare = bare or _QUIET.sub(" ", head.decode("utf-8", "replace"))
        if re.search(pattern, bare):
            return language
    free = (language for language in candidates if ending not in language.content)
    return next(free, None)


def interpreter(head: str) -> str:
    """Return the program that the first line of a text names to run it; ``""`` for none."""
    command = _SHEBANG.match(head[:400])
    return command["program"].rstrip("0123456789.") if command else ""


def _by_shebang(program: str) -> Language | None:
    for language in load().values():
        if program in language.interpreters:
            return language
    return None


@per_table
def grammar(language: Language) -> tree_sitter.Language | None:
    """Return the grammar of a language, or ``None`` when its wheel is not installed.

    :raises GrammarError: when it is installed and does not work.
    """
    if not language.grammar:
        return None
    try:
        module = importlib.import_module(language.grammar)
        with warnings.catch_warnings():
            # Older wheels hand over a plain integer, which tree-sitter deprecates.
            warnings.simplefilter("ignore", DeprecationWarning)
            loaded = tree_sitter.Language(getattr(module, language.function)())
        # It alone asks whether the form of the grammar is one that it knows; a query of one that
        # it does not know ends the process.
        tree_sitter.Parser(loaded)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == language.grammar:
            return None
        # Its code may raise anything, and it may be for another tree-sitter.
        said = f"{type(error).__name__}: {error}"
        raise GrammarError(Phrase("can't be loaded: {error}", error=said)) from error
    return loaded


@per_table
def trouble(language: Language) -> Phrase | None:
    """Return why the files of a language can't be parsed though its grammar is installed, if they
    can't."""
    try:
        if grammar(language) is not None:
            leaves(language)
            joined(language, QUERIES)
            query(language, "quoted")
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
        "the rule {rule} does not work for {language}: it does not fit {grammar}: {reason}",
        rule=rule,
        language=language.name,
        grammar=_distribution(language),
        reason=reason,
    )


def missing_grammar(key: str | None) -> str:
    """Return the distribution to install for a language's symbols; ``""`` if its grammar is
    installed, or none is known. It is not loaded for that.

    :param key: of the language, as files have it.
    """
    language = load().get(key or "")
    if language is None or not language.grammar:
        return ""
    try:
        lacks = importlib.util.find_spec(language.grammar) is None
    except ModuleNotFoundError:
        # Of a module in a package, that is not there.
        lacks = True
    return _distribution_name(language) if lacks else ""


def _distribution_name(language: Language) -> str:
    return language.grammar.partition(".")[0].replace("_", "-")


def _distribution(language: Language) -> str:
    name = _distribution_name(language)
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return name


@per_table
def query(language: Language, name: str) -> tree_sitter.Query | None:
    """Return a compiled query of a language, or ``None`` when it has no such file.

    :param name: ``tags``, ``imports``, ``locals``, ``references`` or ``quoted``. A first line
        ``; inherits: c`` puts that language's query of the same name before this one.
    :raises GrammarError: when the query does not fit the grammar.
    """
    compiled = joined(language, (name,))
    return compiled[0] if compiled else None


@per_table
def has_query(language: Language, name: str) -> bool:
    """Return True if a language has a query, without compiling it: one of C++ takes half a second.

    :param name: as for :func:`query`.
    """
    return grammar(language) is not None and bool(_query_sources(language.key, name))


def query_text(language: Language, name: str) -> str:
    """Return the text of a language's query with inherited ones; ``""`` for none.

    :param name: as for :func:`query`.
    """
    return "\n".join(_query_sources(language.key, name).values())


def _query_sources(key: str, name: str, heirs: tuple[str, ...] = ()) -> dict[str, str]:
    file = query_file(key, name)
    if file is None:
        return {}
    first = file.text.partition("\n")[0]
    _, _, inherited = first.partition("inherits:") if first.startswith(";") else ("", "", "")
    keys = inherited.replace(",", " ").split()
    sources: dict[str, str] = {}
    for base in keys:
        if base not in (*heirs, key):
            sources |= _query_sources(base, name, (*heirs, key))
    return sources | {file.place: _with_parts(file.text)}


def _with_parts(text: str) -> str:
    parts: dict[str, str] = {}

    def whole(match: re.Match[str]) -> str:
        return parts.get(match[1], match[0])

    for name, part in _PART.findall(text):
        parts[name] = PART_USED.sub(whole, " ".join(part.replace("\n;", "\n").split()))
    if not parts:
        return text
    text = _PART.sub(lambda match: "\n" * match[0].count("\n"), text)
    return PART_USED.sub(whole, text)


@per_table
def joined(
    language: Language, names: tuple[str, ...]
) -> tuple[tree_sitter.Query, tuple[int, ...]] | None:
    """Return several queries of a language as one, and the number of patterns of each, or ``None``
    when the language has none of them.

    :param names: as for :func:`query`.
    :raises GrammarError: when a query does not fit the grammar.
    """
    tongue = grammar(language)
    files = [_query_sources(language.key, name) for name in names]
    if tongue is None or not any(files):
        return None
    sources = [mend("\n".join(texts.values())).encode() + b"\n" for texts in files]
    try:
        whole = permanent_query(tongue, b"".join(sources).decode())
    except tree_sitter.QueryError as error:
        by_file = {file: text for texts in files for file, text in texts.items()}
        raise _misfit(tongue, by_file, error) from error
    starts = [whole.start_byte_for_pattern(at) for at in range(whole.pattern_count)]
    ends = [bisect_left(starts, end) for end in accumulate(map(len, sources))]
    return whole, tuple(end - start for start, end in pairwise([0, *ends]))


@cache
def permanent_query(tongue: tree_sitter.Language, source: str) -> tree_sitter.Query:
    """Return a query that is never freed, not even when the program ends: tree-sitter 0.26 damages
    the memory when it frees one with a pattern that has both a predicate and a setting. So it also
    serves the next table of languages: one of C++ takes half a second.

    :raises tree_sitter.QueryError: for a text that is no query of the grammar.
    """
    try:
        made = tree_sitter.Query(tongue, source)
    except tree_sitter.QueryError as error:
        # Ctrl-C while the expression of a predicate was compiled.
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise error.__cause__ from None
        raise
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(made))
    return made


def _misfit(
    tongue: tree_sitter.Language, sources: Mapping[str, str], error: tree_sitter.QueryError
) -> GrammarError:
    for file, source in sources.items():
        if problem := query_problem(tongue, source):
            return _does_not_fit(file, problem)
    return _does_not_fit(", ".join(sources), str(error))


def _does_not_fit(what: str, problem: str) -> GrammarError:
    return GrammarError(Phrase("does not fit {what}: {problem}", what=what, problem=problem))


def query_problem(tongue: tree_sitter.Language, source: str) -> str:
    """Return the error of a query of a grammar, with its line; ``""`` for none."""
    try:
        permanent_query(tongue, source)
    except tree_sitter.QueryError as error:
        reason, _, place = str(error).rpartition("at row ")
        row, _, column = place.partition(",")
        return f"{reason}at line {int(row) + 1},{column}" if row.isdecimal() else str(error)
    return ""


def mend(source: str) -> str:
    """Return a query with each ``#not-any-of?`` of several values as one ``#not-match?``.

    The binding (0.25 and 0.26) lets every text pass the former. It takes the text from the
    source for each predicate, so one is much faster than a ``#not-eq?`` for each value.
    """
    return _NOT_ANY_OF.sub(_not_equal, source)


def _not_equal(match: re.Match[str]) -> str:
    values = (re.sub(r"\\(.)", r"\1", value[1:-1]) for value in _VALUE.findall(match[2]))
    pattern = "|".join(map(re.escape, values)).replace("\\", "\\\\").replace('"', '\\"')
    return f'(#not-match? {match[1]} "^(?:{pattern})$")'


@per_table
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
        "identifier": language.names.nodes,
        "comment": language.comments.nodes,
        "attribute": language.comments.attributes,
        "error": ("ERROR", "MISSING"),
    }
    lines = [
        node if node.startswith("(") else f"({node}) @{capture}"
        for capture, nodes in types.items()
        for node in nodes
    ]
    try:
        return permanent_query(tongue, "\n".join(lines))
    except tree_sitter.QueryError as error:
        node = str(error).rpartition(": ")[2]
        file = files(language.key)[TABLE].place
        reason = Phrase("does not fit {what}: it has no {node}", what=file, node=node)
        raise GrammarError(reason) from error
