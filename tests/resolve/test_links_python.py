"""Where the names of Python lead."""

from __future__ import annotations

import pytest

from tests.tables import Table

from .link_trees import leads

TABLE = Table(__file__)

PACKAGE = {
    "pkg/__init__.py": "from .core import Shape as Shape\nfrom .tools import *\n",
    "pkg/core.py": (
        "class Base:\n    def area(self): pass\n\n"
        "class Shape(Base):\n    sides = 4\n    def __init__(self):\n        self.size = 1\n"
    ),
    "pkg/tools.py": "def measure(): pass\ndef _hidden(): pass\n",
}


def test_imports_are_followed() -> None:
    TABLE.check("imports", lambda source: "; ".join(leads({**PACKAGE, "a.py": source})))


def test_what_is_hidden_does_not_come_with_everything() -> None:
    assert leads({**PACKAGE, "a.py": "from pkg import *\n«_hidden»()\n"}) != [
        "_hidden -> pkg/tools.py:2 import"
    ]


def test_members_are_found_through_what_the_source_says_of_a_value() -> None:
    TABLE.check(
        "values",
        lambda source: "; ".join(leads({**PACKAGE, "a.py": f"from pkg import Shape\n{source}"})),
    )


@pytest.mark.parametrize(
    "annotation",
    [
        "Literal['«A»']",
        "t.Literal[1, '«A»']",
        "list[Literal['«A»']]",
        "t.Annotated[int, '«A»']",
        "Annotated[int, t.Doc('«A»')]",
        "'one «A» or more'",
        "'«A»['",
        "'«A» # or less'",
        "f'«A»'",
    ],
)
def test_other_strings_in_annotations_are_no_code(annotation) -> None:
    source = f"class A: pass\ndef f(x: {annotation}, y: '«A»'): pass\ny = '«A»', x['«A»']\n"
    nothing = "A -> nothing"
    assert leads({"a.py": source}) == [nothing, "A -> a.py:1 scope", nothing, nothing]


CONTAINED = (
    "import typing as t\n"
    "from contextlib import contextmanager\n"
    "class A:\n"
    "    a = 1\n"
    "    def me(self) -> t.Self: return self\n"
    "    def __enter__(self) -> 'B': return B()\n"
    "class B:\n"
    "    b = 1\n"
    "    def __enter__(self): return self\n"
    "class C(A): c = 1\n"
    "def many() -> list[A]: pass\n"
    "@contextmanager\n"
    "def opened() -> t.Iterator[A]: yield A()\n"
)


def test_what_containers_and_context_managers_give_is_followed() -> None:
    TABLE.check("containers", lambda source: "; ".join(leads({"a.py": f"{CONTAINED}{source}\n"})))


def test_a_container_is_none_of_what_is_in_it() -> None:
    TABLE.check(
        "no members",
        lambda source: "; ".join(leads({"a.py": f"{CONTAINED}class Other: a = 1\n{source}\n"})),
    )


def test_a_member_of_an_unknown_value_is_known_by_its_name_alone() -> None:
    one = {"a.py": "class A:\n    def unusual(self): pass\n", "b.py": "def f(x): x.«unusual»()\n"}
    assert leads(one) == ["unusual -> a.py:2 name"]
    two = {**one, "c.py": "class C:\n    def unusual(self): pass\n"}
    assert leads(two) == ["unusual -> a.py:2 | c.py:2 candidates"]


@pytest.mark.parametrize("name", ["append", "get", "__name__"])
def test_a_name_of_the_standard_types_says_nothing_of_an_unknown_value(name) -> None:
    tree = {"a.py": f"class A:\n    def {name}(self): pass\n", "b.py": f"def f(x): x.«{name}»()\n"}
    assert leads(tree) == [f"{name} -> nothing"]


UNITED = """\
class A:
    def run(self): ...
    def one(self): ...
class B:
    def run(self): ...
class C:
    def run(self): ...
"""


@pytest.mark.parametrize(
    "annotation",
    [
        "A | B",
        "A | B | None",
        "None | A | B",
        "Union[A, B]",
        "t.Union[A, B, None]",
    ],
)
def test_members_of_what_may_be_one_of_several_types(annotation: str) -> None:
    text = f"{UNITED}def f(x: {annotation}): x.«run»(); x.«one»()\n"
    assert leads({"a.py": text}) == ["run -> a.py:2 | a.py:5 member", "one -> a.py:3 member"]
