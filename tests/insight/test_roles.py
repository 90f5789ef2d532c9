"""What files are for, each with its evidence."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.insight.roles import evidence, roles
from sphinx_filedocs.languages.file_types import FileType, of_text
from sphinx_filedocs.model.facts import Facts
from sphinx_filedocs.model.files import File, Role
from sphinx_filedocs.parse.provenance import provenance
from sphinx_filedocs.source.manifests import Project
from tests.tables import Table

TABLE = Table(__file__)


def make(
    path: str,
    marks: tuple[tuple[str, int], ...] = (),
    *,
    executable: bool = False,
    text: str = "",
) -> File:
    kind = of_text(path, "") if "." in path else FileType(None, "")
    file = File(
        path,
        "text",
        1,
        "",
        language=kind.language,
        language_name=kind.name,
        executable=executable,
        facts=Facts(marks=marks),
    )
    return file._replace(provenance=provenance(file, text, {}))


def names(path: str) -> set[str]:
    return {role.name for role in roles(make(path))}


def _said(path: str, *marks: str) -> str:
    """Return the roles of a file with their reasons."""
    found = roles(make(path, tuple((mark, 3) for mark in marks)))
    return "; ".join(f"{role.name}: {role.reason}" for role in found)


def test_a_test() -> None:
    TABLE.check("with tests", lambda path: _said(path, "test"))


def test_a_name_alone_makes_no_test() -> None:
    TABLE.check("names of tests alone", _said)


def test_what_nothing_but_tests_has() -> None:
    for path in ("unit/type/string.tcl", "src/main/java/p/Checks.java"):
        assert roles(make(path, (("test", 3),))) == (Role("test", "it has tests", 3),)
    assert "test" in names("tests/support/util.tcl")
    assert "test" in {role.name for role in roles(make("typecheck/stubs.py", (("type test", 3),)))}


@pytest.mark.parametrize(
    ("path", "role"),
    [("ring_sample.c", "example"), ("demo.go", "example"), ("profiler/run.py", "benchmark")],
)
def test_a_program_beside_a_library_is_an_example_or_a_benchmark(path: str, role: str) -> None:
    assert role in {one.name for one in roles(make(path, (("main", 3),)))}
    assert role not in names(path)


def test_a_program_that_measures_among_tests_is_a_test() -> None:
    found = roles(make("src/test/java/p/perf/Run.java", (("main", 3),)))
    assert "test" in {one.name for one in found}
    assert "benchmark" not in {one.name for one in found}


def test_what_lies_in_a_playground_is_an_example() -> None:
    assert "example" in names("playground/ring.ts")
    assert "example" in names("Ring.playground/Contents.swift")
    assert names("docs_src/first/ring.py") == {"example"}
    assert names("Sources/Ring.docc/Resources/ring.swift") == {"example"}
    assert names("Sources/Ring.docc/Resources/ring.png") == {"documentation"}
    # So Go has what is no part of a module.
    assert "example" in names("_example/ring/main.go")


def test_a_package_of_example_com_is_no_example() -> None:
    assert "example" not in names("src/main/java/com/example/App.java")
    assert "example" in names("example/com/App.java")


def test_a_benchmark_among_tests_is_none_of_them() -> None:
    for path in ("test/App.Benchmarks/Run.cs", "tests/Event/BenchMark/Run.php", "test/beach.rb"):
        assert ("test" in names(path)) == (path == "test/beach.rb")
    assert names("test/App.Benchmarks/Run.cs") == {"benchmark"}
    # What has tests is one, wherever it lies.
    assert "test" in {role.name for role in roles(make("bench/test_run.py", (("test", 3),)))}


def test_names_of_packages_say_nothing_of_what_a_file_is_for() -> None:
    for name in ("samples", "vendor", "test", "benchmarks"):
        assert not names(f"app/src/main/java/org/{name}/shop/Cart.java")
    assert not names("lib/rack/test/cookie_jar.rb")
    assert "test" in names("test/lib/rack/cookie_jar.rb")
    assert "example" in names("samples/src/main/java/org/shop/Cart.java")


def test_what_lies_in_a_folder_of_tests_is_of_them() -> None:
    TABLE.check("folders of tests", _said)


def test_data_is_of_tests_in_a_folder_of_specifications_only_where_tests_lie() -> None:
    for path in ("spec/rings.json", "spec/fixtures/rings.json", "shop/fixtures/rings.json"):
        assert not names(path)
    tested = {"", "spec", "shop"}
    assert [role.name for role in roles(make("spec/rings.json"), tested=tested)] == ["test"]
    assert [role.name for role in roles(make("spec/data/a.bin"), tested=tested)] == ["test"]
    # The program may begin with it.
    assert not roles(make("shop/fixtures/rings.json"), tested=tested)
    assert not names("lib/ring/test/rings.json")


def test_no_test_by_a_part_of_a_word() -> None:
    TABLE.check("parts of words", _said)


def test_by_name_and_place() -> None:
    TABLE.check("names and places", _said)


def test_not_by_name_and_place() -> None:
    TABLE.check("other names and places", _said)


def test_what_a_file_says_of_itself_comes_before_its_name() -> None:
    text = "# -*- coding: utf-8 -*-\n# Generated by the protocol buffer compiler.\n"
    assert roles(make("a_pb2.py", text=text)) == (
        Role("generated", "it says “Generated by the protocol buffer compiler.”", 2),
    )


def test_an_entry_point_by_its_line() -> None:
    TABLE.check("entry points", lambda path: _said(path, "main"))


def test_what_tests_or_builds_a_program_is_not_where_it_starts() -> None:
    TABLE.check("tests and builds", lambda path: _said(path, "main", "test"))


def test_an_executable_script_is_an_entry_point_where_programs_lie() -> None:
    shebang = (("shebang", 1),)
    script = make("bin/run.sh", shebang, executable=True)
    assert roles(script) == (Role("entry point", "it is executable and starts with #!", 1),)
    assert roles(make("bin/run.sh", shebang)) == ()
    assert roles(make("bin/run.sh", executable=True)) == ()
    # What lies at the root builds, releases or installs the program.
    assert roles(make("release", shebang, executable=True)) == ()


def test_a_program_in_a_package_of_examples_is_an_example() -> None:
    main = (("main", 3),)
    folder = "src/main/java/org/ring"
    assert [one.name for one in roles(make(f"{folder}/examples/Show.java", main))] == [
        "example",
        "entry point",
    ]
    assert roles(make(f"{folder}/examples/Show.java")) == ()
    # What Java's packages are called that nobody owns is no example.
    started = roles(make("src/main/java/com/example/demo/DemoApplication.java", main))
    assert [one.name for one in started] == ["entry point"]


def test_each_role_once_and_in_a_fixed_order() -> None:
    found = roles(make("third_party/tests/examples/test_a.py", text="# @generated\n"))
    assert [role.name for role in found] == ["test", "example", "generated", "vendored"]


def test_the_table_of_evidence_is_whole() -> None:
    for one in evidence():
        assert one.names or one.folders or one.paths or one.types
        assert one.folders or not one.not_below
        assert len(set(one.names)) == len(one.names)


@pytest.mark.parametrize(
    ("tag", "source"),
    [
        ('<script type="module" src="/src/main.tsx"></script>', "web/src/main.tsx"),
        ("<SCRIPT defer src='./src/main.tsx' type='module'>", "web/src/main.tsx"),
        ('<script src="/src/main.tsx"></script><script type="module">', ""),
        ('<script type="module" src="https://a.io/src/main.tsx"></script>', ""),
        ('<script type="module" src="../src/main.tsx"></script>', ""),
    ],
)
def test_the_module_that_a_page_beside_a_manifest_loads_is_a_start(tag: str, source: str) -> None:
    texts = {"web/package.json": '{"name": "web"}', "web/index.html": f"<body>{tag}</body>"}
    shown = declared(texts, "web/src/main.tsx")
    assert shown == ({source: "web/index.html loads it"} if source else {})
    texts["web/package.json"] = '{"name": "web", "main": "lib/web.js"}'
    assert declared(texts, "web/src/main.tsx", "web/lib/web.js").keys() == {"web/lib/web.js"}


def declared(texts: dict[str, str], *paths: str) -> dict[str, str]:
    files = {path: make(path) for path in (*texts, *paths)}
    project = Project(files, texts.get)
    return {path: role.reason for path, role in project.declared.items()}


def _declared(texts: dict[str, str], *paths: str) -> str:
    return "; ".join(f"{path}: {why}" for path, why in declared(texts, *paths).items())


def test_scripts_of_python_manifests() -> None:
    text = "[project.scripts]\nrun = 'pkg.cli:main'\nnone = 'other:main'\n"
    assert declared({"a/pyproject.toml": text}, "a/src/pkg/cli.py") == {
        "a/src/pkg/cli.py": "a/pyproject.toml installs it as the command run"
    }
    text = "[options.entry_points]\nconsole_scripts =\n    run = pkg:main\n"
    assert declared({"setup.cfg": text}, "pkg/__init__.py") == {
        "pkg/__init__.py": "setup.cfg installs it as the command run"
    }
    text = "[options.entry_points]\ngui_scripts =\n    run = pkg:main\n"
    assert list(declared({"setup.cfg": text}, "pkg/__init__.py")) == ["pkg/__init__.py"]


def test_entries_of_a_node_manifest() -> None:
    text = json.dumps({"bin": {"a": "./bin/a.js"}, "main": "lib", "module": "../out.js"})
    assert declared({"p/package.json": text}, "p/bin/a.js", "p/lib/index.js", "out.js") == {
        "p/bin/a.js": "p/package.json names it under bin",
        "p/lib/index.js": "p/package.json names it under main",
        "out.js": "p/package.json names it under module",
    }
    nested = {".": {"types": "./a.d.ts", "import": {"default": "./a.mjs"}, "require": "./a.cjs"}}
    for exports in (nested, nested["."], "./a.mjs"):
        text = json.dumps({"exports": exports})
        assert declared({"package.json": text}, "a.mjs", "a.cjs", "a.d.ts") == {
            "a.mjs": "package.json names it under exports"
        }
    # What is there for another condition is named rather than what is built of it.
    nested["."]["import"] = "./dist/a.mjs"
    found = declared({"package.json": json.dumps({"exports": nested})}, "dist/a.mjs", "a.cjs")
    assert list(found) == ["a.cjs"]
    assert declared({"package.json": '{"main": "dist/a.js", "source": "a.js"}'}, "a.js") == {
        "a.js": "package.json names it under source"
    }
    assert declared({"package.json": '{"exports": ["a.js"]}'}, "a.js") == {}
    assert declared({"package.json": '{"name": "fox"}'}, "index.js", "a.js") == {
        "index.js": "the library fox of package.json begins here"
    }
    assert declared({"package.json": '{"bin": "a.js"}'}, "a.js") == {
        "a.js": "package.json names it under bin"
    }


def test_binaries_of_a_cargo_manifest() -> None:
    text = "[[bin]]\nname = 'x'\npath = 'src/x.rs'\n[[bin]]\nname = 'y'\n"
    assert declared({"Cargo.toml": text}, "src/x.rs") == {
        "src/x.rs": "Cargo.toml names it as the binary x"
    }


def test_a_crate_has_a_library_beside_its_programs() -> None:
    package, lib = "[package]\nname = 'fox'\n", {"src/lib.rs": "x = 1\n"}
    begins = {"src/lib.rs": "the library fox of Cargo.toml begins here"}
    assert declared({"Cargo.toml": f"{package}default-run = 'fx'\n", **lib}, "src/bin/fx.rs") == {
        "src/bin/fx.rs": "Cargo.toml builds the program fx from it",
        **begins,
    }
    assert declared({"Cargo.toml": package, **lib}, "src/main.rs") == {
        "src/main.rs": "Cargo.toml builds the program fox from it",
        **begins,
    }
    other = "[[bin]]\nname = 'wolf'\n"
    assert declared({"Cargo.toml": package + other, **lib}, "src/bin/wolf/main.rs") == {
        "src/bin/wolf/main.rs": "Cargo.toml names it as the binary wolf",
        "src/lib.rs": "the library fox of Cargo.toml begins here",
    }


def test_the_program_that_cargo_makes_of_a_package() -> None:
    text = "[package]\nname = 'fox'\n"
    assert declared({"a/Cargo.toml": text}, "a/src/main.rs", "src/main.rs") == {
        "a/src/main.rs": "a/Cargo.toml builds the program fox from it"
    }
    assert declared({"Cargo.toml": text}, "src/main.rs", "src/lib.rs") == {
        "src/main.rs": "Cargo.toml builds the program fox from it"
    }
    assert declared({"Cargo.toml": f"{text}autobins = false\n"}, "src/main.rs") == {}
    assert declared({"Cargo.toml": "[workspace]\n"}, "src/main.rs") == {}


def test_a_library_begins_where_its_manifest_and_language_say() -> None:
    TABLE.check(
        "libraries",
        lambda path, text, file: _declared({path: text, file: "x = 1\n"}, "src/other.ts"),
    )


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pyproject.toml", "[tool.flit.module]\nname = 'wolf'\n"),
        ("pyproject.toml", "[tool.hatch.build.targets.wheel]\npackages = ['src/wolf']\n"),
        ("pyproject.toml", "[[tool.poetry.packages]]\ninclude = 'wolf'\nfrom = 'src'\n"),
        ("pyproject.toml", "[tool.setuptools]\npackages = ['wolf', 'wolf.pack']\n"),
        ("pyproject.toml", "[tool.uv.build-backend]\nmodule-name = 'wolf'\n"),
        ("setup.cfg", "[options]\npackages =\n    wolf\n    wolf.pack\n"),
    ],
)
def test_the_module_that_a_manifest_names_is_the_library(path: str, text: str) -> None:
    named = {"setup.cfg": "[metadata]\nname = fox\n"}
    text = named.get(path, "[project]\nname = 'fox'\n") + text
    others = {"src/wolf/__init__.py": "x = 1\n", "dog/__init__.py": "x = 1\n"}
    assert declared({path: text, **others}) == {
        "src/wolf/__init__.py": f"the library fox of {path} begins here"
    }


def test_of_several_packages_none_begins_that_is_not_called_as_the_project() -> None:
    manifest = {"pyproject.toml": "[project]\nname = 'fox'\n", "wolf/__init__.py": "x = 1\n"}
    assert declared({**manifest, "dog/__init__.py": "x = 1\n"}) == {}
    # Of folders that hold no code of the library, nor of packages in packages, there may be more.
    more = ("tests/__init__.py", "docs/__init__.py", "wolf/pack/__init__.py", "a/b/__init__.py")
    found = declared({**manifest, **dict.fromkeys(more, "x = 1\n")})
    assert found == {"wolf/__init__.py": "the library fox of pyproject.toml begins here"}


@pytest.mark.parametrize("source", ["src/index.ts", "lib/index.js", "lib/fox.js"])
def test_what_is_built_is_no_source_where_it_is_in_the_tree(source: str) -> None:
    text = '{"name": "fox", "main": "dist/fox.js", "bin": "dist/run.js"}'
    sources = {"dist/fox.js": "1", "src/run.ts": "1"}
    # Without a source of it, what is there may be written by hand.
    assert declared({"package.json": text, **sources}) == {
        "dist/fox.js": "package.json names it under main"
    }
    assert declared({"package.json": text, **sources, source: "1"}) == {
        source: "the library fox of package.json begins here"
    }


def test_what_lies_in_lib_is_built_of_what_lies_alike_in_src() -> None:
    manifest = {"package.json": '{"name": "fox", "main": "lib/fox.js"}', "lib/fox.js": "1"}
    assert list(declared({**manifest, "src/wolf.ts": "1"})) == ["lib/fox.js"]
    assert list(declared({**manifest, "src/fox.ts": "1"})) == ["src/fox.ts"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", "[project"),
        ("pyproject.toml", "project = 1"),
        ("pyproject.toml", "[project]\nscripts = [1]"),
        ("package.json", "{"),
        ("package.json", "[]"),
        ("package.json", '{"bin": [1, {}], "main": 3}'),
        ("package.json", "[" * 100_000),
        ("setup.cfg", "no section"),
        ("setup.cfg", "[a]\nx = %(y)s"),
        ("Cargo.toml", "bin = 'x'"),
        ("Cargo.toml", "[[bin]]\nname = 1\npath = {}"),
        ("pyproject.toml", "[project]\nname = ['a']"),
        ("Cargo.toml", "[package]\nname = 'a'\n[lib]\npath = '../../a.py'"),
    ],
)
def test_a_broken_manifest_declares_nothing(name: str, text: str) -> None:
    assert declared({name: text}, "a.py", "x") == {}


def test_a_declared_file_is_an_entry_point_whatever_else_it_is() -> None:
    role = Role("entry point", "package.json names it under bin")
    assert roles(make("test_cli.py"), {"test_cli.py": role})[-1] == role


@given(st.data())
def test_names_of_folders_are_compared_without_case_and_joins(data: st.DataObject) -> None:
    table = data.draw(st.sampled_from([one for one in evidence() if one.folders and not one.marks]))
    name = data.draw(st.sampled_from(table.folders))
    letters = (data.draw(st.sampled_from([one, one.upper(), f"{one}_", f"{one}-"])) for one in name)
    language = table.types[0] if table.types else "python" if table.code else "svg"
    file = make("a")._replace(language=language, language_name=language)
    written = "".join(letters)
    there = file._replace(path=f"{written}/a")
    assert table.reason(there, {written}) == f"it is in a folder named {written}"
    assert table.reason(file._replace(path=f"un{written}ed/a")) is None


def test_folders_of_any_case_and_language() -> None:
    TABLE.check("any case and language", _said)


def test_what_is_called_nearly_so_is_not() -> None:
    TABLE.check("called nearly so", _said)


def test_a_package_that_is_called_as_tests_are_has_some() -> None:
    path = "src/Ring/Test/Parts/A.php"
    assert not roles(make(path), tested={"src", "src/Ring"})
    assert [one.name for one in roles(make(path), tested={"src", "src/Ring/Test"})] == ["test"]


def test_a_reason_has_the_name_as_it_is_written() -> None:
    for name, reason in {
        "LICENSE": "its name is LICENSE",
        "License": "its name is License",
        "README.md": "its name starts with README",
        "ReadMe.txt": "its name starts with ReadMe",
    }.items():
        assert roles(make(name)) == (Role("documentation", reason, by_name=True),)
