"""What nothing uses is divided among pages that are read one by one."""

from __future__ import annotations

from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.pages.alphabetical_index import divided_unused, unused_of

PATHS = [f"{letter}.py" for letter in "abcdef"]


def definitions(path: str, count: int) -> tuple[Definition, ...]:
    return tuple(Definition(path, line, "function", f"f{line}") for line in range(1, count + 1))


def of(counts: dict[str, int]) -> dict[str, tuple[Definition, ...]]:
    return {path: definitions(path, counts[path]) for path in sorted(counts) if counts[path]}


def test_a_page_has_a_thousand_and_no_file_is_torn() -> None:
    parts = divided_unused(of({"a.py": 600, "b.py": 400, "c.py": 1, "d.py": 1300}))
    assert [(part.first, part.total) for part in parts] == [
        ("a.py", 1000),
        ("c.py", 1),
        ("d.py", 1300),
    ]


def test_each_file_has_its_own() -> None:
    counts = {"a.py": 600, "b.py": 400, "d.py": 1300}
    parts = divided_unused(of(counts))
    for path in PATHS:
        assert unused_of(parts, path) == definitions(path, counts.get(path, 0))
