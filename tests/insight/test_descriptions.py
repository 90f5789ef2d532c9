"""What a file or folder is, is told in the tree's own words, the surest first, with their place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from sphinx_filedocs.analysis.analyse import analyse
from sphinx_filedocs.index.extraction import Analysis
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.model.descriptions import Description
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.tree_options import Sources

Files = Mapping[str, str]


def analysed(root: Path, files: Files) -> Codebase:
    """Return a tree of some texts, analysed."""
    for path, text in files.items():
        place = root / "tree" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    store = Store(root / "facts.sqlite", 1_000_000)
    return analyse(Analysis(root / "tree", Sources("A")), store, lambda rows, _: iter(rows))


@pytest.fixture
def described(tmp_path: Path) -> Callable[[Files], Mapping[str, Description]]:
    """Return what describes the files and folders of a tree of some texts."""
    return lambda files: dict(analysed(tmp_path, files).graph.descriptions)


def explained(codebase: Codebase, path: str) -> list[tuple[str, int, str, bool]]:
    places = codebase.graph.explained.get(path, ())
    return [(one.path, one.line, one.about, one.explains) for one in places]


def test_prose_leads_to_what_it_names(tmp_path: Path) -> None:
    codebase = analysed(
        tmp_path,
        {
            "README.md": "# A\n\nCall `read_frame()` of `src/ring_buffer.py`, your `config.py`.\n",
            "src/ring_buffer.py": "def read_frame():\n    pass\n",
            "src/config.py": "A = 1\n",
            "CHANGES.md": "Fixed `src/ring_buffer.py`.\n",
        },
    )
    assert explained(codebase, "src/ring_buffer.py") == [
        ("README.md", 3, "", False),
        ("README.md", 3, "read_frame", False),
    ]
    # A bare name may be that of a reader's own file.
    assert explained(codebase, "src/config.py") == []


@pytest.mark.parametrize(
    ("path", "text", "names"),
    [
        ("use.md", "Call `pay_now`, `pay_now(cart)`, `Cart.sum_up()` or `shop.pay_now`.", 2),
        ("use.md", 'pay_now and sum_up.it, *pay_now*, **pay_now**, "pay_now", Cart.sum_up.', 0),
        ("use.md", "- pay_now: pays\n- **sum_up** - sums\n", 0),
        ("use.md", "- `pay_now`: pays\n- **`Cart.sum_up`** - sums\n", 2),
        ("use.md", "## pay_now\n\nIt pays.\n", 0),
        ("use.md", "## `pay_now`\n\nIt pays.\n", 1),
        (
            "use.md",
            "Set `pay_now=1`, `other.sum_up`, `--pay-now`, `twice_made` and `x = pay_now()`.",
            0,
        ),
        (
            "use.rst",
            "Use ``pay_now`` and :meth:`Cart.sum_up`, not :option:`pay_now` or pay_now.\n",
            2,
        ),
    ],
)
def test_prose_names_a_symbol_by_an_exact_span_of_code_alone(
    tmp_path: Path, path: str, text: str, names: int
) -> None:
    codebase = analysed(
        tmp_path,
        {
            "shop.py": "def pay_now(cart): pass\n\nclass Cart:\n    def sum_up(self): pass\n",
            "a.py": "def twice_made(): pass\n",
            "b.py": "def twice_made(): pass\n",
            path: f"A title\n=======\n\n{text}",
        },
    )
    links = [link for link in codebase.graph.prose_links.get(path, ()) if link.definition]
    assert len(links) == names


def test_prose_may_mean_a_readers_own_files(tmp_path: Path) -> None:
    codebase = analysed(
        tmp_path,
        {
            "docs/start.md": "# A\n\nPut `index.md` into `pages/`, `static/a.css` with "
            "`tests/base_case.py`, set `extra`; see [it](index.md) and `static/`.\n",
            "docs/index.md": "# B\n",
            "docs/extra/index.md": "# C\n",
            "docs/static/b.txt": "b\n",
            "tests/base_case.py": "def test_a():\n    pass\n",
            "examples/one/tests/base_case.py": "def test_a():\n    pass\n",
            "examples/one/static/a.css": "a { b: c }\n",
        },
    )
    paths = [*codebase.light, *codebase.folders]
    found = [(path, one.path) for path in paths for one in codebase.graph.explained.get(path, ())]
    # Only the link leads there: the others are names that several have, or words.
    assert found == [("docs/index.md", "docs/start.md")]
