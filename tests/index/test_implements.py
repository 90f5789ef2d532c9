"""Who implements what: by a name that says so, by having all members, by being put into a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_filedocs.api import Tree

#: A type whose methods stand in another file, one that embeds it, one that is made of it, one of a
#: function, and types of which a method has other parameters or results.
GO = {
    "go.mod": "module example.com/shop\n",
    "p/store.go": (
        "package p\n"
        'import mod "example.com/shop/q"\n'
        "type Store interface { Save(string) error }\n"
        "type Full interface { Store; Load(a, b string) (*mod.Item, error) }\n"
        "type Empty interface{}\n"
        "type Func func(string) error\n"
        "func (f Func) Save(s string) error { return f(s) }\n"
        "type Again Disk\n"
        "func keep(s Store) { Store(s).Save(``) }\n"
    ),
    "p/disk.go": "package p\ntype Disk struct{ Name string }\ntype Cache struct{ *Disk }\n",
    "p/impl.go": (
        "package p\n"
        'import other "example.com/shop/q"\n'
        "func (d *Disk) Save(path string) error { return nil }\n"
        "func (d *Disk) Load(x string, y string) (i *other.Item, err error) { return nil, nil }\n"
    ),
    "p/bad.go": (
        "package p\ntype Item struct{}\n"
        "type Number struct{}\nfunc (Number) Save(int) error { return nil }\n"
        "type Own struct{}\nfunc (Own) Save(string) error { return nil }\n"
        "func (Own) Load(a, b string) (*Item, error) { return nil, nil }\n"
    ),
    "q/q.go": (
        "package q\ntype Item struct{}\ntype Local interface { Save(string) error; hidden() }\n"
        "type Far interface { Load(a, b string) (*Item, error) }\n"
    ),
}


def implementers(tree: Tree, name: str, path: str | None = None) -> dict[str, str]:
    """Return what implements a symbol, each with how that is known."""
    graph = tree._codebase.graph
    (symbol,) = [one for one in tree.find(name) if path in (None, one.path)]
    (definition,) = [
        one
        for one in graph.definitions[symbol.name]
        if (one.path, one.qualified) == (symbol.path, symbol.qualified)
    ]
    return {
        row.inside.qualified: row.how
        for row in graph.references.get(definition, ())
        if row.inside and row.kind in {"base", "implementation"}
    }


def opened(folder: Path, files: dict[str, str]) -> Tree:
    """Return the tree of some files."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return Tree.open(folder)


def test_a_type_of_go_implements_what_it_has_all_methods_of(tmp_path: Path) -> None:
    with opened(tmp_path, GO) as tree:
        own = {"Disk": "methods", "Cache": "methods", "Func": "methods", "Own": "methods"}
        assert implementers(tree, "Store") == {**own, "Full": "scope"}
        # Item of the own package is not that of the other one.
        assert implementers(tree, "Full") == {"Disk": "methods", "Cache": "methods"}
        assert implementers(tree, "Far") == {"Disk": "methods", "Cache": "methods"}
        assert implementers(tree, "Local") == implementers(tree, "Empty") == {}
        assert implementers(tree, "Full.Load") == {"Disk.Load": "methods"}
        assert implementers(tree, "Store.Save").keys() == {"Disk.Save", "Func.Save", "Own.Save"}
        (store,) = tree.find("Store")
        assert {row.kind for row in tree.references(store)} == {"implementation", "base", "type"}
        # To be made a value of an interface is no call of it.
        assert not [row for row in tree.references(store) if row.kind == "call"]


def test_an_interface_that_is_made_of_error_is_implemented(tmp_path: Path) -> None:
    text = (
        "package p\n"
        "type Coded interface { error; Code() int }\n"
        "type Api interface { Coded; api() }\n"
        "type plain struct { code int }\n"
        "func (p *plain) Error() string { return `` }\nfunc (p *plain) Code() int { return 1 }\n"
        "type made struct { error }\nfunc (made) Code() int { return 2 }\n"
        "type api struct { Coded }\nfunc (a *api) api() {}\n"
        "type none struct { Error string }\nfunc (none) Code() int { return 3 }\n"
    )
    with opened(tmp_path, {"p/a.go": text}) as tree:
        assert implementers(tree, "Coded") == {
            "plain": "methods", "made": "methods", "api": "scope", "Api": "scope"
        }  # fmt: skip
        assert implementers(tree, "Api") == {"api": "methods"}


