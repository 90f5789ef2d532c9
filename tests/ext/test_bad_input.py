"""A bad file never ends the build, and every name has its page."""

from __future__ import annotations

import errno
import os
import re
import zipfile
from pathlib import Path

import pytest

from tests.full import rows


@pytest.fixture(autouse=True)
def parsed_here() -> None:
    """Here each text is parsed in a process of its own."""


NAMES = [
    "two words.py",
    'quote\'d "name".py',
    "<script>alert(1)</script>.py",
    "line\nbreak.py",
    "größe/日本.py",
    "index",
    "index.rst",
    "keywords",
    "keywords.py",
    "crossref",
    "Case.py",
    "case.py",
    "a",
    "a.html/b.txt",
    "#hash?query&amp;%20.py",
    "back\\slash.py",
    "x" * 250,
    "-.py",
    "_static/x.js",
    "{{ jinja }}.py",
]

TRICKS = '''\
"""Title
=====

.. raw:: html

   <script>alert(1)</script>

|substitution| `link`_ [1]_ :role:`x` ``unfinished *emphasis **strong
```{eval-rst}
% comment
$math$ {{ jinja }} {% block %}
<b>bold</b> &amp; </pre></div>
"""


def f(x="</pre><script>alert(2)</script>"):
    """`unclosed <b> *x"""
'''


def test_names_of_every_kind_have_pages(project) -> None:
    made = project({name: f"# {number}\nname{number} = 1\n" for number, name in enumerate(NAMES)})
    output = made.build(nitpicky=True)
    assert output.warnings == ""
    pages = [output.read(name) for name in output.names if name.endswith(".html")]
    for number in range(len(NAMES)):
        defining = re.compile(rf'id="L2".*\bname{number}\b')
        assert any(defining.search(page) for page in pages), NAMES[number]
    assert not any("<script>alert" in page for page in pages)
    assert made.build(nitpicky=True).warnings == ""


@pytest.mark.parametrize(
    "builder", rows(["dirhtml", "text", "latex", "epub", "singlehtml"], "dirhtml", "latex")
)
def test_names_of_every_kind_do_in_every_builder(project, builder) -> None:
    assert project(dict.fromkeys(NAMES, "x = 1\n")).build(builder, nitpicky=True).warnings == ""


#: Those of Sphinx that ask no network, and ours.
BUILDERS = (
    *("html", "dirhtml", "singlehtml", "epub", "latex", "texinfo", "man", "text", "xml"),
    *("pseudoxml", "gettext", "dummy", "sarif", "scip", "filedocs-coverage"),
)


@pytest.mark.parametrize("builder", rows(BUILDERS, "html", "epub", "text", "sarif", "scip"))
def test_a_file_name_that_is_no_utf8(project, builder) -> None:
    made = project({"fine.py": ""})
    text = "def called(a):\n    return eval(a)\n"
    try:
        folder = made.tree / os.fsdecode(b"d\xff")
        folder.mkdir()
        for name in (b"caf\xe9", b"caf\xe8"):
            (folder / os.fsdecode(name + b".py")).write_text(text)
            (folder / os.fsdecode(name + b".md")).write_text("# T\n\n`called` of `fine.py`\n")
    except OSError:
        pytest.skip("this file system takes UTF-8 names alone")
    output = made.build(builder)
    assert output.warnings == ""
    if builder == "html":
        pages = [output.read(name) for name in output.names if name.endswith("/index.html")]
        assert any("caf\\xe9.py" in page and "caf\\xe8.py" in page for page in pages)


def test_markup_in_a_source_is_text(project) -> None:
    output = project({"tricks.py": TRICKS, "tricks.md": TRICKS, "tricks.rst": TRICKS}).build()
    assert output.warnings == ""
    for name in ("tricks.py", "tricks.md", "tricks.rst"):
        html = output.read(f"source/{name}.html")
        assert "<script>alert" not in html
        assert "<b>bold" not in html


@pytest.mark.parametrize(
    ("content", "says", "subtype"),
    [
        ("# é\n".encode() + b"# caf\xe9\n", "bad.py:2", "encoding"),
        (b"a = 1\n" * 2000 + b"\0", "bad.py:2001", "encoding"),
        (b"x" * 50_000_000, "bad.py: has 50,000,000 bytes", "huge"),
        (b"f();" * 1_250_000, "bad.py: has 5,000,000 bytes", "huge"),
    ],
    ids=["broken", "nul", "50-mb", "one-line-5-mb"],
)
def test_trouble_with_a_file_is_said_and_shown(project, content, says, subtype) -> None:
    output = project({"bad.py": content}).build()
    assert output.warnings == ""
    assert says in output.status
    assert f"[filedocs.{subtype}]" in output.status
    assert "filedocs-troubles" in output.read("source/bad.py.html")
    assert "Files with problems" in output.read("source/index.html")


