"""How the findings of a tree are ordered and divided among pages."""

from __future__ import annotations

from sphinx_filedocs.model.facts import Facts, Finding, FindingRule, Severity
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Codebase, Graph
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.plugins.findings.lists import FindingLists, list_findings

SEVERITIES: dict[str, Severity] = {"grave": "error", "odd": "note"}


def lists(found: dict[str, list[tuple[str, int]]], aside: tuple[str, ...] = ()) -> FindingLists:
    """Return the findings of a tree whose files have each so many findings of rules."""
    files = {
        path: File(path, "text", 1, path)._replace(
            facts=Facts(
                findings=tuple(
                    Finding(rule, SEVERITIES[rule], line, Phrase("Odd."))
                    for rule, count in rows
                    for line in range(1, count + 1)
                )
            )
        )
        for path, rows in found.items()
    }
    rules = {name: FindingRule(name, "", "security", one) for name, one in SEVERITIES.items()}
    return list_findings(Codebase("Tree", files, files, {}, Graph(), rules=rules), {*aside})


def test_what_matters_most_comes_first_and_own_code_before_all_other() -> None:
    made = lists({"a.py": [("odd", 3)], "b.py": [("grave", 1)], "test.py": [("grave", 9)]})
    assert [one.rule for one in made.rules] == ["grave", "odd"]
    tests = ("test.py", "tests/a.py")
    found = {"a.py": [("odd", 3)], "test.py": [("grave", 2)], "tests/a.py": [("grave", 9)]}
    made = lists(found, aside=tests)
    assert [(one.rule, len(one.own), one.aside, one.counted_apart) for one in made.rules] == [
        ("odd", 3, (), 0),
        ("grave", 0, (("tests/a.py", 9), ("test.py", 2)), 11),
    ]
    assert (made.own, made.aside) == ((0, 0, 3), (11, 0, 0))


def test_no_page_and_no_rule_grows_without_bound() -> None:
    made = lists({"a.py": [("grave", 700), ("odd", 9000)], "b/c.py": [("odd", 1)]})
    assert [[(one.rule, one.start, len(one.own)) for one in part] for part in made.parts] == [
        [("grave", 0, 500)],
        [("grave", 500, 200), ("odd", 0, 300)],
        [("odd", 300, 500)],
        [("odd", 800, 500)],
        [("odd", 1300, 500)],
        [("odd", 1800, 200)],
    ]
    assert made.part_of == {"grave": 0, "odd": 1}
    assert [one.total for one in made.parts[1]] == [700, 9001]
    assert [folder for folder, _ in made.folders] == ["", "b"]


def test_a_tree_without_findings_has_no_page_of_them() -> None:
    assert lists({"a.py": []}).parts == ()
