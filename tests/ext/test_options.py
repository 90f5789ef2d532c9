"""A wrong option stops at once, with its name, its value and what is allowed."""

from __future__ import annotations

import shutil

import pytest
from sphinx.errors import ConfigError


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (
            {"filedocs_trees": {"source": "../none"}},
            ["filedocs_trees['source']", "'../none'", "does not exist"],
        ),
        ({"filedocs_trees": {"source": "conf.py"}}, ["is not a folder"]),
        ({"filedocs_trees": {"/source": ".."}}, ["'/source'", "docname prefix"]),
        ({"filedocs_trees": {"a": "..", "a/b": ".."}}, ["'a/b'", "may not lie below 'a'"]),
        ({"filedocs_trees": {"a": {"root": ".."}}}, ["filedocs_trees['a']", "'path'"]),
        (
            {"filedocs_trees": {"a": {"path": "..", "incldue": []}}},
            ["['incldue']", "did you mean 'include'?"],
        ),
        ({"filedocs_trees": {"a": {"path": "..", "include": "x"}}}, ["['include']", "'x'", "list"]),
        (
            {"filedocs_trees": {"a": {"path": "..", "include_folders": ["none/such"]}}},
            ["['include_folders']", "'none/such'", "list of folders"],
        ),
        (
            {"filedocs_trees": {"a": {"path": "..", "include_folders": ["../.."]}}},
            ["['include_folders']", "'../..'", "list of folders"],
        ),
        ({"filedocs_trees": {"a": {"path": "..", "url": "x"}}}, ["['url']", "{path}"]),
        ({"filedocs_trees": {"a": {"path": "..", "url": "http://x/{p}"}}}, ["['url']", "{path}"]),
        (
            {"filedocs_blame": "autos"},
            ["filedocs_blame = 'autos'", "did you mean 'auto'?"],
        ),
        (
            {"filedocs_text_search": "owns"},
            ["filedocs_text_search = 'owns'"],
        ),
        (
            {"filedocs_file_sections": ["outlin"]},
            ["'outlin' is not a section; did you mean 'outline'?"],
        ),
        ({"filedocs_file_sections": ["os.nothing"]}, ["os.nothing", "could not be imported"]),
        ({"filedocs_folder_sections": ["tests", "tests"]}, ["'tests' is listed twice"]),
        ({"filedocs_max_bytes": 0}, ["filedocs_max_bytes = 0", "whole number"]),
        ({"filedocs_plain": ["lock", "min"]}, ["'min'", "generated, lock, minified, vendored"]),
        ({"filedocs_plain": 2}, ["filedocs_plain = 2: use a list"]),
        ({"filedocs_languages_of": {"*.inc": "c+"}}, ["['*.inc'] = 'c+'", "C++"]),
        ({"filedocs_languages_of": {"*.inc": 2}}, ["name of a language"]),
        ({"filedocs_history": 2}, ["filedocs_history = 2: use True or False"]),
        ({"filedocs_private": 2}, ["filedocs_private = 2: use True or False"]),
    ],
)
def test_a_wrong_option_stops_at_once(project, options, says) -> None:
    with pytest.raises(ConfigError) as error:
        project({"x.py": ""}).build(**options)
    for part in says:
        assert part in str(error.value)


def test_a_prefix_does_not_hide_a_document(project) -> None:
    made = project({"x.py": ""}, {"source/x.py.rst": "Mine\n====\n"})
    with pytest.raises(ConfigError, match=r"'source/x\.py' would hide the document .*x\.py\.rst"):
        made.build()


def test_include_and_exclude_choose_files(project) -> None:
    made = project({"a.py": "", "b.py": "", "c.md": ""})
    tree = {"path": "../tree", "include": ["*.py"], "exclude": ["b.*"]}
    names = made.build(filedocs_trees={"source": tree}).names
    assert "source/a.py.html" in names
    assert not {"source/b.py.html", "source/c.md.html"} & names


def test_a_tree_is_called_by_its_title_its_manifest_or_its_folder(project) -> None:
    made = project({"a.py": ""})
    assert made.build("text").read("source/index.txt").startswith("tree\n")
    made.write({"pyproject.toml": '[project]\nname = "corner-shop"\n'})
    assert made.build("text").read("source/index.txt").startswith("corner-shop\n")
    trees = {"source": {"path": "../tree", "title": "The shop"}}
    text = made.build("text", filedocs_trees=trees).read("source/index.txt")
    assert text.startswith("The shop\n")


