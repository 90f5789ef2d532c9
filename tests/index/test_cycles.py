from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_filedocs.index import import_graph as module
from sphinx_filedocs.index.import_graph import cycles
from sphinx_filedocs.model.facts import Import, ImportTime
from sphinx_filedocs.model.graph import Cycle
from sphinx_filedocs.model.links import Use
from sphinx_filedocs.resolve.import_resolution import resolve
from tests.full import examples
from tests.resolve.trees import symbol, take, tree

from .graphs import graphs, imports_of, shortest


def sure(imports: Mapping[str, Sequence[Import]]) -> dict[tuple[str, str], set[int]]:
    """Return the lines on which one file certainly imports another: as many files as names."""
    found: dict[tuple[str, str], set[int]] = {}
    for path, rows in imports.items():
        for one in rows:
            names = {name.name for name in one.names} - {"*"}
            if len(one.resolved) <= max(1, len(names)):
                for to in one.resolved:
                    found.setdefault((path, to), set()).add(one.line)
    return found


@settings(max_examples=examples(300))
@given(graphs(), st.sampled_from([1, 3, 1024]))
def test_components_and_cycles_are_those_of_a_plain_search(imports, block) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_BLOCK", block)
        groups, through = cycles(imports)
    lines = sure(imports)
    after = {path: {to for one, to in lines if one == path} for path in imports}
    leads = {path: shortest(after, path) for path in imports}
    together = {
        path: frozenset({path, *(other for other in leads[path] if path in leads[other])})
        for path in imports
    }
    assert set(through) == {path for path, group in together.items() if len(group) > 1}
    for path, cycle in through.items():
        on = [step.path for step in cycle.steps]
        assert cycle.files == len(together[path])
        assert on[0] == path
        assert len(set(on)) == len(on)
        assert len(on) == 1 + min(leads[to].get(path, 99) for to in after[path])
        for step, to in zip(cycle.steps, on[1:] + on[:1], strict=True):
            assert step.line == min(lines[step.path, to])
    # Each group has one of its shortest cycles, and the largest group comes first.
    assert len(groups) == len({together[path] for path in through})
    assert [cycle.files for cycle in groups] == sorted((c.files for c in groups), reverse=True)
    for cycle in groups:
        group = together[cycle.steps[0].path]
        assert cycle in through.values()
        assert len(cycle.steps) == min(len(through[path].steps) for path in group)


def test_the_first_line_and_the_first_of_equal_cycles_are_named() -> None:
    rows = (
        Import("c", "import", 5, resolved=("c",)),
        Import("b", "import", 4, resolved=("b",)),
        Import("b", "import", 2, resolved=("b",)),
        Import("b", "import", 3, resolved=("b",)),
    )
    _, through = cycles({"a": rows, **imports_of({"b": ["a"], "c": ["a"]})})
    assert through["a"].steps == (Use("a", 2), Use("b", 1))


def test_the_shortest_of_a_group_is_named() -> None:
    leads = {"a": ["b"], "b": ["c"], "c": ["a", "d"], "d": ["c"]}
    groups, _ = cycles(imports_of(leads))
    assert groups == (Cycle((Use("c", 2), Use("d", 1)), 4),)


def test_the_order_of_the_files_changes_nothing() -> None:
    leads = {"a": ["b", "c"], "b": ["a"], "c": ["a"], "x": ["y"], "y": ["x"]}
    turned = imports_of(dict(reversed(leads.items())))
    assert repr(cycles(turned)) == repr(cycles(imports_of(leads)))
    assert cycles(turned)[0] == (
        Cycle((Use("a", 1), Use("b", 1)), 3),
        Cycle((Use("x", 1), Use("y", 1)), 2),
    )


@pytest.mark.parametrize("length", [50, 51, 5000])
def test_a_cycle_that_nobody_could_read_is_counted_alone(length) -> None:
    files = [f"{number:04}" for number in range(length)]
    turned = files[1:] + files[:1]
    ring = imports_of({one: [other] for one, other in zip(files, turned, strict=True)})
    groups, through = cycles(ring)
    assert [len(cycle.steps) for cycle in groups] == [50 if length == 50 else 0]
    assert {cycle.files for cycle in through.values()} == {length}


