"""The search index is short, and leads to what a reader looks for."""

from __future__ import annotations

from typing import Any

import sphinx
from sphinx.search import js_index

from sphinx_filedocs.ext.upstream import search_index

TREE = {
    "pkg/core.py": (
        '"""Adds up."""\n\nLIMIT = 3\n\n\nclass Series:\n    def total(self):\n        pass\n'
    ),
    "pkg/use.py": "from pkg.core import Series\n\n\ndef report():\n    return Series().total()\n",
}


def index_of(output) -> dict[str, Any]:
    index: dict[str, Any] = js_index.loads(output.read("searchindex.js"))
    return index


def objects(index: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """Return page and id of each object, as Sphinx's searchtools.js works them out."""
    found = {}
    for prefix, rows in index["objects"].items():
        for document, kind, _, anchor, name in rows:
            full = f"{prefix}.{name}" if prefix else name
            place = {"": full, "-": f"{index['objnames'][str(kind)][1]}-{full}"}.get(anchor, anchor)
            found[full] = (index["docnames"][document], place)
    return found


def words(index: dict[str, Any], word: str) -> set[str]:
    documents = index["terms"].get(word, [])
    numbers = [documents] if isinstance(documents, int) else documents
    return {index["docnames"][number] for number in numbers}


def test_files_and_symbols_are_found_where_they_are_described(project) -> None:
    output = project(TREE).build()
    found = objects(index_of(output))
    assert found == {
        "pkg/": ("source/pkg/index", "page"),
        "pkg/core.py": ("source/pkg/core.py", "page"),
        "pkg/use.py": ("source/pkg/use.py", "page"),
        "LIMIT": ("source/pkg/core.py", "sym-LIMIT"),
        "Series": ("source/pkg/core.py", "sym-Series"),
        "Series.total": ("source/pkg/core.py", "sym-Series.total"),
        "report": ("source/pkg/use.py", "sym-report"),
    }
    for docname, place in found.values():
        assert f'id="{place}"' in output.read(f"{docname}.html")


def test_other_symbols_and_the_sources_own_words_lead_to_their_page(project) -> None:
    index = index_of(project(TREE).build())
    for word in ("total", "limit", "add"):
        assert words(index, word) == {"source/pkg/core.py"}


def test_of_very_many_symbols_those_are_objects_that_no_word_of_a_search_finds(
    project, monkeypatch
) -> None:
    monkeypatch.setattr(search_index, "LARGE", 5)
    methods = "".join(f"    def {name}(self): ...\n" for name in ("to", "Not", "owned", "turn"))
    tree = {
        "a.py": f"class Wind:\n{methods}",
        "a.cpp": "struct S { bool operator()(int a) { return a; } };\n",
    }
    found = objects(index_of(project(tree).build()))
    assert found.keys() - tree.keys() == {
        "Wind",
        "Wind.to",
        "Wind.Not",
        "Wind.owned",
        "S",
        "S.operator()",
    }


def test_pages_are_found_by_their_paths_and_indices_not_at_all(project) -> None:
    output = project(TREE).build()
    index = index_of(output)
    assert set(index["titles"]) >= {"pkg/core.py", "pkg/use.py"}
    assert not any("crossref" in name or "keywords" in name for name in index["docnames"])
    assert not {"Details", "Outline"} & index["alltitles"].keys()


def test_an_object_whose_name_is_no_plain_word_keeps_its_name_and_id(project) -> None:
    tree = {"a.cpp": "struct S { bool f; };\nbool operator<(S a, S b) { return a.f < b.f; }\n"}
    output = project(tree).build()
    page = output.read("source/a.cpp.html")
    found = objects(index_of(output))
    # Before Sphinx 9 the search takes names for HTML.
    assert set(found) == {
        "S",
        "a.cpp",
        "operator<" if sphinx.version_info >= (9,) else "operator&lt;",
    }
    assert all(f'id="{place}"' in page for _, place in found.values())


def test_index_entries_of_pages_that_are_not_written_again_stay(project) -> None:
    pages = {
        "one.rst": ":orphan:\n\nOne\n===\n\n.. index:: Sums, pair: sum; total\n\nText.\n",
        "two.rst": ":orphan:\n\nTwo\n===\n\n.. index:: ! Sums\n\nText.\n",
    }
    made = project(TREE, pages)

    def entries() -> dict[str, list[tuple[str, str, bool]]]:
        index = index_of(made.build())
        names = index["docnames"]
        found = index["indexentries"].items()
        return {word: [(names[row[0]], *row[1:]) for row in rows] for word, rows in found}

    one, two = ("one", "index-0", False), ("two", "index-0", True)
    before = entries()
    assert before["sums"] == [one, two]
    made.write({"pkg/use.py": "x = 1\n"})
    assert entries() == before
    made.write({"one.rst": ":orphan:\n\nOne\n===\n\n.. index:: Sums\n"}, "docs")
    assert entries() == {"sums": [one, two]}
    (made.folder / "docs" / "two.rst").unlink()
    assert entries() == {"sums": [one]}


PROTOTYPES = {
    "wind.c": "int speed(void) { return 1; }\nint gust(void) { return speed(); }\n",
    "wind.h": "int speed(void);\nint only_declared(void);\n",
    "tests/test_wind.c": "int check(void) { return 0; }\n",
    "vendor/calm/LICENSE": "Copyright\n",
    "vendor/calm/calm.c": "int calm(void) { return 0; }\n",
}


def priorities(index: dict[str, Any]) -> dict[tuple[str, str], int]:
    """Return the priority of each object by its page and name."""
    return {
        (index["docnames"][row[0]].removeprefix("source/"), row[4]): row[2]
        for rows in index["objects"].values()
        for row in rows
    }


def test_own_definitions_come_before_declarations_tests_and_what_is_somebody_elses(project) -> None:
    found = priorities(index_of(project(PROTOTYPES).build()))
    first = {place for place, priority in found.items() if priority == 1 and "." in place[0]}
    assert {(page, name) for page, name in first if name != page.rpartition(".")[2]} == {
        ("wind.c", "speed"),
        ("wind.c", "gust"),
        ("wind.h", "only_declared"),
    }
    assert {page for page, name in found if found[page, name] == 2} == {
        "wind.h",
        "tests/test_wind.c",
        "vendor/calm/calm.c",
        "vendor/calm/LICENSE",
    }


def test_the_order_follows_an_edit(project) -> None:
    made = project(PROTOTYPES)
    before = priorities(index_of(made.build()))
    made.write({"wind.c": "int gust(void) { return 1; }\n"})
    after = priorities(index_of(made.build()))
    assert (before["wind.h", "speed"], after["wind.h", "speed"]) == (2, 1)
    made.write({"calm.md": "Calm\n"})
    (made.folder / "tree" / "vendor" / "calm" / "LICENSE").unlink()
    moved = priorities(index_of(made.build()))
    clean = priorities(index_of(made.build(freshenv=True)))
    assert moved == clean


def test_only_the_page_of_the_search_loads_its_script(project) -> None:
    made = project(TREE)
    output = made.build()
    assert "filedocs-search.js" in output.read("search.html")
    assert "filedocs-search.js" not in output.read("source/pkg/core.py.html")
    for off in ({"filedocs_search": False}, {"filedocs_upstream_off": ["search_order"]}):
        assert "filedocs-search.js" not in made.build(freshenv=True, **off).read("search.html")
