"""Pages of large files and folders are bounded."""

from __future__ import annotations

from sphinx_filedocs.model.facts import Facts, Keyword
from sphinx_filedocs.model.files import File, Folder
from sphinx_filedocs.model.links import Reference
from sphinx_filedocs.model.symbols import Definition, Span, Symbol
from sphinx_filedocs.pages import file_sections, folder_sections, index_sections
from sphinx_filedocs.pages.crossref_views import lines_shown
from sphinx_filedocs.pages.list_items import Item
from sphinx_filedocs.pages.listing import Listing, Mark, Written, fitting, poorer
from sphinx_filedocs.pages.markup import Bullets, Code, Lines, Muted, OutlineBlock, Table
from sphinx_filedocs.pages.use_lists import Lists
from sphinx_filedocs.pages.use_rows import Exchange, NameRow
from sphinx_filedocs.pages.uses import About
from sphinx_filedocs.pages.view_models import FileRow, FileView, FolderView, KeywordsView


def folder_of(count: int) -> FolderView:
    paths = [f"src/f{number}.py" for number in range(count)]
    rows = tuple(FileRow(path, "What it is.", "", (), (), 0, 3, 0, 1, "") for path in paths)
    docnames = {path: f"source/{path}" for path in paths}
    return FolderView("source", "source/src/index", "src", (), docnames, Folder("src"), files=rows)


def outline_of(count: int) -> OutlineBlock:
    symbols = tuple(
        Symbol(f"f{n}", "function", n, Span(n, n), f"def f{n}(x)", "Do it.") for n in range(count)
    )
    facts = Facts(symbols=symbols)
    view = FileView("source", "source/a.py", "a.py", file=File("a.py", "text", 0, "", facts=facts))
    (outline,) = file_sections.outline(view)
    assert isinstance(outline, OutlineBlock)
    return outline


def test_a_folder_of_thousands_of_files_lists_their_names_with_links() -> None:
    (small,) = folder_sections.contents(folder_of(1000))
    assert isinstance(small, Table)
    _, large = folder_sections.contents(folder_of(1001))
    assert isinstance(large, Bullets)
    assert [link.docname for (link,) in large.rows][-1] == "source/src/f1000.py"


def test_an_outline_of_thousands_of_symbols_has_their_names_and_places() -> None:
    assert outline_of(1000).symbols[7].after == "(x)"
    large = outline_of(1001).symbols
    assert len(large) == 1001
    assert (large[7].name, large[7].after, large[7].sentence) == ("f7", "", ())
    assert large[7].identifier == "sym-f7"


def test_a_page_of_many_pairs_of_folders_shows_few_lines_of_each() -> None:
    assert lines_shown(1) == 300
    assert lines_shown(100) == 60
    assert lines_shown(100_000) == 3


def test_a_large_listing_keeps_its_ids_and_its_links_to_definitions() -> None:
    local = Mark("#L3", "local name, line 3", local=True)
    defined = Mark("crossref.html#name-f", "2 uses", anchor="def-f")
    used = Mark("b.html#def-g", "g · by import")
    marks = {3: [(0, 1, local), (2, 1, defined), (4, 1, used)]}
    runs = [[(0, 1, "k")]]
    links, both = (
        f"This file is too long to show it with links{more}." for more in ("", " and colours")
    )
    levels = [
        (
            [(mark.href, mark.title, mark.anchor) for _, _, mark in found.marks[3]],
            list(found.runs),
            found.missing,
        )
        for found in poorer(Listing(marks, runs))
    ]
    assert levels == [
        (
            [
                ("#L3", "local name, line 3", ""),
                ("crossref.html#name-f", "2 uses", "def-f"),
                ("b.html#def-g", "g · by import", ""),
            ],
            runs,
            "",
        ),
        (
            [
                ("crossref.html#name-f", "2 uses", "def-f"),
                ("b.html#def-g", "g · by import", ""),
            ],
            runs,
            "",
        ),
        ([("", "", "def-f")], runs, links),
        ([("", "", "def-f")], [()], both),
    ]


