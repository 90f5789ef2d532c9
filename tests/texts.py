"""Reads back the scripts of the texts that the finder searches."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple


class Searched(NamedTuple):
    """What is searched of a file: its text, its definitions (line, more lines, name), its strings
    and its comments."""

    text: str
    definitions: list[tuple[int, int, str]]
    strings: list[str]
    comments: list[str]


def table(folder: Path) -> dict:
    """Return the table of a tree's texts."""
    text = (folder / "table.js").read_text(encoding="ascii")
    found = re.fullmatch(r'filedocsFinder\.texts\("[^"]*",(.*)\);\n', text)
    assert found
    return json.loads(found[1])


def part(folder: Path, name: str) -> tuple[str, list]:
    """Return the texts of a part, joined, and what is known of each."""
    script = (folder / f"{name}.js").read_text(encoding="ascii")
    found = re.fullmatch(r'filedocsFinder\.text\("(\w+)","([^"]*)"\);\n', script)
    assert found
    assert found[1] == name
    whole = zlib.decompress(base64.b64decode(found[2]), -zlib.MAX_WBITS).decode("utf-8")
    end = whole.rindex("\n") + 1
    return whole[:end], json.loads(whole[end:])


def finder_files(folder: Path) -> list[str]:
    """Return the files of the finder, whose places the table names."""
    text = folder.parents[1].joinpath(f"{folder.name}.js").read_text(encoding="ascii")
    return json.loads(re.fullmatch(r"filedocsFinder\.tree\([^,]*,(.*)\);\n", text)[1])["files"]


def searched(output: Path, prefix: str = "source") -> Mapping[str, Searched]:
    """Return what is searched of each file, in order."""
    folder = output / "_static/filedocs/text" / prefix
    files, place = finder_files(folder), 0
    found: dict[str, Searched] = {}
    for name, steps, _languages in table(folder)["parts"]:
        whole, rows = part(folder, name)
        # As scripts count, in which a character may be two.
        units = whole.encode("utf-16-le")
        at = 0
        for step, (length, definitions, literals) in zip(steps, rows, strict=True):
            place += step
            text = units[2 * at : 2 * (at + length)]
            found[files[place]] = Searched(
                text.decode("utf-16-le"), _definitions(definitions), *_literals(text, literals)
            )
            at += length
    return found


def _definitions(rows: list) -> list[tuple[int, int, str]]:
    line, found = 0, []
    for at in range(0, len(rows), 3):
        line += rows[at]
        found.append((line, rows[at + 1], rows[at + 2]))
    return found


def _literals(text: bytes, rows: list | None) -> tuple[list[str], list[str]]:
    at = 0
    strings, comments = [], []
    for gap, length in zip(*[iter(rows or ())] * 2, strict=True):
        start, at = at + gap, at + gap + abs(length)
        (comments if length < 0 else strings).append(text[2 * start : 2 * at].decode("utf-16-le"))
    return strings, comments
