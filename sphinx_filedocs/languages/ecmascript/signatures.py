"""Ends members of types where the grammar of TypeScript does not see that they end.

What calls an interface may begin with its type parameters, and no semicolon need stand before it.
To the grammar the angle bracket goes on with the member before, and most of the file is an error.
"""

from __future__ import annotations

import re

#: A line that begins with type parameters: these are written large, or on lines of their own.
_PARAMETERS = re.compile(rb"\n[ \t]*+(?<=[ \t])<(?=[A-Z\n])")
#: How a line may end on which a member ends: not with an operator, nor the arrow of a function.
_ENDED = re.compile(rb"(?:[\w)\]}'\"`]|(?<!=)>)\Z")
#: How many lines of comments may stand between two members.
_LINES = 100


def ended(data: bytes) -> bytes:
    """Return a source in which a semicolon stands in the place of the blank before a line that
    begins with type parameters, where the line of code before it could go on.

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
    """Return the last line of code before the end of a line, without blanks behind it."""
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
