"""Makes tags of the matches of a language's ``tags`` query; only ``parser`` calls it."""

from __future__ import annotations

import inspect
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, cast

from tree_sitter import Node

from sphinx_filedocs import languages
from sphinx_filedocs.languages.base import ParametersHook, QualifiedHook
from sphinx_filedocs.model.symbols import Span, Tag
from sphinx_filedocs.parse.comments import LIMIT, docstring
from sphinx_filedocs.parse.syntax import NAME, Captures, Settings, Syntax, need

#: Longest signature that is kept, in characters.
SIGNATURE = 300

_ARGUMENTS = re.compile(r"<[^<>]*>|\[[^\[\]]*\]|\([^()]*\)")
#: The mark of a name as a symbol of Ruby or Elixir, or as a key.
_SYMBOL = re.compile(r"^:(?=\w)|(?<=\w):\s*\Z")
_OWNER = re.compile(r"~?[^\W\d]\w*")
#: Line breaks inside brackets, which leave nothing behind when the lines are joined.
_LABELS = (b"private", b"protected", b"public")
_OPENED = re.compile(r"([(\[])[ \t]*+\n\s*+")
_CLOSED = re.compile(r"(?:,|(?<!\s))[ \t]*+\n\s*+([)\]])")
#: Kinds of definitions whose names hold no owners.
_PLAIN = frozenset({"namespace", "module", "macro", "none"})
_STRINGS = frozenset({"string", "string_lit"})
#: The text in HCL between ``<<EOT`` and ``EOT``.
_LINES = "template_literal"
_HOLDS_LOCALS = frozenset({"function", "method", "none"})
_NOT_LOCAL = frozenset({"class", "struct", "union", "enum", "macro"})


@dataclass(slots=True)
class _TagDraft:
    """The matches of one name, while they are gathered.

    :param written: the name of an anonymous definition.
    :param beside: True if it belongs to the scope around its owner.
    """

    role: Literal["definition", "scope"]
    kind: str
    node: Node
    name: Node
    scope: Sequence[Node]
    doc: Node | None
    body: Node | None
    prefix: Node | None
    weight: int = 1
    written: str = ""
    beside: bool = False

    def widen(self, other: _TagDraft) -> None:
        mine, its = self.node, other.node
        if (its.start_byte, -its.end_byte) < (mine.start_byte, -mine.end_byte):
            self.node = its
        self.doc = self.doc or other.doc
        self.body = self.body or other.body
        self.prefix = self.prefix or other.prefix
        self.scope = self.scope or other.scope
        self.weight = other.weight if self.weight == 1 else self.weight


def find(syntax: Syntax) -> tuple[tuple[Tag, ...], str, int]:
    """Return the definitions of a text, outer ones first, and the text's own docstring with its
    line.

    Of several patterns that fit one name node the first in the query decides on the kind; the
    widest node that they capture is the definition.
    """
    drafts: dict[int, _TagDraft] = {}
    wrappers: dict[tuple[int, int], Captures] = {}
    doc, line = "", 0
    for settings, captures in syntax.matches("tags"):
        if "wrapper" in captures:
            wrappers[_extent(need("tags", captures, "wrapped"))] = captures
        elif "doc.file" in captures:
            node = captures["doc.file"][0]
            if not doc and (doc := _docstring(syntax, node) or ""):
                line = node.start_point[0] + 1
        elif draft := _draft(settings, captures):
            drafts.setdefault(draft.name.start_byte, draft).widen(draft)
    for draft in drafts.values():
        while outer := wrappers.pop(_extent(draft.node), None):
            draft.node = outer["wrapper"][0]
            draft.beside = draft.beside or "beside" in outer
    signatures, access = _Signatures(syntax), MemberAccess(syntax)
    tags = [
        _tag(syntax, draft, signatures)._replace(
            concealed=not draft.beside and access.conceals(draft.node)
        )
        for draft in drafts.values()
    ]
    nameless = ("", *syntax.language.names.blanks)
    named = (tag for tag in tags if tag.name not in nameless)
    ordered = sorted(named, key=lambda tag: (tag.extent[0], -tag.extent[1]))
    if not syntax.language.symbols.locals:
        ordered = list(_without_locals(ordered))
    known = (tag for tag in ordered if tag.kind != "none")
    return tuple(_without_shared_docs(known)), doc, line


def _extent(node: Node) -> tuple[int, int]:
    return node.byte_range


