"""What files are to others of their tree: parts of its program, tests, or somebody else's."""

from __future__ import annotations

import pytest

from sphinx_filedocs.build.analyse import analyse
from sphinx_filedocs.index.extraction import Analysis
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.tree_options import Sources

#: A program that measures others, as hyperfine is laid out.
PROGRAM = {
    "Cargo.toml": '[package]\nname = "race"\n',
    "src/main.rs": "mod benchmark;\n\nfn main() {\n    benchmark::run();\n}\n",
    "src/benchmark/mod.rs": "mod timing;\n\npub fn run() {\n    timing::start();\n}\n",
    "src/benchmark/timing.rs": "pub fn start() {}\n",
}


def having(wanted: str, files: dict[str, str], folder) -> list[str]:
    """Return the files of a tree that have a role."""
    for path, text in files.items():
        file = folder / "tree" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    analysis = Analysis(folder / "tree", Sources("race"), history=False, untracked=True)
    codebase = analyse(analysis, Store(folder / "s.sqlite", 1_000_000), lambda files, _: files)
    return [
        path
        for path, file in codebase.light.items()
        if any(role.name == wanted for role in file.roles)
    ]


def benchmarks(files: dict[str, str], folder) -> list[str]:
    return having("benchmark", files, folder)


def test_what_a_program_imports_is_a_part_of_it(tmp_path) -> None:
    assert benchmarks(PROGRAM, tmp_path) == []


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        # Nothing of the program imports them.
        ({"src/main.rs": "fn main() {}\n"}, ["src/benchmark/mod.rs", "src/benchmark/timing.rs"]),
        # Tests may.
        (
            {"src/main.rs": "#[cfg(test)]\nmod tests {\n    use crate::benchmark::run;\n}\n"},
            ["src/benchmark/mod.rs", "src/benchmark/timing.rs"],
        ),
        # What is beside them, or at the root, may be there to run them.
        (
            {
                "benchmarks/speed.py": "def measure(): ...\n",
                "run.py": "from benchmarks.speed import measure\n\nmeasure()\n",
                "tools/run.py": "from benchmarks.speed import measure\n\nmeasure()\n",
            },
            ["benchmarks/speed.py"],
        ),
    ],
)
def test_what_a_program_does_not_import_is_none(files, expected, tmp_path) -> None:
    assert benchmarks({**PROGRAM, **files}, tmp_path) == expected


def test_a_part_that_is_no_longer_imported_is_a_benchmark_again(tmp_path) -> None:
    assert benchmarks(PROGRAM, tmp_path) == []
    assert benchmarks({"src/main.rs": "fn main() {}\n"}, tmp_path) == [
        "src/benchmark/mod.rs",
        "src/benchmark/timing.rs",
    ]


@pytest.mark.parametrize(
    ("module", "text", "user", "use"),
    [
        (
            "shop/tests.py",
            "import unittest\n\nRUN = unittest.main\n",
            "shop/app.py",
            "from .tests import RUN\n",
        ),
        ("shop/test.js", "it('adds', () => {})\n", "shop/app.js", "import './test.js'\n"),
        (
            "src/shop/test_kit.c",
            "int test_one(void) { return 1; }\n",
            "src/app.c",
            '#include "shop/test_kit.c"\n',
        ),
        ("src/tests.rs", "#[test]\nfn adds() {}\n", "src/lib.rs", "pub mod tests;\n"),
    ],
)
def test_a_test_by_name_that_the_program_imports_is_a_part_of_it(
    module, text, user, use, tmp_path
) -> None:
    assert having("test", {module: text}, tmp_path / "alone") == [module]
    assert having("test", {module: text, user: use}, tmp_path / "used") == []


