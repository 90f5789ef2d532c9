"""``sphinx-filedocs explain``: where names lead and what a file is, with the evidence."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from sphinx_filedocs.api import Tree

from .conftest import write

Call = Callable[..., Result]


@pytest.fixture
def here(shop: Path, monkeypatch) -> Path:
    """The shop, with the user in it."""
    monkeypatch.chdir(shop)
    return shop


def said(call: Call, *arguments: str) -> list[str]:
    result = call("explain", *arguments)
    assert result.exit_code == 0, result.output
    return result.output.splitlines()


def test_the_names_on_a_line_lead_somewhere_for_a_reason(here: Path, call: Call) -> None:
    assert said(call, "shop/cart.py:8") == [
        "shop/cart.py:8: return euro(sum(self.prices))",
        "  euro (column 16) → shop/money.py:1 euro",
        "      imported or included by this file",
        "  sum (column 21) → sum, outside the tree",
        "      imported from outside the tree, or part of the language",
        "  self (column 25) → shop/cart.py:7",
        "      defined in an enclosing scope or in the same package",
    ]
    assert said(call, "shop/cart.py:8:19")[1:] == [
        "  euro (column 16) → shop/money.py:1 euro",
        "      imported or included by this file",
    ]
    assert said(call, "shop/cart.py:8:1")[1:] == ["  No link is known here."]


def test_a_definition_says_how_often_it_is_used(here: Path, call: Call) -> None:
    line = "  euro: function, defined here, used on 2 lines"
    assert line in said(call, "shop/money.py:1")
    assert said(call, "shop/money.py:1:5")[1:] == [line]


def test_a_local_name_leads_to_itself_where_it_is_defined(here: Path, call: Call) -> None:
    text = "void f() {\n  using U = int;\n  U a = 1;\n}\n"
    write(here, {"u.cpp": text, "v.py": "def f(a):\n    return [v for v in a]\n"})
    local = "local name, defined here, {}"
    used = local.format("used on 1 other line")
    assert said(call, "u.cpp:2:9")[1:] == [f"  U (column 9): {used}"]
    assert said(call, "u.cpp:3:3")[1] == "  U (column 3) → u.cpp:2"
    found = said(call, "v.py:2")
    assert f"  v (column 13): {local.format('not used')}" in found
    assert "  v (column 19) → v.py:2" in found


def test_several_possible_places_are_all_said_as_a_guess(here: Path, call: Call) -> None:
    methods = (
        "class A:\n    def go(self):\n        pass\n\n\nclass B:\n    def go(self):\n        pass\n"
    )
    write(here, {"go.py": f"{methods}\n\ndef start(any):\n    any.go()\n"})
    found = said(call, "go.py:12")
    assert found[3:] == [
        "  go (column 9) → go.py:2 A.go",
        "      or go.py:7 B.go",
        "      a guess: these definitions have this name",
    ]


def test_prose_and_findings_are_explained_too(here: Path, call: Call) -> None:
    write(here, {"danger.py": "def run(text):\n    return eval(text)\n"})
    assert said(call, "README.md:3")[1:] == [
        "  Cart.total (column 20) → shop/cart.py:7 Cart.total",
        "      named in the text; the only one of this name in the tree",
    ]
    warning = "  warning: eval runs what it is given as code. [python-eval]"
    assert said(call, "danger.py:2")[-1] == warning


def test_a_file_has_its_roles_with_the_evidence(here: Path, call: Call) -> None:
    write(here, {"tests/test_cart.py": "import shop.cart\n\n\ndef test_it():\n    pass\n"})
    found = said(call, "tests/test_cart.py")
    assert found[0] == "tests/test_cart.py: Python, 5 lines, 43 bytes"
    assert found[1].startswith("  test: it")
    assert found[2].startswith("  Does not count as the project's own code")


def test_paths_are_seen_from_where_the_user_is(here: Path, call: Call, monkeypatch) -> None:
    monkeypatch.chdir(here / "shop")
    for path in (
        "cart.py",
        "./cart.py",
        "../shop/cart.py",
        "shop/cart.py",
        str(here / "shop/cart.py"),
    ):
        found = said(call, f"{path}:3", "--tree", "..")
        assert found[0] == "shop/cart.py:3: from shop.money import euro"


@pytest.mark.parametrize("is_repository", [False, True])
def test_without_a_tree_it_is_that_around_the_file(
    shop: Path, tmp_path: Path, call: Call, monkeypatch, is_repository: bool
) -> None:
    """Nothing of the working folder is read, which may be a large one."""
    if is_repository:
        subprocess.run(["git", "init", "--quiet", str(shop)], check=True)
        subprocess.run(["git", "-C", str(shop), "add", "."], check=True)
    elsewhere = write(tmp_path / "elsewhere", {"cart.py": "x = 1\n"})
    (tmp_path / "link").symlink_to(shop)
    monkeypatch.chdir(elsewhere)
    root = "shop/" if is_repository else ""
    for path in ("../tree/shop/cart.py", "../link/shop/cart.py", str(shop / "shop" / "cart.py")):
        assert said(call, path)[0].startswith(f"{root}cart.py: Python, 8 lines")
    assert said(call, "cart.py")[0].startswith("cart.py: Python, 1 line")


def test_a_file_that_does_not_exist_opens_no_tree(tmp_path: Path, call: Call, monkeypatch) -> None:
    monkeypatch.setattr(Tree, "open", None)
    for folder in (Path("/"), tmp_path):
        monkeypatch.chdir(folder)
        for path in ("missing.py", tmp_path / "missing.py:3", tmp_path / "none" / "missing.py"):
            for more in ([], ["--tree", tmp_path]):
                result = call("explain", path, *more)
                assert (result.exit_code, result.stdout) == (2, "")
                assert f"Error: the file {path} does not exist\n" in result.stderr


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("nothing.py", "the file nothing.py does not exist"),
        ("nothing.py:3", "the file nothing.py:3 does not exist"),
        ("shop", "shop is a folder; name a file"),
        (".env", ".env is not a documented file in"),
        ("shop/cart.py:9", "shop/cart.py has 8 lines, no line 9"),
        ("shop/cart.py:0", "shop/cart.py has 8 lines, no line 0"),
        ("shop/cart.py:8:99", "shop/cart.py:8 has 37 characters, no column 99"),
        ("../secret:1", "the file ../secret:1 does not exist"),
    ],
)
def test_what_is_not_there_is_said(here: Path, call: Call, place: str, message: str) -> None:
    write(here, {".env": "A=b\n"})
    result = call("explain", place)
    assert result.exit_code == 2
    assert f"Error: {message}" in result.stderr


def test_what_is_meant_together_is_no_choice(here: Path, call: Call) -> None:
    types = "class A:\n    go = 1\nclass B:\n    go = 2\n"
    write(here, {"one.py": f"{types}def f(x):\n    if isinstance(x, (A, B)):\n        x.go\n"})
    found = [line.strip() for line in said(call, "one.py:7")]
    at = next(at for at, line in enumerate(found) if line.startswith("go (column 11) → one.py:2"))
    assert found[at + 1] == "and one.py:4 B.go"
    assert found[at + 2] == "a member of an object whose type the source states"
