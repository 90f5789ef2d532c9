"""Counts what tells how hard this repository's package is to find one's way in.

    python benchmarks/structure.py [NAME...]

A NAME is a folder or a revision; this checkout if none is given. Prints a table with a column for
each of them, then the classes that share a name and the largest modules.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from checkouts import opened

_HERE = str(Path(__file__).resolve().parents[1])
_LONG_MODULES = (300, 500)
_LONG_FUNCTION = 50
_LARGEST = 5
#: Names that tell nothing of what they hold.
_VAGUE = ("one", "found", "told", "kept", "given", "waiting", "elsewhere")
#: Modules of Python that write what is stored.
_STORES = ("marshal", "pickle", "sqlite3")
_DIGESTS = ("blake2b", "blake2s", "md5", "sha1", "sha256")


@dataclass(frozen=True, slots=True)
class Module:
    """One module of the package, counted.

    :param path: below the package.
    :param long_functions: names of those that are longer than they should be.
    :param classes: the names of those that it defines.
    :param names: how often each of the vague names stands there.
    :param strategies: comparisons of a language's strategy with a name, such as
        ``language.imports == "crate"``.
    :param digests: calls that begin a digest.
    :param stores: the modules of Python that it imports to store something.
    """

    path: str
    lines: int
    docstring: str
    long_functions: tuple[str, ...]
    classes: tuple[str, ...]
    names: Mapping[str, int]
    strategies: int
    digests: int
    stores: frozenset[str]


def count_module(path: str, text: str) -> Module:
    """Count one module."""
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    vague = Counter(t.string for t in tokens if t.type == tokenize.NAME and t.string in _VAGUE)
    functions = [one for one in nodes if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    return Module(
        path,
        len(text.splitlines()),
        ast.get_docstring(tree) or "",
        tuple(node.name for node in functions if _length(node) > _LONG_FUNCTION),
        tuple(node.name for node in nodes if isinstance(node, ast.ClassDef)),
        vague,
        sum(_names_strategy(node) for node in nodes),
        sum(_begins_digest(node) for node in nodes),
        frozenset(name for node in nodes for name in _imported(node) if name in _STORES),
    )


def _length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _names_strategy(node: ast.AST) -> bool:
    """Tell whether an attribute of ``language`` is compared with a text."""
    if not isinstance(node, ast.Compare) or not isinstance(node.left, ast.Attribute):
        return False
    owner = node.left.value
    name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
    return name == "language" and any(_is_text(one) for one in node.comparators)


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.Set | ast.Tuple | ast.List):
        return any(_is_text(element) for element in node.elts)
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _begins_digest(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name in _DIGESTS


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []


def count_package(package: Path) -> list[Module]:
    """Count every module below a folder."""
    return [
        count_module(path.relative_to(package).as_posix(), path.read_text("utf-8"))
        for path in sorted(package.rglob("*.py"))
    ]


def shared_names(modules: Iterable[Module]) -> dict[str, list[str]]:
    """Return the names that classes of several modules have, with the modules."""
    places = defaultdict(set)
    for module in modules:
        for name in module.classes:
            places[name].add(module.path)
    return {name: sorted(paths) for name, paths in sorted(places.items()) if len(paths) > 1}


def rows(modules: Sequence[Module]) -> Iterator[tuple[str, str]]:
    """Yield what is counted, and the figure.

    :param modules: at least one.
    """
    lines = [module.lines for module in modules]
    yield "modules", str(len(modules))
    yield "lines", str(sum(lines))
    yield "median lines of a module", f"{median(lines):g}"
    for limit in _LONG_MODULES:
        yield f"modules over {limit} lines", str(sum(one > limit for one in lines))
    yield "modules without a docstring", str(sum(not one.docstring for one in modules))
    pure = sum(one.docstring.startswith("Pure core") for one in modules)
    yield "module docstrings that begin with “Pure core”", str(pure)
    long = sum(len(one.long_functions) for one in modules)
    yield f"functions over {_LONG_FUNCTION} lines", str(long)
    yield "class names that several modules define", str(len(shared_names(modules)))
    for name in _VAGUE:
        yield f"“{name}” as a name", str(sum(one.names[name] for one in modules))
    yield "comparisons of a language's strategy", str(sum(one.strategies for one in modules))
    for name in _STORES:
        yield f"modules that import {name}", str(sum(name in one.stores for one in modules))
    yield "calls that begin a digest", str(sum(one.digests for one in modules))


def table(counted: Mapping[str, Sequence[Module]]) -> str:
    """Return the table, and the lists below it.

    :param counted: modules by the name of a checkout.
    """
    columns = [dict(rows(modules)) for modules in counted.values()]
    lines = [["counted", *counted], ["---"] * (len(counted) + 1)]
    lines += [[what, *(column[what] for column in columns)] for what in columns[0]]
    text = [f"| {' | '.join(cells)} |" for cells in lines]
    for name, modules in counted.items():
        shared = [f"{one} ({len(paths)})" for one, paths in shared_names(modules).items()]
        largest = sorted(modules, key=lambda module: (-module.lines, module.path))[:_LARGEST]
        text += ["", f"{name}: classes that share a name: {', '.join(shared) or 'none'}"]
        long = ", ".join(f"{module.path} {module.lines}" for module in largest)
        text += ["", f"{name}: largest modules: {long}"]
    return "\n".join(text)


def main(arguments: Sequence[str]) -> None:
    """Count and print."""
    with ExitStack() as stack:
        checkouts = [stack.enter_context(opened(name)) for name in arguments or [_HERE]]
        print(table({one.name: count_package(one.package) for one in checkouts}))


if __name__ == "__main__":
    main(sys.argv[1:])
