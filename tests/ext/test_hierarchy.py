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
