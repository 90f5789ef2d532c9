"""Parses a text and runs its language's queries; nothing outside of this module and
what it is made of sees a syntax tree."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sphinx_filedocs.languages import Language
from sphinx_filedocs.model import Import, Names, Tag
from sphinx_filedocs.parse import definitions, matches, names, statements
from sphinx_filedocs.parse.matches import Match
from sphinx_filedocs.parse.syntax import Syntax

#: How many lines of a text may stand before the end of a header's guard.
_HEAD = 500
_GUARD = re.compile(rb"\s*#\s*(?:pragma\s+once|ifndef\s+\w+|define\s+\w+)\s*$")

#: How a file begins that has a comment about it right above its first line.
_OPENING = re.compile(
    rb"""\s*(?: \# | <\? | (?:import|package|use|using|from|extern\ crate|library)\b
    | namespace\s[^{]*; | (?:const|let|var)\b.*\brequire\b | ["']use )""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Parse:
    """What the queries of a language found in one text.

    :param definitions: in order of their start; the outer one before those inside it.
    :param identifiers: every name -> the lines it stands on, ascending.
    :param comment_lines: lines with nothing but comment on them. A Python docstring is code.
    :param code_lines: the other lines that are not blank.
    :param doc: what the file says about itself; ``""`` when it says nothing.
    :param errors: how many lines the parser could not make sense of; ``first_error`` is the
        first of them.
    :param matches: of the queries that were asked for.
    :param misfits: of those, the ones that do not fit the grammar: rule -> why.
    :param is_crowded: whether fewer queries may find more: too much was open at once.
    :param names: what the names mean, as far as the text alone tells.
    """

    definitions: tuple[Tag, ...] = ()
    imports: tuple[Import, ...] = ()
    identifiers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    comment_lines: int = 0
    code_lines: int = 0
    doc: str = ""
    errors: int = 0
    first_error: int | None = None
    matches: tuple[Match, ...] = ()
    misfits: Mapping[str, str] = field(default_factory=dict)
    is_crowded: bool = False
    names: Names = field(default_factory=Names)


def parse(text: str, language: Language, queries: Sequence[tuple[str, str]] = ()) -> Parse:
    r"""Return what a text in a language defines, imports, names and says.

    What the grammar cannot make sense of is counted.

    :param text: lines end in ``\n``; lone surrogates are read as question marks.
    :param queries: (rule, query) of further queries to run on the same tree.
    :raises LookupError: when the grammar of the language is not installed.
    :raises GrammarError: when it does not work, or a query of the language does not fit it.
    :raises OverBudgetError: for a text that takes more than it may.
    """
    syntax = Syntax(text, language)
    tags, doc = definitions.find(syntax)
    filled = [at for at, line in enumerate(syntax.data.split(b"\n"), 1) if line.strip()]
    comment = syntax.comment_rows().intersection(filled)
    if not language.docstrings:
        doc = _head(syntax, tags, [at for at in filled if at not in comment])
    errors = syntax.error_rows()
    imported = statements.find(syntax)
    met, misfits, is_crowded = matches.run(syntax.grammar, syntax.root, syntax.data, queries)
    return Parse(
        definitions=tags,
        imports=tuple(statement.import_ for statement in imported),
        identifiers=syntax.identifiers(),
        comment_lines=len(comment),
        code_lines=len(filled) - len(comment),
        doc=doc,
        errors=len(errors),
        first_error=min(errors, default=None),
        matches=met,
        misfits=misfits,
        is_crowded=is_crowded,
        names=names.find(syntax, imported),
    )


def _head(syntax: Syntax, tags: Sequence[Tag], code: Sequence[int]) -> str:
    """Return what the comments at the top of a text say about it."""
    lines = syntax.data.split(b"\n", _HEAD)
    behind = (at for at in code if at > _HEAD or not _GUARD.match(lines[at - 1]))
    none = len(lines) + _HEAD
    # What is said above a namespace or a package is said of the file.
    starts = (tag.span.start for tag in tags if tag.kind not in ("", "namespace"))
    said = [at for at in code if at > _HEAD or not _OPENING.match(lines[at - 1])]
    return syntax.comments.head(starts, said, min(code, default=none), next(behind, none))
