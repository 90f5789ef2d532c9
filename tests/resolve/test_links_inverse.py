"""Uses are the inverse of links, and importers that of imports, in trees made by chance and in
real ones."""

from __future__ import annotations

import ast
import tempfile
import weakref
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sphinx_filedocs
from sphinx_filedocs import languages
from sphinx_filedocs.analysis.analyse import analyse
from sphinx_filedocs.index import extraction
from sphinx_filedocs.index.extraction import Analysis
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.model.expressions import Applied, Construction
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.links import Link, Use
from sphinx_filedocs.model.names import Names
from sphinx_filedocs.model.symbols import Definition, Symbol
from sphinx_filedocs.tree_options import Sources
from tests import full

from .chance_trees import TREES, Tree, local_places

PACKAGE = Path(sphinx_filedocs.__file__).parent
REAL = {"demo": Path(__file__).parents[2] / "demo_project", "package": PACKAGE}


@dataclass(frozen=True, slots=True)
class Place:
    """A name in a source with its link; line 1-based, column 0-based and in characters."""

    path: str
    line: int
    column: int
    name: str
    link: Link


@dataclass(frozen=True, slots=True)
class Linked:
    """An analysed tree with every linked name in it, and its sources."""

    codebase: Codebase
    names: Mapping[str, Names]
    lines: Mapping[str, list[str]]
    places: list[Place]


def analysed(root: Path, jobs: int = 1) -> tuple[Codebase, dict[str, Names]]:
    folder = tempfile.TemporaryDirectory()
    store = Store(Path(folder.name) / "cache.sqlite", 1_000_000)
    # The graph asks the store as long as there is one.
    weakref.finalize(store, folder.cleanup)
    found = analyse(
        Analysis(root, Sources("Tree"), history=False, jobs=jobs),
        store,
        lambda files, _: iter(files),
    )
    names = {path: store.recall_names(file) for path, file in found.files.items()}
    return found, {path: own for path, own in names.items() if own is not None}


def linked(root: Path) -> Linked:
    codebase, names = analysed(root)
    lines = {
        path: (root / path).read_text(encoding="utf-8").replace("\r\n", "\n").split("\n")
        for path in codebase.graph.links
    }
    places = [
        Place(path, line, column, lines[path][line - 1][column : column + length], link)
        for path, links in codebase.graph.links.items()
        for line, column, length, meant in _occurrences(names[path])
        for expression in _meant(names[path], meant)
        if (link := links[expression]) is not None
    ]
    return Linked(codebase, names, lines, places)


def _meant(names: Names, expression: int) -> tuple[int, ...]:
    """Return what a name uses: who calls a constructor uses its type as well."""
    made = names.expressions[expression]
    if isinstance(made, Applied):
        made = names.expressions[made.expression]
    return (expression, made.expression) if isinstance(made, Construction) else (expression,)


def _occurrences(names: Names) -> Iterator[tuple[int, int, int, int]]:
    yield from zip(names.lines, names.columns, names.lengths, names.meant, strict=True)


def write(root: Path, tree: Tree) -> None:
    for path, text in tree.texts.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


def bare(definition: Definition) -> str:
    return definition.qualified.rpartition(".")[2]


def defining_places(found: Linked) -> set[tuple[str, int, int]]:
    """Return where the names of definitions stand in their own definitions: on a line that
    defines a name so many times, the first so many places that bind it. A shorthand in an object
    is a use of the name that it stands for."""
    defined: defaultdict[tuple[str, int, str], set[Definition]] = defaultdict(set)
    known = (one for rows in found.codebase.graph.definitions.values() for one in rows)
    meant = (one for place in found.places for one in place.link.definitions)
    for one in (*known, *meant):
        defined[one.path, one.line, bare(one)].add(one)
    taken: defaultdict[tuple[str, int, str], int] = defaultdict(int)
    places = set()
    for path, names in found.names.items():
        bound = {
            (one.line, one.column): one.name
            for one in names.bindings
            if one.kind not in ("import", "parameter", "shorthand", "narrowed")
        }
        for line, column in sorted(bound):
            key = (path, line, bound[line, column])
            if taken[key] < len(defined.get(key, ())):
                taken[key] += 1
                places.add((path, line, column))
        places |= redeclared(found, path, bound)
    return places


def redeclared(
    found: Linked, path: str, bound: Mapping[tuple[int, int], str]
) -> set[tuple[str, int, int]]:
    """Return where a file of C declares again what it defines."""
    language = languages.load().get(found.codebase.files[path].language or "")
    return {
        (path, place.line, place.column)
        for place in (found.places if language and language.imports.text else ())
        if place.path == path and (place.line, place.column) in bound
        if any(one.path == path and bare(one) == place.name for one in place.link.definitions)
    }


def check_imports(found: Linked) -> None:
    expected: defaultdict[str, set[Use]] = defaultdict(set)
    for path, rows in found.codebase.graph.imports.items():
        for one in rows:
            for target in one.resolved:
                expected[target].add(Use(path, one.line))
    assert {
        path: {Use(one.path, one.line) for one in importers}
        for path, importers in found.codebase.graph.imported_by.items()
    } == expected
    for uses in found.codebase.graph.imported_by.values():
        assert list(uses) == sorted(set(uses), key=lambda use: (use.path, use.line))