#: Names of strange files with their content, and a part of what the page shows.
STRANGE: dict[str, tuple[bytes, str]] = {
    "utf16.py": ("x = 'größe'\n".encode("utf-16"), "größe"),
    "cookie.py": ("# -*- coding: latin-1 -*-\nx = 'größe'\n".encode("latin-1"), "größe"),
    "bom.py": (b"\xef\xbb\xbfx = 1\n", "utf-8"),
    "binary.py": (b"\x7fELF\0\0\0\0", "This file is binary"),
    "huge.py": (b"x = 1\n" * 500_000, "larger than the option filedocs_max_bytes"),
    "one_line.py": (b"var a=" + b"1+" * 900_000 + b"1;", "Source"),
    "nest.py": (b"(" * 1_000, "could not make sense"),
    "deep_nest.py": (b"(" * 100_000, "its analysis was stopped"),
    "closed.py": (b"(" * 10_000 + b")" * 10_000, "Source"),
    "empty.py": (b"", "0 bytes"),
    "control.py": (b"\x0c\x1b[31m\x07\r\n\r" + b"# words\n" * 20, "Source"),
}


def test_a_strange_file_has_a_page_that_says_so(project) -> None:
    output = project({name: content for name, (content, _) in STRANGE.items()}).build()
    assert output.warnings == ""
    for name, (_, shows) in STRANGE.items():
        assert shows in output.read(f"source/{name}.html"), name


def test_an_unreadable_file_and_folder(project, monkeypatch) -> None:
    made = project({"locked.py": "x = 1\n", "shut/x.py": "x = 1\n", "fine.py": ""})
    (made.tree / "locked.py").chmod(0)
    (made.tree / "shut").chmod(0)
    if os.access(made.tree / "locked.py", os.R_OK):
        # Root may read everything: the system's refusal is played.
        _refuse(monkeypatch, made.tree)
    try:
        output = made.build()
    finally:
        (made.tree / "shut").chmod(0o755)
    assert output.warnings == ""
    assert "locked.py: it can't be read: Permission denied [filedocs.unreadable]" in output.status
    assert "tree/shut: " in output.status
    assert "it can't be read" in output.read("source/locked.py.html")
    assert "source/fine.py.html" in output.names


def _refuse(monkeypatch: pytest.MonkeyPatch, tree: Path) -> None:
    real_open, real_scandir = os.open, os.scandir
    refusal = PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    def refusing_open(path, *rest, **named):
        if str(path) == f"{tree}/locked.py":
            raise refusal
        return real_open(path, *rest, **named)

    def refusing_scandir(path="."):
        if str(path) == f"{tree}/shut":
            raise refusal
        return real_scandir(path)

    monkeypatch.setattr(os, "open", refusing_open)
    monkeypatch.setattr(os, "scandir", refusing_scandir)


def test_links_are_shown_and_not_followed(project) -> None:
    made = project({"real.py": "secret = 1\n"})
    outside = made.folder / "outside.py"
    outside.write_text("hidden = 1\n")
    (made.tree / "inside.py").symlink_to("real.py")
    (made.tree / "out.py").symlink_to(outside)
    (made.tree / "loop.py").symlink_to("loop.py")
    (made.tree / "folder").symlink_to(".")
    output = made.build()
    assert output.warnings == ""
    for name in ("inside.py", "out.py", "loop.py", "folder"):
        html = output.read(f"source/{name}.html")
        assert "Symbolic link to" in html
        assert "hidden" not in html


def test_an_empty_tree_and_one_of_a_single_binary(project) -> None:
    made = project({})
    assert "[filedocs.empty]" in made.build().warnings
    made.write({"data.bin": b"\0\1\2"})
    output = made.build()
    assert output.warnings == ""
    assert "This file is binary" in output.read("source/data.bin.html")


def test_a_pipe_does_not_hold_the_build_up(project) -> None:
    made = project({"fine.py": ""})
    os.mkfifo(made.tree / "pipe")
    assert made.build().warnings == ""


def test_what_cannot_be_seen_is_shown_and_links_keep_their_places(project) -> None:
    source = (
        '"""Sells\u2060 nothing."""\n\n\ndef sell(): ...\n\n\n"\u3164\xad"; sell()  # \U000e0061\n'
    )
    output = project({"so\xadft.py": source}).build()
    assert output.warnings == ""
    [name] = [one for one in output.names if one.endswith("ft.py.html")]
    page = output.read(name)
    assert not set("\u2060\u3164\xad\U000e0061") & set(page)
    assert "<title>so\\u00adft.py" in page
    assert "Sells\\u2060 nothing." in page
    listing = page.partition('class="filedocs-listing')[2] or page
    line = listing.partition('<i id="L7">')[2].partition("\n")[0]
    assert re.search(r'\\u3164\\u00ad.*<a [^>]*href="#[^"]*"[^>]*>sell</a>', line)


def test_a_file_named_of_dots_alone_is_in_the_book(project) -> None:
    """Where a name has nothing but dots before its ending, Python knows no ending: Sphinx leaves
    the page out of the book, with a warning."""
    output = project({"...": "three\n", "..../f.txt": "four\n", ".x/..b": "y\n"}).build("epub")
    assert output.warnings == ""
    with zipfile.ZipFile(next(output.folder.glob("*.epub"))) as book:
        pages = "".join(book.read(one).decode() for one in book.namelist() if "source/" in one)
    assert all(text in pages for text in ("three", "four"))
