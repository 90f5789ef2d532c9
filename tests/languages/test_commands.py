"""Commands that run a file: each with its evidence, and none without."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import replace

import pytest

from sphinx_filedocs.insight.roles import roles
from sphinx_filedocs.languages.commands import commands
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.symbols import Symbol
from sphinx_filedocs.source.manifests import Project
from tests.resolve.trees import symbol, take, tree
from tests.tables import Table

TABLE = Table(__file__)

TEST = symbol("test_a", "function")
PYTEST = {"pyproject.toml": "[tool.pytest.ini_options]\n"}
MAIN = (("main", 3),)
SHEBANG = (("shebang", 1),)
HAS_TESTS = (("test", 3),)


def run(
    path: str,
    *imports: Import | str,
    others: str | Mapping[str, tuple[tuple[str, int], ...]] = "",
    texts: Mapping[str, str] | None = None,
    symbols: tuple[Symbol, ...] = (),
    marks: tuple[tuple[str, int], ...] = (),
    executable: bool = False,
) -> list[tuple[str, str]]:
    """Return the commands of one file in a tree, each as (folder, line)."""
    texts = texts or {}
    marked = {} if isinstance(others, str) else others
    names = others.split() if isinstance(others, str) else others
    files = tree({**dict.fromkeys([*names, *texts], ()), path: imports}, {path: symbols})
    for name, other in marked.items():
        files[name] = files[name]._replace(facts=replace(files[name].facts, marks=other))
    file = files[path]
    marks = tuple(dict((*file.facts.marks, *marks)).items())
    files[path] = file._replace(executable=executable, facts=replace(file.facts, marks=marks))
    declared = Project(files, texts.get).declared
    files = {name: one._replace(roles=roles(one, declared)) for name, one in files.items()}
    found = commands(files, Project(files, texts.get)).get(path, ())
    assert all(command.reason for command in found)
    return [(command.cwd, command.line) for command in found]


# Python


@pytest.mark.parametrize(
    "texts",
    [
        PYTEST,
        {"pyproject.toml": "[project]\ndependencies = ['pytest>=8']\n"},
        {"pyproject.toml": "[project.optional-dependencies]\ntest = ['pytest']\n"},
        {"pyproject.toml": "[dependency-groups]\ntest = ['coverage', 'pytest ~= 8.0']\n"},
        {"pyproject.toml": "[tool.poetry.group.dev.dependencies]\npytest = '*'\n"},
        {"pytest.ini": "[pytest]\n"},
        {"tox.ini": "[testenv]\ncommands =\n    pytest {posargs}\n"},
        {"setup.cfg": "[tool:pytest]\n"},
        {"requirements-dev.txt": "coverage\npytest==8.0\n"},
        {"conftest.py": ""},
        {"tox.ini": "[testenv]\ncommands = coverage run -m pytest tests\n"},
        {"noxfile.py": "def tests(session):\n    session.run('pytest')\n"},
        {"Makefile": "test:\n\tpytest tests\n"},
    ],
)
def test_pytest_where_the_project_uses_it(texts: dict[str, str]) -> None:
    assert run("tests/test_a.py", texts=texts, symbols=(TEST,)) == [("", "pytest tests/test_a.py")]
    # It runs tests of unittest, too.
    assert run("tests/test_a.py", "unittest", texts=texts, symbols=(TEST,)) == [
        ("", "pytest tests/test_a.py")
    ]
    assert run("tests/checks.py", "unittest", texts=texts, symbols=(TEST,)) == []


def test_pytest_by_an_import() -> None:
    assert run("test_a.py", "pytest", symbols=(TEST,)) == [("", "pytest test_a.py")]


def test_pytest_from_the_folder_of_its_configuration() -> None:
    texts = {"sub/pyproject.toml": "[tool.pytest.ini_options]\npython_files = ['check_*.py']\n"}
    assert run("sub/tests/test_a.py", texts=texts, symbols=(TEST,)) == []
    assert run("sub/tests/check_a.py", texts=texts, symbols=(TEST,)) == [
        ("sub", "pytest tests/check_a.py")
    ]


@pytest.mark.parametrize(
    "texts",
    [
        {},
        {"pyproject.toml": "[project]\nname = 'pytest-like'\n"},
        {"requirements.txt": "my-pytest\n# pytest\n"},
        {"setup.cfg": "[metadata]\nname = pytest\n"},
        {"pyproject.toml": "[tool.pytest"},
    ],
)
def test_no_pytest_without_evidence(texts: dict[str, str]) -> None:
    assert run("test_a.py", "unittest", texts=texts, symbols=(TEST,)) == [
        ("", "python -m unittest test_a")
    ]
    assert run("test_a.py", texts=texts, symbols=(TEST,)) == []


def test_no_command_for_a_file_that_holds_no_test() -> None:
    assert run("tests/helpers.py", texts=PYTEST, symbols=(symbol("make", "function"),)) == []
    assert run("tests/test_data.py", texts=PYTEST, symbols=(symbol("Data"),)) == []
    case = symbol("Case", "class", 1, 9, symbol("test_a", "method"))
    assert run("tests/test_b.py", texts=PYTEST, symbols=(case,)) == [("", "pytest tests/test_b.py")]


def test_unittest_by_its_dotted_name() -> None:
    texts = {"a/setup.py": ""}
    assert run("a/tests/test_b.py", "unittest", texts=texts, symbols=(TEST,)) == [
        ("a", "python -m unittest tests.test_b")
    ]
    assert run("a-b/tests/test_b.py", "unittest.mock", symbols=(TEST,)) == []


def test_python_programs() -> None:
    assert run("tools/run it.py", marks=MAIN) == [("", "python 'tools/run it.py'")]
    assert run("src/p/q/m.py", others="src/p/__init__.py src/p/q/__init__.py", marks=MAIN) == [
        ("src", "python -m p.q.m")
    ]
    assert run("src/p/__main__.py", others="src/p/__init__.py") == [("src", "python -m p")]
    assert run("p/__main__.py") == [("", "python -m p")]
    assert run("__main__.py") == [("", "python __main__.py")]


@pytest.mark.parametrize(
    ("others", "imported", "command"),
    [
        ("utils/log.py", "utils.log", ("", "python -m tools.load")),
        ("a/config.py", "config", ("", "python tools/load.py")),
        ("tools/config.py config.py", "config", ("", "python tools/load.py")),
        ("shop/__init__.py", "shop", ("", "python -m tools.load")),
        ("shop/__init__.py setup.py", "shop", ("", "python tools/load.py")),
        ("utils/log.py", "logging", ("", "python tools/load.py")),
    ],
)
def test_a_script_is_started_where_what_it_imports_is(
    others: str, imported: str, command: tuple[str, str]
) -> None:
    assert run("tools/load.py", imported, others=others, marks=MAIN) == [command]
    # In a folder that is no name of a module it can only be run as a file.
    path = "my-tools/load.py"
    assert run(path, imported, others=others, marks=MAIN) == [("", f"python {path}")]
    assert run("tools/run.py") == []


def test_installed_commands() -> None:
    texts = {"pyproject.toml": "[project.scripts]\nshow = 'p.cli:main'\n"}
    assert run("src/p/cli.py", texts=texts) == [("", "show")]


# JavaScript and TypeScript


@pytest.mark.parametrize(
    ("manifest", "path", "line"),
    [
        ({"devDependencies": {"vitest": "1"}}, "src/a.test.ts", "npx vitest run src/a.test.ts"),
        ({"devDependencies": {"jest": "1"}}, "src/a.test.jsx", "npx jest src/a.test.jsx"),
        ({"dependencies": {"mocha": "1"}}, "test/a.js", "npx mocha test/a.js"),
        ({"scripts": {"test": "CI=1 ava --verbose"}}, "test/a.js", "npx ava test/a.js"),
        (
            {"scripts": {"test": "mocha test"}, "devDependencies": {"jest": "1", "mocha": "1"}},
            "test/a.js",
            "npx mocha test/a.js",
        ),
    ],
)
def test_node_runners(manifest: object, path: str, line: str) -> None:
    texts = {"package.json": json.dumps(manifest)}
    assert run(path, texts=texts, marks=HAS_TESTS) == [("", line)]
    # What only helps tests.
    file = f"test/{path.rpartition('/')[2].replace('.test', '')}"
    assert run(file, texts=texts) == []
    assert run(file, texts=texts, marks=(("test import", 1),)) == []


UNIT = "import { d } from 'v'\nexport default d({ test: { include: ['src/**/*.spec.ts'], %s } })\n"
VITEST = json.dumps({"devDependencies": {"vitest": "1"}})
JEST = json.dumps({"devDependencies": {"jest": "1"}})


def test_node_runner_of_the_package_around() -> None:
    texts = {
        "package.json": '{"devDependencies": {"vitest": "1"}}',
        "a/package.json": '{"name": "a"}',
    }
    assert run("a/src/b.test.ts", texts=texts) == [("", "npx vitest run a/src/b.test.ts")]


def test_node_test_by_its_import() -> None:
    assert run("a/b.test.mjs", "node:test") == [("", "node --test a/b.test.mjs")]
    texts = {"a/package.json": "{}"}
    assert run("a/b.test.mjs", "node:test", texts=texts) == [("a", "node --test b.test.mjs")]


@pytest.mark.parametrize(
    ("scripts", "line"),
    [
        ({}, "npx mocha test/a.js"),
        ({"test": "grunt test"}, ""),
        ({"test": "karma start karma.conf.js"}, ""),
        (
            {"test": "grunt test", "test:unit": "nyc ./node_modules/.bin/_mocha"},
            "npx mocha test/a.js",
        ),
        ({"test": "npm run lint && npm run unit", "unit": "mocha"}, "npx mocha test/a.js"),
    ],
)
def test_a_runner_that_no_script_starts_is_started_by_another_program(
    scripts: dict[str, str], line: str
) -> None:
    manifest = {"scripts": scripts, "devDependencies": {"mocha": "1", "vitest": "1"}}
    texts = {"package.json": json.dumps({**manifest, "devDependencies": {"mocha": "1"}})}
    assert run("test/a.js", texts=texts, marks=HAS_TESTS) == ([("", line)] if line else [])
    # What the tests import is the runner in any case.
    shown = run(
        "a.test.ts", "vitest", texts={"package.json": json.dumps(manifest)}, marks=HAS_TESTS
    )
    assert shown == [("", "npx vitest run a.test.ts")]


def test_node_without_evidence() -> None:
    assert run("a.test.js") == []
    assert run("a.test.js", texts={"package.json": '{"dependencies": {"jester": "1"}}'}) == []
    assert run("a.test.ts", texts={"package.json": '{"dependencies": {"mocha": "1"}}'}) == []
    assert (
        run("test/support/a.js", texts={"package.json": '{"dependencies": {"mocha": "1"}}'}) == []
    )
    assert run("lib/a.js", texts={"package.json": '{"dependencies": {"jest": "1"}}'}) == []


def test_node_scripts_and_programs() -> None:
    scripts = {"build": "node ./tools/build.js --all", "lint": "eslint tools/build.jsx"}
    texts = {"package.json": json.dumps({"scripts": scripts, "bin": {"x": "bin/x.js"}})}
    assert run("tools/build.js", texts=texts) == [("", "npm run build")]
    assert run("bin/x.js", texts=texts) == [("", "node bin/x.js")]
    assert run("tools/other.js", texts=texts) == []


# Go


def test_go() -> None:
    texts = {"m/go.mod": "module a.test/m\n"}
    assert run("m/a_test.go", texts=texts) == [("m", "go test .")]
    helper = symbol("setUp", "function")
    assert run("m/a_test.go", texts=texts, symbols=(helper,)) == []
    case = symbol("TestAdd", "function")
    assert run("m/a_test.go", texts=texts, symbols=(helper, case)) == [("m", "go test .")]
    assert run("m/b/a_test.go", texts=texts) == [("m", "go test ./b")]
    assert run("m/cmd/x/main.go", texts=texts, marks=MAIN) == [("m", "go run ./cmd/x")]
    assert run("m/b/a.go", texts=texts) == []
    assert run("b/a_test.go", texts=texts) == []


# Rust


def _rust(path: str) -> list[tuple[str, str]]:
    texts = {"c/Cargo.toml": "[package]\nname = 'c'\n", "Cargo.toml": "[workspace]\n"}
    return run(path, texts=texts, marks=MAIN)


def test_rust_targets() -> None:
    TABLE.check("Rust", _rust)


def test_rust_without_a_target() -> None:
    texts = {"Cargo.toml": "[package]\nname = 'c'\nautotests = false\n"}
    assert run("tests/api.rs", texts=texts) == []
    assert run("tests/common/util.rs", texts=texts) == []
    assert run("src/lib.rs", texts=texts) == []
    assert run("tests/api.rs", texts={"Cargo.toml": "[workspace]\n"}) == []


def test_rust_unit_tests() -> None:
    texts = {"Cargo.toml": "[package]\nname = 'c'\n"}
    tests = (symbol("tests", "module"),)
    assert run("src/a/b.rs", others="src/lib.rs", texts=texts, symbols=tests) == [
        ("", "cargo test --lib a::b::tests")
    ]
    assert run("src/a/mod.rs", others="src/lib.rs", texts=texts, symbols=tests) == [
        ("", "cargo test --lib a::tests")
    ]
    assert run("src/a/b.rs", others="src/main.rs", texts=texts, symbols=tests) == []


def test_rust_binaries_by_name() -> None:
    texts = {"Cargo.toml": "[package]\nname='c'\n[[bin]]\nname = 'x'\npath = 'tools/x.rs'\n"}
    assert run("tools/x.rs", texts=texts, marks=MAIN) == [("", "cargo run --bin x")]


# C and C++


def test_make_targets_that_begin_with_the_file_or_run_it() -> None:
    text = (
        ".PHONY: all\nall: app\napp: main.c \\\n  util.c\n\tcc -o app main.c util.c\n"
        "gen:\n\tpython tools/gen.py > x.h\nX := main.c\n%.o: other.c\n\tcc $<\n"
    )
    assert run("main.c", texts={"Makefile": text}) == [("", "make app")]
    assert run("util.c", texts={"Makefile": text}) == []
    assert run("tools/gen.py", texts={"Makefile": text}) == [("", "make gen")]
    assert run("other.c", texts={"Makefile": text}) == []
    text = "a.o: a.c a.h\n\tcc -c a.c\ninstall:\n\tcp a.h /usr/include\n"
    assert run("a.c", texts={"Makefile": text}) == [("", "make a.o")]
    assert run("a.h", texts={"Makefile": text}) == []
    assert run("tools/main.c", texts={"Makefile": text}) == []


# Java


def test_maven_and_gradle() -> None:
    path = "m/src/test/java/p/ATest.java"
    assert run(path, texts={"m/pom.xml": ""}) == [("m", "mvn test -Dtest=p.ATest")]
    assert run(path, texts={"m/pom.xml": "", "m/mvnw": ""}) == [("m", "./mvnw test -Dtest=p.ATest")]
    assert run(path, texts={"m/build.gradle": ""}) == [("m", "gradle test --tests p.ATest")]
    assert run(path, texts={"m/build.gradle.kts": "", "gradlew": ""}) == [
        ("", "./gradlew :m:test --tests p.ATest")
    ]
    path = "src/main/java/p/App.java"
    assert run(path, texts={"pom.xml": ""}, marks=MAIN) == [
        ("", "mvn compile exec:java -Dexec.mainClass=p.App")
    ]
    assert run(path, texts={"build.gradle": ""}, marks=MAIN) == []
    assert run("src/main/java/p/B.java", texts={"pom.xml": ""}) == []


# Scripts


def test_a_test_of_go_under_a_condition_is_not_run() -> None:
    text = "//go:build linux\n\npackage m\n"
    assert run("m/a_test.go", texts={"go.mod": "module m\n", "m/a_test.go": text}) == []


def test_a_folder_of_go_with_two_programs_is_not_run() -> None:
    texts = {"go.mod": "module a.test/m\n"}
    both = {"a/x.go": MAIN, "a/y.go": MAIN, "a/z.go": (*MAIN, ("left out", 1)), "b/x.go": MAIN}
    lines = {path: run(path, texts=texts, marks=marks, others=both) for path, marks in both.items()}
    assert lines["a/x.go"] == lines["a/y.go"] == []
    assert lines["b/x.go"] == [("", "go run ./b")]


def test_of_several_programs_of_a_crate_one_is_named() -> None:
    package = "[package]\nname = 'c'\n"
    for manifest, others, line in (
        (package, "", "cargo run"),
        (package, "src/bin/tool.rs", "cargo run --bin c"),
        (package, "src/bin/tool/main.rs", "cargo run --bin c"),
        (package, "src/bin/tool/parts.rs", "cargo run"),
        (f"{package}autobins = false\n", "src/bin/tool.rs", "cargo run"),
        (f"{package}default-run = 'c'\n", "src/bin/tool.rs", "cargo run"),
        (f"{package}default-run = 'tool'\n", "src/bin/tool.rs", "cargo run --bin c"),
        (f"{package}[[bin]]\nname = 'x'\npath = 'x.rs'\n", "x.rs", "cargo run --bin c"),
    ):
        texts = {"Cargo.toml": manifest}
        assert run("src/main.rs", texts=texts, others=others, marks=MAIN) == [("", line)]


def test_a_script_is_run_where_it_finds_what_it_reads() -> None:
    texts = {"t/a.sh": "#!/bin/sh\n", "t/common.sh": "", "lib/all.sh": ""}
    marks = {"marks": SHEBANG, "executable": True, "texts": texts}
    assert run("t/a.sh", "common.sh", **marks) == [("t", "./a.sh")]
    assert run("t/a.sh", "lib/all.sh", "$HOME/x.sh", "/etc/x", **marks) == [("", "t/a.sh")]
    assert run("t/a.sh", "common.sh", marks=SHEBANG, texts=texts) == [("t", "sh a.sh")]


def test_an_executable_script_of_python_is_run_by_its_path() -> None:
    marks = {"marks": SHEBANG, "executable": True}
    assert run("sell.py", **marks) == [("", "./sell.py")]
    assert run("sell.py", marks=(*MAIN, *SHEBANG), executable=True) == [("", "python sell.py")]
    assert run("shop/sell.py", others="shop/__init__.py", **marks) == []
    assert run("sell.py", marks=SHEBANG) == []


@pytest.mark.parametrize(
    "texts",
    [
        {"setup.cfg": "[options]\nscripts =\n    bin/shop.py\n"},
        {"pyproject.toml": "[tool.setuptools]\nscript-files = ['bin/shop.py']\n"},
    ],
)
def test_a_script_that_a_manifest_installs_is_a_command(texts: dict[str, str]) -> None:
    assert run("bin/shop.py", texts=texts) == [("", "shop.py")]


def test_shell_scripts() -> None:
    texts = {"run.sh": "#!/usr/bin/env bash\n", "b.sh": "#!/bin/sh -e\n"}
    assert run("run.sh", texts=texts, marks=SHEBANG, executable=True) == [("", "./run.sh")]
    assert run("run.sh", texts=texts, marks=SHEBANG) == [("", "bash run.sh")]
    assert run("b.sh", texts=texts, marks=SHEBANG) == [("", "sh b.sh")]
    assert run("a/b.sh", marks=SHEBANG, executable=True) == [("", "a/b.sh")]
    assert run("lib.sh", executable=True) == []
    assert run("t/a.bats") == [("", "bats t/a.bats")]


# All of them


@pytest.mark.parametrize("path", ["README.md", "data.json", "a.txt", "x.py", "y.c", "z.java"])
def test_nothing_for_what_nothing_runs(path: str) -> None:
    assert run(path, texts={**PYTEST, "package.json": "{}", "pom.xml": ""}) == []


@pytest.mark.parametrize("name", ["a b", "$(x)", "'", '"', "-rf", "; x", "a\nb", "ü"])
def test_a_path_is_one_word_and_no_option(name: str) -> None:
    ((_, line),) = run(f"{name}.py", marks=MAIN)
    program, word = shlex.split(line)
    assert (program, word.removeprefix("./")) == ("python", f"{name}.py")
    assert not word.startswith("-")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("package.json", "["),
        ("package.json", '{"scripts": [], "devDependencies": 3}'),
        ("package.json", '{"scripts": {"test": ["a"], "x": "node \'a.test.js"}}'),
        ("Cargo.toml", "package = 1"),
        ("pyproject.toml", "[dependency-groups]\na = 1\n"),
        ("CMakeLists.txt", "add_executable(" * 5_000),
        ("Makefile", "a:\n" * 5_000),
        ("tox.ini", "[[["),
    ],
)
def test_a_broken_manifest_is_no_evidence(name: str, text: str) -> None:
    for path in ("a.test.js", "test_a.py", "tests/a.rs", "a.c"):
        assert run(path, texts={name: text}) == []


def test_what_has_no_text_has_no_command() -> None:
    files = {"a.py": File("a.py", "binary", 1, "", language="python")}
    assert commands(files, Project(files, lambda _path: None)) == {}


def test_unittest_by_a_name_from_it() -> None:
    assert run("test_a.py", take("unittest", "TestCase"), symbols=(TEST,)) == [
        ("", "python -m unittest test_a")
    ]
