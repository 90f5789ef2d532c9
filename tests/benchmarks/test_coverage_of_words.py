"""An independent reading says which files have words at their head."""

from __future__ import annotations

import pytest
from coverage import documented_files, words_at_head


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.py", '"""Sends frames to a server."""\n\nimport os\n', "Sends frames to a server."),
        ("a.py", "import os\n\n# The ports that are open.\nPORTS = 1\n", ""),
        ("a.c", "/* Copyright 2001 A. B. and many others. */\nint a;\n", ""),
        (
            "a.c",
            "/* Copyright 2001 A. */\n#include <x.h>\n\n/* A ring of\n * many frames. */\n\nint a;",
            "A ring of many frames.",
        ),
        (
            "a.h",
            "#ifndef A_H\n#define A_H\n/* A ring of many frames. */\n\nint a;\n",
            "A ring of many frames.",
        ),
        ("a.h", "#ifndef A_H\n#define A_H\n/* The size of a frame. */\n#define SIZE 3\n", ""),
        (
            "ring.c",
            "/* A ring of many frames. */\nstruct ring { int a; };\n",
            "A ring of many frames.",
        ),
        ("net.c", "/* A ring of many frames. */\nstruct ring { int a; };\n", ""),
        ("a.c", "/* Ring of frames. */\n\nint a;\n", ""),
        ("a.unknown", "# Sends frames to a server.\n", ""),
    ],
)
def test_words_at_the_head_are_those_of_the_file(name: str, text: str, words: str) -> None:
    assert words_at_head(name, text) == words


def test_what_many_files_begin_with_is_about_none_of_them() -> None:
    texts = {f"{name}.py": "# Part of the ring of frames.\n\nA = 1\n" for name in "abcd"}
    own = {"own.py": "# Sends frames to a server.\n\nA = 1\n", "none.py": "A = 1\n"}
    assert documented_files({**texts, **own}) == {"own.py": "Sends frames to a server."}
