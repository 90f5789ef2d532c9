"""Where the names of Python lead."""

from __future__ import annotations

import pytest

from sphinx_filedocs.parse.facts import extract

from .link_trees import leads

PACKAGE = {
    "pkg/__init__.py": "from .core import Shape as Shape\nfrom .tools import *\n",
    "pkg/core.py": (
        "class Base:\n    def area(self): pass\n\n"
        "class Shape(Base):\n    sides = 4\n    def __init__(self):\n        self.size = 1\n"
    ),
    "pkg/tools.py": "def measure(): pass\ndef _hidden(): pass\n",
}


def test_a_local_name_never_leads_to_a_global_of_its_name() -> None:
    source = (
        "size = 1\n\n"
        "def f(size):\n    return «size»\n\n"
        "def g():\n    size = 2\n    return «size», [«size» for size in ()]\n\n"
        "def h():\n    return «size»\n"
    )
    assert leads({"a.py": source}) == [
        "size -> local:3",
        "size -> local:7",
        "size -> local:8",
        "size -> a.py:1 scope",
    ]


def test_an_empty_list_is_the_same_as_any_that_a_function_returns() -> None:
    source = (
        "class Spot:\n    def row(self): ...\n    def show(self): ...\n\n"
        "class Row:\n    def row(self): ...\n\n"
        "def spots(n):\n    if n:\n        return []\n"
        "    made: list[Spot] = []\n    return made\n\n"
        "for spot in spots(1):\n    spot.«row»()\nspots(2)[0].«row»()\n"
    )
    assert leads({"a.py": source}) == ["row -> a.py:2 member"] * 2


def test_annotations_defaults_and_bases_belong_to_the_scope_around() -> None:
    source = (
        "from pkg import nodes\n"
        "class A: a = 1\n"
        "def f(nodes: list[«nodes».B], A: «A» = «A»(), z=lambda A=«A»: «A») -> «A»: return «A»\n"
        "class B:\n"
        "    a = 1\n"
        "    def f(self, a=«a», *, b: «a»): pass\n"
        "    class A(«A»): pass\n"
        "def g(x=[«x» for x in «x»], y=lambda A: «A»): return [x for x in «x»]\n"
    )
    assert leads({"a.py": source}) == [
        "nodes -> outside pkg.nodes",
        "A -> a.py:2 scope",
        "A -> a.py:2 scope",
        "A -> a.py:2 scope",
        "A -> local:3",
        "A -> a.py:2 scope",
        "A -> local:3",
        "a -> a.py:5 scope",
        "a -> a.py:5 scope",
        "A -> a.py:7 scope",
        "x -> local:8",
        "x -> outside x",
        "A -> local:8",
        "x -> local:8",
    ]


def test_parameters_for_types_have_a_scope_of_their_own() -> None:
    source = (
        "class T: pass\n"
        "def f[T: int](x: «T») -> list[«T»]: return «T»\n"
        "def g(T: «T»): pass\n"
        "class C[T](list[«T»]):\n"
        "    def m[*U](self, y: «T», *z: *«U») -> «U»: self.y = «T»\n"
        "type X[T] = dict[«T», «X»]\n"
        "«T»\n"
        "«f», C().«m»\n"
    )
    assert leads({"a.py": source}) == [
        "T -> local:2",
        "T -> local:2",
        "T -> local:2",
        "T -> a.py:1 scope",
        "T -> local:4",
        "T -> local:4",
        "U -> local:5",
        "U -> local:5",
        "T -> local:4",
        "T -> local:6",
        "X -> a.py:6 scope",
        "T -> a.py:1 scope",
        "f -> a.py:2 scope",
        "m -> a.py:5 member",
    ]


def test_what_a_case_captures_is_local() -> None:
    source = (
        "import enum\nword = 1\n\n"
        "def f(x):\n"
        "    match x:\n"
        "        case {'k': str(word)} if «word»: return «word»\n"
        "        case P(y=word, z=[enum.A, *rest], **more) | (Q() as whole):\n"
        "            return «word», «rest», «whole»\n"
        "        case {'k': 1, **more}: return «more»\n"
    )
    assert leads({"a.py": source}) == [
        "word -> local:6",
        "word -> local:6",
        "word -> local:7",
        "rest -> local:7",
        "whole -> local:7",
        "more -> local:9",
    ]


def test_the_names_of_a_class_are_not_those_of_its_methods() -> None:
    source = (
        "name = 1\n\nclass A:\n    name = 2\n    other = «name»\n    def f(self): return «name»\n"
    )
    assert leads({"a.py": source}) == ["name -> a.py:4 scope", "name -> a.py:1 scope"]


