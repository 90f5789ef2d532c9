"""What prose says of a project and of files is found, and news, badges and commands are not."""

from __future__ import annotations

import pytest

from sphinx_filedocs.model.descriptions import Mention
from sphinx_filedocs.parse.headings import outline, plain_purpose
from tests.tables import Table

TABLE = Table(__file__)


def test_the_paragraph_that_says_what_a_project_is() -> None:
    TABLE.check("purposes", lambda readme: outline(readme, "markdown").purpose[0])


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
