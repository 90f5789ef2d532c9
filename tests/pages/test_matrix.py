"""The matrix of who uses whom."""

from __future__ import annotations

from sphinx_filedocs.pages.pictures.matrix import Tie, matrix
from sphinx_filedocs.pages.pictures.shapes import Box, Label, LinkedShapes, Picture

NAMES = ["ui/", "core/", "base/"]
TIES = [
    Tie(0, 1, 40, "d", "a", "ui/ uses core/: 40"),
    Tie(1, 2, 1_200, "d", "b", "core/ uses base/: 1,200"),
    Tie(2, 0, 3, "d", "c", "base/ uses ui/: 3"),
]


def ties_of(picture: Picture) -> dict[str, tuple[LinkedShapes, Box, Label]]:
    """Return the cells that are uses, with their shapes, by what is said of them."""
    found = {}
    for one in picture.shapes:
        if isinstance(one, LinkedShapes) and one.hint:
            box, number = one.shapes
            assert isinstance(box, Box)
            assert isinstance(number, Label)
            found[one.hint] = one, box, number
    return found


def test_a_use_stands_in_the_row_of_who_uses_and_the_column_of_what_is_used() -> None:
    ties = ties_of(matrix("", NAMES, TIES))
    (one, first, number), (_, second, _), (back, third, _) = ties.values()
    assert (one.docname, one.anchor, number.text) == ("d", "a", "40")
    assert first.y < second.y < third.y
    assert third.x < first.x < second.x
    assert first.width == second.width
    assert "fd-amount-3" in one.classes
    assert "fd-back" in back.classes, "it leads back"


def test_it_says_how_much_leads_back() -> None:
    assert matrix("", NAMES, TIES).description == (
        "1,243 uses; 3 from a lower part to a higher one"
    )


def test_all_of_it_is_within_the_picture_however_many_parts_there_are() -> None:
    for count in (3, 13):
        names = [f"part{number}/" for number in range(count)]
        last = count - 1
        picture = matrix(
            "", names, [Tie(0, last, 99_999, "", "", "x"), Tie(last, 0, 1, "", "", "y")]
        )
        shapes = [one for group in picture.shapes for one in getattr(group, "shapes", ())]
        for box in (one for one in shapes if isinstance(one, Box)):
            assert box.x + box.width <= picture.width
            assert box.y + box.height <= picture.height
        assert all(0 < one.y < picture.height for one in shapes if isinstance(one, Label))
