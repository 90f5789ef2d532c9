"""Where the names of Go lead."""

from __future__ import annotations

import pytest

from sphinx_filedocs.parse.facts import extract

from .link_trees import leads

MODULE = {"go.mod": "module example.com/m\n"}


def test_local_names_hide_those_of_the_package() -> None:
    found = leads(
        {
            "a.go": "package a\nfunc size() int { return 1 }\nvar total = «size»()\n"
            "func f(size int) int { return «size» }\n"
            "func g() {\n\tsize := «size»()\n\tif size := 2; «size» > 1 {\n\t}\n\t_ = «size»\n}\n"
        }
    )
    assert found == [
        "size -> a.go:2 scope",
        "size -> local:4",
        "size -> a.go:2 scope",
        "size -> local:7",
        "size -> local:6",
    ]


def test_files_of_a_package_share_their_names() -> None:
    found = leads(
        {
            "p/a.go": "package p\ntype T struct{}\nconst limit = 3\n",
            "p/b.go": "package p\nfunc (t *«T») M() int { return «limit» }\n",
            "q/c.go": "package q\nvar x = «limit»\n",
            "q/d.go": "package q\nvar limit = 1\n",
        }
    )
    assert found == [
        "T -> p/a.go:2 scope",
        "limit -> p/a.go:3 scope",
        "limit -> q/d.go:2 scope",
    ]


def test_variants_for_different_systems_are_candidates() -> None:
    found = leads(
        {
            "a_unix.go": "package a\nfunc open() {}\n",
            "a_windows.go": "package a\nfunc open() {}\n",
            "b.go": "package a\nfunc f() { «open»() }\n",
        }
    )
    assert found == ["open -> a_unix.go:2 | a_windows.go:2 candidates"]


def test_imported_packages_and_their_names() -> None:
    found = leads(
        {
            **MODULE,
            "util/v2/u.go": "package util\ntype T struct{ Size int }\n"
            "func New() *T { return nil }\n",
            "a.go": 'package a\nimport "example.com/m/util/v2"\n'
            "func f() {\n\tt := util.«New»()\n\t_ = t.«Size»\n}\n",
            "b.go": 'package a\nimport u "example.com/m/util/v2"\nvar x u.«T» = *«u».New()\n',
            "c.go": 'package c\nimport . "example.com/m/util/v2"\nvar x = «New»()\n',
            "d.go": 'package d\nimport "os"\nvar x = os.«Exit»\n',
        }
    )
    assert found == [
        "New -> util/v2/u.go:3 member",
        "Size -> util/v2/u.go:2 member",
        "T -> util/v2/u.go:2 member",
        "u -> util/v2/u.go import",
        "New -> util/v2/u.go:3 import",
        "Exit -> outside os.Exit",
    ]


def test_a_parameter_does_not_hide_the_package_of_its_own_type() -> None:
    found = leads(
        {
            **MODULE,
            "flag/f.go": "package flag\ntype Flag struct{ Name string }\n",
            "a.go": 'package a\nimport "example.com/m/flag"\n'
            "func f(flag *flag.«Flag») string { return flag.«Name» }\n",
        }
    )
    assert found == ["Flag -> flag/f.go:2 member", "Name -> flag/f.go:2 member"]


def test_members_through_declared_types() -> None:
    found = leads(
        {
            "a.go": """package a
type Inner struct { depth int }
type Outer struct { *Inner; inner Inner; list []*Inner; byName map[string]Inner }
func (o *Outer) first() (*Inner, error) { return o.list[0], nil }
func (i Inner) up() *Outer { return nil }
func f(o Outer) {
	_ = o.«depth»
	_ = o.inner.«depth»
	_ = o.list[0].«depth»
	_ = o.byName["x"].«depth»
	one, err := o.«first»()
	_ = one.«up»().«inner»
	for _, each := range o.list {
		_ = each.«depth»
	}
	made := &Outer{«inner»: Inner{«depth»: 1}}
	new(Outer).«first»()
	made.«Inner».up()
	_ = err
}
"""
        }
    )
    assert found == [
        "depth -> a.go:2 member",
        "depth -> a.go:2 member",
        "depth -> a.go:2 member",
        "depth -> a.go:2 member",
        "first -> a.go:4 member",
        "up -> a.go:5 member",
        "inner -> a.go:3 member",
        "depth -> a.go:2 member",
        "inner -> a.go:3 member",
        "depth -> a.go:2 member",
        "first -> a.go:4 member",
        "Inner -> a.go:3 member",
    ]


def test_methods_of_interfaces_and_named_slices() -> None:
    found = leads(
        {
            "a.go": """package a
type Base interface { Close() error }
type File interface { Base; Read() }
type Files []File
func (f Files) Size() int { return 0 }
func g(f File, all Files) {
	f.«Close»()
	f.«Read»()
	all.«Size»()
	all[0].«Read»()
}
"""
        }
    )
    assert found == [
        "Close -> a.go:2 member",
        "Read -> a.go:3 member",
        "Size -> a.go:5 member",
        "Read -> a.go:3 member",
    ]


def test_fields_of_a_type_without_a_name_are_local() -> None:
    found = leads(
        {
            "a.go": """package a
type other struct { want int }
func f() {
	cases := []struct {
		name string
		want int
	}{
		{«name»: "x", «want»: 1},
	}
	for _, one := range cases {
		_ = one.«want»
	}
}
"""
        }
    )
    assert found == ["name -> local:5", "want -> local:6", "want -> local:6"]


def test_a_method_is_not_meant_by_its_bare_name() -> None:
    found = leads({"a.go": "package a\ntype T int\nfunc (t T) run() {}\nfunc f() { «run»() }\n"})
    assert found == ["run -> outside run"]


def test_what_other_packages_return_has_no_members_here() -> None:
    found = leads(
        {
            "a.go": 'package a\nimport "os"\ntype T struct{ Mode int }\n'
            'func f() { s, _ := os.Stat("x"); _ = s.«Mode» }\n'
        }
    )
    assert found == ["Mode -> nothing"]


def test_an_unknown_owner_leads_by_name() -> None:
    source = (
        "package a\ntype T struct{ depth int }\n"
        "func f(c func(func(*T) bool)) { for x := range c { _ = x.«depth» } }\n"
    )
    assert leads({"a.go": source}) == ["depth -> a.go:2 name"]
    other = "package b\ntype U struct{ depth int }\n"
    assert leads({"a.go": source, "b/b.go": other}) == ["depth -> a.go:2 | b/b.go:2 candidates"]


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


def test_a_variable_is_not_known_in_its_own_value() -> None:
    found = leads(
        {
            "a.go": "package a\nfunc f(xs []int) int {\n\trank := «rank»()\n\tvar top = «top»()\n"
            "\tfor _, xs := range «xs» {\n\t\tg(«xs»)\n\t}\n\treturn «rank» + «top»\n}\n",
            "b.go": "package a\nfunc rank() int { return 1 }\nfunc top() int { return 1 }\n",
        }
    )
    assert found == [
        "rank -> b.go:2 scope",
        "top -> b.go:3 scope",
        "xs -> local:2",
        "xs -> local:5",
        "rank -> local:3",
        "top -> local:4",
    ]
