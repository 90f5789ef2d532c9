"""``sphinx-filedocs check``: what is planted in a tree is said, in each form, once it is new."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from .conftest import closed, read_schema, write

jsonschema = pytest.importorskip("jsonschema")

CYCLE = {"shop/money.py": "import shop.cart\n\n\ndef euro(cents):\n    return f'{cents} EUR'\n"}
FINDING = {"shop/danger.py": "def run(text):\n    return eval(text)\n"}
LINK = {
    "docs/guide.md": "# Guide\n\n"
    "See [the till](../shop/till.py), [the\ncart](../shop/cart.py#L400)\n"
    "and [what is there](../shop/cart.py#L3-L5), [here](#guide), [there](https://example.org/x).\n"
}
#: What is said of them, by rule.
SAID = {
    "dead-link": [
        "docs/guide.md:3: warning: the link leads to shop/till.py, which does not exist",
        "docs/guide.md:4: warning: the link leads to line 400 of shop/cart.py, which has 8 lines",
    ],
    "import-cycle": [
        "shop/cart.py:3: warning: import cycle: shop/cart.py → shop/money.py → shop/cart.py"
    ],
    "python-eval": ["shop/danger.py:2: warning: eval runs what it is given as code."],
}
Call = Callable[..., Result]


@pytest.fixture
def planted(shop: Path) -> Path:
    """The shop with one problem of each kind."""
    return write(shop, {**CYCLE, **FINDING, **LINK})


def rules(result: Result) -> list[str]:
    return [line.rpartition("[")[2].rstrip("]") for line in result.stdout.splitlines()[:-1]]


def test_a_sound_tree_has_no_problems(shop: Path, call: Call) -> None:
    result = call("check", shop)
    assert (result.exit_code, result.stdout) == (0, "no problems\n")


@pytest.mark.parametrize(
    ("left_out", "options", "why"),
    [
        ({}, (), "contains no files"),
        ({".env": "KEY=value\n"}, (), "only files that hold credentials"),
        ({"a.py": "A = 1\n"}, ("--exclude", "*.py"), "by its patterns (exclude)"),
    ],
)
def test_a_tree_without_files_is_told_from_a_sound_one(
    left_out, options, why, tmp_path, call: Call
) -> None:
    (tmp_path / "bare").mkdir()
    result = call("check", write(tmp_path / "bare", left_out), *options)
    assert (result.exit_code, result.stdout) == (0, "no problems\n")
    assert why in result.stderr


def test_what_git_does_not_track_is_said_to_be_left_out(shop: Path, call: Call) -> None:
    subprocess.run(["git", "init", "-q", shop], check=True)
    assert "no files that git tracks; run `git add`" in call("check", shop).stderr
    assert call("check", shop, "--set", "filedocs_untracked=true").stderr == ""


def test_that_git_refuses_is_said(shop: Path, call: Call, monkeypatch) -> None:
    subprocess.run(["git", "init", "-q", shop], check=True)
    subprocess.run(["git", "-C", shop, "add", "README.md"], check=True)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    said = call("export", shop, "--format", "json")
    assert [file["path"] for file in json.loads(said.stdout)["files"]] == ["README.md"]
    assert "Warning: git does not answer" in said.stderr
    assert "safe.directory" in call("check", shop).stderr


def test_what_is_planted_is_said_with_its_place(planted: Path, call: Call) -> None:
    result = call("check", planted)
    expected = [f"{text} [{rule}]" for rule, texts in SAID.items() for text in texts]
    assert result.stdout.splitlines() == [*sorted(expected), "4 problems"]
    assert result.exit_code == 1


def test_findings_count_from_a_severity_on(planted: Path, call: Call) -> None:
    assert "python-eval" in rules(call("check", planted, "--severity", "note"))
    assert "python-eval" not in rules(call("check", planted, "--severity", "error"))
    assert rules(call("check", planted, "--severity", "none")) == [
        "dead-link",
        "dead-link",
        "import-cycle",
    ]
    off = call("check", planted, "--set", 'filedocs_rules_off=["python-eval"]')
    assert "python-eval" not in rules(off)
    left = call("check", planted, "--exclude", "*.md", "--set", 'filedocs_exclude=["*.py"]')
    assert rules(left) == []


def test_findings_in_tests_are_not_counted(shop: Path, call: Call) -> None:
    write(shop, {"tests/test_danger.py": "def test_it():\n    assert eval('1')\n"})
    assert call("check", shop).exit_code == 0


def test_what_a_baseline_knows_is_not_said_again(planted: Path, tmp_path, call: Call) -> None:
    known = tmp_path / "known.json"
    result = call("check", planted, "--baseline", known, "--write-baseline")
    assert (result.exit_code, result.stdout) == (0, f"{known}: 4 problems known\n")
    result = call("check", planted, "--baseline", known)
    assert (result.exit_code, result.stdout) == (0, "no problems; 4 known\n")

    # It is the same when its line moves, and a second one like it is another.
    text = "\n\ndef run(text):\n    return eval(text)\n\n\ndef more(text):\n    return eval(text)\n"
    write(planted, {"shop/danger.py": text})
    result = call("check", planted, "--baseline", known)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "shop/danger.py:8: warning: eval runs what it is given as code. [python-eval]",
        "1 problem; 4 known",
    ]


def test_a_name_that_is_documented_and_gone_is_said(shop: Path, tmp_path, call: Call) -> None:
    known = tmp_path / "known.json"
    call("check", shop, "--baseline", known, "--write-baseline")
    assert json.loads(known.read_text())["documented"] == {
        "README.md": {"Cart.total": "shop/cart.py::Cart.total"}
    }
    cart = shop / "shop/cart.py"
    cart.write_text(cart.read_text().replace("total", "sum_up"))
    result = call("check", shop, "--baseline", known)
    assert result.stdout.splitlines()[0] == (
        "README.md:3: warning: Cart.total is named here, but shop/cart.py::Cart.total "
        "no longer exists [gone-name]"
    )
    assert result.exit_code == 1
    # The text does not name it any more.
    write(shop, {"README.md": "# Shop\n"})
    assert call("check", shop, "--baseline", known).exit_code == 0


def test_programs_get_json_by_its_schema(planted: Path, call: Call) -> None:
    result = call("check", planted, "--format", "json")
    assert result.exit_code == 1
    said = json.loads(result.stdout)
    jsonschema.validate(said, closed(read_schema("checks/problems-1")))
    assert [one["rule"] for one in said["problems"]] == [*["dead-link"] * 2, *[*SAID][1:]]


def test_code_hosts_get_sarif(planted: Path, call: Call) -> None:
    result = call("check", planted, "--format", "sarif")
    assert result.exit_code == 1
    (run,) = json.loads(result.stdout)["runs"]
    declared = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert declared == sorted(SAID)
    assert [declared[one["ruleIndex"]] for one in run["results"]] == [
        one["ruleId"] for one in run["results"]
    ]
    first = run["results"][0]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "docs/guide.md"
    assert place["region"] == {"startLine": 3}


def test_github_gets_annotations(planted: Path, call: Call) -> None:
    write(planted, {"docs/a,b.md": "[100%](odd%25,%20name.py)\n"})
    result = call("check", planted, "--format", "github")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0] == (
        "::warning file=docs/a%2Cb.md,line=1,title=dead-link::"
        "the link leads to docs/odd%25, name.py, which does not exist"
    )
    assert "::warning file=shop/danger.py,line=2,title=python-eval::eval runs" in result.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "can't be read: No such file"),
        ("[]", "is not a baseline; write one with --write-baseline"),
        ("{", "is not a baseline"),
        ('{"version": 99}', "is a baseline of version 99; 1 is needed"),
        ('{"version": 1, "known": [{}], "documented": {}}', "is not a baseline"),
    ],
)
def test_a_baseline_that_is_none_is_an_error(shop, tmp_path, call: Call, text, said) -> None:
    known = tmp_path / "known.json"
    if text is not None:
        known.write_text(text)
    result = call("check", shop, "--baseline", known)
    assert result.exit_code == 2
    assert f"Error: {known} {said}" in result.stderr


def test_options_without_effect_are_errors(shop: Path, call: Call) -> None:
    result = call("check", shop, "--write-baseline")
    assert result.exit_code == 2
    assert "--write-baseline: name the file to write" in result.stderr
    result = call("check", shop, "--set", "filedocs_short_titles=true")
    assert result.exit_code == 2
    assert "--set filedocs_short_titles has no effect here" in result.stderr
    result = call("check", shop, "--set", 'filedocs_rules_off=["no-rule"]')
    assert result.exit_code == 2
    assert "unknown rule 'no-rule'" in result.stderr


REST = """\
Guide
=====

