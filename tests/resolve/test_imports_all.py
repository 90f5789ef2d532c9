"""What holds for every strategy, on trees of any shape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.incremental.changes import imported_names
from sphinx_filedocs.index.graph import link, structure
from sphinx_filedocs.languages import hook, load
from sphinx_filedocs.model.facts import Import, ImportKind
from sphinx_filedocs.model.files import Diagnostic, File
from sphinx_filedocs.resolve.import_resolution import resolve
from tests.work import growth

from .trees import folders, symbol, take, tree

_PARTS = ["a", "b", "src", "include", "tests", "x y", "\udcff", "ä"]
_NAMES = [
    "a.py", "b.pyi", "__init__.py", "conftest.py", "a.h", "b.hpp", "k.cu", "a.js", "index.ts",
    "b.d.ts", "lib.rs", "mod.rs", "a.rs", "a.go", "b_test.go", "A.java", "run.sh", "README.md",
]  # fmt: skip
_MANIFESTS = {
    "go.mod": "module a/b\n",
    "package.json": '{"name": "a", "workspaces": ["*"], "exports": {"./*": "./*.js"}}',
    "tsconfig.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"*": ["src/*"]}}}',
    "Cargo.toml": '[package]\nname = "a"\n[dependencies]\nb = { path = "../b" }',
    "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["src"]',
}
_KINDS: Sequence[ImportKind] = ["import", "include", "use", "require", "module", "source"]

_folders = st.lists(st.sampled_from(_PARTS), max_size=3).map("/".join)
_paths = st.builds(
    lambda folder, name: f"{folder}/{name}".lstrip("/"),
    _folders,
    st.sampled_from([*_NAMES, *_MANIFESTS]),
)
_targets = st.one_of(
    st.lists(
        st.sampled_from([*_PARTS, *_NAMES, ".", "..", "/", "::", "crate", "super", "self", "*",
                         "$D", "@", "#", "\\", " ", "?", "{", "java", "std"]),
        max_size=6,
    ).map("".join),
    _paths,
    _paths.map(lambda path: f"../{path}"),
    _paths.map(lambda path: path.rpartition(".")[0].replace("/", ".")),
    _paths.map(lambda path: "crate::" + path.rpartition(".")[0].replace("/", "::")),
    st.text(max_size=8),
)  # fmt: skip
_imports = st.builds(
    lambda target, names, kind, line, system: take(
        target, *names, kind=kind, line=line, system=system
    ),
    _targets,
    st.lists(st.sampled_from(["a", "b", "*", "self", "A", "default", ""]), max_size=2),
    st.sampled_from(_KINDS),
    st.integers(1, 9),
    st.booleans(),
)
#: Two modules of one name, of which the second holds another one.
_MODULES = [
    symbol("a", "module", 2, 5),
    symbol("a", "module", 6, 9)._replace(children=(symbol("b", "module", 7, 9),)),
]
_trees = st.dictionaries(_paths, st.lists(_imports, max_size=4), max_size=12).map(
    lambda sources: tree(sources, {path: _MODULES for path in sources if "tests" in path})
)


def _read(path: str) -> str | None:
    return _MANIFESTS.get(path.rpartition("/")[2])


@given(_trees, st.lists(st.sampled_from(_PARTS), max_size=3).map(tuple))
def test_imports_lead_to_other_files_of_the_tree(
    files: dict[str, File], root: tuple[str, ...]
) -> None:
    resolution = resolve(files, _read, root)
    assert resolution.troubles == ()
    found = resolution.imports
    assert found.keys() == files.keys()
    for path, imports in found.items():
        assert [one.resolve((), own=False) for one in imports] == list(files[path].facts.imports)
        for one in imports:
            assert list(one.resolved) == sorted(set(one.resolved))
            assert set(one.resolved) <= files.keys() - {path}
    backwards = {path: files[path] for path in reversed(list(files))}
    assert resolve(backwards, _read, root).imports == found


def test_a_fault_leaves_the_imports_of_one_file_and_is_said(monkeypatch) -> None:
    files = tree({"a.py": [take("b")], "b.py": [], "c.py": [take("b")]})
    strategy = hook(load()["python"].hooks.imports)
    follow = strategy.resolve

    def faulty(self: object, path: str, one: Import) -> Iterable[str]:
        if path == "a.py":
            raise LookupError(path)
        return follow(self, path, one)

    monkeypatch.setattr(strategy, "resolve", faulty)
    resolution = resolve(files, _read)
    assert [one.resolved for one in resolution.imports["c.py"]] == [("b.py",)]
    assert [one.resolved for one in resolution.imports["a.py"]] == [()]
    message = "its imports are not resolved: an error in the program (LookupError('a.py'))"
    assert resolution.troubles == (Diagnostic("a.py", "fault", message),)


@given(_trees)
def test_imported_by_is_the_inverse_of_imports(files: dict[str, File]) -> None:
    graph = link(resolve(files, _read).imports)
    there = {
        (path, one.line, target)
        for path, imports in graph.imports.items()
        for one in imports
        for target in one.resolved
    }
    back = [(use.path, use.line, path) for path, uses in graph.imported_by.items() for use in uses]
    assert len(back) == len(set(back))
    assert set(back) == there
    for uses in graph.imported_by.values():
        assert list(uses) == sorted(uses, key=lambda use: (use.path, use.line))
    for folder, rows in structure(folders(files), graph.imports, ()).items():
        for row in rows:
            assert {row.source.rpartition("/")[0], row.target.rpartition("/")[0]} == {folder}
            assert all(use.path.startswith(f"{row.source}/") for use in row.uses)
            assert 0 < len(row.uses) <= len(there)
            assert row.source != row.target


def test_file_without_a_known_language_keeps_its_imports() -> None:
    files = tree({"README.md": ["./a.py"], "a.py": []})
    assert resolve(files, _read).imports == {
        "README.md": (Import("./a.py", "import", 1),),
        "a.py": (),
    }


@pytest.mark.hostile
def test_endless_targets() -> None:
    files = tree(
        {
            f"a.{ending}": [take(joint.join(["a"] * 50_000), "b")]
            for ending, joint in {
                "py": ".", "js": "/", "h": "/", "rs": "::", "go": "/", "java": ".", "sh": "/$A/",
            }.items()
        }
    )  # fmt: skip
    imports = resolve(files, _read).imports
    assert link(imports).imports == {path: file.facts.imports for path, file in files.items()}
    names = (name for path in files for name, _ in imported_names(files[path], imports[path]))
    assert max(map(len, names)) == 1


def test_work_grows_with_the_number_of_files() -> None:
    """The worst shapes: one name in every folder, imported from every folder."""

    def run(count: int) -> None:
        sources: dict[str, list[Import | str]] = {}
        for at in range(count):
            sources[f"d{at}/config.h"] = []
            sources[f"d{at}/deep/a.c"] = [take("config.h", kind="include", system=True), "x/y.h"]
            sources[f"d{at}/pkg/__init__.py"] = []
            sources[f"d{at}/run.py"] = ["pkg", "os", f"pkg{at}"]
            sources[f"e{at}/run.py"] = ["pkg", take("pkg", f"n{at}"), f"pkg.m{at}"]
            sources[f"d{at}/a.ts"] = ["./b", "pkg", f"@x/{at}"]
            sources[f"d{at}/src/lib.rs"] = [take("crate::a", "b", kind="use")]
            sources[f"d{at}/p/x.go"] = ["example.org/p", f"m/d{at}/p"]
            sources[f"d{at}/A.java"] = ["org.A", take("org", "*")]
        files = tree(sources)
        imports = resolve(files, lambda _path: None).imports
        link(imports)
        for path in files:
            imported_names(files[path], imports[path])
        structure(folders(files), imports, {})

    assert growth(run, 150) < 2.5
