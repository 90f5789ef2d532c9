"""Pages with the same fingerprint show the same, whatever was done to the tree in between."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sphinx_filedocs.pages import plan
from sphinx_filedocs.pages.alphabetical_index import divide
from tests.full import examples

from .sites import Made

PATHS = ("a.py", "b.py", "pkg/__init__.py", "pkg/c.py", "pkg/sub/d.py", "tests/test_b.py", "A.py")
LINES = (
    '"""Words."""',
    "import b",
    "import os, b",
    "from b import two",
    "from pkg.c import two, One",
    "from pkg import c as b",
    "import a",
    "def two(): return 1",
    "def two(): return three()",
    "def three(x): return x",
    "class One:\n    def two(self): return three(self)",
    "class Two(One):\n    size = 1",
    "two()",
    "b.two()",
    "One().two()",
    "x = two",
    "",
    "# TODO",
)

texts = st.lists(st.sampled_from(LINES), max_size=6).map("\n".join)
trees = st.dictionaries(st.sampled_from(PATHS), texts, min_size=1)
#: A line that is put before another one or in its place, or one of a file that is new.
changes = st.tuples(
    st.sampled_from(PATHS), st.integers(0, 6), st.sampled_from(LINES), st.integers(0, 1)
)
edits = st.lists(changes, min_size=1, max_size=2)


@pytest.fixture(scope="module", autouse=True)
def short_pages() -> Iterator[None]:
    """Divide the indices of more than a few names."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plan, "divide", partial(divide, limit=600))
        patch.setattr(plan, "_OWN_PAGE", 3)
        yield


@settings(max_examples=examples(150))
@given(trees, edits)
@example({"a.py": "def two(): return 1"}, [("A.py", 0, '"""Words."""', 0)])
@example(
    {"a.py": "from b import two\n" + "two()\n" * 9, "b.py": "def two(): return 1"},
    [("a.py", 7, "two()  # again", 1)],
)
@example({"a.py": "import os"}, [("a.py", 0, "import os  # again", 1)])
@example({"a/a.py": "import b.b", "b/b.py": ""}, [("a/a.py", 0, "import b.b  # again", 1)])
def test_pages_with_the_same_fingerprint_show_the_same(before, edit) -> None:
    after = dict(before)
    for path, number, line, replaced in edit:
        lines = after.get(path, "").split("\n")
        after[path] = "\n".join((*lines[:number], line, *lines[number + replaced :]))
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        first = Made(before, Path(one))
        second = Made(after, Path(other))
        then, now = first.fingerprints(), second.fingerprints()
        for docname in then.keys() & now.keys():
            if then[docname] == now[docname]:
                assert second.shown(docname) == first.shown(docname), docname


def test_an_edit_of_a_body_leaves_the_other_pages_alone(tmp_path) -> None:
    sources = {
        "a.py": "import b\n\ndef one():\n    return b.two()\n",
        "b.py": "def two():\n    return 2\n",
        "far/c.py": "def three():\n    return 3\n",
    }
    edited = {**sources, "b.py": "def two():\n    return 4\n"}
    then = Made(sources, tmp_path / "then").fingerprints()
    now = Made(edited, tmp_path / "now").fingerprints()
    changed = {docname for docname in then if then[docname] != now[docname]}
    assert changed == {"source/b.py", "source/crossref-_name-two"}, "which shows the body"
