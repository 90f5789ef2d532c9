"""The code of the section functions that users write: when it is another, pages are made again.

What a function does follows from its module and from the modules that this one imports, anywhere
in its text. Those that are installed stand for themselves by their versions; of all others the
source is read, and none is run for it. What a function imports by a name made at run time, or
reads from files, is not known.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.metadata import distributions
from pathlib import Path
from site import getsitepackages, getusersitepackages
from sysconfig import get_paths

from sphinx_filedocs.pages.digests import digest

_PACKAGE = __name__.partition(".")[0]


@cache
def code_digest(name: str) -> str:
    """Return a digest of the code behind the dotted path of a function.

    It is worked out once: a process goes on with the modules that it has imported.
    """
    return digest(sorted(_sources(name.rpartition(".")[0])), _installed())


@cache
def _installed() -> Sequence[tuple[str, str]]:
    """Return the name and the version of everything that is installed."""
    return sorted((str(one.metadata["Name"]), one.version) for one in distributions())


def _sources(name: str) -> Iterator[tuple[str, bytes]]:
    """Yield a module and all that it imports, each with its source, but for what is installed."""
    waiting, seen = _with_parents(name), set[str]()
    while waiting:
        module = waiting.pop()
        if module in seen or module.partition(".")[0] in {_PACKAGE, *sys.stdlib_module_names}:
            continue
        seen.add(module)
        spec = _spec(module)
        if spec is None or not spec.has_location or spec.origin is None:
            continue
        place = Path(spec.origin)
        if any(place.is_relative_to(folder) for folder in _folders()):
            continue
        try:
            source = place.read_bytes()
        except OSError:
            continue
        yield module, source
        waiting += _imported(module, source, is_package=bool(spec.submodule_search_locations))


def _with_parents(name: str) -> list[str]:
    """Return a module's name and those of the packages that it is in."""
    parts = name.split(".")
    return [".".join(parts[:end]) for end in range(1, len(parts) + 1)]


def _imported(module: str, source: bytes, *, is_package: bool) -> list[str]:
    """Return the names of what a module imports; some may be no modules."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # No source of Python, but a compiled module.
        return []
    package = module if is_package else module.rpartition(".")[0]
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            try:
                base = importlib.util.resolve_name(
                    f"{'.' * node.level}{node.module or ''}", package
                )
            except ImportError:
                continue
            names += (base, *(f"{base}.{alias.name}" for alias in node.names))
    return [above for name in names for above in _with_parents(name)]


def _spec(name: str) -> ModuleSpec | None:
    """Return where a module is, without importing those that it is in."""
    parent = name.rpartition(".")[0]
    places: Iterable[str] | None = None
    if parent:
        above = _spec(parent)
        places = above.submodule_search_locations if above else None
        if places is None:
            return None
    for finder in sys.meta_path:
        if spec := finder.find_spec(name, list(places) if places is not None else None):
            return spec
    return None


@cache
def _folders() -> frozenset[Path]:
    """Return the folders of what is installed."""
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    paths = (*(get_paths()[name] for name in names), *getsitepackages(), getusersitepackages())
    return frozenset(map(Path, paths))
