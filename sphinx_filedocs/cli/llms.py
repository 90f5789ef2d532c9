"""A tree for language models: ``llms.txt`` (https://llmstxt.org), and a file in Markdown for each
folder."""

from __future__ import annotations

import os
import posixpath
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

from sphinx_filedocs.api import Edge, SourceFile, Symbol, Tree
from sphinx_filedocs.model.files import folders_above
from sphinx_filedocs.pages.text import english_quantity, first_sentence, printable_line
from sphinx_filedocs.shortening import shortened
from sphinx_filedocs.writing import write_whole

#: So many characters of a signature, a sentence or a path.
_LONGEST = 300
#: What tells an index of ours from another one.
_ABOUT = "Each file below lists the files of a folder, their imports and their definitions."


def write_llms(folder: Path, tree: Tree) -> None:
    """Write the files of a tree into a folder that exists.

    :raises OSError: where one can't be written.
    """
    folders: defaultdict[str, list[SourceFile]] = defaultdict(list)
    for file in tree.files():
        folders[posixpath.dirname(file.path)].append(file)
        for above in folders_above(file.path):
            folders.setdefault(above, [])
    imports: defaultdict[str, list[Edge]] = defaultdict(list)
    for edge in tree.graph.edges:
        imports[edge.source].append(edge)
    paths = sorted(folders)
    _write(folder / "llms.txt", _index(tree, paths))
    for path in paths:
        target = folder / "folders" / path / "index.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        below = [
            subfolder for subfolder in paths if subfolder and posixpath.dirname(subfolder) == path
        ]
        _write(target, _folder(tree, path, below, folders[path], imports))


def is_ours(folder: Path) -> bool:
    """Tell whether nothing in a folder is in the way but what was written here before."""
    index = folder / "llms.txt"
    if index.exists():
        return _ABOUT in index.read_text(encoding="utf-8", errors="replace")
    return not (folder / "folders").exists()


def _write(file: Path, lines: Iterator[str]) -> None:
    write_whole(file, "".join(f"{line}\n" for line in lines).encode())


def _index(tree: Tree, paths: list[str]) -> Iterator[str]:
    yield f"# {_line(tree.title)}"
    if said := tree.description(""):
        yield f"\n> {_sentence(said)}"
    yield f"\n{_ABOUT}\n"
    yield "## Folders\n"
    for path in paths:
        address = _address(posixpath.join("folders", path, "index.md"))
        link = f"[{_line(path) or 'The root'}]({address})"
        yield f"- {link}{_said(tree.description(path)) if path else ''}"


def _folder(
    tree: Tree,
    path: str,
    below: list[str],
    files: list[SourceFile],
    imports: Mapping[str, list[Edge]],
) -> Iterator[str]:
    yield f"# {_line(path) or _line(tree.title)}"
    if said := tree.description(path):
        yield f"\n{_sentence(said)}"
    if below:
        yield "\n## Folders\n"
        for subfolder in below:
            name = posixpath.basename(subfolder)
            link = f"[{_line(name)}]({_address(name)}/index.md)"
            yield f"- {link}{_said(tree.description(subfolder))}"
    for file in files:
        yield f"\n## {_line(file.path)}\n"
        yield from _file(tree, file, imports.get(file.path, []))


def _file(tree: Tree, file: SourceFile, imports: list[Edge]) -> Iterator[str]:
    if file.description:
        yield f"{_sentence(file.description)}\n"
    facts = [file.language or file.kind, english_quantity(file.lines, "line")]
    facts += (f"{role.name} ({_line(role.reason)})" for role in file.roles)
    yield f"- {', '.join(facts)}"
    if imports:
        targets = dict.fromkeys(_code(edge.target) for edge in imports)
        yield f"- imports {', '.join(targets)}"
    symbols = [symbol for symbol in tree.symbols(file.path) if symbol.kind != "heading"]
    if symbols:
        yield "\nDefines:\n"
        yield from (f"- {_symbol(tree, symbol)}" for symbol in symbols)


def _symbol(tree: Tree, symbol: Symbol) -> str:
    declared = symbol.signature or symbol.qualified
    owner = symbol.qualified.rpartition(".")[0]
    of = f" of {_code(owner)}" if owner else ""
    uses = [use for use in tree.references(symbol) if use.kind != "import"]
    used = f", used on {english_quantity(len(uses), 'line')}" if uses else ""
    return f"{_code(declared)} ({symbol.kind}{of}, line {symbol.line}{used}){_said(symbol.doc)}"


def _address(path: str) -> str:
    return quote(os.fsencode(path))


def _said(text: str) -> str:
    return f": {_sentence(text)}" if text.strip() else ""


def _sentence(text: str) -> str:
    return printable_line(first_sentence(text, _LONGEST))


def _line(text: str) -> str:
    return shortened(printable_line(text.strip()), _LONGEST)


def _code(text: str) -> str:
    """Return a span of code, whatever marks stand in the text."""
    shown = _line(text)
    if "`" not in shown:
        return f"`{shown}`"
    marks = "`" * (max(map(len, re.findall("`+", shown))) + 1)
    return f"{marks} {shown} {marks}"
