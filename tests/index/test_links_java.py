"""Where the names of Java sources lead."""

from __future__ import annotations

import pytest

from sphinx_filedocs.index.links.modules import make_module
from sphinx_filedocs.model.files import File
from sphinx_filedocs.parse.facts import extract
from tests.index.link_trees import leads


def lead(*lines: str, **others: str) -> list[str]:
    """Return where the marked names of ``p/A.java`` lead; others are files of the package."""
    head = "package p; "
    sources = {"p/A.java": head + "\n".join(lines)}
    return leads(sources | {f"p/{name}.java": head + text for name, text in others.items()})


def test_a_local_name_hides_a_field_and_a_field_a_class() -> None:
    found = lead(
        "class A {",
        "  int size;",
        "  int f(int size) { return «size»; }",
        "  int g() { int n = «size»; { int size = 1; n = «size»; } return «size»; }",
        "  Object h() { return (a, b) -> «a» + «size»; }",
        "}",
    )
    assert found == [
        "size -> local:3",
        "size -> p/A.java:2 scope",
        "size -> local:4",
        "size -> p/A.java:2 scope",
        "a -> local:5",
        "size -> p/A.java:2 scope",
    ]


def test_a_method_and_a_field_have_names_apart() -> None:
    found = lead(
        "class A {",
        "  int size;",
        "  int size() { return «size»; }",
        "  int f(A a, int size) { return «size»() + a.«size» + a.«size»() + this.«size»; }",
        "}",
    )
    assert found == [
        "size -> p/A.java:2 scope",
        "size -> p/A.java:3 scope",
        "size -> p/A.java:2 member",
        "size -> p/A.java:3 member",
        "size -> p/A.java:2 member",
    ]


def test_a_method_and_a_field_have_numbers_of_their_own() -> None:
    found = extract("class A {\n  private int size;\n  int size() { return size; }\n}\n", "java")
    file = File("A.java", "text", 0, "", "java", facts=found.facts)
    definitions = [one.definition for one in make_module(file, found.names).members["A"]["size"]]
    assert {one.qualified for one in definitions} == {"A.size"}
    assert {one.line: one.number for one in definitions} == {3: 1, 2: 2}


def test_files_of_a_package_know_each_other_wherever_they_are() -> None:
    found = leads(
        {
            "main/a/b/One.java": "package a.b; class One { «Two» two; }",
            "test/a/b/Two.java": "package a.b; class Two { }",
            "main/a/Two.java": "package a; class Two { }",
        }
    )
    assert found == [
        "Two -> test/a/b/Two.java:1 scope",
    ]


def test_imports_go_before_the_package_and_it_before_imports_of_everything() -> None:
    found = leads(
        {
            "p/A.java": (
                "package p;\nimport q.B;\nimport q.*;\nclass A { «B» b; «C» c; «D» d; «E» e; }"
            ),
            "p/B.java": "package p; class B { }",
            "p/C.java": "package p; class C { }",
            "q/B.java": "package q; public class B { }",
            "q/C.java": "package q; public class C { }",
            "q/D.java": "package q; public class D { }",
            "r/E.java": "package r; public class E { }",
        }
    )
    assert found == [
        "B -> q/B.java:1 import",
        "C -> p/C.java:1 scope",
        "D -> q/D.java:1 import",
        "E -> outside E",
    ]


def test_static_imports_lead_to_members() -> None:
    found = leads(
        {
            "p/A.java": (
                "package p;\nimport static q.U.pick;\nimport static q.U.*;\n"
                "class A { int x = «pick»(1) + «MOST» + «other»(2); }"
            ),
            "q/U.java": (
                "package q;\npublic class U extends V {\n  static int MOST = 3;\n"
                "  static int pick(int a) { return a; }\n"
                "  static int pick(int a, int b) { return a; }\n}"
            ),
            "q/V.java": "package q; class V { static int other(int a) { return a; } }",
        }
    )
    assert found == [
        "pick -> q/U.java:4 import",
        "MOST -> q/U.java:3 import",
        "other -> q/V.java:1 import",
    ]


def test_nested_classes_are_imported_and_named_in_full() -> None:
    found = leads(
        {
            "p/A.java": (
                "package p;\nimport q.M.«Entry»;\n"
                "class A { «Entry» one; q.«M».«Entry» two; «q».r.Far far; q.r.«Far» farther; }"
            ),
            "q/M.java": "package q;\npublic class M {\n  public static class Entry { }\n}",
            "q/r/Far.java": "package q.r; public class Far { }",
        }
    )
    assert found == [
        "Entry -> q/M.java:3 import",
        "Entry -> q/M.java:3 import",
        "M -> q/M.java:2 import",
        "Entry -> q/M.java:3 member",
        "q -> nothing",
        "Far -> q/r/Far.java:1 import",
    ]


