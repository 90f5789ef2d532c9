"""What compilers are told in ``compile_commands.json`` says which branches pages are about."""

from __future__ import annotations

import json
import re

import pytest

from tests.listing_hints import hints_beside
from tests.projects import INDEX, Output

from .test_plain import clean, content, page

TREE = {
    "alloc.h": """\
#ifdef USE_POOL
#define LIMIT 8
#else

#define LIMIT 4
#endif
int get(void);
""",
    "alloc.c": '#include "alloc.h"\nint get(void) { return LIMIT; }\n',
    "use.c": '#include "alloc.h"\nint use(void) { return get() + LIMIT; }\n',
    "alone.c": "int alone(void) { return 1; }\n",
}


def commands(*flags: str) -> dict[str, str]:
    names = ("alloc.c", "use.c")
    rows = [
        {"directory": "/b", "file": name, "command": f"cc {flag} -c {name}"}
        for name, flag in zip(names, flags, strict=True)
    ]
    return {"compile_commands.json": json.dumps(rows, indent=1)}


def hints(output: Output, path: str) -> str:
    return "".join(hints_beside(output.folder, page(path)))


def skipped(html: str) -> str:
    row = re.search(r"Not compiled.*?<dd[^>]*>(.*?)</dd>", html, re.DOTALL)
    return re.sub(r"(?:<[^>]*>|\s)+", " ", row[1]).strip() if row else ""


def test_pages_say_what_is_compiled(project) -> None:
    output = project({**TREE, **commands("-UUSE_POOL", "-UUSE_POOL")}).build(nitpicky=True)
    assert output.warnings == ""
    html = output.read(page("alloc.h"))
    assert skipped(html) == "L2 by the commands in compile_commands.json"
    assert 'href="#L2"' in html
    assert "as compiled" in hints(output, "use.c")
    assert "as compiled" not in hints(output, "alone.c")
    for path in ("alloc.c", "use.c", "alone.c"):
        assert skipped(output.read(page(path))) == ""


def dimmed(html: str) -> list[int]:
    """Return the lines of a page's listing that say of themselves that they are not compiled."""
    lines = re.findall(r'<i id="?L(\d+)"?([^>]*)>', html)
    return [int(line) for line, rest in lines if 'title="Not compiled"' in rest]


def test_lines_that_are_not_compiled_say_so_in_the_listing(project) -> None:
    made = project({**TREE, **commands("-DUSE_POOL", "-DUSE_POOL")})
    output = made.build()
    assert dimmed(output.read(page("alloc.h"))) == [4, 5]
    assert dimmed(output.read(page("alloc.c"))) == []
    # Other commands read other lines; without any, all are alike.
    made.write(commands("-UUSE_POOL", "-UUSE_POOL"))
    assert dimmed(made.build().read(page("alloc.h"))) == [2]
    (made.tree / "compile_commands.json").unlink()
    assert "fd-skipped" not in made.build().read(page("alloc.h"))


def test_a_listing_on_a_written_page_says_so_too(project) -> None:
    listing = "\n.. src:listing:: alloc.h\n   :lines: 2-5\n   :emphasize-lines: 1\n"
    tree = {**TREE, **commands("-UUSE_POOL", "-UUSE_POOL")}
    made = project(tree, {"index.rst": INDEX + listing})
    html = made.build().read("index.html")
    assert html.count('class="filedocs-emphasized fd-skipped" title="Not compiled"') == 1
    made.write(commands("-DUSE_POOL", "-DUSE_POOL"))
    html = made.build().read("index.html")
    assert html.count('class="fd-skipped" title="Not compiled"') == 2
    assert content(made.build()) == clean(made)


def test_without_commands_pages_say_nothing_of_that(project) -> None:
    output = project(TREE).build()
    assert skipped(output.read(page("alloc.h"))) == ""
    assert "as compiled" not in hints(output, "use.c")


#: The flags of the two files, one state after the other; none without commands.
STATES: tuple[tuple[str, ...], ...] = (
    ("-UUSE_POOL", "-UUSE_POOL"),
    ("-DUSE_POOL", "-UUSE_POOL"),
    ("-DUSE_POOL", "-DUSE_POOL=1 -DOTHER"),
    (),
    ("-DUSE_POOL", ""),
)


def test_other_commands_give_what_a_clean_build_does(project) -> None:
    made = project(TREE)
    made.build()
    for flags in STATES:
        if flags:
            made.write(commands(*flags))
        else:
            (made.tree / "compile_commands.json").unlink()
        assert content(made.build()) == clean(made), flags


@pytest.mark.parametrize("builder", ["text", "latex", "epub"])
def test_every_builder_says_what_is_compiled(project, builder) -> None:
    tree = {**TREE, **commands("-UUSE_POOL", "-UUSE_POOL")}
    assert project(tree).build(builder, version="1").warnings == ""


def test_commands_outside_of_the_tree_count_where_they_are_named(project) -> None:
    made = project(TREE)
    database = made.folder / "compile_commands.json"
    trees = {"source": {"path": str(made.tree), "compile_commands": [str(database)]}}
    missing = made.build(filedocs_trees=trees)
    assert "the commands can't be read" in missing.warnings
    for flags, line in ((("-UUSE_POOL",) * 2, "L2"), (("-DUSE_POOL",) * 2, "L4–L5")):
        (text,) = commands(*flags).values()
        database.write_text(text, encoding="utf-8")
        output = made.build(filedocs_trees=trees)
        assert output.warnings == ""
        assert skipped(output.read(page("alloc.h"))).startswith(f"{line} by")
    # What is in the tree does not count then.
    made.write(commands("-UUSE_POOL", "-UUSE_POOL"))
    assert skipped(made.build(filedocs_trees=trees).read(page("alloc.h"))).startswith("L4–L5")
    assert skipped(made.build().read(page("alloc.h"))).startswith("L2 by")
