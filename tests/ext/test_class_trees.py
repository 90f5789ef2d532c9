"""Class trees on pages of names, and relations that follow edits of other files."""

from __future__ import annotations

import html
import re
from functools import partial

from sphinx_filedocs.pages import plan
from sphinx_filedocs.pages.alphabetical_index import divide

TREE = {
    "shapes/base.py": (
        "class Problem(Exception):\n    pass\n\n\n"
        "class Shape:\n    def area(self):\n        raise Problem\n"
    ),
    "shapes/round.py": (
        "from shapes.base import Shape\n\n\nclass Disc(Shape):\n    def area(self):\n"
        "        return 1\n\n\nclass Coin(Disc):\n    pass\n"
    ),
    "shapes/flat.py": (
        "from shapes.base import Shape\n\n\nclass Box(Shape):\n    def area(self):\n"
        "        return 2\n\n\nclass Tile(Box, dict):\n    pass\n"
    ),
    "app.py": (
        "from shapes.base import Shape\n\n\ndef total(shape: Shape):\n    return shape.area()\n"
    ),
}
LIST = "As a list</summary>"


def rows(page: str) -> list[tuple[int, str, str]]:
    """Return the rows of the first picture: depth, text and address."""
    shown = page.partition('aria-label="Class tree"><desc>')[2].partition("</svg>")[0]
    found = re.findall(r'(?:<a href="([^"]*)">|<g>)<text[^>]* x="(\d+)"[^>]*>([^<]*)<', shown)
    return [(int(x) // 24, html.unescape(name), address) for address, x, name in found]


def own_page(output, name: str) -> str:
    """Return the page of a name."""
    pages = (one for one in output.names if one.startswith(f"source/crossref-_name-{name}"))
    return output.read(min(pages, key=len))


def test_a_class_tree_is_a_picture_and_a_list_and_follows_edits(project, monkeypatch) -> None:
    monkeypatch.setattr(plan, "_OWN_PAGE", 3)
    monkeypatch.setattr(plan, "divide", partial(divide, limit=1_500))
    made = project(TREE)
    output = made.build()
    page = own_page(output, "shape")
    assert rows(page) == [
        (0, "Shape", "shapes/base.py.html#def-Shape"),
        (1, "Box", "shapes/flat.py.html#def-Box"),
        (2, "Tile", "shapes/flat.py.html#def-Tile"),
        (1, "Disc", "shapes/round.py.html#def-Disc"),
        (2, "Coin", "shapes/round.py.html#def-Coin"),
    ]
    listed = page.partition(LIST)[2]
    assert listed.index(">Box<") < listed.index(">Tile<") < listed.index(">Disc<")
    plain = made.build("text")
    text = "".join(plain.read(name) for name in plain.names if "crossref" in name)
    assert '"Class tree" 5 types' in text
    # A subclass in another file changes what all pages say of the base, and of its callers.
    more = TREE["shapes/round.py"].partition("class Coin")[0].replace("Disc", "Oval")
    written = made.rebuilt(lambda: made.write({"far/oval.py": more}))
    assert {"source/shapes/base.py.html", "source/app.py.html"} <= written
    after = made.build()
    assert (1, "Oval", "far/oval.py.html#def-Oval") in rows(own_page(after, "shape"))
    script = "_static/filedocs/files/source+/{}.js"
    assert "Overridden by Box.area (shapes/), Disc.area (shapes/), Oval.area (far/)" in after.read(
        script.format("shapes+/base.py")
    )
    assert '"Shape.area",5,3' in after.read(script.format("app.py"))
    assert "Overridden by 3" in after.read("source/shapes/base.py.html")
    names = [name for name in after.names if name.endswith((".html", ".js"))]
    incremental = {name: after.read(name) for name in names}
    (made.folder / "out").rename(made.folder / "before")
    clean = made.build()
    assert {name: clean.read(name) for name in incremental} == incremental


def test_three_hundred_subclasses_are_shown_by_folder(project) -> None:
    files = {
        f"{folder}/p{number}.py": f"import root\n\n\nclass C{folder}{number}(root.Base): pass\n"
        for folder, count in (("big", 200), ("tests", 90), ("small", 10))
        for number in range(count)
    }
    files["root.py"] = "class Base(OSError):\n    pass\n"
    page = own_page(project(files).build(), "base")
    shown = rows(page)
    assert len(shown) <= 30
    assert shown[:2] == [(0, "OSError", ""), (1, "Base", "root.py.html#def-Base")]
    folders = [name for depth, name, _address in shown if depth == 2]
    assert folders == ["big/", "small/", "tests/"]
    ((more, address), *_) = [row[1:] for row in shown if row[1].startswith("and ")]
    assert (more, address.partition("#")[2]) == ("and 193 more types", "uses-types")
    assert 'id="uses-types"' in page
    assert page.partition(LIST)[2].partition("</details>")[0].count("<li>") == 301
