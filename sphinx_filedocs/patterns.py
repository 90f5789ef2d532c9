"""Regular expressions whose possessive quantifiers mean the same in each Python 3.11."""

from __future__ import annotations

import importlib
import re
import sys
from types import ModuleType
from typing import AnyStr

#: Up to 3.11.4, ``re.fullmatch("(?:ab?c)*+", "a")`` matches, and others raise ``SystemError``
#: (python/cpython#106052 and #101955). Debian 12 has 3.11.2.
_RIGHT = sys.version_info >= (3, 11, 5)

#: A word of two letters or more.
WORD = re.compile(r"[^\W\d_]{2,}")
#: Characters without a blank between them.
CODE = re.compile(r"\S+")
#: The mark of a block of code in Markdown, and a block; one without an end goes on to that of its
#: text.
FENCE = "```"
FENCED = re.compile(
    r"^[ \t]*(?P<fence>`{3,})[^`\n]*(?:\n|\Z)(?P<code>.*?)(?:^[ \t]*(?P=fence)[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)


def without_blocks(text: str) -> str:
    """Return a text without its blocks of code."""
    return FENCED.sub("", text) if FENCE in text else text


def compile_pattern(pattern: AnyStr, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[AnyStr]:
    """Compile a pattern that repeats groups possessively.

    :raises re.error: for an invalid pattern.
    """
    return re.compile(pattern, flags) if _RIGHT else compile_atomic(pattern, flags)


def compile_atomic(pattern: AnyStr, flags: re.RegexFlag) -> re.Pattern[AnyStr]:
    """Compile a pattern with ``(?>X*)`` for each ``X*+``, which matches the same.

    Its attribute ``pattern`` is ``None``. It uses private modules of frozen releases of Python.
    """
    parser = importlib.import_module("re._parser")
    tree = parser.parse(pattern, flags.value)
    _make_atomic(tree, parser)
    compiler = importlib.import_module("re._compiler")
    compiled: re.Pattern[AnyStr] = compiler.compile(tree, flags.value)
    return compiled


def _make_atomic(part: object, parser: ModuleType) -> None:
    if isinstance(part, (tuple, list)):
        for item in part:
            _make_atomic(item, parser)
    elif isinstance(part, parser.SubPattern):
        _make_atomic(part.data, parser)
        part.data[:] = [
            (parser.ATOMIC_GROUP, parser.SubPattern(part.state, [(parser.MAX_REPEAT, operand)]))
            if operator is parser.POSSESSIVE_REPEAT
            else (operator, operand)
            for operator, operand in part.data
        ]
