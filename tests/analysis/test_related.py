"""Which files go together, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sphinx_filedocs.index import related_files as links
from sphinx_filedocs.index.related_files import MOST, related
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.links import Use
from sphinx_filedocs.parse.roles import roles
from tests.work import growth

from .trees import tree

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


def relations(paths: str, imports: Mapping[str, Sequence[Sequence[str]]] | None = None) -> Found:
    found = {path: resolved(*groups) for path, groups in (imports or {}).items()}
    return {
        path: [(one.path, one.reason) for one in several]
        for path, several in related(files_of(paths.split()), found).items()
    }


def test_a_test_by_name_and_import() -> None:
    found = relations("a/b.py c/b.py x/test_b.py", {"x/test_b.py": [["c/b.py"]]})
    assert found == {
        "c/b.py": [("x/test_b.py", "its test, by name and import")],
        "x/test_b.py": [("c/b.py", "what it tests, by name and import")],
    }


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


def test_headers_and_implementations() -> None:
    assert relations("src/a.c src/a.h other/a.h") == {
        "src/a.c": [("src/a.h", "its header, by name")],
        "src/a.h": [("src/a.c", "its implementation, by name")],
    }
    found = relations("include/p/a.hpp src/a.cc", {"src/a.cc": [["include/p/a.hpp"]]})
    assert found == {
        "include/p/a.hpp": [("src/a.cc", "its implementation, by name and include")],
        "src/a.cc": [("include/p/a.hpp", "its header, by name and include")],
    }


def test_declarations() -> None:
    assert relations("a/b.py a/b.pyi c/b.pyi") == {
        "a/b.py": [("a/b.pyi", "the declaration of its types")],
        "a/b.pyi": [("a/b.py", "what it declares the types of")],
    }
    assert relations("b.cjs b.d.cts b.d.ts") == {
        "b.cjs": [("b.d.cts", "the declaration of its types")],
        "b.d.cts": [("b.cjs", "what it declares the types of")],
    }


def test_one_name_in_two_languages() -> None:
    assert relations("a/frame.py a/frame.rs b/frame.go") == {
        "a/frame.py": [("a/frame.rs", "the same name in Rust")],
        "a/frame.rs": [("a/frame.py", "the same name in Python")],
    }
    assert relations("a/eval_frame.py b/eval_frame.h")["a/eval_frame.py"] == [
        ("b/eval_frame.h", "the same name in C")
    ]
    assert relations("a/frame.py b/frame.rs") == {}
    assert relations("a/main.py a/main.rs a/utils.js a/utils.py") == {}
    assert relations("a/b.js a/b.ts") == {}


def test_prose_of_the_same_name() -> None:
    assert relations("src/parser.py docs/parser.md") == {
        "docs/parser.md": [("src/parser.py", "Python of the same name")],
        "src/parser.py": [("docs/parser.md", "prose of the same name")],
    }
    assert relations("src/index.py docs/index.md readme.py README.md") == {}


def test_files_that_import_mostly_the_same() -> None:
    several = [["x.py"], ["y.py"], ["z.py"]]
    found = relations(
        "a.py b.py c.py d.py x.py y.py z.py",
        {"a.py": several, "b.py": several, "c.py": several[:2], "d.py": [*several, ["a.py"]]},
    )
    assert found == {
        "a.py": [
            ("b.py", "it has 3 imports in common with this file"),
            ("d.py", "it has 3 imports in common with this file"),
        ],
        "b.py": [
            ("a.py", "it has 3 imports in common with this file"),
            ("d.py", "it has 3 imports in common with this file"),
        ],
        "d.py": [
            ("a.py", "it has 3 imports in common with this file"),
            ("b.py", "it has 3 imports in common with this file"),
        ],
    }


def test_files_that_import_little_of_the_same() -> None:
    same = [["x.py"], ["y.py"], ["z.py"]]
    other = [[f"o{number}.py"] for number in range(8)]
    assert relations("a.py b.py", {"a.py": same, "b.py": [*same, *other]}) == {}


def test_a_package_is_one_import_however_many_files_it_has() -> None:
    package = [f"p/{letter}.go" for letter in "abcdefg"]
    assert relations("x.go y.go", {"x.go": [package], "y.go": [package]}) == {}


def test_what_everybody_imports_says_nothing() -> None:
    paths = [f"f{number}.py" for number in range(60)]
    imports = {path: [["x.py"], ["y.py"], ["z.py"]] for path in paths}
    assert relations(" ".join(paths), imports) == {}


def test_the_closest_come_first_and_there_are_at_most_so_many() -> None:
    beside = [f"a/frame.{ending}" for ending in ("c", "go", "rs", "java", "py", "sh", "js")]
    found = relations(
        " ".join([*beside, "a/frame.h", "a/frame_test.go", "docs/frame.md"]),
    )
    assert found["a/frame.c"][0] == ("a/frame.h", "its header, by name")
    assert found["a/frame.go"][0] == ("a/frame_test.go", "its test, by name")
    assert max(map(len, found.values())) <= MOST


def test_a_path_is_named_once_with_its_best_reason() -> None:
    same = [["x.py"], ["y.py"], ["z.py"], ["b.py"]]
    found = relations("b.py test_b.py", {"test_b.py": same, "b.py": same[:3]})
    assert found["b.py"] == [("test_b.py", "its test, by name and import")]


def test_the_order_of_the_files_changes_nothing() -> None:
    paths = ["a/b.go", "a/b_test.go", "c/d.c", "c/d.h", "e/f_g.py", "h/f_g.rs"]
    found = [related(files_of(order), {}) for order in (paths, paths[::-1])]
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
        related({path: one._replace(path=path) for path in paths}, imports)

    assert growth(run, 100) < 2.5


def test_tests_that_import_a_file() -> None:
    files = files_of(["a.py", "b.py", "test_a.py", "tests/test_b.py", "test_c.py"])
    uses = {
        "a.py": [
            Use("test_a.py", 1),
            Use("b.py", 1),
            Use("tests/test_b.py", 2),
            Use("test_a.py", 9),
        ],
        "b.py": [Use("a.py", 1)],
        "test_c.py": [Use("test_c.py", 1)],
    }
    assert links.tests(files, uses) == {"a.py": ("test_a.py", "tests/test_b.py")}
