"""What is known of a tree is changed by an edit into what a whole analysis finds."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from sphinx_filedocs.build import relink
from sphinx_filedocs.build.analyse import analyse
from sphinx_filedocs.build.patch import patch
from sphinx_filedocs.build.recalled import Recalled, recall
from sphinx_filedocs.index.extraction import Analysis
from sphinx_filedocs.index.keeping import keep
from sphinx_filedocs.index.store import DamagedError, Store
from sphinx_filedocs.model import Changes, Codebase, Graph
from sphinx_filedocs.source.discover import discover

from .dense_trees import DENSE

TREE = {
    "pkg/__init__.py": "from pkg.shapes import Shape\n",
    "pkg/shapes.py": '''\
"""Shapes."""

import math


class Shape:
    def __init__(self, size):
        self.size = size

    def area(self):
        from pkg import tools

        return tools.square(self.size) * math.pi


def make(size):
    return Shape(size)
''',
    "pkg/tools.py": """\
from pkg import shapes

LIMIT = 3


def square(number):
    return number * number


def unused(number):
    return number


def double(number):
    return shapes.make(square(number) + LIMIT).size
""",
    "app/main.py": """\
from pkg.shapes import make
from pkg.tools import LIMIT, double

if __name__ == "__main__":
    print(make(LIMIT).area(), double(2))
