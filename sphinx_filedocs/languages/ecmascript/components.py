"""Blanks the parts of components and of TypeScript that a grammar cannot read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_filedocs.patterns import compile_pattern

_SCRIPT = compile_pattern(
    rb"""(?ix) <script\b (?:[^>"'<] | "[^"]{0,500}+" | '[^']{0,500}+')*+ >
        (?P<code>(?:[^<]|<(?!/script))*+)"""
)
#: What the markup takes from the script: components, and the expressions in braces and in the
#: values of directives. What it has in comments and styles is not meant.
_MARKUP = compile_pattern(
    rb"""(?ix) <!--(?:[^-]|-(?!->))*+
    | <style\b(?:[^<]|<(?!/style))*+
    | (?-i:<(?P<component>[A-Z]\w*+))
    | (?<=[\s{]) (?:v-|[:@\#]) [\w.:\[\]-]*+ = "(?P<value>[^"]*+)"
    | \{ (?P<braces> (?:[^{}] | \{ (?:[^{}]|\{[^{}]*+\})*+ \})*+ ) \}"""
)
_WORD = compile_pattern(
    rb"""(?x) '(?:[^'\\\n]|\\.)*+' | "(?:[^"\\\n]|\\.)*+" | `[^`]*+`
    | (?<![\w$.@\#/]) (?P<name>[A-Za-z_$][\w$]*+) (?!\s*+:)"""
)
#: What the markup binds itself: loops, slots, parameters.
_OWN = compile_pattern(
    rb"""(?x) \bv-for="(?P<loop>[^"]{0,500}?)\s(?:in|of)\s
    | \s(?:v-slot|\#)[\w.:\[\]-]*+="(?P<slot>[^"]*+)"
    | \blet:(?P<let>\w++) | \{\#each[^{}]*?\sas\s(?P<each>[^}]*+)
    | \{[\#:](?:await|then|catch|snippet)\b(?P<then>[^}]*+) | \{@const\s++(?P<const>\w++)
    | (?P<parameters>\([^()]*+\)|(?<!\w)\w++)\s*+=>"""
)
_NAME = re.compile(rb"[A-Za-z_$][\w$]*")
_KEYWORDS = frozenset(
    b"""as async await catch const debug default delete each else false for function html if in
    instanceof key let new null of render return snippet then this true typeof undefined var
    void""".split()
)
_VISIBLE = re.compile(rb"[^\n]")


def script_alone(data: bytes) -> bytes:
    """Return a component with its scripts alone, and spaces in the place of all else."""
    pieces: list[bytes] = []
    end = 0
    for script in _SCRIPT.finditer(data):
        start, stop = script.span("code")
        pieces += (_VISIBLE.sub(b" ", data[end:start]), data[start:stop])
        end = stop
    pieces.append(_VISIBLE.sub(b" ", data[end:]))
    return b"".join(pieces)


def names_in_markup(data: bytes, _scripts: bytes) -> Iterator[tuple[int, int]]:
    """Yield where the names start and end that the markup of a component takes from its scripts.

    Those that the markup binds anywhere are left out.
    """
    markup = bytearray(data)
    for script in _SCRIPT.finditer(data):
        start, stop = script.span("code")
        markup[start:stop] = b" " * (stop - start)
    text = bytes(markup)
    own = _KEYWORDS.union(
        name for match in _OWN.finditer(text) for name in _NAME.findall(match[match.lastgroup or 0])
    )
    for match in _MARKUP.finditer(text):
        if match["component"]:
            yield match.span("component")
        elif match.lastgroup:
            for word in _WORD.finditer(text, *match.span(match.lastgroup)):
                if word["name"] and word["name"] not in own:
                    yield word.span("name")


#: A line that begins with type parameters: these are written large, or on lines of their own.
_PARAMETERS = re.compile(rb"\n[ \t]*+(?<=[ \t])<(?=[A-Z\n])")
#: How a line may end on which a member ends: not with an operator, nor the arrow of a function.
_ENDED = re.compile(rb"(?:[\w)\]}'\"`]|(?<!=)>)\Z")
#: How many lines of comments may stand between two members.
_LINES = 100


def ended(data: bytes) -> bytes:
    """Return a source in which a semicolon stands in the place of the blank before a line that
    begins with type parameters, if the line of code before it could go on.

    :param data: TypeScript as UTF-8, with newlines as line ends.
    """
    marks = [
        match.end() - 2
        for match in _PARAMETERS.finditer(data)
        if _ENDED.search(_line_before(data, match.start()))
    ]
    if not marks:
        return data
    changed = bytearray(data)
    for at in marks:
        changed[at] = ord(";")
    return bytes(changed)


def _line_before(data: bytes, end: int) -> bytes:
    is_comment = False
    for _ in range(_LINES):
        start = data.rfind(b"\n", 0, end) + 1
        line = data[start:end].strip()
        is_comment = is_comment or line.endswith(b"*/")
        if line and not is_comment and not line.startswith(b"//"):
            return line
        is_comment = is_comment and not line.startswith(b"/*")
        if not start:
            break
        end = start - 1
    return b""
