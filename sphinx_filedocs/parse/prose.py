"""Reads texts of prose: descriptions of the project, and the files and names they explain."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sphinx_filedocs.model.descriptions import Mention, ShownCode
from sphinx_filedocs.model.symbols import Symbol
from sphinx_filedocs.parse.quotes import first_sentence, is_formless, is_no_statement
from sphinx_filedocs.patterns import WORD
from sphinx_filedocs.shortening import shortened

#: The most mentions in a text, and characters of the words of one.
MOST = 500
_SAID = 400
#: The most passages to search for a description of the project, and characters of one.
_LOOKED = 40
_LONGEST = 4_000

#: Possible names of files, folders and symbols: text marked as code, targets of links, and words
#: with a slash or an ending.
_NAMES = re.compile(
    r"(?:(?<![\w:}]):(?P<role>[a-z][\w:+-]{0,40}):(?=`))?(?P<ticks>`{1,2})(?!`)(?P<code>[^`\n]{1,120}?)(?P=ticks)(?!`)"
    r"|\]\((?P<link>[^()\s#?]{1,200})"
    r"|(?<![\w/.:@<+-])(?P<path>(?:[\w+.-]+/)+[\w+.-]*\w/?"
    r"|[\w+-][\w.+-]*\.[A-Za-z]\w{0,7})(?![\w/@(])"
)
#: The roles of reStructuredText that mark the name of a file or of a definition: others mark
#: options, settings, words and pages.
_ROLES_OF_CODE = frozenset(
    [
        "file",
        "code",
        "literal",
        "any",
        "mod",
        "class",
        "meth",
        "func",
        "data",
        "attr",
        "exc",
        "obj",
        "const",
        "deco",
        "type",
        "alias",
        "macro",
        "struct",
        "enum",
        "enumerator",
        "union",
        "member",
        "var",
        "concept",
        "function",
        "method",
    ]
)
_NAME = re.compile(r"(?:\.{0,2}/)*[\w$.+-]+(?:(?:/|::|->|#|\.)[\w$.+-]+)*/?(?:\(\))?")
#: A name that the text then explains: ``server.c``: the main loop.
_EXPLAINED = re.compile(
    r"\s*(?:\*\*|__)?(?:\[)?(?P<ticks>`{0,2})(?P<name>[\w./+$-]+?/?)(?P=ticks)(?:\]\([^()\s]{0,200}\))?(?:\*\*|__)?"
    r"(?:\s*:\s+|\s+[-–—]{1,3}\s+|:\*\*\s+|\s*\|\s*)(?P<says>\S.*)",
    re.DOTALL,
)
_HEADING_NAME = re.compile(r"\s*[`*\"]{0,2}(?P<name>[\w./+-]+?/?)[`*\"]{0,2}\s*:?\s*")

#: Headings of sections that do not describe the project.
_ASIDE = re.compile(
    r"\W*(?:quick|getting[ -]?start|install|usage|using|how to|news|what'?s new|changes?"
    r"|change ?log|releases?|history"
    r"|contribut|licen[cs]e|copying|copyright|build|compil|sponsor|status|badges?|table of"
    r"|contents|links|download"
    r"|requirements?|prerequisites|dependenc|support|contact|communit|credits|authors?|thanks"
    r"|acknowledg|test"
    r"|documentation|docs|example|features?|faq|security|upgrad|migrat|configur|develop|note"
    r"|warning|todo"
    r"|limitation|see also|more|help|bugs?|issues|maintain|backers|donat|versions?|roadmap|run"
    # Below a date stands news.
    r"|\d{1,2}\.? [a-z]{3,9}\.?,? \d{4}|[a-z]{3,9}\.? \d{1,2},? \d{4}|\d{4}-\d\d)",
    re.IGNORECASE,
)
#: Headings of sections that describe the project: other sections describe single cases.
_ABOUT = re.compile(
    r"\W*(?:what(?:'s|’s| is| are)\b|about\b"
    r"|(?:\w+ )?(?:overview|introduction|summary|description|purpose)\b"
    r"|synopsis|abstract|general)",
    re.IGNORECASE,
)
#: A first sentence that only welcomes who reads it, or asks something.
_GREETING = re.compile(
    r"\A\W*(?:welcome to (?:[^.!?\n]|\.(?=\w)){1,200}[.!]|(?:[^.!?\n]|\.(?=\w)){1,200}\?)\s+(?=\w)",
    re.IGNORECASE,
)
#: A sentence about the text, its reader or its makers: ``This README …``, ``You can …``.
_ASIDE_SENTENCE = re.compile(
    r"\W*(?:(?:this )?readme|this (?:document|file|page|guide|section)"
    r"|there (?:is|are|was|were)|you|we|I|to|please|read|check|run|install|download|currently"
    r"|in order|copyright|licensed|status"
    r"|the (?:documentation|following|latest|current))\b",
    re.IGNORECASE,
)
_CODE_LINE = re.compile(r"^[^\S\n]*+(?:[#$%>]|--?\w|\d+[.)]\s|[*+-]\s)|\\$", re.MULTILINE)
#: A title with a name, and a description behind it.
_NAMED = re.compile(r"\A(?P<name>[^\s:]+(?: [^\s:]+){0,2}?)(?:\s+[-–—]{1,3}|:)\s+(?P<says>\S.*)\Z")
#: A paragraph of fewer words says nothing.
_FEWEST = 4
#: Fewer words behind a name are no description; one of these may be of a letter and a sign.
_FEWEST_SAID = 3
#: Fewer words between links only join these.
_FEWEST_BETWEEN = 3


@dataclass(frozen=True, slots=True)
class Headings:
    """The headings of a file, nested by level, and its paragraphs.

    :param doc: the words of its first paragraph, which is on the line ``doc_line``.
    :param purpose: the words of the first paragraph that describes a project, and its line.
    :param mentions: the files and symbols that the text names.
    :param shown: its first examples of code.
    :param is_titled: True if a title stands above that paragraph.
    """

    symbols: tuple[Symbol, ...] = ()
    doc: str = ""
    doc_line: int = 0
    purpose: tuple[str, int] = ("", 0)
    mentions: tuple[Mention, ...] = ()
    shown: tuple[ShownCode, ...] = ()
    is_titled: bool = False


class Passage(NamedTuple):
    """A paragraph or the beginning of a list's entry, as it is written.

    :param heading: of the section around it, ``""`` above all headings.
    :param level: of that heading.
    :param paragraph: True if it is no entry of a list or table.
    :param quoted: True if it is a quotation that stands before all else: a motto.
    """

    line: int
    text: str
    heading: str = ""
    level: int = 0
    paragraph: bool = True
    quoted: bool = False


def purpose(
    passages: Iterable[Passage], plain: Callable[[str], str], title: str, line: int = 0
) -> tuple[str, int]:
    """Return the first paragraph that describes the project, and its line.

    Below the title any statement counts, else one below a heading such as *About*. If no paragraph
    does, the title may: ``Ring - A buffer of frames``.

    :param plain: returns the words of a passage.
    :param title: the first heading, of any level.
    :param line: of that, 0 if it is no title of all of the text.
    """
    first: tuple[str, int] = ("", 0)
    for number, passage in enumerate(passages):
        is_below_title = passage.level <= 1 or passage.heading == title
        if number >= _LOOKED or (first[0] and not is_below_title):
            break
        if not passage.paragraph or (passage.level > 1 and _ASIDE.match(passage.heading)):
            continue
        text = _GREETING.sub("", plain(passage.text[:_LONGEST]), count=1)
        is_about = is_below_title or _ABOUT.match(passage.heading)
        if text.endswith(":") and first_sentence(text).rstrip() != text:
            # It leads to an example, and says something before.
            text = f"{text[:-1].rstrip()}."
        if is_about and not first[0] and _is_prose(passage.text, text):
            first = text, passage.line
    titled = _said_by(title) if line else ""
    return first if first[0] or not titled else (titled, line)


def _said_by(title: str) -> str:
    """Return the words behind a name in a title: "Ring - A buffer of frames"."""
    match = _NAMED.match(title)
    said = match["says"] if match else ""
    return (
        said
        if len(said.split()) >= _FEWEST_SAID and _is_prose(said, said, _FEWEST_SAID - 1)
        else ""
    )


def _is_prose(written: str, text: str, fewest: int = _FEWEST) -> bool:
    """Return True if a passage is a statement: whole sentences, and neither links nor commands.

    :param fewest: words; a script that sets no blanks may have one.
    """
    return not (
        (len(WORD.findall(text[:_SAID])) < fewest and not text.endswith("。"))
        or text.endswith(":")
        or is_formless(text)
        or _ASIDE_SENTENCE.match(text)
        or _CODE_LINE.search(written)
        or _is_links(written, text)
    )


def _is_links(written: str, text: str) -> bool:
    """Return True if a passage is mostly links, as rows of badges and of references are: few words
    stand between these."""
    labels = re.findall(r"\[([^\[\]]{1,100})\](?=[\[(])", written)
    between = len(WORD.findall(text)) - sum(len(WORD.findall(label)) for label in labels)
    return sum(map(len, labels)) > 0.5 * len(text) and between < _FEWEST_BETWEEN


def mentions(
    passages: Sequence[Passage],
    headings: Iterable[tuple[str, int, bool]],
    plain: Callable[[str], str],
) -> tuple[Mention, ...]:
    """Return the places that may name a file or a symbol, in order, each name once a passage.

    :param headings: their titles and lines, and True for those with code.
    :param plain: returns the words of a passage.
    """
    rows = [*_named_by_headings(passages, headings, plain), *_named(passages, plain)]
    rows.sort(key=lambda row: (row.line, row.name))
    return tuple(rows[:MOST])


def _named_by_headings(
    passages: Sequence[Passage],
    headings: Iterable[tuple[str, int, bool]],
    plain: Callable[[str], str],
) -> Iterator[Mention]:
    first: dict[str, Passage] = {}
    for passage in passages:
        if passage.paragraph:
            first.setdefault(passage.heading, passage)
    for title, line, is_code in headings:
        match = _HEADING_NAME.fullmatch(title)
        name = match["name"] if match else ""
        if name and _is_name(name):
            below = first.get(title)
            says = (
                shortened(plain(below.text[:_LONGEST]), _SAID)
                if below and below.line > line
                else ""
            )
            says = "" if is_no_statement(says, name) else says
            yield Mention(name, line, title, says, code=is_code)


def _named(passages: Iterable[Passage], plain: Callable[[str], str]) -> Iterator[Mention]:
    for passage in passages:
        explained = _EXPLAINED.match(passage.text[:_LONGEST])
        about = explained["name"] if explained and _is_name(explained["name"]) else ""
        says = plain(explained["says"].partition(" | ")[0]) if explained and about else ""
        says = shortened(says, _SAID)
        if about and says:
            is_code = bool(explained and explained["ticks"])
            yield Mention(about.rstrip("()"), passage.line, passage.heading, says, code=is_code)
        known = {about if says else ""}
        names = [*_names_in(passage.text[:_LONGEST])]
        by_kind = {
            kind: {name for name, _, of_kind in names if of_kind == kind}
            for kind in ("link", "code")
        }
        for name, at, _ in names:
            if name not in known:
                known.add(name)
                line = passage.line + passage.text.count("\n", 0, at)
                is_linked, is_code = (name in by_kind[kind] for kind in ("link", "code"))
                yield Mention(name, line, passage.heading, linked=is_linked, code=is_code)


def _names_in(text: str) -> Iterator[tuple[str, int, str]]:
    """Yield possible names in a passage, their places and kinds: code, a link, a path."""
    for match in _NAMES.finditer(text):
        kind = match.lastgroup if match.lastgroup not in {"ticks", "role"} else "code"
        name = match[kind or 0].strip()
        if "://" in name or not _NAME.fullmatch(name) or (kind == "path" and not _is_name(name)):
            continue
        if match["role"] and match["role"].rpartition(":")[2] not in _ROLES_OF_CODE:
            continue
        yield name.removeprefix("./"), match.start(kind or 0), kind or ""


def _is_name(name: str) -> bool:
    return bool(re.search(r"[A-Za-z]{2}", name)) and ("." in name or "/" in name or "_" in name)
