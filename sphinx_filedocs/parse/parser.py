"""Parses a text and runs its language's queries and those of rules; nothing outside of this
module and its parts sees a syntax tree."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from tree_sitter import Language as Grammar
from tree_sitter import Node, Query, QueryCursor, QueryError

from sphinx_filedocs import hooks
from sphinx_filedocs.languages import Language, permanent_query, query_problem
from sphinx_filedocs.model.facts import NO_CONDITIONS, Conditions, DocComment, DocPlace, Import
from sphinx_filedocs.model.names import Names
from sphinx_filedocs.model.symbols import Tag
from sphinx_filedocs.parse import definitions, import_statements, scopes
from sphinx_filedocs.parse.comments import CodeLines, Head
from sphinx_filedocs.parse.quotes import own_words
from sphinx_filedocs.parse.syntax import Syntax

#: States that a query may have open at once, and the deepest level at which a pattern may start.
#: All of torch needs 128 and 100; without bounds a chain of 10,000 calls takes the square of it.
OPEN_STATES = 256
START_DEPTH = 300
#: The most bytes of a node's text that a sentence may need.
TEXT_BYTES = 1000
#: Captures that only need their place.
PLACES = frozenset({"finding", "loop", "boundary"})
#: So many bytes of a line show its directive.
_LONGEST_DIRECTIVE = 200
#: Directives of a preprocessor without their blanks.
_ONCE = b"#pragmaonce"
_CONDITION = b"#if"
_CONDITION_END = (b"#el", b"#endif")
_CONDITIONAL = (_CONDITION, *_CONDITION_END)
_GUARD = re.compile(rb"\s*#\s*(?:if|define\s+\w+\s*$)")
#: Statements that only declare the kind of a text, or its package.
_PROLOGUE = re.compile(
    rb"""\s*(?:<\?|declare\s*\(|package\s+[\w.]+\s*+(?:;\s*+)?$|["']use\ \w+["']
    |\{-\#)""",
    re.VERBOSE,
)
#: The beginning of a file with a comment about it right above its first line.
_OPENING = re.compile(
    rb"""\s*(?: \#\s*(?:include|import|pragma\s+once)\b | <\?
    | @?(?:import|package|use|using|from|extern\ crate|library|open)\b
    | name: | cmake_minimum_required\b
    | namespace\s[^{]*; | module\s+[\w.:]+\s*$ | set\ [-+]
    | (?:const|let|local|var)\b.*\brequire\b | ["']use )""",
    re.VERBOSE,
)


#: Queries of rules, each as (rule, query), that follow from a language and the imports of a text.
Further = Callable[[str, Sequence[Import]], Sequence[tuple[str, str]]]


class Capture(NamedTuple):
    """A captured piece of source: its place in bytes, its first line and its text.

    ``text`` is cut after :data:`TEXT_BYTES` bytes, and empty for :data:`PLACES`.
    """

    start: int
    end: int
    line: int
    text: str


class Match(NamedTuple):
    """One match of a rule's query, with its captures by name (the first of each name)."""

    rule: str
    captures: Mapping[str, Capture]


def run_rules(
    grammar: Grammar, root: Node, source: bytes, queries: Sequence[tuple[str, str]]
) -> tuple[tuple[Match, ...], Mapping[str, str], bool]:
    """Run the queries of rules on a tree in one walk.

    Return the matches; the rules whose queries do not fit the grammar, which are left out, with the
    errors; and True if there may be more matches, as too many states were open.

    :param source: the text of the tree, in UTF-8.
    :param queries: (rule, query) of each; captures whose names begin with ``_`` are not returned.
    """
    if not queries:
        return (), {}, False
    query, starts, fitting, misfits = _compiled(grammar, tuple(queries))
    cursor = QueryCursor(query, match_limit=OPEN_STATES)
    cursor.set_max_start_depth(START_DEPTH)
    matches: list[Match] = []
    rules: dict[int, str] = {}
    for pattern, nodes in cursor.matches(root):
        if (rule := rules.get(pattern)) is None:
            place = bisect_right(starts, query.start_byte_for_pattern(pattern)) - 1
            rule = rules[pattern] = fitting[place]
        captures = {
            name: _capture(name, at[0], source) for name, at in nodes.items() if name[0] != "_"
        }
        matches.append(Match(rule, captures))
    return tuple(matches), misfits, cursor.did_exceed_match_limit


class _Compiled(NamedTuple):
    query: Query
    starts: tuple[int, ...]
    rules: tuple[str, ...]
    misfits: Mapping[str, str]


@lru_cache(maxsize=32)
def _compiled(grammar: Grammar, queries: tuple[tuple[str, str], ...]) -> _Compiled:
    try:
        return _joined(grammar, queries, {})
    except QueryError as error:
        problems = {rule: query_problem(grammar, text) for rule, text in queries}
        misfits = {rule: problem for rule, problem in problems.items() if problem}
        # That each fits and all together do not is unheard of.
        misfits = misfits or dict.fromkeys(problems, str(error))
        fitting = tuple(row for row in queries if row[0] not in misfits)
        return _joined(grammar, fitting, misfits)


def _joined(
    grammar: Grammar, queries: tuple[tuple[str, str], ...], misfits: Mapping[str, str]
) -> _Compiled:
    starts: list[int] = []
    source = b""
    for _, text in queries:
        starts.append(len(source))
        source += text.encode() + b"\n"
    rules = tuple(rule for rule, _ in queries)
    return _Compiled(permanent_query(grammar, source.decode()), tuple(starts), rules, misfits)


def _capture(name: str, node: Node, source: bytes) -> Capture:
    start, end = node.start_byte, node.end_byte
    line = node.start_point[0] + 1
    if name in PLACES:
        return Capture(start, end, line, "")
    text = source[start : min(end, start + TEXT_BYTES)]
    return Capture(start, end, line, text.decode("utf-8", "replace"))


@dataclass(frozen=True, slots=True)
class Parse:
    """The results of a language's queries in one text.

    :param definitions: in order of their start; the outer one before those inside it.
    :param identifiers: every name -> the lines it stands on, ascending.
    :param comment_lines: lines with nothing but comment on them. A Python docstring is code.
    :param code_lines: the other lines that are not blank.
    :param doc: the file's own description, from line ``doc_line`` on; ``""`` for none.
    :param doc_place: see :data:`sphinx_filedocs.model.facts.DocPlace`.
    :param errors: the number of lines that the parser could not read; ``first_error`` is the first
        of them.
    :param matches: of the queries that were asked for.
    :param misfits: of those, the ones that do not fit the grammar: rule -> error.
    :param is_crowded: True if fewer queries may find more: too much was open at once.
    :param names: the meanings of the names, as far as the text alone tells.
    :param doc_comments: read only if a reader of comments needs them.
    :param conditions: under which a preprocessor reads the lines.
    """

    definitions: tuple[Tag, ...] = ()
    imports: tuple[Import, ...] = ()
    identifiers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    comment_lines: int = 0
    code_lines: int = 0
    doc: str = ""
    doc_line: int = 0
    doc_place: DocPlace = ""
    errors: int = 0
    first_error: int | None = None
    matches: tuple[Match, ...] = ()
    misfits: Mapping[str, str] = field(default_factory=dict)
    is_crowded: bool = False
    names: Names = field(default_factory=Names)
    doc_comments: tuple[DocComment, ...] = ()
    conditions: Conditions = NO_CONDITIONS


def parse(
    text: str,
    language: Language,
    queries: Sequence[tuple[str, str]] = (),
    further: Further = lambda *_: (),
) -> Parse:
    r"""Return the definitions, imports, names and descriptions of a text.

    Lines that the grammar can't read are counted.

    :param text: lines end in ``\n``; lone surrogates are read as question marks.
    :param queries: (rule, query) of further queries to run on the same tree.
    :param further: returns those that follow from the language and the imports.
    :raises LookupError: when the grammar of the language is not installed.
    :raises GrammarError: when it does not work, or a query of the language does not fit it.
    :raises OverBudgetError: for a text that exceeds a bound.
    """
    syntax = Syntax(text, language)
    tags, doc, doc_line = definitions.find(syntax)
    lines = syntax.data.split(b"\n")
    filled = [at for at, line in enumerate(lines, 1) if line.strip()]
    comment = syntax.comment_rows().intersection(filled)
    code = [at for at in filled if at not in comment]
    said = Head(doc, doc_line, "marked") if own_words(doc) else _head(syntax, tags, lines, code)
    errors = syntax.error_rows()
    imported = import_statements.find(syntax)
    met, misfits, is_crowded = run_rules(syntax.grammar, syntax.root, syntax.data, queries)
    if renamed := further(language.key, [statement.import_ for statement in imported]):
        more, _, crowded = run_rules(syntax.grammar, syntax.root, syntax.data, renamed)
        met, is_crowded = (*met, *more), is_crowded or crowded
    is_asked = any(reader.needs in text for reader in hooks.loaded("comments"))
    return Parse(
        definitions=tags,
        imports=tuple(statement.import_ for statement in imported),
        identifiers=syntax.identifiers(),
        comment_lines=len(comment),
        code_lines=len(code),
        doc=said.text,
        doc_line=said.line,
        doc_place=said.place,
        errors=len(errors),
        first_error=min(errors, default=None),
        matches=met,
        misfits=misfits,
        is_crowded=is_crowded,
        names=scopes.find(syntax, imported),
        doc_comments=tuple(syntax.comments.documentation()) if is_asked else (),
        conditions=syntax.conditions(),
    )


def _head(syntax: Syntax, tags: Sequence[Tag], lines: Sequence[bytes], code: Sequence[int]) -> Head:
    none = len(lines) + 1
    first = min(code, default=none)
    guards = _guards(lines, code)
    opening = guards | _opening(lines, [at for at in code if at not in guards])
    behind = (at for at in code if not (at in guards or _PROLOGUE.match(lines[at - 1])))
    # A comment above a namespace or a package is about the file, and so above a module that many
    # files may be parts of.
    around = {"", "namespace", *(("module",) if syntax.language.types.partial else ())}
    outer = min((tag.span.start for tag in tags if tag.kind in around), default=none)
    starts = {tag.span.start for tag in tags if tag.kind not in around or tag.span.start > outer}
    # If documentation is a string, a comment above the first import is about the imports.
    statements = (
        code if syntax.language.comments.docstrings else [at for at in code if at not in opening]
    )
    if syntax.language.comments.inner:
        # A comment above the first line is about that line, even if it is no definition.
        statements = [*statements, first]
    return syntax.comments.head(
        CodeLines(
            definitions=frozenset(starts - guards),
            statements=frozenset(statements),
            behind=next(behind, none),
            stop=next((at for at in code if at not in opening), none),
        )
    )


def _opening(lines: Sequence[bytes], code: Sequence[int]) -> frozenset[int]:
    opening_lines: set[int] = set()
    depth = below = 0
    for number, at in enumerate(code):
        line = lines[at - 1]
        if _directive(line).startswith(_CONDITION):
            # An import may depend on a condition. The line below several is that of each.
            below = max(below, number + 1)
            while below < len(code) and _directive(lines[code[below] - 1]).startswith(_CONDITIONAL):
                below += 1
            line = lines[code[below] - 1] if below < len(code) else b""
        is_opening = _OPENING.match(line) or _PROLOGUE.match(line)
        if not (depth or is_opening or _directive(line).startswith(_CONDITION_END)):
            break
        opening_lines.add(at)
        depth += sum(map(line.count, (b"(", b"{"))) - sum(map(line.count, (b")", b"}")))
        depth = max(depth, 0)
    return frozenset(opening_lines)


def _guards(lines: Sequence[bytes], code: Sequence[int]) -> frozenset[int]:
    guards: set[int] = set()
    is_whole = bool(code) and _directive(lines[code[-1] - 1]).startswith(b"#endif")
    for at in code:
        line = lines[at - 1]
        bare = _directive(line)
        is_guard = _GUARD.match(line) if guards else bare.startswith(_CONDITION)
        if not (bare == _ONCE or (is_whole and is_guard)):
            break
        guards.add(at)
    return frozenset(guards)


def _directive(line: bytes) -> bytes:
    """Return a line without blanks: ``#ifdef`` for ``#  ifdef``."""
    return b"".join(line[:_LONGEST_DIRECTIVE].split())
