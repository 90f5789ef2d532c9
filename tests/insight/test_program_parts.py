"""What files are to others of their tree: parts of its program, tests, or somebody else's."""

from __future__ import annotations

import pytest

from sphinx_filedocs.analysis.analyse import analyse
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


def test_a_file_that_calls_its_tests_outside_of_everything_is_one(tmp_path) -> None:
    text = "describe('Ring', () => { it('turns', () => { cy.visit('/'); }); });\n"
    kit = f"export function run() {{\n    {text}}}\n"
    files = {"cypress/e2e/ring/ring.ts": text, "src/kit.ts": kit}
    assert having("test", files, tmp_path) == ["cypress/e2e/ring/ring.ts"]
