"""Which types extend which, and which members override which, in every language with classes."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_filedocs.api import Tree
from sphinx_filedocs.index.links.type_uses import parameter_types

#: In each, ``Circle`` and ``Square`` extend ``Shape``, and ``area`` and ``name`` are members of it:
#: ``Circle`` overrides the one, ``Square`` both.
SAMPLES = {
    "a.py": """\
class Shape:
    def area(self): ...
    def name(self): ...

class Circle(Shape):
    def area(self):
        return super().area()
    def radius(self): ...

class Square(Shape,
             metaclass=type):
    def area(self): ...
    def name(self): ...
""",
    "A.java": """\
abstract class Shape<T> { abstract T area(T scale); String name() { return ""; } }
class Circle extends Shape<Long> {
    Long area(Long scale) { return scale; }
    void area(Long scale, int more) { }
    static String name(int n) { return ""; }
    void radius() { }
}
class Square extends Shape<Long> {
    @Override public Long area(final Long s) { return s; }
    String name() { return super.name(); }
}
""",
    "a.cpp": """\
namespace n { template <class T> struct Shape {
  virtual T area(const T &scale) const; virtual int name(); }; }
struct Circle final : public n::Shape<int> {
  int area(const int &scale) const override; int name(long); void radius(); };
class Square : n::Shape<int> { int area(const int &s) const; int name(); };
""",
    "a.rs": """\
pub trait Shape { fn area(&self) -> f64; fn name(&self) -> u8 { 0 } }
struct Circle { r: f64 }
impl Circle { fn radius(&self) -> f64 { self.r } }
impl Shape for Circle { fn area(&self) -> f64 { self.radius() } }
struct Square<T> { t: T }
impl<T> Shape for Square<T> { fn area(&self) -> f64 { 0.0 } fn name(&self) -> u8 { 1 } }
""",
    "a.ts": """\
interface Shape<T> { area(scale: T): T; name(): string }
class Circle implements Shape<number> { area(s: number) { return s } radius() {} }
abstract class Square implements Shape<string> { area(s: string) { return s } name() { return "" } }
""",
    "a.js": """\
class Shape { area() {} name() {} }
class Circle extends Shape { area() { return super.area(); } radius() {} }
const Square = class extends Shape { area() {} name() {} };
""",
    "a.kt": """\
open class Shape(val n: Int) {
    open fun area(scale: Int): Int { return scale }
    open fun name(): String { return "" }
}
class Circle(r: Int) : Shape(r) {
    override fun area(scale: Int): Int { return 1 }
    fun name(long: Boolean): String { return "" }
    fun radius() {}
}
class Square(r: Int) : Shape(r) {
    override fun area(scale: Int): Int { return 2 }
    override fun name(): String { return "square" }
}
""",
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory):
    root = tmp_path_factory.mktemp("types")
    for path, text in SAMPLES.items():
        folder = root / path.partition(".")[2]
        folder.mkdir()
        (folder / path).write_text(text)
    with Tree.open(root) as tree:
        yield tree


@pytest.mark.parametrize("path", SAMPLES)
def test_types_and_their_members_lead_both_ways(tree: Tree, path: str) -> None:
    path = f"{path.partition('.')[2]}/{path}"
    symbols = list(tree.symbols(path))
    own = {one.qualified.removeprefix("n."): one for one in symbols}
    for name in ("Circle", "Square"):
        assert tree.bases(own[name]) == (own["Shape"],)
        area = next(one for one in symbols if one.qualified == f"{name}.area")
        assert tree.overrides(area) == (own["Shape.area"],)
    assert tree.derived(own["Shape"]) == (own["Circle"], own["Square"])
    overriding = [one.qualified for one in tree.derived(own["Shape.area"])]
    assert overriding == ["Circle.area", "Square.area"]
    assert [one.qualified for one in tree.derived(own["Shape.name"])] == ["Square.name"]
    assert tree.overrides(own["Circle.radius"]) == tree.bases(own["Shape"]) == ()


def test_what_extends_and_overrides_does_not_call(tree: Tree) -> None:
    shape, area = (tree.find(name)[0] for name in ("Shape", "Shape.area"))
    for one in (*tree.derived(shape), *tree.derived(area)):
        if one.path == "py/a.py":
            assert one not in [caller.symbol for caller in tree.callers(shape)]
    (circle,) = [one for one in tree.find("Circle.area") if one.path == "py/a.py"]
    assert [one.qualified for one in tree.calls(circle)] == ["Shape.area"]


def test_a_type_that_is_embedded_overrides_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.go").write_text(
        "package a\ntype Base struct{}\nfunc (b Base) Run() {}\n"
        "type Mid struct {\n\tBase\n}\nfunc (m Mid) Run() {}\n"
    )
    with Tree.open(tmp_path) as tree:
        (base,), (mid,) = tree.find("Base"), tree.find("Mid")
        assert tree.bases(mid) == (base,)
        assert tree.derived(base) == (mid,)
        (run,) = tree.find("Mid.Run")
        assert tree.overrides(run) == ()


def test_a_base_may_be_of_another_file_and_on_another_line(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("class Base:\n    def run(self): ...\n")
    (tmp_path / "b.py").write_text(
        "import a\nfrom a import Base as B\n\nclass C(\n    a.Base,\n): x = B\n"
        "class D(C): run = property(lambda self: 1)\nclass E(C):\n    def run(self): ...\n"
    )
    with Tree.open(tmp_path) as tree:
        (base,) = tree.find("Base")
        assert [one.qualified for one in tree.derived(base)] == ["C"]
        (run,) = tree.find("E.run")
        assert [one.qualified for one in tree.overrides(run)] == ["Base.run"]
        assert {row.kind for row in tree.references(base)} == {"base", "import", "reference"}


@pytest.mark.parametrize(
    ("signature", "types"),
    [
        ("void f()", []),
        ("int f(const std::string &s, std::map<int, n::A> m = {}, int a[3])", "string map int[]"),
        (
            "public <T> T f(@Nullable final T one, java.util.List<T> more, int... rest)",
            "T List int...",
        ),
        ("override fun f(one: Int = g(1, 2), two: Map<String, (Int) -> Int>): Int", "Int Map"),
        ("virtual void f(const Slice&, int) = 0", "Slice int"),
        ("bool operator==(const A& other)", "A"),
        ("f(", []),
    ],
)
def test_types_of_parameters(signature: str, types: str | list[str]) -> None:
    name = "operator==" if "operator" in signature else "f"
    wanted = types.split() if isinstance(types, str) else types
    assert list(parameter_types(signature, name)) == wanted
