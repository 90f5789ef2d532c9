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
