"""What pages, cards and scripts say of who implements what."""

from __future__ import annotations

import re
from pathlib import Path

from tests.samples import trees

TREE = trees(Path(__file__).with_name("implements_trees.txt"))["TREE"]


_ITEM = re.compile("<li|</li>")


def relations(page: str, name: str) -> dict[str, list[str]]:
    """Return the rows of relations of a definition on a page of names, by their titles."""
    begin = page.index(f">{name}</a> <small>")
    depth, end = 1, begin
    while depth:
        tag = _ITEM.search(page, end)
        assert tag
        depth, end = depth + (1 if tag[0] == "<li" else -1), tag.end()
    shown = page[begin:end]
    rows = re.findall(r"<li>([A-Z][a-z ]+)<ul[^>]*>(.*?)</ul>", shown, re.DOTALL)
    return {
        title: [re.sub(r"<[^>]*>", "", item).strip() for item in row.split("<li>")[1:]]
        for title, row in rows
    }


def test_pages_of_names_say_who_implements_what_own_code_first(project) -> None:
    page = project(TREE).build().read("source/crossref.html")
    assert relations(page, "interface Store") == {
        "Implemented by": ["Disk p/", "Tape far/ (by its methods)", "fake aa/ (by its methods)"]
    }
    assert relations(page, "struct Disk") == {"Implements": ["Store p/"]}
    assert relations(page, "struct Tape") == {"Implements": ["Store p/ (by its methods)"]}
    assert relations(page, "method Disk.Save") == {"Implements": ["Store.Save p/"]}
    assert relations(page, "interface Shape") == {"Base of": ["Round java/"]}
    assert relations(page, "interface Round") == {
        "Implemented by": ["Circle java/"],
        "Bases": ["Shape java/"],
    }
    assert relations(page, "class Circle") == {
        "Implements": ["Round java/"],
        "Base of": ["Ring java/"],
    }
    assert relations(page, "method Shape.area") == {"Implemented by": ["Circle.area java/"]}
    assert relations(page, "method Circle.area") == {
        "Implements": ["Shape.area java/"],
        "Overridden by": ["Ring.area java/"],
    }
    assert relations(page, "field ops.open") == {"Implemented by": ["my_open c/"]}
    assert relations(page, "function my_open") == {"Implements": ["ops.open c/"]}


def test_cards_say_who_implements_what_and_follow_edits(project) -> None:
    made = project(TREE)
    output = made.build(language="de")
    script = "_static/filedocs/files/source+/p+/{}.js"
    assert "Implementiert von Disk (p/), Tape (far/) (nach seinen Methoden), fake" in output.read(
        script.format("store.go")
    )
    assert "Implementiert Store" in output.read(script.format("disk.go"))
    # A method of another file decides.
    other = TREE["far/tape.go"].replace("Save(s string)", "Save(s int)")
    made.rebuilt(lambda: made.write({"far/tape.go": other}), language="de")
    said = (made.folder / "out/html" / script.format("store.go")).read_text("utf-8")
    assert "Implementiert von Disk (p/), fake (aa/) (nach seinen Methoden)" in said
