"""A name that is used on many lines has a page of its own: what it is, then its uses."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.projects import begun

PAGE = "source/crossref-_name-parse.html"
PARSE = '''\
"""Reads."""


def parse(text):
    """Return the words of <b>a</b> text.

    :param text: Anything.
    :param most: How many, etc...
    :param least: One.
    """
    return split(text)


def split(text):
    return text.split()
'''

SPLIT = "def split(text):\n    return text.split()\n"


def caller(number: int) -> str:
    return f"def read_{number}(text):\n    once = parse(text)\n    return parse(once)\n\n\n"


TREE = {
    "lib/words.py": PARSE,
    "app/main.py": "from lib.words import parse\n\n\n" + "".join(map(caller, range(30))),
    "app/more.py": "from lib.words import parse\n\nparse('a')\nhandlers = [parse]\n",
    "tests/test_it.py": "from lib.words import parse\n\n\ndef test_it():\n    assert parse('')\n",
    "tools/run.py": "from lib.words import parse\n\n\ndef run():\n    return parse('b')\n",
    "include/lt.h": "int lt(int a, int b);\n",
    "src/lt.c": '#include "../include/lt.h"\n\nint lt(int a, int b) {\n    return a < b;\n}\n\n'
    + "".join(f"int f{n}(void) {{ return lt({n}, 1 && 2) < lt(0, 0); }}\n" for n in range(80)),
}


def words(html: str) -> str:
    """Return the text of HTML."""
    page = html[html.index('<section id="page">') :]
    text = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", page)))
    return re.sub(r" ([()])", r"\1", text)


def test_what_tests_alone_use_is_said_once(project) -> None:
    uses = "from lib.words import parse\n\n\n" + "".join(map(caller, range(40)))
    output = project({"lib/words.py": PARSE, "tests/test_it.py": uses}).build()
    said = words(output.read(PAGE))
    assert "81 uses in 1 file · 80 calls · 40 callers · 1 import" in said
    assert "1 import · all in tests, examples, generated and vendored code" in said


@pytest.fixture(scope="module")
def output(tmp_path_factory):
    """The pages of the tree, which nobody edits."""
    return begun(tmp_path_factory.mktemp("names"), TREE).build()


def test_it_says_what_the_name_is_before_its_uses(output) -> None:
    html = output.read(PAGE)
    assert "<h1>parse" in html
    (way,) = re.findall(r'filedocs-breadcrumbs">(.*?)</p>', html)
    assert re.findall('href="(.*?)">(.*?)<', way) == [
        ("index.html", "tree"),
        ("lib/index.html", "lib"),
        ("lib/words.py.html", "words.py"),
    ]
    said = words(html)
    assert "function · 68 uses in 4 files · 63 calls · 33 callers · 4 imports" in said
    assert "· 2 uses in tests, examples, generated and vendored code" in said
    assert "lib/words.py:4–11" in said
    assert "Return the words of <b>a</b> text." in said
    assert "Parameters : text – Anything; most – How many, etc...; least – One" in said
    assert "Calls split" in said
    order = [
        "def parse(text):",
        "Called by 33 callers",
        "app/ 62 uses in 2 files",
        "app/main.py 60 lines 5 read_0 once = parse(text) 6 return parse(once) 10 read_1",
        "app/more.py 2 lines 3 parse('a') 4 handlers handlers = [ parse ]",
        "tools/ 1 use in 1 file",
        "Imports: 3 lines",
        "Tests, examples, generated and vendored code: 2 lines",
    ]
    places = [said.index(text) for text in order]
    assert places == sorted(places)


def test_declarations_are_apart_and_names_are_marked_in_text_alone(output) -> None:
    html = output.read("source/crossref-_name-lt.html")
    assert "Declarations 1 include/lt.h int lt(int a, int b)" in words(html).replace("( ", "(")
    line = "<code>int f3(void) { return <b>lt</b>(3, 1 &amp;&amp; 2) &lt; <b>lt</b>(0, 0); }</code>"
    assert line in html
    assert "&<b>" not in html


def test_an_index_leads_to_it_and_the_name_of_an_old_address_too(output) -> None:
    index = output.read("source/crossref.html")
    assert 'id="name-parse"><a href="crossref-_name-parse.html#name-' in index
    assert 'href="../crossref-_name-parse.html#name-parse"' in output.read(
        "source/lib/words.py.html"
    )


def test_it_follows_the_definition_the_callers_and_the_documentation(project) -> None:
    made = project(TREE)
    made.build()
    edits = (
        {"lib/words.py": PARSE.replace("Return the words", "Return all words")},
        {"lib/words.py": PARSE.replace("return split(text)", "return split(text or '')")},
        {"tools/run.py": TREE["tools/run.py"].replace("run()", "start()")},
        {"app/more.py": "from lib.words import parse\n\nparse('a')\n"},
        {"lib/words.py": "# Moved.\n" + PARSE},
    )
    before = made.build().read(PAGE)
    for at, edit in enumerate(edits):
        made.write(edit)
        incremental = made.build().read(PAGE)
        assert incremental != before, edit
        (made.folder / "out").rename(made.folder / f"before-{at}")
        assert made.build().read(PAGE) == incremental
        before = incremental


def excerpt(html: str) -> str:
    """Return the lines of a definition on the page of its name."""
    return html[html.index("<pre") :].partition("</pre>")[0]


def test_names_in_its_lines_lead_to_their_definitions(output) -> None:
    html = output.read(PAGE)
    links = re.findall(r'href="?([^" >]+)"?[^>]*>(?:<[^>]*>)*(\w+)', excerpt(html))
    assert links == [("lib/words.py.html#def-split", "split")]
    assert 'id="def-split"' in output.read("source/lib/words.py.html")
    # The row of the definition does not say its signature again.
    assert words(html).count("def parse(text)") == 1


def test_they_do_so_after_an_edit_elsewhere(project) -> None:
    words = PARSE.replace("def split(text):\n    return text.split()\n", "")
    made = project(
        {**TREE, "lib/words.py": f"from lib.cut import split\n{words}", "lib/cut.py": SPLIT}
    )
    assert "lib/cut.py.html#def-split" in excerpt(made.build().read(PAGE))
    made.write({"lib/cut.py": "from lib.other import split\n", "lib/other.py": SPLIT})
    assert "lib/other.py.html#def-split" in excerpt(made.build().read(PAGE))


def test_the_parts_of_its_uses_are_the_contents_of_its_page(project) -> None:
    sidebars = {"**": ["localtoc.html"]}
    made = project(TREE)
    output = made.build(html_sidebars=sidebars)
    html = output.read(PAGE)
    beside = re.findall(r'internal" href="#(uses[^"]*)">(.*?)</a>', html)
    assert [(place, re.sub(r"<[^>]*>", "", text)) for place, text in beside] == [
        ("uses-in-app", "app/ 62"),
        ("uses-in-tools", "tools/ 1"),
        ("uses-imports", "Imports: 3 lines"),
        ("uses-tests", "Tests, examples, generated and vendored code: 2 lines"),
    ]
    assert all(html.count(f'id="{place}"') == 1 for place, _ in beside)
    assert 'href="#uses' not in output.read("source/crossref-_name-lt.html")
    # Of several definitions each is named above its parts; one part alone is no list.
    more = TREE["app/main.py"].replace("words", "more")
    made.write({"lib/more.py": PARSE, "app/other.py": more})
    html = made.build(html_sidebars=sidebars).read(PAGE)
    named = [f"function parse (lib/{name}.py:4)" for name in ("words", "more")]
    assert sorted(re.findall('fd-part-of">(.*?)<', html)) == sorted(named)
    assert 'href="#uses-2-imports"' in html
    assert 'id="uses-2-imports"' in html


def test_a_name_of_very_many_lines_says_it_on_the_first_of_its_pages(project) -> None:
    lines = "".join(caller(number) for number in range(1200))
    output = project({**TREE, "app/main.py": f"from lib.words import parse\n\n\n{lines}"}).build()
    first, second = (output.read(f"source/crossref-_name-parse{end}.html") for end in ("", "-2"))
    assert "Called by 1,203 callers" in words(first)
    assert "and 1,143 more names" in words(first)
    assert "<h1>parse, part 2" in second
    said = words(second)
    assert not any(text in said for text in ("Called by", "anything", "1,204 calls"))


def test_books_have_its_uses_too(project) -> None:
    output = project(TREE).build("text")
    text = output.read(PAGE.replace(".html", ".txt"))
    assert "function · 68 uses in 4 files" in text
    assert "app/main.py" in text
