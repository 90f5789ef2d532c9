"""An independent reading says which files have words at their head."""

from __future__ import annotations

from coverage import documented_files, words_at_head

from tests.tables import Table

TABLE = Table(__file__)


def test_words_at_the_head_are_those_of_the_file() -> None:
    TABLE.check("words", words_at_head)


def test_what_many_files_begin_with_is_about_none_of_them() -> None:
    texts = {f"{name}.py": "# Part of the ring of frames.\n\nA = 1\n" for name in "abcd"}
    own = {"own.py": "# Sends frames to a server.\n\nA = 1\n", "none.py": "A = 1\n"}
    assert documented_files({**texts, **own}) == {"own.py": "Sends frames to a server."}
