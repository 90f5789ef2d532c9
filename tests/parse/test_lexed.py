from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygments.lexer import RegexLexer

from sphinx_filedocs.parse import lexer_names as module
from sphinx_filedocs.parse.lexer_names import LIMIT, LINE, PART, Lexed, lexed
from tests.full import examples


@pytest.mark.parametrize(
    ("lexer", "text", "names"),
    [
        ("json", '{"a": {"b-c": [1, "x", true]}, "two words": null}\n', {"a": (1,), "b-c": (1,)}),
        ("yaml", "a: x\nlist:\n  - b.c: y # z\n", {"a": (1,), "list": (2,), "b.c": (3,)}),
        ("toml", "[tool.x]\nkey = true\n# no\n", {"tool": (1,), "x": (1,), "key": (2,)}),
        ("ini", "[section]\nkey = value words\n", {"section": (1,), "key": (2,)}),
        ("make", "A := 1\nall: dep\n\t./no\n", {"A": (1,), "all": (2,), "dep": (2,)}),
        ("perl", "my $x = f(@y); # z\n", {"x": (1,), "f": (1,), "y": (1,)}),
        ("css", ".a-b { color: red }\n#c::before { --d: 1 }\n",
         {"a-b": (1,), "c": (2,), "before": (2,), "--d": (2,)}),
        ("xml", "<a b='c'>text</a>\n", {"a": (1,), "b": (1,)}),
        ("haskell", "f x = x\ng = f\n", {"f": (1, 2), "x": (1,), "g": (2,)}),
    ],
)  # fmt: skip
def test_names_with_their_lines(lexer: str, text: str, names: dict[str, tuple[int, ...]]) -> None:
    found = lexed(text, lexer).identifiers
    assert dict(found) == names
    assert list(found) == sorted(found)


@pytest.mark.parametrize(
    "lexer", ["text", "markdown", "restructuredtext", "tex", "diff", "no such"]
)
def test_words_of_prose_are_no_names(lexer: str) -> None:
    text = "# Some words\n\n[link](target) \\command{x}\n+ added\n"
    assert lexed(text, lexer) == Lexed(code_lines=3)


@pytest.mark.parametrize(
    ("lexer", "text", "comment", "code"),
    [
        ("css", "/* a\n\n b */\n.x {} /* c */\n/* d */ .y {}\n/* e */\n", 3, 2),
        ("yaml", "# a\nb: 1 # c\n\n  # d\n", 2, 1),
        ("c", "#include <a.h>\n// b\n", 1, 1),
        ("html", "<!-- a\nb -->\n<p>\n", 2, 1),
        ("json", "", 0, 0),
    ],
)
def test_comment_lines(lexer: str, text: str, comment: int, code: int) -> None:
    found = lexed(text, lexer)
    assert (found.comment_lines, found.code_lines) == (comment, code)


@pytest.mark.parametrize(
    ("lexer", "text", "doc", "line"),
    [
        ("perl", "#!/usr/bin/perl\n# Reads frames.\n\nuse x;\n", "Reads frames.", 2),
        ("ini", "# Where frames are.\n\n[a]\nb = 1\n", "Where frames are.", 1),
        ("ini", "# Of a.\n[a]\nb = 1\n", "", 0),
        ("ini", "[a]\n# Of b.\n\nb = 1\n", "", 0),
        ("perl", "# Copyright 2020 X\n\nuse x;\n", "", 0),
    ],
)
def test_comments_at_the_top_say_what_a_text_is(lexer: str, text: str, doc: str, line: int) -> None:
    found = lexed(text, lexer)
    assert (found.doc, found.doc_line) == (doc, line)


def test_lines_count_from_the_first_even_if_it_is_blank() -> None:
    assert dict(lexed("\n\n\na: 1", "yaml").identifiers) == {"a": (4,)}


def test_lines_end_at_line_feeds_alone() -> None:
    text = '{"a": "x\u2028y\x0cz",\n"b": 1}\n'
    assert dict(lexed(text, "json").identifiers) == {"a": (1,), "b": (2,)}


def test_lines_are_right_behind_the_first_part() -> None:
    text = "".join(f"key{number}: x\n" for number in range(4 * PART // 10))
    found = lexed(text, "yaml").identifiers
    assert len(text) < LIMIT
    assert len(found) == 4 * PART // 10
    assert all(lines == (int(name[3:]) + 1,) for name, lines in found.items())


def test_a_part_ends_between_paragraphs() -> None:
    block = "/*\n" + "x\n" * 1000 + "*/\n\n.name {}\n\n"
    text = block * (3 * PART // len(block))
    found = lexed(text, "css")
    assert found.comment_lines == text.count("x\n") + 2 * text.count("/*")
    assert list(found.identifiers) == ["name"]


def test_long_lines_are_left_out() -> None:
    text = f"a: 1\nb: {'x' * LINE}\nc: 2\n"
    assert dict(lexed(text, "yaml").identifiers) == {"a": (1,), "c": (3,)}


def test_what_comes_behind_the_limit_is_left_out() -> None:
    text = "a: 1\n" + "\n" * LIMIT + "b: 2\n"
    assert list(lexed(text, "yaml").identifiers) == ["a"]


def test_a_lexer_that_fails_leaves_what_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(RegexLexer):
        aliases = ("failing",)
        tokens = {"root": []}  # noqa: RUF012

        def get_tokens_unprocessed(self, text, _stack=()):  # type: ignore[no-untyped-def]
            yield 0, module._NAME, "known"
            raise IndexError(text)

    monkeypatch.setattr(module, "get_lexer_by_name", lambda _name: Failing())
    assert dict(lexed("known x\n", "failing").identifiers) == {"known": (1,)}


@settings(max_examples=examples(60))
@given(
    lexer=st.sampled_from(["json", "yaml", "toml", "css", "html", "perl", "make", "php", "ruby"]),
    text=st.text(
        alphabet=st.sampled_from(list("ab_ \n\t\"'{}[]<>/*#:=-$%&|\\;!?0\x00\u2028ä")), max_size=80
    ),
)
def test_any_text_gives_names_on_its_lines(lexer: str, text: str) -> None:
    found = lexed(text, lexer)
    rows = text.split("\n")
    filled = sum(bool(row.strip()) for row in rows)
    assert found.comment_lines + found.code_lines == filled
    for name, lines in found.identifiers.items():
        assert lines == tuple(sorted(set(lines)))
        assert all(name in rows[line - 1] for line in lines)


@pytest.mark.hostile
@pytest.mark.parametrize(
    ("lexer", "piece"),
    [("css", "/*\n"), ("php", "<?php /*\n"), ("html", "<!--\n"), ("make", "$(\n"), ("json", '"\n')],
)
def test_hostile_texts_take_no_long_time(lexer: str, piece: str) -> None:
    text = piece * (2 * PART // len(piece))
    lexed(text, lexer)
