"""Which files go together, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from tests.index.trees import tree

from sphinx_filedocs.insight import related_files as links
from sphinx_filedocs.insight.related_files import MOST, related
from sphinx_filedocs.insight.roles import roles
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.symbols import Definition
from tests.work import growth

Found = dict[str, list[tuple[str, str]]]


def files_of(paths: Sequence[str]) -> dict[str, File]:
    files = tree(dict.fromkeys(paths, ()))
    names = {"md": "markdown", "rst": "restructuredtext"}
    found = {}
    for path, file in files.items():
        language = file.language or names.get(path.rpartition(".")[2])
        one = file._replace(language=language, language_name=(language or "").capitalize())
        found[path] = one._replace(roles=roles(one))
    return found


def resolved(*groups: Sequence[str]) -> tuple[Import, ...]:
    return tuple(
        Import("x", "import", line, resolved=tuple(paths)) for line, paths in enumerate(groups, 1)
    )


def relations(
    paths: str,
    imports: Mapping[str, Sequence[Sequence[str]]] | None = None,
    defines: Mapping[str, str] | None = None,
) -> Found:
    """Return the related files of each, with the reason.

    :param defines: names that files define or declare.
    """
    found = {path: resolved(*groups) for path, groups in (imports or {}).items()}
    outlines = {
        path: [Definition(path, 1, "function", name) for name in names.split()]
        for path, names in (defines or {}).items()
    }
    return {
        path: [(one.path, one.reason) for one in several]
        for path, several in related(files_of(paths.split()), found, outlines).items()
    }


def test_a_test_by_name_and_import() -> None:
    found = relations("a/b.py c/b.py x/test_b.py", {"x/test_b.py": [["c/b.py"]]})
    assert found == {
        "c/b.py": [("x/test_b.py", "its test, by name and import")],
        "x/test_b.py": [("c/b.py", "what it tests, by name and import")],
    }


@pytest.mark.parametrize(
    ("test", "subject", "others"),
    [
        ("pkgs/a/test/index.test.ts", "pkgs/a/src/index.ts", "pkgs/b/src/index.ts"),
        ("pkgs/a/index.spec.js", "pkgs/a/index.js", "pkgs/b/index.js"),
        ("a/tests/test___init__.py", "a/__init__.py", "b/__init__.py"),
        ("crates/a/tests/mod_test.rs", "crates/a/src/mod.rs", "crates/b/src/mod.rs"),
        ("cmd/a/main_test.go", "cmd/a/main.go", "cmd/b/main.go"),
        ("a/src/test/java/MainTest.java", "a/src/main/java/Main.java", "b/src/main/java/Main.java"),
    ],
)
def test_a_name_that_says_nothing_is_of_its_own_package(test, subject, others) -> None:
    found = relations(f"{test} {subject} {others}", {test: [[subject], [others]]})
    assert found[test] == [(subject, "what it tests, by name and import")]
    found = relations(f"{test} {others}", {test: [[others]]})
    assert test not in found


def test_a_test_beside_what_it_tests() -> None:
    assert relations("a/b.go a/b_test.go c/b.go") == {
        "a/b.go": [("a/b_test.go", "its test, by name")],
        "a/b_test.go": [("a/b.go", "what it tests, by name")],
    }
    for path in ("a/b.test.ts", "a/b.spec.tsx", "a/b-test.js"):
        assert relations(f"a/b.js {path}")["a/b.js"] == [(path, "its test, by name")]
    assert relations("p/A.java p/ATest.java p/TestA.java")["p/A.java"] == [
        ("p/ATest.java", "its test, by name"),
        ("p/TestA.java", "its test, by name"),
    ]


def test_a_test_in_a_folder_that_mirrors_the_sources() -> None:
    paths = "src/p/a/b.py src/p/c/b.py tests/p/c/test_b.py"
    assert relations(paths)["tests/p/c/test_b.py"] == [("src/p/c/b.py", "what it tests, by name")]
    assert relations("src/p/b.py tests/test_b.py")["src/p/b.py"] == [
        ("tests/test_b.py", "its test, by name")
    ]
    java = "src/main/java/p/A.java src/main/java/q/A.java src/test/java/p/ATest.java"
    assert list(relations(java)) == ["src/main/java/p/A.java", "src/test/java/p/ATest.java"]


def test_no_test_by_a_name_that_says_too_little() -> None:
    assert relations("src/p/a/b.py src/p/c/b.py tests/test_b.py") == {}
    assert relations("q/other/case.py p/_inner/test_case.py") == {}
    assert relations("benchmarks/b.py tests/test_b.py") == {}
    assert relations("a/b.rs a/test_b.py") == {}
    assert relations("latest.py est.py") == {}


IMPLEMENTS = "its implementation: defines what it declares"
DECLARES = "its header: declares what it defines"


def test_a_source_implements_the_header_of_its_name_of_which_it_defines_something() -> None:
    defines = {"src/a.c": "f g", "src/a.h": "f", "other/a.h": "f"}
    assert relations("src/a.c src/a.h other/a.h", defines=defines) == {
        "src/a.c": [("src/a.h", DECLARES)],
        "src/a.h": [("src/a.c", IMPLEMENTS)],
    }
    imports = {"src/a.cc": [["include/p/a.hpp"]]}
    defines = {"src/a.cc": "A.f", "include/p/a.hpp": "A A.f"}
    assert relations("include/p/a.hpp src/a.cc", imports, defines) == {
        "include/p/a.hpp": [("src/a.cc", IMPLEMENTS)],
        "src/a.cc": [("include/p/a.hpp", DECLARES)],
    }


def test_a_header_of_the_same_name_that_declares_something_else_is_none_of_it() -> None:
    defines = {"src/config.c": "load", "src/config.h": "VERSION"}
    assert relations("src/config.c src/config.h", defines=defines) == {}


def test_declarations() -> None:
    assert relations("a/b.py a/b.pyi c/b.pyi") == {
        "a/b.py": [("a/b.pyi", "the declaration of its types")],
        "a/b.pyi": [("a/b.py", "the file whose types it declares")],
    }
    assert relations("b.cjs b.d.cts b.d.ts") == {
        "b.cjs": [("b.d.cts", "the declaration of its types")],
        "b.d.cts": [("b.cjs", "the file whose types it declares")],
    }


def test_the_closest_come_first_and_there_are_at_most_so_many() -> None:
    beside = [f"a/frame.{ending}" for ending in ("c", "go", "rs", "java", "py", "sh", "js")]
    found = relations(
        " ".join([*beside, "a/frame.h", "a/frame_test.go", "docs/frame.md"]),
        defines={"a/frame.c": "frame", "a/frame.h": "frame"},
    )
    assert found["a/frame.c"][0] == ("a/frame.h", DECLARES)
    assert found["a/frame.go"][0] == ("a/frame_test.go", "its test, by name")
    assert max(map(len, found.values())) <= MOST


def test_a_path_is_named_once_with_its_best_reason() -> None:
    same = [["x.py"], ["y.py"], ["z.py"], ["b.py"]]
    found = relations("b.py test_b.py", {"test_b.py": same, "b.py": same[:3]})
    assert found["b.py"] == [("test_b.py", "its test, by name and import")]


def test_the_order_of_the_files_changes_nothing() -> None:
    paths = ["a/b.go", "a/b_test.go", "c/d.c", "c/d.h", "e/f_g.py", "h/f_g.rs"]
    found = [related(files_of(order), {}, {}) for order in (paths, paths[::-1])]
    assert list(found[0].items()) == list(found[1].items())


def test_work_grows_with_the_number_of_files() -> None:
    one = next(iter(files_of(["a.py"]).values()))

    def run(size: int) -> None:
        paths = [f"d{number % 100}/f{number}.py" for number in range(8 * size)]
        paths += [f"t{number}/same.py" for number in range(4 * size)]
        paths += [f"t{number}/same.rs" for number in range(4 * size)]
        imports = {
            path: resolved(*([paths[(number // 40 * 7 + step) % len(paths)]] for step in range(8)))
            for number, path in enumerate(paths)
        }
        related({path: one._replace(path=path) for path in paths}, imports, {})

    assert growth(run, 100) < 2.5


def test_tests_that_use_names_of_a_file() -> None:
    files = files_of(["a.py", "b.py", "test_a.py", "tests/test_b.py", "test_c.py"])
    users = {
        "a.py": {"b.py": {"f"}, "test_a.py": {"f"}, "tests/test_b.py": {"f", "g"}},
        "b.py": {"a.py": {"h"}},
        "test_c.py": {"test_a.py": {"helper"}},
    }
    assert links.tests(files, users) == {"a.py": (("tests/test_b.py", 2), ("test_a.py", 1))}
