"""Where the names of Java sources lead."""

from __future__ import annotations

import pytest

from sphinx_filedocs.model.files import File
from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.resolve.modules import make_module
from tests.resolve.link_trees import leads


def test_a_method_and_a_field_have_numbers_of_their_own() -> None:
    found = extract("class A {\n  private int size;\n  int size() { return size; }\n}\n", "java")
    file = File("A.java", "text", 0, "", "java", facts=found.facts)
    definitions = [one.definition for one in make_module(file, found.names).members["A"]["size"]]
    assert {one.qualified for one in definitions} == {"A.size"}
    assert {one.line: one.number for one in definitions} == {3: 1, 2: 2}


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
