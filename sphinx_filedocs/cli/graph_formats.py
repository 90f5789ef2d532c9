"""The graph of which files import which, for programs that show graphs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, NamedTuple
from xml.etree import ElementTree as ET

from sphinx_filedocs.api import ImportTime, Tree
from sphinx_filedocs.model.facts import IMPORT_TIMES
from sphinx_filedocs.pages.text import printable_line

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
#: The attributes of files and of edges: their names, and their types in GraphML.
_NODE = {"path": "string", "language": "string", "lines": "int", "own": "boolean"}
_EDGE = {"when": "string", "line": "int", "lines": "int"}
_STYLES: dict[ImportTime, str] = {
    "load": "solid",
    "condition": "dashed",
    "call": "dashed",
    "types": "dotted",
}


class _Import(NamedTuple):
    """All lines of a file that import another one.

    :param line: the first of those that say *when*.
    :param lines: how many there are.
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
        own = "true" if source_file.own else "false"
        _data(
            node,
            "node",
            path=source_file.path,
            language=source_file.language,
            lines=source_file.lines,
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


def _imports(tree: Tree) -> Iterator[_Import]:
    """Yield which file imports which, each once."""
    imports: dict[tuple[str, str], _Import] = {}
    for edge in tree.graph.edges:
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
