"""Components in a single file, as Vue and Svelte have them: a program between markup and style."""

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