def _draft(settings: Settings, captures: Captures) -> _TagDraft | None:
    kind, node = kind_of(captures, "definition")
    role: Literal["definition", "scope"] = "definition"
    if node is None and "scope.body" in captures:
        role, kind, node = "scope", "", captures["scope.body"][0]
    if node is None:
        return None
    return _TagDraft(
        role=role,
        kind=kind,
        node=node,
        name=need("tags", captures, "name"),
        scope=captures.get("scope", ()),
        doc=_first(captures, "doc"),
        body=_first(captures, "body") or node.child_by_field_name("body"),
        prefix=_first(captures, "prefix"),
        weight=int(settings.get("weight") or 1),
        written=settings.get("name") or "",
    )


def _first(captures: Captures, name: str) -> Node | None:
    return captures[name][0] if name in captures else None


def kind_of(captures: Captures, role: str) -> tuple[str, Node | None]:
    """Return the part behind the dot of a ``role.kind`` capture, and its node."""
    for name, nodes in captures.items():
        head, _, kind = name.partition(".")
        if head == role:
            return kind, nodes[0]
    return "", None


def _tag(syntax: Syntax, draft: _TagDraft, signatures: _Signatures) -> Tag:
    node = draft.node
    end = node.end_byte
    while syntax.data[end - 1 : end].isspace():
        end -= 1
    first = syntax.first_row(node)
    last, _, _ = syntax.line(end)
    scope, name, below = _names(syntax, draft)
    known = draft.role == "definition"
    # A::f is a member, unless the outline has A for a namespace.
    member = draft.kind == "function" and bool(scope) and bool(syntax.language.hooks.qualified)
    signature = signatures.of(draft) if known else ""
    parameters = _parameters(syntax, draft, signature, name)
    declares = bool(parameters) and draft.body is None
    return Tag(
        role=draft.role,
        kind="method" if member else draft.kind,
        name=name,
        line=draft.name.start_point.row + 1 + below,
        span=Span(first, last),
        signature=signature,
        doc=_doc(syntax, draft, Span(first, last), end) if known else "",
        scope=scope,
        extent=(node.start_byte, end),
        named=draft.name.start_byte,
        weight=0 if declares else draft.weight,
        parameters=parameters,
        beside=draft.beside,
    )


def _parameters(syntax: Syntax, draft: _TagDraft, signature: str, name: str) -> str:
    if not syntax.language.hooks.parameters or draft.kind != "function":
        return ""
    return cast("ParametersHook", languages.hook(syntax.language.hooks.parameters))(signature, name)


def _names(syntax: Syntax, draft: _TagDraft) -> tuple[tuple[str, ...], str, int]:
    scope = _owners("::".join(syntax.text(node) for node in draft.scope))
    written = draft.written or syntax.name(*draft.name.byte_range).decode("utf-8", "replace")
    if draft.role == "scope":
        outer = _owners(written) or (" ".join(written.split())[:NAME],)
        return (*scope, *outer[:-1]), outer[-1], 0
    if syntax.language.hooks.qualified and draft.kind not in _PLAIN:
        split = cast("QualifiedHook", languages.hook(syntax.language.hooks.qualified))
        owners, name, below = split(written)
        return (*scope, *owners), name, below
    if written[:1] + written[-1:] == '""' and len(written) > 2:
        written = written[1:-1]
    written = _SYMBOL.sub("", written)
    return scope, " ".join(written.split())[:NAME], 0


def _owners(text: str) -> tuple[str, ...]:
    text = text[:NAME]
    before = None
    while before != text:
        before, text = text, _ARGUMENTS.sub("", text)
    return tuple(_OWNER.findall(text))


def _doc(syntax: Syntax, draft: _TagDraft, span: Span, end: int) -> str:
    inside = None if draft.doc is None else _docstring(syntax, draft.doc)
    if inside is None:
        comments = syntax.comments
        inside = comments.above(_first_line(draft, syntax, span)) or comments.beside(span, end)
    return inside


def _first_line(draft: _TagDraft, syntax: Syntax, span: Span) -> int:
    """Return the line below a definition's documentation: the start of ``typedef struct { … }
    name``, as comments above its name document members."""
    start = draft.node.start_byte
    before = syntax.data[syntax.data.rfind(b"\n", 0, start) + 1 : start]
    if draft.prefix is None or not before.lstrip().startswith(b"}"):
        return span.start
    return syntax.position(draft.prefix.start_byte)[0]


def _docstring(syntax: Syntax, node: Node) -> str | None:
    """Return the text of a captured docstring, comment or text between marks of lines, or ``None``
    if it is none of these."""
    said = syntax.comments.at(node.start_byte)
    if said is not None:
        return said
    if node.type == _LINES:
        return inspect.cleandoc("\n" + syntax.text(node)).strip()[:LIMIT]
    parts = node.named_children if node.type == "concatenated_string" else [node]
    literals = [syntax.text(part) for part in parts if part.type in _STRINGS]
    return docstring(literals) if literals else None


