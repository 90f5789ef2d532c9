"""After an edit, what is made again is enough: every digest is that of a clean build."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sphinx_filedocs.analysis import analyse
from sphinx_filedocs.model.graph import Graph
from sphinx_filedocs.pages import plan
from sphinx_filedocs.pages.alphabetical_index import divide
from tests.full import examples
from tests.pages.sites import Made
from tests.samples import trees

TREE = trees(Path(__file__).with_name("recorder_trees.txt"))["TREE"]
LINES = (
    "",
    "# more",
    "from shop.prices import unused",
    "import os",
    "def fresh(): return 1",
    "class Shelf:\n    def room(self): return order('a')",
    "LIMIT = 4",
    "order(LIMIT)",
    "int count(int a, int b);",
    "export const two = price(2);",
    "/* Counts what is there. */\n",
    "* `src/stock.c`: counts with `order()`",
    "/** @defgroup shelves Where things stand */",
    "/** @addtogroup shelves @{ */",
    "/** @} */",
)


@pytest.fixture(scope="module", autouse=True)
def _small_pages() -> Iterator[None]:
    """Divide indices that are small, and take a small tree for a large one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plan, "divide", partial(divide, limit=1500))
        patch.setattr(plan, "_OWN_PAGE", 3)
        patch.setattr(analyse, "_MOST", 1)
        yield


def edited(tree: Mapping[str, str], edit: tuple[str, str, int, str]) -> dict[str, str]:
    """Return a tree after an edit: what is done, the file, where, and a text."""
    what, path, at, text = edit
    made = dict(tree)
    lines = made.get(path, "").split("\n")
    at %= len(lines)
    if what == "remove":
        made.pop(path, None)
    elif what == "move":
        if path in made:
            made[f"moved/{path}"] = made.pop(path)
    else:
        end = at if what == "insert" else at + 1
        lines[at:end] = [] if what == "delete" else [text]
        made[path] = "\n".join(lines)
    return made or {"a.py": ""}


edits = st.tuples(
    st.sampled_from(("insert", "insert", "replace", "delete", "remove", "move")),
    st.sampled_from((*sorted(TREE), "shop/new.py", "test_stock.py")),
    st.integers(0, 20),
    st.sampled_from(LINES),
)


def differences(
    trees: list[Mapping[str, str]], look: Callable[[Graph], object] = lambda _: None
) -> list[str]:
    """Return the pages whose digest after the last of some trees is not that of a clean build.

    :param look: asks for something before.
    """
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        before: Mapping[str, str] = {}
        for number, tree in enumerate(trees):
            for path in before.keys() - tree.keys():
                Path(one, "tree", path).unlink()
            changed = {path: text for path, text in tree.items() if before.get(path) != text}
            made = Made(changed, Path(one), time=1_000_000_000 + number)
            look(made.codebase.graph)
            found = made.fingerprints()
            made.store.close()
            before = tree
        wanted = Made(dict(before), Path(other)).fingerprints()
        return sorted(
            name for name in found.keys() | wanted.keys() if found.get(name) != wanted.get(name)
        )


EDITS = {
    "a body": ("replace", "shop/stock.py", 13, "    return len({things}) + LIMIT"),
    "a line more": ("insert", "shop/stock.py", 3, "# Of each."),
    "a definition": ("insert", "shop/prices.py", 2, "def fresh(): return 1"),
    "a definition of a used name": ("insert", "run.py", 1, "def order(name): return name"),
    "a definition less": ("delete", "shop/stock.py", 11, ""),
    "an import": ("insert", "shop/deep/far.py", 0, "import shop.stock"),
    "a file": ("insert", "shop/new.py", 0, "from shop.stock import order"),
    "a file less": ("remove", "shop/prices.py", 0, ""),
    "a file of another name": ("move", "shop/prices.py", 0, ""),
    "what is used of a package": ("replace", "go/main.go", 5, "\ttill.Close()"),
    "where a package has something": ("replace", "go/till/open.go", 2, "func Open2() {}"),
    "a header": ("insert", "src/stock.h", 0, "int room(void);"),
    "the words of a header": ("insert", "src/stock.h", 0, "/* Counts what is there. */\n"),
    "prose about a file": ("replace", "README.md", 2, "* `src/stock.c`: counts them"),
    "prose about a symbol": ("replace", "notes/plan.md", 2, "Call `order()` again."),
    "the title of a group": ("replace", "src/shelf.h", 0, "/** @defgroup shelves Shelves */"),
    "a group less": ("delete", "src/shelf.h", 0, ""),
    "a member more": ("insert", "src/stock.h", 0, "/** @ingroup shelves */"),
    "a manifest": ("insert", "web/package.json", 0, '{"description": "Shows the shop"}'),
    "the words of a folder": ("replace", "shop/deep/__init__.py", 0, '"""Under."""'),
    "where the program starts": ("delete", "run.py", 1, ""),
}


