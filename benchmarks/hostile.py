"""Analyses hostile sources, each in a process of its own whose time and memory are bounded.

``python benchmarks/hostile.py [FILE ...] [--sizes 100 500 2000] [--only WORD ...] [--no-plain]``
prints a table of the patterns below at several sizes (in kB) and of files: the seconds of CPU and
the most memory that the analysis of each took, links included, and what came of it; with
``--no-plain`` also of what is shown as plain text by default, such as minified code. On two
checkouts (``PYTHONPATH=CHECKOUT``) it shows what a change is worth.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

#: What is repeated to make a text, with the number of the repetition where it has one.
_PATTERNS: Mapping[str, tuple[str, str]] = {
    "calls on one line": ("a.js", "name{0}(value{0});"),
    "calls on one line, not ASCII": ("a.js", "näme{0}(value{0});"),
    "functions": ("a.py", "def name{0}(a, b):\n    return a + b\n"),
    "functions of one name": ("a.js", "function name(a){{return name(a)}}\n"),
    "overloads": ("a.java", "class A {{ void name(int a) {{ name(a); }} }}\n"),
    "members": ("a.js", "a."),
    "assignments": ("a.js", "x="),
    "sums": ("a.c", "a+"),
    "round brackets": ("a.py", "("),
    "square brackets": ("a.js", "["),
    "curly brackets": ("a.rs", "{{"),
    "type arguments": ("a.java", "A<"),
    "pointers": ("a.py", "(a*)"),
    "arrows": ("a.c", "x=>"),
    "negations": ("a.sh", "-"),
    "conditions": ("a.c", "if(a){{"),
    "calls in calls": ("a.go", "f("),
    "functions in functions": ("a.js", "function f(){{"),
    "classes in classes": ("a.cpp", "class A{{"),
    "missing operators": ("a.rs", "a,"),
    "conditional groups": ("a.c", "#if A\n"),
    "macros": ("a.c", "#define A A\n"),
    "imports of one name": ("a.py", "from a import b\n"),
    "unclosed strings": ("a.py", '"'),
    "comments": ("a.c", "/*"),
    "headings": ("a.md", "#"),
    "link brackets": ("a.md", "["),
    "quotations": ("a.md", ">"),
    "emphasis": ("a.rst", "*"),
    "keys": ("a.yaml", "a{0}: {{b: [c, d]}}\n"),
}
#: What each may take: seconds of CPU, and bytes.
_SECONDS, _MEMORY = 60, 6_000_000_000


def _text(piece: str, size: int) -> str:
    parts: list[str] = []
    length = 0
    while length < size:
        parts.append(piece.format(len(parts)))
        length += len(parts[-1])
    return "".join(parts)


def _sources(
    files: Sequence[Path], sizes: Sequence[int], words: Sequence[str]
) -> Iterator[tuple[str, str, bytes]]:
    """Yield the name of each source, that of its file, and its text."""
    for path in files:
        yield path.name, path.name, path.read_bytes()
    for name, (file, piece) in _PATTERNS.items():
        if not words or any(word in name for word in words):
            for size in sizes:
                data = _text(piece, size * 1000).encode()[: size * 1000]
                yield f"{name} (`{file}`)", file, data


def _measure(file: str, data: bytes, *more: str) -> tuple[float, int, str]:
    """Return the seconds and the bytes that the analysis of a source took, and its result."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, file).write_bytes(data)
        command = (sys.executable, __file__, "--analyse", folder, *more)
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            said = process.stdout.read().decode() if process.stdout else ""
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
    result = said.strip()
    if process.returncode:
        ended = -process.returncode
        by_time = ended in (signal.SIGXCPU, signal.SIGKILL)
        result = "**no end** within the time" if by_time else "**ended** for want of memory"
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, result


def _analyse(root: Path, no_plain: bool) -> None:
    """Analyse a tree, and print what came of it."""
    from sphinx_filedocs.build.analyse import analyse  # noqa: PLC0415
    from sphinx_filedocs.index.extraction import Analysed, Analysis  # noqa: PLC0415
    from sphinx_filedocs.index.store import Store  # noqa: PLC0415
    from sphinx_filedocs.tree_options import Sources  # noqa: PLC0415

    def quietly(results: Iterable[Analysed], _count: int) -> Iterator[Analysed]:
        return iter(results)

    with tempfile.TemporaryDirectory() as cache:
        analysis = Analysis(root, Sources("Hostile"), limit=10_000_000, history=False)
        if no_plain:
            analysis = replace(analysis, plain=())
        store = Store(Path(cache, "cache.sqlite"), analysis.limit)
        codebase = analyse(analysis, store, quietly)
        store.close()
    problems = [one.message for one in codebase.diagnostics if one.subtype == "budget"]
    print("; ".join(problems) or "whole")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure the analysis of hostile sources.")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--sizes", nargs="*", type=int, default=[100, 500, 2000], help="in kB")
    parser.add_argument("--only", nargs="*", default=[], help="parts of the patterns' names")
    parser.add_argument("--no-plain", action="store_true", help="analyse minified code too")
    parser.add_argument("--analyse", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.analyse:
        resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        _analyse(arguments.analyse, arguments.no_plain)
        return
    print("| source | kB | CPU, s | peak, MB | result |\n|---|---:|---:|---:|---|")
    for name, file, data in _sources(arguments.files, arguments.sizes, arguments.only):
        more = ("--no-plain",) if arguments.no_plain else ()
        seconds, memory, result = _measure(file, data, *more)
        figures = f"{len(data) / 1e3:,.0f} | {seconds:.1f} | {memory / 1e6:,.0f}"
        print(f"| {name} | {figures} | {result} |", flush=True)


if __name__ == "__main__":
    main()
