"""Where the names of Go lead."""

from __future__ import annotations

import pytest

from sphinx_filedocs.parse.facts import extract

from .link_trees import leads

MODULE = {"go.mod": "module example.com/m\n"}


def test_a_method_is_not_meant_by_its_bare_name() -> None:
    found = leads({"a.go": "package a\ntype T int\nfunc (t T) run() {}\nfunc f() { «run»() }\n"})
    assert found == ["run -> outside run"]


def test_labels_and_packages_are_no_names() -> None:
    found = leads(
        {"a.go": "package «a»\nvar L = 1\nfunc f() {\n«L»:\n\tfor {\n\t\tbreak «L»\n\t}\n}\n"}
    )
    assert found == ["a -> nothing", "L -> nothing", "L -> nothing"]


@pytest.mark.hostile
def test_hostile_sources_take_little_time() -> None:
    extract("package a\nvar x = " + "f(" * 3000 + ")" * 3000, "go")
    extract("package a\nvar x = a" + ".b" * 20_000, "go")
    extract("package a\nvar x = []T{" + "{a: 1}," * 20_000 + "}", "go")
    extract("package a\nfunc f() { " + "if x := 1; x > 0 { " * 3000 + "}" * 3001, "go")


def test_a_blank_is_no_name() -> None:
    source = (
        'package a\n\nimport _ "embed"\n\ntype T struct{ «_» int }\nvar «_» = 1\n'
        "const (\n\t«_» = iota\n\tB\n)\n\nfunc «_»() {}\nfunc (T) «_»() {}\ntype «_» struct{}\n\n"
        "func f(«_» int, b int) int {\n\t«_», c := f(1, 2), «b»\n"
        "\tfor «_», d := range []int{} { «d» }\n\t«_» = c\n\treturn c\n}\n"
    )
    named = [row for row in leads(MODULE | {"a.go": source}) if row != "_ -> nothing"]
    assert named == ["b -> local:16", "d -> local:18"]
    found = extract(source.replace("«", "").replace("»", ""), "go")
    assert [symbol.name for symbol in found.facts.symbols] == ["T", "B", "f"]
    assert "_" not in {keyword.name for keyword in found.keywords}
