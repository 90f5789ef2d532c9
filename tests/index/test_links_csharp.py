"""Where the names of C# sources lead."""

from __future__ import annotations

from tests.index.link_trees import leads


def test_types_by_namespace_members_by_stated_types() -> None:
    a = """\
using «A».B;
using X = A.B.«C»;
using static A.B.«D»;
namespace P.Q
{
  public partial class K<T> : «Base»<T>, «IFoo» where T : Bar
  {
    private readonly «Other» _o = new «Other»();
    public int Size { get; set; } = 1;
    public «Color» Color => «_o».«Two»;
    public K(Other o, int n = 1) : base(«o») { this.«_o» = o; }
    public K<T> M(string s, out int r, params Other[] rest) {
      var x = new Other { «Name» = «s», «Size» = 3 };
      foreach (var q in rest) { q.«Go»(); }
      foreach (Other q2 in rest) { q2?.«Go»().«Go»(); }
      if (x is Other w && w.«Go»()) {}
      try { } catch («MyEx» e) when (e.«M»()) { }
      Func<int, int> f = (a) => «a» + «n1»;
      using (var u = «Open»()) { u.«Close»(); }
      switch (x) { case Other o2: «o2».Go(); break; }
      var t = (Other)y; t.«Go»(); (y as Other).«Go»(); rest[0].«Go»();
      base.«Foo»(); global::A.B.«C».«F»(); X.«F»(); «C».F(); «SF»(); Q.«Side»();
      int Local(int a) { return «a»; }
      «Local»(1); «InPart»(); this.«InPart»(); unknown.«Go»();
      return this;
    }
    public static K<T> operator +(K<T> a, K<T> b) => «a»;
    enum Inner { Red, Green = «Red» }
  }
  enum Color { Red }
}
"""
    b = """\
namespace P.Q
{
  partial class K<T>
  {
    void InPart() { «Size» = 1; «Load»(1); «Load»(1, 2); }
    void Load(int a) { }
    void Load(int a, int b) { }
  }
  class Base<U> { public void Foo() {} protected K<U> Open() => null; }
  interface IFoo { void Bar(); }
}
"""
    c = """\
using P.Q;
namespace A.B;
class C { public static void F() { new «K»<int>().«InPart»(); } }
class D { public static void SF() {} }
class Other { public string Name; public int Size; public Other Go() => this; public Color Two; }
"""
    d = """\
namespace P
{
  class Up { void G() { «Q».«K»<int> k; k.«Size» = 1; } }
  class MyEx { public bool M() => true; }
}
"""
    assert leads({"K.cs": a, "P.cs": b, "A.cs": c, "U.cs": d}) == [
        "A -> nothing",
        "C -> A.cs:3 import",
        "D -> A.cs:4 import",
        "Base -> P.cs:9 scope",
        "IFoo -> P.cs:10 scope",
        "Other -> A.cs:5 import",
        "Other -> A.cs:5 import",
        "Color -> K.cs:30 scope",
        "_o -> K.cs:8 scope",
        "Two -> A.cs:5 member",
        "o -> local:11",
        "_o -> K.cs:8 member",
        "Name -> A.cs:5 member",
        "s -> local:12",
        "Size -> A.cs:5 member",
        "Go -> A.cs:5 member",
        "Go -> A.cs:5 member",
        "Go -> A.cs:5 member",
        "Go -> A.cs:5 member",
        "MyEx -> U.cs:4 import",
        "M -> U.cs:4 member",
        "a -> local:18",
        "n1 -> outside n1",
        "Open -> P.cs:9 member",
        "Close -> nothing",
        "o2 -> local:20",
        "Go -> A.cs:5 member",
        "Go -> A.cs:5 member",
        "Go -> A.cs:5 member",
        "Foo -> P.cs:9 member",
        "C -> A.cs:3 import",
        "F -> A.cs:3 member",
        "F -> A.cs:3 member",
        "C -> A.cs:3 import",
        "SF -> A.cs:4 import",
        "Side -> outside P.Q.Side",
        "a -> local:23",
        "Local -> K.cs:23 scope",
        "InPart -> P.cs:5 member",
        "InPart -> P.cs:5 member",
        "Go -> outside unknown.Go",
        "a -> local:27",
        "Red -> K.cs:28 scope",
        "Size -> K.cs:9 member",
        "Load -> P.cs:6 scope",
        "Load -> P.cs:7 scope",
        "K -> K.cs:6 import",
        "InPart -> P.cs:5 member",
        "Q -> nothing",
        "K -> K.cs:6 import",
        "Size -> A.cs:5 | K.cs:9 candidates",
    ]


