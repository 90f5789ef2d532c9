"""The subcommand ``export``: a tree as JSON, as a graph of imports, as an index or a report, or
as ``llms.txt`` (https://llmstxt.org) with a file in Markdown for each folder."""

from __future__ import annotations

import os
import posixpath
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, NamedTuple
from urllib.parse import quote
from xml.etree import ElementTree as ET

import click

from sphinx_filedocs import __version__, hooks
from sphinx_filedocs.api import Definition, File, Finding, FindingRule, ImportTime, Tree
from sphinx_filedocs.cli.options import Chosen, Failure, see_folder, tree_options
from sphinx_filedocs.model.facts import IMPORT_TIMES
from sphinx_filedocs.model.files import folders_above
from sphinx_filedocs.pages.text import english_quantity, first_sentence, printable_line
from sphinx_filedocs.plugins.opening import opened
from sphinx_filedocs.shortening import shortened
from sphinx_filedocs.writing import utf8_json, write_whole, written

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
#: The attributes of files and of edges: their names, and their types in GraphML.
_NODE = {"path": "string", "language": "string", "lines": "int", "own": "boolean"}
_EDGE = {"when": "string", "line": "int", "lines": "int"}
_STYLES: dict[ImportTime, str] = {
    "load": "solid",
    "build": "dashed",
    "condition": "dashed",
    "call": "dashed",
    "types": "dotted",
}


class _Edge(NamedTuple):
    """A line of a file that imports another one."""

    source: str
    line: int
    target: str
    when: ImportTime


class _Import(NamedTuple):
    """All lines of a file that import another one.

    :param line: the first one with the time *when*.
    :param lines: their number.
    """

    source: str
    target: str
    when: ImportTime
    line: int
    lines: int


def write_graphml(file: IO[bytes], tree: Tree) -> None:
    """Write GraphML 1.0: http://graphml.graphdrawing.org/specification.html."""
    root = ET.Element("graphml", {"xmlns": _NAMESPACE})
    for kind, attributes in (("node", _NODE), ("edge", _EDGE)):
        for name, form in attributes.items():
            named = {"id": f"{kind}-{name}", "for": kind}
            ET.SubElement(root, "key", {**named, "attr.name": name, "attr.type": form})
    graph = ET.SubElement(root, "graph", {"id": "imports", "edgedefault": "directed"})
    # An identifier may have no slash.
    names: dict[str, str] = {}
    for number, source_file in enumerate(tree.files()):
        names[source_file.path] = f"n{number}"
        node = ET.SubElement(graph, "node", {"id": names[source_file.path]})
        own = "true" if tree.is_own(source_file.path) else "false"
        _data(
            node,
            "node",
            path=source_file.path,
            language=source_file.language_name,
            lines=source_file.facts.lines.total,
            own=own,
        )
    for edge in _imports(tree):
        ends = {"source": names[edge.source], "target": names[edge.target]}
        element = ET.SubElement(graph, "edge", ends)
        _data(element, "edge", when=edge.when, line=edge.line, lines=edge.lines)
    ET.indent(root)
    ET.ElementTree(root).write(file, encoding="utf-8", xml_declaration=True)
    file.write(b"\n")


def write_dot(file: IO[bytes], tree: Tree) -> None:
    """Write the language of Graphviz: https://graphviz.org/doc/info/lang.html."""
    lines = [f"digraph {_quoted(tree.title)} {{", "  rankdir=LR;", "  node [shape=box];"]
    lines += (f"  {_quoted(source_file.path)};" for source_file in tree.files())
    lines += (
        f"  {_quoted(edge.source)} -> {_quoted(edge.target)} [style={_STYLES[edge.when]}];"
        for edge in _imports(tree)
    )
    file.write("\n".join([*lines, "}", ""]).encode())


def _edges(tree: Tree) -> list[_Edge]:
    return sorted(
        _Edge(importer.path, importer.line, file.path, importer.when)
        for file in tree.files()
        for importer in tree.imported_by(file.path)
    )


def _imports(tree: Tree) -> Iterator[_Import]:
    imports: dict[tuple[str, str], _Import] = {}
    for edge in _edges(tree):
        known = imports.get((edge.source, edge.target))
        lines = known.lines + 1 if known else 1
        if known and IMPORT_TIMES.index(known.when) <= IMPORT_TIMES.index(edge.when):
            imports[edge.source, edge.target] = known._replace(lines=lines)
        else:
            import_ = _Import(edge.source, edge.target, edge.when, edge.line, lines)
            imports[edge.source, edge.target] = import_
    yield from imports.values()


