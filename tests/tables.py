"""Cases in text files: a line each, ``field ¦ field → result``, below lines such as ``=== name``.

Ends of lines are written ``⏎``, tabs ``⇥``; lines that begin with ``%% `` are comments. With
``FILEDOCS_REGENERATE=1``, tests write the results anew: read the difference before keeping it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

_SECTION = re.compile(r"^=== (.+)\n", re.MULTILINE)
_BEHIND = " → "


class Table:
    """A file of cases.

    :param test: the path of a test; the file is beside it, and called like it without ``test_``.
    """

    def __init__(self, test: str) -> None:
        path = Path(test)
        self._file = path.with_name(path.stem.removeprefix("test_") + ".txt")

    def check(self, section: str, says: Callable[..., object]) -> None:
        """Compare what a function says of the fields of each case with the results."""
        parts = _SECTION.split(self._file.read_text(encoding="utf-8"))
        at = parts.index(section, 1) + 1
        lines = parts[at].strip("\n").split("\n")
        said = [_answered(line, says) for line in lines]
        if not os.environ.get("FILEDOCS_REGENERATE"):
            assert said == lines
            return
        parts[at] = "\n".join([*said, "", ""])
        heads = [f"=== {part}\n" if place % 2 else part for place, part in enumerate(parts)]
        self._file.write_text("".join(heads).rstrip("\n") + "\n", encoding="utf-8")


def _answered(line: str, says: Callable[..., object]) -> str:
    case, is_case, _ = f"{line} ".rpartition(_BEHIND)
    if not is_case:
        assert line.startswith("%% "), f"no case: {line}"
        return line
    result = says(*(_plain(field) for field in case.split(" ¦ ")))
    return f"{case}{_BEHIND}{_written(str(result))}".rstrip()


def _plain(field: str) -> str:
    return field.replace("⏎", "\n").replace("⇥", "\t")


def _written(text: str) -> str:
    return text.replace("\n", "⏎").replace("\t", "⇥")
