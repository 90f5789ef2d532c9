"""Pages with the same fingerprint show the same, whatever was done to the tree in between."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sphinx_filedocs.analysis.analyse import analyse
from sphinx_filedocs.analysis.content import read
from sphinx_filedocs.analysis.extraction import Analysis
from sphinx_filedocs.analysis.store import Store
from sphinx_filedocs.config import FILE_SECTIONS, FOLDER_SECTIONS, TREE_SECTIONS, Tree
from sphinx_filedocs.pages import division, indices, plan, sections
from sphinx_filedocs.pages.division import listing_page
from sphinx_filedocs.pages.html import HtmlWriter
from sphinx_filedocs.pages.nodes import markup
from sphinx_filedocs.pages.plan import Page
from sphinx_filedocs.pages.shards import divide
from sphinx_filedocs.pages.site import Settings, Site
from sphinx_filedocs.pages.use_lists import html_list

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
SETTINGS = Settings("page", FILE_SECTIONS, FOLDER_SECTIONS, TREE_SECTIONS)

texts = st.lists(st.sampled_from(LINES), max_size=6).map("\n".join)
trees = st.dictionaries(st.sampled_from(PATHS), texts, min_size=1)
#: A line that is put before another one or in its place, or one of a file that is new.
changes = st.tuples(
    st.sampled_from(PATHS), st.integers(0, 6), st.sampled_from(LINES), st.integers(0, 1)
)
edits = st.lists(changes, min_size=1, max_size=2)


class Made:
    """A site of a tree whose sources are at hand, and all that its pages show."""

    def __init__(self, sources: Mapping[str, str], folder: Path) -> None:
        self.root = folder / "tree"
        for path, text in sources.items():
            target = self.root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        self.store = Store(folder / "cache.sqlite", 1_000_000)
        found = analyse(
            Analysis(self.root, "Tree", history=False), self.store, lambda files, _: iter(files)
        )
        self.site = Site(Tree("source", self.root, "Tree"), SETTINGS, self, lambda: found)

    def keywords(self, file):
        return self.store.recall_keywords(file)

    def places(self, file):
        return self.store.recall_places(file)

    def lines(self, path):
        return read(self.root, path, 1_000_000).text.split("\n")

    def fingerprints(self) -> dict[str, str]:
        """Return the fingerprint of every page and of every keyword index of a file."""
        site = self.site
        found = {docname: site.fingerprint(page) for docname, page in site.plan.pages.items()}
        for path, docname in site.plan.files.items():
            found[f"{docname}/keywords"] = site.fingerprints.keywords(path)
        return found

    def shown(self, docname: str) -> str:
        """Return everything that a page shows."""
        pages, files = self.site.plan.pages, self.site.plan.files
        if page := pages.get(docname):
            return self._shown(page)
        path = next(p for p, name in files.items() if f"{name}/keywords" == docname)
        return self._html(indices.keywords(self.site.keywords_view(path)))

    def _shown(self, page: Page) -> str:
        names = {"file": FILE_SECTIONS, "folder": FOLDER_SECTIONS, "tree": TREE_SECTIONS}
        view = self.site.view(page)
        if page.kind not in names:
            return self._html(sections.index_page(view))
        parts = [view.title]
        for node in sections.page(view, names[page.kind]):
            parts.append(node.astext())
            parts += [self._html(one.blocks) for one in node.findall(markup)]
        if page.kind == "file":
            file = self.site.codebase.files[page.path]
            every = range(1, file.facts.lines.total + 1)
            marks = self.site.marks.marks(
                page.path, self.places(file), every, self._uri, lambda _: None
            )
            parts += [repr(self.lines(file.path)), repr(marks)]
        return "\n".join(parts)

    def _html(self, blocks) -> str:
        return HtmlWriter(self._uri, self._uses).write(blocks)

    def _uri(self, docname, place) -> str:
        page = self.site.plan.pages.get(docname)
        most = self.site.plan.listings.get(page.path) if page and place[:1] == "L" else None
        part = f"/{listing_page(int(place[1:].partition('-')[0]), most)}" if most else ""
        return f"{docname}{part}#{place}"

    def _uses(self, block) -> str:
        site, rows = self.site, slice(block.start, block.stop)
        items = site.use_views.items(site.line_text, block.kind, block.key, rows)
        return html_list(items, self._uri)


@pytest.fixture(scope="module", autouse=True)
def short_pages() -> Iterator[None]:
    """Divide the listings of more than a few lines, and the indices of more than a few names."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plan, "divide", partial(divide, limit=600))
        patch.setattr(division, "_LONGEST", 300)
        patch.setattr(division, "_PAGE", 200)
        yield


@settings(max_examples=150, deadline=None)
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
    assert changed == {"source/b.py"}
