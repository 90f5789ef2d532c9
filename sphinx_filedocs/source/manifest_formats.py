"""Reads the formats of manifests: TOML, JSON, INI and CMake. A broken text gives an empty table."""

from __future__ import annotations

import configparser
import json
import posixpath
import re
import tomllib
from collections.abc import Callable, Mapping

from sphinx_filedocs.patterns import compile_pattern

#: Every alternative that begins also ends, at the end of the text at the latest, so that a
#: text is gone through once.
_JSONC = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\Z)|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_COMMA = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\Z)|,(?=\s*[}\]])', re.DOTALL)
#: A key of more parts than any has: :mod:`tomllib` takes the square of their number.
_LONG_KEY = compile_pattern(
    r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){100}"""
)
#: More blanks than stand between two words: of these :mod:`configparser` takes the square.
_LONG_BLANK = compile_pattern(r"[^\S\n]{100,}+")
Table = Mapping[str, object]


def toml(text: str) -> Mapping[str, object]:
    """Return a TOML document, an empty one when the text is not TOML, or has a key without end."""
    if _LONG_KEY.search(text):
        return {}
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}


def jsonc(text: str) -> Mapping[str, object]:
    """Return a JSON object, written with or without comments and final commas.

    Anything else gives an empty object.
    """
    bare = _JSONC.sub(lambda part: part[0] if part[0].startswith('"') else " ", text)
    bare = _COMMA.sub(lambda part: part[0] if part[0].startswith('"') else " ", bare)
    try:
        return table(json.loads(bare))
    except (ValueError, RecursionError):
        return {}


def table(value: object) -> Mapping[str, object]:
    """Return a value that is a table, else an empty table."""
    return value if isinstance(value, dict) else {}


def strings(value: object) -> list[str]:
    """Return the strings of a value: itself, those of a list, or none."""
    values = value if isinstance(value, list) else [value]
    return [item for item in values if isinstance(item, str)]


def tables(value: object) -> list[Mapping[str, object]]:
    """Return the tables of a value that is a list of them, else none."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def string(value: object) -> str:
    """Return a value that is a string, else an empty string."""
    return value if isinstance(value, str) else ""


def dig(value: object, *keys: str) -> Table:
    """Return the table under these keys, an empty one when there is none."""
    for key in keys:
        value = table(value).get(key)
    return table(value)


def ini(text: str) -> Table:
    """Return the sections of an INI file, none when it is broken."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(_LONG_BLANK.sub(" ", text))
    except configparser.Error:
        return {}
    sections: dict[str, object] = {name: dict(parser[name]) for name in parser.sections()}
    # setup.cfg keeps the scripts as lines of one value.
    points = dig(sections, "options.entry_points")
    for key in SCRIPTS:
        if scripts := script_lines(str(points.get(key, ""))):
            sections[key] = scripts
    return sections


SCRIPTS = ("console_scripts", "gui_scripts")


def script_lines(value: str) -> Mapping[str, str]:
    """Return the commands of lines such as ``name = package.module:function``."""
    pairs = (line.partition("=") for line in value.split("\n") if "=" in line)
    return {name.strip(): target.strip() for name, _, target in pairs}


#: The reader of a manifest, by the ending of its name; :func:`ini` for all others.
_TABLES: Mapping[str, Callable[[str], Table]] = {
    ".toml": toml,
    ".json": jsonc,
}


def table_reader(path: str) -> Callable[[str], Table]:
    """Return the function that reads a TOML, JSON or INI file."""
    return _TABLES.get(posixpath.splitext(path)[1], ini)


_CMAKE_COMMENT = compile_pattern(r"#[^\n]*+")
_CMAKE_CALL = compile_pattern(r"\b(?P<name>[A-Za-z_]\w*+)[ \t]*+\((?:(?P<words>[^()]*+)\))?+")
_CMAKE_WORD = re.compile(r'"([^"]*)"|([^\s"]+)')


def cmake_calls(text: str) -> list[tuple[str, list[str]]]:
    """Return the calls of a ``CMakeLists.txt``: the name in small letters, and the words.

    Example: ``add_library(ring "ring.c")`` is ``("add_library", ["ring", "ring.c"])``. A call with
    brackets among its words has no words.
    """
    return [
        (
            call["name"].lower(),
            [quoted or word for quoted, word in _CMAKE_WORD.findall(call["words"] or "")],
        )
        for call in _CMAKE_CALL.finditer(_CMAKE_COMMENT.sub("", text))
    ]
