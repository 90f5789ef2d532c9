"""Of a file's first comment only the prose about the file is its own words."""

from __future__ import annotations

import pytest

from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.parse.own_words import own_words


@pytest.mark.parametrize(
    ("comment", "words"),
    [
        ("$Id: lapi.c $\nLua API", "Lua API"),
        ("$OpenBSD: cmd.c,v 1.2 2026/07/17 nicm Exp $\n\nRuns commands.", "Runs commands."),
        ("$FreeBSD$", ""),
        ("... so better sign this\n\nSigns data.", "Signs data."),
        ("Code: https://example.com/rack\n\nTests Rack.", "Tests Rack."),
        ("50 lines 33 code 8 comments 9 blanks", ""),
        ("[![ci]](https://a.b)\n\n[ci]: https://a.b/c\n[d]: https://d.e\n\n<br>\n\nAn error type.",
         "An error type."),
        ("$PATH: where $HOME is", "$PATH: where $HOME is"),
        ("server.c -- The main loop.", "The main loop."),
        ("Filename:  sha256.h\nPurpose: Hashes.", "Hashes."),
        ("src/ring.h: A ring buffer.", "A ring buffer."),
        ("flask.app\n~~~~~~~~~\n\nImplements it.", "Implements it."),
        ("Reads frames.\n-*- mode: c -*-", "Reads frames."),
        ("Written by A. Person <a@b.example>\nReads frames.", "Reads frames."),
        ("usage: run.sh [file]\n\nRuns it.", "Runs it."),
        (" ___  _ __\n/ _ \\| '__|\n\\___/|_|\n\nDraws it.", "Draws it."),
        ("store", ""),
        ("@import { Page } from './types'\nReads frames.", "Reads frames."),
        ("Prevented attack:: Frames\nMore infos:: none\n\nA ring.", "A ring."),
        ("ring = Ring(4)\nring.push(1)\n\nA ring of frames.", "A ring of frames."),
        ("/ /_/_  / / /_\n/_/   /___/_/ run.bash\n\nCompletes words.", "Completes words."),
        ("run: starts it\nusage: run [file]", "run: starts it"),
        ('import { a } from "./b.js";\n\nHolds frames.', "Holds frames."),
        ("batch :=\n  count: fixed32", ""),
        ("@(#)Ring.java\n\nHolds frames.", "Holds frames."),
        ("Counts.", "Counts."),
        ("import acyclic.file\n\nHolds frames.", "Holds frames."),
        ("from ring import Ring, Frame\n\nHolds frames.", "Holds frames."),
        ("import of frames", "import of frames"),
        ("Rings of frames                 #\nHolds frames.", "Rings of frames\nHolds frames."),
        ("___FILENAME___\n___PROJECTNAME___\n\n${NAME}\nHolds frames.", "Holds frames."),
        ("AnnOther - Ring-Frames\n\nHolds frames.", "Holds frames."),
        ("ring - Holds frames", "ring - Holds frames"),
        ("(Python >3.3)\n\nHolds frames.", "Holds frames."),
        ("Usage\n\n./<ring> [<size>]\n\nOptions\n\nDescription\n\nHolds frames.", "Holds frames."),
        ("./ring --all\n\nHolds frames.", "Holds frames."),
        ("ring [OPTIONS] file\n\nHolds frames.", "Holds frames."),
        ("Holds frames of a ring\n# ring -b <TAB>\nring.a", "Holds frames of a ring"),
        ("Holds frames of a ring\n$ ring -b", "Holds frames of a ring"),
        ('Holds a version, such as\n">= 1.0".', 'Holds a version, such as\n">= 1.0".'),
        ("ring - frames in order\nWritten in 2017 by Ann Other", "ring - frames in order"),
        ("Written in 2017 for those who need it.", "Written in 2017 for those who need it."),
        ("Rings - https://a.example/rings", ""),
        ("package a.ring\nimport a.frame", ""),
        ("/bin/bash", ""),
        ("NetBSD: ring.c,v 1.2 2014/09/16 christos Exp", ""),
        ("a-tools-version: 6.3", ""),
        ("* Holds frames *", "Holds frames"),
        ("--- Holds frames. ---", "Holds frames."),
        ("/_/   /___/_/ run.fish", ""),
        ("Rings 1.5.3 (https://a.example/rings)", ""),
        ("run ring_tags=a,b", ""),
        ("func ring() {\n}", ""),
        ('ring = Ring("a")\n\nassert ring.name == "a"\n\nThe parts of a ring.',
         "The parts of a ring."),
        ("assert that frames are whole", "assert that frames are whole"),
        ("A ring that is\nwritten using frames.", "A ring that is\nwritten using frames."),
        ("The server.c file is large.", "The server.c file is large."),
    ],
)  # fmt: skip
def test_only_prose_is_kept(comment: str, words: str) -> None:
    assert own_words(comment) == words


