"""Who implements what: by a name that says so, by having all members, by being put into a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_filedocs.api import Tree


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
