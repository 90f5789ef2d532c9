"""Languages, rules and sections that a project or an installed package adds."""

from __future__ import annotations

import importlib
import multiprocessing
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from sphinx_filedocs.ext.errors import UserError
from sphinx_filedocs.index import analyser
from sphinx_filedocs.languages import Language, table
from sphinx_filedocs.languages.base import CAPTURES
from sphinx_filedocs.pages import sections
from sphinx_filedocs.parse import isolation
from tests.projects import Project

TABLE = """
name = "Zig"
grammar = "tree_sitter_zig"
lexer = "zig"
extensions = [".zig"]

[hooks]
imports = "sphinx_filedocs.languages.ruby:LoadPath"

[comments]
nodes = ["comment"]

[names]
nodes = ["identifier"]

[scopes]
bare_members = false

[highlight]
pattern = '$WORD | $NUMBER | (?P<c1>//[^\\n]*+) | (?P<s>$TEXT)'
[highlight.words]
k = "const fn pub return struct var"
"""
TAGS = """
(function_declaration name: (identifier) @name) @definition.function
(variable_declaration
  (identifier) @name
  (struct_declaration "{" @body)) @definition.struct
"""
IMPORTS = """
(variable_declaration
  (identifier) @alias
  (builtin_function
    (builtin_identifier) @_import
    (arguments (string (string_content) @target)))
  (#eq? @_import "@import")) @import.include
"""
LOCALS = """
(function_declaration name: (identifier) @name) @scope.function
(parameter name: (identifier) @definition.parameter)
(container_field name: (identifier) @definition.field)
(variable_declaration (identifier) @name (struct_declaration)) @scope.class
"""
REFERENCES = """
(field_expression member: (identifier) @member)
(call_expression function: (_) @callee) @call
"""
ZIG = {
    "language.toml": TABLE,
    "tags.scm": TAGS,
    "imports.scm": IMPORTS,
    "locals.scm": LOCALS,
    "references.scm": REFERENCES,
}
RULE = """
category = "performance"

[zig-panic]
languages = ["zig"]
literals = ["@panic"]
query = '((builtin_function (builtin_identifier) @_name) @finding (#eq? @_name "@panic"))'
text = "Gives up with `@panic`."
"""
SECTION = """
from docutils import nodes

def todo(view):
    return [nodes.paragraph("", "Nothing to do for " + view.title)]
"""
TREE = {
    "main.zig": """\
        //! Runs the jobs.
        const store = @import("lib/store.zig");

        pub fn main() void {
            store.keep(1);
        }
        """,
    "lib/store.zig": """\
        /// Where jobs are kept.
        pub const Store = struct {
            size: u32,
        };

        /// Keeps a job.
        pub fn keep(job: u32) void {
            @panic("full");
        }
        """,
    "tool.py": "def run():\n    pass\n",
}
STORE, MAIN = "source/lib/store.zig.html", "source/main.zig.html"


@pytest.fixture
def zig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    """A project with files of Zig and what its ``conf.py`` may add, beside the documentation."""
    made = Project(tmp_path)
    made.write(TREE)
    made.write(
        {"index.rst": "Docs\n====\n\n.. toctree::\n\n   source/index\n", "conf.py": ""}, "docs"
    )
    made.write(ZIG, "docs/zig")
    made.write({"own.toml": RULE}, "docs/rules")
    made.write({"zig_sections.py": SECTION}, "modules")
    monkeypatch.syspath_prepend(tmp_path / "modules")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield made
    _forget()
    table.use(table.Additions())


ADDED = {"filedocs_languages": {"zig": "zig"}, "filedocs_rules": ["rules"]}


def _forget() -> None:
    """Forget the modules of users, as another process would not know them."""
    for name in ("zig_sections", "zig_hooks", "zig_package"):
        sys.modules.pop(name, None)
    importlib.invalidate_caches()
    sections.code_digest.cache_clear()


def _edit(project: Project, path: str, change: Callable[[str], str]) -> None:
    file = project.folder / path
    file.write_text(change(file.read_text()))
    _forget()


def _shown(project: Project, jobs: int = 1, **options: object) -> str:
    """Return the page of ``lib/store.zig`` as text."""
    return project.build("text", jobs=jobs, **options).read("source/lib/store.zig.txt")


# --- a language -----------------------------------------------------------------------------------


def test_without_its_folder_nothing_is_known_of_a_language(zig: Project) -> None:
    page = _shown(zig)
    assert "Outline" not in page
    assert "Imported by" not in page