@pytest.mark.parametrize(
    ("module", "text", "user", "use"),
    [
        # Only where it is tested it has them.
        ("src/tests.rs", "#[test]\nfn adds() {}\n", "src/lib.rs", "#[cfg(test)]\nmod tests;\n"),
        # What runs the tests may lie beside all.
        ("shop/tests.py", "import unittest\n", "run.py", "from shop.tests import unittest\n"),
        ("tests/help.py", "def test_it(): ...\n", "tests/run.py", "import help\n"),
        ("shop/a_test.go", "package shop\n", "shop/main.go", 'package main\nimport "shop"\n'),
    ],
)
def test_what_only_tests_import_is_a_test(module, text, user, use, tmp_path) -> None:
    assert module in having("test", {module: text, user: use, "go.mod": "module shop\n"}, tmp_path)


@pytest.mark.parametrize(
    ("module", "text", "users"),
    [
        # The name of its folder ends as one of tests does.
        (
            "internal/ringrunner_test/run.go",
            "package ringrunner_test\n",
            {
                "go.mod": "module shop\n",
                "cmd/shop/main.go": 'package main\nimport "shop/internal/ringrunner_test"\n'
                "func main() { ringrunner_test.Run() }\n",
            },
        ),
    ],
)
def test_what_own_code_needs_is_own_whatever_its_folder_is_called(
    module, text, users, tmp_path
) -> None:
    assert having("test", {module: text}, tmp_path / "alone") == [module]
    assert having("test", {module: text, **users}, tmp_path / "used") == []


def test_a_package_whose_name_speaks_of_examples_is_own_where_the_program_imports_it(
    tmp_path,
) -> None:
    files = {"src/ring_examples/__init__.py": "", "src/ring_examples/all.py": "ALL = []\n"}
    assert len(having("example", files, tmp_path / "alone")) == 2
    use = {"src/app/run.py": "from ring_examples.all import ALL\n"}
    assert "src/ring_examples/all.py" not in having("example", files | use, tmp_path / "used")


@pytest.mark.parametrize(
    ("module", "text", "users"),
    [
        (
            "src/shop/bench.py",
            "class Bowl: ...\n",
            {"tests/test_a.py": "from shop.bench import Bowl\n\ndef test_it(): ...\n"},
        ),
        ("src/benchmark.c", "int psnr(void);\n", {"src/enc.c": "int main(void) { return 0; }\n"}),
        ("tool/bench.go", "package main\n", {"tool/a.go": "package main\nfunc main() {}\n"}),
    ],
)
def test_a_file_that_starts_nothing_is_no_benchmark_where_others_need_it(
    module, text, users, tmp_path
) -> None:
    assert benchmarks({module: text}, tmp_path / "alone") == [module]
    assert benchmarks({module: text, **users}, tmp_path / "used") == []


def test_what_only_tests_declare_or_compile_is_a_test(tmp_path) -> None:
    files = {
        "Cargo.toml": '[package]\nname = "ring"\n',
        "src/lib.rs": "pub mod request;\n#[cfg(test)]\nmod support;\n",
        "src/support/mod.rs": "mod frames;\n",
        "src/support/frames.rs": "pub fn frame() {}\n",
        "src/request.rs": "#[cfg(test)]\nmod _test_parse;\n#[cfg(test)]\nmod both;\nmod both;\n",
        "src/request/_test_parse.rs": "use super::*;\n",
        "src/request/both.rs": "",
        "tests/ui.rs": '#[test]\nfn ui() { t.compile_fail("ui/*.rs"); t.pass("src/*.rs"); }\n',
        "ui/bad.rs": "fn main() { let x: i32 = 1.0; }\n",
        "ui/bad.stderr": "error[E0308]\n",
    }
    assert having("test", files, tmp_path) == [
        "src/request/_test_parse.rs",
        "src/support/frames.rs",
        "src/support/mod.rs",
        "tests/ui.rs",
        "ui/bad.rs",
        "ui/bad.stderr",
    ]
    assert having("entry point", {}, tmp_path) == ["src/lib.rs"]


