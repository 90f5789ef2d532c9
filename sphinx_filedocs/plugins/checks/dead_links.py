"""Finds links in prose to files or lines that do not exist."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from docutils import nodes
from markdown_it import MarkdownIt

from sphinx_filedocs.api import Tree
from sphinx_filedocs.model.files import folders_of
from sphinx_filedocs.pages.rendered.restructuredtext import parsed

#: With a scheme, or of a server.
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_LINES = re.compile(r"L(?P<first>\d+)(?:C\d+)?(?:-L?(?P<last>\d+)(?:C\d+)?)?")


class DeadLink(NamedTuple):
    """A link to nothing.

    :param line: of the link, or the first one of its paragraph.
    """

    path: str
    line: int
    message: str


def dead_links(tree: Tree) -> Iterator[DeadLink]:
    """Yield the dead links of all files in Markdown and reStructuredText that are the project's
    own, by path."""
    lengths = {file.path: file.facts.lines.total for file in tree.files()}
    # As a normal path has the root.
    folders = {folder or "." for folder in folders_of(lengths)}
    suffixes = {_suffix(path) for path in lengths} - {""}
    # There, [text](name) may lead to a label, an object of Python or a document without its suffix.
    of_myst = {
        posixpath.dirname(path)
        for path in lengths
        if posixpath.basename(path) == "conf.py"
        and any("myst" in text for text in tree.lines(path))
    }
    for file in tree.files():
        find = _ADDRESSES.get(file.language_name)
        if find is None or not tree.is_own(file.path):
            continue
        lines = tree.lines(file.path)
        names = file.language_name == "Markdown" and _is_below(file.path, of_myst)
        for line, address in find("\n".join(lines)):
            if names and _suffix(address) not in suffixes:
                continue
            message = _trouble(tree, file.path, address, lengths, folders)
            if message:
                yield DeadLink(file.path, _line(lines, line, address), message)


def _suffix(address: str) -> str:
    return posixpath.splitext(address.partition("#")[0])[1]


def _is_below(path: str, folders: Container[str]) -> bool:
    while path:
        path = posixpath.dirname(path)
        if path in folders:
            return True
    return False


def _addresses(text: str) -> Iterator[tuple[int, str]]:
    for block in MarkdownIt("commonmark").enable("table").parse(text):
        for token in block.children or ():
            address = token.attrGet("href") or token.attrGet("src")
            if isinstance(address, str) and block.map:
                yield block.map[0] + 1, address


def _in_restructuredtext(text: str) -> Iterator[tuple[int, str]]:
    """Yield the addresses of links and pictures, each with the first line that it stands on. Those
    that begin with a slash are Sphinx's, relative to a folder that is not known."""
    lines = text.split("\n")
    for address in addresses(text):
        if not address.startswith("/"):
            numbers = (number for number, line in enumerate(lines, 1) if address in line)
            yield next(numbers, 1), address


_ADDRESSES = {"Markdown": _addresses, "reStructuredText": _in_restructuredtext}


def _trouble(
    tree: Tree, path: str, address: str, lengths: dict[str, int], folders: set[str]
) -> str:
    if not address or address.startswith(("#", "?")) or _ABSOLUTE.match(address):
        return ""
    place, _, fragment = address.partition("#")
    place = unquote(place.partition("?")[0])
    folder = "" if place.startswith("/") else posixpath.dirname(path)
    target = posixpath.normpath(posixpath.join(folder, place.lstrip("/")))
    if target == ".." or target.startswith("../") or "\0" in target:
        # Of the forge, such as ../../issues.
        return ""
    if target not in lengths and target not in folders:
        # The tree may leave it out.
        there = os.path.lexists(tree.root / target)
        return "" if there else f"the link leads to {target}, which does not exist"
    match = _LINES.fullmatch(fragment)
    last = int(match["last"] or match["first"]) if match else 0
    if match and target in lengths and last > lengths[target]:
        return f"the link leads to line {last} of {target}, which has {lengths[target]} lines"
    return ""


def _line(lines: Sequence[str], first: int, address: str) -> int:
    """Return the line of an address in the block that begins on *first*."""
    for number in range(first, min(first + 100, len(lines) + 1)):
        if address in lines[number - 1] or unquote(address) in lines[number - 1]:
            return number
    return first


#: A text longer than this, in characters, is not read: docutils takes long.
_LONGEST = 500_000
#: The directives of docutils that have text in them.
_WITH_TEXT = frozenset(
    (
        "admonition", "attention", "caution", "compound", "container", "danger", "epigraph",
        "error", "figure", "highlights", "hint", "important", "list-table", "note", "pull-quote",
        "sidebar", "table", "tip", "topic", "warning",
    )
)  # fmt: skip
#: So deep in one another they are looked at.
_DEEPEST = 20
_WITH_ADDRESS: tuple[tuple[type[nodes.Element], str], ...] = (
    (nodes.image, "uri"),
    (nodes.reference, "refuri"),
    (nodes.target, "refuri"),
)


def addresses(text: str) -> Iterator[str]:
    """Yield the addresses of links and pictures, each once; none of a text that docutils gives
    up."""
    if len(text) > _LONGEST:
        return
    unique = dict.fromkeys(_addresses_in(text, _DEEPEST))
    # A generated page has no source; Sphinx's own pages are such.
    yield from (
        address for address in unique if not address.partition("#")[0].endswith((".html", ".htm"))
    )


def _addresses_in(text: str, deepest: int) -> Iterator[str]:
    try:
        document = parsed(text)
    except (ValueError, RecursionError, LookupError, AttributeError, TypeError):
        # Errors of docutils for input that it does not expect.
        return
    for kind, attribute in _WITH_ADDRESS:
        for node in document.findall(kind):
            # The role leads to a document of Sphinx, whatever its file is called.
            if node.attributes.get("role") != "doc" and (address := node.get(attribute)):
                yield str(address)
    for node in document.findall(nodes.Element):
        if deepest and node.get("directive") in _WITH_TEXT:
            yield from _addresses_in(node["inside"], deepest - 1)
