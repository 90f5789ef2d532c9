"""Words of a file that do not stand first: behind its licence, and behind what it includes."""

from __future__ import annotations

import pytest

from sphinx_filedocs.api import Tree
from sphinx_filedocs.languages import load
from sphinx_filedocs.parse.parser import parse
from sphinx_filedocs.parse.quotes import own_words

LICENCE = """\
/* Copyright (c) 2013, Somebody
 * All rights reserved.
 *
 * Redistribution and use in source and binary forms are permitted.
 *
 * Neither the name nor that of anybody else may be used to endorse it.
"""
WORDS = "This file implements notes of what happens."
CODE = "int count(int n) {\n    return n;\n}\n"


def _words(text: str) -> str:
    return own_words(parse(text, load()["c"]).doc)


def test_behind_a_licence_stands_what_the_file_is():
    text = f"{LICENCE} *\n * ----\n *\n * {WORDS}\n */\n#include <a.h>\n\n{CODE}"
    assert WORDS in _words(text)
    assert "endorse" not in _words(text)


@pytest.mark.parametrize(
    "words",
    [
        WORDS,
        "The notes module provides what is needed to write notes.",
        "These are helper functions that all notes share.",
        "CRC16 implementation according to CCITT.",
    ],
)
def test_behind_what_is_included_stands_what_the_file_is(words):
    assert _words(f'{LICENCE} */\n\n#include "a.h"\n\n/* {words} */\n\n{CODE}') == words


@pytest.mark.parametrize(
    "comment",
    [
        "/* Counts what is there, and returns that. */\n\n",
        "/* The function counts all of them. */\n",
    ],
)
def test_what_is_said_of_something_else_is_not_the_files(comment, tmp_path):
    text = f'{LICENCE} */\n\n#include "a.h"\n\n{comment}{CODE}'
    (tmp_path / "ring.c").write_text(text, encoding="utf-8")
    with Tree.open(tmp_path) as tree:
        assert not tree.description("ring.c")


def test_what_is_included_if_a_macro_is_defined_is_so_under_a_condition():
    text = "#ifndef A_H\n#define A_H\n#include <a.h>\n#ifdef ONLY\n#include <b.h>\n#endif\n#endif\n"
    imports = {one.target: one.when for one in parse(text, load()["c"]).imports}
    assert imports == {"a.h": "load", "b.h": "build"}
