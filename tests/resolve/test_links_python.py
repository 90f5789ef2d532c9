"""Where the names of Python lead."""

from __future__ import annotations

import pytest

from .link_trees import leads

PACKAGE = {
    "pkg/__init__.py": "from .core import Shape as Shape\nfrom .tools import *\n",
    "pkg/core.py": (
        "class Base:\n    def area(self): pass\n\n"
        "class Shape(Base):\n    sides = 4\n    def __init__(self):\n        self.size = 1\n"
    ),
    "pkg/tools.py": "def measure(): pass\ndef _hidden(): pass\n",
}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from pkg import «Shape»\n", "Shape -> pkg/core.py:4 import"),
        ("from pkg import Shape as S\n«S»\n", "S -> pkg/core.py:4 import"),
        ("from pkg import measure\n«measure»()\n", "measure -> pkg/tools.py:1 import"),
        ("from pkg import *\n«measure»()\n", "measure -> pkg/tools.py:1 import"),
        ("from pkg import core\n«core»\n", "core -> pkg/core.py import"),
        ("import pkg.core\npkg.«core».Shape\n", "core -> pkg/core.py member"),
        ("import pkg.core as c\nc.«Shape»\n", "Shape -> pkg/core.py:4 member"),
        ("import pkg\npkg.core.«Base»\n", "Base -> pkg/core.py:1 member"),
        ("import os.path\nos.path.«join»\n", "join -> outside os.path.join"),
        ("«len»([])\n", "len -> outside len"),
    ],
)
def test_imports_are_followed(source, found) -> None:
    assert leads({**PACKAGE, "a.py": source}) == [found]


def test_what_is_hidden_does_not_come_with_everything() -> None:
    assert leads({**PACKAGE, "a.py": "from pkg import *\n«_hidden»()\n"}) != [
        "_hidden -> pkg/tools.py:2 import"
    ]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def f():\n    return Shape().«area»()\n", "area -> pkg/core.py:2 member"),
        ("def f(shape: Shape):\n    return shape.«size»\n", "size -> pkg/core.py:7 member"),
        ('def f(shape: "Shape"):\n    return shape.«sides»\n', "sides -> pkg/core.py:5 member"),
        ("def f() -> Shape: ...\nf().«area»\n", "area -> pkg/core.py:2 member"),
        ("def f(s: Shape | None): s.«area»()\n", "area -> pkg/core.py:2 member"),
        ("def f(s: None | Shape): s.«area»()\n", "area -> pkg/core.py:2 member"),
        ("def f(s: Optional[Shape]): s.«area»()\n", "area -> pkg/core.py:2 member"),
        ("def f(s: t.Optional[Shape]): s.«area»()\n", "area -> pkg/core.py:2 member"),
        ("def f(s: ClassVar[Shape]): s.«area»()\n", "area -> pkg/core.py:2 member"),
        ("def f(s: Shape[int]): s.«area»()\n", "area -> pkg/core.py:2 member"),
        ("s: type[Shape] = Shape\ns().«area»()\n", "area -> pkg/core.py:2 member"),
        ("s: t.Type[Shape] = Shape\ns().«area»()\n", "area -> pkg/core.py:2 member"),
        ("s = Shape()\ns.«area»\n", "area -> pkg/core.py:2 member"),
        ("class T(Shape):\n    def g(self): self.«area»()\n", "area -> pkg/core.py:2 member"),
        (
            "class T(Shape):\n    def area(self): return super().«area»()\n",
            "area -> pkg/core.py:2 member",
        ),
        (
            "class T:\n    def g(self): self.s.«size»\n    s: Shape\n",
            "size -> pkg/core.py:7 member",
        ),
    ],
)
def test_members_are_found_through_what_the_source_says_of_a_value(source, found) -> None:
    assert leads({**PACKAGE, "a.py": f"from pkg import Shape\n{source}"}) == [found]


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


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("for x in many(): x.«a»", 4),
        ("[x.«a» for x in many()]", 4),
        ("many()[0].«a»", 4),
        ("many()[1:][0].«a»", 4),
        ("many().pop().«a»", 4),
        ("for i, x in enumerate(many()): x.«a»", 4),
        ("def f(xs: t.Iterable['A']):\n    for x in xs: x.«a»", 4),
        ("def f(xs: tuple[A, ...]):\n    for x in xs: x.«a»", 4),
        ("def f(xs: dict[str, A]): xs[1].«a»", 4),
        ("def f(xs: t.Dict[str, A]): xs.get(1).«a»", 4),
        ("def f(xs: dict[str, A]):\n    for x in xs.values(): x.«a»", 4),
        ("def f(xs: dict[str, A]):\n    for k, x in xs.items(): x.«a»", 4),
        ("def f(xs: dict[str, A]): return [x.«a» for (k, x) in xs.items()]", 4),
        ("def f(xs: list[A] | None):\n    for x in xs: x.«a»", 4),
        ("with A() as x: x.«b»", 8),
        ("with B() as x, opened() as y: x.«b»", 8),
        ("with B() as x, opened() as y: y.«a»", 4),
        ("try: pass\nexcept A as x: x.«a»", 4),
        ("C().me().«c»", 10),
        ("x, y, z = 1, 2, A()\nz.«a»", 4),
        ("def f(x):\n    if isinstance(x, A) and x.«a»: pass", 4),
        ("def f(x: B):\n    if isinstance(x, A):\n        x.«a»\n    else: x.b", 4),
        ("def f(x: B):\n    if isinstance(x, A): x.a\n    else: x.«b»", 8),
        ("def f(x: B):\n    if isinstance(x, A): x.a\n    x.«b»", 8),
        ("def f(x):\n    if isinstance(x, B): x.b\n    elif isinstance(x, A): x.«a»", 4),
        ("def f(x):\n    if isinstance(x, A):\n        x = B()\n        x.«b»", 8),
        ("def f(x):\n    if isinstance(x, A):\n        g = B()\n    g.«b»", 8),
        ("def f(x):\n    match x:\n        case A() as y: y.«a»", 4),
        ("class D:\n    @property\n    def p(self) -> A: pass\nD().p.«a»", 4),
        ("class D:\n    @f.cached_property\n    def p(self) -> list[A]: pass\nD().p[0].«a»", 4),
        ("class D:\n    @property\n    def p(self) -> A: pass\nD().«p»", 16),
        ("class D:\n    xs: list[A]\n    def m(self):\n        for x in self.xs: x.«a»", 4),
    ],
)
def test_what_containers_and_context_managers_give_is_followed(source, line) -> None:
    ((found),) = leads({"a.py": f"{CONTAINED}{source}\n"})
    assert found.partition(" -> ")[2] == f"a.py:{line} member"


@pytest.mark.parametrize(
    "source",
    [
        "many().«a»",
        "for x in many: x.«a»",
        "def f(xs: dict[A, int]):\n    for x in xs.values(): x.«a»",
        "def f(xs: dict[str, A]):\n    for x in xs: x.«a»",
        "def f(xs: dict[str, A]):\n    for x in xs.items(): x.«a»",
        "def f(xs: dict[str, A]):\n    for x, k in xs.items(): x.«a»",
        "def f(xs: dict[str, A]): xs.copy().«a»",
        "x = A()[0].«a»",
        "with A() as x: x.«a»",
    ],
)
def test_a_container_is_none_of_what_is_in_it(source) -> None:
    ((found),) = leads({"a.py": f"{CONTAINED}class Other: a = 1\n{source}\n"})
    assert not found.endswith("a.py:4 member")


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
