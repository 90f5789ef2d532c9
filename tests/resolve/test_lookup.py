"""What a name of the world outside means in a tree."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from sphinx_filedocs.analysis.analyse import analyse
from sphinx_filedocs.index.extraction import Analysis
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.names import Names
from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.resolve.definition_lookup import DefinitionLookup
from sphinx_filedocs.source import content
from sphinx_filedocs.tree_options import Sources

LIMIT = 10**6


def lookup(root: Path, files: Mapping[str, str]) -> DefinitionLookup:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    store = Store(root.with_suffix(".sqlite"), LIMIT)
    analysis = Analysis(root=root, tree=Sources(), limit=LIMIT, history=False, jobs=1)

    def names(file: File) -> Names:
        return extract(content.read(root, file.path, LIMIT).text, file.language).names

    codebase = analyse(analysis, store, lambda files, count: files)
    return DefinitionLookup(codebase, names, root.parts[1:])


def place(found: Definition | None) -> str:
    return f"{found.path}:{found.line} {found.qualified}" if found else ""


PYTHON = {
    "pkg/__init__.py": "from .a import *\nfrom .loop import *\nfrom .a import Low as Lowest\n",
    "pkg/loop.py": "from pkg import *\n",
    "pkg/a.py": (
        "from .b import Top, Other\n"
        "class Left(Top):\n    pass\n"
        "class Right(Top):\n    here = 1\n"
        "class Low(Left, Right):\n"
        "    def __init__(self):\n        self.down = 2\n        self.own = 3\n"
    ),
    "pkg/b.py": (
        "from .a import Low\n"
        "class Top(Low):\n    @property\n    def down(self):\n        pass\n"
        "class Other:\n    pass\n"
    ),
    "pkg/stub.pyi": "def typed(): ...\n",
    "pkg/both.py": "def f():\n    pass\n",
    "pkg/both.pyi": "\ndef f(): ...\n",
    "tests/pkg/a.py": "class Low:\n    pass\n",
}


@pytest.mark.parametrize(
    ("module", "name", "expected"),
    [
        ("pkg.a", "Low", "pkg/a.py:6 Low"),
        ("", "pkg.a.Low", "pkg/a.py:6 Low"),
        ("pkg", "a.Low", "pkg/a.py:6 Low"),
        ("pkg", "Lowest", "pkg/a.py:6 Low"),
        ("pkg", "Left", "pkg/a.py:2 Left"),
        ("pkg.loop", "Other", "pkg/b.py:6 Other"),
        # An attribute of an instance comes after what the classes around it define.
        ("pkg", "Low.down", "pkg/b.py:4 Top.down"),
        ("pkg", "Low.own", "pkg/a.py:9 Low.own"),
        ("pkg", "Low.here", "pkg/a.py:5 Right.here"),
        ("pkg", "Low.nowhere", ""),
        ("pkg", "nowhere", ""),
        ("pkg.stub", "typed", "pkg/stub.pyi:1 typed"),
        ("pkg.both", "f", "pkg/both.py:1 f"),
        ("a", "Low", "tests/pkg/a.py:1 Low"),
        ("", "Other", "pkg/b.py:6 Other"),
        ("", "Low", ""),
    ],
)
def test_python(tmp_path: Path, module: str, name: str, expected: str) -> None:
    assert place(lookup(tmp_path, PYTHON).python(module, name)) == expected


C = {
    "v.h": "int len(int v);\nint twice(int v);\nstruct v {\n  int size;\n};\n",
    "v.c": '#include "v.h"\n\nint len(int v)\n{\n  return v;\n}\nenum e { ONE };\n',
    "s.cpp": (
        "namespace n {\ntemplate <class T> struct S {\n  T get() { return T(); }\n"
        "  void set(int) {}\n  void set(char) {}\n};\n}\n"
    ),
    "s.py": "def len(v):\n    pass\n",
}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("len", "v.c:3 len"),
        ("twice", "v.h:2 twice"),
        ("v", "v.h:3 v"),
        ("v.size", "v.h:4 v.size"),
        ("v.nothing", ""),
        ("e.ONE", "v.c:7 e.ONE"),
        ("n::S", "s.cpp:2 n.S"),
        ("n::S<T>::get", "s.cpp:3 n.S.get"),
        ("n::S::set", ""),
        ("S", ""),
    ],
)
def test_c_and_cpp(tmp_path: Path, name: str, expected: str) -> None:
    assert place(lookup(tmp_path, C).c_family(name)) == expected


@pytest.mark.parametrize(
    ("module", "name", "expected"),
    [
        ("", "one", "lib/a.js:1 one"),
        ("lib/a", "one", "lib/a.js:1 one"),
        ("lib", "two", "lib/index.ts:1 two"),
        ("lib.b", "one", ""),
        ("", "same", ""),
        ("lib.b", "same", "lib/b.js:1 same"),
    ],
)
def test_scripts(tmp_path: Path, module: str, name: str, expected: str) -> None:
    tree = {
        "lib/a.js": "function one() {}\nfunction same() {}\n",
        "lib/b.js": "function same() {}\n",
        "lib/index.ts": "export function two(): void {}\n",
        "one.py": "def one():\n    pass\n",
    }
    assert place(lookup(tmp_path, tree).script(module, name)) == expected
