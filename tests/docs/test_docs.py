"""The documentation names all that a user can write, and its links work in a checkout too."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from sphinx_filedocs.config import OPTIONS
from sphinx_filedocs.ext.directives import DIRECTIVES
from sphinx_filedocs.ext.domain import SourceDomain
from sphinx_filedocs.pages.additions import additions
from sphinx_filedocs.plugins.findings.directive import FindingsDirective

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


def test_every_option_is_in_a_group() -> None:
    groups = runpy.run_path(str(ROOT / ".ci" / "reference.py"))["GROUPS"]
    page = (DOCS / "options.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^```\{options\} (\w+)$", page, re.MULTILINE)) == set(groups)
    named = [name for names in groups.values() for name in names]
    assert sorted(named) == sorted(option.name for option in OPTIONS)


def test_every_role_and_directive_is_in_the_reference_with_its_options() -> None:
    page = (DOCS / "directives.md").read_text(encoding="utf-8")
    pattern = r"^`{5}\{(rst:\w+)\} (?:\.\. )?src:(\w+).*?\n(.*?)^`{5}$"
    blocks = re.findall(pattern, page, re.MULTILINE | re.DOTALL)
    roles = {*SourceDomain.roles, *filter(None, (one.role for one in additions([]).values()))}
    assert {name for kind, name, _ in blocks if kind == "rst:role"} == roles
    options = {
        name: re.findall(r"\{rst:directive:option\} ([\w-]+)", text)
        for kind, name, text in blocks
        if kind == "rst:directive"
    }
    assert {name: sorted(known) for name, known in options.items()} == {
        name: sorted(directive.option_spec or {})
        for name, directive in {**DIRECTIVES, "findings": FindingsDirective}.items()
    }


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
