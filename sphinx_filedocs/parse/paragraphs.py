"""Titles and paragraphs of texts in reStructuredText and AsciiDoc.

Scanners and no parsers. That of reStructuredText follows docutils' own order of decisions for lines
that start in the first column, where alone a title can stand; that of AsciiDoc passes over included
files, blocks with marks around them, and macros."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*\Z")
_OPTION_NAME = "[A-Za-z][A-Za-z0-9_-]*"
_OPTION = rf"""(?: [-+][A-Za-z0-9](?:[ ]?(?:{_OPTION_NAME}|<[^<>]+>))?
    | (?:--|/)[A-Za-z0-9][A-Za-z0-9_-]*(?:[ =](?:{_OPTION_NAME}|<[^<>]+>))? )"""
#: What docutils takes for something else before it looks for a title.
_OTHER = re.compile(
    rf"""[-+*\u2022\u2023\u2043](?:\ |\Z)         # bullet
    | :(?![:\ ])(?:[^:\\]|\\.|:(?!\ |\Z))*(?<!\ ):(?:\ |\Z)  # field
    | {_OPTION}(?:,\ {_OPTION})*\ \ +\S          # option with its description
    | \|(?:\ |\Z)                              # line block
    | \+-[-+]+-\+\Z                            # grid table
    | \.\.(?:\ |\Z)                            # directive, comment, target, footnote
    | __(?:\ |\Z)                              # anonymous target
    """,
    re.VERBOSE,
)
_BULLET = re.compile(r"[-+*\u2022\u2023\u2043] +\S")
_DOCTEST = re.compile(r">>>(?: |\Z)")
_TABLE = re.compile(r"=+(?: +=+)+\Z")
_TABLE_BORDER = re.compile(r"=[ =]*+\Z")
_ROLE = re.compile(r":[\w.+:-]{1,60}:`([^`]{1,500})`")
_INLINE = re.compile(
    r"``(?P<literal>.+?)``(?!`)"
    r"|\*\*(?P<strong>[^*]+)\*\*"
    r"|(?<![\w*])\*(?P<emphasis>[^*\s](?:[^*]*[^*\s])?)\*(?!\*)"
    r"|\|(?P<substitution>[^|\s](?:[^|]*[^|\s])?)\|_{0,2}"
    r"|`(?P<reference>[^`<]+?)(?:(?<!\s)\s*+<[^`<>]*>)?`_{0,2}"
    r"|(?<![\w`:/.@-])(?P<name>[A-Za-z0-9](?:[\w.+-]{0,60}[A-Za-z0-9])?)__?(?![\w`])"
)
#: What Sphinx puts in the place of its own substitutions is known to it alone.
_VERSION = re.compile(
    r"(?<!\s)\s*+(?:\b(?:version|release)\s++|\bv)?\|(?:version|release|today)\|_{0,2}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Title:
    """A section title; ``style`` is its adornment: ``=`` below, ``==`` above and below too.

    :param line: of the text, 1-based; ``start`` is the line of the overline where there is one.
    """

    text: str
    style: str
    line: int
    start: int


def scan(text: str) -> tuple[list[Title], list[tuple[int, str]]]:
    """Return the section titles of a document in order, and its paragraphs and the entries of its
    lists as written, each with its line.

    Source: the states ``Body``, ``Text`` and ``Line`` of docutils' parser, and the reStructured\
Text specification, "Sections".
    """
    lines = [line.expandtabs(8).rstrip() for line in text.split("\n")]
    titles: list[Title] = []
    paragraphs: list[tuple[int, str]] = []
    at = 0
    while at < len(lines):
        if _BULLET.match(lines[at]):
            end = _paragraph_end(lines, at + 1, indented=True, entry=True)
            paragraphs.append((at + 1, "\n".join(lines[at:end])))
            at = end
        elif (end := _aside(lines, at)) or (end := _overlined(lines, at, titles)):
            at = end
        elif title := _underlined(lines, at):
            titles.append(title)
            at += 2
        else:
            end = _paragraph_end(lines, at)
            term = end - at == 1 and lines[end : end + 1] and lines[end].startswith(" ")
            if not term and (said := _says("\n".join(lines[at:end]))):
                paragraphs.append((at + 1, said))
            at = _behind_literal(lines, end)
    return titles, paragraphs


def _aside(lines: list[str], at: int) -> int:
    """Return the line behind what is no title and no paragraph; 0 when it may be one."""
    line = lines[at]
    if not line or line[0] == " " or _OTHER.match(line):
        return at + 1
    if _DOCTEST.match(line):
        return _paragraph_end(lines, at, indented=True)
    return _table_end(lines, at) if _TABLE.match(line) else 0


def _overlined(lines: list[str], at: int, titles: list[Title]) -> int:
    """Take an adornment line for an overline or a transition; return the line behind it.

    Returns 0 when the line is text: a short one that neither fits a title nor stands alone.
    """
    over = lines[at]
    if not _ADORNMENT.match(over):
        return 0
    text, under = (*lines[at + 1 : at + 3], "", "")[:2]
    short = len(over) < 4
    if not text or _ADORNMENT.match(text):
        return 0 if short else at + 1 + bool(text)
    if over == under and not (short and _width(text) > len(over)):
        titles.append(Title(text.strip(), over[0] * 2, at + 2, at + 1))
        return at + 3
    return 0 if short else at + 2 + bool(under)


def _underlined(lines: list[str], at: int) -> Title | None:
    text, under = lines[at], (*lines[at + 1 : at + 2], "")[0]
    if not _ADORNMENT.match(under) or (len(under) < 4 and _width(text) > len(under)):
        return None
    return Title(text, under[0], at + 1, at + 1)


def _paragraph_end(
    lines: list[str], at: int, *, indented: bool = False, entry: bool = False
) -> int:
    while at < len(lines) and lines[at] and (indented or lines[at][0] != " "):
        if entry and lines[at][0] != " ":
            break
        at += 1
    return at


def _table_end(lines: list[str], at: int) -> int:
    """Return the line behind a simple table: it ends with its third border, or with a border
    before a blank line."""
    borders = 0
    for number in range(at + 1, len(lines)):
        if _TABLE_BORDER.match(lines[number]):
            borders += 1
            if borders == 2 or not lines[number + 1 : number + 2] or not lines[number + 1]:
                return number + 1
    return at + 1


def _behind_literal(lines: list[str], end: int) -> int:
    """Return where to go on behind a paragraph: past a quoted literal block that it announces."""
    if not lines[end - 1].endswith("::"):
        return end
    at = end
    while at < len(lines) and not lines[at]:
        at += 1
    if at == end or at == len(lines) or not re.match(r"[!-/:-@\[-`{-~]", lines[at]):
        return end
    mark = lines[at][0]
    while at < len(lines) and lines[at].startswith(mark):
        at += 1
    return at


def _says(paragraph: str) -> str:
    """Return the paragraph unless it is nothing but substitutions, as badges are."""
    bare = re.sub(r"\|[^|\s][^|\n]*\|_{0,2}", "", paragraph)
    return paragraph if re.search(r"\w", bare) else ""


def _width(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) != 0 for letter in text)


def restructuredtext_words(source: str) -> str:
    """Return the text of inline markup on one line: a reference as what it shows, without the
    number of the version."""
    text = " ".join(source.split())
    text = _ROLE.sub(_role, _VERSION.sub("", text) or text)
    text = _INLINE.sub(lambda match: match[str(match.lastgroup)], text)
    text = re.sub(r"\\(.)", r"\1", text)
    return f"{text[:-2].rstrip()}:" if text.endswith("::") else text


def _role(match: re.Match[str]) -> str:
    shown, _, target = match[1].partition("<")
    if target:
        return shown.strip()
    return match[1].rpartition(".")[2] if match[1].startswith("~") else match[1].lstrip("!")


#: A text in AsciiDoc begins with its title, below comments and settings.
_BEGINS = re.compile(r"(?:(?://[^\n]*|:[\w!-]+:[^\n]*|\[[^\n]*\]|)\n){0,50}= \S")
_ASCIIDOC_TITLE = re.compile(r"(?P<marks>={1,6}) +(?P<title>\S.*)")
_SETTING = re.compile(r":(?P<name>\w[\w-]*):[ \t]*(?P<value>.*)")
_UNSET = re.compile(r":!?[\w-]+!?:")
#: What begins and ends a block of something else than paragraphs.
_FENCE = re.compile(r"(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|[|,:!]={3,}|`{3,}\w*)\s*")
#: Lines that are no words: comments, attributes and titles of blocks, macros, conditions.
_NO_WORDS = re.compile(
    r"//(?!/).*|\[.*\]\s*|\.[^\s.].*|\w[\w-]*+::[^\s\[]*+\[.*\]\s*|'{3,}|<{3,}|\+"
)
_ITEM = re.compile(r"\s*(?:[*-]+|\.+|\d+\.)\s+")
_ATTRIBUTE = re.compile(r"\{([\w-]+)\}")
_IMAGE = re.compile(r"\b(?:image|icon|kbd|btn):[^\s\[\]]{0,300}\[[^\[\]]*\](?:\[[^\[\]]*\])?")
_LINK = re.compile(r"(?:link:|xref:|mailto:)?(?P<to>[^\s\[\]<>]{1,300})\[(?P<shown>[^\[\]]*)\]")
_CROSS = re.compile(r"<<(?P<to>[^<>,]*)(?:,\s*+(?P<shown>[^<>]*))?>>")
_MARK = re.compile(
    r"(?<![\w*_`#])(?P<mark>[*_`#+]{1,2})(?=\S)(?P<inside>[^\n]{1,300}?)(?<=\S)(?P=mark)(?!\w)"
)
#: So many characters of a paragraph are read, with what stands for names in braces.
_LONGEST = 2_000


class TextBlock(NamedTuple):
    """A title or a paragraph.

    :param line: where it begins, 1-based.
    :param level: of a title, 1 for the highest; 0 for what is none.
    :param text: its words.
    :param is_item: True if it is an entry of a list.
    """

    line: int
    level: int
    text: str
    is_item: bool = False


def is_asciidoc(text: str) -> bool:
    """Return True if a text begins as one in AsciiDoc."""
    return _BEGINS.match(text) is not None


def asciidoc_blocks(text: str) -> Iterator[TextBlock]:
    """Yield the titles and paragraphs of a text, in order."""
    settings: dict[str, str] = {}
    held: list[str] = []
    fence, first, is_header = "", 0, False
    for number, line in enumerate([*text.split("\n"), ""], 1):
        bare = line.rstrip()
        if fence or _FENCE.fullmatch(bare):
            fence = "" if bare == fence else fence or bare
            continue
        if setting := _SETTING.fullmatch(bare):
            settings[setting["name"]] = setting["value"]
        if title := _ASCIIDOC_TITLE.fullmatch(bare):
            level = len(title["marks"])
            # Below the title of a document its authors stand, up to a blank line.
            is_header = level == 1
            yield TextBlock(number, level, asciidoc_words(title["title"], settings))
        elif not bare:
            if words := asciidoc_words(" ".join(held), settings):
                yield TextBlock(first, 0, words, _ITEM.match(held[0]) is not None)
            held, is_header = [], False
        elif not (is_header or setting or _UNSET.fullmatch(bare) or _NO_WORDS.fullmatch(bare)):
            first = first if held else number
            held.append(bare)


def asciidoc_words(source: str, settings: Mapping[str, str]) -> str:
    """Return the text of inline markup, a link as what it shows.

    :param settings: what stands for names in braces.
    """
    text = _ATTRIBUTE.sub(lambda match: settings.get(match[1], match[0]), source[:_LONGEST])
    text = text[:_LONGEST]
    text = _IMAGE.sub("", text)
    text = _LINK.sub(lambda match: match["shown"].partition("^")[0] or match["to"], text)
    text = _CROSS.sub(lambda match: match["shown"] or match["to"], text)
    text = _MARK.sub(lambda match: match["inside"], text)
    text = " ".join(text.split())
    return text if re.search(r"\w", text) else ""
