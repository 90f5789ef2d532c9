"""Where a definition is shown as a short test uses it that is named after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from .sites import Made

LONG = "".join(f"    assert add({n}, 1)\n" for n in range(20))
SOURCES = {
    "shop/cart.py": """\
class Cart:
    def __init__(self): ...
    def total(self):
        return 0


def add(a, b):
    return a + b


def unused_add(a, b):
    return add(a, b)
""",
    "tests/test_cart.py": f"""\
from shop.cart import Cart, add


def test_add_long():
{LONG}

def test_add_of_two():
    one = 1
    two = 2
    assert add(one, two) == 3


def test_add():
    one = 1
    two = add(one, one)
    assert two > one


def helper_add():
    x = add(1, 2)
    return x


class TestCart:
    def test_total(self):
        cart = Cart()
        assert cart.total() == 0
""",
}


@pytest.fixture
def made(tmp_path: Path) -> Made:
    return Made(SOURCES, tmp_path)


def example(made: Made, name: str):
    (one,) = made.codebase.graph.definitions[name]
    return made.site.uses.example(one)


def test_the_test_with_just_the_name_is_the_example(made: Made) -> None:
    found = example(made, "add")
    assert (found.path, found.name) == ("tests/test_cart.py", "test_add")


def test_a_method_is_shown_by_the_test_of_its_class(made: Made) -> None:
    assert example(made, "total").name == "TestCart.test_total"


@pytest.mark.parametrize("name", ["unused_add", "Cart"])
def test_what_no_test_is_named_after_has_none(made: Made, name: str) -> None:
    assert example(made, name) is None


def test_a_test_without_the_name_or_too_long_is_none(tmp_path: Path) -> None:
    text = SOURCES["tests/test_cart.py"]
    kept = text[: text.index("def test_add_of_two")] + text[text.index("def helper_add") :]
    made = Made({**SOURCES, "tests/test_cart.py": kept}, tmp_path)
    assert example(made, "add") is None


def test_its_lines_are_on_the_page_of_the_name_and_follow_edits(made: Made) -> None:
    docname = made.site.plan.name_places["add"].docname
    before = made.fingerprints()[docname]
    assert "two = add(one, one)\n    assert two &gt; one" in made.shown(docname)
    edited = SOURCES["tests/test_cart.py"].replace("two > one", "two >= one")
    again = Made({**SOURCES, "tests/test_cart.py": edited}, made.root.parent / "again")
    assert again.fingerprints()[docname] != before
