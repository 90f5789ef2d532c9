"""The content of keyword indices and cross-reference pages."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from docutils import nodes

from sphinx_filedocs.model import Definition, Keyword
from sphinx_filedocs.pages.nodes import (
    Inline,
    anchor,
    bullets,
    code,
    lines_of,
    muted,
    page_link,
    paragraph,
    quantity,
    rubric,
    separated,
)
from sphinx_filedocs.pages.shards import letter_id, letter_of, sort_key
from sphinx_filedocs.pages.views import IndexEntry, IndexView, KeywordsView

#: Headings of the kinds of keywords, in the order in which they are shown.
KINDS = {
    "class": "Classes",
    "struct": "Structs",
    "union": "Unions",
    "enum": "Enums",
    "interface": "Interfaces",
    "trait": "Traits",
    "function": "Functions",
    "method": "Methods",
    "macro": "Macros",
    "constant": "Constants",
    "variable": "Variables",
    "field": "Fields",
    "type": "Types",
    "namespace": "Namespaces",
    "module": "Modules",
    "heading": "Headings",
    "import": "Imports",
    "identifier": "Identifiers",
}
_MOST_LINES = 40


def index_page(view: IndexView) -> list[nodes.Node]:
    """Return the content of a page of a keyword index or of the cross-references."""
    content: list[nodes.Node] = []
    if len(view.letters) > 1:
        links = (_letter_link(view, *letter) for letter in view.letters)
        content.append(paragraph(*separated(links, " · "), classes=["filedocs-letters"]))
    make = _keyword_entry if view.kind == "keywords" else _crossref_entry
    for letter, entries in groupby(view.entries, key=lambda entry: letter_of(entry.name)):
        content.append(rubric(letter, letter_id(letter)))
        content.append(bullets((make(view, entry) for entry in entries), ("filedocs-index",)))
    if view.kind == "crossref":
        _give_ids(content, view)
    return content


def _letter_link(view: IndexView, label: str, docname: str, target: str) -> Inline:
    here = docname == view.docname and not target
    return nodes.strong("", label) if here else page_link(docname, label, target)


def _give_ids(content: list[nodes.Node], view: IndexView) -> None:
    """Give every entry of the cross-references the id that other pages link to."""
    items = (item for block in content if isinstance(block, nodes.bullet_list) for item in block)
    for item, entry in zip(items, view.entries, strict=True):
        if isinstance(item, nodes.list_item):
            item["ids"] = [f"name-{anchor(entry.name)}"]


def _name(view: IndexView, entry: IndexEntry) -> Inline:
    if entry.name in view.crossref_of:
        target = f"name-{anchor(entry.name)}"
        return page_link(view.crossref_of[entry.name], code(entry.name), target)
    return code(entry.name)


def _definition(view: IndexView, row: Definition) -> Inline:
    path = row.path[len(view.folder) + 1 :] if view.folder else row.path
    return page_link(
        view.docnames[row.path], f"{path}:{row.line}", f"L{row.line}", f"{row.kind} {row.qualified}"
    )


def _by_kind(view: IndexView, rows: Sequence[Definition]) -> list[Inline]:
    """Return links to definitions with their kinds before them."""
    parts: list[Inline] = []
    for kind, group in groupby(rows, key=lambda row: row.kind):
        links = separated(_definition(view, row) for row in group)
        parts += ["; " if parts else "", muted(f"{kind} "), *links]
    return parts


def _keyword_entry(view: IndexView, entry: IndexEntry) -> list[Inline]:
    row: list[Inline] = [_name(view, entry), " ", *_by_kind(view, entry.definitions)]
    if entry.hidden:
        row.append(muted(f" and {entry.hidden:,} more"))
    if entry.importers:
        joint = "; " if entry.definitions else ""
        row.append(muted(f"{joint}imported on {quantity(entry.importers, 'line')}"))
    return row


def _crossref_entry(view: IndexView, entry: IndexEntry) -> list[Inline]:
    row: list[Inline] = [code(entry.name), " "]
    if entry.definitions:
        row += [muted("defined: "), *_by_kind(view, entry.definitions)]
    if entry.imports:
        joint = "; " if entry.definitions else ""
        links = separated(
            page_link(view.docnames[use.path], f"{use.path}:{use.line}", f"L{use.line}")
            for use in entry.imports
        )
        row += [muted(f"{joint}imported: "), *links]
    return row


def keywords(view: KeywordsView) -> list[nodes.Node]:
    """Return the keywords of a file by kind, each with links to its lines."""
    content: list[nodes.Node] = []
    by_kind: dict[str, list[Keyword]] = {}
    for keyword in view.keywords:
        by_kind.setdefault(keyword.kind, []).append(keyword)
    for kind, title in KINDS.items():
        if group := by_kind.get(kind):
            content.append(rubric(title))
            rows = (_file_keyword(view, keyword) for keyword in sorted(group, key=_keyword_key))
            content.append(bullets(rows, ("filedocs-index",)))
    return content


def _keyword_key(keyword: Keyword) -> tuple[str, str]:
    return sort_key(keyword.name)


def _file_keyword(view: KeywordsView, keyword: Keyword) -> list[Inline]:
    name: Inline = code(keyword.name)
    if keyword.name in view.crossref_of and keyword.kind != "identifier":
        target = f"name-{anchor(keyword.name)}"
        name = page_link(view.crossref_of[keyword.name], name, target)
    docname = view.docname if view.anchors else None
    row = [name, " ", lines_of(docname, keyword.lines[:_MOST_LINES])]
    if len(keyword.lines) > _MOST_LINES:
        row.append(muted(f" and {len(keyword.lines) - _MOST_LINES:,} more"))
    return row
