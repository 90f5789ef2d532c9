"""Books: what LaTeX makes of sources that hold any character, and what is too much for paper."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

#: A box, a tick, Chinese, an emoji, Greek, a combining accent, a private character.
ODD = "┬ ✗ 中文 😀 Ωж e\u0301 \ue000"
SOURCE = f'"""Draws {ODD}."""\n\n\ndef draw():\n    """Return {ODD}."""\n    return "{ODD}"\n'
TREE = {
    "odd ✗ 中.py": SOURCE,
    "README.md": f"# Boxes ┬ {ODD}\n\nThey are drawn by `draw`.\n",
    "plain.txt": f"{ODD}\n\t{'┬' * 200}\n",
}
#: What TeX has no box for: a thousand lines in one frame, a line of many
#: thousand characters, lists
#: in lists in lists.
LARGE = {
    "long.py": "".join(f"line_{number} = {number}\n" for number in range(1, 1_001)),
    "wide.txt": f"{'x' * 20_000}\n",
    "deep.py": "".join(f"{'    ' * depth}class C{depth}:\n" for depth in range(9))
    + f"{' ' * 36}x = 1\n",
}


def book(output) -> str:
    """Return the text of a book for LaTeX."""
    text: str = next(output.folder.glob("*.tex")).read_text("utf-8")
    return text


def log_of(document: Path) -> str:
    """Return what the engine has noted of a document."""
    return document.with_suffix(".log").read_text("utf-8", "replace")


def run(folder: Path, *command: str) -> tuple[int, str]:
    """Run a command, and return its exit code and what it printed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return done.returncode, done.stdout.decode("utf-8", "replace")


@pytest.mark.parametrize("builder", ["latex", "texinfo", "epub"])
def test_a_book_has_no_keywords_of_files(project, builder: str) -> None:
    output = project(TREE).build(builder)
    texts = [output.read(n) for n in output.names if n.endswith((".tex", ".texi", ".xhtml"))]
    assert not any("Keywords" in text for text in texts)


@pytest.mark.parametrize("builder", ["singlehtml", "text"])
def test_no_heading_stands_for_a_picture_that_is_not_there(project, builder: str) -> None:
    made = project({f"part/{number}.py": "x = 1\n" * 9 for number in range(15)})
    assert 'id="map"' in made.build().read("source/index.html")
    output = made.build(builder)
    page = output.read("index.html" if builder == "singlehtml" else "source/index.txt")
    assert "Contents" in page
    assert "Map" not in page


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["pdflatex", "xelatex", "lualatex"])
def test_a_book_is_typeset_whatever_its_sources_hold(project, engine: str) -> None:
    if not shutil.which(engine):
        pytest.skip(f"there is no {engine}")
    output = project({**TREE, **LARGE}).build("latex", latex_engine=engine, language="en")
    document = next(output.folder.glob("*.tex"))
    command = engine, "-interaction=nonstopmode", "-halt-on-error", document.name
    code, said = run(output.folder, *command)
    assert code == 0, said[-3000:]
    assert "Missing character" not in log_of(document), "it would be left out"
    if shutil.which("pdftotext"):
        _, shown = run(output.folder, "pdftotext", document.with_suffix(".pdf").name, "-")
        assert "U+E000" in shown, "no font has it"
        if engine == "pdflatex":
            assert "U+2717" in shown
            assert "U+1F600" in shown


@pytest.mark.slow
def test_each_link_of_a_book_leads_somewhere(project) -> None:
    if not shutil.which("pdflatex"):
        pytest.skip("there is no pdflatex")
    output = project(TREE).build("latex", language="en")
    document = next(output.folder.glob("*.tex"))
    for _ in range(2):
        assert run(output.folder, "pdflatex", "-interaction=nonstopmode", document.name)[0] == 0
    # The log has lines of a fixed length.
    log = log_of(document).replace("\n", "")
    assert re.findall(r"Hyper reference `[^']*'|Label `[^']*' multiply", log) == []


def test_a_book_asks_its_fonts_for_characters_that_not_all_have(project) -> None:
    text = book(project(TREE).build("latex"))
    asked = set(re.findall(r"filedocs@character\{(\w+)\}\n", text))
    assert asked >= {"252C", "2717", "4E2D", "1F600", "E000", "0301", "03A9"}
    assert not asked & {f"{ord(one):04X}" for one in "aé\u00a0"}