def check_uses(found: Linked) -> None:
    graph = found.codebase.graph
    own = defining_places(found)
    uses: defaultdict[Definition, dict[tuple[str, int], set[str]]] = defaultdict(dict)
    possible: defaultdict[str, set[tuple[str, int]]] = defaultdict(set)
    for place in found.places:
        if not place.link.definitions or (place.path, place.line, place.column) in own:
            continue
        if place.link.how == "candidates":
            possible[bare(place.link.definitions[0])].add((place.path, place.line))
            continue
        # A member of what may be of several types is that of each.
        for one in place.link.definitions:
            at = uses[one].setdefault((place.path, place.line), set())
            at.add(place.link.how)
    for definition, rows in graph.references.items():
        for one in rows:
            if one.kind in {"override", "implementation"}:
                # No name leads there: a member that overrides another one has the same name.
                assert one.inside is not None
                assert one.kind == "implementation" or one.inside.name == definition.name
                uses[definition].setdefault((one.path, one.line), set()).add(one.how)
    assert {
        name: {(one.path, one.line) for one in rows} for name, rows in graph.possible.items()
    } == (possible)
    assert {
        definition: {(one.path, one.line) for one in rows}
        for definition, rows in graph.references.items()
    } == {definition: set(rows) for definition, rows in uses.items()}
    for definition, rows in graph.references.items():
        assert all(one.how in uses[definition][one.path, one.line] for one in rows)
    for rows in (*graph.references.values(), *graph.possible.values()):
        assert [(one.path, one.line) for one in rows] == sorted(
            {(one.path, one.line) for one in rows}
        )


def check_definitions(found: Linked) -> None:
    """Every definition stands where links say, and is that of a symbol where it has one."""
    listed = {one for rows in found.codebase.graph.definitions.values() for one in rows}
    for name, rows in found.codebase.graph.definitions.items():
        assert {bare(one) for one in rows} == {name}
    symbols = {
        (path, *row)
        for path, file in found.codebase.files.items()
        for row in _symbols(file.facts.symbols, "")
    }
    assert {(one.path, one.line, one.kind, one.qualified) for one in listed} == symbols
    for place in found.places:
        for one in place.link.definitions:
            assert bare(one) in found.lines[one.path][one.line - 1], place
        if place.link.line is not None:
            assert place.name in found.lines[place.path][place.link.line - 1], place


def _symbols(symbols: tuple[Symbol, ...], owner: str) -> Iterator[tuple[int, str, str]]:
    for one in symbols:
        qualified = ".".join(filter(None, (owner, *one.scope, one.name)))
        if one.kind != "heading":
            yield one.line, one.kind, qualified
        yield from _symbols(one.children, qualified)


def check_locals(found: Linked, local: Mapping[str, set[tuple[int, int]]]) -> None:
    for place in found.places:
        if (place.line, place.column) in local.get(place.path, ()):
            link = place.link
            assert not link.external, place
            assert not link.paths, place
            if any("fixture" in found.lines[one.path][one.line - 2] for one in link.definitions):
                # It provides the parameter of its name.
                continue
            for one in link.definitions:
                assert one.path == place.path, place
                # A function in a function; names that are bound twice on a line are not told apart.
                assert "." in one.qualified or one.line == place.line, place


def check(found: Linked, local: Mapping[str, set[tuple[int, int]]]) -> None:
    check_imports(found)
    check_definitions(found)
    check_locals(found, local)
    check_uses(found)


def python_locals(found: Linked) -> dict[str, set[tuple[int, int]]]:
    """Return where local names stand in the Python files, as Python's own parser sees them."""
    return {
        path: set(local_places(ast.parse("\n".join(lines)), lines))
        for path, lines in found.lines.items()
        if path.endswith(".py")
    }


@pytest.mark.parametrize("language", TREES)
@settings(max_examples=full.examples(60), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_in_trees_made_by_chance(parsed_here, language, data) -> None:
    tree = data.draw(TREES[language]())
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), tree)
        found = linked(Path(folder))
        check(found, tree.local if language != "python" else python_locals(found))


@pytest.mark.parametrize("language", TREES)
@settings(max_examples=full.examples(4), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_processes_find_the_same(language, data) -> None:
    tree = data.draw(TREES[language]())
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setattr(extraction, "_WORTH_PROCESSES", 1)
        write(Path(folder), tree)
        assert analysed(Path(folder), jobs=2) == analysed(Path(folder))


@pytest.mark.parametrize("name", full.rows(REAL, "demo"))
def test_in_real_trees(name) -> None:
    found = linked(REAL[name])
    assert len(found.places) > 3_000
    local = python_locals(found)
    linked_locals = [
        one for one in found.places if (one.line, one.column) in local.get(one.path, ())
    ]
    assert len(linked_locals) > 200
    check(found, local)
    assert analysed(REAL[name], jobs=2)[0] == found.codebase


def test_a_call_of_a_constructor_uses_the_class_too(tmp_path: Path) -> None:
    (tmp_path / "A.java").write_text(
        "class A {\n  A(int n) { }\n  static A of() {\n    return new A(1);\n  }\n}\n"
        "class B {\n  Object a = new A(2);\n}\n",
        encoding="utf-8",
    )
    codebase, _ = analysed(tmp_path)
    lines = {
        definition.qualified: [use.line for use in rows]
        for definition, rows in codebase.graph.references.items()
    }
    assert lines["A"] == [3, 4, 8]
    assert lines["A.A"] == [4, 8]


def test_a_member_of_each_of_several_types_uses_all_of_them(tmp_path: Path) -> None:
    (tmp_path / "a.ts").write_text(
        "interface Box { size: number }\n"
        "interface Ball { size: number }\n"
        "const of = (one: Box | Ball) => one.size\n"
        "const own = (one: Box, all: Box | Ball) => one.size + all.size\n",
        encoding="utf-8",
    )
    codebase, _ = analysed(tmp_path)
    uses = {
        definition.qualified: [(use.line, use.how) for use in rows]
        for definition, rows in codebase.graph.references.items()
    }
    assert uses["Box.size"] == uses["Ball.size"] == [(3, "member"), (4, "member")]
    assert "size" not in codebase.graph.possible
