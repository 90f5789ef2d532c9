"""The picture of what types extend and of what extends them."""

from __future__ import annotations

import re

TREE = {
    "base.py": "class Shape:\n    pass\n\n\nclass Named:\n    pass\n",
    "round.py": (
        "from base import Named, Shape\n\n\nclass Circle(Shape):\n    pass\n\n\n"
        "class Disc(Circle, Named):\n    pass\n"
    ),
    "far.py": "from round import Disc\n\n\nclass Coin(Disc):\n    pass\n",
    "pair.py": "class A:\n    pass\n\n\nclass B(A):\n    pass\n",
}


def rows(page: str) -> list[tuple[str, int, str]]:
    """Return where each name of the picture leads, how far it is moved in, and the name."""
    shown = page.partition('<div class="fd-picture fd-types">')[2].partition("</svg>")[0]
    found = re.findall(
        r'<a href="([^"]*)"><text(?: class="fd-name")? x="(\d+)"[^>]*>([^<]*)<', shown
    )
    return [(address, int(x) // 24, name) for address, x, name in found]


def test_bases_stand_above_what_extends_them_also_in_other_files(project) -> None:
    made = project(TREE)
    output = made.build()
    page = output.read("source/round.py.html")
    assert sorted(rows(page)) == [
        ("#def-Circle", 1, "Circle"),
        ("#def-Disc", 2, "Disc"),
        ("base.py.html#def-Named", 0, "Named"),
        ("base.py.html#def-Shape", 0, "Shape"),
        ("far.py.html#def-Coin", 3, "Coin"),
    ]
    assert "also extends Named" in page
    # Two types are said by the outline.
    assert not rows(output.read("source/pair.py.html"))
    # What extends a type of it is shown as soon as it is there, and no longer.
    more = f"{TREE['far.py']}\n\nclass Medal(Disc):\n    pass\n"
    written = made.rebuilt(lambda: made.write({"far.py": more}))
    assert "source/round.py.html" in written
    assert "source/pair.py.html" not in written
    page = (made.folder / "out/html/source/round.py.html").read_text("utf-8")
    assert ("far.py.html#def-Medal", 3, "Medal") in rows(page)


def test_a_folder_shows_what_the_types_of_its_own_files_extend(project) -> None:
    tree = {f"shapes/{name}": text for name, text in TREE.items()}
    tree["shapes/wide/oval.py"] = "from ..round import Circle\n\n\nclass Oval(Circle):\n    pass\n"
    made = project(tree)
    output = made.build()
    page = output.read("source/shapes/index.html")
    assert rows(page) == [
        ("base.py.html#def-Shape", 0, "Shape"),
        ("round.py.html#def-Circle", 1, "Circle"),
        ("round.py.html#def-Disc", 2, "Disc"),
        ("far.py.html#def-Coin", 3, "Coin"),
        ("pair.py.html#def-A", 0, "A"),
        ("pair.py.html#def-B", 1, "B"),
        ("base.py.html#def-Named", 0, "Named"),
    ]
    # A single pair is no picture, whatever stands in other folders.
    assert not rows(output.read("source/shapes/wide/index.html"))
    # An edit of one of its files changes the folder's page.
    more = f"{tree['shapes/far.py']}\n\nclass Medal(Disc):\n    pass\n"
    written = made.rebuilt(lambda: made.write({"shapes/far.py": more}))
    assert "source/shapes/index.html" in written
    assert "source/shapes/wide/index.html" not in written


def test_a_folder_shows_no_more_types_than_are_read_at_once(project) -> None:
    heirs = "".join(f"class C{number}(Base):\n    pass\n\n\n" for number in range(40))
    page = (
        project({"a.py": f"class Base:\n    pass\n\n\n{heirs}"}).build().read("source/index.html")
    )
    shown = page.partition('id="types"')[2].partition("</svg>")[0]
    assert "and 11 more types" in shown
    assert "C39" not in shown


def test_a_folder_follows_types_that_are_found_elsewhere(project) -> None:
    """Which file defines a base may change without an edit of those that extend it."""
    heirs = "".join(f"class {name}(Base):\n    pass\n\n\n" for name in "ABC")
    tree = {
        "app/heirs.py": f"from lib import Base\n\n\n{heirs}",
        "lib/__init__.py": "from .old import Base\n",
        "lib/old.py": "class Base:\n    pass\n",
        "lib/new.py": "class Base:\n    pass\n",
    }
    made = project(tree)
    assert ("../lib/old.py.html#def-Base", 0, "Base") in rows(
        made.build().read("source/app/index.html")
    )
    made.write({"lib/__init__.py": "from .new import Base\n"})
    assert ("../lib/new.py.html#def-Base", 0, "Base") in rows(
        made.build().read("source/app/index.html")
    )
