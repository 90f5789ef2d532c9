"""Has generated pages take little room in books made with LaTeX."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.pages.translation import quantity

#: TeX sets a listing with its frame as one box, which may be 19 feet high: so many lines of so many
#: characters are a third of that.
_ROWS, _WIDTH = 400, 80
#: Longest line, in characters, that is not cut: before it is wrapped it is one box, which may be 19
#: feet wide.
_LONGEST = 2_000
#: The kinds of pages that are indices, which are set smaller than others.
_INDICES = frozenset({"keywords", "crossref"})


def listing_parts(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield a listing in parts that TeX can set, each with the place of its first line, 0-based."""
    start, rows = 0, 0
    part: list[str] = []
    for at, line in enumerate(lines):
        height = 1 + min(len(line), _LONGEST) // _WIDTH
        if part and rows + height > _ROWS:
            yield start, part
            start, rows, part = at, 0, []
        part.append(_cut(line))
        rows += height
    yield start, part


def _cut(line: str) -> str:
    more = len(line) - _LONGEST
    if more <= 0:
        return line
    return f"{line[:_LONGEST]} … {quantity(more, '{count:,} character', '{count:,} characters')}"


_BOTH = ("begin", "end")
_INDEX = "filedocsindex"


class CompactPages(SphinxPostTransform):
    """Sets what stands on generated pages beside a listing in small print and, but for tables, in
    columns; and gives the places that links lead to a name that LaTeX knows."""

    default_priority = 7
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Change all generated pages of a book."""
        domain = domain_of(self.env)
        for start in list(self.document.findall(addnodes.start_of_file)):
            if start["docname"] not in domain.fingerprints:
                continue
            _, page = domain.page(start["docname"])
            section = start.next_node(nodes.section)
            if section is not None:
                _name_places(section)
                is_index = page.kind in _INDICES
                _set_small(section, _INDEX if is_index else "filedocscolumns")


def _set_small(page: nodes.section, columns: str) -> None:
    """Put what stands beside the listing into environments of LaTeX.

    :param columns: the one for what can stand in columns.
    """
    content: list[nodes.Node] = []
    environments = [_environment(child, columns) for child in page.children]
    for at in reversed(range(len(environments) - 1)):
        if isinstance(page.children[at], nodes.rubric):
            environments[at] = environments[at + 1]
    for environment, pairs in groupby(zip(environments, page.children, strict=True), itemgetter(0)):
        group = [child for _, child in pairs]
        if not environment:
            content += group
            continue
        begin, end = (
            nodes.raw("", f"\\{command}{{{environment}}}", format="latex") for command in _BOTH
        )
        content += [begin, *group, end]
    page.children = []
    page += content


def _environment(child: nodes.Node, columns: str) -> str:
    """Return in which environment of LaTeX a part of a page stands, if in one."""
    if isinstance(child, nodes.title) or any(child.findall(addnodes.start_of_file)):
        return ""
    blocks = list(child.findall(nodes.literal_block))
    if any(block.get("linenos") for block in blocks):
        return ""
    if blocks or any(child.findall(_is_wide)):
        return "filedocssmall"
    is_index = isinstance(child, nodes.section) and "uses" in child["ids"]
    return _INDEX if is_index else columns


def _is_wide(node: nodes.Node) -> bool:
    """Return whether a node is a table or, as LaTeX's own, a picture."""
    return isinstance(node, nodes.table | nodes.raw)


def _name_places(page: nodes.section) -> None:
    """Put into paragraphs, and before headings, what LaTeX has for their ids."""
    own = [child for child in page.children if not any(child.findall(addnodes.start_of_file))]
    for child in own:
        for paragraph in list(child.findall(nodes.paragraph)):
            paragraph[:0] = _targets(paragraph)
        for rubric in list(child.findall(nodes.rubric)):
            if rubric.parent is not None:
                at = rubric.parent.index(rubric)
                rubric.parent[at:at] = _targets(rubric)


def _targets(node: nodes.Element) -> list[nodes.Node]:
    return [nodes.target("", "", refid=identifier) for identifier in node["ids"]]
