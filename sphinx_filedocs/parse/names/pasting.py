"""The names that the body of a macro makes of its arguments, as ``RM_##name``; only ``names`` uses
it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sphinx_filedocs.patterns import compile_pattern

#: How many names of a macro are kept.
_MOST = 8
#: What stands in quotes, and ends of lines that the body goes on behind.
_NOISE = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|\\\r?\n', re.DOTALL)
_PASTED = compile_pattern(r"(?<!\w)\w++(?:\s*+##\s*+\w++)++")


def forms(parameters: Sequence[str], body: str) -> tuple[str, ...]:
    """Return the names that a macro pastes, with the place of an argument in braces:
    ``RM_{0}``."""
    return tuple(dict.fromkeys(_forms(parameters, body)))[:_MOST]


def _forms(parameters: Sequence[str], body: str) -> Iterator[str]:
    places = {name: f"{{{place}}}" for place, name in enumerate(parameters)}
    for match in _PASTED.finditer(_NOISE.sub(" ", body)):
        parts = [part.strip() for part in match[0].split("##")]
        if places.keys() & {*parts}:
            yield "".join(places.get(part, part) for part in parts)
