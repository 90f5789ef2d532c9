"""All regular expressions of the package, and whether each is looked for everywhere in a text or
only where the text begins."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import sphinx_filedocs
from sphinx_filedocs.source import credentials

_ROOT = Path(sphinx_filedocs.__file__).parent
_AT_ONE_PLACE = {"match", "fullmatch"}


class Use(NamedTuple):
    """A regular expression: where it stands, and whether it is looked for everywhere."""

    place: str
    pattern: str
    flags: int
    everywhere: bool


@cache
def all_uses() -> list[Use]:
    """Return every regular expression of the package, and those of its rules."""
    uses = [*_of_modules(), *_written_where_used(), *_of_credentials()]
    return list({use[1:]: use for use in uses}.values())


def _trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(_ROOT.rglob("*.py")):
        yield path.relative_to(_ROOT).as_posix(), ast.parse(path.read_text("utf-8"))


def _methods() -> Mapping[tuple[str, str], set[str]]:
    """Return which methods are called of each name in capitals, by module; ``""`` stands for all
    else that is done with it, and for all modules of a name that others import."""
    methods: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for path, tree in _trees():
        module = _module(path)
        called = {
            id(node.value): node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)
        }
        for node in ast.walk(tree):
            name = getattr(node, "id", getattr(node, "attr", ""))
            if name.isupper() and isinstance(getattr(node, "ctx", None), ast.Load):
                method = called.get(id(node), "")
                methods[module, name].add(method)
                if not name.startswith("_"):
                    methods["", name].add(method)
    return methods


def _module(path: str) -> str:
    name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return f"sphinx_filedocs.{name}"


def _scanning() -> Mapping[str, set[str]]:
    """Return the methods of expressions that each module calls on what is no constant."""
    return {
        _module(path): {
            node.func.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in {"search", "finditer", "findall", "sub", "subn"}
            and not getattr(node.func.value, "id", getattr(node.func.value, "attr", "re")).isupper()
            and getattr(node.func.value, "id", "") != "re"
        }
        for path, tree in _trees()
    }


def _of_modules() -> Iterator[Use]:
    methods, scanning = _methods(), _scanning()
    for info in pkgutil.walk_packages([str(_ROOT)], "sphinx_filedocs."):
        if info.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(info.name)).items():
            for pattern in _patterns(value):
                used = methods[info.name, name] | methods["", name]
                known = used - {""} or scanning.get(info.name, set())
                everywhere = not known <= _AT_ONE_PLACE
                yield Use(f"{info.name}.{name}", *_written(pattern), everywhere)


def _written(pattern: re.Pattern[Any]) -> tuple[str, int]:
    text = pattern.pattern
    if isinstance(text, bytes):
        return text.decode("latin-1"), pattern.flags & ~re.UNICODE
    return text, pattern.flags


def _patterns(value: object) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, (list, tuple, set, frozenset)):
        for part in value:
            yield from _patterns(part)
    elif isinstance(value, dict):
        yield from _patterns([*value.keys(), *value.values()])
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from _patterns(getattr(value, field.name, None))


def _written_where_used() -> Iterator[Use]:
    """Yield what calls such as ``re.sub("a+", …)`` look for."""
    for path, tree in _trees():
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and getattr(node.func.value, "id", "") == "re"
                and node.args
                and isinstance(pattern := getattr(node.args[0], "value", None), str)
                and node.func.attr not in {"compile", "escape"}
            ):
                place = f"{path}:{node.lineno}"
                yield Use(place, pattern, 0, node.func.attr not in _AT_ONE_PLACE)


def _of_credentials() -> Iterator[Use]:
    tables = [credentials.value_forms(), credentials._tokens(), credentials.file_kinds()]
    for pattern in _patterns(tables):
        yield Use("rules.credentials", *_written(pattern), True)