@pytest.mark.parametrize("name", EDITS)
def test_after_an_edit_every_digest_is_that_of_a_clean_build(name) -> None:
    assert differences([TREE, edited(TREE, EDITS[name])]) == []


def test_an_answer_after_all_at_once_is_recorded_as_before() -> None:
    def look(graph: Graph) -> object:
        return [*graph.descriptions.items(), *graph.calls.items(), *graph.bases.items()]

    for name in ("the words of a header", "a definition of a used name"):
        assert differences([TREE, edited(TREE, EDITS[name])], look) == []


def made_again(name: str, folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
    """Return of what a digest is worked out again after an edit that is no move."""
    path = EDITS[name][1]
    return made_anew(TREE, {path: edited(TREE, EDITS[name])[path]}, folder, patch)


def made_anew(
    tree: dict[str, str], changed: dict[str, str], folder: Path, patch: pytest.MonkeyPatch
) -> list[str]:
    """Return of what a digest is worked out again after some files have other texts."""
    Made(tree, folder).fingerprints()
    made = Made(changed, folder, time=1_000_000_001)
    again: list[str] = []
    digest = made.recorder.digest

    def counting(name, shape, make):
        return digest(name, shape, lambda: (again.append(name), make())[1])

    patch.setattr(made.recorder, "digest", counting)
    made.fingerprints()
    return again


def test_an_edit_of_a_body_makes_few_digests_again(tmp_path, monkeypatch) -> None:
    again = made_again("a body", tmp_path, monkeypatch)
    assert "source/shop/stock.py" in again
    assert len(again) < 10


def test_a_definition_that_moves_concerns_no_page_of_a_file_that_uses_it(
    tmp_path, monkeypatch
) -> None:
    again = made_again("a line more", tmp_path, monkeypatch)
    assert "source/shop/stock.py" in again
    # It names what it uses, and does not say on which line that stands.
    assert "source/run.py" not in again


def test_another_call_of_a_function_concerns_no_other_names_of_its_file(
    tmp_path, monkeypatch
) -> None:
    functions = [f"def ask_{n}():\n    return reply()\n" for n in range(60)]
    tree = {
        "asking.py": "\n\n".join(("from replies import nothing, reply\n", *functions)),
        "replies.py": "def reply():\n    return 1\n\n\ndef nothing():\n    return 0\n",
        "also_asking.py": "\n\n".join(functions),
        **{f"other_{n}.py": "" for n in range(20)},
    }
    changed = tree["asking.py"].replace(
        "ask_7():\n    return reply", "ask_7():\n    return nothing"
    )
    again = made_anew(tree, {"asking.py": changed}, tmp_path, monkeypatch)
    assert [name for name in again if "ask_" in name] == ["source/crossref-_name-ask_7 ask_7"]


def test_a_file_that_comes_concerns_the_commands_of_others_alone(tmp_path, monkeypatch) -> None:
    again = made_again("a file", tmp_path, monkeypatch)
    assert "source/run.py commands" in again
    assert "source/run.py" not in again


def test_names_without_a_link_come_and_go_as_in_a_clean_build() -> None:
    user = "from jobs import Job\n\n\ndef {0}(job: Job):\n    job.run()\n"
    other = "def {0}(queue):\n    queue.give().run()\n"
    known = {
        "jobs.py": "class Job:\n    def run(self):\n        pass\n",
        **{f"{name}.py": user.format(name) for name in "abc"},
    }
    some = {**known, **{f"{name}.py": other.format(name) for name in "xy"}}
    assert differences([known, some]) == differences([some, known, some]) == []
    assert differences([some, {**some, "y.py": "def y(queue):\n    pass\n"}]) == []


@pytest.mark.slow
@settings(max_examples=examples(60))
@given(st.lists(edits, min_size=1, max_size=4))
@example([("remove", "shop/stock.py", 0, ""), ("insert", "shop/stock.py", 0, "LIMIT = 4")])
def test_after_any_edits_every_digest_is_that_of_a_clean_build(changes) -> None:
    trees = [dict(TREE)]
    for one in changes:
        trees.append(edited(trees[-1], one))
    assert differences(trees) == []