TEMPLATE = """<a href="{{ url_for("x", name="b") }}">x</a>\n"""


def test_a_book_has_no_boxes_around_what_a_lexer_makes_no_sense_of(project) -> None:
    output = project({"page.html": TEMPLATE}).build("latex")
    (document,) = output.folder.glob("*.tex")
    text = document.read_text(encoding="utf-8")
    styles = (output.folder / "sphinxhighlight.sty").read_text(encoding="utf-8")
    # The style has boxes, which the preamble takes away.
    assert r"\PYG{err}{" in text
    assert "PYG@tok@err" in styles
    preamble = text.partition(r"\begin{document}")[0]
    assert preamble.index(r"\@namedef{PYG@tok@err}{}") > preamble.index(r"{sphinx}")


@pytest.mark.parametrize("builder", ["html", "epub"])
def test_a_listing_has_no_boxes_around_what_a_lexer_makes_no_sense_of(project, builder) -> None:
    output = project({"page.html": TEMPLATE}).build(builder)
    (name,) = (one for one in output.names if re.search(r"page\.html\.x?html$", one))
    assert "url_for" in output.read(name)
    assert 'class="err' not in output.read(name)


def test_what_a_user_chooses_for_a_book_stays(project) -> None:
    chosen = {"preamble": "\\def\\mine{1}", "fontpkg": "\\setmainfont{Mine}"}
    output = project(TREE).build("latex", latex_engine="xelatex", latex_elements=chosen)
    text = book(output)
    assert "IfFontExistsTF" not in text
    assert text.index(chosen["fontpkg"]) < text.index(chosen["preamble"])
    assert text.index(chosen["preamble"]) < text.index("filedocs@character{2717}")


def test_in_a_book_what_stands_beside_a_listing_is_small(project) -> None:
    text = book(project(TREE).build("latex"))
    page = text.partition("\\label{\\detokenize{source/plain.txt:page}}")[2]
    beside, _, source = page.partition("\\sphinxstepscope")[0].partition("Source}")
    assert beside.count("\\begin{filedocssmall}") == beside.count("\\end{filedocssmall}") > 0
    assert "filedocs" not in source.partition("\\begin{sphinxVerbatim}")[2]


def test_a_long_listing_is_divided_in_a_book_and_its_lines_are_numbered_on(project) -> None:
    text = book(project(LARGE).build("latex"))
    starts = [int(one) for one in re.findall(r"firstnumber=(\d+)", text) if one != "1"]
    assert min(starts) > 200, "a box of TeX holds some hundreds of lines"
    assert len(starts) >= 2
    assert all(
        f"line\\PYGZus{{}}{start}\\PYG" in text or f"line_{start}" in text for start in starts
    )
    assert "18,000 characters" in text, "of a line that no box holds"


def test_an_outline_is_no_deeper_in_a_book_than_lists_can_be(project) -> None:
    text = book(project(LARGE).build("latex"))
    depths = [0]
    for step in re.findall(r"\\(begin|end)\{itemize\}", text):
        depths.append(depths[-1] + (1 if step == "begin" else -1))
    assert max(depths) == 4
    assert "class C8" in text


def test_an_epub_has_a_style_sheet_of_plain_selectors_alone(project) -> None:
    output = project(TREE).build("epub")
    book_file = next(output.folder.glob("*.epub"))
    with zipfile.ZipFile(book_file) as packed:
        styles = {Path(n).name for n in packed.namelist() if n.endswith((".css", ".js"))}
        text = packed.read(next(n for n in packed.namelist() if n.endswith("filedocs-book.css")))
    assert "filedocs.css" not in styles
    assert not re.search(r":(is|has|where|not)\(", text.decode())


@pytest.mark.slow
def test_an_epub_passes_epubcheck(project) -> None:
    checker, java = shutil.which("epubcheck"), shutil.which("java")
    if not checker:
        pytest.skip("there is no epubcheck")
    output = project({**TREE, **LARGE}).build("epub", project="Odd", copyright="Ada", version="1")
    # Debian's is an archive of Java.
    is_archive = Path(checker).read_bytes()[:2] == b"PK"
    command = [java or "java", "-jar", checker] if is_archive else [checker]
    code, said = run(output.folder, *command, next(output.folder.glob("*.epub")).name)
    assert code == 0, said[-3000:]