class _Signatures:
    def __init__(self, syntax: Syntax) -> None:
        self._syntax = syntax
        self._cuts = syntax.cuts()
        self._ends = {**dict(self._cuts), **syntax.attributes}

    def of(self, draft: _TagDraft) -> str:
        start = self._behind_attributes(draft.node.start_byte)
        start = self._syntax.written_start(start)
        end = draft.node.end_byte
        if draft.body is not None and draft.body.start_byte > draft.name.start_byte:
            end = self._behind_bodiless(draft.body.start_byte)
        elif draft.body is not None and draft.body.end_byte <= draft.name.start_byte:
            # typedef struct { } name
            end = draft.body.start_byte
        elif draft.body is None and draft.node.has_error:
            # After a syntax error the node may hold anything.
            stop = self._syntax.data.find(b"\n", draft.name.end_byte)
            end = min(end, stop) if stop >= 0 else end
        code = self._code(start, min(end, start + 8 * SIGNATURE))
        words = " ".join(_OPENED.sub(r"\1", _CLOSED.sub(r"\1", code)).split())
        if draft.prefix is not None:
            words = f"{self._syntax.text(draft.prefix)} {words}"
        words = words.rstrip(" {:=;,\\")
        if end < draft.name.start_byte:
            words = f"{words} {self._syntax.text(draft.name)}"
        return words if len(words) <= SIGNATURE else words[: SIGNATURE - 1] + "…"

    def _behind_bodiless(self, body: int) -> int:
        """Return the end of a signature: at its body, but behind ``= delete``."""
        data = self._syntax.data
        stop = data.find(b";", body)
        words = tuple(word.encode() for word in self._syntax.language.symbols.no_body)
        bodiless = data.startswith(words, body)
        return stop if bodiless and stop >= 0 else body

    def _code(self, start: int, end: int) -> str:
        pieces = []
        at = bisect_left(self._cuts, (start, 0))
        while start < end:
            stop, resume = self._cuts[at] if at < len(self._cuts) else (end, end)
            pieces.append(self._syntax.data[start : min(stop, end)])
            start, at = resume, at + 1
        return b" ".join(pieces).decode("utf-8", "replace")

    def _behind_attributes(self, start: int) -> int:
        data, ends = self._syntax.data, self._ends
        while start in ends:
            start = ends[start]
            while data[start : start + 1].isspace():
                start += 1
        return start


def _without_shared_docs(tags: Iterable[Tag]) -> Iterator[Tag]:
    stack: list[Tag] = []
    for tag in tags:
        while stack and stack[-1].extent[1] <= tag.extent[0]:
            stack.pop()
        outer = stack[-1] if stack else tag
        stack.append(tag)
        beside = tag.span.start <= outer.line and outer.extent != tag.extent
        shared = beside and outer.kind != "type" and outer.doc == tag.doc
        yield tag._replace(doc="") if shared else tag


def _without_locals(tags: Sequence[Tag]) -> Iterator[Tag]:
    """Yield the tags but for functions, aliases and data directly inside a function or a block
    of no kind."""
    stack: list[Tag] = []
    for tag in tags:
        while stack and stack[-1].extent[1] <= tag.extent[0]:
            stack.pop()
        local = stack and stack[-1].kind in _HOLDS_LOCALS
        if local and tag.kind not in _NOT_LOCAL:
            continue
        stack.append(tag)
        yield tag


#: The most nodes around a definition to search for the container of the members.
_AROUND = 4


class _Sections(NamedTuple):
    """The sections of types that set the access of the members behind them, such as
    ``private:``."""

    starts: list[int]
    private: list[bool]


class MemberAccess:
    """Who may name the members in a text; languages that say it at each member have none of it."""

    def __init__(self, syntax: Syntax) -> None:
        self._data = syntax.data
        self._language = syntax.language
        self._known: dict[int, _Sections] = {}

    def conceals(self, node: Node) -> bool:
        """Return True if a definition is in a private section."""
        if not self._language.symbols.access:
            return False
        for _ in range(_AROUND):
            holder = node.parent
            if holder is None:
                return False
            sections = self._sections(holder)
            if at := bisect_left(sections.starts, node.start_byte):
                return sections.private[at - 1]
            if holder.parent and holder.parent.type in self._language.symbols.private_owners:
                return True
            if sections.starts:
                return False
            node = holder
        return False

    def _sections(self, holder: Node) -> _Sections:
        if holder.id not in self._known:
            sections = _Sections([], [])
            for child in holder.children:
                if child.type == self._language.symbols.access:
                    label = self._data[child.start_byte : child.end_byte]
                    if label.startswith(_LABELS):
                        sections.starts.append(child.start_byte)
                        sections.private.append(label.startswith(b"private"))
            self._known[holder.id] = sections
        return self._known[holder.id]
