"""Findings on pages: ours, those of other tools that write SARIF, and ours written as SARIF."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sphinx.errors import ConfigError

from sphinx_filedocs.plugins.sarif.reader import path_of, read_reports
from tests.plugins.reported import reported_tree

TREE = {
    "app/run.py": "import os\n\n\ndef run(line):\n    os.system(line)\n",
    "app/plain.py": "def plain():\n    return 1\n",
    "tests/test_run.py": "import os\n\n\ndef test_run():\n    os.system(line)\n",
}
RUN_PAGE, FINDINGS = "source/app/run.py.html", "source/findings.html"


def result(uri: str, line: int = 2, **more: object) -> dict[str, object]:
    place = {"artifactLocation": {"uri": uri}, "region": {"startLine": line}}
    return {
        "ruleId": "X1",
        "message": {"text": "This is odd."},
        "locations": [{"physicalLocation": place}],
        **more,
    }


def report(*results: object, **run: object) -> str:
    rule = {
        "id": "X1",
        "helpUri": "https://tool.test/x1",
        "shortDescription": {"text": "Odd things."},
        "properties": {"tags": ["security", "external/cwe/cwe-079"]},
    }
    driver = {"name": "Tool", "rules": [rule]}
    runs = [{"tool": {"driver": driver}, "results": list(results), **run}]
    return json.dumps({"version": "2.1.0", "runs": runs})


def trees(*reports: str) -> dict[str, object]:
    return {"source": {"path": "../tree", "sarif": [f"../{name}" for name in reports]}}


def words(html: str) -> str:
    body = html[html.index('<section id="page"') :]
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


# --- our own findings on pages --------------------------------------------------------------------


def test_the_findings_of_a_tree_stand_on_one_page_by_rule_and_folder(project) -> None:
    output = project(TREE).build()
    assert output.warnings == ""
    page = output.read(FINDINGS)
    assert "1 warning 1 more in tests, examples, generated and vendored code." in words(page)
    assert "Warning · Security · CWE-78" in words(page)
    assert "Fix: Start the program with a list of arguments" in words(page)
    assert "app/ – 1 run.py L5 os.system passes its command to a shell." in words(page)
    assert 'href="app/run.py.html#L5"' in page
    # Of tests, the file alone is named.
    assert "In tests, examples, generated and vendored code: tests/test_run.py – 1" in words(page)
    assert 'href="tests/test_run.py.html"' in page
    assert 'href="tests/test_run.py.html#' not in page
    start = output.read("source/index.html")
    assert "1 warning: " in start
    assert 'href="findings.html"' in start


def test_a_files_page_leads_to_what_is_known_of_the_rule(project) -> None:
    output = project(TREE).build()
    assert 'href="../findings.html#rule-python-os-command"' in output.read(RUN_PAGE)
    assert 'id="rule-python-os-command"' in output.read(FINDINGS)


def test_findings_of_a_test_are_a_count(project) -> None:
    page = words(project(TREE).build().read("source/tests/test_run.py.html"))
    assert "1 finding, not counted as the project’s own: python-os-command (1)" in page
    assert "passes its command" not in page


def test_a_tree_without_findings_has_no_page_of_them(project) -> None:
    output = project({"plain.py": TREE["app/plain.py"]}).build()
    assert not (output.folder / FINDINGS).exists()


def test_a_rule_that_is_off_is_on_no_page(project) -> None:
    made = project(TREE)
    assert "python-os-command" in made.build().read(RUN_PAGE)
    output = made.build(filedocs_rules_off=["python-os-command"])
    assert "python-os-command" not in output.read(RUN_PAGE)
    assert not (output.folder / FINDINGS).exists()


def test_an_unknown_rule_that_is_off_is_named_with_the_nearest_one(project) -> None:
    with pytest.raises(ConfigError, match="did you mean 'python-os-command'"):
        project(TREE).build(filedocs_rules_off=["python-os-comand"])


# --- reports that are read ------------------------------------------------------------------------


def test_the_findings_of_a_tool_stand_on_the_pages_that_they_concern(project) -> None:
    made = project(TREE)
    (made.folder / "tool.sarif").write_text(report(result("app/plain.py", level="error")))
    output = made.build(filedocs_trees=trees("tool.sarif"))
    assert output.warnings == ""
    page = output.read("source/app/plain.py.html")
    assert "Error Tool X1 L2 This is odd." in words(page)
    assert "Error Tool X1 Security 1" in words(output.read(FINDINGS))
    assert 'href="https://tool.test/x1"' in output.read(FINDINGS)
    assert "CWE-79" in output.read(FINDINGS)


def test_a_report_that_is_written_again_changes_the_pages(project) -> None:
    made = project(TREE)
    place = made.folder / "tool.sarif"
    place.write_text(report(result("app/plain.py")))
    made.build(filedocs_trees=trees("tool.sarif"))
    place.write_text(report(result("app/plain.py", message={"text": "This is still odd."})))
    output = made.build(filedocs_trees=trees("tool.sarif"))
    assert "This is still odd." in output.read("source/app/plain.py.html")
    place.write_text(report())
    output = made.build(filedocs_trees=trees("tool.sarif"))
    assert "This is" not in output.read("source/app/plain.py.html")


def test_pages_after_edits_are_those_of_a_clean_build(project) -> None:
    made = project(TREE)
    place = made.folder / "tool.sarif"
    options = {"filedocs_trees": trees("tool.sarif")}

    def pages() -> dict[str, str]:
        output = made.build(**options)
        return {name: output.read(name) for name in output.names if name.endswith(".html")}

    place.write_text(report(result("app/plain.py"), result("app/run.py", 1)))
    pages()
    # One finding more of a rule that another page lists, and one of a new rule that leads the list.
    made.write({"app/plain.py": "import os\n\n\nos.system(x)\nassert (x, 'y')\n"})
    place.write_text(report(result("app/plain.py", 3), result("tests/test_run.py")))
    after = pages()
    shutil.rmtree(made.folder / "out")
    assert after == pages()


def test_a_line_that_is_not_there_any_more_is_left_out(project) -> None:
    made = project(TREE)
    (made.folder / "tool.sarif").write_text(report(result("app/plain.py", 99)))
    output = made.build(filedocs_trees=trees("tool.sarif"))
    assert output.warnings == ""
    assert "1 of its results names a line beyond the end of its file" in output.status
    assert "This is" not in output.read("source/app/plain.py.html")


def test_a_tool_may_have_been_run_above_the_tree(project) -> None:
    made = project(TREE)
    (made.folder / "tool.sarif").write_text(report(result("tree/app/plain.py")))
    output = made.build(filedocs_trees=trees("tool.sarif"))
    assert "This is odd." in output.read("source/app/plain.py.html")


def test_a_report_of_other_files_is_named(project) -> None:
    made = project(TREE)
    (made.folder / "tool.sarif").write_text(report(result("other/app/plain.py")))
    output = made.build(filedocs_trees=trees("tool.sarif"))
    assert output.warnings == ""
    assert "its 1 result is about a file that is not in the tree" in output.status


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no report",
        b"\xff\xfe\x00",
        b"[]",
        b'{"version": "2.1.0"}',
        b'{"version": "1.0.0", "runs": []}',
        b"[" * 100_000,
        b'{"version": "2.1.0", "runs": ' + b"9" * 10_000 + b"}",
    ],
)
def test_what_is_no_report_is_one_warning(project, data: bytes) -> None:
    made = project({"plain.py": TREE["app/plain.py"]})
    (made.folder / "tool.sarif").write_bytes(data)
    output = made.build(filedocs_trees=trees("tool.sarif"))
    assert "tool.sarif: it is not a SARIF 2.1.0 report and is ignored" in output.warnings
    assert output.warnings.count("WARNING") == 1


def test_a_report_that_is_missing_is_one_warning(project) -> None:
    output = project({"plain.py": "a = 1\n"}).build(filedocs_trees=trees("tool.sarif"))
    assert "tool.sarif: the report can't be read (No such file or directory)" in output.warnings


def test_what_a_report_says_is_text(project) -> None:
    made = project(TREE)
    evil = "<script>alert(1)</script> \u202e [a](javascript:alert(1)) {0} \ud800"
    (made.folder / "tool.sarif").write_text(
        report(result("app/plain.py", message={"text": evil}, ruleId="<b>`X`"))
    )
    output = made.build(filedocs_trees=trees("tool.sarif"))
    assert output.warnings == ""
    for page in ("source/app/plain.py.html", FINDINGS):
        assert "<script>alert" not in output.read(page)
        assert 'href="javascript:' not in output.read(page)
        assert "\u202e" not in output.read(page)
        assert "<b>`X`" not in output.read(page)


def findings(tmp_path: Path, text: str) -> dict[str, list[tuple[int, str]]]:
    """Return what is read from a report of a tree at ``/tree`` with a file of nine lines."""
    place = tmp_path / "x.sarif"
    place.write_text(text)
    found = read_reports([place], reported_tree({"a b.py": 9 * "\n"}))
    return {
        path: [(one.line, str(one.text)) for one in rows] for path, rows in found.findings.items()
    }


@pytest.mark.parametrize(
    ("uri", "more"),
    [
        ("a%20b.py", {}),
        ("./x/../a%20b.py", {}),
        ("tree/a%20b.py", {}),
        ("file:///tree/a%20b.py", {}),
        ("file:///tree/x/../a%20b.py", {}),
        ("tree/a%20b.py", {"base": {"uri": "file:///"}}),
        ("a%20b.py", {"base": {"uri": "file:///tree/"}}),
        ("a%20b.py", {"base": {"uri": "tree/", "uriBaseId": "top"}, "top": {"uri": "file:///"}}),
        ("a%20b.py", {"base": {"description": {"text": "The root."}}}),
        ("a%20b.py", {"base": {"uri": "file:///home/runner/work/project/"}}),
    ],
)
def test_an_address_is_found_in_the_tree(tmp_path: Path, uri: str, more: dict[str, object]) -> None:
    one = result(uri)
    if more:
        physical = one["locations"][0]["physicalLocation"]
        physical["artifactLocation"]["uriBaseId"] = "base"
    text = report(one, originalUriBaseIds=more)
    assert findings(tmp_path, text) == {"a b.py": [(2, "This is odd.")]}


@pytest.mark.parametrize(
    "uri",
    [
        "../a%20b.py",
        "file:///elsewhere/a%20b.py",
        "file:///tree/../a%20b.py",
        "https://tree/a%20b.py",
        "/a%20b.py",
        "a%20b.py%00",
        "..%2f..%2fa%20b.py",
        "",
        "http://[",
    ],
)
def test_an_address_outside_of_the_tree_is_left_out(tmp_path: Path, uri: str) -> None:
    assert findings(tmp_path, report(result(uri))) == {}


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"suppressions": [{"kind": "inSource"}]}, None),
        ({"suppressions": [{"kind": "inSource", "status": "rejected"}]}, "This is odd."),
        ({"suppressions": []}, "This is odd."),
        ({"kind": "pass"}, None),
        ({"baselineState": "absent"}, None),
        ({"message": {"text": "Of {0}.", "arguments": ["it"]}}, "Of it."),
        ({"message": {"id": "none"}}, "X1"),
        ({"message": {"text": "See [this place](1)."}}, "See this place."),
        ({"locations": []}, None),
    ],
)
def test_what_a_result_says_and_whether_it_counts(
    tmp_path: Path, more: dict[str, object], text: str | None
) -> None:
    shown = {"a b.py": [(2, text)]} if text else {}
    assert findings(tmp_path, report({**result("a%20b.py"), **more})) == shown


def test_an_artifact_may_be_named_by_its_number(tmp_path: Path) -> None:
    one = result("")
    one["locations"][0]["physicalLocation"]["artifactLocation"] = {"index": 1}
    artifacts = [{"location": {"uri": "x"}}, {"location": {"uri": "a%20b.py"}}]
    assert findings(tmp_path, report(one, artifacts=artifacts)) == {"a b.py": [(2, "This is odd.")]}


KEYS = """
    text id uri index rules name properties tags region startLine level message arguments locations
    physicalLocation artifactLocation uriBaseId ruleId rule driver results suppressions artifacts
    toolComponent messageStrings extensions tool helpUri