`The till <shop/till.py>`_, `the cart <shop/cart.py#L99>`_, `what is there <shop/cart.py>`_,
:doc:`x`, `a page <there.html>`_ and `somewhere <https://example.org/x>`_.

.. _named: shop/none.py

.. image:: /picture.png

.. figure:: gone.png

   With a caption.

.. code-block:: rst

   `no link <nothing.py>`_

.. toctree::

   nothing
"""


def test_dead_links_in_restructuredtext_are_said(shop: Path, call: Call) -> None:
    write(shop, {"guide.rst": REST})
    result = call("check", shop)
    assert result.stdout.splitlines() == [
        (
            "guide.rst:4: warning: the link leads to line 99 of shop/cart.py, which has 8 lines "
            "[dead-link]"
        ),
        "guide.rst:4: warning: the link leads to shop/till.py, which does not exist [dead-link]",
        "guide.rst:7: warning: the link leads to shop/none.py, which does not exist [dead-link]",
        "guide.rst:11: warning: the link leads to gone.png, which does not exist [dead-link]",
        "4 problems",
    ]


def test_dead_links_in_directives_are_said(shop: Path, call: Call) -> None:
    inside = {
        "note": ".. note:: See `a <gone1.py>`_.\n\n   .. tip::\n\n      `b <gone2.py>`_\n",
        "table": ".. list-table::\n\n   * - `c <gone3.py>`_\n     - d\n",
        "figure": ".. figure:: shop/cart.py\n\n   With `e <gone4.py>`_.\n",
        "unknown": ".. nothing::\n\n   `f <gone5.py>`_\n",
    }
    write(shop, {"guide.rst": "\n".join(inside.values())})
    said = call("check", shop).stdout
    assert [f"gone{n}.py" in said for n in range(1, 6)] == [True, True, True, True, False]


def test_hostile_restructuredtext_does_no_harm(shop: Path, call: Call, tmp_path: Path) -> None:
    secret = write(tmp_path / "out", {"secret": "`x <hunter2.py>`_"}) / "secret"
    text = f".. include:: {secret}\n\n.. raw:: html\n   :file: {secret}\n\n"
    nested = "".join(f"{' ' * n}* a\n\n" for n in range(900))
    write(shop, {"evil.rst": text, "deep.rst": nested, "role.rst": ".. role::\n\n.. math::\n"})
    result = call("check", shop)
    assert "hunter2" not in result.output
    assert (result.exit_code, result.stdout) == (0, "no problems\n")


def report(line: int) -> str:
    place = {"artifactLocation": {"uri": "shop/cart.py"}, "region": {"startLine": line}}
    found = {"ruleId": "X1", "level": "error", "message": {"text": "It is bad."}}
    results = [{**found, "locations": [{"physicalLocation": place}]}]
    run = {"tool": {"driver": {"name": "other"}}, "results": results}
    return json.dumps({"version": "2.1.0", "runs": [run]})


def test_reports_of_other_tools_count_too(shop: Path, call: Call, tmp_path: Path) -> None:
    file = tmp_path / "other.sarif"
    file.write_text(report(8), encoding="utf-8")
    result = call("check", shop, "--sarif", file)
    assert result.exit_code == 1
    assert result.stdout.startswith("shop/cart.py:8: error: It is bad. [")
    assert call("check", shop).exit_code == 0
    file.write_text("{", encoding="utf-8")
    for option in ("--sarif", "--scip"):
        result = call("check", shop, option, file)
        assert result.exit_code == 2
        assert f"{file.name}: " in result.stderr
        assert result.stdout == ""


def test_links_of_myst_may_lead_to_names(shop: Path, call: Call) -> None:
    """Below a conf.py that names MyST: to labels, objects of Python, documents without suffix."""
    text = (
        "# Guide\n\n[a](shop.cart.Cart), [b](label), [c](genindex), [d](gone.md), [e](../gone.py)\n"
    )
    write(shop, {"docs/conf.py": "extensions = ['myst_parser']\n", "docs/guide.md": text})
    write(shop, {"notes/guide.md": "# Notes\n\nSee [f](LICENSE).\n"})
    said = call("check", shop, "--set", "filedocs_untracked=true").stdout.splitlines()
    assert [one.partition(": warning")[0] for one in said if "dead-link" in one] == [
        "docs/guide.md:3",
        "docs/guide.md:3",
        "notes/guide.md:3",
    ]


def test_a_baseline_that_is_a_link_stays_one(shop: Path, tmp_path: Path, call: Call) -> None:
    (tmp_path / "link").symlink_to("baseline.json")
    result = call("check", shop, "--baseline", tmp_path / "link", "--write-baseline")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "link").is_symlink()
    assert json.loads((tmp_path / "baseline.json").read_text())["known"] == []