def test_global_and_nonlocal_names_belong_to_their_scopes() -> None:
    source = (
        "def f():\n    global total\n    total = 1\n"
        "def g():\n    n = 0\n    def h():\n        nonlocal n\n        «n»\n"
        "    return «total»\n"
    )
    assert leads({"a.py": source}) == ["n -> local:5", "total -> a.py:3 scope"]


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


def test_attributes_are_bound_by_every_kind_of_target() -> None:
    names = "abcdefgh"
    source = (
        "class A:\n"
        "    def m(self):\n"
        "        self.a, self.b = 1, 2\n"
        "        (self.c, [self.d, *self.e]) = 1, [2]\n"
        "        for self.f in (): pass\n"
        "        with x as self.g, y as (self.h, i): «i»\n"
        + "".join(f"A().«{name}»\n" for name in names)
    )
    lines = dict(zip(names, (3, 3, 4, 4, 4, 5, 6, 6), strict=True))
    assert leads({"a.py": source}) == [
        "i -> local:6",
        *(f"{name} -> a.py:{line} member" for name, line in lines.items()),
    ]


def test_names_in_quoted_annotations_are_names() -> None:
    source = (
        "import typing as t\n"
        "class A: a = 1\n"
        "def f(x: '«A»', y: t.Dict[str, '«A».«a» | None'] = 1, *z: \"list[«A»]\") -> '«A»':\n"
        "    é: 'é | «A»' = x.«a»\n"
        "    «f»(1).«a»\n"
        "    return t.cast('list[«A»]', y), t.TypeVar('T', bound='«A»')\n"
    )
    assert leads({"a.py": source}) == [
        "A -> a.py:2 scope",
        "A -> a.py:2 scope",
        "a -> a.py:2 member",
        "A -> a.py:2 scope",
        "A -> a.py:2 scope",
        "A -> a.py:2 scope",
        "a -> a.py:2 member",
        "f -> a.py:3 scope",
        "a -> a.py:2 member",
        "A -> a.py:2 scope",
        "A -> a.py:2 scope",
    ]


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


def test_a_name_of_a_tested_type_is_what_it_was() -> None:
    source = (
        "def f(x):\n"
        "    if isinstance(«x», A):\n"
        "        y = «x»\n"
        "        if isinstance(«x», B): return [«x» for _ in «y»]\n"
        "    return «x», «y»\n"
        "    if isinstance(y.z, A): pass\n"
        "    elif isinstance(«x», A): «x»\n"
        "    elif isinstance(«x», A) or x: «x»\n"
        "    else: «x»\n"
        "z = 1\n"
        "if isinstance(«z», A): «z»\n"
    )
    assert leads({"a.py": source}) == [
        *["x -> local:1"] * 4,
        "y -> local:3",
        "x -> local:1",
        "y -> local:3",
        *["x -> local:1"] * 5,
        *["z -> a.py:10 scope"] * 2,
    ]


def test_what_a_loop_tests_says_nothing_of_what_is_behind_it() -> None:
    source = (
        "class A:\n    def a(self): pass\n"
        "def f(x):\n    while isinstance(x, A):\n        x.«a»()\n    else:\n        x.«a»()\n"
    )
    assert leads({"a.py": source}) == ["a -> a.py:2 member", "a -> a.py:2 name"]


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


CALLED = (
    "from dataclasses import dataclass\n"
    "def f(a, *args, b=1, **kwargs): pass\n"
    "class A:\n"
    "    def __init__(self, x): pass\n"
    "    def m(self, y): self.m(«y»=1)\n"
    "    def __call__(self, z): pass\n"
    "class B(A):\n"
    "    w: int = 1\n"
    "@dataclass\n"
    "class D:\n"
    "    i: int\n"
    "    j: list[int]\n"
    "    k = 1\n"
    "class E(D): pass\n"
    "«f»(«a»=1, «b»=2, «c»=3, «args»=4, «kwargs»=5)\n"
)