def test_a_type_is_no_property_of_its_name() -> None:
    a = """\
namespace N
{
  class Level { }
  class Base { public Level Level { get; } }
  class Sub : Base { «Level» other; void F() { «Level».ToString(); } }
}
"""
    b = """\
namespace Other { class C { «Level» l; } }
"""
    assert leads({"A.cs": a, "B.cs": b}) == [
        "Level -> A.cs:3 scope",
        "Level -> A.cs:4 member",
        "Level -> outside Level",
    ]


def test_parts_of_a_type_and_types_with_other_parameters() -> None:
    a = """\
namespace N
{
  class Box { }
  class Box<T> { }
  partial class Part { }
  class C { «Box» a; «Part» p; }
}
"""
    b = """\
namespace N.M
{
  class D { «Box» a; «Part» p; «N».«Part» q; }
}
"""
    assert leads({"a.cs": a, "b.cs": b}) == [
        "Box -> a.cs:3 scope",
        "Part -> a.cs:5 scope",
        "Box -> a.cs:3 import",
        "Part -> a.cs:5 import",
        "N -> nothing",
        "Part -> a.cs:5 import",
    ]


def test_attributes_and_the_names_of_arguments() -> None:
    found = leads(
        {
            "A.cs": "namespace N {\n"
            "  public class FooAttribute : Attribute {\n"
            "    public int Size { get; set; }\n"
            '    public FooAttribute(string name = "") {}\n'
            "  }\n"
            "  public class Bar : Attribute {}\n"
            "}\n",
            "B.cs": "namespace N {\n"
            '  [«Foo»("x", «Size» = 1)]\n'
            "  public class User {\n"
            '    [«Foo»(«name»: "x"), «Bar», «Gone»]\n'
            "    public int Make(int width, int height) { return width; }\n"
            "    public int Make(int width) { return width; }\n"
            "    public void Run() { Make(«height»: 1, «width»: 2); }\n"
            "  }\n"
            "}\n",
        }
    )
    assert found == [
        *("Foo -> A.cs:2 scope", "Size -> A.cs:3 member"),
        *("Foo -> A.cs:2 scope", "name -> A.cs:4 member", "Bar -> A.cs:6 scope"),
        *("Gone -> outside Gone", "height -> local:5", "width -> local:5"),
    ]


def test_types_of_one_name_differ_by_their_parameters_for_types() -> None:
    files = {
        "Plain.cs": "namespace P { public interface IAsk { }\npublic class App { } }\n",
        "Asked.cs": """namespace P {
public interface IAsk<out T> : «IAsk» { }
public class App<T> : «App» { public T Model; }
public class App<T, U> : «App»<T> { }
public partial class Part<T> { }
public partial class Part { }
public partial class Part<T> { }
}
""",
        "User.cs": """using P;
namespace Q {
class User : «IAsk», «IAsk»<int> {
  «App» a; «App»<int> b; «App»<App<int>, int> c; «App»[] d; «App»<int>? e; «Part» f; «Part»<int> g;
  void Run<T>() where T : «IAsk» {
    b.«Model»; new «App»<int>(); new «App»(); Make<«App»>();
    var t = typeof(«App»); var u = typeof(«App»<>); var v = typeof(«App»<,>);
  }
} }
""",
    }
    said = [one.removesuffix(" import").removesuffix(" scope") for one in leads(files)]
    plain, one, two = "App -> Plain.cs:2", "App -> Asked.cs:3", "App -> Asked.cs:4"
    assert said[:3] == ["IAsk -> Plain.cs:1", plain, one]
    assert said[3:5] == ["IAsk -> Plain.cs:1", "IAsk -> Asked.cs:2"]
    assert said[5:10] == [plain, one, two, plain, one]
    assert said[10:12] == ["Part -> Asked.cs:6", "Part -> Asked.cs:5"]
    assert said[12:] == [
        "IAsk -> Plain.cs:1",
        "Model -> Asked.cs:3 member",
        *(one, plain, plain),
        *(plain, one, two),
    ]
