"""Everything that follows from a file's text and language alone."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from hashlib import blake2b

from sphinx_filedocs import hooks, languages
from sphinx_filedocs.garbage import no_collection
from sphinx_filedocs.languages.file_types import having, listed_type
from sphinx_filedocs.model.facts import (
    CommentReader,
    Conditions,
    DocComment,
    Facts,
    Import,
    Keyword,
    LineCounts,
)
from sphinx_filedocs.model.files import Extract
from sphinx_filedocs.model.symbols import Symbol, SymbolKind, clauses_of, walk
from sphinx_filedocs.parse import (
    documentation,
    finders,
    lexer_names,
    licenses,
    marks,
    parser,
)
from sphinx_filedocs.parse.budget import OverBudgetError
from sphinx_filedocs.parse.outline import nest
from sphinx_filedocs.parse.prose import Headings
from sphinx_filedocs.parse.quotes import SELF, is_title, own_words
from sphinx_filedocs.patterns import compile_pattern
from sphinx_filedocs.phrases import NOTHING, Phrase

_NO_HEADINGS = Headings()
#: A name as a string or a symbol, as many a language writes it to call its owner.
_QUOTED = re.compile(r"""["'`:](\w{1,200})\b""")
#: The beginnings of lines between the mark of a test and its function.
_ATTRIBUTES = ("#[", "[", "@")
#: The beginning and the end of a name that a macro puts together.
_BEFORE_PASTE = compile_pattern(r"\b(\w++)[ \t]*+##")
_BEHIND_PASTE = compile_pattern(r"##[ \t]*+(\w++)")
_PACKAGE_KINDS = ("namespace", "module")


def extract(
    text: str, language: str | None, sparing: bool = False, generated: bool = False
) -> Extract:
    r"""Return the facts of a text.

    :param text: lines end in ``\n``.
    :param language: a language's key, else the short name of a Pygments lexer.
    :param sparing: True to prepare only the queries that the text needs, for few texts.
    :param generated: True if a program wrote it.
    """
    known = languages.load().get(language or "")
    trouble = languages.trouble(known) if known else None
    if known and not trouble and languages.grammar(known):
        try:
            return _parsed(text, known, sparing, generated)
        except languages.GrammarError as error:
            trouble = languages.without_symbols(known, error.reason)
        except OverBudgetError as error:
            # A text over the parser's budget is over a lexer's too: their patterns take no bounds.
            return plain(text, error.reason)
    lexer = known.lexer if known else language
    words = lexer_names.lexed(text, lexer or "text", known.comments.marks if known else ())
    is_outlined = language is not None and language in having("headings")
    said = _outline(text, language or "", is_outlined=is_outlined)
    if not is_outlined:
        # A text that is no prose may describe itself in a comment.
        said = replace(said, doc=own_words(words.doc), doc_line=words.doc_line)
    facts = Facts(
        lines=_counts(text, words.comment_lines),
        doc=said.doc if not is_outlined or _is_telling(said) else "",
        doc_line=said.doc_line,
        purpose=said.purpose,
        mentions=said.mentions,
        shown=said.shown,
        license=licenses.find(text),
        holders=licenses.holders(text),
        symbols=said.symbols,
        kinds=_kinds(said.symbols),
        outline=_outline_digest(said.symbols),
        findings=finders.find(text, language),
        marks=marks.find(text, language),
        misfits=(trouble,) if trouble else (),
    )
    keywords = _keywords(facts.symbols, (), words.identifiers)
    return Extract(_with_keywords(facts, keywords, text), keywords)


def _is_telling(said: Headings) -> bool:
    """Return True if the first paragraph of a text is about the text: below a title it is, else it
    may be about anything."""
    return not is_title(said.doc) and (said.is_titled or SELF.match(said.doc) is not None)


def plain(text: str, stopped: Phrase = NOTHING) -> Extract:
    """Return the facts of a text that is shown as plain text: its lines and its licence.

    :param stopped: the bound that stopped its analysis, if any did.
    """
    facts = Facts(
        lines=_counts(text, 0),
        license=licenses.find(text),
        holders=licenses.holders(text),
        stopped=stopped,
    )
    return Extract(facts)


