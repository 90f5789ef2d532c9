"""Inline markup of prose that Sphinx does not read (roles, emphasis), and the ends of its lines."""

from __future__ import annotations

import re

from sphinx_filedocs.patterns import WORD

#: Stands for a break that its author has set.
BREAK = "\v"
#: The end of a sentence, of a part of one, and of an introduction.
_STOP = re.compile(r"[.!?:;,。…]\W*\Z|\A\W*\Z")
#: The end of a line in the middle of a sentence.
_GOES_ON = re.compile(
    r"\b(?:the|an?|of|and|or|is|are|was|under|to|in|on|at|with|by|for|from|this|that|as|like|our"
    r"|your|its)\W*\Z|[-–—/&+(]\s*\Z",
    re.IGNORECASE,
)
#: The beginning of a sentence or of a title.
_BEGINS = re.compile(r"\W*[^\W\d_a-z]")
#: Fewer words in a line are a name.
_FEWEST = 4
#: So many letters at the end of a line tell whether its sentence goes on.
_LOOKED = 80
#: A word that is broken at its hyphen, but for the first of two with one end: ``pre- and``.
_BROKEN = re.compile(
    r"(?<=[^\W\d_]-)(?<![\W_]-)[ \t]*\n[ \t]*(?=[^\W\d_])(?!(?:and|or|to|und|oder|bzw|et|ou|y)\b)"
)


def joined_words(text: str) -> str:
    """Return a text with words of two parts on one line that were broken at their hyphen."""
    return _BROKEN.sub("", text) if "-" in text else text


def ended_lines(text: str, joint: str) -> str:
    """Return a text with each break of its author replaced: between sentences or titles by a
    blank line, elsewhere by a joint.

    :param joint: between lines.
    """
    if BREAK not in text:
        return text
    said: list[str] = []
    words = 0
    for part in filter(None, (part.strip(" \t\n") for part in text.split(BREAK))):
        between = joint if words < _FEWEST or not _is_apart(said[-1], part) else "\n\n"
        said += (between, part) if said else (part,)
        words = len(WORD.findall(part)) + (words if between == joint else 0)
    return "".join(said)


def goes_on(line: str) -> bool:
    """Return True if a line ends in the middle of a sentence."""
    return _GOES_ON.search(line[-_LOOKED:]) is not None


def _is_apart(before: str, after: str) -> bool:
    is_open = _STOP.search(before[-_LOOKED:]) or goes_on(before)
    return not is_open and _BEGINS.match(after) is not None


#: A role of reStructuredText or MyST, whatever its name: projects have their own.
_ROLE = re.compile(
    r"(?<![\w`:{])(?::(?P<role>[A-Za-z][\w+.:-]{0,60}):|\{(?P<myst>[A-Za-z][\w+.:-]{0,60})\})"
    r"(?P<ticks>`{1,2})(?=\S)(?P<text>[^`]{1,500})(?P=ticks)_{0,2}(?!`)"
)
#: Roles of Sphinx and docutils that mark code although it may be of several words.
_CODE_ROLES = frozenset(
    ("code", "command", "kbd", "literal", "math", "option", "program", "regexp", "samp")
)
#: Those that mark words, names of texts and numbers.
_WORD_ROLES = frozenset(
    (
        "abbr", "abbreviation", "ac", "cite", "dfn", "doc", "download", "emphasis", "eq",
        "guilabel", "index", "label", "menuselection", "newsgroup", "numref", "ref", "strong",
        "sub", "subscript", "sup", "superscript", "t", "term", "title", "title-reference",
    )
)  # fmt: skip
#: Those that tell the kind of document of a number.
_NUMBERED = frozenset(("cve", "cwe", "pep", "rfc"))
_ROLE_TARGET = re.compile(r"(?<!\s)\s*+<[^<>]*+>\Z")
#: Possible code in a role.
_CODE_WORD = re.compile(r"(?=.*[^\W\d])\S+")


#: Emphasis as CommonMark has it, but for names that begin and end with underscores, and code, which
#: has none.
_EMPHASIS = re.compile(
    r"(?P<ticks>`{1,2})(?:(?!(?P=ticks)).){1,300}?(?P=ticks)"
    r"|(?<![^\s(\[{\u2014\u2013|>\u201c\u2018_])(?P<stars>\*{1,3})(?=[\w`\"'(\[\u201c])"
    r"(?P<starred>(?:`{1,2}[^`\n]{1,200}`{1,2}|(?!\n[ \t]*\n)[^*`]){1,300}?)"
    r"(?<=[\w`\"')\].!?:,;\u201d])(?P=stars)(?![\w*]|(?<=[\"']\*)[\"'])"
    r"|(?<![\w\\])(?P<lines>__(?=[A-Z])|_(?!_))"
    r"(?P<lined>[A-Z](?:(?!\n[ \t]*\n)[^_`]){0,300}?[.!?:]|[A-Z]?[a-z]+)(?P=lines)(?!\w)"
)


def without_roles(text: str) -> str:
    """Return a text with the shown text of its roles, as code if they mark code."""
    return _ROLE.sub(_shown_by_role, text) if "`" in text else text


def _shown_by_role(match: re.Match[str]) -> str:
    role = (match["role"] or match["myst"]).rpartition(":")[2].lower()
    written = match["text"]
    text = _ROLE_TARGET.sub("", written) or written.strip("<>")
    if role in _NUMBERED and text == written:
        return f"{role.upper()} {text.partition('#')[0]}"
    if role in _WORD_ROLES:
        return text.lstrip("!~")
    if text.startswith("~"):
        text = text.rpartition(".")[2].lstrip("~")
    text = text.lstrip("!")
    is_code = role in _CODE_ROLES or _CODE_WORD.fullmatch(text) is not None
    return f"``{text}``" if is_code else text


def without_emphasis(text: str, *, underlines: bool = True) -> str:
    """Return a text in Markdown without the marks of emphasis.

    :param underlines: True if underscores are such marks, as stars are.
    """

    def unmarked(match: re.Match[str]) -> str:
        if match["stars"]:
            return without_emphasis(match["starred"], underlines=underlines)
        return match["lined"] if match["lined"] and underlines else match[0]

    return _EMPHASIS.sub(unmarked, text) if "*" in text or "_" in text else text
