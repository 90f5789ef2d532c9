"""Links the expressions of a text to their parts, by the query ``references`` of its language;
only ``names`` uses it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tree_sitter import Node

from sphinx_filedocs.model.expressions import ANY_FUNCTION
from sphinx_filedocs.parse.syntax import Captures, Settings, Syntax, need

Extent = tuple[int, int]

#: The kind of an expression -> its operand.
_PARTS = {
    "call": "callee",
    "same": "inner",
    "element": "in",
    "array": "of",
    "maker": "made",
    "cast": "to",
    "table": "of",
    "item": "at",
    "pairs": "of",
    "entered": "by",
    "listed": "of",
    "values": "of",
    "pointer": "of",
    "metatype": "of",
    "pointee": "by",
    "told": "to",
}
#: The kind of an expression with several operands -> these.
_SEVERAL = {
    "generic": "types",
    "instance": "types",
    "union": "one",
    "tuple": "one",
    "choice": "one",
}
#: Marks of names -> the sets for them.
_SETS = {
    "member": "members",
    "skip": "skipped",
    "top": "tops",
    "own": "own",
    "macro": "macros",
    "type": "types",
}
_SETS |= {"label": "labels", "head": "heads", "known": "known", "part": "parts"}
_SETS |= {"reads": "reads", "reached": "reached", "untyped": "untyped"}
#: Marks of uses of expressions -> the sets for them.
_USES = {"write": "written", "address": "addressed", "typed": "typed", "mentioned": "mentioned"}
_MARKS = _SETS.keys() | _USES.keys()
_WORDS = ("this", "super", "root", "class")


@dataclass(slots=True)
class Structure:
    """The captures of the query, by byte.

    :param made: the kind of each expression and the byte of its operand.
    :param ending: the shortest expression that ends at a byte: a longer one that ends there is made
        of it and the text before.
    :param untyped: names that are values, though the grammar takes them for types.
    :param reads: the start of the file, if names without another use are read in it.
    :param keys: the byte of the type of a table's keys.
    :param owners: the byte of a name that a container has as a type besides.
    :param several: the kind of each expression of several operands, with these.
    :param texts: the words of types without a name.
    :param literals: the type of each literal.
    :param words: the kinds of words that are no names, and their ends.
    :param short: the suffix that a short name may lack.
    :param named: the callee, by the start of the name of an argument.
    :param counts: the number of arguments that a function gets, by the start of its name.
    :param constructed: the same for a constructor.
    :param parametric: the number of type arguments that a name gets, by its start.
    :param written: the targets of assignments; the other uses of expressions too.
    :param passed: the arguments, by the start of the name of a function or a constructor.
    """

    made: dict[Extent, tuple[str, Extent]] = field(default_factory=dict)
    ending: dict[int, Extent] = field(default_factory=dict)
    keys: dict[Extent, Extent] = field(default_factory=dict)
    owners: dict[Extent, Extent] = field(default_factory=dict)
    members: set[int] = field(default_factory=set)
    skipped: set[int] = field(default_factory=set)
    tops: set[int] = field(default_factory=set)
    own: set[int] = field(default_factory=set)
    macros: set[int] = field(default_factory=set)
    types: set[int] = field(default_factory=set)
    untyped: set[int] = field(default_factory=set)
    labels: set[int] = field(default_factory=set)
    heads: set[int] = field(default_factory=set)
    parts: set[int] = field(default_factory=set)
    known: set[int] = field(default_factory=set)
    reached: set[int] = field(default_factory=set)
    written: list[Node] = field(default_factory=list)
    addressed: list[Node] = field(default_factory=list)
    typed: list[Node] = field(default_factory=list)
    mentioned: list[Node] = field(default_factory=list)
    reads: set[int] = field(default_factory=set)
    unread: list[Extent] = field(default_factory=list)
    several: dict[Extent, tuple[str, list[Node]]] = field(default_factory=dict)
    texts: dict[Extent, str] = field(default_factory=dict)
    literals: dict[Extent, str] = field(default_factory=dict)
    words: dict[int, tuple[str, int]] = field(default_factory=dict)
    short: dict[int, str] = field(default_factory=dict)
    named: dict[int, Node] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)
    constructed: dict[int, int] = field(default_factory=dict)
    parametric: dict[int, int] = field(default_factory=dict)
    passed: dict[int, Node] = field(default_factory=dict)

    def add(self, settings: Settings, captures: Captures) -> None:
        """Add one match; the first match for an expression counts."""
        for name, nodes in captures.items():
            start, end = extent = nodes[0].byte_range
            if name in _PARTS and _PARTS[name] in captures:
                self._add_made(name, extent, captures)
            elif name in _SEVERAL:
                self._add_several(name, nodes[0], captures)
            elif name == "text":
                self.texts[extent] = (nodes[0].text or b"").decode("utf-8", "replace").strip("\"'`")
            elif name == "literal":
                self.literals[extent] = settings.get("type") or ""
                self.ending.setdefault(end, extent)
            elif name in _MARKS:
                self.mark(name, nodes)
            elif name == "short":
                self.short[start] = settings.get("suffix") or ""
            elif name == "unread":
                self.unread.append(extent)
            elif name in _WORDS:
                self.words[start] = (name, end)
            else:
                self._add_call(name, nodes, captures)

    def mark(self, name: str, nodes: Sequence[Node]) -> None:
        """Add the capture of one of ``_MARKS``."""
        if name in _USES:
            getattr(self, _USES[name]).extend(nodes)
        else:
            getattr(self, _SETS[name]).update([node.start_byte for node in nodes])

    def _add_made(self, name: str, extent: Extent, captures: Captures) -> None:
        start, end = extent
        if "with" in captures:
            self.keys[extent] = captures["with"][0].byte_range
        if "as" in captures:
            self.owners[extent] = captures["as"][0].byte_range
        # A method's name is no node together with its owner.
        inside = captures[_PARTS[name]][0].byte_range
        made = (name, (start, inside[1]) if "method" in captures else inside)
        if self.made.setdefault(extent, made) is made:
            shortest = self.ending.setdefault(end, extent)
            if shortest < extent:
                self.ending[end] = extent

    def _add_several(self, name: str, node: Node, captures: Captures) -> None:
        parts = [*captures.get("inner", ()), *captures.get(_SEVERAL[name], ())]
        kind, known = self.several.setdefault(node.byte_range, (name, []))
        if kind == name:
            known += parts or [child for child in node.named_children if not child.is_extra]
            self.ending.setdefault(node.end_byte, node.byte_range)

    def _add_call(self, name: str, nodes: Sequence[Node], captures: Captures) -> None:
        start = nodes[0].start_byte
        if name == "argument":
            callee = need("references", captures, "callee")
            self.named.update((node.start_byte, callee) for node in nodes)
        elif name == "function":
            self.counts.setdefault(start, ANY_FUNCTION)
        elif name == "called":
            self.passed[start] = need("references", captures, "arguments")
            self.counts[start] = _count(self.passed[start])
        elif name == "applied":
            self.passed[start] = need("references", captures, "arguments")
        elif name == "parametric":
            self.parametric[start] = _parameters(need("references", captures, "given"))
        elif name == "constructed":
            self.passed[start] = need("references", captures, "given")
            self.constructed[start] = _count(self.passed[start])


def _count(arguments: Node) -> int:
    return sum(not child.is_extra for child in arguments.named_children)


def _parameters(arguments: Node) -> int:
    """Return the number of parameters in a list of type arguments; in one without any, commas
    part them."""
    return _count(arguments) or sum(child.type == "," for child in arguments.children) + 1


def read(syntax: Syntax) -> Structure:
    """Return the structure of the expressions of a text."""
    structure = Structure()
    for settings, captures in syntax.matches("references"):
        # Most matches only mark names, as a member or a type.
        if captures.keys() <= _MARKS:
            for name, nodes in captures.items():
                structure.mark(name, nodes)
            continue
        structure.add(settings, captures)
    if structure.untyped:
        structure.types -= structure.untyped
        structure.typed = [
            node for node in structure.typed if node.start_byte not in structure.untyped
        ]
    return structure
