"""Groups of documentation comments are read as Doxygen's manual defines them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_filedocs.api import Tree
from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.plugins.groups.doxygen import GroupPart, groups_of
from sphinx_filedocs.plugins.groups.joined import exported
from tests.work import growth

HEADER = """\
/**
 * @defgroup ring A ring
 * @brief Bytes in a circle.
 *
 * See the guide.
 *
 * @ingroup data
 * @{
 */

/** How many fit. */
#define RING_SIZE 8

/** A ring. */
struct ring {
    /** Where it begins. */
    int first;
};

/**
 * @name Reading
 * @{
 */
int ring_get(struct ring *from);
/** @} */

/** @} */

/** Of another place. @ingroup ring other */
int ring_put(struct ring *into);

int outside;
"""


def groups(text: str, language: str = "c") -> dict[str, GroupPart]:
    return {one.name: one for one in groups_of(extract(text, language).facts)}


def members(text: str, language: str = "c") -> dict[str, list[str]]:
    return {
        name: [one.qualified for one in part.members]
        for name, part in groups(text, language).items()
    }


def test_an_example_without_stars_leaves_none_in_the_words_around_it() -> None:
    found = groups(
        "/**\n * @defgroup io Input\n *\n * Reads.\n"
        " * \\code\nread();\n\\endcode\n *\n * Waits.\n */"
    )
    assert found["io"].doc == "Reads.\n\nWaits."


def test_a_block_holds_what_stands_in_it_and_comments_name_the_rest() -> None:
    found = groups(HEADER)
    ring = found["ring"]
    assert (ring.line, ring.title, ring.parents) == (1, "A ring", ("data",))
    assert ring.doc == "Bytes in a circle.\n\nSee the guide."
    # A field is in its structure; a block without a group belongs to the one around it.
    assert [one.qualified for one in ring.members] == [
        "RING_SIZE",
        "ring",
        "ring_get",
        "ring_put",
    ]
    # It is named, and nothing here says what it is.
    other = found["other"]
    assert (other.line, other.title) == (0, "")
    assert [one.qualified for one in other.members] == ["ring_put"]
    assert set(found) == {"ring", "other"}


def test_the_export_joins_the_parts_of_a_group(tmp_path: Path) -> None:
    (tmp_path / "ring.h").write_text(HEADER)
    (tmp_path / "data.h").write_text("/** @defgroup data */\n\n/** @file\n * @ingroup ring */\n")
    with Tree.open(tmp_path) as tree:
        data, ring = exported(tree)
    assert data == {
        "name": "data",
        "title": "data",
        "doc": "",
        "path": "data.h",
        "line": 1,
        "parents": (),
        "members": [],
        "more": 0,
    }
    assert (ring["title"], ring["path"], ring["parents"]) == ("A ring", "ring.h", ("data",))
    assert ring["members"] == [
        {"path": "data.h", "line": None, "symbol": ""},
        {"path": "ring.h", "line": 12, "symbol": "RING_SIZE"},
        {"path": "ring.h", "line": 15, "symbol": "ring"},
        {"path": "ring.h", "line": 24, "symbol": "ring_get"},
        {"path": "ring.h", "line": 30, "symbol": "ring_put"},
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    {
        "one line": "/** @addtogroup g @{ */\nint a;\n/** @} */\nint b;\n",
        "backslashes": "/*! \\defgroup g Title\n * \\{\n */\nint a;\n/*! \\} */\nint b;\n",
        "a block of its own": "/** @defgroup g Title */\n/** @{ */\nint a;\n/** @} */\nint b;\n",
        "lines": "/// @defgroup g Title\n/// @{\nint a;\n/// @}\nint b;\n",
        "with words behind": "/** @defgroup g Title\n * @{ */\nint a;\n/** @} of g */\nint b;\n",
        "an end more": "/** @} */\n/** @addtogroup g\n@{ */\nint a;\n/** @} */\nint b;\n",
        "its own comment": "/** A. @ingroup g */\nint a;\nint b;\n",
    }.items(),
)
def test_forms_of_a_group(name, text) -> None:
    assert members(text) == {"g": ["a"]}, name


def test_groups_in_groups() -> None:
    text = """\
/** @defgroup outer Outer
 * @{ */
/** @defgroup inner Inner
 * @{ */
int a;
/** @} */
int b;
/** @} */
"""
    assert members(text) == {"outer": ["b"], "inner": ["a"]}
    assert groups(text)["inner"].parents == ("outer",)


def test_what_is_no_group() -> None:
    assert groups("/** Group: sums a set \\f$ \\{ x \\} \\f$, group. */\nint a;\n") == {}
    # A comment that is none of Doxygen's, and a block that is not ended.
    assert groups("/* @ingroup g */\n\nint a;\n") == {}
    assert members("/** @defgroup g Title\n * @{ */\nint a;\n") == {"g": []}


def test_files_namespaces_and_other_languages() -> None:
    text = "/** @file\n * @ingroup g\n */\n\n#include <x>\nint a;\n"
    assert members(text) == {"g": [""]}
    text = "/** @addtogroup g @{ */\nnamespace n {\nclass A { int b; };\n}\n/** @} */\n"
    assert members(text, "cpp") == {"g": ["n.A"]}
    text = "/** @addtogroup g @{ */\nclass A { void b() {} }\n/** @} */\n"
    assert members(text, "java") == {"g": ["A"]}
    assert members("<?php\n/**\n * Hooks.\n *\n * @ingroup g\n */\nfunction a() {}\n", "php") == {
        "g": ["a"]
    }
    assert members("## Runs.\n# @ingroup g\ndef a():\n    pass\n", "python") == {"g": ["a"]}


def nested(count: int) -> str:
    """Return blocks in blocks, each with a symbol."""
    begun = "".join(f"/** @defgroup g{at} T\n * @{{ */\nint a{at};\n" for at in range(count))
    return begun + count * "/** @} */\n"


def test_work_grows_with_the_number_of_blocks_and_few_are_kept() -> None:
    assert growth(lambda size: groups(nested(size)), 300) < 2.5
    assert len(groups(nested(300))) == 200
    many = "".join(f"int a{number};\n" for number in range(700))
    part = groups(f"/** @addtogroup g @{{ */\n{many}/** @}} */\n")["g"]
    assert (len(part.members), part.more) == (500, 200)
