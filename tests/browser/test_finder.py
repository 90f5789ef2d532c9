"""Readers who look for something by a part of its name."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.full import THEMES, rows

pytestmark = pytest.mark.browser

FILES = {
    "first.h": "int plain(void);\nint serverPort(void);\n",
    "plain.c": "int plain(void) { return 0; }\n",
    "server.c": "int server(void) { return 0; }\nint serverPort(void) { return server(); }\n",
    "src/zset.c": "/* Sets. */\n\nint zsetAdd(void) { return 1; }\n",
    "src/index.html": "<p id='first'>x</p>\n",
    "tests/test_zset.py": "def test_zset():\n    assert True\n",
    "vendor/zset/LICENSE": "Copyright\n",
    "vendor/zset/zset.c": "int zsetVendored(void) { return 0; }\n",
}


@pytest.fixture(scope="module")
def site(documented) -> str:
    """Return the address of the documentation of a small tree."""
    return documented("finder", FILES)


@pytest.fixture(scope="module")
def initials(documented) -> str:
    """Return the address of the documentation of files with names of several words."""
    return documented("initials", {**FILES, "src/plain.za": "zsetless\n"})


def open_finder(reader, text: str = "") -> None:
    """Open the finder by its key, and type."""
    reader.page.keyboard.press("t")
    expect(reader.page.locator(".filedocs-finder input")).to_be_focused()
    expect(reader.page.locator(".filedocs-finder-keys kbd").first).to_be_attached()
    if text:
        reader.page.locator(".filedocs-finder input").fill(text)


def found(reader) -> list[str]:
    """Return what is found: each name with its place."""
    expect(reader.page.locator(".filedocs-finder-row").first).to_be_visible()
    return [
        " ".join(text.split())
        for text in reader.page.locator(".filedocs-finder-row").all_inner_texts()
    ]


def test_a_file_is_found_by_its_name_and_opened_by_the_keyboard_alone(read, site):
    reader = read(address=site)
    reader.visit("source/index.html")
    open_finder(reader, "server.c")
    assert found(reader)[0] == "≡ server.c"
    reader.page.keyboard.press("Enter")
    reader.expect_address("source/server.c.html")


def test_a_symbol_leads_to_its_definition_in_the_listing(read, site):
    reader = read(address=site)
    reader.visit("index.html")
    open_finder(reader, "serverp")
    assert found(reader) == ["ƒ serverPort server.c", "ƒ serverPort first.h"]
    reader.page.keyboard.press("Enter")
    reader.expect_address("source/server.c.html#def-serverPort")
    reader.expect_seen("#def-serverPort")


@pytest.mark.parametrize(
    ("letters", "names"),
    [
        ("sp", ["serverPort", "serverPort"]),
        ("tzp", ["test_zset.py"]),
        # What is written so in a name goes before.
        ("za", ["plain.za", "zsetAdd"]),
    ],
)
def test_letters_find_what_has_words_that_begin_so(read, initials, letters, names):
    reader = read(address=initials)
    reader.visit("source/index.html")
    open_finder(reader, letters)
    assert [row.split()[1] for row in found(reader)] == names


def test_overloads_have_their_lines_and_the_typed_case_is_first(read, documented):
    files = {
        "Rafts.java": "class Rafts {\n  void sendAll(int a) {}\n\n  void sendAll(long a) {}\n}\n",
        "sender.go": "package a\n\ntype sendAll struct{}\n\ntype T struct{}\n\n"
        "func (t T) SendAll() {}\n",
    }
    reader = read(address=documented("overloads", files, theme="furo"), width=1440)
    reader.visit("source/Rafts.java.html")
    rows = reader.page.locator(".fd-symbols li > a")
    lines = "rows => rows.map((row) => getComputedStyle(row, '::after').content)"
    assert rows.evaluate_all(lines) == ["none", '":2"', '":4"']
    open_finder(reader, "sendall")
    overloads = ["ƒ Rafts.sendAll Rafts.java :2", "ƒ Rafts.sendAll Rafts.java :4"]
    assert found(reader) == ["T sendAll sender.go", *overloads, "ƒ T.SendAll sender.go"]
    reader.page.locator(".filedocs-finder input").fill("SendAll")
    assert found(reader) == ["ƒ T.SendAll sender.go", "T sendAll sender.go", *overloads]
    reader.page.keyboard.press("End")
    reader.page.keyboard.press("ArrowUp")
    reader.page.keyboard.press("Enter")
    reader.expect_address("source/Rafts.java.html#def-Rafts.sendAll~2")
    # Recently opened are told apart too.
    open_finder(reader)
    reader.page.locator(".filedocs-finder input").fill("")
    assert found(reader)[0] == overloads[1]


def test_of_several_words_some_may_say_in_which_file(read, site):
    reader = read(address=site)
    reader.visit("index.html")
    open_finder(reader, "first.h serverp")
    assert found(reader) == ["ƒ serverPort first.h"]
    # What stands in a file is not found by that alone.
    reader.page.locator(".filedocs-finder input").fill("first. first.h")
    assert found(reader) == ["≡ first.h"]


KINDS = {
    "commands.h": "struct redisCommand {\n    int arity;\n};\n#define STRUCT_COMMAND 1\n",
    "commands.c": '#include "commands.h"\n\nint redisCommandArity(struct redisCommand *one) {\n'
    "    return one->arity;\n}\n",
    "shapes.ts": "export class Shape {}\nexport interface ShapeLike {}\n"
    "export enum ShapeKind { A }\nexport function shapeOf() {}\nexport const SHAPES = 1;\n",
}


@pytest.fixture(scope="module")
def kinds(documented) -> str:
    """Return the address of the documentation of a tree with symbols of many kinds."""
    return documented("kinds", KINDS)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("redisCommand struct", ["redisCommand"]),
        ("struct redisCommand", ["redisCommand"]),
        ("func redisCommand", ["redisCommandArity"]),
        ("arity member", ["redisCommand.arity"]),
        ("shape class", ["Shape"]),
        ("type shape", ["Shape", "ShapeKind", "ShapeLike"]),
        ("shape fn", ["shapeOf"]),
        ("const shape", ["SHAPES"]),
        # What is being typed may become such a word; names with it are before that.
        ("redisCommand str", ["redisCommand"]),
        ("command str", ["STRUCT_COMMAND", "redisCommand"]),
        # A word of a kind is a part of names too.
        ("struct command", ["redisCommand", "STRUCT_COMMAND"]),
    ],
)
def test_of_several_words_one_may_say_what_a_symbol_is(read, kinds, query, names):
    reader = read(address=kinds)
    reader.visit("source/index.html")
    open_finder(reader, query)
    rows = found(reader)
    assert [row.split()[1] for row in rows] == names


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("redisCommand::arity", ["redisCommand.arity"]),
        ("redisCommand->arity", ["redisCommand.arity"]),
        ("redisCommand#arity", ["redisCommand.arity"]),
        ("redisCommand::", ["redisCommand.arity"]),
        ("shapeOf()", ["shapeOf"]),
        ("redisCommandArity(command)", ["redisCommandArity"]),
        ("`shapeOf`", ["shapeOf"]),
        ("commands.h:", ["commands.h"]),
    ],
)
def test_a_name_is_found_as_code_has_it(read, kinds, query, names):
    reader = read(address=kinds)
    reader.visit("source/index.html")
    open_finder(reader, query)
    assert [row.split()[1] for row in found(reader)] == names


def test_a_group_of_documentation_comments_is_found(read, documented):
    text = "/** @defgroup rings Bytes in a circle */\nint ring_get(void);\n"
    reader = read(address=documented("groups", {"src/ring.h": text}))
    reader.visit("source/index.html")
    open_finder(reader, "group circle")
    assert found(reader) == ["G Bytes in a circle [rings] src/ring.h"]
    reader.page.keyboard.press("Enter")
    reader.expect_address("source/src/index.html#group-rings")
    reader.expect_seen("#group-rings")
    # It is kept among what was opened last.
    open_finder(reader)
    assert found(reader)[0] == "G Bytes in a circle [rings] src/ring.h"


def test_the_word_that_is_found_stands_out(read, kinds):
    reader = read(address=kinds)
    reader.visit("source/index.html")
    open_finder(reader, "struct command")
    found(reader)
    bold = reader.page.locator(".filedocs-finder-name > b")
    expect(bold).to_have_text(["Command", "STRUCT"])


def test_a_kind_alone_is_looked_for_in_names(read, kinds):
    reader = read(address=kinds)
    reader.visit("source/index.html")
    open_finder(reader, "struct")
    assert [row.split()[1] for row in found(reader)] == ["STRUCT_COMMAND"]


def test_the_whole_name_is_before_its_beginning_and_own_before_tests_and_vendored(read, site):
    reader = read(address=site)
    reader.visit("source/index.html")
    open_finder(reader, "zset")

    names = found(reader)
    own = [names.index("≡ zset.c src/"), names.index("ƒ zsetAdd src/zset.c")]
    tests = names.index("≡ test_zset.py tests/")
    vendored = names.index("≡ zset.c vendor/zset/")
    assert own == [0, 1]
    assert own[1] < tests < vendored
    captions = reader.page.locator(".filedocs-finder-caption").all_inner_texts()
    assert captions == ["Tests and examples", "Vendored"]


def test_arrows_choose_and_the_choice_is_told_to_a_screen_reader(read, site):
    reader = read(address=site)
    reader.visit("source/index.html")
    open_finder(reader, "server")
    field = reader.page.locator(".filedocs-finder input")
    expect(field).to_have_attribute("aria-activedescendant", "filedocs-finder-0")
    reader.page.keyboard.press("ArrowDown")
    expect(field).to_have_attribute("aria-activedescendant", "filedocs-finder-1")
    chosen = reader.page.locator("[role=option][aria-selected=true]")
    expect(chosen).to_have_count(1)
    expect(chosen).to_have_id("filedocs-finder-1")
    reader.page.keyboard.press("ArrowUp")
    reader.page.keyboard.press("ArrowUp")
    last = reader.page.locator(".filedocs-finder-row").last.get_attribute("id")
    expect(field).to_have_attribute("aria-activedescendant", last)


def test_escape_closes_it_and_what_was_typed_is_there_again(read, site):
    reader = read(address=site)
    reader.visit("source/index.html")
    open_finder(reader, "zs")
    reader.page.keyboard.press("Escape")
    expect(reader.page.locator(".filedocs-finder")).to_be_hidden()
    reader.page.keyboard.press("t")
    expect(reader.page.locator(".filedocs-finder input")).to_have_value("zs")


@pytest.mark.parametrize(
    ("text", "address"),
    [
        (":2", "source/server.c.html#L2"),
        ("zset.c:3", "source/src/zset.c.html#L3"),
        ("@port", "source/server.c.html#def-serverPort"),
        (">zsetadd", None),
        ("src/zs", "source/src/zset.c.html"),
        ("port server", "source/server.c.html#def-serverPort"),
        ("index.html", "source/src/index*.html"),
        ("no such thing", None),
    ],
)
def test_lines_symbols_of_this_file_files_only_and_paths(read, site, text, address):
    reader = read(address=site)
    reader.visit("source/server.c.html")
    open_finder(reader, text)
    if address is None:
        expect(reader.page.locator(".filedocs-finder-status")).to_have_text("Nothing found")
        return
    found(reader)
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_url(f"**/{address}")
    assert reader.page.locator("section#page").count() == 1


def test_where_a_reader_was_and_the_main_files_are_offered_before_anything_is_typed(read, site):
    reader = read(address=site)
    reader.visit("source/index.html")
    open_finder(reader, "zsetadd")
    found(reader)
    reader.page.keyboard.press("Enter")
    reader.expect_address("#def-zsetAdd")
    open_finder(reader)
    offered = found(reader)
    assert offered[0] == "ƒ zsetAdd src/zset.c"
    assert {"≡ plain.c", "≡ server.c", "≡ first.h"} < set(offered[1:])
    captions = reader.page.locator(".filedocs-finder-caption").all_inner_texts()
    assert captions == ["Recently opened", "Main files"]


@pytest.fixture(scope="module")
def crowded(documented) -> str:
    """Return the address of the documentation of many files whose names are long."""
    long = "a_name_of_a_function_that_takes_most_of_a_row"
    tree = {f"folder/below/m{n}.py": f"def {long}_{n}():\n    pass\n" for n in range(40)}
    return documented("crowded", tree)


def test_what_keys_do_is_seen_below_many_rows_and_all_are_counted_once(read, crowded):
    reader = read(address=crowded)
    reader.visit("source/index.html")
    open_finder(reader, "a_name_of")
    expect(reader.page.locator(".filedocs-finder-status")).to_have_text("40 found")
    keys, box = (
        reader.page.locator(one).bounding_box()
        for one in (".filedocs-finder-keys", "dialog.filedocs-finder")
    )
    assert keys["height"] >= 36
    assert keys["y"] + keys["height"] <= box["y"] + box["height"]


def test_on_a_narrow_screen_a_place_stands_below_a_long_name(read, crowded):
    reader = read(address=crowded, width=380)
    reader.visit("source/index.html")
    open_finder(reader, "row_7")
    name, place = (
        reader.page.locator(f".filedocs-finder-{one}").first.bounding_box()
        for one in ("name", "path")
    )
    assert place["y"] >= name["y"] + name["height"] - 1
    assert place["x"] == name["x"]
    whole = "(place) => place.scrollWidth <= place.clientWidth"
    assert reader.page.locator(".filedocs-finder-path").first.evaluate(whole)


def test_a_letter_typed_into_a_field_opens_nothing(read, site):
    reader = read(address=site)
    reader.visit("search.html")
    reader.page.locator("input[name=q]").first.focus()
    reader.page.keyboard.type("tt")
    expect(reader.page.locator(".filedocs-finder")).to_have_count(0)


@pytest.mark.parametrize("theme", rows(THEMES, "furo"))
def test_the_button_opens_it_in_every_theme(read, theme):
    reader = read(theme, width=380)
    reader.visit("source/archive/windrose/store.py.html")
    reader.page.get_by_role("button", name="Find a file or a symbol").click()
    reader.page.locator(".filedocs-finder input").fill("Archive.add")
    found(reader)
    reader.page.keyboard.press("Enter")
    reader.expect_address("source/archive/windrose/store.py.html#def-Archive.add")
    wide = reader.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0 or theme == "sphinx_rtd_theme", "rtd scrolls sideways of itself"


def test_it_works_in_folders_of_pages(read):
    reader = read(builder="dirhtml")
    reader.visit("source/")
    open_finder(reader, "Archive.add")
    found(reader)
    reader.page.keyboard.press("Enter")
    reader.expect_address("source/archive/windrose/store.py/#def-Archive.add")


def test_it_works_from_a_disk(read, site, served):
    folder, address = served
    reader = read(address=site.replace(address, folder.as_uri()))
    reader.visit("source/index.html")
    open_finder(reader, "zsetadd")
    found(reader)
    reader.page.keyboard.press("Enter")
    reader.expect_address("source/src/zset.c.html#def-zsetAdd")


def test_without_a_script_there_is_no_button_that_does_nothing(read, site):
    reader = read(address=site, javascript=False)
    reader.visit("source/index.html")
    expect(reader.page.locator(".filedocs-find")).to_have_count(0)


IMAGES = {
    "libs/iofuncs/image.c": "int vips_image_new(void) { return 0; }\nint image_free(void);\n",
    "libs/iofuncs/README.md": "# Repository\n\n## thumbnail\n",
    "libs/colour/image.c": "int vips_thumbnail_build(void) { return 1; }\n",
    "libs/repository.c": (
        "struct box { int repo; int name; };\n"
        "int of(struct box *box) { return box->repo + box->name; }\n"
    ),
    "libs/name.tar.gz": "\0\1",
    "src/.hidden/name.py": "def thumb_name():\n    pass\n",
}


@pytest.fixture(scope="module")
def images(documented) -> str:
    """Return the address of the documentation of a tree with folders, fields and an archive."""
    return documented("images", IMAGES)


@pytest.mark.parametrize(
    ("query", "address"),
    [
        ("iofuncs", "source/libs/iofuncs/index.html"),
        (".hidden", "source/src/dot-hidden/index.html"),
        ("libs/col", "source/libs/colour/index.html"),
        ("iofuncs image.c", "source/libs/iofuncs/image.c.html"),
        ("image.c colour", "source/libs/colour/image.c.html"),
        ("vipsimagenew", "source/libs/iofuncs/image.c.html#def-vips_image_new"),
        ("imgnew", "source/libs/iofuncs/image.c.html#def-vips_image_new"),
        ("thmbuild", "source/libs/colour/image.c.html#def-vips_thumbnail_build"),
        ("repository.c:1-2", "source/libs/repository.c.html#L1-L2"),
        ("repository.c:2-", "source/libs/repository.c.html#L2"),
        # A letter that is missing, wrong, too many, or in the place of the next one.
        ("thumnail", "source/libs/colour/image.c.html#def-vips_thumbnail_build"),
        ("thumbnayl", "source/libs/colour/image.c.html#def-vips_thumbnail_build"),
        ("repositoory", "source/libs/repository.c.html"),
        ("repositroy", "source/libs/repository.c.html"),
        # Files are before fields of that name, and own names before archives and headings.
        ("repo", "source/libs/repository.c.html"),
        ("thumbnail", "source/libs/colour/image.c.html#def-vips_thumbnail_build"),
    ],
)
def test_what_somebody_means_is_the_first(read, images, query, address):
    reader = read(address=images)
    reader.visit("source/index.html")
    open_finder(reader, query)
    found(reader)
    first = reader.page.locator(".filedocs-finder-row").first.get_attribute("href")
    assert first.endswith(address)


def test_archives_come_after_sources(read, images):
    reader = read(address=images)
    reader.visit("source/index.html")
    open_finder(reader, "name")
    names = found(reader)
    assert names.index("≡ name.py src/.hidden/") < names.index("≡ name.tar.gz libs/")


def test_lines_of_this_file_are_marked_as_a_range(read, images):
    reader = read(address=images)
    reader.visit("source/libs/repository.c.html")
    open_finder(reader, ":1-2")
    found(reader)
    reader.page.keyboard.press("Enter")
    reader.expect_address("#L1-L2")


def test_keys_that_are_typed_while_it_loads_are_not_lost(read, images):
    reader = read(address=images)
    reader.visit("source/index.html")
    reader.page.keyboard.type("timage.c", delay=0)
    expect(reader.page.locator(".filedocs-finder input")).to_have_value("image.c")
    assert found(reader)[0].startswith("≡ image.c")


def _names(
    files: list[str], symbols: list[str], chance: random.Random
) -> Iterator[tuple[str, str]]:
    """Yield what somebody may type for a file or a symbol, and its name."""
    count = Counter(path.rpartition("/")[2] for path in files)
    for path in chance.sample(files, 12):
        name = path.rpartition("/")[2]
        if count[name] > 1:
            continue
        yield name, path
        yield path, path
        if "/" in path:
            folder = path.split("/")[-2]
            yield f"{folder} {name}", path
    for name in chance.sample(symbols, 8):
        last = name.rpartition(".")[2]
        yield last, last
        parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", last)
        if len(parts) > 1 and min(map(len, parts)) > 2:
            yield "".join(part[:3].lower() for part in parts), last
        if len(last) > 7:
            at = chance.randrange(2, len(last) - 2)
            yield last[:at] + last[at + 1 :], last


def test_names_paths_abbreviations_and_typing_errors_lead_to_what_is_meant(read):
    reader = read()
    reader.visit("source/index.html")
    open_finder(reader, "a")
    found(reader)
    files, symbols = reader.page.evaluate(
        """() => {
          const [tree] = filedocsFinder.trees.values();
          const own = (entry) => tree.data.groups[entry.file] === "o";
          const isMeant = ({ kind, isDeclared }) => "tfm".includes(kind) && !isDeclared;
          return [
            tree.data.files.filter((_, file) => own({ file }) && tree.data.places[file] !== "b"),
            tree.symbols.filter((one) => own(one) && isMeant(one)).map(({ name }) => name),
          ];
        }"""
    )
    queries = list(_names(files, symbols, random.Random(5)))  # noqa: S311 (no secret)
    shown = reader.page.evaluate(
        """(queries) => queries.map((query) => {
          const hits = filedocsFinder.shown(filedocsFinder.search(filedocsFinder.read(query)));
          return hits.slice(0, 3).map(({ entry }) => entry.name);
        })""",
        [query for query, _ in queries],
    )
    missed = [
        (query, meant, names)
        for (query, meant), names in zip(queries, shown, strict=True)
        if not any(name == meant or name.endswith(f".{meant}") for name in names)
    ]
    assert len(queries) > 30
    assert len(missed) <= len(queries) // 20, missed