def test_what_a_class_inherits_goes_before_what_is_around_it() -> None:
    found = lead(
        "class A {",
        "  void run() { }",
        "  class Inner extends B { void f() { «run»(); «keep»(); super.«run»(); } }",
        "  B made = new B() { void g() { «run»(); this.«run»(); «keep»(); } };",
        "  void keep() { }",
        "}",
        B="class B implements C { void run() { } }",
        C="interface C { default void more() { } }",
    )
    assert found == [
        "run -> p/B.java:1 member",
        "keep -> p/A.java:5 scope",
        "run -> p/B.java:1 member",
        "run -> p/B.java:1 member",
        "run -> p/B.java:1 member",
        "keep -> p/A.java:5 scope",
    ]


def test_members_are_found_through_declared_types() -> None:
    found = lead(
        "import java.util.List;",
        "class A<T extends B> {",
        "  B[] many; T bound; List<B> list;",
        "  B make(int n) { return null; }",
        "  void f(Object o, B... rest) {",
        "    many[0].«go»(); bound.«go»(); make(1).«go»(); ((B) o).«go»(); rest[0].«go»();",
        "    var v = new B(); v.«next».«go»(); if (o instanceof B b) b.«go»();",
        "    Runnable r = v::«go»; A.this.«many»[1].«go»(); many.«go»();",
        "  }",
        "}",
        B="class B {\n B next;\n void go() { } }",
    )
    assert found == [
        "go -> p/B.java:3 member",
        "go -> p/B.java:3 member",
        "go -> p/B.java:3 member",
        "go -> p/B.java:3 member",
        "go -> p/B.java:3 member",
        "next -> p/B.java:2 member",
        "go -> p/B.java:3 member",
        "go -> p/B.java:3 member",
        "go -> p/B.java:3 member",
        "many -> p/A.java:3 member",
        "go -> p/B.java:3 member",
        "go -> nothing",
    ]


def test_overloads_are_told_apart_by_their_arguments() -> None:
    found = lead(
        "class A extends B {",
        "  void put(int a) { }",
        "  void put(int a, int b) { }",
        "  void put(int a, String... rest) { }",
        "  void f() { «put»(1, 2); put(1); «put»(); this.«put»(1, 2, 3); «drop»(1); «drop»(); }",
        "  void drop(int a) { }",
        "}",
        B="class B { void drop() { } }",
    )
    assert found == [
        "put -> p/A.java:3 scope",
        "put -> p/A.java:2 | p/A.java:3 | p/A.java:4 candidates",
        "put -> p/A.java:4 member",
        "drop -> p/A.java:6 scope",
        "drop -> p/B.java:1 member",
    ]


def test_making_an_instance_leads_to_the_constructor_or_else_to_the_class() -> None:
    found = lead(
        "class A {",
        "  Object f() { return new «B»(1).«go»(); }",
        "  Object g() { return new «B»(x, 1).go(); }",
        "  Object h() { return new «C»(); }",
        "}",
        B=(
            "class B {\n  B(int a) { }\n  B(String s, int a) { }\n  B(int a, int b) { }\n"
            "  int go() { return 1; } }"
        ),
        C="class C { }",
    )
    assert found == [
        "B -> p/B.java:2 scope",
        "go -> p/B.java:5 member",
        "B -> p/B.java:1 scope",
        "C -> p/C.java:1 scope",
    ]


def test_constants_of_enumerations() -> None:
    found = lead(
        "class A {",
        "  int f(Color c) {",
        "    Color.«RED».«shade»();",
        "    switch (c) { case «RED»: return 1; default: return 2; }",
        "  }",
        "}",
        Color="enum Color {\n RED { int shade() { return «BLUE».code; } },\n BLUE;\n int code;\n"
        " int shade() { return 0; } }",
    )
    assert found == [
        "RED -> p/Color.java:2 member",
        "shade -> p/Color.java:5 member",
        "RED -> p/Color.java:2 member",
        "BLUE -> p/Color.java:3 member",
    ]


def test_components_of_records_are_fields_and_methods() -> None:
    found = lead(
        "record A(int x, B y) {",
        "  A { if («x» < 0) throw null; }",
        "  int f(A other) { return «x»() + «x» + other.«y»().«go»(); }",
        "}",
        B="class B { int go() { return 1; } }",
    )
    assert found == [
        "x -> p/A.java:1 scope",
        "x -> p/A.java:1 scope",
        "x -> p/A.java:1 scope",
        "y -> p/A.java:1 member",
        "go -> p/B.java:1 member",
    ]


def test_what_is_no_name_of_the_program_leads_nowhere() -> None:
    found = lead(
        "class A {",
        "  int out;",
        "  /** {@link A} */",
        "  @Named(«out» = 1)",
        "  <A2> «A2» f(«A2» a) { «out»: while (true) break «out»; }",
        "}",
        Out="class Out { int A2; }",
    )
    assert found == [
        "out -> nothing",
        "A2 -> local:5",
        "A2 -> local:5",
        "out -> nothing",
        "out -> nothing",
    ]


