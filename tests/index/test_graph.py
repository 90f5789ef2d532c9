from __future__ import annotations

from array import array
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from sphinx_filedocs.incremental.changes import definition_rows, imported_names
from sphinx_filedocs.index.graph import link, structure
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.index.tables import Tables
from sphinx_filedocs.model.facts import Import, ImportedName
from sphinx_filedocs.model.graph import Graph, Importer
from sphinx_filedocs.model.links import HOWS, Occurrences, Reference, Rows, Use
from sphinx_filedocs.model.names import USE_KINDS
from sphinx_filedocs.model.symbols import Definition, Symbol
from sphinx_filedocs.resolve.import_resolution import resolve
from tests.resolve.trees import folders, symbol, take, tree


def linked(
    sources: dict[str, list[Import | str]], symbols: dict[str, list[Symbol]] | None = None
) -> Graph:
    files = tree(sources, symbols)
    imports = resolve(files, lambda _path: None).imports
    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "rows.sqlite", 1000)
        tables = Tables(store)
        for path, file in files.items():
            rows = definition_rows(file, (), is_linked=False)
            tables.write(store.open(), path, rows, imported_names(file, imports[path]))
        store.commit()
        definitions, name_imports = tables.every_definition().by_name, tables.name_imports()
        store.close()
    return replace(
        link(imports),
        definitions=definitions,
        name_imports=name_imports,
        structure=structure(folders(files), imports, ()),
    )


def test_imported_by() -> None:
    late = take(".a", "z", line=11)._replace(when="call")
    graph = linked(
        {
            "b.py": [take(".a", "x", line=9), take(".a", "y", line=2), late],
            "a.py": [],
            "a2.py": [".a", "os"],
        }
    )
    assert graph.imported_by == {
        "a.py": (
            Importer("a2.py", 1),
            Importer("b.py", 2),
            Importer("b.py", 9),
            Importer("b.py", 11, "call"),
        )
    }
    assert [one.resolved for one in graph.imports["a2.py"]] == [("a.py",), ()]


def test_definitions_with_their_owners() -> None:
    method = symbol("run", "method", 5)
    far = symbol("run", "method", 2)._replace(scope=("fmt", "Reader"))
    graph = linked(
        {"b.cpp": [], "a.py": [], "R.md": []},
        {
            "b.cpp": [symbol("run", "function", 9), far],
            "a.py": [symbol("App", "class", 3, 7, method)],
            "R.md": [symbol("run", "heading", 1, 9, symbol("deeper", "heading"))],
        },
    )
    assert graph.definitions == {
        "App": (Definition("a.py", 3, "class", "App"),),
        "run": (
            Definition("a.py", 5, "method", "App.run"),
            Definition("b.cpp", 2, "method", "fmt.Reader.run"),
            Definition("b.cpp", 9, "function", "run"),
        ),
    }
    assert list(graph.definitions) == ["App", "run"]


def test_deep_outline() -> None:
    deep = symbol("n")
    for _ in range(3000):
        deep = symbol("n", "class", 1, 1, deep)
    assert len(linked({"a.py": []}, {"a.py": [deep]}).definitions["n"]) == 3001


def test_lines_that_import_a_name() -> None:
    aliased = Import("lib", "import", 4, (ImportedName("Flask", "F"), ImportedName("*")))
    default = Import("react", "import", 3, (ImportedName("default", "React"),))
    graph = linked(
        {
            "a.py": ["os.path", take("flask", "Flask"), take("flask", "Flask"), aliased, "."],
            "b.js": ["highlight.js", "./lib/util.js", default],
            "c.cpp": [take("fmt/core.h", kind="include")],
            "d.rs": [take("crate::de", "self", "Error", kind="use"), take("x::y", kind="use")],
            "e.go": ["github.com/spf13/cobra"],
            "F.java": [take("java.util.List", "List"), take("java.util", "*"), take("a.b.C")],
            "g.sh": [take('"$DIR/common.sh"', kind="source")],
        }
    )
    assert graph.name_imports == {
        "C": (Use("F.java", 3),),
        "Error": (Use("d.rs", 1),),
        "Flask": (Use("a.py", 2), Use("a.py", 3), Use("a.py", 4)),
        "List": (Use("F.java", 1),),
        "React": (Use("b.js", 3),),
        "cobra": (Use("e.go", 1),),
        "common.sh": (Use("g.sh", 1),),
        "core.h": (Use("c.cpp", 1),),
        "highlight.js": (Use("b.js", 1),),
        "path": (Use("a.py", 1),),
        "util": (Use("F.java", 2),),
        "util.js": (Use("b.js", 2),),
        "y": (Use("d.rs", 2),),
    }


def test_what_depends_on_what() -> None:
    graph = linked(
        {
            "pkg/__init__.py": ["pkg.core.a"],
            "pkg/core/__init__.py": [],
            "pkg/core/a.py": ["pkg.core.b"],
            "pkg/core/b.py": [],
            "pkg/web/__init__.py": [take("pkg.core", "a", "b", line=7), take("pkg.core.a", line=3)],
            "pkg/cli/__init__.py": ["pkg.web", "pkg.core"],
            "tests/test_a.py": ["pkg.core.a"],
        }
    )
    found = {
        folder: [
            (row.source, row.target, [(use.path, use.line) for use in row.uses]) for row in rows
        ]
        for folder, rows in graph.structure.items()
    }
    assert found == {
        "": [("tests", "pkg", [("tests/test_a.py", 1)])],
        "pkg": [
            ("pkg/web", "pkg/core", [("pkg/web/__init__.py", 3), ("pkg/web/__init__.py", 7)]),
            ("pkg/cli", "pkg/core", [("pkg/cli/__init__.py", 2)]),
            ("pkg/cli", "pkg/web", [("pkg/cli/__init__.py", 1)]),
        ],
    }


def test_a_line_that_names_a_definition_ties_folders_as_an_import_does() -> None:
    files = tree({"a/x.py": [], "b/y.py": []})
    every = Occurrences(
        ["a/x.py", "b/y.py"],
        files=array("I", [0, 1, 1, 1]),
        lines=array("I", [9, 4, 5, 6]),
        hows=array("B", map(HOWS.index, ("scope", "import", "name", "methods"))),
        checksums=array("I", [0, 77, 78, 79]),
        kinds=array("B", map(USE_KINDS.index, ("read", "read", "call", "implementation"))),
    )
    rows = [("a/x.py", Rows(every, range(4)))]
    ((pair,),) = structure(folders(files), {"a/x.py": (), "b/y.py": ()}, rows).values()
    assert (pair.source, pair.target) == ("b", "a")
    assert tuple(pair.uses) == (Reference("b/y.py", 4, "import", 77),)