def test_a_file_that_calls_its_tests_outside_of_everything_is_one(tmp_path) -> None:
    text = "describe('Ring', () => { it('turns', () => { cy.visit('/'); }); });\n"
    kit = f"export function run() {{\n    {text}}}\n"
    files = {"cypress/e2e/ring/ring.ts": text, "src/kit.ts": kit}
    assert having("test", files, tmp_path) == ["cypress/e2e/ring/ring.ts"]


def test_data_that_is_named_after_a_test_is_of_it(tmp_path) -> None:
    files = {
        "src/ring.test.ts": "it('turns', () => {})\n",
        "src/__snapshots__/ring.test.ts.snap": "exports[`turns`] = `1`\n",
        "src/__snapshots__/bell.ts.snap": "exports[`rings`] = `1`\n",
        "src/bell.ts": "export const bell = 1\n",
    }
    assert having("test", files, tmp_path) == [
        "src/__snapshots__/ring.test.ts.snap",
        "src/ring.test.ts",
    ]


def test_a_crate_that_was_published_or_is_of_another_repository_is_somebody_elses(tmp_path) -> None:
    package = '[package]\nname = "{name}"\nrepository = "https://git.example/{repository}"\n'
    own, other = "ann/ring", "cid/bell"
    patch = '[patch.crates-io]\nbell = { path = "patches/bell" }\nring-kit = { path = "kit" }\n'
    files = {
        "Cargo.toml": package.format(name="ring", repository=own) + patch,
        "src/lib.rs": "",
        "kit/Cargo.toml": package.format(name="ring-kit", repository=f"{own}.git"),
        "kit/src/lib.rs": "",
        "patches/bell/Cargo.toml": package.format(name="bell", repository=other),
        "patches/bell/src/lib.rs": "",
        "copy-1.0.0/Cargo.toml": "# THIS FILE IS AUTOMATICALLY GENERATED BY CARGO\n"
        + package.format(name="copy", repository=own),
        "copy-1.0.0/src/lib.rs": "",
        # A program of the project writes this one.
        "hack/Cargo.toml": "# This file is generated by `hakari`.\n[package]\nname = 'hack'\n",
        "hack/src/lib.rs": "",
    }
    assert having("vendored", files, tmp_path) == [
        "copy-1.0.0/Cargo.toml",
        "copy-1.0.0/src/lib.rs",
        "patches/bell/Cargo.toml",
        "patches/bell/src/lib.rs",
    ]


def test_a_file_with_the_tag_of_another_archive_is_somebody_elses(tmp_path) -> None:
    tag = "/*\t$RingBSD: getopt.c,v 1.16 1999/12/02 13:15:56 ann Exp $\t*/\nint a(void);\n"
    files = {"src/getopt.c": tag, "src/a.c": "int b(void);\n", "src/b.c": "int c(void);\n"}
    assert having("vendored", files, tmp_path / "one") == ["src/getopt.c"]
    # Where most files have it, the archive is that of the tree.
    assert not having("vendored", dict.fromkeys(("src/a.c", "src/b.c"), tag), tmp_path / "most")
    own = {**files, "LICENSE": "Copyright (c) 1999 Ann Potter\n"}
    own["src/getopt.c"] = f"/* Copyright (c) 1999 Ann Potter */\n{tag}"
    assert not having("vendored", own, tmp_path / "own")


def test_what_a_program_copied_beside_the_page_that_it_wrote_is_generated(tmp_path) -> None:
    page = ".. THIS FILE WAS AUTOMATICALLY GENERATED BY A GALLERY.\n\nRings\n"
    files = {
        "examples/rings.py": "print(1)\n",
        "docs/gallery/rings.py": "print(1)\n",
        "docs/gallery/rings.rst": page,
        # The source of a page may lie beside it.
        "docs/own.py": "print(2)\n",
        "docs/own.rst": page,
    }
    assert having("generated", files, tmp_path) == [
        "docs/gallery/rings.py",
        "docs/gallery/rings.rst",
        "docs/own.rst",
    ]