def test_a_member_of_something_unknown_is_found_only_by_a_name_of_its_own() -> None:
    found = lead(
        "class A { void f(List<B> list) {"
        " list.get(0).own().«rare»(); list.get(0).own().«usual»(); } }",
        B="class B {\n void rare() { }\n void usual() { } }",
        C="class C { void usual() { } }",
    )
    assert found == [
        "rare -> p/B.java:2 name",
        "usual -> p/B.java:3 | p/C.java:1 candidates",
    ]


def test_classes_that_extend_each_other_end() -> None:
    found = lead(
        "class A extends B { void f() { «gone»(); «here»(); } }",
        B="class B extends A { void here() { } }",
    )
    assert found == [
        "gone -> outside gone",
        "here -> p/B.java:1 member",
    ]


@pytest.mark.hostile
def test_deep_and_long_sources_take_little_time() -> None:
    lead("class A { int x = " + "a(" * 5_000 + ")" * 5_000 + "; }")
    lead("class A { Object x = a" + ".b(1).c" * 5_000 + "; }")
    lead("class A { " + "class B { " * 1_000 + "}" * 1_001)
    lead("class A extends A.B.C { A.B x = " + "(A) " * 2_000 + "y; }")


def test_what_is_private_is_not_inherited() -> None:
    found = lead(
        "class A {",
        "  class Entry { }",
        "  void run() { }",
        "  class Inner extends B { «Entry» one; void f(B b) { «run»(); b.«run»(); } }",
        "}",
        B="class B {\n private static class Entry { }\n private void run() { } }",
    )
    # What is its own is found, although the program has no access to it.
    assert found == [
        "Entry -> p/A.java:2 scope",
        "run -> p/A.java:3 scope",
        "run -> p/B.java:3 member",
    ]


OVERLOADS = (
    "package p;\n"
    "import java.io.File;\n"
    "class A {\n"
    "  enum Token { ONE }\n"
    "  static class Parser { Token next() { return null; } }\n"
    "  static class Quick extends Parser { }\n"
    "  void f(int a) {}\n"
    "  void f(String a) {}\n"
    "  void f(File a) {}\n"
    "  void f(byte[] a) {}\n"
    "  void f(Parser a) {}\n"
    "  void f(Token a, Token b) {}\n"
    "  void f(Token a, Parser b) {}\n"
    "  A(int x) {}\n"
    "  A(String s) {}\n"
    "  <T> void g(byte[] doc, File file, String s, Quick q, Parser p, T t, long l) {\n"
    "    %s\n"
    "  }\n"
    "}\n"
)


@pytest.mark.parametrize(
    ("call", "line"),
    [
        *(("«f»(1)", 7), ("«f»((int) l)", 7), ("«f»('c')", 7)),
        *(('«f»("a" + l)', 8), ("«f»(s)", 8), ("«f»(file)", 9), ("«f»(doc)", 10)),
        *(("«f»(p)", 11), ("«f»(new Parser())", 11), ("«f»(q)", 11)),
        *(("«f»(Token.ONE, p.next())", 12), ("«f»(Token.ONE, q)", 13)),
        *(("new «A»(1)", 14), ('new «A»("x")', 15)),
    ],
)
def test_the_types_of_arguments_tell_which_function_is_called(call: str, line: int) -> None:
    [found] = leads({"A.java": OVERLOADS % f"{call};"})
    assert found.partition(" -> ")[2] == f"A.java:{line} scope"


@pytest.mark.parametrize("argument", ["t", "unknown()", "null", "s.length()", "l"])
def test_an_argument_of_which_too_little_is_known_leaves_all_candidates(argument: str) -> None:
    [found] = leads({"A.java": OVERLOADS % f"«f»({argument});"})
    assert found.endswith(" candidates")
    assert found.count("|") == 4


def test_of_functions_that_take_any_number_of_arguments_their_types_tell_one() -> None:
    registry = """package r;
public class Registry {
  public static String name(String name, String... names) { return name; }
  public static String name(Class<?> type, String... names) { return ""; }
  public static String one(Object a, String b) { return b; }
  public static String one(Object a, String... b) { return ""; }
}
"""
    user = """package u;
import r.Registry;
import static r.Registry.name;
import static r.Registry.one;
class User {
  final String prefix = "a";
  void run(String part, Object any) {
    «name»(prefix, "b"); «name»(part, "b", "c"); Registry.«name»("a"); «name»(User.class, "b");
    «name»(prefix, new String[0]); «one»(any, "a"); «one»(any, "a", "b"); «one»(any);
    «name»(any.unknown(), "b");
  }
}
"""
    assert leads({"Registry.java": registry, "User.java": user}) == [
        "name -> Registry.java:3 import",
        "name -> Registry.java:3 import",
        "name -> Registry.java:3 member",
        "name -> Registry.java:4 import",
        "name -> Registry.java:3 import",
        # One that takes just so many comes before one that takes any number.
        "one -> Registry.java:5 import",
        "one -> Registry.java:6 import",
        "one -> Registry.java:6 import",
        "name -> Registry.java:3 | Registry.java:4 candidates",
    ]
