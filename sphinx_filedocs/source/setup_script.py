"""What a ``setup.py`` says to setuptools, as far as it stands there literally: it is never run."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping

#: How much of one is read, in characters.
_LIMIT = 200_000
SCRIPTS = ("console_scripts", "gui_scripts")
_LISTS = ("packages", "py_modules", "scripts")


def setup_arguments(text: str) -> Mapping[str, object]:
    """Return what a ``setup.py`` says: its ``name``, ``packages``, ``py_modules`` and ``scripts``,
    and of ``console_scripts`` and ``gui_scripts`` what each command starts.

    What is worked out when it is run is left out; a text that is no Python gives nothing.
    """
    if len(text) > _LIMIT:
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
        #: What is assigned to each variable at the top of the file, if that is done once.
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
        """Yield what ``setup`` is called with, by name."""
        for node in self._nodes:
            if isinstance(node, ast.Call) and _called(node) == "setup":
                for keyword in node.keywords:
                    if keyword.arg:
                        yield keyword.arg, keyword.value
                    elif (table := self._value(keyword.value)) is not None:
                        yield from _pairs(table)

    def _value(self, node: ast.expr | None) -> ast.expr | None:
        """Return what an expression is, that of a variable what is assigned to it."""
        return self._values.get(node.id) if isinstance(node, ast.Name) else node

    def _strings(self, node: ast.expr | None) -> list[str]:
        """Return the strings of a list, or one that stands alone."""
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
    """Return the commands of entry points that are written as a file in INI."""
    sections: dict[str, dict[str, str]] = {}
    section = ""
    for line in map(str.strip, text.split("\n")):
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1].strip()
        elif section in SCRIPTS:
            sections.setdefault(section, {}).update(script_lines(line))
    return sections
