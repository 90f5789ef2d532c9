"""What the grammar of Java does not read, so that it would lose the method around."""

from __future__ import annotations

import re

from sphinx_filedocs.patterns import compile_pattern

#: A pattern of a type or a record: the grammar has neither ``final`` nor dotted names there.
_PATTERN = compile_pattern(
    rb"(?:(?:^|[{;}])[ \t]*+case|\binstanceof)[ \t]++[\w. \t]++"
    rb"(?:\((?:[^()]++|\((?:[^()]++|\((?:[^()]++|\([^()]*+\))*+\))*+\))*+\))?+"
    rb"(?=\s*+(?:->|when\b|[:&|?;)]))",
    re.MULTILINE,
)
_UNREAD = compile_pattern(
    rb"\bfinal\s(?=\s*+\w++[.\s\w]{0,200}\s\w)|(?:\b\w++\s*+\.\s*+){1,20}+(?=\w++\s*+\()"
)


def blank(data: bytes) -> bytes:
    """Return a source with spaces for what the grammar does not read in patterns: the ``final`` of
    ``case final A a`` and the ``A.`` of ``case A.B(int n)``."""
    return _PATTERN.sub(lambda pattern: _UNREAD.sub(_spaces, pattern[0]), data)


def _spaces(match: re.Match[bytes]) -> bytes:
    return re.sub(rb"[^\n]", b" ", match[0])