def test_patterns_leave_files_out_of_every_tree(project) -> None:
    """A tree may take in again what is left out of all."""
    toctree = "Docs\n====\n\n.. toctree::\n\n   one/index\n   two/index\n"
    made = project({"a.py": "", "kept/a.po": "", "left/a.po": ""}, {"index.rst": toctree})
    trees = {
        "one": {"path": "../tree/kept", "exclude": ["!a.po"]},
        "two": {"path": "../tree", "exclude": ["/kept/"]},
    }
    pages = {"one/a.po.html", "two/a.py.html", "two/left/a.po.html"}
    assert pages <= made.build(filedocs_trees=trees).names
    without = made.build(filedocs_trees=trees, filedocs_exclude=["*.po"]).names
    assert pages & without == pages - {"two/left/a.po.html"}


def test_an_option_says_the_languages_of_files(project) -> None:
    made = project({"a.inc": "int first(void) { return 1; }\n", "b/c.inc": "x\n", "d.py": ""})
    languages_of = {"*.inc": "c", "b/*": "Fortran Free Form", "*.py": "python"}
    output = made.build("text", filedocs_languages_of=languages_of)
    assert "first" in output.read("source/a.inc.txt").split("Outline")[1]
    assert "Fortran Free Form" in output.read("source/b/c.inc.txt")
    again = made.build("text", filedocs_languages_of={"*.inc": "C++"})
    assert "C++" in again.read("source/a.inc.txt")
    assert "Fortran" not in again.read("source/b/c.inc.txt")
    assert "Outline" not in made.build("text").read("source/a.inc.txt")


def test_the_address_of_a_file_is_linked(project) -> None:
    tree = {"path": "../tree", "url": "https://example.org/{ref}/{path}#L{line}"}
    html = project({"a b.py": ""}).build(filedocs_trees={"source": tree}).read("source/a b.py.html")
    assert "https://example.org/HEAD/a%20b.py" in html


def test_the_search_may_find_hand_written_pages_alone(project) -> None:
    made = project({"walrus.py": '"""About blubber."""\n\nclass Tusk:\n    pass\n'})

    def index(**options: object) -> str:
        output = made.build(**options)
        return output.read("searchindex.js")

    found, less = index(), index(filedocs_search=False)
    for word in ("blubber", "Tusk"):
        assert word in found
        assert word not in less
    assert index(filedocs_search=False, freshenv=True) == less
    assert "Tusk" in index()


def test_private_symbols_may_be_left_out(project) -> None:
    """What is public by its owner alone goes with it; sources lead to them all the same."""
    source = """\
    class Door:
        def open(self): return self._latch()
        def _latch(self): return _Key().turn()

    class _Key:
        def turn(self): return 1
    """
    made = project({"door.py": source, "hall.py": "from door import Door\n\nDoor()._latch()\n"})

    def shown(**options: object) -> tuple[str, str, str, str]:
        output = made.build(**options)
        page = output.read("source/door.py.html")
        finder = output.read("_static/filedocs/source.js")
        index = output.read("source/keywords.html") + output.read("source/index.html")
        return page, finder, index, output.read("source/crossref.html")

    private = "_latch", "_Key", "turn"
    page, *everywhere = shown()
    assert all(name in text for text in (everywhere[0], everywhere[2]) for name in private)
    assert 'id="sym-Door._latch"' in page
    less, *everywhere, crossref = shown(filedocs_private=False)
    assert not any(name in text for text in everywhere for name in private)
    assert "Door" in everywhere[1]
    assert not any(f'id="name-{name}"' in crossref for name in private)
    assert 'id="sym-Door.open"' in less
    assert 'id="sym-Door._latch"' not in less
    for shown_page in (page, less):
        listing = shown_page[shown_page.index('id="listing"') :]
        assert all(f'href="#L{line}"' in listing for line in (3, 5, 6))


def test_without_private_symbols_an_edit_comes_out_as_in_a_clean_build(project) -> None:
    """What makes a member private may stand at its owner, or above it."""
    shown = "struct A {\npublic:\n  int f();\n};\nclass B { public: int g(); };\n"
    made = project({"a.hpp": shown, "b.cpp": '#include "a.hpp"\nint A::f() { return 1; }\n'})

    def pages() -> dict[str, str]:
        output = made.build(filedocs_private=False)
        names = {name for name in output.names if name.startswith("source/")}
        return {name: output.read(name) for name in names if name.endswith(".html")}

    first = pages()
    made.write({"a.hpp": shown.replace("public:\n", "private:\n")})
    after = pages()
    assert 'id="sym-A.f"' in first["source/a.hpp.html"]
    assert 'id="sym-A.f"' not in after["source/a.hpp.html"]
    shutil.rmtree(made.build(filedocs_private=False).folder)
    assert after == pages()
