"""Readers who look for a text in the sources: all of its lines, and no others."""

from __future__ import annotations

import json
import random
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from sphinx_filedocs.ext.files_beside_pages import STATIC
from tests.browser.test_policy import ALONE, police
from tests.full import FULL, THEMES, rows
from tests.texts import finder_files, searched, table

pytestmark = pytest.mark.browser

LONG = "".join(f'int step_{n}(void) {{ return log("step {n}"); }}\n' for n in range(700))
FILES = {
    "src/door.c": (
        "/* Doors may be not set. */\n"
        '#include "door.h"\n\n'
        "int door_open(struct door *door) {\n"
        '    if (!door) return fail("door not set");\n'
        "    return door->not_set;\n"
        "}\n"
    ),
    "src/door.h": "struct door { int not_set; };\nint fail(const char *why);\n",
    "src/odd.py": (
        "# Straße, naïve, K\u212a, \u017fet, 你好, \U0001f6aa door\n"
        "words = ['a.b', 'a*b', '[x]', '^$', '\\\\', 'tab\there', '']\n"
        "\n\n\n"
        "def größe(x1, _y, Z9):\n"
        "    return {'not set': x1, \"it's\": _y}  # not  set\u2003!\n"
    ),
    "lib/steps.c": LONG,
    "docs/guide.md": "# Doors\n\nA door that is Not Set is not set.\n",
    "tests/test_door.py": "def test_door():\n    assert door() == 'not set'\n",
    "vendor/zlib/LICENSE": "Copyright\n",
    "vendor/zlib/inflate.c": "int inflate(void) { return not_set; } /* not set */\n",
    "no_end.txt": "the last line is not set",
}
#: Sets of characters in expressions.
SETS = (
    *(r"\w", r"\d", r"\s", r"\W", r"\S", r"\D", ".", "[a-z]", "[^a-z]"),
    *(r"[\w.]", r"[^\s]", "[^\"']", r"[\s,]", r"[^\d\n]", r"[\]x]", "[*-.]"),
)
#: Answers queries with the files and lines of all hits.
SEARCH = """async ({ trees, parts, queries }) => {
  const { serve } = filedocsText();
  const all = [];
  for (const [id, query] of queries.entries()) {
    const hits = [];
    await new Promise((done) => {
      const hear = (said) => {
        if (said.load) answer({ part: said.load, data: parts[said.load] });
        hits.push(...(said.hits ?? []).map(({ file, line }) => [trees[0].files[file], line]));
        if (said.error) hits.push(said.error);
        if (said.error || said.isDone) done();
      };
      const answer = serve((said) => setTimeout(() => hear(said)));
      const whole = { kinds: "", folder: "", language: "", isHere: false, most: 1e9, room: 72 };
      answer({ trees, id: id + 1, query: { ...whole, ...query } });
    });
    all.push(hits);
  }
  return all;
}"""


@pytest.fixture(scope="module")
def site(documented) -> str:
    """Return the address of the documentation of a small tree, all of whose texts are searched."""
    return documented("texts", FILES, more=f"filedocs_text_search = 'all'\n{ALONE}")


@pytest.fixture
def ask(read, site, served):
    """Return a function that returns all hits of some queries: files and lines."""
    folder = served[0] / "texts/_static/filedocs/text/source"
    data, place = table(folder), 0
    parts, scripts = [], {}
    for name, steps, languages in data["parts"]:
        files = []
        for step in steps:
            place += step
            files.append(place)
        parts.append({"name": name, "files": files, "languages": languages})
        script = (folder / f"{name}.js").read_text()
        scripts[name] = re.fullmatch(r'filedocsFinder\.text\("\w+","(.*)"\);\n', script)[1]
    files = finder_files(folder)
    tree = {"parts": parts, "files": files, "groups": "o" * len(files)}
    reader = read(address=site)
    reader.visit("source/index.html")
    reader.page.add_script_tag(path=STATIC / "text-worker.js")

    def search(queries: list[dict]) -> list[list]:
        trees = [{**tree, "languages": data["languages"]}]
        return reader.page.evaluate(SEARCH, {"trees": trees, "parts": scripts, "queries": queries})

    return search


def look_for(reader, text: str):
    """Search for a text and wait for the answer."""
    page = reader.page
    if not page.locator("dialog.filedocs-finder[open]").count():
        page.keyboard.press("/")
    page.get_by_role("combobox", name=re.compile("Find")).fill(f"/{text}")
    expect(page.locator(".fd-hows")).to_be_visible()
    expect(page.locator(".filedocs-finder-status")).not_to_have_text(re.compile("…|^$"))