def test_only_a_name_behind_by_is_that_of_who_wrote_it() -> None:
    assert own_words("A ring is filled\nby all who have frames.") == (
        "A ring is filled\nby all who have frames."
    )
    assert own_words("A ring of frames\nBy Ann Other") == "A ring of frames"


def test_a_line_that_ends_without_need_is_a_title() -> None:
    text = "Lua - A Language\nLua.org, Rio, Brazil\nand a line that shows how wide lines may be"
    assert own_words(text).split("\n\n")[0] == "Lua - A Language"


def test_a_line_in_the_middle_of_a_sentence_is_no_title() -> None:
    text = "A ring takes care of the\nHTTP frames, and of those that come behind them in order."
    assert own_words(text) == text


def test_a_title_above_a_notice_is_kept_and_the_notice_is_not() -> None:
    text = "/*\n** $Id: lapi.c $\n** Lua API\n** See Copyright Notice in lua.h\n*/\n\nint a;\n"
    assert extract(text, "c").facts.doc == "Lua API"
    text = "/* This program is\n * free software. */\n\nint a;\n"
    assert extract(text, "c").facts.doc == ""


def test_a_comment_right_above_later_code_is_about_that_code() -> None:
    guard, rest = "#ifndef A_H\n#define A_H\n\n", "#if defined(X)\n#endif\n#endif\n"
    above = f"/* Chooses the clock that is fast. It may be wrong. */\n{rest}"
    assert extract(guard + above, "c").facts.doc == ""
    apart = f"/* Holds frames. It is a ring. */\n\n{rest}"
    facts = extract(guard + apart, "c").facts
    assert (facts.doc, facts.doc_line) == ("Holds frames. It is a ring.", 4)


def test_a_comment_above_code_does_not_go_on_behind_that() -> None:
    assert extract("# Cannot be copied!\nimport os  # noqa\n", "python").facts.doc == ""


def test_what_is_said_to_be_these_stands_right_below() -> None:
    text = "// {} in rings.\nconst Frames = enum {{ one, two }};\n"
    assert extract(text.format("These are our frames"), "zig").facts.doc == ""
    assert extract(text.format("This file has frames"), "zig").facts.doc


@pytest.mark.parametrize(
    "title", ["5.1.0 / 2025-03-31", "Version 3.1.2", "[2.0.1]", "v2.0 - 2024", "# Serde"]
)
def test_a_title_says_nothing_of_what_a_file_is(title):
    assert own_words(f"{title}\n\nA framework.") == "A framework."


def test_the_name_of_a_file_with_a_mark_says_nothing_of_it():
    assert own_words("test_read_ring.\n\nIt tests.") == "It tests."
    assert own_words("shop.ring.") == ""
    assert own_words("Rings.") == "Rings."


@pytest.mark.hostile
@pytest.mark.parametrize(
    "text",
    [
        "a:http://x" * 10_000 + " ends",
        "1 a " * 20_000 + "?\n?1",
        "/* " + "A" * 200_000 + " ## */",
        "/* $" + "Aa" * 50_000 + " */",
        "/* $" + " " * 50_000 + " */",
        "/* " + "a " * 50_000 + "*/",
        "/* " + "/a" * 50_000 + " */",
        "/* * " + "* " * 50_000 + "*/",
    ],
    ids=lambda text: repr(text[:8]),
)
def test_hostile_comments_take_no_long_time(text: str) -> None:
    own_words(text)
    extract(text, "c")


@pytest.mark.parametrize("item", ["- `method`", "* method", "1. method", "• method"])
def test_a_sentence_that_a_list_goes_on_with_is_not_said_without_it(item: str) -> None:
    assert own_words(f"# Request\n\nComposed of\n\n{item}\n") == ""
    assert own_words(f"Composed of parts.\n\n{item}\n").startswith("Composed of parts.")
