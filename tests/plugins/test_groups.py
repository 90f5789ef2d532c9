"""Pages show the groups of documentation comments: where they are defined, and on their members."""

from __future__ import annotations

import html
import re
from collections import Counter

from sphinx.util.inventory import InventoryFile

from sphinx_filedocs.plugins.groups.pages import GroupPages
from tests.projects import INDEX

RING = """\
/**
 * @defgroup ring The <b>ring</b> & more
 * @brief Bytes in a circle.
 * @ingroup data
 * @{
 */

/** Takes a byte out. */
int ring_get(void);
/** @} */
"""
TREE = {
    "include/ring.h": RING,
    "include/data.h": "/** @defgroup data Data\n * Holds things. */\n",
    "src/ring.c": "/** Puts one in. @ingroup ring nowhere */\nint ring_put(void) { return 1; }\n",
    "src/loop.c": (
        "/** @defgroup a A\n * @ingroup b */\n/** @defgroup b B\n * @ingroup a */\nint x;\n"
    ),
}


def section(page: str) -> str:
    found = re.search(r'id="groups">.*?(?=<details|<section|\Z)', page, re.DOTALL)
    assert found
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", found[0])).split())


def test_groups_stand_where_they_are_defined_and_members_lead_there(project) -> None:
    made = project(TREE)
    output = made.build()
    assert output.warnings == ""
    start, folder = output.read("source/index.html"), output.read("source/include/index.html")
    shown = section(start)
    assert "Data – Holds things. (0 members) The <b>ring</b> & more – Bytes in a circle." in shown
    # Groups that are in each other are shown once.
    assert (shown.count("A (0 members)"), shown.count("B (0 members)")) == (1, 1)
    shown = section(folder)
    assert "The <b>ring</b> & more Bytes in a circle. From include/ring.h:1. Part of Data." in shown
    assert "ring.h: ring_get src/ring.c: ring_put" in shown
    assert '<a class="reference internal" href="../src/ring.c.html#' in folder
    member = output.read("source/src/ring.c.html")
    title = "[The &lt;b&gt;ring&lt;/b&gt; &amp; more]"
    assert f'href="../include/index.html#group-ring" title="Group">{title}</a>' in member
    # Of a group that nothing defines there is nothing to say.
    assert "group-nowhere" not in member


def test_pages_follow_the_title_and_the_members_of_a_group(project) -> None:
    made = project(TREE)
    title = {"include/ring.h": RING.replace("The <b>ring</b> & more", "Rings")}
    written = made.rebuilt_of_tree(lambda: made.write(title))
    assert {"source/src/ring.c.html", "source/include/index.html"} <= written
    assert "source/src/loop.c.html" not in written
    assert "Rings" in made.build().read("source/src/ring.c.html")
    gone = {"src/ring.c": "int ring_put(void) { return 1; }\n"}
    assert "source/include/index.html" in made.rebuilt_of_tree(lambda: made.write(gone))
    assert "ring_put" not in section(made.build().read("source/include/index.html"))


def test_private_members_are_left_out_where_private_symbols_are(project) -> None:
    text = "/** @addtogroup g @{ */\nstatic int hidden(void);\nint shown(void);\n/** @} */\n"
    made = project({"src/a.c": text})
    shown = section(made.build(filedocs_private=False).read("source/src/index.html"))
    assert "a.c: shown" in shown
    assert "hidden" not in shown


PAGE = """:orphan:

Page
====

:src:group:`ring`, :src:group:`circles <ring>`, :src:group:`nowhere`
"""


def test_a_written_page_leads_to_a_group_by_its_title(project) -> None:
    made = project(TREE, {"page.rst": PAGE, "index.rst": INDEX})
    output = made.build()
    page = output.read("page.html")
    link = '<a class="reference internal" href="source/include/index.html#group-ring">'
    title = "The &lt;b&gt;ring&lt;/b&gt; &amp; more"
    shown = re.findall(f"{re.escape(link)}<span[^>]*>(.*?)</span></a>", page)
    assert shown == [title, "circles"]
    assert "nowhere: no documented tree describes this group (src:group)" in output.warnings
    # It follows the title, and the file that defines it.
    made.write({"include/ring.h": RING.replace("The <b>ring</b> & more", "Rings")})
    assert ">Rings</span>" in made.build().read("page.html")
    made.write({"include/ring.h": "int ring_get(void);\n", "src/new.h": RING})
    assert 'href="source/src/index.html#group-ring"' in made.build().read("page.html")


def test_other_projects_find_groups_in_the_inventory(project) -> None:
    output = project(TREE).build()
    inventory = InventoryFile.loads((output.folder / "objects.inv").read_bytes(), uri="")
    found = inventory.data["src:group"]
    assert sorted(found) == ["a", "b", "data", "ring"]
    assert found["ring"].uri == "source/include/index.html#group-ring"
    assert found["ring"].display_name == "The <b>ring</b> & more"


def test_groups_that_no_page_describes_are_no_objects(project) -> None:
    sections = ["summary", "contents"]
    output = project({**TREE, "top.h": "/** @defgroup top Top */\nint y;\n"}).build(
        filedocs_folder_sections=sections
    )
    inventory = InventoryFile.loads((output.folder / "objects.inv").read_bytes(), uri="")
    # The start page still has its own.
    assert list(inventory.data["src:group"]) == ["top"]


def test_the_groups_of_a_folder_are_found_once(project, monkeypatch) -> None:
    asked: Counter[str] = Counter()
    make = GroupPages.of_folder

    def counted(self: GroupPages, folder: str):
        asked[folder] += 1
        return make(self, folder)

    monkeypatch.setattr(GroupPages, "of_folder", counted)
    project(TREE).build()
    assert asked == {"": 1, "include": 1, "src": 1}
