"""The oracle of the accuracy benchmark: the definitions of a file as other programs see them.

Python is read by the standard library's ``ast``, everything else by Universal Ctags. Nothing here
uses the package that is measured.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Kind = Literal["class", "function", "method"]


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """A definition as it is compared: ``class`` stands for every sort of type with members.

    :param local: whether it is inside a function; only the analysis says so.
    """

    name: str
    kind: Kind
    line: int
    local: bool = field(default=False, compare=False)


Entries = Mapping[str, frozenset[Entry]]

#: What Universal Ctags is told about a file with one of these endings. A header is read as C++,
#: as ctags itself does: C++ takes in what C headers hold.
CTAGS_LANGUAGES: dict[str, tuple[str, ...]] = {
    "C": (".c",),
    "C++": (".h", ".hh", ".hpp", ".hxx", ".inl", ".cc", ".cpp", ".cxx"),
    "CUDA": (".cu", ".cuh"),
    "JavaScript": (".js", ".mjs", ".cjs", ".jsx"),
    "TypeScript": (".ts", ".mts", ".cts", ".tsx"),
    "Rust": (".rs",),
    "Go": (".go",),
    "Java": (".java",),
    "Sh": (".sh", ".bash"),
    "C#": (".cs",),
    "Kotlin": (".kt", ".kts"),
    "Lua": (".lua",),
    "PHP": (".php",),
    "Ruby": (".rb",),
}
_BY_ENDING = {ending: name for name, endings in CTAGS_LANGUAGES.items() for ending in endings}
_SHELL = re.compile(rb"#!\s*\S*/(?:env\s+)?(?:ba|da|k)?sh\b")

_CLASSES = {"class", "struct", "union", "enum", "interface", "annotation", "trait", "object"}
#: What ctags calls what has no name, in Kotlin.
_NAMELESS = {"<lambda>", "<anonymous>"}
_FUNCTIONS = {"function", "func", "generator", "prototype"}
_METHODS = {"method", "methodSpec", "getter", "setter", "singletonMethod"}
#: What owns a function; a Go receiver may be of a type that ctags has not seen.
_OWNERS = _CLASSES | {"implementation", "type", "talias", "unknown"}


def language_of(path: Path) -> str | None:
    """Return what the oracle takes a file for: ``Python``, a name of Universal Ctags, or none."""
    if path.suffix in {".py", ".pyi"}:
        return "Python"
    if not path.suffix:
        with path.open("rb") as stream:
            return "Sh" if _SHELL.match(stream.read(80)) else None
    return _BY_ENDING.get(path.suffix)


def definitions(root: Path, files: Mapping[str, str]) -> Entries:
    """Return the definitions of files, by path.

    :param files: paths relative to ``root``, with what :func:`language_of` said of each.
    """
    found: dict[str, frozenset[Entry]] = {}
    groups: dict[str, list[str]] = defaultdict(list)
    for path, language in files.items():
        groups[language].append(path)
    for language, paths in groups.items():
        if language == "Python":
            found |= {path: _python(root / path) for path in paths}
        else:
            found |= _ctags(root, language, paths)
    return found


def _python(path: Path) -> frozenset[Entry]:
    source = path.read_bytes()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            return frozenset()
    return frozenset(_walk(tree, "function"))


def _walk(node: ast.AST, function: Kind) -> Iterator[Entry]:
    """Yield the definitions below a node; ``function`` is what a function right there is."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield Entry(child.name, "class", child.lineno)
            yield from _walk(child, "method")
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Entry(child.name, function, child.lineno)
            yield from _walk(child, "function")
        else:
            yield from _walk(child, function)


def _ctags(root: Path, language: str, paths: list[str]) -> dict[str, frozenset[Entry]]:
    command = [
        *("ctags", "--options=NONE", f"--language-force={language}", "--output-format=json"),
        *("--fields=NFnKs", "--extras=-{anonymous}", "--sort=no", "-f", "-", "-L", "-"),
    ]
    if language in {"C", "C++", "CUDA"}:
        command.insert(2, f"--kinds-{language}=+p")
    listing = "\n".join(paths).encode()
    run = subprocess.run(command, cwd=root, input=listing, capture_output=True, check=True)
    entries: dict[str, set[Entry]] = {path: set() for path in paths}
    for path, entry in _tags(language, run.stdout.decode("utf-8", "replace").splitlines()):
        entries[path].add(entry)
    return {path: frozenset(found) for path, found in entries.items()}


def _tags(language: str, lines: Iterable[str]) -> Iterator[tuple[str, Entry]]:
    for line in lines:
        tag = json.loads(line)
        name, owner = plain(tag["name"]), tag.get("scopeKind", "")
        if language == "Lua":
            # The table is a part of the name: lib.open, object:close.
            name = re.split("[.:]", name)[-1]
        kind = _kind(tag["kind"], owner)
        if language == "Kotlin" and kind == "method" and owner not in _OWNERS:
            # It calls every function a method.
            kind = "function"
        if kind is not None and name not in _NAMELESS:
            yield tag["path"], Entry(name, kind, tag["line"])


def _kind(kind: str, owner: str) -> Kind | None:
    if kind in _CLASSES:
        return "class"
    if kind in _METHODS or (kind in _FUNCTIONS and owner in _OWNERS):
        return "method"
    return "function" if kind in _FUNCTIONS else None


def plain(name: str) -> str:
    """Return a name without the blanks that ctags puts into ``operator ==`` and ``~ Name``."""
    return re.sub(r"(?<=\W)\s+|\s+(?=\W)", "", name)