""",
    "notes.md": "# Notes\n\nSome words.\n",
}
#: Of a language whose names are not linked.
IMPORTS_ALONE = {
    "a/one.rb": 'require "json"\nrequire_relative "../b/two"\n\nputs two\n',
    "b/two.rb": "def two\n  3\nend\n",
}
LIMIT = 100_000


class Tree:
    """A small tree on disk, with what is kept of it."""

    def __init__(self, folder: Path, texts: Mapping[str, str]) -> None:
        self.root = folder / "tree"
        self.folder = folder
        self._clock = 1_000_000_000
        self.state = ""
        for path, text in texts.items():
            self.write(path, text)

    def write(self, path: str, text: str) -> None:
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
        # Every text has a time of its own, long ago.
        self._clock += 1
        os.utime(place, (self._clock, self._clock))

    def whole(self, name: str = "whole") -> Codebase:
        """Analyse all of it, with a cache of its own."""
        (self.folder / name).unlink(missing_ok=True)
        return analyse(self._analysis, Store(self.folder / name, LIMIT), _quietly)

    def keep(self) -> None:
        """Analyse all of it and keep what is found."""
        store = Store(self.folder / "kept", LIMIT)
        self.state = keep(store, analyse(self._analysis, store, _quietly), {"words": ["some"]})
        store.close()

    def recall(self) -> tuple[Store, Recalled | None]:
        store = Store(self.folder / "kept", LIMIT)
        return store, recall(store, self.state, self.root, LIMIT)

    def patch(self, *, keeps: bool = True) -> tuple[Codebase, Changes] | None:
        """Change what is kept by the edits, if that can be done, and keep it."""
        store, recalled = self.recall()
        assert recalled
        found = discover(self.root)
        changes = patch(self._analysis, store, recalled, found, _quietly)
        if changes is None:
            return None
        if keeps:
            self.state = recalled.keep({"words": recalled.pages("words")})
        return recalled.codebase, changes

    @property
    def _analysis(self) -> Analysis:
        return Analysis(self.root, "Tree", limit=LIMIT, history=False)


def _quietly(files, _):
    return iter(files)


def said(codebase: Codebase) -> dict[str, object]:
    """Return all that a codebase says, as values that can be compared."""
    graph = codebase.graph
    found: dict[str, object] = {"files": dict(codebase.files), "folders": dict(codebase.folders)}
    for one in fields(Graph):
        value = getattr(graph, one.name)
        found[one.name] = dict(value) if isinstance(value, Mapping) else value
    for name in ("references", "possible"):
        found[name] = {key: tuple(rows) for key, rows in getattr(graph, name).items()}
    found["links"] = {path: tuple(links) for path, links in graph.links.items()}
    found["used"] = {path: tuple(rows) for path, rows in graph.used.items()}
    found["structure"] = {
        folder: [(pair.source, pair.target, tuple(pair.uses)) for pair in pairs]
        for folder, pairs in graph.structure.items()
    }
    return found


@pytest.fixture(scope="module", autouse=True)
def _many_may_be_linked_again():
    """In a small tree nearly every edit concerns many of the files."""
    with pytest.MonkeyPatch.context() as context:
        context.setattr(relink, "_MOST", 1)
        yield


@pytest.fixture
def tree(tmp_path) -> Tree:
    made = Tree(tmp_path, TREE)
    made.keep()
    return made


def test_what_is_kept_is_what_was_found(tree) -> None:
    _, recalled = tree.recall()
    assert recalled is not None
    assert said(recalled.codebase) == said(tree.whole())
    assert recalled.pages("words") == ["some"]


#: Edits that a patch takes: what stands in a file, and what comes in its place.
EDITS = {
    "a statement": ("pkg/tools.py", "return number * number", "return number * number * 1"),
    "another use": ("pkg/tools.py", "    return number\n", "    return square(number)\n"),
    "the last use of a name": ("app/main.py", ", double(2)", ""),
    "the first use of a name": ("app/main.py", "double(2)", "double(2).size"),
    "a comment above all": ("pkg/shapes.py", "import math", "# Round ones.\n\nimport math"),
    "another value of an argument": ("pkg/shapes.py", "def make(size)", "def make(size=1)"),
    "words": ("pkg/shapes.py", '"""Shapes."""', '"""Round and square shapes."""'),
    "another text without names": ("notes.md", "Some words.", "Other words, and more of them."),
    "a line between": ("app/main.py", "if __name__", "\n\nif __name__"),
    "a comment behind an import": ("app/main.py", "import make", "import make  # one"),
    "a comment behind one from outside": ("pkg/shapes.py", "import math", "import math  # Pi."),
    "use of another file": ("pkg/tools.py", "square(number) + LIMIT", "shapes.make(3).size"),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_changes_what_it_concerns(tree, name) -> None:
    path, old, new = EDITS[name]
    tree.write(path, TREE[path].replace(old, new))
    assert TREE[path] != TREE[path].replace(old, new)
    for _ in range(2):
        patched = tree.patch()
        assert patched is not None
        assert said(patched[0]) == said(tree.whole())
    # Nothing has changed since the first time.
    assert patched[1].files == {}


def test_what_an_edit_defines_is_found_by_the_next(tree) -> None:
    shapes = TREE["pkg/shapes.py"].replace("self.size = size", "self.size = self.colour = size")
    tree.write("pkg/shapes.py", shapes)
    assert tree.patch() is not None
    tools = TREE["pkg/tools.py"].replace("return number\n", "return number.colour\n")
    tree.write("pkg/tools.py", tools)
    patched = tree.patch()
    assert patched is not None
    assert "Shape.colour" in {one.qualified for one in patched[0].graph.references}
    assert said(patched[0]) == said(tree.whole())


def test_an_edit_that_only_a_build_without_an_end_saw_is_seen_again(tree) -> None:
    path, old, new = EDITS["a statement"]
    tree.write(path, TREE[path].replace(old, new))
    for _ in range(2):
        patched = tree.patch(keeps=False)
        assert patched is not None
        assert [*patched[1].files] == [path]
    tree.write(path, TREE[path])
    patched = tree.patch()
    assert patched is not None
    assert patched[1].files == {}


def test_nothing_is_kept_in_a_cache_that_was_begun_anew(tree) -> None:
    _, recalled = tree.recall()
    tree.keep()
    assert recalled.keep({}) == ""
    assert said(tree.recall()[1].codebase) == said(tree.whole())


#: Edits after which more is another than can be told from the file.
SPREADING = {
    "another definition": ("pkg/tools.py", "LIMIT = 3\n", "LIMIT = 3\n\n\ndef more():\n    pass\n"),
    "another import": ("pkg/tools.py", "LIMIT = 3", "import math\n\nLIMIT = 3"),
    "another role": ("app/main.py", 'if __name__ == "__main__"', "if True"),
    "a licence": ("pkg/tools.py", "LIMIT = 3", "# SPDX-License-Identifier: MIT\nLIMIT = 3"),
}


@pytest.mark.parametrize("name", SPREADING)
def test_an_edit_that_spreads_is_left_to_a_whole_analysis(tree, name) -> None:
    path, old, new = SPREADING[name]
    tree.write(path, TREE[path].replace(old, new))
    assert tree.patch() is None


def test_the_reason_is_said(tree) -> None:
    tree.write("pkg/tools.py", "")
    store, recalled = tree.recall()
    reasons: list[str] = []
    found = discover(tree.root)
    assert recalled
    assert patch(tree._analysis, store, recalled, found, _quietly, reasons.append) is None
    assert reasons == ["pkg/tools.py has other imports"]


def test_another_state_is_not_taken_for_this_one(tree) -> None:
    before = tree.state
    tree.keep()
    tree.state = before
    assert tree.recall()[1] is None


@pytest.mark.parametrize(
    ("damage", "field"),
    [
        ("DELETE FROM shelf WHERE kind = 'name'", "definitions"),
        ("UPDATE shelf SET rows = x'00' WHERE kind = 'name'", "definitions"),
        ("DELETE FROM linked", "uses"),
        ("UPDATE linked SET links = x'00'", "uses"),
        ("UPDATE linked SET resolved = x'00'", "imports"),
    ],
)
def test_damage_is_said_and_the_cache_is_deleted(tree, damage, field) -> None:
    store, recalled = tree.recall()
    store.open().execute(damage)
    assert recalled
    with pytest.raises(DamagedError, match="was damaged and is deleted; build again"):
        dict(getattr(recalled.codebase.graph, field))
    assert not store.path.exists()


def test_damage_of_what_an_edit_needs_is_said(tree) -> None:
    store, _ = tree.recall()
    with store.open() as connection:
        connection.execute("UPDATE directory SET names = x'00'")
    store.close()
    path, old, new = EDITS["a statement"]
    tree.write(path, TREE[path].replace(old, new))
    with pytest.raises(DamagedError, match="was damaged and is deleted; build again"):
        tree.patch()


TREES = {**DENSE, "python": {**DENSE["python"], **TREE}, "ruby": IMPORTS_ALONE}
PLACES = st.integers(0, 40)


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(TREES.keys() - {"rust"}))
@settings(max_examples=25)
@given(data=st.data())
def test_edits_of_lines_are_taken_or_left(language, data) -> None:
    """Lines are added, doubled or taken away: what a patch takes, it takes as a whole analysis
    does."""
    texts = dict(TREES[language])
    comment = " # again" if language in {"bash", "python", "ruby"} else " // again"
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(Path(folder), texts)
        tree.keep()
        for _ in range(data.draw(st.integers(1, 4))):
            path = data.draw(st.sampled_from(sorted(texts)))
            lines = texts[path].split("\n")
            at = data.draw(PLACES) % len(lines)
            other = data.draw(st.sampled_from(["", "double", "delete", "swap"]))
            if other == "delete":
                del lines[at]
            elif other == "swap":
                lines[at] = lines[at].replace("size", "owner") + comment
            else:
                lines.insert(at, lines[at] if other else "")
            texts[path] = "\n".join(lines)
            tree.write(path, texts[path])
            patched = tree.patch()
            event("taken" if patched else "left")
            if patched is None:
                tree.keep()
                continue
            assert said(patched[0]) == said(tree.whole())
