"""What libclang says of the names in C and C++ files.

Every file is parsed on its own, headers too, as the compiler of a Linux machine would do it. What
it can't make sense of, because a macro hides it or a header is missing, it says nothing of.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.metadata import version
from pathlib import Path

from clang_reader import LOCAL, Language, Parsed, Use, read
from judging import Asked, keep, kept, sample, state_of

VERSION = f"libclang {version('libclang')}"

#: What answers depend on besides the sources and libclang.
_RULES = (Path(__file__), Path(__file__).with_name("clang_reader.py"))
_ENDINGS: dict[str, Language] = {
    ".c": "C",
    **dict.fromkeys((".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".inl", ".ipp"), "C++"),
}
#: What makes a header one of C++.
_CPP = re.compile(
    rb"^[ \t]*(?:template\s*<|namespace\b|class\s+\w+\s*[{:]|using\s|public:)", re.MULTILINE
)
_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)


def language_of(root: Path, path: str) -> Language | None:
    """Return the language of a file: a header is C++ when it holds what only C++ has."""
    ending = Path(path).suffix
    if ending == ".h":
        return "C++" if _CPP.search((root / path).read_bytes()) else "C"
    return _ENDINGS.get(ending)


def ask(
    root: Path, paths: Mapping[str, Language], defines: Sequence[str], size: int, cache: Path
) -> tuple[int, list[Asked]]:
    """Return how many names the files have, and what libclang says of a sample of them.

    :param root: absolute.
    :param paths: relative to *root*, with the language to read each as.
    :param defines: macros that the build of the tree defines.
    :param cache: a folder where answers are kept for the next time.
    """
    every = [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()]
    arguments = [*(f"-D{one}" for one in defines), *_search_path(root, every, paths)]
    arguments += _compiler_headers()
    rules = [path.read_text(encoding="utf-8") for path in _RULES]
    state = state_of(root, every, VERSION, *rules, str(size), *arguments, *sorted(paths))
    store = cache / f"clang-{root.name}-{state}.json"
    if not store.exists():
        keep(store, *_ask(root, paths, arguments, size))
    return kept(store)


def _ask(
    root: Path, paths: Mapping[str, Language], arguments: Sequence[str], size: int
) -> tuple[int, list[Asked]]:
    everything = Parsed()
    # The largest first: the last one to end must not be alone.
    order = sorted(paths, key=lambda path: (-(root / path).stat().st_size, path))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        work = partial(read, root, arguments)
        for parsed in pool.map(work, order, [paths[path] for path in order]):
            everything.add(parsed)
    everything.uses.sort(key=lambda use: (use.path, use.line, use.column))
    chosen = sample(everything.uses, size)
    return len(everything.uses), [_asked(use, everything) for use in chosen]


def _asked(use: Use, everything: Parsed) -> Asked:
    exact = frozenset(use.exact)
    others = everything.entities.get(use.entity, set()) | set(use.others)
    family = everything.families.get(use.family, set())
    return Asked(
        path=use.path,
        line=use.line,
        column=use.column,
        name=use.name,
        kind=use.kind,
        local=use.kind in LOCAL,
        said=use.said,
        exact=exact,
        others=frozenset(others) - exact,
        overloads=frozenset(family) - others - exact,
    )


def _search_path(root: Path, every: Iterable[str], paths: Iterable[str]) -> list[str]:
    """Return the options for the folders from which the files' includes are found in the tree."""
    by_name: dict[str, list[str]] = {}
    for path in every:
        by_name.setdefault(path.rpartition("/")[2], []).append(path)
    served: Counter[str] = Counter()
    for source in paths:
        for match in _INCLUDE.finditer((root / source).read_bytes()):
            target = match[1].decode("utf-8", "replace")
            for path in by_name.get(target.rpartition("/")[2], ()):
                if f"/{path}".endswith(f"/{target}"):
                    served[path[: -len(target)]] += 1
    # Where each platform has its folder, it is Linux that is measured.
    order = sorted(served, key=lambda folder: (-served[folder], "linux" not in folder, folder))
    # Behind the system's folders: a tree may hold a `stdint.h` for another platform.
    return [f"-idirafter{root / folder}" for folder in order]


def _compiler_headers() -> list[str]:
    """Return the options for the headers that are a compiler's own, if there is one."""
    if shutil.which("cc") is None:
        return []
    run = subprocess.run(
        ["cc", "-print-file-name=include"], capture_output=True, check=True, text=True
    )
    return ["-isystem", run.stdout.strip()]
