from __future__ import annotations

from sphinx_filedocs.languages.cpp import LIMIT, split
from tests.tables import Table

TABLE = Table(__file__)


def test_names_and_owners() -> None:
    TABLE.check("names", split)


def test_the_line_of_the_name() -> None:
    assert split("Map<Key,\n    Value>::\nat") == (("Map",), "at", 2)
    assert split("Map<\n  Key>::operator[]") == (("Map",), "operator[]", 1)


def test_a_monster_is_cut() -> None:
    owners, name, _ = split("a::" * 10_000)
    assert len(owners) < LIMIT
    assert name == "a"
