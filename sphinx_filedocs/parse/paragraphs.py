"""Titles and paragraphs of texts in reStructuredText.

A scanner and no parser: it follows docutils' own order of decisions for lines that start in the
first column, as titles do, and skips everything that is indented.
"""

from __future__ import annotations

import re
import string
import unicodedata
from dataclasses import dataclass

from sphinx_filedocs.parse.inline_markup import without_roles

_PUNCTUATION = frozenset(string.punctuation)
_OPTION_NAME = "[A-Za-z][A-Za-z0-9_-]*"
_OPTION = rf"""(?: [-+][A-Za-z0-9](?:[ ]?(?:{_OPTION_NAME}|<[^<>]+>))?
    | (?:--|/)[A-Za-z0-9][A-Za-z0-9_-]*(?:[ =](?:{_OPTION_NAME}|<[^<>]+>))? )"""
#: The constructs that docutils tries before a title.
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
_BULLETS = tuple("-+*\u2022\u2023\u2043")
_INLINE = re.compile(
    r"``(?P<literal>.+?)``(?!`)"
    r"|\*\*(?P<strong>[^*]+)\*\*"
    r"|(?<![\w*])\*(?P<emphasis>[^*\s](?:[^*]*[^*\s])?)\*(?!\*)"
    r"|\|(?P<substitution>[^|\s](?:[^|]*[^|\s])?)\|_{0,2}"
    r"|`(?P<reference>[^`<]+?)(?:(?<!\s)\s*+<[^`<>]*>)?`_{0,2}"
    r"|(?<![\w`:/.@-])(?P<name>[A-Za-z0-9](?:[\w.+-]{0,60}[A-Za-z0-9])?)__?(?![\w`])"
)


@dataclass(frozen=True, slots=True)
class Title:
    """A section title; ``style`` is its adornment: ``=`` below, ``==`` above and below too.

    :param line: of the text, 1-based; ``start`` is the line of the overline, if any.
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
        if lines[at][:1] in _BULLETS and lines[at][1:2] == " ":
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
            at = end
    return titles, paragraphs


def _aside(lines: list[str], at: int) -> int:
    """Return the line behind text that is no title and no paragraph; 0 when it may be one."""
    line = lines[at]
    if not line or line[0] == " " or _OTHER.match(line):
        return at + 1
    # A doctest, and the border of a simple table.
    is_block = line.startswith(">>>") or (line[0] == "=" and " " in line)
    return _paragraph_end(lines, at, indented=True) if is_block else 0


def _is_adornment(line: str) -> bool:
    return line[:1] in _PUNCTUATION and not line.strip(line[:1])


def _overlined(lines: list[str], at: int, titles: list[Title]) -> int:
    """Take an adornment line for an overline or a transition; return the line behind it.

    Returns 0 when the line is text: a short one that neither fits a title nor stands alone.
    """
    over = lines[at]
    if not _is_adornment(over):
        return 0
    text, under = (*lines[at + 1 : at + 3], "", "")[:2]
    short = len(over) < 4
    if not text or _is_adornment(text):
        return 0 if short else at + 1 + bool(text)
    if over == under and not (short and _width(text) > len(over)):
        titles.append(Title(text.strip(), over[0] * 2, at + 2, at + 1))
        return at + 3
    return 0 if short else at + 2 + bool(under)


def _underlined(lines: list[str], at: int) -> Title | None:
    text, under = lines[at], (*lines[at + 1 : at + 2], "")[0]
    if not _is_adornment(under) or (len(under) < 4 and _width(text) > len(under)):
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


def _says(paragraph: str) -> str:
    """Return the paragraph unless it is nothing but substitutions, as badges are."""
    bare = re.sub(r"\|[^|\s][^|\n]*\|_{0,2}", "", paragraph)
    return paragraph if any(map(str.isalnum, bare)) else ""


def _width(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) != 0 for letter in text)


def restructuredtext_words(source: str) -> str:
    """Return the shown text of inline markup on one line, without version numbers of references."""
    text = " ".join(source.split())
    text = without_roles(text)
    text = _INLINE.sub(lambda match: match[str(match.lastgroup)], text)
    text = re.sub(r"\\(.)", r"\1", text)
    return f"{text[:-2].rstrip()}:" if text.endswith("::") else text
