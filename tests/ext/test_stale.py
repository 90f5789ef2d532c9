"""Whatever pages are made from besides the tree, they follow it when it changes."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from builds import OPTIONS, build, build_and_die, difference, outputs

import sphinx_filedocs
from sphinx_filedocs.ext.errors import UserError
from sphinx_filedocs.index import store
from sphinx_filedocs.pages.sections import code_digest
from sphinx_filedocs.source import discover
from tests.full import rows

from .program import FIRST, RULE, RULES, SECOND, Program

BUILDERS = ("html", "text")
#: More than the clock of a file system goes on at a time, in nanoseconds.
TICK = 20_000_000
TREE = {
    "README.md": "# Small\n\nWords.\n\n## Use\n\nMore.\n",
    "a.py": '"""First."""\nimport b\n\n\ndef one(x):\n    return b.two(x)\n',
    "b.py": '"""Second."""\n\n\ndef two(x):\n    return x\n',
    "long.py": "def three():\n    return 3\n" + "# words\n" * 40,
    "tool.lua": "local function four(x)\n  return x\nend\n\nreturn four\n",
}
#: Pages that show what lies in the tree, and what lies beside it.
DOCS = {
    "conf.py": "",
    "index.rst": "Docs\n====\n\n.. toctree::\n   :caption: Parts\n\n"
    "   guide\n   source/index\n   more\n",
    "guide.rst": "Guide\n=====\n\nUse\n---\n\n:src:symbol:`two`\n\n"
    f".. src:outline:: ../beside.py\n\n.. src:file:: a.py\n   :sections: metadata {SECOND}\n",
    "more.rst": "More\n====\n\n.. src:crossref:: two\n\n.. src:tree::\n",
}
SECTIONS = ["purpose", "outline", "findings", "documented-in", "keywords", "listing"]


class Site:
    """A tree and its documentation, built again and again."""

    def __init__(self, folder: Path, program: Program) -> None:
        self.folder = folder
        self.docs = folder / "docs"
        self.program = program
        self.options: dict[str, object] = {"filedocs_file_sections": SECTIONS}
        for name, text in DOCS.items():
            self.write(f"docs/{name}", text)
        for path, text in TREE.items():
            self.write(f"tree/{path}", text)
        self.write("beside.py", "def five():\n    pass\n")

    def write(self, path: str, text: str) -> None:
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def build(self, out: str = "out", builder: str = "html") -> str:
        return build(self.docs, self.folder / out, builder, **self.options)

    def build_all(self, out: str = "out") -> dict[str, bytes]:
        """Build with all builders, which share what they have read; return what they wrote."""
        for builder in BUILDERS:
            self.build(out, builder)
        return outputs(self.folder / out)

    def wrong(self) -> str:
        """Build again, and return in what that differs from a clean build."""
        found = self.build_all()
        clean = self.build_all("clean")
        shutil.rmtree(self.folder / "clean")
        return difference(found, clean)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    (tmp_path / "program").mkdir()
    program = Program(tmp_path / "program", monkeypatch)
    yield Site(tmp_path, program)
    monkeypatch.undo()
    program.begin()


#: What changes, and what each page that shows it has of it then.
CHANGES: dict[str, tuple[Callable[[Site], object], dict[str, str]]] = {
    "a new rule": (
        lambda site: site.program.write_rule("Defines"),
        {"html/source/a.py.html": "Defines"},
    ),
    "a grammar that goes": (
        lambda site: site.program.hide("tree-sitter-lua"),
        {},
    ),
    "another Pygments": (lambda site: site.program.upgrade("Pygments", "99"), {}),
    "another version of the program": (
        lambda site: site.program.upgrade("sphinx-filedocs", "99"),
        {},
    ),
    "a section of one's own": (
        lambda site: site.program.write_sections("Edited"),
        {"html/source/a.py.html": "Edited of a.py", "text/source/a.py.txt": "Edited of a.py"},
    ),
    "what it imports": (
        lambda site: site.program.write_words("Edited words."),
        {"html/guide.html": "Edited words.", "text/guide.txt": "Edited words."},
    ),
    "the language": (
        lambda site: site.options.update(language="de"),
        dict.fromkeys(("html/source/a.py.html", "html/guide.html"), 'lang="de"'),
    ),
    "a theme": (
        lambda site: site.options.update(html_theme="classic"),
        {"html/source/a.py.html": "classic.css"},
    ),
    "the order of style sheets": (
        lambda site: site.options.update(html_css_files=["two.css", "one.css"]),
        {},
    ),
    "a style sheet": (
        lambda site: site.write("docs/_static/one.css", "b { color: red }"),
        {},
    ),
    "the name of the project": (
        lambda site: site.options.update(project="Meadow"),
        {
            "html/source/a.py.html": "Meadow",
        },
    ),
    "a tag": (lambda site: site.options.update(tags=["wide"]), {}),
    "a title of a page": (
        lambda site: site.write("docs/guide.rst", DOCS["guide.rst"].replace("Guide\n", "Meads\n")),
        {},
    ),
    "a heading of a page": (
        lambda site: site.write("docs/guide.rst", DOCS["guide.rst"].replace("Use\n", "Way\n")),
        {"html/source/b.py.html": "Way"},
    ),
    "a heading of a file": (
        lambda site: site.write("tree/README.md", TREE["README.md"].replace("Use", "Way")),
        {"html/source/README.md.html": "Way"},
    ),
    "a caption": (
        lambda site: site.write("docs/index.rst", DOCS["index.rst"].replace("Parts", "Pieces")),
        {},
    ),
    "owners": (
        lambda site: site.write("tree/CODEOWNERS", "*.py @ann\n"),
        {"html/guide.html": "@ann"},
    ),
}


#: Those of which the state machine makes no edits.
OFTEN = ("a theme", "the order of style sheets", "a tag", "a caption", "a title of a page")


@pytest.mark.parametrize("name", rows(CHANGES, *OFTEN[:3]))
def test_pages_are_those_of_a_clean_build(site: Site, name: str) -> None:
    change, shown = CHANGES[name]
    # Its sidebar shows other pages.
    site.options["html_theme"] = "alabaster"
    site.options |= {"html_css_files": ["one.css", "two.css"], "html_static_path": ["_static"]}
    site.write("docs/_static/one.css", "b { color: blue }")
    site.options["filedocs_file_sections"] = [FIRST, *SECTIONS]
    before = site.build_all()
    change(site)
    assert site.wrong() == ""
    after = outputs(site.folder / "out")
    for page, text in shown.items():
        assert text not in before[page].decode()
        assert text in after[page].decode()


def test_a_language_there_and_back(site: Site) -> None:
    for language in ("en", "de", "en"):
        site.options["language"] = language
        assert site.wrong() == ""
    assert 'lang="en"' in (site.folder / "out/html/source/a.py.html").read_text()


# --- section functions of a user's own ---


def test_a_section_function_that_ends_a_build_is_made_up_for(site: Site) -> None:
    site.options["filedocs_file_sections"] = [FIRST, *SECTIONS]
    site.build_all()
    site.program.write_sections("{view.none}", kind="f")
    with pytest.raises(UserError, match="no attribute 'none'"):
        site.build()
    site.program.write_sections("Edited")
    assert site.wrong() == ""
    assert "Edited of a.py" in (site.folder / "out/html/source/a.py.html").read_text()


def test_code_is_followed_as_far_as_it_is_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "filedocs_test_package"
    package.mkdir()
    texts = {
        "__init__.py": "",
        "made.py": "import json\nfrom . import near\nfrom .inner.deep import one\n",
        "near.py": "def late():\n    import filedocs_test_other, docutils.nodes\n",
        "inner/__init__.py": "",
        "inner/deep.py": "from ..made import one  # round again\n",
        "far.py": "",
    }
    for name, text in texts.items():
        (package / name).parent.mkdir(exist_ok=True)
        (package / name).write_text(text)
    (tmp_path / "filedocs_test_other.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    function = f"{package.name}.made.function"

    def digest() -> str:
        importlib.invalidate_caches()
        code_digest.cache_clear()
        return code_digest(function)

    known = digest()
    assert digest() == known
    for name in ("made.py", "near.py", "inner/__init__.py", "inner/deep.py", "__init__.py"):
        (package / name).write_text(texts[name] + "# edited\n")
        assert digest() != known, name
        known = digest()
    (tmp_path / "filedocs_test_other.py").write_text("x = 1\n")
    assert digest() != known
    known = digest()
    (package / "far.py").write_text("# not imported\n")
    assert digest() == known
    # No text of it is run, and one that can't be read is taken as it is.
    (package / "near.py").write_text("1 / 0\ndef :\n")
    assert digest() != known


# --- what a build leaves behind that did not end well ---


@pytest.mark.parametrize(
    ("kill", "event", "nth"),
    rows(
        [
            (kill, *place)
            for kill in (False, True)
            for place in (
                ("doctree-resolved", 3),
                ("html-page-context", 12),
            )
        ],
        (False, "doctree-resolved", 3),
        (True, "html-page-context", 12),
    ),
)
def test_what_a_first_build_left_goes_with_its_source(
    site: Site, event: str, nth: int, kill: bool
) -> None:
    out = site.folder / "out"
    assert build_and_die(site.docs, out, event, nth, interrupt=not kill, **site.options)
    left = outputs(out)
    assert "html/guide.html" in left
    for path in ("tree/long.py", "tree/a.py", "docs/more.rst"):
        (site.folder / path).unlink()
    site.write("docs/index.rst", DOCS["index.rst"].replace("   more\n", ""))
    site.write("docs/guide.rst", "Guide\n=====\n")
    # It forgets what the other builder wrote.
    site.build(builder="text")
    assert site.wrong() == ""


def test_a_page_that_was_half_written_is_written_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sphinx writes it because of a template, and looks only at its time when it is there."""
    site.options["templates_path"] = ["templates"]
    site.write("docs/templates/layout.html", '{% extends "!layout.html" %}')
    site.build_all()
    site.write("docs/templates/layout.html", '{% extends "!layout.html" %}{# edited #}')
    write = Path.write_text

    def write_half(path: Path, data: str, *rest: object, **options: object) -> int:
        if path.name == "guide.html":
            write(path, data[: len(data) // 2])
            raise KeyboardInterrupt
        return write(path, data, *rest, **options)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", write_half)
        # It is interrupted before this happens.
        out = site.folder / "out"
        assert build_and_die(site.docs, out, "build-finished", 1, **site.options)
    assert site.wrong() == ""


# --- edits that leave no trace but in the file system's own notes ---


@pytest.mark.parametrize("replace", [False, True], ids=["edited", "replaced"])
def test_an_edit_of_the_same_size_and_time_is_seen(
    site: Site, monkeypatch: pytest.MonkeyPatch, replace: bool
) -> None:
    for module in (discover, store):
        monkeypatch.setattr(module, "RACY", TICK)
    path = site.folder / "tree/b.py"
    site.build_all()
    time.sleep(2 * TICK / 10**9)
    before = path.stat()
    if replace:
        path.unlink()
    path.write_text(TREE["b.py"].replace("Second", "Zweite"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    assert (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    time.sleep(2 * TICK / 10**9)
    assert site.wrong() == ""
    assert "Zweite" in (site.folder / "out/html/source/b.py.html").read_text()


def test_another_copy_of_the_same_files_writes_no_page_again(site: Site) -> None:
    """As on another machine, to which the last build's results were brought."""
    site.build_all()
    before = times(site.folder / "out/html")
    tree = site.folder / "tree"
    shutil.copytree(tree, site.folder / "copy")
    shutil.rmtree(tree)
    (site.folder / "copy").rename(tree)
    site.build_all()
    assert times(site.folder / "out/html") == before


def times(folder: Path) -> dict[str, int]:
    """Return when each page was written; Sphinx writes some in every build."""
    sphinx = {"genindex.html", "search.html"}
    pages = (path for path in folder.rglob("*.html") if path.name not in sphinx)
    return {path.relative_to(folder).as_posix(): path.stat().st_mtime_ns for path in pages}


# --- the program as it is installed ---


@pytest.mark.full
def test_an_upgraded_program_makes_all_pages_again(site: Site) -> None:
    """In processes of their own, with a copy of the package whose rules are edited."""
    package = site.folder / "installed" / "sphinx_filedocs"
    shutil.copytree(
        Path(sphinx_filedocs.__file__).parent,
        package,
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    options = "".join(f"{name} = {value!r}\n" for name, value in OPTIONS.items())
    site.write("docs/conf.py", options)

    def run(out: str) -> dict[str, bytes]:
        places = [str(package.parent), *sys.path]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
        command = [sys.executable, "-B", "-m", "sphinx", "-q", "-d", f"{out}/doctrees"]
        subprocess.run(
            [*command, "docs", f"{out}/html"], check=True, env=environment, cwd=site.folder
        )
        return outputs(site.folder / out)

    before = run("out")
    rules = package / RULES
    rules.write_text(rules.read_text() + RULE.format(text="Defines"))
    after = run("out")
    assert difference(after, run("clean")) == ""
    assert b"Defines" not in before["html/source/a.py.html"]
    assert b"Defines" in after["html/source/a.py.html"]
