"""Components in a single file, as Vue and Svelte have them: blanks all but their scripts."""

from __future__ import annotations

import re

from sphinx_filedocs.patterns import compile_pattern

_SCRIPT = compile_pattern(
    rb"""(?ix) <script\b (?:[^>"'<] | "[^"]{0,500}+" | '[^']{0,500}+')*+ >
        (?P<code>(?:[^<]|<(?!/script))*+)"""
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
