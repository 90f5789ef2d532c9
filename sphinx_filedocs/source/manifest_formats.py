"""Reads the formats of manifests: TOML, JSON, INI, ``setup.py`` and ``.cabal``.

A broken text gives an empty table. A ``setup.py`` is never run."""

from __future__ import annotations

import ast
import configparser
import json
import posixpath
import re
import tomllib
import warnings
from collections.abc import Callable, Iterator, Mapping

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


#: The part of one to read, in characters.
_LONGEST_TEXT = 200_000
SCRIPTS = ("console_scripts", "gui_scripts")
_LISTS = ("packages", "py_modules", "scripts")


def setup_arguments(text: str) -> Mapping[str, object]:
    """Return the arguments of a ``setup.py``: its ``name``, ``packages``, ``py_modules`` and
    ``scripts``, and the functions of ``console_scripts`` and ``gui_scripts``.

    Values computed at run time are left out; a text that is no Python has none.
    """
    if len(text) > _LONGEST_TEXT:
        return {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _Script(ast.parse(text)).said()
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}


def script_lines(value: str) -> Mapping[str, str]:
    """Return the commands of lines such as ``name = package.module:function``."""
    pairs = (line.partition("=") for line in value.split("\n") if "=" in line)
    return {name.strip(): target.strip() for name, _, target in pairs}


class _Script:
    def __init__(self, tree: ast.Module) -> None:
        self._nodes = list(ast.walk(tree))
        #: The value of each variable assigned exactly once at the top of the file.
        self._values: dict[str, ast.expr | None] = {}
        for node in tree.body:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        again = target.id in self._values
                        self._values[target.id] = None if again else node.value

    def said(self) -> Mapping[str, object]:
        arguments = dict(self._arguments())
        table: dict[str, object] = {}
        if name := self._strings(arguments.get("name")):
            table["name"] = name[0]
        for key in _LISTS:
            if values := self._strings(arguments.get(key)):
                table[key] = values
        points = self._value(arguments.get("entry_points"))
        if isinstance(points, ast.Constant) and isinstance(points.value, str):
            table.update(_sections(points.value))
        for node in self._nodes:
            for key, value in _pairs(node):
                if key in SCRIPTS and key not in table:
                    lines = "\n".join(self._strings(value))
                    if scripts := script_lines(lines):
                        table[key] = scripts
        return table

    def _arguments(self) -> Iterator[tuple[str, ast.expr]]:
        for node in self._nodes:
            if isinstance(node, ast.Call) and _called(node) == "setup":
                for keyword in node.keywords:
                    if keyword.arg:
                        yield keyword.arg, keyword.value
                    elif (table := self._value(keyword.value)) is not None:
                        yield from _pairs(table)

    def _value(self, node: ast.expr | None) -> ast.expr | None:
        return self._values.get(node.id) if isinstance(node, ast.Name) else node

    def _strings(self, node: ast.expr | None) -> list[str]:
        resolved = self._value(node)
        parts = resolved.elts if isinstance(resolved, ast.List | ast.Tuple) else [resolved]
        values = (part.value for part in map(self._value, parts) if isinstance(part, ast.Constant))
        return [value for value in values if isinstance(value, str)]


def _called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _pairs(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the keys and values of a dictionary, written as one or as a call of ``dict``."""
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, value
    elif isinstance(node, ast.Call) and _called(node) == "dict":
        for keyword in node.keywords:
            if keyword.arg:
                yield keyword.arg, keyword.value


def _sections(text: str) -> Mapping[str, Mapping[str, str]]:
    sections: dict[str, dict[str, str]] = {}
    section = ""
    for line in map(str.strip, text.split("\n")):
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1].strip()
        elif section in SCRIPTS:
            sections.setdefault(section, {}).update(script_lines(line))
    return sections


#: The reader of a manifest, by the ending of its name; :func:`ini` for all others.
_TABLES: Mapping[str, Callable[[str], Table]] = {
    ".toml": toml,
    ".json": jsonc,
    ".py": setup_arguments,
}


def table_reader(path: str) -> Callable[[str], Table]:
    """Return the function that reads a TOML, JSON or INI file, or a ``setup.py``."""
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
