"""The tools that compare revisions: their pages, what builds after edits cost, their structure."""

from __future__ import annotations

from pathlib import Path

import checkouts
import pytest
import same_pages
import structure
from checkouts import Project, differing, digests, opened
from edits import Cost, chosen_subjects, head, row
from edits_read import REPLACEMENTS, Replacement, Subject, read_subjects
from structure import circles, read_module, small_with_one_importer

MODULE = '''\
"""Says what it is."""

import re

from sphinx_filedocs.ext.upstream.patch import Patch

_WORD = re.compile("[a-z]+")


class Index(Patch):
    """Changes an index. Example: one."""


def f(text):
    if _WORD.match(text):
        return re.split(",", text)
    return text.split(",")
'''


def test_output_that_differs_or_is_missing_is_named_but_notes_are_not(tmp_path: Path) -> None:
    for side, text in (("old", "a"), ("new", "b")):
        folder = tmp_path / side / "html"
        folder.mkdir(parents=True)
        (folder / "same.html").write_text("same")
        (folder / "page.html").write_text(text)
        (folder / ".buildinfo").write_text(text)
        (folder / ".filedocs-html.json").write_text(text)
        (folder / f"only_{side}.html").write_text("")
    old, new = digests(tmp_path / "old"), digests(tmp_path / "new")
    assert differing(old, new) == ["html/only_new.html", "html/only_old.html", "html/page.html"]


def test_a_line_of_a_tree_names_the_first_files_that_differ() -> None:
    lines = same_pages.row("demo", 9, [f"{n}.html" for n in range(7)], 1.25, 2).split("\n")
    assert lines[0] == "| demo | 9 | 7 | 1.2 | 2.0 |"
    assert [line.strip() for line in lines[1:]] == [f"{n}.html" for n in range(5)]


def test_a_checkout_is_a_folder_with_the_package(tmp_path: Path) -> None:
    (tmp_path / "sphinx_filedocs").mkdir()
    with opened(str(tmp_path)) as checkout:
        assert checkout.root == tmp_path.resolve()
    with pytest.raises(ValueError, match="no checkout and no revision"), opened("no-such-name"):
        pass


def test_a_checkout_whose_package_is_not_the_one_that_is_loaded_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sphinx_filedocs").mkdir()
    (tmp_path / "sphinx_filedocs" / "__init__.py").write_text("")
    with opened(str(tmp_path)) as checkout:
        checkout.prepare()
        monkeypatch.setattr(
            checkouts.Checkout, "variables", {"PYTHONPATH": str(Path(__file__).parents[2])}
        )
        # Python puts the working directory first, as long as it is told to.
        monkeypatch.setenv("PYTHONSAFEPATH", "1")
        with pytest.raises(RuntimeError, match="Python loads"):
            checkout.prepare()


def test_a_project_documents_the_tree_by_its_absolute_path(tmp_path: Path) -> None:
    project = Project.of_tree(tmp_path / "it's", tmp_path / "place")
    values: dict[str, object] = {}
    exec((project.docs / "conf.py").read_text(), values)  # noqa: S102 (our own text)
    assert values["filedocs_trees"] == {"source": str(tmp_path / "it's")}
    assert project.output("a") != project.output("b")


def test_a_replacement_takes_a_passage_that_is_there_once() -> None:
    assert Replacement("b\n", "x\n").apply("a\nb\nc\n") == "a\nx\nc\n"
    assert Replacement("b", "", until="d").apply("abcd") == "ad"
    with pytest.raises(ValueError, match="2 times"):
        Replacement("a", "").apply("aa")
    with pytest.raises(ValueError, match="0 times"):
        Replacement("b", "").apply("aa")


