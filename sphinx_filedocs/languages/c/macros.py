"""Blanks macros inside declarations, which grammars of the C family can't read.

A grammar sees no preprocessor: ``class EXPORT_MACRO Name {`` is a function to it. The surroundings
of a name show that it can only be a macro (``macro_rules``). Nothing moves: a macro becomes as many
blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from sphinx_filedocs.languages.c.conditionals import Directive, Range, directive, settle
from sphinx_filedocs.languages.c.macro_rules import (
    BEHIND_A_BODY,
    BODILESS,
    CALL_ALONE,
    CLASS,
    CONSTRUCTOR,
    DECLARATIONS,
    DEFINED,
    EMPTY,
    ENUM,
    FUNCTION,
    KEYWORDS,
    MEMBER,
    PIECE,
    RULES,
    beginnings,
)
from sphinx_filedocs.patterns import CODE, compile_pattern

# Text that is no code, or cannot be read as such. Every one begins with one of a few characters:
# the search is for these; a directive with the end of the line before it.
_NOISE = compile_pattern(
    r"""
    [/"'\nuULR] (?:
      (?<=/) (?P<comment> \*(?s:.*?\*/|.*) | /(?:[^\\\n]|\\(?s:.)?)*+ )
    | (?P<string> (?<!\w.)(?:(?<=u)8R|(?<=[uUL])R|(?<=R))"
                    (?P<mark>[^()\\\s"]{0,16})\((?s:.*?\)(?P=mark)"|.*)
                | (?<=") (?:[^"\\\n]|\\(?s:.))*+"?
                | (?<=')(?<![0-9]') (?:[^'\\\n]|\\(?s:.))++' )
    | (?<=\n) (?P<condition>
        [ \t]*+\#[ \t]*+(?:if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b
        (?: [^\n/\\] | \\\n?+ | /(?![*/]) | (?>/\*(?s:.*?)\*/)(?=[ \t]*+[^\s/]) )*+ )
    | (?<=\n) (?P<directive> [ \t]*+\#(?:[^\n/\\]|\\\n?+|/\*(?s:.*?\*/|.*)|/)*+ )
    )
    """,
    re.VERBOSE,
)
_VISIBLE = re.compile(r"[^\n]")
# A comment or a bracket in the text of a long macro confuses the grammars.
_DEFINE = compile_pattern(
    r"""^([ \t]*+\#[ \t]*+define[ \t]++\w++(?:\([^()\n]*+\))?+)
        ( (?:[^\n\\]|\\(?!\n))*+ \\\n (?:[^\n\\]|\\\n?+)*+ )""",
    re.MULTILINE | re.VERBOSE,
)
_BODY = re.compile(r"\\(?!\n)|[^\s\\]")
# #if __has_include(<x>)
_ARGUMENT = re.compile(r"(?<=\w\()[<\"][^()\n]*+(?=\))")
_NAME = re.compile(r"[A-Za-z_]\w*")
#: Words before a name that do not declare it.
_NO_TYPES = frozenset({"return", "goto", "else", "case", "delete", "throw", "sizeof", "new"})
_WORD = compile_pattern(rb'"(?:[^"\\]|\\.)*+"|//.*|/\*|^\s*+#\s*+\w*+|[A-Za-z_]\w*+')

# The content of a directive's definition: the parameters of a macro and its text.
_MACRO = compile_pattern(r"[ \t]*+#[ \t]*+define[ \t]++\w++(?:\(([^()]*+)\))?+((?s:.*+))")
# A word in that text; pasted words are none.
_PART = compile_pattern(
    r"""
    "(?:[^"\\]|\\(?s:.))*+"?+ | '(?:[^'\\]|\\(?s:.))*+'?+ | //.*+ | /\*(?s:.*?)(?:\*/|\Z)
    | [0-9][\w.]*+ | \#\#(?:\s|\\\n)*+\w*+
    | (?P<declared> [A-Za-z_]\w*+ (?:(?:\s|\\\n)++[*\s]*+|[*]++) (?=\w++(?:\s|\\\n)*+[=;\[]) )?+
      (?P<name> [A-Za-z_]\w*+ ) (?!(?:\s|\\\n)*+\#\#)
    | \w++
    """,
    re.VERBOSE,
)


def blank(data: bytes) -> bytes:
    """Return a source as a grammar can read it, every byte that stays at its place.

    Macros, and branches of conditions that cannot be read together, are blank.

    :param data: C, C++ or CUDA as UTF-8, with newlines as line ends.
    """
    # Every byte is a character of Latin-1: positions stay, and no name but ASCII matters here.
    source = data.decode("latin-1")
    shadow, directives, others = shadow_of(source)
    enums = [match.span(name) for match in ENUM.finditer(shadow) for name in ("head", "close")]
    spans = list(_nothing(shadow, others))
    shadow = _erase(shadow, spans)
    macros = beginnings(shadow)
    for rule in RULES:
        if blanked := list(_code(rule.find(shadow, macros))):
            shadow = _erase(shadow, blanked)
            macros = beginnings(shadow)
            spans += blanked
    classes = _classes(shadow)
    constructors = CONSTRUCTOR.find(shadow, macros)
    blanked = list(_code(match for match in constructors if match["name"] in classes))
    bodiless = list(BODILESS.find(shadow, macros))
    spans += (match.span(name) for match in bodiless for name in ("blank", "close"))
    behind = [*BEHIND_A_BODY.find(shadow, macros)]
    defined = {*DEFINED.findall(source)} if behind else set()
    blanked += _code(match for match in behind if match["name"] in defined)
    blanked += settle(_erase(shadow, blanked), directives)
    spans += blanked
    shadow = _erase(shadow, blanked)
    for start, end in _calls(shadow, classes):
        spans += (piece.span() for piece in CODE.finditer(shadow, start, end))
    for mark in directives:
        spans += (part.span() for part in _ARGUMENT.finditer(source, mark.start, mark.end))
    spans += enums
    source = _erase(source, spans)
    for start, stop in enums[::2]:
        source = f"{source[:start]}{'enum'.rjust(stop - start)}{source[stop:]}"
    if "\\\n" in source:
        source = _DEFINE.sub(_without_body, source)
    return _embody(source, [match.span("body") for match in bodiless]).encode("latin-1")


def hidden(data: bytes, blanked: bytes) -> Iterator[tuple[int, int]]:
    """Yield start and end, in bytes, of the names that :func:`blank` took away."""
    start = 0
    for before, after in zip(data.split(b"\n"), blanked.split(b"\n"), strict=True):
        if before != after:
            for word in _WORD.finditer(before):
                gone = after[word.start() : word.start() + 1] == b" "
                if gone and word[0][0] not in b'"/# \t' and word[0] not in KEYWORDS:
                    yield start + word.start(), start + word.end()
        start += len(before) + 1


def unread(data: bytes, blanked: bytes) -> Iterator[tuple[int, int]]:
    """Yield start and end of the names of :func:`hidden`, and of those in texts of macros, which
    are one word to the grammars."""
    yield from hidden(data, blanked)
    if b"define" not in data:
        return
    for directive_, start in shadow_of(data.decode("latin-1")).others:
        if macro := _MACRO.match(directive_):
            yield from _named_in(macro, start)


def _named_in(macro: re.Match[str], start: int) -> Iterator[tuple[int, int]]:
    """Yield start and end of the names in the text of a macro, except its parameters and its own
    declarations."""
    own = set(_NAME.findall(macro[1] or ""))
    words: list[tuple[str, int, int]] = []
    for part in _PART.finditer(macro[2]):
        if part["name"] is None:
            continue
        if part["declared"] and part["declared"].strip("* \t\\\n") not in _NO_TYPES:
            own.add(part["name"])
        words += (
            (word[0], part.start() + word.start(), part.start() + word.end())
            for word in _NAME.finditer(part[0])
        )
    start += macro.start(2)
    for word, first, last in words:
        if word not in own and word.encode() not in KEYWORDS:
            yield start + first, start + last


class Shadow(NamedTuple):
    """A source with comments, literals and directives blanked.

    :param conditions: its conditional directives, in order.
    :param others: its other directives, each with its start.
    """

    text: str
    conditions: Sequence[Directive]
    others: Sequence[tuple[str, int]]


@lru_cache(maxsize=1)
def shadow_of(source: str) -> Shadow:
    """Return the shadow of a source; that of the last one is remembered."""
    directives: list[Directive] = []
    others: list[tuple[str, int]] = []
    parts: list[str] = []
    end = 0
    # The first line may be a directive too. A match that begins a line earlier starts, in the
    # source, at the start of its line.
    text = "\n" + source
    for match in _NOISE.finditer(text):
        start = match.start()
        parts.append(text[end:start])
        end = match.end()
        kind = match.lastgroup
        noise = match[0]
        if kind == "condition":
            directives.append(directive(noise[1:], start))
        elif kind == "directive":
            others.append((noise[1:], start))
        if kind == "string" and len(noise) > 1:
            parts.append('"' + _VISIBLE.sub("_", noise[1:-1]) + '"')
        else:
            parts.append(_blanks(noise))
    parts.append(text[end:])
    return Shadow("".join(parts)[1:], directives, others)


def _blanks(text: str) -> str:
    return "\n".join([" " * len(line) for line in text.split("\n")])


def _code(matches: Iterable[re.Match[str]]) -> Iterator[Range]:
    for match in matches:
        for name in match.groupdict().keys() & {"blank", "close"}:
            for piece in CODE.finditer(match.string, *match.span(name)):
                yield piece.span()


def _nothing(shadow: str, others: Sequence[tuple[str, int]]) -> Iterator[Range]:
    made = (EMPTY.fullmatch(text) for text, _ in others)
    defined = {match[1] for match in made if match and match[1].encode() not in KEYWORDS}
    if len(defined) > 1 or any(name in shadow for name in defined):
        yield from (word.span() for word in _NAME.finditer(shadow) if word[0] in defined)


def _classes(shadow: str) -> set[str]:
    members = MEMBER.finditer(shadow)
    made = {match[1] for match in members if shadow.endswith(match[1], 0, match.start())}
    return made.union(CLASS.findall(shadow))


def _calls(shadow: str, classes: set[str]) -> Iterator[Range]:
    """Yield start and end of calls of macros between declarations, with assigned values.

    :param classes: names that are no macros.
    """
    #: For each open brace, True if it holds declarations, and the start of a call before it.
    stack: list[tuple[bool, int]] = [(True, -1)]
    for piece in PIECE.finditer(shadow):
        text = piece[0]
        declares, start = stack[-1]
        call = CALL_ALONE.match(text) if declares else None
        if call and (call["name"] in classes or _names(shadow, piece, call)):
            call = None
        first = piece.start() + call.start("blank") if call else -1
        if text.endswith("}"):
            if start >= 0:
                yield start, piece.end()
            if len(stack) > 1:
                stack.pop()
        elif text.endswith("{"):
            block = bool(call and call["block"])
            if block:
                yield first, piece.end() - 1
            inner = bool(DECLARATIONS.search(text)) and not FUNCTION.search(text)
            stack.append((inner, -1 if block else first))
        elif call:
            yield first, piece.end()


def _names(shadow: str, piece: re.Match[str], call: re.Match[str]) -> bool:
    """Return True if a call is the name behind a type: ``struct { } NAME(x);``."""
    beside = "\n" not in call.string[: call.start("blank")]
    return beside and shadow.endswith("}", 0, piece.start())


def _erase(text: str, spans: list[Range]) -> str:
    parts: list[str] = []
    end = 0
    for start, stop in sorted(spans):
        if stop > end:
            parts += text[end : max(start, end)], _blanks(text[max(start, end) : stop])
            end = stop
    parts.append(text[end:])
    return "".join(parts)


def _embody(source: str, spans: list[Range]) -> str:
    parts: list[str] = []
    end = 0
    for start, stop in spans:
        parts += source[end:start], "{}".ljust(stop - start)
        end = stop
    parts.append(source[end:])
    return "".join(parts)


def _without_body(define: re.Match[str]) -> str:
    return define[1] + _BODY.sub("_", define[2])
