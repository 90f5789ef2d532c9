"""The texts that the finder searches: those that pages show, in parts that are written once."""

from __future__ import annotations

import pytest

from sphinx_filedocs.ext import source_texts
from tests.stamps import stamps
from tests.texts import searched, table

KEY = "AKIA" + "QYLPMN5HFIQR7XYA"
TREE = {
    "src/app.py": "# Opens \U0001f511 doors.\ndef open_door():\n    return 'not set'\n",
    "src/no_end.c": "int last(void) { return 1; }",
    "README.md": "# Doors\n\nThey are 'not set'.\n",
    "tests/test_app.py": "def test_door():\n    assert True\n",
    "vendor/zlib/LICENSE": "Copyright\n",
    "vendor/zlib/inflate.c": "int inflate(void) { return 0; }\n",
    "Cargo.lock": "version = 3\n",
    "app.min.js": "var a=1;" * 700 + "\n",
    "logo.bin": b"\0\1\2",
    "empty.txt": "",
}
PARTS = "_static/filedocs/text/source"


def test_each_text_is_there_once_and_ends_with_a_line_feed(project) -> None:
    texts = searched(project(TREE).build().folder)
    assert list(texts) == [
        *("src/app.py", "src/no_end.c"),
        *("README.md", "empty.txt"),
        "tests/test_app.py",
    ]
    assert texts["src/no_end.c"].text == TREE["src/no_end.c"] + "\n"
    assert texts["empty.txt"].text == ""
    assert texts["src/app.py"].definitions == [(2, 1, "open_door")]
    assert texts["src/app.py"].comments == ["# Opens \U0001f511 doors."]
    assert texts["src/app.py"].strings == ["'not set'"]
    # Prose has neither.
    assert texts["README.md"].strings == []


def test_others_texts_are_there_where_they_are_asked_for(project) -> None:
    made = project(TREE)
    every = searched(made.build(filedocs_text_search="all").folder)
    assert {"vendor/zlib/inflate.c", "Cargo.lock"} < every.keys()
    assert not {"app.min.js", "logo.bin"} & every.keys()
    assert list(every)[-1].startswith("vendor/")


def test_the_table_says_what_is_not_searched(project) -> None:
    folder = project(TREE).build().folder / PARTS
    assert table(folder)["left"] == (
        "Not searched: 3 files of others or lock files, 1 binary file, 1 minified file"
    )


def test_there_is_no_text_where_none_is_wanted(project) -> None:
    made = project(TREE)
    assert any(name.startswith(PARTS) for name in made.build().names)
    output = made.build(filedocs_text_search=False)
    assert not [name for name in output.names if name.startswith(PARTS)]
    assert 'data-text=""' in output.read("source/index.html")


@pytest.mark.parametrize("builder", ["text", "singlehtml", "epub"])
def test_other_builders_have_no_texts(project, builder) -> None:
    assert not [name for name in project(TREE).build(builder).names if "filedocs/text" in name]


def test_what_is_masked_or_not_shown_is_not_in_it(project) -> None:
    made = project(
        {
            "a.py": f"KEY = '{KEY}'\nx = 1\n",
            ".env": f"AWS_KEY={KEY}\n",
            "hidden.json": '{"quiet": 1}\n',
            "odd.c": "int a; // \u202e\u200b\n",
        }
    )
    output = made.build(
        filedocs_file_sections_of={"language:JSON": ["-listing"]},
        suppress_warnings=["filedocs.secret"],
    )
    texts = searched(output.folder)
    assert texts.keys() == {"a.py", "odd.c"}
    assert KEY not in texts["a.py"].text
    assert texts["a.py"].text.endswith("x = 1\n")
    # As the listing shows it.
    assert texts["odd.c"].text == "int a; // \\u202e\\u200b\n"
    assert table(output.folder / PARTS)["left"] == "Not searched: 1 file without a listing"


def test_lines_are_searched_as_far_as_they_are_listed(project) -> None:
    text = searched(project({"a.txt": f"{'x' * 30_000}\n"}).build().folder)["a.txt"].text
    assert text == f"{'x' * 20_000}\n"


def test_private_names_are_not_named_where_they_are_hidden(project) -> None:
    made = project({"a.py": "def one():\n    pass\n\n\ndef _two():\n    pass\n"})
    names = {name for *_, name in searched(made.build().folder)["a.py"].definitions}
    assert names == {"one", "_two"}
    output = made.build(filedocs_private=False)
    assert {name for *_, name in searched(output.folder)["a.py"].definitions} == {"one"}


def test_a_part_is_only_written_again_when_one_of_its_texts_changed(project, monkeypatch) -> None:
    monkeypatch.setattr(source_texts, "_MOST", 4_000)
    made = project({f"pkg{n % 7}/m{n}.py": f"x = {n}\n" * 60 for n in range(60)})

    def parts() -> dict[str, int]:
        return stamps(sorted((made.build().folder / PARTS).glob("*.js")))

    before = parts()
    assert len(before) > 8
    assert parts() == before

    def written(count: int) -> None:
        after = parts()
        new = {path.name for path, at in after.items() if before.get(path) != at}
        assert len(new - {"table.js"}) == count
        before.clear()
        before.update(after)

    made.write({"pkg3/m3.py": "y = 3\n" * 60})
    written(1)
    # Where one is added, the parts behind it begin and end as before, soon at least.
    made.write({"pkg0/new.py": "z = 1\n" * 60})
    after = parts()
    assert len({path for path in after if path not in before}) <= 4
    texts = searched(made.build().folder)
    assert texts["pkg0/new.py"].text == "z = 1\n" * 60
    assert len(texts) == 61
    # Nothing is left of the parts before.
    names = {name for name, *_ in table(made.folder / "out/html" / PARTS)["parts"]}
    assert {path.stem for path in after} == {*names, "table"}


def test_a_part_that_was_lost_is_made_again_with_the_next_edit(project) -> None:
    made = project(TREE)
    folder = made.build().folder
    for path in (folder / PARTS).glob("*.js"):
        path.unlink()
    made.write({"README.md": "# Edited\n"})
    assert len(searched(made.build().folder)) == 5