def _data(element: ET.Element, kind: str, **values: object) -> None:
    for name, value in values.items():
        # XML has no control characters.
        ET.SubElement(element, "data", {"key": f"{kind}-{name}"}).text = printable_line(str(value))


def _quoted(text: str) -> str:
    escaped = printable_line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


#: The version of the schema; it stays while old readers can read new files.
VERSION = 1


def write_json(file: IO[bytes], tree: Tree) -> None:
    """Write a tree, an entry at a time: a large one need not fit into memory."""
    names, linked = tree.counted
    head = {
        "version": VERSION,
        "generator": f"sphinx-filedocs {__version__}",
        "title": tree.title,
        "branch": tree.branch,
        "description": tree.description(""),
        "names": names,
        "linked": linked,
    }
    file.write(f"{utf8_json(head)[:-1]},\n".encode())
    lists: dict[str, Iterable[object]] = {
        "files": _files(tree),
        **{name: hooks.load("lists", name)(tree) for name in hooks.names("lists")},
        "cycles": _cycles(tree),
        "findings": (
            _finding(tree, file.path, finding)
            for file in tree.files()
            for finding in tree.findings(file.path)
        ),
        "rules": (_rule(name, rule) for name, rule in tree.rules.items()),
    }
    for number, (name, entries) in enumerate(lists.items()):
        file.write(b",\n" if number else b"")
        _write_list(file, name, entries)
    file.write(b"}\n")


def _write_list(file: IO[bytes], name: str, entries: Iterable[object]) -> None:
    file.write(f"{utf8_json(name)}: [".encode())
    for number, entry in enumerate(entries):
        file.write(f"{',' if number else ''}\n{utf8_json(entry)}".encode())
    file.write(b"\n]")


def _files(tree: Tree) -> Iterator[dict[str, object]]:
    imports: defaultdict[str, list[dict[str, object]]] = defaultdict(list)
    for edge in _edges(tree):
        imported = {"target": edge.target, "line": edge.line, "when": edge.when}
        imports[edge.source].append(imported)
    for file in tree.files():
        yield {
            "path": file.path,
            "kind": file.kind,
            "language": file.language_name,
            "size": file.size,
            "lines": file.facts.lines.total,
            "code": file.facts.lines.code,
            "roles": [
                {"name": role.name, "reason": str(role.reason), "line": role.line}
                for role in file.roles
            ],
            "owners": file.owners,
            "license": file.facts.license or "",
            "plain": str(file.plain),
            "own": tree.is_own(file.path),
            "description": tree.description(file.path),
            "imports": imports[file.path],
            "symbols": list(_symbols(tree, file.path)),
        }


def _symbols(tree: Tree, path: str) -> Iterator[dict[str, object]]:
    for entry in tree.outline(path):
        symbol = entry.symbol
        yield {
            "line": symbol.line,
            "end": symbol.span.end,
            "kind": symbol.kind,
            "qualified": entry.qualified,
            "number": entry.number,
            "signature": symbol.signature,
            "doc": symbol.doc,
            "private": entry.private,
            "references": [
                {"path": row.path, "line": row.line, "how": row.how, "kind": row.kind}
                for row in tree.references(entry.definition(path))
            ],
        }


def _cycles(tree: Tree) -> Iterator[dict[str, object]]:
    for cycle in tree.cycles:
        targets = (*cycle.steps[1:], *cycle.steps[:1])
        edges = [
            {"source": step.path, "target": target.path, "line": step.line, "when": "load"}
            for step, target in zip(cycle.steps, targets, strict=True)
        ]
        yield {"edges": edges, "files": cycle.files}


def _finding(tree: Tree, path: str, finding: Finding) -> dict[str, object]:
    row = finding._asdict()
    message = str(row.pop("text"))
    return {"path": path, **row, "message": message, "own": tree.is_own(path)}


def _rule(identifier: str, rule: FindingRule) -> dict[str, object]:
    return {
        "id": identifier,
        "tool": rule.tool,
        "category": rule.category,
        "severity": rule.severity,
        "cwe": rule.cwe,
        "why": str(rule.why),
        "fix": str(rule.fix),
    }


