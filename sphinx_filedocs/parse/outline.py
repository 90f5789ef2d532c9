"""Nests the definitions of a file into its outline."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from sphinx_filedocs.model.symbols import Span, Symbol, SymbolKind, Tag

#: A definition nested deeper becomes a child of the deepest level.
DEPTH = 50

#: The most definitions of one name to search for the owner of a definition.
_CANDIDATES = 50
_OWNERS = frozenset({"class", "struct", "union", "enum", "interface", "trait"})
_TYPES = _OWNERS | {"type"}
_CALLABLE = frozenset({"function", "method"})
_LOCAL = frozenset({"constant", "variable", "field"})
_NEVER_OWNS = _LOCAL | {"macro", "method"}


@dataclass(slots=True, eq=False)
class _OutlineBranch:
    tag: Tag
    kind: str
    end: int
    parent: _OutlineBranch | None
    scope: tuple[str, ...] = ()
    children: list[_OutlineBranch] = field(default_factory=list)
    variables: set[str] = field(default_factory=set)
    #: The lines of other declarations.
    declared: list[int] = field(default_factory=list)
    #: The last definition inside by name and overload.
    latest: dict[tuple[str, str], _OutlineBranch] = field(default_factory=dict)

    @property
    def owns(self) -> bool:
        return self.kind in _OWNERS or (self.tag.role == "scope" and self.parent is not None)

    def above(self) -> Iterator[_OutlineBranch]:
        """Yield this branch and those around it, but not the root."""
        branch = self
        while branch.parent is not None:
            yield branch
            branch = branch.parent

    def held(self) -> list[_OutlineBranch]:
        return [child for child in self.children if child.parent is self]

    def path(self) -> tuple[str, ...]:
        names: list[str] = []
        for branch in self.above():
            names[:0] = (*branch.tag.scope, branch.tag.name)
        return tuple(names)


def nest(
    definitions: Iterable[Tag],
    is_private: Callable[[str, str, str, str], bool] = lambda *_: False,
) -> tuple[Symbol, ...]:
    """Return the outline of a file: a definition inside another one is its child.

    A definition that names its owner itself (``scope``, or a tag of the role ``scope`` around it)
    becomes a child of that owner if the file defines it; elsewhere it keeps its place and
    :attr:`Symbol.scope` names the owner. A function directly inside a class, struct, union, enum,
    interface or trait is a method. Variables, constants and fields of functions are left out, but
    for a field that names its owner; so is a variable that is assigned again, and a mere
    declaration (:attr:`Tag.weight`).

    :param definitions: in any order; those with the same extent stand side by side.
    :param is_private: tells by the kind of its owner, its kind, name and signature whether a symbol
        is private.
    """
    root = _OutlineBranch(Tag("scope", "", "", 0, Span(0, 0), "", ""), "", 1 << 62, None)
    branches = _grow(root, sorted(definitions, key=_position))
    owners: dict[str, list[_OutlineBranch]] = {}
    for branch in branches:
        # A constructor has the name of its class, but owns nothing.
        made = branch.tag.scope[-1:] == (branch.tag.name,)
        if branch.tag.role == "definition" and branch.kind not in _NEVER_OWNS and not made:
            owners.setdefault(branch.tag.name, []).append(branch)
    for branch in branches:
        _settle(branch, owners)
    symbols = _symbols(root, is_private)
    for branch in (root, *branches):
        # A reference cycle would be garbage that only a search finds.
        branch.children.clear()
        branch.latest.clear()
    return symbols


def _extent(tag: Tag) -> tuple[int, int]:
    return tag.extent if tag.extent != (0, 0) else (tag.span.start, tag.span.end + 1)


def _position(tag: Tag) -> tuple[int, int]:
    start, end = _extent(tag)
    return start, -end


def _grow(root: _OutlineBranch, tags: Iterable[Tag]) -> list[_OutlineBranch]:
    branches: list[_OutlineBranch] = []
    stack = [root]
    for written in tags:
        tag = written
        end = _extent(tag)[1]
        while stack[-1].end < end or stack[-1].end <= _extent(tag)[0]:
            stack.pop()
        # Several names of one declaration stand side by side.
        if stack[-1].tag.extent == tag.extent != (0, 0):
            stack.pop()
        parent = next(branch for branch in reversed(stack) if not _is_before_name(tag, branch))
        while tag.beside and parent.owns and parent.parent is not None:
            parent = parent.parent
        of_owner = tag.kind == "field" and tag.scope
        if parent.kind in _CALLABLE and tag.kind in _LOCAL and not of_owner:
            continue
        counted = _besides(tag, parent)
        if counted is None:
            continue
        tag = counted
        if tag.kind == "variable":
            parent.variables.add(tag.name)
        kind = "method" if tag.kind == "function" and parent.owns else tag.kind
        branch = _OutlineBranch(tag, kind, end, parent)
        before = parent.latest.get((tag.name, tag.parameters))
        if before is not None and before.parent is None:
            branch.declared += [*before.declared, before.tag.line]
        parent.children.append(branch)
        parent.latest[tag.name, tag.parameters] = branch
        branches.append(branch)
        if len(stack) < DEPTH:
            stack.append(branch)
    return [branch for branch in branches if branch.parent is not None]


def _besides(tag: Tag, parent: _OutlineBranch) -> Tag | None:
    """Return a definition beside those of its name before it, ``None`` for a mere declaration,
    which gives its documentation to the other."""
    again = None if tag.kind == "variable" and tag.name in parent.variables else tag
    other = parent.latest.get((tag.name, tag.parameters))
    if other is None or other.parent is None or other.tag.scope != tag.scope:
        return again
    known = other.tag
    if _group(known.kind) != _group(tag.kind) or known.weight == tag.weight:
        return again
    if known.weight > tag.weight:
        other.tag = known._replace(doc=known.doc or tag.doc)
        other.declared.append(tag.line)
        return None
    other.parent = None
    return tag._replace(doc=tag.doc or known.doc)


def _group(kind: str) -> str:
    """Return the group of a kind: ``variable`` for ``constant``, as some places do not tell them
    apart."""
    return "variable" if kind == "constant" else kind


def _is_before_name(tag: Tag, branch: _OutlineBranch) -> bool:
    """Return True if a type or constant stands before the name of the data around, as its type:
    ``struct config { } first;`` defines two things beside each other."""
    before = branch.kind in _LOCAL and tag.extent[1] <= branch.tag.named
    return before and (tag.kind in _TYPES or tag.kind == "constant")


def _settle(branch: _OutlineBranch, owners: Mapping[str, list[_OutlineBranch]]) -> None:
    if branch.tag.role == "scope":
        names = (*branch.tag.scope, branch.tag.name)
        moved = branch.children
        branch.children = []
    elif branch.tag.scope:
        names = branch.tag.scope
        moved = [branch]
    else:
        return
    home = branch.parent
    if home is None:
        return
    owner = _owner(branch, names, owners)
    for child in moved:
        if owner is not None and _fits(child, owner):
            if child.kind == "function" and owner.kind in _TYPES:
                child.kind = "method"
            elif child.kind == "method" and owner.kind == "namespace":
                child.kind = "function"
            if child.parent is not owner:
                _instead(child, owner)
                owner.children.append(child)
            child.parent = owner
        else:
            child.scope = names + child.scope
            child.parent = home
            if child is not branch:
                home.children.append(child)


def _instead(child: _OutlineBranch, owner: _OutlineBranch) -> None:
    tag = child.tag
    declared = owner.latest.get((tag.name, tag.parameters)) if tag.parameters else None
    if declared is None or declared.parent is not owner or declared.tag.weight >= tag.weight:
        return
    known = declared.tag
    declared.parent = None
    child.tag = tag._replace(doc=tag.doc or known.doc, concealed=known.concealed)
    child.declared += [*declared.declared, known.line]


def _owner(
    branch: _OutlineBranch, names: tuple[str, ...], owners: Mapping[str, list[_OutlineBranch]]
) -> _OutlineBranch | None:
    """Return the nearest definition with the qualified name ``names``, seen from a branch."""
    around = branch.parent.path() if branch.parent else ()
    best: tuple[int, int] = (-1, 0)
    owner = None
    for candidate in owners.get(names[-1], ())[:_CANDIDATES]:
        path = candidate.path()
        if candidate is branch or path[-len(names) :] != names:
            continue
        shared = next(
            (at for at, (a, b) in enumerate(zip(path, around, strict=False)) if a != b),
            min(len(path), len(around)),
        )
        rank = (shared, candidate.kind not in _CALLABLE)
        if rank > best:
            best, owner = rank, candidate
    return owner


def _fits(child: _OutlineBranch, owner: _OutlineBranch) -> bool:
    """Return True if a branch may move: not into itself, and not beyond the depth allowed."""
    chain = list(owner.above())
    return child not in chain and len(chain) + _height(child) <= 2 * DEPTH


def _height(branch: _OutlineBranch) -> int:
    height, level = 0, [branch]
    while level:
        height += 1
        level = [child for parent in level for child in parent.held()]
    return height


def _symbols(
    branch: _OutlineBranch, is_private: Callable[[str, str, str, str], bool]
) -> tuple[Symbol, ...]:
    children = sorted(
        (child for child in branch.held() if child.tag.role == "definition"),
        key=lambda child: _extent(child.tag)[0],
    )
    return tuple(
        Symbol(
            name=child.tag.name,
            kind=cast("SymbolKind", child.kind),
            line=child.tag.line,
            span=child.tag.span,
            signature=child.tag.signature,
            doc=child.tag.doc,
            children=_symbols(child, is_private),
            scope=child.scope,
            declared=tuple(child.declared),
            private=child.tag.concealed
            or is_private(branch.kind or "file", child.kind, child.tag.name, child.tag.signature),
        )
        for child in children
    )
