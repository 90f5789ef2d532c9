"""What the grammar of C# does not read, so that it would lose the type around."""

from __future__ import annotations

import re

from sphinx_filedocs.languages.c_sharp.branches import partial, spaces
from sphinx_filedocs.patterns import compile_pattern

#: The grammar has ``ref`` only right before ``struct``, and ``partial`` before both.
_REF_PARTIAL = re.compile(rb"\bref(?=\s+partial\s+struct\s)")
#: The grammar has conditions around declarations, and not around their attributes alone.
_ATTRIBUTES = compile_pattern(
    rb"^(?P<begin>[ \t]*+#if\b[^\n]*+)\n"
    rb"(?P<attributes>(?:[ \t]*+\[[^\n]*\][ \t]*+\n)++)"
    rb"(?P<end>[ \t]*+#endif\b[^\n]*+)",
    re.MULTILINE,
)


def blank(data: bytes) -> bytes:
    """Return a source with spaces for the ``ref`` of a ``ref partial struct``, for conditions
    around attributes alone, and for branches that can't be read beside each other."""
    if b"partial" in data:
        data = _REF_PARTIAL.sub(b"   ", data)
    if b"#if" not in data:
        return data
    data = _ATTRIBUTES.sub(_unconditional, data)
    text = bytearray(data)
    for start, end in partial(data):
        text[start:end] = spaces(data[start:end])
    return bytes(text)


def _unconditional(match: re.Match[bytes]) -> bytes:
    begin, end = (b" " * len(match[name]) for name in ("begin", "end"))
    return b"\n".join((begin, match["attributes"] + end))