def test_a_chain_longer_than_the_stack_has_no_cycle() -> None:
    files = [f"{number:05}" for number in range(20_000)]
    assert cycles(imports_of({one: files[at + 1 : at + 2] for at, one in enumerate(files)})) == (
        (),
        {},
    )


def named(sources: dict[str, list[Import | str]], **texts: str) -> list[str]:
    """Return the cycle of each group in a tree, as paths with lines.

    :param texts: of files, by their name with ``_`` for its dot.
    """
    packages = {"J.java": "p", "K.java": "p", "L.java": "q"}
    files = tree(sources, {path: [symbol(name, "module")] for path, name in packages.items()})
    found = resolve(files, {name.replace("_", "."): text for name, text in texts.items()}.get)
    groups, _ = cycles(found.imports)
    return [" ".join(f"{step.path}:{step.line}" for step in cycle.steps) for cycle in groups]


def test_python() -> None:
    # Taking a module from a package is taking nothing from the package's own file.
    package: dict[str, list[Import | str]] = {
        "p/__init__.py": [take(".a", "A")],
        "p/a.py": [take(".", "b", line=7)],
        "p/b.py": [],
        "p/b.pyi": [],
    }
    assert named(package) == []
    package["p/b.py"] = [take(".a", line=3)]
    assert named(package) == ["p/a.py:7 p/b.py:3"]
    package["p/b.py"] = []
    package["p/a.py"] = [take(".", "b", "A", line=7)]
    assert named(package) == ["p/__init__.py:1 p/a.py:7"]
    package["p/a.py"] = [take(".", "*", line=8)]
    assert named(package) == ["p/__init__.py:1 p/a.py:8"]
    assert named({"__init__.py": ["a"], "a.py": [take(".", "b")], "b.py": []}) == []


@pytest.mark.parametrize("when", ["types", "call", "condition", "build"])
def test_what_is_not_imported_at_load_closes_no_cycle(when: ImportTime) -> None:
    late = take("a", line=3)._replace(when=when)
    assert named({"a.py": ["b"], "b.py": [late]}) == []
    assert named({"a.py": ["b"], "b.py": [late, take("a", line=5)]}) == ["a.py:1 b.py:5"]


def test_includes() -> None:
    files: dict[str, list[Import | str]] = {
        "list.h": [take("list_inl.h", kind="include", line=90)],
        "list_inl.h": [take("list.h", kind="include")],
        "main.c": [take("list.h", kind="include")],
    }
    assert named(files) == ["list.h:90 list_inl.h:1"]


def test_rust() -> None:
    declares: dict[str, list[Import | str]] = {
        "Cargo.toml": [],
        "src/lib.rs": [take("de", kind="module")],
        "src/de.rs": [take("crate", "Error", kind="use", line=4)],
    }
    assert named(declares) == []
    declares["src/lib.rs"].append(take("de", "Read", kind="use", line=9))
    assert named(declares) == ["src/de.rs:4 src/lib.rs:9"]


def test_go() -> None:
    # What is imported is a package: no file of it is said to be needed.
    files: dict[str, list[Import | str]] = {
        "go.mod": [],
        "a/a.go": ["m/b"],
        "a/more.go": [],
        "b/b.go": ["m/a"],
        "b/more.go": [],
    }
    assert named(files, go_mod="module m\n") == []


def test_java() -> None:
    whole: dict[str, list[Import | str]] = {
        "J.java": [take("q.L", line=3)],
        "K.java": [],
        "L.java": [take("p", "*", line=5)],
    }
    assert named(whole) == []
    whole["L.java"].append(take("p.J", line=6))
    assert named(whole) == ["J.java:3 L.java:6"]


def test_a_stub_is_never_executed() -> None:
    files: dict[str, list[Import | str]] = {
        "a.pyi": [take(".b", "B", kind="from", line=1)],
        "b.py": [take(".a", "A", kind="from", line=2)],
    }
    assert named(files) == []
    files["a.py"] = files.pop("a.pyi")
    assert named(files) == ["a.py:1 b.py:2"]