@pytest.mark.parametrize("place", ["p/store.go", "p/said.go"])
@pytest.mark.parametrize("value", ["&Disk{Name: `x`}", "(*Disk)(nil)", "Disk{}"])
def test_a_variable_says_for_certain_what_a_type_implements(
    tmp_path: Path, place: str, value: str
) -> None:
    said = f"var _ Store = {value}\nvar _ Disk = Disk{{}}\n"
    with opened(tmp_path, GO | {place: GO.get(place, "package p\n") + said}) as tree:
        assert implementers(tree, "Store")["Disk"] != "methods"
        assert implementers(tree, "Store")["Own"] == "methods"
        assert implementers(tree, "Store.Save")["Disk.Save"] == "member"
        assert implementers(tree, "Disk").keys() == {"Again", "Cache"}


@pytest.mark.parametrize("members", [["String"], ["String", "Name"]])
@pytest.mark.parametrize(("types", "shown"), [(3, 3), (11, 11), (60, 0), (300, 0)])
def test_what_most_types_have_by_chance_is_not_shown(
    tmp_path: Path, members: list[str], types: int, shown: int
) -> None:
    asked = "; ".join(f"{name}() string" for name in members)
    text = f"package p\ntype Stringer interface {{ {asked} }}\n"
    for number in range(types):
        text += f"type T{number} struct{{}}\n"
        for name in members:
            text += f"func (T{number}) {name}() string {{ return `` }}\n"
    with opened(tmp_path, {"a.go": text}) as tree:
        assert len(implementers(tree, "Stringer")) == shown


def test_a_block_of_rust_implements_for_a_type_of_another_file(tmp_path: Path) -> None:
    files = {
        "src/lib.rs": "mod a;\nmod b;\n",
        "src/a.rs": "pub struct T;\npub enum E { A }\npub struct Not;\n",
        "src/b.rs": (
            "use crate::a::{self, T as U};\npub trait Tr { fn go(&self); }\n"
            "pub trait Sub: Tr {}\nimpl Tr for U { fn go(&self) {} }\n"
            "impl Tr for a::E { fn go(&self) {} }\nimpl Sub for U {}\nimpl<X: Tr> Sub for X {}\n"
        ),
    }
    with opened(tmp_path, files) as tree:
        assert implementers(tree, "Tr").keys() == {"T", "E", "Sub"}
        assert implementers(tree, "Sub").keys() == {"T"}
        assert implementers(tree, "Tr.go") == {"U.go": "member", "a.E.go": "member"}
        (of_t,) = tree.find("T")
        assert [one.qualified for one in tree.implements(of_t)] == ["Tr", "Sub"]


def test_an_object_of_typescript_implements_what_it_is_declared_to_be(tmp_path: Path) -> None:
    text = (
        "export interface Store { save(): void; load?(): string }\n"
        "interface Big extends Store {}\n"
        "export class Disk implements Store { save() {} }\n"
        "const s: Store = { save() {} };\n"
        "export const t: Store = { save: () => {} };\n"
        "const k = { save() {} } satisfies Store;\n"
        "const other = { save() {} };\n"
    )
    with opened(tmp_path, {"a.ts": text}) as tree:
        assert implementers(tree, "Store").keys() == {"Big", "Disk", "s", "t", "k"}
        assert implementers(tree, "Store.save").keys() >= {"Disk.save", "s.save", "t.save"}


