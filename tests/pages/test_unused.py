"""What nothing uses is divided among pages that are read one by one."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.model import Definition
from sphinx_filedocs.pages.unused import changed, divided_unused, unused_of

PATHS = [f"{letter}.py" for letter in "abcdef"]


def definitions(path: str, count: int) -> tuple[Definition, ...]:
    return tuple(Definition(path, line, "function", f"f{line}") for line in range(1, count + 1))


def of(counts: dict[str, int]) -> dict[str, tuple[Definition, ...]]:
    return {path: definitions(path, counts[path]) for path in sorted(counts) if counts[path]}


COUNTS = st.dictionaries(st.sampled_from(PATHS), st.sampled_from((0, 1, 400, 600, 1300)))


def test_a_page_has_a_thousand_and_no_file_is_torn() -> None:
    parts = divided_unused(of({"a.py": 600, "b.py": 400, "c.py": 1, "d.py": 1300}))
    assert [(part.first, part.count) for part in parts] == [
        ("a.py", 1000),
        ("c.py", 1),
        ("d.py", 1300),
    ]


@given(before=COUNTS, now=COUNTS)
def test_after_edits_the_pages_are_those_of_all_that_is_unused(before, now) -> None:
    parts = pickle.loads(pickle.dumps(divided_unused(of(before))))  # noqa: S301 (made here)
    edited = {path: definitions(path, count) for path, count in now.items()}
    made = changed(parts, edited)
    whole = divided_unused(of({**before, **now}))
    assert [(one.first, one.count, one.files) for one in made] == [
        (one.first, one.count, one.files) for one in whole
    ]
    assert all(unused_of(made, path) == rows for path, rows in edited.items())


def test_where_nothing_changed_the_pages_are_the_same() -> None:
    parts = divided_unused(of({"a.py": 2, "b.py": 1}))
    assert changed(parts, {"a.py": definitions("a.py", 2), "c.py": ()}) is parts
