"""Which files go together, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from sphinx_filedocs.insight import related_files as links
from sphinx_filedocs.insight.related_files import NameOfTest, names_of_tests, related
from sphinx_filedocs.insight.roles import roles
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.weighing import Row, rows
from tests.resolve.trees import tree
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
    twins: Mapping[str, str] | None = None,
) -> Found:
    """Return the related files of each, with the reason.

    :param defines: names that files define or declare.
    :param twins: of each header the implementation.
    """
    found = {path: resolved(*groups) for path, groups in (imports or {}).items()}
    outlines = {
        path: [Definition(path, 1, "function", name) for name in names.split()]
        for path, names in (defines or {}).items()
    }
    return {
        path: [(one.path, one.reason) for one in several]
        for path, several in related(files_of(paths.split()), found, outlines, twins or {}).items()
    }


def test_a_test_by_name_and_import() -> None:
    found = relations("a/b.py c/b.py x/test_b.py", {"x/test_b.py": [["c/b.py"]]})
    assert found == {
        "c/b.py": [("x/test_b.py", "its test, by name and import")],
        "x/test_b.py": [("c/b.py", "what it tests, by name and import")],
    }


@pytest.mark.parametrize("row", names_of_tests(), ids=lambda row: row.like)
def test_names_of_tests(row: NameOfTest) -> None:
    assert row.matches
    assert row.misses
    for example in row.matches:
        test, subject = example.split()
        assert row.subject(test.rpartition(".")[0]) == subject
    for test in row.misses:
        assert not row.subject(test.rpartition(".")[0])


@pytest.mark.parametrize("row", rows("related.toml"), ids=lambda row: row.what)
def test_evidence(row: Row) -> None:
    """The row holds for the first file of its examples, and not for that of the others."""
    assert row.matches
    assert row.misses
    for example, holds in [*((x, True) for x in row.matches), *((x, False) for x in row.misses)]:
        test, subject, *others = [path for path in example.split() if path != "imports"]
        imported = {subject} if "imports" in example else ()
        files = files_of([test, subject, *others])
        features = links.features_of(files, imported, test, [subject, *others])[subject]
        assert row.holds(features) == holds


def test_a_test_beside_what_it_tests() -> None:
    assert relations("a/b.go a/b_test.go c/b.go") == {
        "a/b.go": [("a/b_test.go", "its test, by name")],
        "a/b_test.go": [("a/b.go", "what it tests, by name")],
    }


def test_no_test_by_a_name_that_says_too_little() -> None:
    assert relations("src/p/a/b.py src/p/c/b.py tests/test_b.py") == {}
    assert relations("q/other/case.py p/_inner/test_case.py") == {}
    assert relations("benchmarks/b.py tests/test_b.py") == {}
    assert relations("a/b.rs a/test_b.py") == {}


IMPLEMENTS = "its implementation: defines what it declares"
DECLARES = "its header: declares what it defines"


def test_a_source_implements_its_header_of_which_it_defines_something() -> None:
    twins = {"src/a.c": "src/a.h", "src/a.h": "src/a.c"}
    assert relations("src/a.c src/a.h", {}, {"src/a.c": "f g", "src/a.h": "f"}, twins) == {
        "src/a.c": [("src/a.h", DECLARES)],
        "src/a.h": [("src/a.c", IMPLEMENTS)],
    }
    assert relations("src/a.c src/a.h", {}, {"src/a.c": "load", "src/a.h": "V"}, twins) == {}


def test_a_path_is_named_once_with_its_best_reason() -> None:
    same = [["x.py"], ["y.py"], ["z.py"], ["b.py"]]
    found = relations("b.py test_b.py", {"test_b.py": same, "b.py": same[:3]})
    assert found["b.py"] == [("test_b.py", "its test, by name and import")]


def test_the_order_of_the_files_changes_nothing() -> None:
    paths = ["a/b.go", "a/b_test.go", "c/d.c", "c/d.h", "e/f_g.py", "h/f_g.rs"]
    found = [related(files_of(order), {}, {}, {}) for order in (paths, paths[::-1])]
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
        related({path: one._replace(path=path) for path in paths}, imports, {}, {})

    assert growth(run, 100) < 2.5


def test_tests_that_use_names_of_a_file() -> None:
    files = files_of(["a.py", "b.py", "test_a.py", "tests/test_b.py", "test_c.py"])
    users = {
        "a.py": {"b.py": {"f"}, "test_a.py": {"f"}, "tests/test_b.py": {"f", "g"}},
        "b.py": {"a.py": {"h"}},
        "test_c.py": {"test_a.py": {"helper"}},
    }
    assert links.tests(files, users) == {"a.py": (("tests/test_b.py", 2), ("test_a.py", 1))}
