"""Measures how large and how tangled this repository's package is.

    python benchmarks/structure.py [NAME...]

A NAME is a folder or a revision; this checkout if none is given. Prints a table with a column for
each of them, then import circles, modules with one importer and the largest modules.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from checkouts import opened

_HERE = str(Path(__file__).resolve().parents[1])
_PACKAGE = "sphinx_filedocs"
_LONG_MODULES = (300, 500)
_LONG_FUNCTION = 50
_SMALL_MODULE = 150
_LARGEST = 5
_QUESTIONS = ("what", "which", "whether", "how", "where")
_WORD = re.compile(r"[A-Za-z'’-]+")
_COMPILERS = {"compile", "compile_pattern"}
_MATCHERS = {"search", "match", "fullmatch", "split", "sub", "findall", "finditer"}


@dataclass(frozen=True, slots=True)
class Module:
    """One module of the package, measured.

    :param name: dotted, from below the package. Example: ``pages.file``.
    :param docstrings: all of them.
    :param long_functions: names of the functions of more than 50 lines.
    :param expressions: regular expressions that it compiles.
    :param inline_expressions: regular expressions passed to ``re.search`` and its like.
    :param patches: classes derived from ``Patch``.
    :param imports: for each import, the names that its module may have, the longest first.
    """

    name: str
    lines: int
    docstrings: tuple[str, ...] = ()
    long_functions: tuple[str, ...] = ()
    expressions: int = 0
    inline_expressions: int = 0
    patches: int = 0
    imports: frozenset[tuple[str, ...]] = frozenset()


def read_module(path: str, text: str) -> Module:
    """Measure one module.

    :param path: below the package.
    """
    parts = path.removesuffix(".py").split("/")
    folder = parts[:-1]
    name = ".".join(folder if parts[-1] == "__init__" else parts) or _PACKAGE
    nodes = list(ast.walk(ast.parse(text)))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return Module(
        name,
        len(text.splitlines()),
        tuple(filter(None, (ast.get_docstring(n) for n in nodes if isinstance(n, documented)))),
        tuple(_long_functions(nodes)),
        sum(_calls_re(node, _COMPILERS) for node in nodes),
        sum(_calls_re(node, _MATCHERS) for node in nodes),
        sum(isinstance(n, ast.ClassDef) and "Patch" in map(_name, n.bases) for n in nodes),
        frozenset(names for node in nodes for names in _imported(node, folder)),
    )


def _long_functions(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > _LONG_FUNCTION:
                yield node.name


def _name(node: ast.expr) -> str:
    """Return the last part of a name. Example: ``compile`` of ``re.compile``."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _calls_re(node: ast.AST, functions: set[str]) -> bool:
    if not isinstance(node, ast.Call) or _name(node.func) not in functions:
        return False
    return not isinstance(node.func, ast.Attribute) or _name(node.func.value) == "re"