def test_a_value_of_typescript_extends_no_type(tmp_path: Path) -> None:
    text = (
        "export type Form = { name: string; check?(): boolean };\n"
        "export type Long = Form & { more: number };\n"
        "export class Base { name = ''; }\n"
        "export const Sub = class extends Base {};\n"
        "export const empty: Form = { name: '', check: () => true };\n"
        "const like: Base = { name: '' };\nlet other = { name: '' } satisfies Form;\n"
    )
    with opened(tmp_path, {"a.ts": text}) as tree:
        assert implementers(tree, "Form").keys() == {"Long"}
        assert implementers(tree, "Base").keys() == {"Sub"}
        (form,) = tree.find("Form")
        assert [row.kind for row in tree.references(form)] == ["base", "type", "type"]


def test_a_class_of_python_implements_a_protocol_of_which_it_has_all_members(
    tmp_path: Path,
) -> None:
    files = {
        "a.py": (
            "import typing as t\nfrom typing import Protocol, TypeVar\nT = TypeVar('T')\n"
            "class Named(t.Protocol):\n    name: str\n"
            "class Store(Named, Protocol[T]):\n"
            "    def save(self, text: T) -> None: ...\n    def load(self) -> str: ...\n"
            "class Plain:\n    def save(self, text): ...\n    def load(self): ...\n"
        ),
        "b.py": (
            "from a import Store\n"
            "class Disk(Store):\n    def save(self, text): ...\n"
            "class Duck:\n    def __init__(self): self.name = ''\n"
            "    def save(self, text): ...\n    def load(self): ...\n"
            "class Half:\n    name = ''\n    def save(self, text): ...\n"
            "class Whole(Half):\n    def load(self): ...\n"
        ),
    }
    with opened(tmp_path, files) as tree:
        duck = {"Duck": "methods", "Whole": "methods"}
        assert implementers(tree, "Store") == {"Disk": "import", **duck}
        assert implementers(tree, "Store.load") == {"Duck.load": "methods", "Whole.load": "methods"}
        assert implementers(tree, "Plain") == implementers(tree, "Plain.save") == {}
        (save,) = tree.find("Disk.save")
        assert [one.qualified for one in tree.overrides(save)] == ["Store.save"]


def test_a_function_of_c_implements_the_field_that_it_is_put_into(tmp_path: Path) -> None:
    files = {
        "a.h": "struct ops { int (*open)(char *); void (*close)(void); int (*read)(void); "
        "int n; };\n",
        "a.c": (
            '#include "a.h"\nstatic int my_open(char *p);\n'
            "static struct ops o = { .open    =   my_open, .close = &my_close, .n = 3 };\n"
            "static int my_open(char *p) { return 0; }\nstatic void my_close(void) {}\n"
            "static int my_read(void) { return 0; }\nstatic int my_size(void) { return 0; }\n"
            "void f(struct ops *p) { p->read = my_read; p->n = my_size(); use(my_read); }\n"
            "static void my_shut(void) {}\nvoid g(struct ops *p) {\n"
            "    *p = (struct ops) {\n        .n = 0,\n        .close = my_shut,\n    };\n}\n"
        ),
    }
    with opened(tmp_path, files) as tree:
        graph = tree._codebase.graph
        found = {
            definition.qualified: [row.inside.qualified for row in rows if row.inside]
            for definition, rows in graph.references.items()
            for rows in [[row for row in rows if row.kind == "implementation"]]
            if rows
        }
        assert found == {
            "ops.open": ["my_open"],
            "ops.close": ["my_close", "my_shut"],
            "ops.read": ["my_read"],
        }


def test_the_parts_of_a_class_of_csharp_share_what_it_implements(tmp_path: Path) -> None:
    files = {
        "IStore.cs": "namespace N { public interface IStore { void Save(); void Load(); } }\n",
        "A.cs": (
            "namespace N { public partial class Disk : IStore { public void Load() {} }\n"
            "public class Plain { public void Save() {} } }\n"
        ),
        "B.cs": "namespace N { public partial class Disk { public void Save() {} } }\n",
    }
    with opened(tmp_path, files) as tree:
        assert implementers(tree, "IStore.Save") == {"Disk.Save": "member"}
        assert implementers(tree, "IStore.Load") == {"Disk.Load": "member"}