"""
VALUES = st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just("a%20b.py")
JSON = st.recursive(
    VALUES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(KEYS.split()), inner, max_size=5)
    ),
    max_leaves=30,
)


@given(st.lists(JSON, max_size=2), JSON, JSON)
def test_no_report_stops_the_build(
    tmp_path_factory: pytest.TempPathFactory, results: object, tool: object, bases: object
) -> None:
    place = tmp_path_factory.getbasetemp() / "any.sarif"
    run = {"tool": tool, "results": results, "originalUriBaseIds": bases}
    place.write_text(json.dumps({"version": "2.1.0", "runs": [run, results]}))
    read_reports([place], reported_tree({"a b.py": 9 * "\n"}))


@given(st.text(max_size=40))
def test_no_address_leaves_the_tree(uri: str) -> None:
    path = path_of({"uri": uri}, {}, "/tree")
    assert not path.startswith("/")
    assert ".." not in path.split("/")


# --- our report -----------------------------------------------------------------------------------


def test_our_findings_are_written_as_a_report(project) -> None:
    made = project({**TREE, "a ü.py": "eval(x)\n\n\neval(x)\n"})
    folder = made.build("sarif").folder
    written = json.loads((folder / "findings.sarif").read_bytes())
    (run,) = written["runs"]
    assert written["version"] == "2.1.0"
    rules = run["tool"]["driver"]["rules"]
    places = [
        (
            rules[one["ruleIndex"]]["id"] == one["ruleId"],
            one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            one["locations"][0]["physicalLocation"]["region"]["startLine"],
        )
        for one in run["results"]
    ]
    assert places == [
        (True, "a%20%C3%BC.py", 1),
        (True, "a%20%C3%BC.py", 4),
        (True, "app/run.py", 5),
        (True, "tests/test_run.py", 5),
    ]
    prints = {one["partialFingerprints"]["primaryLocationLineHash"] for one in run["results"]}
    assert len(prints) == 3  # two files have the same line
    shell = next(rule for rule in rules if rule["id"] == "python-os-command")
    assert shell["defaultConfiguration"] == {"level": "warning"}
    assert shell["properties"]["tags"] == ["security", "external/cwe/cwe-78"]
    assert shell["help"]["text"].endswith("quote each value for the shell.")


def test_our_report_can_be_read_by_us(project, tmp_path: Path) -> None:
    folder = project(TREE).build("sarif").folder
    found = read_reports([folder / "findings.sarif"], reported_tree(TREE))
    assert not found.diagnostics
    assert {path: [one.line for one in rows] for path, rows in found.findings.items()} == {
        "app/run.py": [5],
        "tests/test_run.py": [5],
    }