@click.command(short_help="Export the data of a tree for other programs.")
@tree_options
@click.option(
    "--format",
    "form",
    type=click.Choice([*hooks.names("formats"), "llms"]),
    required=True,
    help="json: all data, with a schema; sarif: findings; scip: where each name leads; graphml, "
    "dot: which files import which; llms: llms.txt and a Markdown file for each folder.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="The output file, or the output folder for llms (default: the standard output).",
)
def export(chosen: Chosen, form: str, output: Path | None) -> None:
    """Export the data of the folder PATH for other programs."""
    if form == "llms" and output is None:
        raise click.UsageError(
            "--format llms writes several files; name their folder with --output"
        )
    if output and output.exists() and output.is_dir() != (form == "llms"):
        kind = "is not a folder" if form == "llms" else "is a folder"
        raise click.UsageError(f"--output: {output} {kind}")
    if output and form != "llms":
        see_folder("--output", output)
    with opened(chosen) as tree:
        try:
            if form != "llms":
                _write(output, form, tree)
            elif output:
                if not is_ours(output):
                    msg = f"--output: {output} has another llms.txt or folders; choose another one"
                    raise click.UsageError(msg)
                output.mkdir(parents=True, exist_ok=True)
                write_llms(output, tree)
        except ImportError as error:
            raise Failure(str(error)) from None
        except OSError as error:
            # A single file is written under a temporary name first.
            place = (form == "llms" and error.filename) or output or "the standard output"
            raise Failure(f"{place} can't be written: {error.strerror}") from None


def _write(output: Path | None, form: str, tree: Tree) -> None:
    """Write a file, or the standard output: whole or not at all."""
    if output is None:
        with tempfile.TemporaryFile() as file:
            tree.write(file, form)
            file.seek(0)
            while block := file.read(1_000_000):
                click.echo(block, nl=False)
        return
    with written(output) as file:
        tree.write(file, form)


#: So many characters of a signature, a sentence or a path.
_LONGEST = 300
#: The mark of our own index.
_ABOUT = "Each file below lists the files of a folder, their imports and their definitions."


def write_llms(folder: Path, tree: Tree) -> None:
    """Write the files of a tree into a folder that exists.

    :raises OSError: if one can't be written.
    """
    folders: defaultdict[str, list[File]] = defaultdict(list)
    for file in tree.files():
        folders[posixpath.dirname(file.path)].append(file)
        for above in folders_above(file.path):
            folders.setdefault(above, [])
    imports: defaultdict[str, list[str]] = defaultdict(list)
    for edge in _edges(tree):
        imports[edge.source].append(edge.target)
    paths = sorted(folders)
    _write_lines(folder / "llms.txt", _index(tree, paths))
    for path in paths:
        target = folder / "folders" / path / "index.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        below = [
            subfolder for subfolder in paths if subfolder and posixpath.dirname(subfolder) == path
        ]
        _write_lines(target, _folder(tree, path, below, folders[path], imports))


def is_ours(folder: Path) -> bool:
    """Return True for a folder that is empty or has an earlier export."""
    index = folder / "llms.txt"
    if index.exists():
        return _ABOUT in index.read_text(encoding="utf-8", errors="replace")
    return not (folder / "folders").exists()


def _write_lines(file: Path, lines: Iterator[str]) -> None:
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
    files: list[File],
    imports: Mapping[str, list[str]],
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


def _file(tree: Tree, file: File, imports: list[str]) -> Iterator[str]:
    if description := tree.description(file.path):
        yield f"{_sentence(description)}\n"
    facts = [file.language_name or file.kind, english_quantity(file.facts.lines.total, "line")]
    facts += (f"{role.name} ({_line(str(role.reason))})" for role in file.roles)
    yield f"- {', '.join(facts)}"
    if imports:
        targets = dict.fromkeys(map(_code, imports))
        yield f"- imports {', '.join(targets)}"
    entries = (entry for entry in tree.outline(file.path) if entry.symbol.kind != "heading")
    symbols = [(entry.definition(file.path), entry.symbol.doc) for entry in entries]
    if symbols:
        yield "\nDefines:\n"
        yield from (f"- {_symbol(tree, *symbol)}" for symbol in symbols)


def _symbol(tree: Tree, symbol: Definition, doc: str) -> str:
    declared = symbol.signature or symbol.qualified
    owner = symbol.qualified.rpartition(".")[0]
    of = f" of {_code(owner)}" if owner else ""
    uses = [use for use in tree.references(symbol) if use.kind != "import"]
    used = f", used on {english_quantity(len(uses), 'line')}" if uses else ""
    return f"{_code(declared)} ({symbol.kind}{of}, line {symbol.line}{used}){_said(doc)}"


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
