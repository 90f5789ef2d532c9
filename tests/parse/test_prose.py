"""What prose says of a project and of files is found, and news, badges and commands are not."""

from __future__ import annotations

import pytest

from sphinx_filedocs.model.descriptions import Mention
from sphinx_filedocs.parse.headings import outline, plain_purpose


@pytest.mark.parametrize(
    ("readme", "purpose"),
    [
        ("# A\n\n[![Build](b.svg)](x)\n\nRing buffers many frames.\n", "Ring buffers many frames."),
        ("# A\n\nThis README is a quick start.\n\n## What is A?\n\nRing is a server of frames.\n",
         "Ring is a server of frames."),
        ("# A\n\n## News\n\nA 2.0 is the new one.\n\n## About\n\nRing is a server of frames.\n",
         "Ring is a server of frames."),
        ("# A\n\nFast, small web framework for Node.\n\n## Install\n\nThis is a command.\n",
         "Fast, small web framework for Node."),
        ("### A\n\nA is a small library. Why not invent it?\n\n### B\n\nThis is supported by C.\n",
         "A is a small library. Why not invent it?"),
        ("# A\n\n> [!NOTE]\n> This moves.\n\nRing is a server of frames.\n",
         "Ring is a server of frames."),
        (f"# A\n\n## Data\n\nAt first, {'many ' * 20} rings wait. The console is a page.\n", ""),
        # A phrase right below the title is before sentences that come later.
        ("# A\n\nRings of frames for Lua. It has no queue.\n\nA is given away under terms.\n",
         "Rings of frames for Lua. It has no queue."),
        ("# A\n\n© Ann Other 2010 (Creator)\n\n## Introduction\n\nA is a ring of frames.\n",
             "A is a ring of frames."),
        ("# A\n\n## Streams\n\nStreams is the part that provides order.\n", ""),
        ("# A\n\nI released the successor to A.\n\nA is a ring of frames.\n",
             "A is a ring of frames."),
        ("## A\n\nRings of many frames.\n", "Rings of many frames."),
        ("# Ring - A buffer of frames\n\nRing is used for frames.\n", "Ring is used for frames."),
        ("# Ring - for frames of C\n\n[![Build](b.svg)](x)\n\nSmall, fast rings of frames\n",
         "Small, fast rings of frames"),
        ("# A\n\nRings of frames, written in [![Pure C](c.svg)](c).\n",
         "Rings of frames, written in Pure C."),
        ("# A\n\nRings of many frames.\n\nIt is available on a shelf.\n", "Rings of many frames."),
        ("# Nuts\nA [Go](http://go.dev) client for the [Nuts messaging system](http://nuts.io).",
         "A Go client for the Nuts messaging system."),
        ("# Nuts\n[The documentation](http://nuts.io) and [the forum](http://nuts.io/forum)", ""),
        ("# A\n\nHome: https://a.example/ring/of/many\n", ""),
        # What is better, and a cry, are nothing that it is.
        ("# A\n\nA is the ring of all rings!\n", "A is the ring of all rings!"),
        ("# log\n\nIt is a short log.\n\n## More\n\nlog is a word.\n", "It is a short log."),
        ("# A\n\nThis package provides the following functions:\n\n- `a`\n\nIt is a ring for C.\n",
         "It is a ring for C."),
        ("# A\n\nA small ring, after another one (also a ring).\n\nIt is made just for fun.\n",
         "A small ring, after another one (also a ring)."),
        ("# A\n\nDo you turn frames? Ring, or r for short, is a server of frames.\n",
         "Ring, or r for short, is a server of frames."),
        ("# A\n\nSee its pages.\n\n06 December 2025\n----\n\nThis release adds a ring.\n", ""),
        ('<h1>A</h1>\n\n<div align="center">A server of frames and more</div>\n\n> Rings matter.\n',
         "A server of frames and more"),
        ('<div><h1>A</h1><a href="b"><img src="c"></a>\n</div>\n\nA ring of frames in memory.\n',
         "A ring of frames in memory."),
    ],
)  # fmt: skip
def test_the_paragraph_that_says_what_a_project_is(readme: str, purpose: str) -> None:
    assert outline(readme, "markdown").purpose[0] == purpose


SERVER = "Shop is a server of carts."


def test_the_purpose_has_its_line_in_every_markup() -> None:
    said = "Ring is a server of frames."
    assert outline(f"# A\n\n{said}\n", "markdown").purpose == (said, 3)
    assert outline(f"A\n=\n\n{said}\n", "restructuredtext").purpose == (said, 4)
    assert plain_purpose(f"README\n\n  {said}\n") == (said, 3)
    assert plain_purpose("# mkdir a\n# it is the thing to do\n") == ("", 0)


MAN = """\
.\\" a comment
.TH ring 1
.SH NAME
ring \\- reads a \\fBring\\fP of frames
.SH FILES
.B src/ring.c
holds it.
"""


def test_what_is_named_and_what_is_explained() -> None:
    text = (
        "# Layout\n\n* `server.c`: the main loop\n* see `Ring.push()` and [it](src/it.md)\n\n"
        "ring.h\n---\n\nThis file defines the ring.\n\nother.h\n---\n\nNow we go on to frames.\n"
    )
    assert outline(text, "markdown").mentions == (
        Mention("server.c", 3, "Layout", "the main loop", code=True),
        Mention("Ring.push()", 4, "Layout", code=True),
        Mention("src/it.md", 4, "Layout", linked=True),
        Mention("ring.h", 6, "ring.h", "This file defines the ring."),
        Mention("other.h", 11, "other.h", "Now we go on to frames."),
    )


def test_only_roles_for_code_and_files_name_anything() -> None:
    text = (
        "Layout\n======\n\nSet :confval:`some_words` in :file:`the_conf.py` for :py:class:`A.B`.\n"
    )
    names = [one.name for one in outline(text, "restructuredtext").mentions]
    assert names == ["A.B", "the_conf.py"]


ASCIIDOC = """\
// settings
:name: Ring

= Ring: _frames_ in order
A. Author <a@b.example>
:uri: https://a.example

image:https://ci.example/b.svg[Build,link=https://ci.example]

----
ring is a line of code that is no paragraph
----

{name} is a *buffer* that link:{uri}/docs[holds frames], see <<use>>.

== Use

* Ring is used by others.
"""


@pytest.mark.parametrize("mark", [" - ", ": ", " -- ", " "])
def test_a_name_with_its_address_is_the_title_of_a_plain_text(mark: str) -> None:
    first = f"libring{mark}http://example.org/libring/\nSee AUTHORS for whom to ask about it.\n"
    rest = "libring is a library of C that turns frames.\n\nFeatures\n========\n"
    said = "libring is a library of C that turns frames."
    assert plain_purpose(f"{first}\n{rest}") == (said, 4)
    assert plain_purpose(f"libring{mark}<https://example.org>\n\n{rest}") == (said, 3)