def _outline(text: str, markup: str, *, is_outlined: bool) -> Headings:
    if not (is_outlined or not markup):
        return _NO_HEADINGS
    # A build after an edit of code does without the parser of Markdown.
    from sphinx_filedocs.parse import headings  # noqa: PLC0415

    if is_outlined:
        return headings.outline(text, markup)
    return Headings(purpose=headings.plain_purpose(text))


def _parsed(text: str, language: languages.Language, sparing: bool, generated: bool) -> Extract:
    with no_collection():
        queries = finders.queries(text, language.key, sparing, generated)
        parse = parser.parse(text, language, queries, finders.further)
        if parse.is_crowded and not sparing:
            # The findings must not depend on other queries.
            queries = finders.queries(text, language.key, True, generated)
            parse = parser.parse(text, language, queries, finders.further)
    read = partial(
        documentation.read,
        docstring=language.comments.docstrings,
        doc_code=language.comments.code,
        markdown=language.comments.markdown,
    )
    nested = nest(parse.definitions, language.conceals)
    symbols = _documented(nested, read)
    facts = Facts(
        lines=_counts(text, parse.comment_lines),
        doc=own_words(read(parse.doc).text),
        doc_line=parse.doc_line,
        doc_place=parse.doc_place,
        license=licenses.find(text),
        holders=licenses.holders(text),
        symbols=symbols,
        kinds=() if _is_data(language) else _kinds(symbols),
        outline=_outline_digest(symbols),
        packages=packages(symbols, language) if language.packages.clause else (),
        imports=_under_conditions(parse.imports, parse.conditions),
        findings=finders.find(text, language.key, parse.matches, parse.imports),
        marks=marks.find(text, language.key, parse.matches),
        errors=parse.errors,
        first_error=parse.first_error,
        misfits=_missed(text, language, parse.misfits),
        comments=_of_comments(text, nested, parse.doc_comments),
        conditions=parse.conditions,
        tests=marked_tests(text, symbols, language.symbols.test_attribute),
    )
    keywords = _keywords(symbols, parse.imports, parse.identifiers, language.names.blanks)
    return Extract(_with_keywords(facts, keywords, text), keywords, parse.names)


def _of_comments(
    text: str, symbols: tuple[Symbol, ...], comments: Sequence[DocComment]
) -> tuple[tuple[str, str], ...]:
    readers: Iterable[CommentReader] = hooks.loaded("comments")
    return tuple(
        (reader.name, facts)
        for reader in readers
        if comments and reader.needs in text and (facts := reader.read(symbols, comments))
    )


def _documented(
    symbols: tuple[Symbol, ...], read: Callable[[str], documentation.Documentation]
) -> tuple[Symbol, ...]:
    return tuple(
        symbol._replace(
            doc=said.text,
            fields=said.fields,
            children=_documented(symbol.children, read),
        )
        for symbol in symbols
        for said in (read(symbol.doc),)
    )


def _under_conditions(imports: tuple[Import, ...], conditions: Conditions) -> tuple[Import, ...]:
    if not (imports and conditions.branches):
        return imports
    around = conditions.by_line()
    return tuple(
        import_._replace(condition=around[import_.line].condition)
        if import_.line in around
        else import_
        for import_ in imports
    )


def _is_data(language: languages.Language) -> bool:
    """Return True if a language's names are no part of a program: keys, selectors."""
    return language.no_tests and listed_type(language.name) != "programming"


def _kinds(symbols: tuple[Symbol, ...]) -> tuple[tuple[SymbolKind, int], ...]:
    return tuple(Counter(entry.symbol.kind for entry in walk(symbols)).items())


def _outline_digest(symbols: tuple[Symbol, ...]) -> str:
    rows = [
        f"{outlined.qualified} {outlined.number} {outlined.symbol.kind}"
        for outlined in walk(symbols)
    ]
    text = "\n".join(rows).encode("utf-8", "surrogatepass")
    return blake2b(text, digest_size=16).hexdigest() if rows else ""


