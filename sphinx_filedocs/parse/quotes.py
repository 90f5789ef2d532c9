"""Words of comments and documentation that can be quoted as a description.

Nothing here judges the subject of a sentence: the place of a comment does that. A paragraph is left
out if its form shows that it states nothing: a notice, a line for a tool, code, a tag, a title that
only repeats the name.

Example: of ``Copyright 2005 Ann`` and ``Converts samples to stereo.`` the second is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from sphinx_filedocs.parse.inline_markup import goes_on
from sphinx_filedocs.patterns import WORD, without_blocks
from sphinx_filedocs.shortening import ends_sentence

#: A notice: on the owner of a text, on permissions, or on a program that wrote it.
NOTICE = re.compile(
    r"copyright|\(c\)\s|©|licen[cs]e|rights reserved|redistribut|warrant(?:y|ies)\b"
    r"|permission is hereby|liab(?:le|ility)\b|free software|endorse|public domain|is part of"
    r"|provided \W?as[- ]is|(?:auto-?|automatically |code |is )generated\b|do not edit",
    re.IGNORECASE,
)
#: A line for a tool or an editor: ``eslint-disable``, ``pylint: …``, ``-*- … -*-``, ``go:build``.
TOOL_LINE = re.compile(
    r"""(?: \W*\$\w+:.*\$ | SPDX- | -\*-.*-\*- | (?:vim?|ex): | !/
    | (?:es|js|ts|swift|kt|style|yaml)lint\b
    | jshint\b | globals?\s+\w
    | clang-(?:format|tidy)\b | NOLINT | IWYU\b | (?:c8|istanbul|v8)\s+ignore | prettier-ignore
    | @(?:ts-\w+|flow|format|noflow|jsx|generated)\b | noqa\b | ruff: | flake8: | pylint:
    | mypy: | pyright: | isort: | fmt:\s*(?:on|off) | type:\s*ignore | pragma:
    | coding[:=] | ReSharper\s | noinspection\s
    | rubocop: | phpcs: | @formatter: | swift-format-ignore | swift-tools-version:
    | go:\w | \+build | nolint\b | shellcheck\s | </?(?:reference|amd-)
    | sourceMappingURL | \#\s*source | cspell: | spell-?checker: | usr/bin/env\b
    | (?:frozen_string_literal|warn_indent|shareable_constant_value): )""",
    re.VERBOSE,
)
_CODE = re.compile(
    r".*(?:[{}]|[]()'\"\d];)|#?!?\[.*\]|(?:\S+ ){0,2}\S+\([^()]*\)|[\w.\[\]:>-]+ ?[-+:|]?= ?\S.*"
    r"|(?:[$>%#]|>>>) \S.*|#[a-z]+\b.*|\.{0,2}/\S+(?: .*)?|\S+(?: \S+)? \[[-<A-Z].*"
    r"|(?:import|from|require|include|using|package|return|def|var|let|const)\b"
    r"(?:[^.]*[('\"<=/].*|.*;)"
)
#: A tag whose text is not that of the file: ``@author``, ``:param x:``, ``Author: …``.
_OTHER_TAG = re.compile(
    r"[@\\$:]\w[\w-]*:?(?:\s|\Z)|\.\. \w|(?:authors?|date|version|since|usage|by)\s*:|<\?"
    r"|(?:created|written|maintained|coded) (?:by|on)\b|by (?-i:[A-Z])"
    r"|[^<\n]*+<[^>\s]{1,80}(?:@| at )[^>\s]{1,80}>\W*+\Z",
    re.IGNORECASE,
)
#: A label before a description of the file.
_LABEL = re.compile(
    r"(?:description|purpose|synopsis|summary|overview|abstract|file(?:name)?|module|name"
    r"|program|script|title)\s*:+\s*",
    re.IGNORECASE,
)
#: The name of a file, and the text between that and its description.
_FILE_NAME = re.compile(
    r"[`*]{0,2}(?:[\w+-]+/)*[\w+-][\w.+-]*\.[A-Za-z]\w{0,4}[`*]{0,2}"
    r"(?:[ \t]*[-–—:]+(?:\s+|\Z)|[ \t]*(?:\n|\Z))"
)
_TASKS = ("TODO", "FIXME", "XXX", "HACK")
#: An address, or the name of a file.
_ADDRESS = re.compile(r"\b[a-z]{2,9}://\S++|(?<!\S)\S{1,100}\.[A-Za-z]\w{0,3}(?![\w.])")
#: Fewer words state nothing, unless they are declared to be documentation.
_FEWEST = 2
#: A longer word of a script that sets no blanks is a sentence.
_LONG_WORD = 8
#: An order, a condition, or an origin does not describe the object.
_NO_STATEMENT = re.compile(
    r"[-*+•]\s|\d{1,2}[.)]\s|\W*+(?:(?:don['’]t|do not|must|note|if|when|see|for|from)\b"
    r"|(?:[\w.]++ ){0,6}"
    r"(?:based on|(?:adapted|derived|taken|modified) from|stolen|forked|copied)\b)",
    re.IGNORECASE,
)
#: A text that speaks of its own file.
SELF = re.compile(
    r"\W*th(?:is|ese) (?:\w+ )?(?:file|module|package|script|program|header|crate|functions)\b",
    re.IGNORECASE,
)
_VERSION = re.compile(
    r"\s*+(?:version|release)?\s*\[?v?\d+\.\d[\w.]*+\]?\s*+(?:[-/(–].*)?", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"[.!?]\s|\n\n")
_NAME_WORD = re.compile(r"[A-Z]?[a-z]{3,}|[A-Z][a-z]{2}|[A-Z]{3,}(?![a-z])")
#: So many letters at its beginning make a word of a sentence one of a name: ``parser``, ``parse``.
_COMMON = 4
#: So many characters of texts are compared.
_COMPARED = 200
#: A title of more words says something.
_SHORT = 6


def own_words(text: str) -> str:
    """Return the paragraphs of a text that are prose, without notices, rulers, tags, code, names
    of files, and lines for tools and editors."""
    # The text behind a task describes its steps.
    return "" if _is_task(text) else "\n\n".join(_paragraphs(without_blocks(text)))


def _is_task(text: str) -> bool:
    return text.lstrip(" \t\n*#-/[(@").startswith(_TASKS)


def _paragraphs(text: str) -> Iterator[str]:
    parts = re.split(r"\n[ \t]*\n", text)
    notices = [at for at, part in enumerate(parts) if NOTICE.search(part)]
    for at, part in enumerate(parts):
        if notices and notices[0] < at < notices[-1] and not SELF.match(part):
            # It belongs to the notice around it.
            continue
        for lines in _titled(_prose_lines(part)):
            said = _without_labels("\n".join(lines))
            if WORD.search(said) and not _is_drawn(said):
                yield said


def _prose_lines(part: str) -> list[str]:
    """Return the lines of a paragraph up to the first one that is no prose: a notice, a task, a tag
    and code go on to its end."""
    lines: list[str] = []
    for written in part.split("\n"):
        line = written.strip()
        if TOOL_LINE.match(line) or not WORD.search(line):
            continue
        if notice := NOTICE.search(line):
            return _before_notice(lines, line, notice.start())
        if _is_task(line) or _OTHER_TAG.match(line) or _CODE.fullmatch(line):
            break
        lines.append(written.rstrip())
    return lines


def _before_notice(lines: list[str], line: str, at: int) -> list[str]:
    """Return the sentences of a paragraph before the one of a notice: a title may stand above it.

    :param line: the first line of the notice, which has the notice at *at*.
    """
    said = line[:at].rstrip()
    if said.endswith("."):
        return [*lines, said]
    return [] if lines and (goes_on(lines[-1]) or line[:1].islower()) else lines


def _without_labels(said: str) -> str:
    for kind in (_LABEL, _FILE_NAME):
        said = said.strip("\n")
        said = said[match.end() :] if (match := kind.match(said)) else said
    return said


def _titled(lines: list[str]) -> list[list[str]]:
    """Divide a paragraph behind a first line that is a title: it ends without need, and the next
    begins with a capital letter."""
    if len(lines) < 2:
        return [lines]
    first, second = lines[0].strip(), lines[1].strip()
    room = max(map(len, lines)) - len(first)
    is_whole = first[-1:] not in ",;:" and not goes_on(first) and second[:1].isupper()
    is_title = is_whole and room > len(second.split(" ", 1)[0]) + 8
    return [lines[:1], lines[1:]] if is_title else [lines]


def _is_drawn(said: str) -> bool:
    signs = sum(not (sign.isalnum() or sign.isspace()) for sign in said)
    return signs > (len(said) - said.count(" ")) / 2


def quoted(
    text: str,
    name: str,
    is_empty: Callable[[str], bool] = lambda _: False,
    *,
    is_declared: bool = False,
) -> str:
    """Return a text from the first paragraph on that states something.

    :param text: from :func:`own_words`.
    :param name: of the object; a paragraph that only repeats it states nothing.
    :param is_empty: returns True for a paragraph that says nothing for another reason.
    :param is_declared: True if the text is declared to be documentation: one word states something.
    """
    said = text
    while said:
        first, _, rest = said.partition("\n\n")
        bare = without_name(first, name)
        if not (is_no_statement(bare, name, is_declared=is_declared) or is_empty(first)):
            return bare + said[len(first) :]
        said = rest.lstrip()
    return ""


def without_name(text: str, name: str) -> str:
    """Return a text without the name that it begins with as a label: ``ring - a buffer``."""
    label = rf"\A\W*(?:[\w.-]+/)*{re.escape(name)}(?:\.\w+)*\W{{0,2}}?\s*(?:[-:–—]+\s+|\Z)"
    match = re.match(label, text, re.IGNORECASE) if name else None
    return text[match.end() :] if match else text


def is_no_statement(text: str, name: str = "", *, is_declared: bool = False) -> bool:
    """Return True if a text states nothing by its form, or is a notice.

    :param name: of the object, ``""`` if it has none.
    :param is_declared: True if the text is declared to be documentation: one word states something.
    """
    is_notice = NOTICE.search(first_sentence(text.partition("\n\n")[0])) is not None
    return is_notice or is_formless(text, name, is_declared=is_declared)


def is_formless(text: str, name: str = "", *, is_declared: bool = False) -> bool:
    """Return True if a text states nothing by its form: too few words, a name, code, a question, a
    label, an order, a condition, or the origin of something.

    :param name: see :func:`is_no_statement`, as *is_declared*.
    """
    first = text.partition("\n\n")[0]
    words = first_sentence(first)
    said = WORD.findall(_ADDRESS.sub("", words))
    is_short = len(said) < (1 if is_declared else _FEWEST) and (
        words.isascii() or len(words) < _LONG_WORD
    )
    if is_short or _without_article(words) == letters(name):
        return True
    is_label = first.endswith(":") and len(first.split()) < _SHORT
    return bool(
        is_label
        or words.rstrip().endswith("?")
        or _CODE.fullmatch(words.rstrip())
        or _NO_STATEMENT.match(words)
        or is_title(first)
        or _is_drawn(first)
        or first.isupper()
    )


def letters(name: str) -> str:
    """Return the letters and digits of a name in small letters: ``ring_buffer`` has
    those of ``ringBuffer``."""
    return "".join(filter(str.isalnum, name)).lower()


def _without_article(words: str) -> str:
    first, *rest = words.split(None, 1)
    return letters(rest[0] if rest and letters(first) in ("a", "an", "the") else words)


def beginnings(name: str) -> set[str]:
    """Return the first four letters of the words of a name or text."""
    return {word.lower()[:_COMMON] for word in _NAME_WORD.findall(name)}


def is_near(text: str, name: str) -> bool:
    """Return True if a text speaks of its file, or shares a word with the name of that."""
    said = first_sentence(text)
    return SELF.match(said) is not None or not beginnings(said).isdisjoint(beginnings(name))


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, or its first paragraph, with its end mark."""
    ends = _SENTENCE_END.finditer(text)
    is_end = (
        match.end() for match in ends if match[0] == "\n\n" or ends_sentence(text, match.start())
    )
    return text[: next(is_end, None)]


def beginning(text: str) -> str:
    """Return the first sentence of a text as it is compared with others'."""
    return " ".join(first_sentence(text[:_COMPARED]).split())


def is_title(text: str) -> bool:
    """Return True if a paragraph is a title: ``## Ring``, or ``Version 1.2`` above its news."""
    is_heading = text.lstrip().startswith("#") and "\n" not in text.strip()
    return is_heading or _VERSION.fullmatch(text) is not None
