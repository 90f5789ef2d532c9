"""The documentation names all that a user can write, and its links work in a checkout too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from sphinx_filedocs.config import OPTIONS
from sphinx_filedocs.ext.directives import DIRECTIVES
from sphinx_filedocs.ext.domain import SourceDomain

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))


def rows(text: str, heading: str) -> dict[str, str]:
    """Return the rows of the table below a heading, by what stands in their first cell."""
    section = re.split(r"^## ", text.partition(f"\n## {heading}\n")[2], flags=re.MULTILINE)[0]
    return {
        cells[1].strip().strip("`"): line
        for line in section.splitlines()
        if line.startswith("|") and (cells := line.split("|"))
    }


def links(text: str) -> list[tuple[str, str]]:
    """Return the address and the text of each link in Markdown."""
    found = []
    for block in MarkdownIt("commonmark").enable("table").parse(text):
        parts = block.children or []
        for number, part in enumerate(parts):
            if part.type == "link_open":
                end = next(n for n in range(number, len(parts)) if parts[n].type == "link_close")
                shown = "".join(one.content for one in parts[number:end])
                found.append((str(part.attrs["href"]), shown))
    return found


def test_every_option_is_in_the_reference() -> None:
    """Its words are held by ``tests/ext/test_options.py``."""
    page = (DOCS / "options.md").read_text(encoding="utf-8")
    named = re.findall(r"^- \*\*`(\w+)`\*\*", page, re.MULTILINE)
    assert sorted(named) == sorted(one.name for one in OPTIONS)


def test_every_role_is_in_the_reference() -> None:
    named = rows((DOCS / "directives.md").read_text(encoding="utf-8"), "Roles")
    assert {f"src:{name}" for name in SourceDomain.roles} <= set(named)


def test_every_directive_is_in_the_reference_with_its_options() -> None:
    named = rows((DOCS / "directives.md").read_text(encoding="utf-8"), "Directives")
    for name, directive in DIRECTIVES.items():
        options = [f":{option}:" for option in directive.option_spec or {}]
        # Those of listings have a table of their own.
        shown = " ".join(named) if name == "listing" else named[f"src:{name}"]
        assert [one for one in options if one not in shown] == [], name


def test_every_kind_of_warning_is_in_the_reference() -> None:
    named = " ".join(rows((DOCS / "options.md").read_text(encoding="utf-8"), "Warnings"))
    code = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "sphinx_filedocs" / "ext").glob("*.py")
    )
    kinds = set(re.findall(r'subtype="(\w+)"', code))
    assert kinds >= {"option", "secret"}
    assert [kind for kind in sorted(kinds) if f"filedocs.{kind}" not in named] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_links_work_where_nothing_is_built(page: Path) -> None:
    """A forge shows the files as they stand: without a text it shows no link."""
    for address, shown in links(page.read_text(encoding="utf-8")):
        assert shown, address
        path = address.partition("#")[0]
        if path and "://" not in path:
            assert (page.parent / path).is_file(), address
