"""The licence that a file states for itself, and whom it names as holders of its copyright."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sphinx_filedocs.model.facts import Run

_LINES, _LINE_LENGTH, _LONGEST = 50, 500, 200
_TAG = re.compile(r"SPDX-License-Identifier:[ \t]*(.*)")
#: The end of a comment on the tag's own line, in the languages that have such a mark.
_COMMENT_END = re.compile(
    r"(?<![ \t*-])[ \t]*+(?:(?:\*+/|--+>|\*+\)|#\}|-\}|\]\]|\|#|\"\"\"|''')[ \t]*+)?$"
)
_TOKEN = re.compile(r"[()]|[A-Za-z0-9.:+-]+")
_OPERATORS = frozenset({"AND", "OR", "WITH"})
#: A notice has a mark, a year or both; a sentence that is about copyright has none of these.
_NOTICE = re.compile(
    r"""(?:\bcopyright\b[ \t:]{0,4}(?:(?:\(c\)|©|&copy;)[ \t,:]{0,4}|(?=\[?\d{4}))
    | (?:\(c\)|©)[ \t]{0,4}(?=\d{4}) | \bSPDX-FileCopyrightText:[ \t]*)(?P<holders>.*)""",
    re.IGNORECASE | re.VERBOSE,
)
#: Years, addresses and placeholders.
_NO_NAMES = re.compile(
    r"<[^<>]*>|\{[^{}]*\}|\[[^\][]*\]|\(c\)|\d{4}|\S{1,200}@\S+|\w{1,40}://\S*", re.IGNORECASE
)
#: Who holds the copyright of the text of the GNU licences, whatever they are given for.
_OF_THE_TEXT = "Free Software Foundation"
_MOST_HOLDERS = 8
#: Words in many notices that name nobody.
_SAYS_NOTHING = frozenset(
    (
        "all", "and", "any", "author", "authors", "by", "co", "contributor", "contributors",
        "copyright", "corp", "corporation", "developers", "et", "al", "for", "foundation", "free",
        "from", "gmbh", "group", "holder", "holders", "http", "https", "inc", "in", "its", "com",
        "org", "net", "license", "licensed", "limited", "llc", "ltd", "maintainers", "name", "of",
        "or", "other", "others", "owner", "owners", "portions", "present", "project", "reserved",
        "rights", "see", "software", "team", "the", "to", "under", "www", "year", "years",
    )
)  # fmt: skip
_WORD = re.compile(r"[^\W\d_]{2,}")
#: So many lines of a licence are folded at least, and so many of a file are looked at for them.
_FEWEST_FOLDED, _MOST_FOLDED = 4, 200


def find(text: str) -> str | None:
    """Return the SPDX licence expression among the first lines of a text, as written.

    Syntax after the SPDX specification, annex "SPDX license expressions". Several tags all hold
    (REUSE specification), so they are joined; text between REUSE's marks to ignore a part does not
    count, nor does a malformed expression.
    """
    expressions: dict[str, None] = {}
    ignoring = False
    for line in text.split("\n", _LINES)[:_LINES]:
        if "REUSE-IgnoreStart" in line or "REUSE-IgnoreEnd" in line:
            ignoring = "REUSE-IgnoreStart" in line
        tag = None if ignoring else _TAG.search(line[:_LINE_LENGTH])
        if tag is None:
            continue
        written = " ".join(_COMMENT_END.sub("", tag[1], count=1).split())
        if len(written) <= _LONGEST and is_expression(written):
            expressions[written] = None
    if len(expressions) < 2:
        return next(iter(expressions), None)
    joined = " AND ".join(
        f"({expression})" if " OR " in expression.upper() else expression
        for expression in expressions
    )
    return joined if len(joined) <= _LONGEST else next(iter(expressions))


def holders(text: str) -> str:
    """Return whom the first lines of a text name as holders of its copyright, without years and
    addresses; of many the first."""
    names: dict[str, None] = {}
    for line in text.split("\n", _LINES)[:_LINES]:
        head = line[:_LINE_LENGTH]
        if notice := _NOTICE.search(head):
            named = " ".join(_NO_NAMES.sub(" ", notice["holders"]).split()).strip(" ,;:.-*/#")
            if (
                not _SAYS_NOTHING.issuperset(_WORD.findall(named.lower()))
                and _OF_THE_TEXT not in named
                and len(names) < _MOST_HOLDERS
            ):
                names[named] = None
    return "; ".join(names)[:_LONGEST]


def extent(
    lines: Sequence[str], runs: Sequence[Sequence[Run]], described: int
) -> tuple[int, int] | None:
    """Return the first and the last line, 1-based, of the licence in the first comments of a text:
    from the notice or the tag to the end of its comment, or up to the description of the file.
    Example: lines 3 to 28 of a comment that describes the file and names its owner on line 4.

    :param runs: the colours of the lines, which mark comments.
    :param described: the line of the file's description, 0 for none.
    """
    first = last = 0
    for number, (line, coloured) in enumerate(
        zip(lines[:_MOST_FOLDED], runs[:_MOST_FOLDED], strict=True), 1
    ):
        is_blank, is_comment = not line.strip(), _is_comment(line, coloured)
        if first and (not is_comment or is_blank or number == described):
            break
        if not (is_comment or is_blank):
            return None
        if not first and (_NOTICE.search(line[:_LINE_LENGTH]) or _TAG.search(line[:_LINE_LENGTH])):
            first = number
        last = number
    # The opening of the comment, without words, belongs to it.
    while first > 1 and lines[first - 2].strip() and not any(map(str.isalnum, lines[first - 2])):
        first -= 1
    return (first, last) if first and last - first + 1 >= _FEWEST_FOLDED else None


def _is_comment(line: str, coloured: Sequence[Run]) -> bool:
    at = len(line) - len(line.lstrip())
    for start, end, css in coloured:
        if start > at or css[:1] != "c" or css[:2] == "cp":
            break
        at = max(at, end)
    return not line[at:].strip()


def side_file(path: str) -> str:
    """Return the path of the file that states the licence of one that can't hold comments
    (REUSE specification, "Comment headers")."""
    return f"{path}.license"


def is_expression(text: str) -> bool:
    """Return True if a text is a licence expression: names and operators in turn, brackets paired.

    Names are not looked up in a list of licences.
    """
    if _TOKEN.sub("", text).strip():
        return False
    depth, wants_name = 0, True
    for token in _TOKEN.findall(text):
        if wants_name and token == "(":
            depth += 1
        elif wants_name:
            if token == ")" or token.upper() in _OPERATORS:
                return False
            wants_name = False
        elif token == ")":
            depth -= 1
        elif token.upper() in _OPERATORS:
            wants_name = True
        else:
            return False
        if depth < 0:
            return False
    return not wants_name and depth == 0
