"""Of comments, only words are quoted that state something, as they are written."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.parse.quotes import is_near, own_words, quoted
from tests.tables import Table

TABLE = Table(__file__)

LICENCE = "Copyright 2005 Ann\nPermission is hereby granted, free of charge, to use it.\n\n"


def test_words_are_quoted_that_state_something() -> None:
    TABLE.check("quoted", lambda text, name: quoted(own_words(text), name))


def test_nothing_is_quoted_that_states_nothing_by_its_form() -> None:
    TABLE.check("not quoted", lambda text: quoted(own_words(text), "ring"))


def test_a_paragraph_may_be_left_out_for_another_reason() -> None:
    text = "Part of the suite.\n\nJoins frames."
    assert quoted(text, "ring", lambda words: words.startswith("Part")) == "Joins frames."


def test_a_text_is_near_that_names_its_file_or_says_this_file() -> None:
    assert is_near("This file joins frames.", "wave")
    assert is_near("Parsers of frames.", "frame_parse")
    assert not is_near("Joins frames.", "wave")


@given(st.text(st.sampled_from("ab Ring.:-*#=\n©/(){}$@\t"), max_size=300))
def test_each_line_of_a_quotation_is_one_of_the_text(text: str) -> None:
    whole = own_words(text)
    for line in whole.split("\n"):
        assert line.strip() in text
    assert quoted(whole, "ring") in whole
    assert own_words(whole) in whole
