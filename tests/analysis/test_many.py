"""A tree in which something stands four times as often takes four times the steps, whatever it is:
definitions of one name, imports of it, headings of one title."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from sphinx_filedocs.analysis.analyse import analyse
from sphinx_filedocs.index.extraction import Analysed, Analysis
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.resolve import overloads
from sphinx_filedocs.tree_options import Sources
from tests.full import rows
from tests.growth import Steps, counting_lines

Texts = Mapping[str, str]
_SIZES = (10, 40)
_MOST = 5.0


def _files(ending: str, text: Callable[[int], str]) -> Callable[[int], Texts]:
    return lambda size: {f"f{number}{ending}": text(number) for number in range(size)}


def _one(name: str, text: Callable[[int], str], **others: str) -> Callable[[int], Texts]:
    """Return a tree with one file in which something stands so often."""
    return lambda size: {name: "".join(map(text, range(size))), **others}


def _configured(size: int) -> Texts:
    paths = ", ".join(f'"@{number}/*": ["src/{number}/*"]' for number in range(size))
    imports = "".join(f'import x{number} from "@{number}/a{number}";\n' for number in range(size))
    return {"tsconfig.json": f'{{"compilerOptions": {{"paths": {{{paths}}}}}}}', "a.ts": imports}


KINDS: Mapping[str, Callable[[int], Texts]] = {
    "functions of one name in as many files": _files(".py", lambda _: "def go(): pass\n\ngo()\n"),
    "functions of one name in a file": _one("a.py", lambda _: "def go(): pass\n\ngo()\n"),
    "functions of C of one name": _one("a.c", lambda _: "int go(void) { return go(); }\n"),
    "methods of one name, called": _one(
        "a.py", lambda n: f"class C{n}:\n    def go(self): pass\n\ndef f{n}(x): x.go()\n"
    ),
    "overloads": _one("A.java", lambda n: f"class A{n} {{ void go(int a) {{ go({n}); }} }}\n"),
    "overloads in one class": lambda size: {
        "A.java": "class A {"
        + "".join(f"void go(T{n} a) {{ go(a); }}\n" for n in range(size))
        + "}\n"
    },
    "declarations of one function": _files(
        ".c", lambda _: "int go(int);\nint f(void) { return go(1); }\n"
    ),
    "imports of one name": lambda size: {
        **_files(".py", lambda _: "from one import go\n\ngo()\n")(size),
        "one.py": "def go(): pass\n",
    },
    "includes of one header": lambda size: {
        **_files(".c", lambda _: '#include "one.h"\nint f(void) { return ONE; }\n')(size),
        "one.h": "#define ONE 1\n",
    },
    "subclasses of one class": lambda size: {
        **_files(".py", lambda n: f"from one import C\n\nclass D{n}(C):\n    def go(self): pass\n")(
            size
        ),
        "one.py": "class C:\n    def go(self): pass\n",
    },
    "headings of one title": _one("README.md", lambda _: "# One\n\nText.\n\n"),
    "links in a document": _one(
        "README.md",
        lambda n: f"See [one](one.py) and `go` {n}.\n",
        **{"one.py": "def go(): pass\n"},
    ),
    "names in a document": lambda size: {
        **_files(".py", lambda n: f"def go{n}(): pass\n")(size),
        "README.md": "".join(f"See `go{n}` and `f{n}.py`.\n" for n in range(size)),
    },
    "paths of a configuration, imported": _configured,
    "rules that name files": lambda size: {
        **_files(".c", lambda n: f"int f{n};\n")(size),
        "Makefile": "".join(f"f{n}.c: g.y\n\tyacc -o f{n}.c g.y\n" for n in range(size)),
    },
    "programs of CMake": lambda size: {
        **_files(".c", lambda n: f"int main(void) {{ return {n}; }}\n")(size),
        "CMakeLists.txt": "".join(f"add_executable(p{n} f{n}.c)\n" for n in range(size)),
    },
    "packages": lambda size: {
        f"p{n}/package.json": f'{{"name": "p{n}", "main": "a.js"}}' for n in range(size)
    },
    "crates": lambda size: {
        f"p{n}/{name}": text
        for n in range(size)
        for name, text in {
            "Cargo.toml": f'[package]\nname = "p{n}"\n',
            "src/lib.rs": "pub fn go() {}\n",
        }.items()
    },
}


def _quietly(files: Iterable[Analysed], _: int) -> Iterator[Analysed]:
    yield from files


def _steps(texts: Texts) -> int:
    steps = Steps(float("inf"))
    with TemporaryDirectory() as folder:
        root = Path(folder, "tree")
        for path, text in texts.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        store = Store(Path(folder) / "store.sqlite", 2_000_000)
        with counting_lines(steps):
            codebase = analyse(Analysis(root, Sources("tree"), history=False), store, _quietly)
            for path in codebase.files:
                codebase.graph.descriptions.get(path)
                codebase.graph.commands.get(path)
        store.close()
    return steps.count


@pytest.mark.parametrize("kind", rows(KINDS, *list(KINDS)[::3]))
def test_four_times_as_many_take_four_times_the_steps(kind: str) -> None:
    texts = KINDS[kind]
    # What is loaded at the first time is no work of the next.
    _steps(texts(_SIZES[0]))
    small, large = (_steps(texts(size)) for size in _SIZES)
    assert large / small < _MOST


def test_more_overloads_than_are_told_apart_take_no_longer(monkeypatch) -> None:
    monkeypatch.setattr(overloads, "_MANY", 20)
    small, large = (_steps(KINDS["overloads in one class"](size)) for size in (40, 160))
    assert large / small < _MOST
