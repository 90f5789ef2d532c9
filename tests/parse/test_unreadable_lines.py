"""A construct that a grammar cannot read hides no definitions around it, in any language."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs import languages
from sphinx_filedocs.parse import outline, parser, readable
from tests.full import mixed
from tests.languages.test_outlines import outline_lines
from tests.samples import trees

#: In each, a member ``one`` cannot be read whole; the others are as good as ever.
SHOPS = trees(Path(__file__).with_name("unreadable_lines_trees.txt"))["SHOPS"]


def read(text: str, language: str) -> list[str]:
    """Return the names of the outline, each behind as many blanks as it is deep."""
    parse = parser.parse(text, languages.load()[language])
    lines = outline_lines(outline.nest(parse.definitions), "")
    depths = (line[: len(line) - len(line.lstrip())] + line.split()[1] for line in lines)
    return [line.lower() for line in depths]


@pytest.mark.parametrize(
    ("language", "construct"),
    mixed(list(SHOPS), ["x = e ~?> (y |> );", "x = e match { 1 =>> 2 };", "x = with (e) [ ..< ;"]),
)
def test_a_statement_hides_nothing(language: str, construct: str) -> None:
    text = SHOPS[language].format(construct)
    assert read(text, language) == ["shop", "  one", "  two", "far", "  three"]


SWALLOWED = {
    "a guard of a case": (
        "kotlin",
        """
class Shop(val size: Int) {
    fun one(e: Any) = when (e) {
        is String if e.length > 1 -> e
        is Int if e > 1 -> {
            "many"
        }
        else -> ""
    }
    fun two() = 2
}
""",
        ["shop", "  size", "  one", "  two"],
    ),
    "a receiver of its own line": (
        "kotlin",
        "context(log: Logger)\nfun one() {\n    log.info()\n}\nfun two() = 2\n",
        ["one", "two"],
    ),
    "receivers of several members": (
        "kotlin",
        """
class Shop {
    context(log: Logger) fun one(): Int {
        return 1
    }
    fun two() = 2
    context(log: Logger) fun three() = 3
    fun four() = 4
}
""",
        ["shop", "  two", "  four"],
    ),
    "a text in a text": (
        "ruby",
        """
class Shop
  def one
    x = <<~OUTER
      #{[1].map { |i| <<~INNER }.join}
        inner #{i}
      INNER
      end
    OUTER
  end
  def two = 2
end
class Far; end
""",
        ["shop", "  one", "  two", "far"],
    ),
    "a header": (
        "python",
        """
class Shop:
    def one(self) -> (yield:
        return 1

    def two(self):
        return 2

def three():
    pass
""",
        ["shop", "  one", "  two", "three"],
    ),
    "an expansion": (
        "bash",
        "all=${@PREFIX@ALL}\none() {\n  echo }\n}\ntwo() { :; }\n",
        ["one", "two"],
    ),
}


@pytest.mark.parametrize("name", SWALLOWED)
def test_the_smallest_range_is_blank(name: str) -> None:
    language, text, outlined = SWALLOWED[name]
    assert read(text, language) == outlined


def test_names_of_what_is_read_stay_as_they_were() -> None:
    text = SHOPS["kotlin"].format("x = e ~?> { y |> };")
    parse = parser.parse(text, languages.load()["kotlin"])
    assert parse.errors == 1
    assert parse.first_error == 3


@pytest.mark.parametrize("blanks", [2, 9, 13, 20])
def test_a_character_on_the_edge_of_what_the_parser_gets_at_once(blanks: int) -> None:
    """A parser that asks again for the rest of one, and gets nothing, ends with its process."""
    text = " " * blanks + "class A:\n" + "    def go(self): ...\n" * 3 + "x.«go»()\n" * 30
    assert not read(text, "rust")


@given(st.text(), st.integers(4, 9))
def test_the_parts_of_a_text_have_whole_characters(text: str, size: int) -> None:
    data, parts, at = text.encode(), [], 0
    while part := readable.part(data, at, size):
        parts.append(part.decode())
        at += len(part)
    assert "".join(parts) == text
