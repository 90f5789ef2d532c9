"""Pages say what a file, folder or symbol is in the words of the tree, and where these stand."""

from __future__ import annotations

import re
from pathlib import Path

from tests.samples import trees

TREE = trees(Path(__file__).with_name("words_trees.txt"))["TREE"]


def text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_rows_say_what_files_are_or_what_is_known(project) -> None:
    output = project(TREE).build("html")
    assert output.warnings == ""
    start, folder = output.read("source/index.html"), output.read("source/src/index.html")
    assert "Shop is a till for markets. README.md" in text(start)
    assert '<meta name="description" content="Shop is a till for markets."' in start
    rows = text(folder)
    assert "Cart : Holds what is bought." in rows
    assert "till.c .h rings till_open()" in rows
    assert "defines coin_value , coin_count" in rows


def test_a_page_names_the_place_of_its_words(project) -> None:
    output = project(TREE).build("html")
    page = output.read("source/src/till.c.html")
    assert "From README.md:5" in text(page)
    assert 'href="../README.md.html#L5"' in page
    assert "Explained in README.md:5 , Shop" in text(page)


def test_words_from_another_folder_have_their_whole_path(project) -> None:
    page = project(TREE).build("html").read("source/src/deep/index.html")
    assert "Drawers of the till src/README.md" in text(page)


def test_a_readmes_names_lead_to_what_they_name(project) -> None:
    page = project(TREE).build("html").read("source/README.md.html")
    assert re.search(r'href="src/till\.c\.html"[^>]*>src/till\.c<', page)


def test_symbols_show_what_their_documentation_says_of_them(project) -> None:
    made = project(TREE)
    page = made.build("html").read("source/src/till.h.html")
    outline = text(page[page.index('id="outline"') : page.index('id="listing"')])
    assert "Opens the till, see shop . Deprecated : Use till_new &lt;script&gt;." in outline
    assert "Parameters : count – how many coins Returns : 0 &amp; 1" in outline
    plain = " ".join(made.build("text").read("source/src/till.h.txt").split())
    assert re.search(r'"count" – how many coins', plain)


def test_a_start_page_folds_no_folder_that_has_more_code_than_those_shown(project) -> None:
    lines = {"zoo": 40, "tests": 9, "yard": 3}
    files = {f"{name}/a.py": "x = 1\n" * count for name, count in lines.items()}
    files |= {f"a{n}/notes.txt": "word\n" * (100 + n) for n in range(9)}
    page = project(files).build("html").read("source/index.html")
    shown, _, folded = page.partition('id="contents"')[2].partition('<details class="fd-more">')
    names = re.findall(r">([\w]+)/</span>", shown)
    assert names == ["a4", "a5", "a6", "a7", "a8", "tests", "yard", "zoo"]
    assert re.findall(r">(a\d)/</span>", folded) == ["a0", "a1", "a2", "a3"]


def test_a_quoted_sentence_has_its_place(project) -> None:
    text = "#include <stdio.h>\n\n/* Rings the bell. */\nint ring(void) { return 1; }\n"
    head = "/* Endian-neutral encoding. */\n\n#include <stdio.h>\nint ring(void) { return 1; }\n"
    output = project({"a.c": text, "encoding.c": head}).build("html")
    words = output.read("source/encoding.c.html").partition('class="filedocs-words"')[2][:200]
    assert "“Endian-neutral encoding.”" in words
    assert 'href="#L1"' in words
