"""After an edit all pages are told that may show something else."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from sphinx_filedocs.build import relink
from sphinx_filedocs.build.patch import patch
from sphinx_filedocs.build.recalled import recall
from sphinx_filedocs.index.keeping import keep
from sphinx_filedocs.pages.layout import concerned, laid_out_again
from sphinx_filedocs.source.discover import discover

from .sites import Made

LIMIT = 1_000_000
TREE = {
    "README.md": "# Shop\n\nSells *things*.\n",
    "run.py": """\
from shop.stock import count, order

if __name__ == "__main__":
    print(count(order("tea")))
""",
    "shop/__init__.py": '"""Things and their prices."""\n\nfrom shop.stock import order\n',
    "shop/stock.py": '''\
"""What is there."""

from shop import prices

LIMIT = 3


def order(name):
    """Order a thing."""
    return prices.price(name)


def count(things):
    return len([things]) + LIMIT
''',
    "shop/prices.py": """\
from shop import stock


def price(name):
    return len(name) * stock.LIMIT


def unused(name):
    return name
""",
    "shop/deep/__init__.py": '"""Below. It has a sentence more."""\n',
    "shop/deep/far.py": 'from shop.prices import price\n\nCHEAP = price("a")\n',
    "notes/plan.md": "# Plan\n\nSell more.\n",
}


@pytest.fixture(scope="module", autouse=True)
def _many_may_be_linked_again() -> Iterator[None]:
    """In a small tree nearly every edit concerns many of the files."""
    with pytest.MonkeyPatch.context() as context:
        context.setattr(relink, "_MOST", 1)
        yield


def told(path: str, text: str) -> tuple[set[str], set[str]] | None:
    """Return the pages that may show something else after an edit, and those that do; nothing
    where the tree is to be analysed as a whole."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        made = Made(TREE, Path(one))
        before, layout = made.fingerprints(), made.site.layout
        state = keep(made.store, made.codebase, {})
        made.write(path, text, time=1_000_000_001)
        recalled = recall(made.store, state, made.root, LIMIT)
        assert recalled
        found = discover(made.root)
        changes = patch(made.analysis, made.store, recalled, found, lambda files, _: iter(files))
        again = changes and laid_out_again(layout, recalled.codebase, changes)
        if changes is None or again is None:
            return None
        pages = concerned(layout, again, recalled.codebase, changes)
        now = Made({**TREE, path: text}, Path(other)).fingerprints()
        # The keyword indices of files are told apart by themselves.
        return pages, {name for name in made.site.plan.pages if before[name] != now[name]}


MOVED = "\nfrom shop import stock"
#: What stands in a file, what comes in its place, and which folders' pages show that.
EDITS = {
    "a body": ("shop/stock.py", "[things]", "{things}", set()),
    "a line more": ("shop/stock.py", "\nLIMIT", "\n# Of each.\nLIMIT", {"", "shop"}),
    "the words of a file": ("shop/stock.py", "is there", "is in store", {"shop"}),
    "the words of a folder": ("shop/deep/__init__.py", "Below", "Under", {"shop", "shop/deep"}),
    "the words of the tree": ("README.md", "things", "goods", {""}),
    "more words of a folder": ("shop/deep/__init__.py", "more", "less", {"shop/deep"}),
    "a line of a cycle": ("shop/prices.py", "from shop import stock\n", MOVED, {""}),
    "where the program starts": ("run.py", "\n\nif", "\nif", {""}),
}


@pytest.mark.parametrize("name", EDITS)
def test_the_folders_that_show_an_edit_are_told(name) -> None:
    path, old, new, folders = EDITS[name]
    assert old in TREE[path]
    found = told(path, TREE[path].replace(old, new))
    assert found
    pages, changed = found
    assert changed <= pages
    assert changed >= {"/".join(filter(None, ("source", one, "index"))) for one in folders}


def test_an_edit_of_a_body_concerns_no_folder() -> None:
    path, old, new, _ = EDITS["a body"]
    found = told(path, TREE[path].replace(old, new))
    assert found
    assert not {name for name in found[0] if name.endswith("/index")}


@pytest.mark.slow
@settings(max_examples=60)
@given(data=st.data())
def test_what_is_not_told_shows_the_same(data) -> None:
    path = data.draw(st.sampled_from(sorted(TREE)))
    lines = TREE[path].split("\n")
    at = data.draw(st.integers(0, len(lines) - 1))
    change = data.draw(st.sampled_from(("blank", "double", "delete", "behind", "other")))
    if change == "delete":
        del lines[at]
    elif change == "behind":
        lines[at] += "  # again"
    elif change == "other":
        lines[at] = lines[at].replace("name", "names").replace("ing", "ong")
    else:
        lines.insert(at, lines[at] if change == "double" else "")
    found = told(path, "\n".join(lines))
    event("taken" if found else "left")
    assert found is None or found[1] <= found[0]
