from __future__ import annotations

from sphinx_filedocs.languages.c.macros import blank
from tests.tables import Table

TABLE = Table(__file__)


def left(source: str) -> list[str]:
    """Return the lines that are left of a source, stripped."""
    lines = (line.strip() for line in blank(source.encode()).decode().splitlines())
    return [line for line in lines if line]


def test_complete_branches_stay() -> None:
    TABLE.check("complete branches", lambda source: blank(source.encode()).decode())


def test_other_branches_are_joined_or_go() -> None:
    TABLE.check("branches", lambda source: "⏎".join(left(source)))


def test_brackets_in_comments_and_literals_do_not_count() -> None:
    source = "#ifdef A\nchar c = '{'; /* { */ // {\n#endif\n#define B {\nchar* s = \"{\";\n"
    assert blank(source.encode()).decode() == source


def test_a_deep_nest_ends() -> None:
    source = "#if A\nf(\n#else\ng(\n" * 5_000 + "#endif\n" * 5_000
    assert len(blank(source.encode())) == len(source)
