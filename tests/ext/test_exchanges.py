"""What two files exchange is shown in part; the rest is reached from there."""

from __future__ import annotations

import re
from html import unescape

import pytest

NAMES = [f"step_{number:03}" for number in range(250)]
HUB = "".join(f"def {name}():\n    return 1\n\n\n" for name in NAMES)
USE = "from hub import *\n\n" + "".join(f"{name}()\n" for name in NAMES)
TREE = {"hub.py": HUB, "use.py": USE}


def more(html: str) -> list[str]:
    """Return where what says that there are more names leads."""
    return [unescape(href) for href in re.findall(r'<a href="([^"]*)">and 50 more names</a>', html)]


def lines_of(html: str, name: str) -> list[str]:
    """Return the lines of a name in a keyword index."""
    row = html.partition(f"<code>{name}</code>")[2].partition("</li>")[0]
    return re.findall(r"#L(\d+)", row)


def test_names_that_are_left_out_stand_with_their_lines_where_the_link_leads(project) -> None:
    output = project(TREE).build()
    assert more(output.read("source/hub.py.html")) == ["use.py.html#keywords"]
    shown = output.read("source/use.py.html")
    assert more(shown) == ["#keywords"]
    assert [name for name in NAMES if not lines_of(shown, name)] == []


@pytest.mark.parametrize(("builder", "sections"), [("html", ["-keywords"]), ("epub", [])])
def test_without_keywords_nothing_leads_there(project, builder, sections) -> None:
    options = {"filedocs_file_sections": sections} if sections else {}
    output = project(TREE).build(builder, **options)
    assert output.warnings == ""
    pages = [
        output.read(name) for name in output.names if re.search(r"/(hub|use)\.py\.x?html$", name)
    ]
    assert len(pages) == 2
    assert all("and 50 more names" in page and not more(page) for page in pages)