def test_a_language_of_the_project_has_all_that_ours_have(zig: Project) -> None:
    page = _shown(zig, **ADDED)
    assert '"pub const Store = struct" L2–L4 – Where jobs are kept.' in page
    assert '"pub fn keep(job: u32) void" L7–L9 – Keeps a job.' in page
    assert '* "main.zig" on L2' in page
    assert 'Gives up with "@panic".' in page
    found = zig.build(**ADDED)
    assert not found.warnings
    listing = found.read(MAIN)
    assert '<i class="k">pub</i>' in listing
    assert 'store</a>.<a href="lib/store.zig.html#def-keep"' in listing


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_edit_of_its_query_is_seen(zig: Project, jobs: int) -> None:
    assert '-[ Structs ]-\n\n* "Store"' in _shown(zig, jobs, **ADDED)
    _edit(zig, "docs/zig/tags.scm", lambda text: text.replace(".struct", ".class"))
    assert '-[ Classes ]-\n\n* "Store"' in _shown(zig, jobs, **ADDED)
    _edit(zig, "docs/zig/tags.scm", lambda text: text[: text.index("(variable")])
    assert "-[ Classes ]-" not in _shown(zig, jobs, **ADDED)


def test_processes_that_are_not_forked_have_it_too(
    zig: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    spawn = multiprocessing.get_context("spawn")
    monkeypatch.setattr(isolation, "forks", lambda: False)
    monkeypatch.setattr(isolation.multiprocessing, "get_context", lambda _method: spawn)
    assert '"pub fn keep(job: u32) void" L7–L9' in _shown(zig, **ADDED)


def test_nothing_is_written_again_when_nothing_was_edited(zig: Project) -> None:
    assert not zig.rebuilt_of_tree(lambda: None, **ADDED)


def test_an_edit_of_its_name_is_seen(zig: Project) -> None:
    zig.build("text", **ADDED)
    _edit(zig, "docs/zig/language.toml", lambda text: text.replace('"Zig"', '"Zag"'))
    assert "Language:\n   Zag" in _shown(zig, **ADDED)


def test_the_hook_of_a_project_is_run_and_its_edits_are_seen(zig: Project) -> None:
    hook = """
        class Strategy:
            def __init__(self, tree, paths):
                self.paths = paths

            def resolve(self, path, one):
                return [other for other in self.paths if other.endswith("WANTED")]
        """
    ours = "sphinx_filedocs.languages.ruby:LoadPath"
    zig.write({"zig_hooks.py": hook.replace("WANTED", "nothing.zig")}, "modules")
    _edit(zig, "docs/zig/language.toml", lambda text: text.replace(ours, "zig_hooks:Strategy"))
    assert "Imported by" not in _shown(zig, **ADDED)
    zig.write({"zig_hooks.py": hook.replace("WANTED", "store.zig")}, "modules")
    _forget()
    assert "Imported by 1 file" in _shown(zig, **ADDED)


def test_a_file_of_our_own_language_is_overridden(zig: Project) -> None:
    tags = "(function_definition name: (identifier) @name) @definition.macro\n"
    zig.write({"tags.scm": tags}, "docs/python")
    page = zig.build("text", filedocs_languages={"python": "python"}).read("source/tool.py.txt")
    assert '-[ Macros ]-\n\n* "run"' in page
    page = zig.build("text").read("source/tool.py.txt")
    assert '-[ Functions ]-\n\n* "run"' in page


def test_a_language_inherits_another(zig: Project) -> None:
    heir = 'name = "Zog"\ninherits = "python"\nextensions = [".zog"]\n'
    zig.write({"language.toml": heir}, "docs/zog")
    zig.write({"a.zog": 'def first():\n    """Does it."""\n'})
    page = zig.build("text", filedocs_languages={"zog": "zog"}).read("source/a.zog.txt")
    assert "Language:\n   Zog" in page
    assert '"def first()" L1–L2 – Does it.' in page


FORTRAN = 'name = "Fortran"\nlexer = "fortran"\nextensions = [".f90"]\ncomments.marks = ["!"]\n'


def test_a_language_without_a_grammar_has_comments_without_marks(zig: Project) -> None:
    zig.write({"language.toml": FORTRAN}, "docs/fortran")
    source = "!> Solves systems of linear\n!! equations.\n\nmodule solve\nend module\n"
    zig.write({"solve.f90": source})
    page = zig.build("text", filedocs_languages={"fortran": "fortran"}).read("source/solve.f90.txt")
    assert "Solves systems of linear equations." in page


def test_an_heir_changes_single_keys_of_a_group(monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'name = "Heir"\nlexer = "go"\ninherits = "go"\ncomments.docstrings = true\n'
    folder = table.LanguageFolder("heir", (table.DataFile("language.toml", "heir.toml", text),))
    monkeypatch.setattr(table, "_used", [table.Additions(folders=(folder,))])
    _forget()
    comments = table.load()["heir"].comments
    assert (comments.docstrings, comments.package_files) == (True, ("doc.go",))


def test_the_inputs_of_the_analysis_are_told_apart(zig: Project) -> None:
    zig.build(**ADDED)
    before = dict(analyser.inputs())
    _edit(zig, "docs/zig/tags.scm", lambda text: text + "\n; edited\n")
    _edit(zig, "docs/rules/own.toml", lambda text: text + "\n# edited\n")
    zig.build(**ADDED)
    after = dict(analyser.inputs())
    assert {key for key in after if after[key] != before.get(key)} == {
        "language zig",
        "rules rules/own.toml",
    }


def test_every_key_and_capture_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "languages.md").read_text("utf-8")
    described = dict(part.partition("\n")[::2] for part in text.split("\n### "))
    for group in fields(Language):
        value = getattr(Language("x", "X", "text"), group.name)
        if is_dataclass(value):
            title, keys = f"`[{group.name}]`", [key.name for key in fields(value)]
        else:
            title, keys = "The language and its files", [group.name]
        words = described[title] + "`key`"
        assert [key for key in keys if not re.search(rf"`(?:\[\w+\.)?{key}\b", words)] == [], title
    captures = {name for names in CAPTURES.values() for name in names}
    assert [name for name in captures if not re.search(rf"`@{name}\b", text)] == []


# --- rules and sections ---------------------------------------------------------------------------


def test_an_edit_of_a_rule_is_seen(zig: Project) -> None:
    zig.build(**ADDED)
    _edit(zig, "docs/rules/own.toml", lambda text: text.replace("Gives up", "Stops"))
    assert "Stops with" in zig.build(**ADDED).read(STORE)
    assert "Stops with" not in zig.build(filedocs_languages={"zig": "zig"}).read(STORE)


def test_a_rule_takes_the_place_of_ours_of_the_same_name(zig: Project) -> None:
    zig.write({"w.py": "eval(input())\n"})
    assert "Own words." not in zig.build().read("source/w.py.html")
    rule = """
        category = "security"
        [python-eval]
        line = 'eval'
        text = "Own words."
        """
    zig.write({"own.toml": rule}, "docs/rules")
    assert "Own words." in zig.build(filedocs_rules=["rules/own.toml"]).read("source/w.py.html")


@pytest.mark.parametrize(
    ("entries", "order"),
    [
        (["+zig_sections.todo"], ["Source", "Nothing to do"]),
        (["after:purpose:zig_sections.todo"], ["Nothing to do", "Details"]),
        (["before:metadata:zig_sections.todo", "-outline"], ["Nothing to do", "Details"]),
    ],
)
def test_a_section_is_put_into_the_default_list(
    zig: Project, entries: list[str], order: list[str]
) -> None:
    page = zig.build("text", filedocs_file_sections=entries, **ADDED).read("source/main.zig.txt")
    places = [page.index(word) for word in order]
    assert places == sorted(places)
    assert ("Outline" in page) == ("-outline" not in entries)


def test_an_edit_of_a_section_is_seen(zig: Project) -> None:
    options = {**ADDED, "filedocs_file_sections": ["+zig_sections.todo"]}
    zig.build(**options)
    _edit(zig, "modules/zig_sections.py", lambda text: text.replace("Nothing to do", "All done"))
    assert "All done for" in zig.build(**options).read(MAIN)


# --- installed packages ---------------------------------------------------------------------------


@pytest.fixture
def package(zig: Project) -> Project:
    """The same with a distribution that adds all by its entry points."""
    base = zig.folder / "modules"
    entries = """
        [sphinx_filedocs.languages]
        zig = zig_package.languages.zig

        [sphinx_filedocs.rules]
        zig = zig_package.rules

        [sphinx_filedocs.sections]
        file:after:purpose:todo = zig_sections:todo
        """
    zig.write(
        {
            "METADATA": "Metadata-Version: 2.1\nName: zig-package\nVersion: 1\n",
            "entry_points.txt": entries,
        },
        "modules/zig_package-1.dist-info",
    )
    (base / "zig_package").mkdir()
    # Its code is not run.
    (base / "zig_package" / "__init__.py").write_text("raise RuntimeError\n")
    zig.write(ZIG, "modules/zig_package/languages/zig")
    zig.write({"own.toml": RULE}, "modules/zig_package/rules")
    _forget()
    return zig


def test_an_installed_package_adds_by_its_entry_points(package: Project) -> None:
    page = package.build().read(STORE)
    assert "Keeps a job." in page
    assert "Gives up with" in page
    assert "Nothing to do for" in page
    _edit(package, "modules/zig_package/rules/own.toml", lambda text: text.replace("Gives", "Gave"))
    assert "Gave up with" in package.build().read(STORE)


def test_the_project_counts_more_than_a_package(package: Project) -> None:
    _edit(package, "docs/rules/own.toml", lambda text: text.replace("Gives", "We give"))
    _edit(package, "docs/zig/language.toml", lambda text: text.replace('"Zig"', '"Our Zig"'))
    page = package.build(**ADDED).read(STORE)
    assert "We give up with" in page
    assert "Our Zig" in page


def test_the_project_finds_a_folder_in_a_package(package: Project) -> None:
    page = package.build(filedocs_languages={"zag": "zig_package:languages/zig"}).read(STORE)
    assert "Keeps a job." in page


# --- mistakes -------------------------------------------------------------------------------------

MISTAKES: dict[str, tuple[dict[str, object], dict[str, str], str]] = {
    "no folder": ({"filedocs_languages": {"zig": "zag"}}, {}, "does not exist"),
    "an empty folder": ({"filedocs_languages": {"zig": "."}}, {}, "language.toml"),
    "a wrong key": ({"filedocs_languages": {"Z-g": "zig"}}, {}, "small letters"),
    "no package": ({"filedocs_languages": {"zig": "zig_nowhere:zig"}}, {}, "zig_nowhere"),
    "no TOML": (ADDED, {"zig/language.toml": "name ="}, "zig/language.toml"),
    "an unknown key": (ADDED, {"zig/language.toml": TABLE.replace("lexer", "lexxer")}, "'lexxer'"),
    "a wrong value": (
        ADDED,
        {"zig/language.toml": TABLE.replace('["comment"]', '"comment"')},
        "Expected `array`, got `str` - at `$.comments.nodes`",
    ),
    "a missing key": (ADDED, {"zig/language.toml": 'name = "Zig"\n'}, "'lexer' is missing"),
    "no such grammar": (
        ADDED,
        {"zig/language.toml": TABLE.replace("sitter_zig", "sitter_zag")},
        "tree_sitter_zag",
    ),
    "no such lexer": (ADDED, {"zig/language.toml": TABLE.replace('"zig"', '"zagzag"')}, "zagzag"),
    "no such hook": (
        ADDED,
        {"zig/language.toml": TABLE.replace("LoadPath", "Load")},
        "ruby:Load",
    ),
    "a circle": (
        ADDED,
        {"zig/language.toml": TABLE.replace("lexer", 'inherits = "zig"\nlexer')},
        "inherits",
    ),
    "an unknown capture": (ADDED, {"zig/tags.scm": TAGS.replace("@name", "@nam")}, "@nam"),
    "a member without its counterpart": (
        ADDED,
        {
            "zig/locals.scm": LOCALS + "(_ . (_) @owner (identifier) @member)\n",
            "zig/references.scm": REFERENCES.splitlines()[2],
        },
        "Zig lacks @member in this query; @member in zig/locals.scm needs it to look a member up",
    ),
    "references without definitions": (
        ADDED,
        {"zig/locals.scm": "; (parameter name: (identifier) @definition.parameter)\n"},
        "Zig lacks @definition in this query; @member in zig/references.scm needs it to link",
    ),
    "a pattern that is none": (
        ADDED,
        {"zig/language.toml": TABLE.replace("$WORD", "(")},
        "highlight.pattern",
    ),
    "a rule without a category": (ADDED, {"rules/own.toml": "[a]\nline = 'b'\n"}, "category"),
    "a rule with an unknown key": (
        ADDED,
        {"rules/own.toml": RULE + "\ncolour = 'red'\n"},
        "colour",
    ),
    "no file of rules": ({"filedocs_rules": ["zog.toml"]}, {}, "zog.toml does not exist"),
    "a section beside none": (
        {"filedocs_file_sections": ["before:nothing:zig_sections.todo"]},
        {},
        "before:NAME:SECTION",
    ),
    "a list and changes": (
        {"filedocs_file_sections": ["listing", "+zig_sections.todo"]},
        {},
        "sections and changes",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_ends_the_build_with_one_message(zig: Project, mistake: str) -> None:
    options, files, said = MISTAKES[mistake]
    zig.write(files, "docs")
    with pytest.raises(UserError) as error:
        zig.build(**options)
    assert re.match(r"filedocs_\w+(\['zig'\])? = ", str(error.value))
    assert said in str(error.value)


def test_a_query_that_does_not_fit_is_a_warning_with_its_place(zig: Project) -> None:
    zig.write({"tags.scm": TAGS + "(no_such_node) @definition.function\n"}, "docs/zig")
    assert "does not fit zig/tags.scm: " in zig.build(**ADDED).warnings