def packages(
    symbols: tuple[Symbol, ...], language: languages.Language
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the packages that an outline declares, each with the names defined in it."""
    outside = [symbol.name for symbol in symbols if symbol.kind not in _PACKAGE_KINDS]
    clauses = clauses_of(symbols)
    if language.packages.chained_clauses and len(clauses) > 1:
        return ((".".join(clauses), tuple(outside)),)
    return tuple(
        (package.name, (*outside, *(child.name for child in package.children)))
        for package in symbols
        if package.kind in _PACKAGE_KINDS
    )


def _missed(
    text: str, language: languages.Language, misfits: Mapping[str, str]
) -> tuple[Phrase, ...]:
    """Return the rules for the text whose queries do not fit the grammar, with the error: the
    same for any set of prepared queries."""
    if not misfits:
        return ()
    possible = (rule for rule, _ in finders.queries(text, language.key, sparing=True))
    return tuple(
        languages.without_rule(language, rule, misfits[rule])
        for rule in possible
        if rule in misfits
    )


def _with_keywords(facts: Facts, keywords: tuple[Keyword, ...], text: str) -> Facts:
    quoted = set(_QUOTED.findall(text))
    is_pasting = "##" in text
    begins = tuple({*_BEFORE_PASTE.findall(text)}) if is_pasting else ()
    ends = tuple({*_BEHIND_PASTE.findall(text)}) if is_pasting else ()
    lone = tuple(
        keyword.name
        for keyword in keywords
        if len(keyword.lines) == 1
        and keyword.kinds != ("identifier",)
        and keyword.name not in quoted
        and not keyword.name.startswith(begins)
        and not keyword.name.endswith(ends)
    )
    return replace(facts, keywords=len(keywords), lone=lone)


def _counts(text: str, comment: int) -> LineCounts:
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    blank = sum([not line or line.isspace() for line in lines])
    return LineCounts(len(lines), len(lines) - blank - comment, comment, blank)


def _keywords(
    symbols: tuple[Symbol, ...],
    imports: tuple[Import, ...],
    identifiers: Mapping[str, tuple[int, ...]],
    blanks: Collection[str] = (),
) -> tuple[Keyword, ...]:
    """Return every name with its kinds and lines, sorted by name.

    A name that the file defines has the kinds of its definitions; one that it imports is an import
    too.

    :param blanks: the characters or words that are no names.
    """
    kinds: defaultdict[str, dict[str, None]] = defaultdict(dict)
    more: dict[str, set[int]] = {}
    for outlined in walk(symbols):
        symbol = outlined.symbol
        kinds[symbol.name][symbol.kind] = None
        more.setdefault(symbol.name, set()).add(symbol.line)
    for entry in imports:
        bound = [name for name in (entry.target, entry.alias) if name]
        for imported in entry.names:
            bound += [name for name in (imported.name, imported.alias) if name and name != "*"]
        for name in bound:
            if name in blanks:
                continue
            kinds[name]["import"] = None
            more.setdefault(name, set()).add(entry.line)
    lines = dict(identifiers)
    for name, numbers in more.items():
        lines[name] = tuple(sorted(numbers.union(lines.get(name, ()))))
    known = {name: tuple(own) for name, own in kinds.items()}
    unknown = ("identifier",)
    return tuple(
        [Keyword(name, known.get(name, unknown), rows) for name, rows in sorted(lines.items())]
    )


def marked_tests(text: str, symbols: Sequence[Symbol], pattern: str) -> tuple[tuple[int, int], ...]:
    """Return the first and the last line of each symbol that is a test or holds nothing but tests,
    in order; of those inside of others the outer ones alone. Of a statement that is no symbol, such
    as ``mod tests;``, it is the first line.

    :param pattern: of a line above the name of such a symbol, ``""`` if a language has none.
    """
    marked = re.compile(pattern) if pattern else None
    if marked is None or not marked.search(text):
        return ()
    lines = text.split("\n")
    spans: list[tuple[int, int]] = []
    pending = [*symbols]
    while pending:
        symbol = pending.pop()
        if any(map(marked.search, lines[symbol.span.start - 1 : symbol.line - 1])):
            spans.append((symbol.span.start, symbol.span.end))
        else:
            pending += symbol.children
    inside = {line for first, last in spans for line in range(first, last + 1)}
    for above, line in enumerate(lines, 1):
        if above not in inside and marked.search(line):
            starts = (line.lstrip().startswith(_ATTRIBUTES) for line in lines[above:])
            below = (at for at, is_attribute in enumerate(starts, above) if not is_attribute)
            spans.append((above, next(below, above) + 1))
    return tuple(sorted(spans))
