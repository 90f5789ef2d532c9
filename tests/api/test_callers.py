"""Who calls what: the symbol around each use, and the kind of the use."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_filedocs.api import Tree
from tests.full import examples

#: A file in which ``top`` calls ``helper``, and something else names it.
SAMPLES = {
    "a.py": "def helper():\n    pass\n\ndef top():\n    helper()\n\nkept = [helper]\n",
}


@pytest.fixture
def tree(tmp_path: Path):
    for path, text in SAMPLES.items():
        folder = tmp_path / path.partition(".")[2]
        folder.mkdir()
        (folder / path).write_text(text)
    with Tree.open(tmp_path) as tree:
        yield tree


@pytest.mark.parametrize("path", SAMPLES)
def test_a_call_is_told_from_other_uses_and_has_the_caller_around(tree: Tree, path: str) -> None:
    path = f"{path.partition('.')[2]}/{path}"
    (helper,) = [one for one in tree.symbols(path) if one.name == "helper"]
    (top,) = [one for one in tree.symbols(path) if one.name == "top"]
    kinds = {row.line: row.kind for row in tree.references(helper)}
    assert sorted(kinds.values()) == ["call", "reference"]
    assert kinds[max(kinds)] == "reference"
    assert top in [caller.symbol for caller in tree.callers(helper)]
    assert tree.calls(top) == (helper,)
    assert tree.calls(helper) == ()


#: What may stand in any order: a line each, with what that line is of; ``used`` is called by it.
SHUFFLED = {
    "a.go": (
        "package a\nfunc used() {}\n",
        {
            "A": "type A struct{}",
            "B": "type B struct{}",
            "A.f": "func (A) f() { used() }",
            "A.g": "func (A) g() { used() }",
            "B.f": "func (B) f() { used() }",
            "h": "func h() { used() }",
        },
    ),
    "a.rs": (
        "fn used() {}\n",
        {
            "A": "struct A;",
            "B": "struct B;",
            "A.f": "impl A { fn f() { used() } }",
            "B.f": "impl B { fn f() { used() } }",
            "B.g": "impl B { fn g() { used() } }",
            "h": "fn h() { used() }",
        },
    ),
    "a.cpp": (
        "void used() {}\nstruct A { void f(); void g(); };\nstruct B { void f(); };\n",
        {
            "A.f": "void A::f() { used(); }",
            "A.g": "void A::g() { used(); }",
            "B.f": "void B::f() { used(); }",
            "h": "void h() { used(); }",
        },
    ),
}


@pytest.mark.parametrize("path", SHUFFLED)
@settings(max_examples=examples(15), deadline=None)
@given(data=st.data())
def test_members_may_stand_anywhere(path: str, data: st.DataObject) -> None:
    head, lines = SHUFFLED[path]
    order = data.draw(st.permutations(sorted(lines)))
    text = head + "".join(f"{lines[name]}\n" for name in order)
    first = head.count("\n") + 1
    callers = {
        (number, name) for number, name in enumerate(order, first) if "used()" in lines[name]
    }
    with TemporaryDirectory() as folder:
        (Path(folder) / path).write_text(text)
        with Tree.open(folder) as tree:
            used = next(one for one in tree.find("used") if one.kind == "function")
            around = {
                (line, caller.symbol.qualified if caller.symbol else "")
                for caller in tree.callers(used)
                for line in caller.lines
            }
    assert around == callers
