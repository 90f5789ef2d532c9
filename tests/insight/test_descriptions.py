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


def test_an_option_and_what_is_local_are_not_what_prose_names(tmp_path: Path) -> None:
    options = (
        "# B\n\nIt calls `on_fail`, `run_all` and `Ring.on_end`.\n\n- `on_fail`: what fails.\n"
    )
    codebase = analysed(
        tmp_path,
        {
            "README.md": "# A\n\nIt has `on_fail`, `make_ring`, `map()` and `Ring`.\n",
            "docs/options.md": options + "- `on_end`: what comes last.\n- `run_all` – runs all.\n",
            "src/ring.py": "class Ring:\n    def on_fail(self):\n        def make_ring(): ...\n\n"
            "    def on_end(self): ...\n\n\ndef run_all(): ...\n\n\ndef map(): ...\n",
        },
    )
    assert explained(codebase, "src/ring.py") == [
        ("README.md", 3, "on_fail", False),
        ("docs/options.md", 3, "on_end", False),
        ("docs/options.md", 7, "run_all", True),
        ("docs/options.md", 3, "run_all", False),
    ]
    leads = {link.name for link in codebase.graph.prose_links["docs/options.md"]}
    assert leads == {"run_all", "Ring.on_end"}


def test_prose_that_names_the_project_names_no_type(tmp_path: Path) -> None:
    readme = "# RingPy\n\n`RingPy` joins frames. Make a `RingPy()` of `ring_frame`, or a `.gem`.\n"
    codebase = analysed(
        tmp_path,
        {
            "README.md": readme,
            "docs/use.md": "# Use\n\nGet `RingPy`, or `RingPy.join`.\n",
            "ring.py": "class RingPy:\n    def join(self): ...\n\n\ndef ring_frame(): ...\n",
            ".github/workflows/test.yml": "jobs:\n  gem:\n    runs-on: x\n",
        },
    )
    assert explained(codebase, "ring.py") == [
        ("README.md", 3, "RingPy", False),
        ("docs/use.md", 3, "join", False),
        ("README.md", 3, "ring_frame", False),
    ]
    assert [one.name for one in codebase.graph.prose_links["docs/use.md"]] == ["RingPy.join"]
    assert explained(codebase, ".github/workflows/test.yml") == []


def test_a_module_with_a_dot_in_its_name_is_no_namespace(tmp_path: Path) -> None:
    codebase = analysed(
        tmp_path,
        {
            "README.md": "# A\n\nImport `ring.frames`.\n\nIn `ring::frames` are maps.\n",
            "src/frames.cpp": "export module ring.frames;\n\nexport int a;\n",
        },
    )
    assert explained(codebase, "src/frames.cpp") == [("README.md", 3, "ring.frames", False)]


def test_prose_may_mean_a_readers_own_files(tmp_path: Path) -> None:
    codebase = analysed(
        tmp_path,
        {
            "docs/start.md": "# A\n\nPut `index.md` into `pages/`, `static/a.css` with "
            "`tests/base_case.py`, set `extra`; see [it](index.md) and `static/`.\n",
            "docs/index.md": "# B\n",
            "docs/extra/index.md": "# C\n",
            "docs/static/b.txt": "b\n",
            "docs/changes/1.md": "# D\n\nFixed `src/ring_buffer.py`.\n",
            "src/ring_buffer.py": "A = 1\n",
            "tests/base_case.py": "def test_a():\n    pass\n",
            "examples/one/tests/base_case.py": "def test_a():\n    pass\n",
            "examples/one/static/a.css": "a { b: c }\n",
        },
    )
    paths = [*codebase.light, *codebase.folders]
    found = [(path, one.path) for path in paths for one in codebase.graph.explained.get(path, ())]
    # Only the link leads there: the others are names that several have, or words.
    assert found == [("docs/index.md", "docs/start.md")]


def test_a_text_that_names_many_folders_beside_it_means_them(tmp_path: Path) -> None:
    files = {"README.md": "# A\n\nCode is in `src`, tools in `bin`, pages in `web`.\n"}
    # In another section a mere word is that of something else.
    files["README.md"] += "\n## Tools\n\nGet it by `cargo`.\n"
    files |= {f"{folder}/a.txt": "a\n" for folder in ("src", "bin", "web", "cargo")}
    codebase = analysed(tmp_path, files)
    assert [path for path in codebase.folders if codebase.graph.explained.get(path)] == [
        "bin",
        "src",
        "web",
    ]
