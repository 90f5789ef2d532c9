"""What is shown of an untrusted text is printable and has its place."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.pages.markup import WORDS, Code, CodeBlock, Paragraph, prose
from sphinx_filedocs.pages.text import (
    about_files,
    anchor,
    around_name,
    english_quantity,
    first_sentence,
    printable,
    printable_columns,
    printable_line,
    rounded,
    size_text,
    uses_in_files,
)
from sphinx_filedocs.pages.translation import quantity
from sphinx_filedocs.pages.words import documentation
from tests.tables import Table

TABLE = Table(__file__)


def test_control_characters_are_shown_as_pictures() -> None:
    assert printable("a\x00b\x1b[0m\tc\n") == "a␀b␛[0m\tc\n"
    assert printable_line("two\nlines") == "two␤lines"


def test_a_file_name_that_is_no_utf8_is_shown_with_its_bytes() -> None:
    assert printable("caf\udce9") == "caf\\xe9"


def test_characters_that_reorder_a_line_are_made_visible() -> None:
    assert printable("if \u202e access") == "if \\u202e access"


#: Signs that stand before numbers are of the category of invisible ones, too (Unicode's
#: Prepended_Concatenation_Mark).
_SIGNS = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
#: Default_Ignorable_Code_Point of other categories; Unicode promises not to change it much.
_IGNORABLE = (
    *(0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x2065, 0x3164, 0xFFA0),
    *(*range(0xFE00, 0xFE10), *range(0xFFF0, 0xFFF9), *range(0xE0000, 0xE1000)),
)


def test_what_unicode_says_to_show_nothing_for_is_visible() -> None:
    formats = [code for code in range(0x110000) if unicodedata.category(chr(code)) == "Cf"]
    for code in {*formats, *_IGNORABLE, 0x2800} - _SIGNS:
        assert (
            printable(f"a{chr(code)}b") == f"a\\u{code:04x}b"
            if code < 0x10000
            else (f"a\\U{code:08x}b")
        )
    assert all(printable(chr(code)) == chr(code) for code in _SIGNS)


@pytest.mark.parametrize(
    "text",
    [
        "⚙️ Settings, ❤︎ and 1️⃣",
        "👩🏽‍💻 and 🏳️‍🌈",
        "葛󠄀城",
        "می‌خواهم",
        "क्‍ष",
        "十 fine, naïve – “text”",
        "\u00a0\u3000 are blanks, and look like some",
    ],
)
def test_what_has_its_place_in_a_writing_stays(text: str) -> None:
    assert printable(text) == printable_line(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("pass\u200bword", "pass\\u200bword"),
        ("a\ufe0f", "a\\ufe0f"),
        ("😀\ufe0f\ufe0e", "😀\ufe0f\\ufe0e"),
        ("葛\U000e0100\U000e0101", "葛\U000e0100\\U000e0101"),
        ("m\u200dn", "m\\u200dn"),
        ("م\u200c\u200cخ", "م\\u200c\\u200cخ"),
        ("😀\u200d", "😀\\u200d"),
        ("x\ufe0f\u200d😀", "x\\ufe0f\\u200d😀"),
        ("ㅤ = 1", "\\u3164 = 1"),
    ],
)
def test_what_may_hide_something_does_not(text: str, shown: str) -> None:
    assert printable(text) == shown


_HIDING = st.text(st.sampled_from("a é\u200b\u200d\ufe0f\x00\x1b\udce9\U000e0041😀葛मि\u3164"))


@given(_HIDING)
def test_columns_are_those_of_what_is_shown(text: str) -> None:
    columns, shown = printable_columns(text), printable(text)
    assert columns[-1] == len(shown)
    for at, letter in enumerate(text):
        part = shown[columns[at] : columns[at + 1]]
        assert (
            part == letter or part.startswith("\\") or unicodedata.name(part, "").startswith("SYM")
        )


@given(_HIDING | st.text(st.characters(codec=None)))
def test_whatever_is_printable_can_be_written_and_stays_so(text: str) -> None:
    shown = printable(text)
    shown.encode("utf-8")
    assert printable(shown) == shown


@given(st.sets(st.text(min_size=1, max_size=5), min_size=2))
def test_different_names_have_different_anchors(names: set[str]) -> None:
    assert len({anchor(name) for name in names}) == len(names)


def test_a_signature_is_divided_at_its_own_name() -> None:
    TABLE.check("signatures", lambda signature, name: " ‖ ".join(around_name(signature, name)))


def test_a_name_that_a_signature_has_not_divides_nothing() -> None:
    assert around_name("int total", "tot") == ("int total", "", "")
    assert around_name("int total", "") == ("int total", "", "")


def test_initials_and_what_stands_in_brackets_end_no_sentence() -> None:
    TABLE.check("sentences", lambda words: first_sentence(f"{words} It reads."))


def test_the_first_sentence_ends_where_a_reader_ends_it() -> None:
    assert first_sentence("Return it, e.g. this. Then more.") == "Return it, e.g. this."
    assert first_sentence("cmake -S . -B out && make. Then run.") == "cmake -S . -B out && make."
    assert first_sentence("T01. How it begins. Then more.") == "T01. How it begins."
    assert first_sentence("No end\nbut two lines\n\nand a paragraph") == "No end but two lines"
    assert (
        first_sentence("Numbers are encoded:\n* fixed\n* varint. Or not.") == "Numbers are encoded"
    )
    assert (
        first_sentence("It makes two assumptions\n1. Text is short.") == "It makes two assumptions"
    )
    assert first_sentence("word " * 100, limit=20) == "word word word word…"
    assert first_sentence("to be created, accessed, and controlled", limit=27) == (
        "to be created, accessed…"
    )
    assert first_sentence("\N{HIRAGANA LETTER A}" * 30, limit=20) == (
        "\N{HIRAGANA LETTER A}" * 19 + "…"
    )


def test_code_in_prose_is_shown_as_code_in_every_markup() -> None:
    def shown(text: str) -> list[str]:
        return [part.text for part in prose(text) if isinstance(part, Code)]

    assert shown("reST ``code`` and :func:`pkg.name`") == ["code", "pkg.name"]
    assert shown("a :class:`~pkg.Name` and :doc:`text <target>`") == ["Name", "text"]
    assert shown("Markdown `x`") == ["x"]
    assert shown("an unfinished ` tick and a dollar") == []


def test_counts_have_their_nouns() -> None:
    assert quantity(1, "{count:,} class", "{count:,} classes") == "1 class"
    assert quantity(1234, "{count:,} class", "{count:,} classes") == "1,234 classes"
    assert uses_in_files(12, 1) == "12 uses in 1 file"
    assert [english_quantity(count, "page") for count in (0, 1)] == ["0 pages", "1 page"]


def test_large_counts_are_rounded_to_two_digits() -> None:
    counts = (0, 7, 99, 100, 104, 1_373, 18_439)
    assert [rounded(count) for count in counts] == [0, 7, 99, 100, 100, 1_400, 18_000]
    assert about_files(99) == "99 files"
    assert about_files(1_373) == "about 1,400 files"


def test_sizes_have_three_digits() -> None:
    counts = (0, 1, 999, 1000, 12_345, 999_499, 999_500, 9_994_000, 9_996_000, 87_000_000, 10**12)
    assert [size_text(count) for count in counts] == [
        "0 bytes",
        "1 byte",
        "999 bytes",
        "1.00 kB",
        "12.3 kB",
        "999 kB",
        "1.00 MB",
        "9.99 MB",
        "10.0 MB",
        "87.0 MB",
        "1.00 TB",
    ]


def test_a_block_of_code_is_shown_as_it_is_and_is_no_sentence() -> None:
    code = "  ```rust\n  for row in rows {\n\n    a(row)\n  }\n  ```\n"
    text = f"Reads\nrows:\n\n{code}And ends.\n```\nx"
    assert documentation(text) == [
        Paragraph(("Reads rows:",), WORDS),
        CodeBlock("for row in rows {\n\n  a(row)\n}"),
        Paragraph(("And ends.",), WORDS),
        CodeBlock("x"),
    ]
    assert first_sentence("```\na();\n```\nCalls it. Twice.") == "Calls it."