def test_what_two_files_exchange_is_shown_in_part() -> None:
    files = {"a.py": "source/a.py", "b.py": "source/b.py"}
    lists = Lists(files, lambda _: "", lambda *_: "", {}, keywords_of=lambda path: (path, "all"))
    lines = tuple(range(1, 41))
    rows = [Exchange("b.py", Definition("a.py", n, "function", f"f{n}"), lines) for n in range(300)]
    (item,) = lists.of_exchanges(rows, "a.py", False, 10)
    assert item.note == "300 names"
    # What is left out stands among the keywords of the file that has the lines.
    assert (len(item.children), item.children[-1]) == (
        201,
        Item("and 100 more names", "b.py", "all"),
    )
    (taken,) = lists.of_exchanges([row._replace(path="a.py") for row in rows], "b.py", True, 10)
    assert taken.children[-1] == Item("and 100 more names", "b.py", "all")
    assert lists.of_exchanges(rows, "a.py", False, 0) == [Item("and 1 more file", "a.py", "all")]
    names = item.children[0].children
    assert (len(names), names[-1].text) == (3, "and 38 more lines")
    (few,) = lists.of_exchanges(rows[:100], "a.py", False, 10)
    names = few.children[0].children
    assert (len(names), names[-1].text) == (6, "and 35 more lines")


def test_a_page_of_many_uses_says_how_many_there_are_in_all() -> None:
    files = {path: f"source/{path}" for path in ("a.py", "a.h", "b.py")}
    lists = Lists(files, lambda _: "", lambda *_: "", {})
    f = Definition("a.py", 1, "function", "f")

    def alone(_: Definition) -> About:
        return About()

    rows = [NameRow(f, Reference("b.py", line, "import")) for line in range(1, 4)]
    (part,) = lists.of_name(rows, {f: (1_200, 40)}, alone, frozenset())
    assert part.note == "a.py:1 – 1,200 uses in 40 files, 3 of them on this page"
    (whole,) = lists.of_name(rows, {f: (3, 1)}, alone, frozenset())
    assert whole.note == "a.py:1 – 3 uses in 1 file"
    (unused,) = lists.of_name([NameRow(f)], {f: (0, 0)}, alone, frozenset())
    assert unused.note == "a.py:1 – no use found"
    declared = f._replace(path="a.h")
    totals = {f: (1, 1), declared: (0, 0)}
    (_, prototype) = lists.of_name([NameRow(f), NameRow(declared)], totals, alone, frozenset())
    assert prototype.note == "a.h:1 – another definition of this name is used"


def test_a_listing_gives_up_as_little_as_it_has_to() -> None:
    marks = {1: [(0, 1, Mark("b.html#def-g", "g · by import"))]}
    whole = Listing(marks, [[(0, 1, "k")]])

    def write(shown: Listing) -> Written:
        return Written("x" * 100 * (bool(shown.runs[0]) + len(shown.marks[1])), "")

    assert [fitting(whole, write, room)[0].missing for room in (200, 199, 99)] == [
        "",
        "This file is too long to show it with links.",
        "This file is too long to show it with links and colours.",
    ]
    assert fitting(whole, write, -1)[1].html == ""


def test_a_file_of_many_keywords_shows_fewer_lines_of_each() -> None:
    def shown(count: int) -> int:
        lines = tuple(range(1, 101))
        keywords = tuple(Keyword(f"k{number}", ("identifier",), lines) for number in range(count))
        view = KeywordsView("source", "source/a.py", "a.py", keywords=keywords)
        _, bullets, *_ = index_sections.keywords(view)
        assert isinstance(bullets, Bullets)
        (name, _, links, more) = bullets.rows[0]
        assert name == Code("k0")
        assert isinstance(links, Lines)
        assert more == Muted(f" and {100 - len(links.lines)} more")
        return len(links.lines)

    assert [shown(count) for count in (1, 300, 1_000, 5_000, 100_000)] == [10, 5, 2, 1, 1]