def _imported(node: ast.AST, folder: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the modules that an import statement may mean, named from below the package.

    Example: ``from sphinx_filedocs.pages import file`` yields ``("pages.file", "pages")``.
    """
    names: list[tuple[str, ...]] = []
    if isinstance(node, ast.Import):
        names = [(alias.name,) for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        above = [_PACKAGE, *folder]
        base = above[: len(above) - node.level + 1] if node.level else []
        start = ".".join([*base, *filter(None, [node.module])])
        names = [(f"{start}.{alias.name}", start) for alias in node.names]
    for candidates in names:
        if candidates[-1].split(".")[0] == _PACKAGE:
            yield tuple(name.removeprefix(f"{_PACKAGE}.") for name in candidates)


def read_package(package: Path) -> list[Module]:
    """Measure every module below a folder."""
    return [
        read_module(path.relative_to(package).as_posix(), path.read_text("utf-8"))
        for path in sorted(package.rglob("*.py"))
    ]


def import_graph(modules: Iterable[Module]) -> dict[str, set[str]]:
    """Return for each module the names of the modules that it imports."""
    imports = {module.name: module.imports for module in modules}
    return {
        name: {next((one for one in names if one in imports), name) for names in several} - {name}
        for name, several in imports.items()
    }


def circles(modules: Iterable[Module]) -> list[list[str]]:
    """Return the groups of modules that import each other, directly or through others."""
    imports = import_graph(modules)
    reached = {name: _reached(imports, name) for name in imports}
    groups = {
        tuple(sorted(other for other in names if name in reached.get(other, ())))
        for name, names in reached.items()
        if name in names
    }
    return sorted(map(list, groups))


def _reached(imports: Mapping[str, Iterable[str]], name: str) -> set[str]:
    reached: set[str] = set()
    todo = list(imports[name])
    while todo:
        other = todo.pop()
        if other not in reached:
            reached.add(other)
            todo.extend(imports.get(other, ()))
    return reached


def small_with_one_importer(modules: Sequence[Module]) -> list[str]:
    """Return the names of the modules below 150 lines that a single module imports."""
    importers = Counter(name for names in import_graph(modules).values() for name in names)
    return [m.name for m in modules if m.lines < _SMALL_MODULE and importers[m.name] == 1]


def is_plugin(module: Module) -> bool:
    """Return whether a module belongs to ``plugins/`` rather than to the core."""
    return module.name.split(".")[0] == "plugins"


def rows(modules: Sequence[Module], test_lines: int) -> Iterator[tuple[str, str]]:
    """Yield each quantity with its figure.

    :param modules: at least one.
    """
    core = [module for module in modules if not is_plugin(module)]
    lines = [module.lines for module in modules]
    yield "modules", str(len(modules))
    yield "modules without plugins/", str(len(core))
    yield "lines", str(sum(lines))
    yield "lines without plugins/", str(sum(module.lines for module in core))
    yield "median lines of a module", f"{median(lines):g}"
    for limit in _LONG_MODULES:
        yield f"modules over {limit} lines", str(sum(one > limit for one in lines))
    long = sum(len(module.long_functions) for module in modules)
    yield f"functions over {_LONG_FUNCTION} lines", str(long)
    yield "regular expressions", str(sum(module.expressions for module in modules))
    inline = sum(module.inline_expressions for module in modules)
    yield "regular expressions in calls of re.search and its like", str(inline)
    yield "import circles", str(len(circles(modules)))
    small = len(small_with_one_importer(modules))
    yield f"modules below {_SMALL_MODULE} lines with one importer", str(small)
    yield "patches of Sphinx", str(sum(module.patches for module in modules))
    yield from _word_rows(modules)
    yield "lines of tests", str(test_lines)
    yield "lines of tests a line", f"{test_lines / sum(lines):.2f}"


def _word_rows(modules: Iterable[Module]) -> Iterator[tuple[str, str]]:
    """Yield how often some words stand in 1,000 words of docstrings."""
    texts = [text for module in modules for text in module.docstrings]
    words = [word.lower() for text in texts for word in _WORD.findall(text)]
    counts = Counter(words)
    yield "words of docstrings", str(len(words))
    share = 1000 / max(1, len(words))
    for question in _QUESTIONS:
        yield f"“{question}” in 1,000 words of docstrings", f"{counts[question] * share:.1f}"
    together = sum(counts[question] for question in _QUESTIONS)
    yield "all five in 1,000 words", f"{together * share:.1f}"
    examples = counts["example"] + counts["examples"]
    yield "examples in 1,000 words of docstrings", f"{examples * share:.1f}"


def count_tests(root: Path) -> int:
    """Count the lines of Python below ``tests/``."""
    return sum(len(path.read_bytes().splitlines()) for path in root.glob("tests/**/*.py"))


def table(measured: Mapping[str, tuple[Sequence[Module], int]]) -> str:
    """Return the table, and the lists below it.

    :param measured: modules and lines of tests by the name of a checkout.
    """
    columns = [dict(rows(modules, tests)) for modules, tests in measured.values()]
    lines = [["counted", *measured], ["---"] * (len(measured) + 1)]
    lines += [[name, *(column[name] for column in columns)] for name in columns[0]]
    text = [f"| {' | '.join(cells)} |" for cells in lines]
    for name, (modules, _) in measured.items():
        largest = sorted(modules, key=lambda module: (-module.lines, module.name))[:_LARGEST]
        folders = defaultdict(list)
        for small in small_with_one_importer(modules):
            folders[small.rpartition(".")[0]].append(small.rpartition(".")[2])
        text += ["", f"{name}: import circles"]
        text += [f"- {', '.join(circle)}" for circle in circles(modules)] or ["- none"]
        text += ["", f"{name}: modules below {_SMALL_MODULE} lines with one importer"]
        text += [f"- {folder}: {', '.join(small)}" for folder, small in folders.items()]
        text += ["", f"{name}: largest modules"]
        text += [f"- {module.name} {module.lines}" for module in largest]
    return "\n".join(text)


def main(arguments: Sequence[str]) -> None:
    """Measure and print."""
    with ExitStack() as stack:
        checkouts = [stack.enter_context(opened(name)) for name in arguments or [_HERE]]
        measured = {
            one.name: (read_package(one.package), count_tests(one.root)) for one in checkouts
        }
        print(table(measured))


if __name__ == "__main__":
    main(sys.argv[1:])