def test_edits_are_made_in_turn_each_from_the_state_before(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text("0")
    (tmp_path / "src" / "b.py").write_text("")
    (tmp_path / "src" / "c.py").write_text("")
    steps = {edit: Replacement(str(n), str(n + 1)) for n, edit in enumerate(REPLACEMENTS)}
    subject = Subject({"t": "src"}, "a.py", steps, ("d.py", "\nd\n"), "b.py", ("c.py", "e.py"))
    texts = [(tmp_path / "src" / "a.py").read_text() for _ in subject.edits(tmp_path, "t")]
    assert texts == ["1", "2", "3", "4", "5", "6", "7", "7", "7", "7"]
    assert sorted(path.name for path in (tmp_path / "src").iterdir()) == ["a.py", "d.py", "e.py"]
    assert (tmp_path / "src" / "d.py").read_text() == "d\n"


def test_every_subject_has_every_edit_and_the_bounds_that_are_promised() -> None:
    bounds = {name: subject.bound for subject in read_subjects() for name in subject.trees}
    assert bounds == {
        "jackson": 2,
        "redis": 3,
        "torch": 12,
        "distributed": 12,
        "flask-repo": None,
    }


def test_a_subject_that_lacks_an_edit_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "edits.toml"
    file.write_text('[[subject]]\ntrees = { t = "" }\nfile = "a.py"\nreplace = {}\n')
    with pytest.raises(TypeError, match=r"a\.py"):
        read_subjects(file)


def test_a_tree_without_edits_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown"):
        list(chosen_subjects([Path("unknown")]))


def test_the_table_says_whether_bounds_hold_and_pages_are_right() -> None:
    fine, slow = Cost(1.24, 3, 0, is_clean=True), Cost(2.06, 4, 2, is_clean=False)
    line = row(("t", "a.c", "file added"), [fine, slow], 2.0)
    assert (
        line == "| t | a.c | file added | 2 | 1.2 | 3 | ok, same | 2.1 | 4 + 2 | MISSED, DIFFERS |"
    )
    folders = [checkouts.Checkout(name, Path(name)) for name in ("old", "new")]
    assert head(folders).split("\n")[0].count("|") == line.count("|")
    assert Cost(9, 1, 0).verdict(None) == ""


def test_a_module_is_measured_by_its_code() -> None:
    module = read_module("pages/a.py", MODULE)
    assert module.name == "pages.a"
    assert module.lines == 17
    assert module.docstrings == ("Says what it is.", "Changes an index. Example: one.")
    assert (module.expressions, module.inline_expressions, module.patches) == (1, 1, 1)
    assert module.long_functions == ()


def test_a_function_is_long_from_its_51st_line() -> None:
    def long(lines: int) -> tuple[str, ...]:
        return read_module("a.py", "def f():\n" + "    x()\n" * (lines - 1)).long_functions

    assert (long(50), long(51)) == ((), ("f",))


def test_circles_go_through_imports_of_any_form_and_not_through_packages() -> None:
    texts = {
        "__init__.py": "from sphinx_filedocs.pages import b\n",
        "pages/__init__.py": "",
        "pages/a.py": "import os\nfrom sphinx_filedocs.pages import b\nfrom .. import c\n",
        "pages/b.py": "from sphinx_filedocs.c import f\n",
        "c.py": "def f():\n    import sphinx_filedocs.pages.a\n",
        "d.py": "from sphinx_filedocs import c\nfrom sphinx_filedocs import __version__\n",
    }
    modules = [read_module(path, text) for path, text in texts.items()]
    assert circles(modules) == [["c", "pages.a", "pages.b"]]
    assert small_with_one_importer(modules) == ["sphinx_filedocs", "pages.a"]


def test_the_table_has_a_column_for_each_checkout() -> None:
    modules = [read_module("a.py", MODULE), read_module("plugins/b.py", "x = 1\n")]
    text = structure.table({"old": (modules[:1], 17), "new": (modules, 9)})
    lines = text.split("\n")
    assert lines[:4] == [
        "| counted | old | new |",
        "| --- | --- | --- |",
        "| modules | 1 | 2 |",
        "| modules without plugins/ | 1 | 1 |",
    ]
    assert "| lines of tests a line | 1.00 | 0.50 |" in lines
    assert "| “what” in 1,000 words of docstrings | 111.1 | 111.1 |" in lines