def lines(reader) -> list[str]:
    """Return the lines that are shown: number, text and the definition around them."""
    shown = reader.page.locator("a.fd-text-row")
    return [" | ".join(text.strip().split("\n")) for text in shown.all_inner_texts()]


# --- what is found ---


def _literal(chance: random.Random, lines_: list[str]) -> str:
    line = chance.choice([line for line in lines_ if line])
    start = chance.randrange(len(line))
    return line[start : start + chance.choice((1, 2, 3, 5, 8, 20))]


def _expression(chance: random.Random, lines_: list[str]) -> str:
    def word() -> str:
        return re.sub(r"([.*+?^${}()|\[\]\\])", r"\\\1", _literal(chance, lines_)[:4])

    def some() -> str:
        return chance.choice(SETS) + chance.choice(("", "*", "+", "?", "{2}", "{1,3}", "*?", "+?"))

    forms = (
        lambda: word() + some() + word(),
        lambda: "^" + some() + word(),
        lambda: word() + some() + "$",
        lambda: f"(?:{word()}|{word()}){some()}",
        lambda: rf"\b{word()}{some()}",
        lambda: f"({some()}|{some()}{word()})" + chance.choice(("", r"\b", "$", "?")),
        lambda: f"^{some()}$",
        lambda: f"{word()}.*{word()}",
    )
    return chance.choice(forms)()


