"""A listing that is too long for its file's page is divided, and stays so while it is edited."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.model.facts import Facts, LineCounts
from sphinx_filedocs.model.files import File, FileKind
from sphinx_filedocs.pages.anchors import lines_per_page, listing_page, spans


def file_of(size: int, lines: int, kind: FileKind = "text") -> File:
    return File("a.py", kind, size, "", facts=Facts(lines=LineCounts(lines)))


def test_a_listing_of_a_usual_size_is_on_the_files_own_page() -> None:
    assert lines_per_page(file_of(150_000, 10_000)) == 0
    assert lines_per_page(file_of(1_900_000, 30_000, "huge")) == 0
    assert lines_per_page(file_of(1_900_000, 1)) == 0


def test_pages_have_a_round_number_of_lines() -> None:
    assert lines_per_page(file_of(151_000, 10_000)) == 5_000
    assert lines_per_page(file_of(1_900_000, 30_000)) == 5_000
    assert lines_per_page(file_of(1_900_000, 3_000)) == 1_000
    assert lines_per_page(file_of(1_900_000, 3)) == 1


def test_an_edit_does_not_change_how_many_lines_a_page_has() -> None:
    sizes = [file_of(1_000_000 + 40 * more, 20_000 + more) for more in range(-2_000, 2_000, 100)]
    assert {lines_per_page(one) for one in sizes} == {5_000}


@given(lines=st.integers(1, 500), most=st.integers(1, 100))
def test_every_line_is_on_one_page(lines: int, most: int) -> None:
    found = [
        (line, f"listing-{number}" if number > 1 else "")
        for number, (first, last) in enumerate(spans(lines, most), 1)
        for line in range(first, last + 1)
    ]
    assert found == [(line, listing_page(line, most)) for line in range(1, lines + 1)]