def test_names_of_arguments_lead_to_parameters_and_fields() -> None:
    source = (
        "from pkg import a as m, f, A, B, E\n"
        "f(«a»=1, «b»=f(«b»=2), «args»=3, «kwargs»=4, «other»=5)\n"
        "m.A(«x»=1).m(«y»=2), A(«y»=1), B(«x»=1, «w»=2), A(x=1)(«z»=3)\n"
        "a = A(1); a(«z»=1), a.m(«y»=1)\n"
        "E(«i»=1, «j»=2, «k»=3)\n"
        "unknown(«a»=1), unknown.m(«y»=1)\n"
        "class C(A, «metaclass»=M):\n"
        "    def __init__(self, x): super().__init__(«x»=x)\n"
    )
    tree = {"pkg/__init__.py": "from .a import *\n", "pkg/a.py": CALLED, "b.py": source}
    assert leads(tree) == [
        "y -> local:5",
        "f -> pkg/a.py:2 scope",
        "a -> local:2",
        "b -> local:2",
        *("c -> nothing", "args -> nothing", "kwargs -> nothing"),
        "a -> pkg/a.py:2 member",
        "b -> pkg/a.py:2 member",
        "b -> pkg/a.py:2 member",
        *("args -> nothing", "kwargs -> nothing", "other -> nothing"),
        "x -> pkg/a.py:4 member",
        "y -> pkg/a.py:5 member",
        "y -> nothing",
        "x -> pkg/a.py:4 member",
        "w -> nothing",
        "z -> nothing",
        "z -> pkg/a.py:6 member",
        "y -> pkg/a.py:5 member",
        "i -> pkg/a.py:11 member",
        "j -> pkg/a.py:12 member",
        "k -> nothing",
        *("a -> nothing", "y -> nothing"),
        "metaclass -> nothing",
        "x -> pkg/a.py:4 member",
    ]


def test_a_member_of_an_unknown_value_is_known_by_its_name_alone() -> None:
    one = {"a.py": "class A:\n    def unusual(self): pass\n", "b.py": "def f(x): x.«unusual»()\n"}
    assert leads(one) == ["unusual -> a.py:2 name"]
    two = {**one, "c.py": "class C:\n    def unusual(self): pass\n"}
    assert leads(two) == ["unusual -> a.py:2 | c.py:2 candidates"]


@pytest.mark.parametrize("name", ["append", "get", "__name__"])
def test_a_name_of_the_standard_types_says_nothing_of_an_unknown_value(name) -> None:
    tree = {"a.py": f"class A:\n    def {name}(self): pass\n", "b.py": f"def f(x): x.«{name}»()\n"}
    assert leads(tree) == [f"{name} -> nothing"]


def test_a_member_of_what_is_outside_is_outside() -> None:
    tree = {
        "a.py": "class A:\n    def run(self): pass\n",
        "b.py": "import lib\nlib.Thing.«run»()\n",
    }
    assert leads(tree) == ["run -> outside lib.Thing.run"]


def test_a_package_around_the_tree_is_outside() -> None:
    tree = {
        "lib/__init__.py": "",
        "lib/sub/__init__.py": "",
        "lib/sub/a.py": "",
        "b.py": "import «lib».sub as s\nimport «lib».«sub».a\n",
    }
    assert leads(tree) == [
        "lib -> lib/__init__.py import",
        "lib -> lib/__init__.py import",
        "sub -> lib/sub/__init__.py import",
    ]
    inside = {"__init__.py": "", "a.py": "def f(): pass\n", "b.py": "import «top».lib.a as t\n"}
    assert leads(inside, ("top", "lib")) == ["top -> outside top"]


def test_files_that_import_each_other_are_followed_to_an_end() -> None:
    tree = {
        "a.py": "from b import *\nfrom b import x\n«x»\n",
        "b.py": "from a import *\nfrom a import x\n",
    }
    assert leads(tree) == ["x -> nothing"]


@pytest.mark.hostile
@pytest.mark.parametrize(
    "source",
    [
        "x" + ".a" * 20_000,
        "f(" * 5_000 + ")" * 5_000,
        "a = " * 3_000 + "1",
        "".join(f"{' ' * depth}def f{depth}():\n" for depth in range(90)) + " " * 95 + "pass",
        "lambda x: " * 3_000 + "x",
        "[" * 2_000 + "x for x in " * 50 + "]" * 2_000,
        "lambda x=" * 2_000 + "x" + ": x" * 2_000,
    ],
)
def test_hostile_sources_take_no_time(source) -> None:
    extract(source, "python")


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


def test_members_of_several_types_that_a_test_leaves() -> None:
    text = """\
def f(x: A | B | C):
    if isinstance(x, A): x.«run»()
    elif isinstance(x, B | C): x.«run»()
    else: x.«run»()
def g() -> A | B: ...
g().«run»()
for one in [A() | B()]: one.«run»()
"""
    assert leads({"a.py": UNITED + text}) == [
        "run -> a.py:2 member",
        "run -> a.py:5 | a.py:7 member",
        "run -> a.py:2 | a.py:5 | a.py:7 member",
        "run -> a.py:2 | a.py:5 member",
        "run -> nothing",
    ]