def _expected(texts: dict[str, list[str]], query: dict) -> list[list]:
    source = query["text"] if "r" in query["how"] else re.escape(query["text"])
    if "w" in query["how"]:
        source = rf"(?<!\w)(?:{source})(?!\w)"
    pattern = re.compile(source, 0 if "c" in query["how"] else re.IGNORECASE)
    return [
        [path, number]
        for path, lines_ in texts.items()
        for number, line in enumerate(lines_, 1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize("make", [_literal, _expression])
def test_each_line_that_matches_is_found_and_no_other(ask, served, make):
    """As Python's expressions find them, line by line: they agree with ripgrep's on these."""
    chance = random.Random(52)  # noqa: S311 (no secret)
    texts = {
        path: known.text.split("\n")[:-1] for path, known in searched(served[0] / "texts").items()
    }
    every = [line for lines_ in texts.values() for line in lines_[:8]]
    how = "" if make is _literal else "r"
    queries = [
        {"text": make(chance, every), "how": how + chance.choice(("", "c", "w", "cw"))}
        for _ in range(1000 if FULL else 150)
    ]
    answers = ask(queries)
    wrong = {
        json.dumps(query): (answer[:3], expected[:3])
        for query, answer in zip(queries, answers, strict=True)
        if answer != (expected := _expected(texts, query))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        # Classes as ripgrep has them.
        (r"\p{Han}", ["src/odd.py"]),
        (r"\p{Greek}", []),
        (r"[[:upper:]]9", ["src/odd.py"]),
        (r"(?i)STRUCT DOOR \{", ["src/door.h"]),
        (r"(?P<name>struct) door \{", ["src/door.h"]),
        (r"[a-z&&[^aeiou]]{5}", []),
        (r"\x{4f60}\u597d", ["src/odd.py"]),
        (r"door\.h\"$", ["src/door.c"]),
        # A set never holds the end of a line.
        (r"door\.h\"[^x]+int", []),
        (r"door\.h\"\W+int", []),
        (r"[^x]\z", ["wrong"]),
        ("(", ["wrong"]),
        ("a**b{,2}", ["src/odd.py"]),
        ("*a", ["wrong"]),
        ("[z-a]", ["wrong"]),
        (r"(?=door)", ["refused"]),
        (r"(a)\1", ["refused"]),
    ],
)
def test_expressions_are_those_of_ripgrep(ask, expression, found):
    (hits,) = ask([{"text": expression, "how": "rc"}])
    files = dict.fromkeys(hit if isinstance(hit, str) else hit[0] for hit in hits)
    if expression.startswith("a**"):
        assert len(files) > 1
    else:
        assert list(files) == found


def test_folders_languages_strings_code_and_comments_are_told_apart(ask):
    text = {"text": "not set", "how": ""}
    everywhere, below, c, strings, comments = ask(
        [
            text,
            {**text, "folder": "src/"},
            {**text, "language": "C"},
            {**text, "kinds": "s"},
            {**text, "kinds": "m"},
        ]
    )
    (code,) = ask([{"text": "not_set", "how": "", "kinds": "k", "language": "C"}])
    assert [path for path, _ in everywhere][-2:] == ["tests/test_door.py", "vendor/zlib/inflate.c"]
    assert {path for path, _ in below} == {"src/door.c", "src/odd.py"}
    assert {path for path, _ in c} == {"src/door.c", "vendor/zlib/inflate.c"}
    assert strings == [["src/door.c", 5], ["src/odd.py", 7], ["tests/test_door.py", 2]]
    # What others wrote is shown as plain text.
    assert comments == [["src/door.c", 1]]
    assert code == [["src/door.c", 6], ["src/door.h", 1]]


# --- the box ---


def test_a_line_is_shown_with_its_file_and_the_definition_around_it(read, site):
    reader = read(address=site)
    reader.visit("source/index.html")
    look_for(reader, "not set")
    status = reader.page.locator(".filedocs-finder-status")
    expect(status).to_have_text("7 lines in 6 files")
    assert lines(reader)[:2] == [
        "1 | /* Doors may be not set. */",
        '5 | if (!door) return fail("door not set"); | door_open',
    ]
    files = reader.page.locator(".fd-text-file").all_inner_texts()
    assert files[0].split() == ["≡", "door.c", "src/"]
    marked = reader.page.locator("a.fd-text-row").nth(1).locator("b")
    expect(marked).to_have_text(["not set"])
    assert reader.page.locator("[role=option]").nth(1).get_attribute("aria-label") == (
        '5: if (!door) return fail("door not set"); – door.c src/ door_open'
    )


def test_tests_and_vendored_code_are_folded_behind_the_trees_own(read, site):
    reader = read(address=site)
    reader.visit("source/index.html")
    look_for(reader, "not set")
    folded = reader.page.locator("a.fd-more")
    expect(folded).to_have_text(["▸ 1 line in tests and examples", "▸ 1 line in vendored code"])
    before = len(lines(reader))
    reader.page.keyboard.press("ArrowUp")
    reader.page.keyboard.press("Enter")
    expect(folded).to_have_count(1)
    assert len(lines(reader)) == before + 1
    assert lines(reader)[-1].startswith("1 | int inflate")
    # What was unfolded is chosen.
    chosen = reader.page.locator("[role=option][aria-selected=true]")
    expect(chosen).to_contain_text("inflate")
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_url("**/vendor/zlib/inflate.c.html?mark=not+set#L1")


def test_enter_opens_the_line_with_the_words_marked(read, site):
    reader = read(address=site)
    reader.visit("source/src/door.h.html")
    look_for(reader, "DOOR NOT")
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_url("**/src/door.c.html?mark=DOOR+NOT#L5")
    assert reader.marked(range(1, 8)) == [5]
    reader.page.wait_for_function("CSS.highlights.has('filedocs-text')")
    marks = "[...CSS.highlights.get('filedocs-text')].map(String)"
    assert reader.page.evaluate(marks) == ["door not"]
    reader.visit("source/src/door.c.html?mark=d%5Cw%2Br&how=rw#L4")
    reader.page.wait_for_function("CSS.highlights.has('filedocs-text')")
    assert reader.page.evaluate(marks) == ["door"] * 6


def test_an_address_can_be_sent_and_closing_takes_it_away(read, site):
    reader = read(address=site)
    page = reader.page
    reader.visit("source/src/door.c.html#L4")
    look_for(reader, ">not.set")
    expect(page.locator(".filedocs-finder-status")).to_have_text("Nothing found")
    page.get_by_role("button", name="Regular expression").click()
    page.get_by_role("button", name=re.compile("^code")).click()
    page.get_by_label("Search only below this folder").fill("src/")
    page.get_by_label("Language").select_option("C")
    expect(page.locator(".filedocs-finder-status")).to_have_text("1 line in 1 file")
    asked = parse_qs(urlsplit(page.url).query)
    expected = {"find": "/>not.set", "how": "r", "kinds": "k", "in": "src/", "language": "C"}
    assert asked == {name: [value] for name, value in expected.items()}
    sent = read(address=site)
    sent.page.goto(page.url)
    expect(sent.page.locator(".filedocs-finder-status")).to_have_text("1 line in 1 file")
    assert lines(sent) == ["6 | return door->not_set; | door_open"]
    page.keyboard.press("Escape")
    reader.expect_address("source/src/door.c.html#L4")


def test_all_lines_are_counted_and_the_first_are_shown(read, site):
    reader = read(address=site)
    reader.visit("source/index.html")
    look_for(reader, "int step_")
    status = reader.page.locator(".filedocs-finder-status")
    expect(status).to_have_text("700 lines in 1 file")
    expect(reader.page.locator("a.fd-text-row")).to_have_count(500)
    last = reader.page.locator(".filedocs-finder-caption").all_inner_texts()
    assert last[0] == "The first 500 are shown"


def test_the_tab_changes_between_names_and_text(read, site):
    reader = read(address=site)
    page = reader.page
    reader.visit("source/index.html")
    page.keyboard.press("t")
    page.get_by_role("combobox", name=re.compile("Find")).fill("door.c")
    expect(page.locator(".filedocs-finder-row").first).to_contain_text("door.c")
    expect(page.locator(".fd-hows")).to_have_count(0)
    page.get_by_role("button", name="Text", exact=True).click()
    expect(page.locator(".filedocs-finder-status")).to_have_text("Nothing found")
    expect(page.get_by_role("combobox", name=re.compile("Find"))).to_have_value("/door.c")
    page.get_by_role("button", name="Files and names").click()
    expect(page.locator(".filedocs-finder-row").first).to_contain_text("door.c")
    expect(page.locator(".fd-hows")).to_be_hidden()
    assert "find=" not in page.url


def test_an_expression_that_takes_too_long_is_ended_with_a_word(read, site):
    reader = read(address=site)
    page = reader.page
    reader.visit("source/index.html")
    look_for(reader, "fail")
    page.get_by_role("button", name="Regular expression").click()
    page.get_by_role("combobox", name=re.compile("Find")).fill(r"/(([a-z ]|[^x])+)+[\t]$")
    status = page.locator(".filedocs-finder-status")
    expect(status).to_have_text("Ended: this expression takes too long")
    # The next one is searched for again.
    look_for(reader, "door_op[e]n")
    expect(status).to_have_text("1 line in 1 file")
    look_for(reader, "(")
    expect(status).to_have_text("The regular expression has an error")
    look_for(reader, "(?=x)")
    expect(status).to_have_text("Look-around and back-references are not supported")


def test_it_works_from_a_disk(read, site, served):
    folder, address = served
    reader = read(address=site.replace(address, folder.as_uri()))
    reader.visit("source/index.html")
    look_for(reader, "door not")
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_url("**/src/door.c.html?mark=door+not#L5")


def test_it_works_in_folders_of_pages(read):
    reader = read(builder="dirhtml")
    reader.visit("source/")
    look_for(reader, "class Archive")
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_url("**/store.py/?mark=class+Archive#L*")


@pytest.mark.parametrize("workers", ["'self'", "blob:", "'none'"], ids=["a file", "a text", "none"])
def test_it_works_under_a_policy_whatever_workers_it_allows(read, site, workers):
    reader = read(address=site)
    police(reader.page, f"default-src 'self'; img-src 'self' data:; worker-src {workers}")
    reader.visit("source/src/door.c.html")
    look_for(reader, "door not")
    assert len(lines(reader)) == 1
    if workers == "'none'":
        # On the page nothing could end it.
        reader.page.get_by_role("button", name="Regular expression").click()
        look_for(reader, "(a+)+$")
        status = reader.page.locator(".filedocs-finder-status")
        expect(status).to_have_text("Ended: this expression takes too long")
    # What is forbidden is said by the browser; of our pages that is nothing else.
    assert all("worker" in trouble for trouble in reader.troubles)
    assert bool(reader.troubles) == (workers != "'self'")
    reader.troubles.clear()


@pytest.mark.parametrize("theme", rows(THEMES, "furo"))
@pytest.mark.parametrize("width", [1440, 380])
def test_nothing_is_wider_than_the_box_in_any_theme(read, theme, width):
    reader = read(theme, width=width)
    reader.visit("source/archive/windrose/store.py.html")
    look_for(reader, "def ")
    wide = """(box) => {
      const { right } = box.getBoundingClientRect();
      const all = [...box.querySelectorAll(":not(code, code *)")];
      return all.filter((one) => one.getBoundingClientRect().right > right + 1).length;
    }"""
    assert reader.page.locator("dialog.filedocs-finder").evaluate(wide) == 0
    box = reader.page.locator("dialog.filedocs-finder").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width


def test_on_other_pages_the_slash_is_sphinxs_own(read):
    reader = read()
    reader.visit("guide.html")
    reader.page.keyboard.press("/")
    expect(reader.page.locator("input[name=q]").first).to_be_focused()
    expect(reader.page.locator(".filedocs-finder")).to_have_count(0)


def test_without_texts_there_is_no_tab_and_a_slash_begins_a_path(read, documented):
    reader = read(address=documented("no-texts", FILES, more="filedocs_text_search = False"))
    page = reader.page
    reader.visit("source/index.html")
    page.keyboard.press("t")
    page.get_by_role("combobox").fill("/door.c")
    expect(page.locator(".filedocs-finder-row").first).to_contain_text("door.c")
    expect(page.locator(".fd-finder-tabs")).to_be_hidden()
