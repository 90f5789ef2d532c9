"""Makes imports of the matches of a language's ``imports`` query, also of statements that hold a
tree of paths (no query can take one apart); only ``parser`` calls it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from tree_sitter import Node

from sphinx_filedocs.languages import GrammarError
from sphinx_filedocs.model.facts import Import, ImportedName, ImportKind, ImportTime
from sphinx_filedocs.parse.definitions import kind_of
from sphinx_filedocs.parse.syntax import Captures, Settings, Syntax, need
from sphinx_filedocs.phrases import Phrase

#: Deepest nest of groups that is read.
DEPTH = 50
#: Longest text of an import that is taken apart, in characters.
LIMIT = 20_000
_QUOTES = frozenset({'""', "''", "``", "<>"})


@dataclass(frozen=True, slots=True)
class ImportBranch:
    """One target of such a statement with the names taken from it."""

    target: str
    names: tuple[ImportedName, ...] = ()
    alias: str | None = None


_TOKEN = re.compile(rb"//[^\n]*|/\*.*?\*/|::|[{},;*]|\$?(?:r#)?\w+", re.DOTALL)


@dataclass(slots=True)
class PathWord:
    """A word of a path, or the star for everything, with its start and end in bytes.

    :param owner: start of the word before it in its path, -1 for the first.
    :param renames: start of the word that it renames, -1 for none.
    :param binds: True if it is a name in the scope of the import.
    """

    start: int
    end: int
    owner: int = -1
    renames: int = -1
    binds: bool = False


class UseTree:
    """The words of a Rust use tree, ``a::{b, c::d as e, self}``, by their starts.

    ``leaves`` are the starts of the last word of each path and of its new name, -1 for none.
    """

    def __init__(self, data: bytes, start: int, end: int) -> None:
        """Read the part of a text between two bytes, behind ``use``."""
        self.words: dict[int, PathWord] = {}
        self.leaves: list[tuple[int, int]] = []
        self._owner = -1
        self._groups: list[int] = []
        self._renaming = False
        self._selves: set[int] = set()
        for match in _TOKEN.finditer(data, start, end):
            if not match[0].startswith((b"//", b"/*")) and not self._take(match):
                break
        self._end_path()

    def _take(self, match: re.Match[bytes]) -> bool:
        token, start = match[0], match.start()
        if token == b"{":
            self._groups.append(self._owner)
        elif token in (b",", b"}", b";"):
            self._end_path()
            if token == b"}" and self._groups:
                self._groups.pop()
                self._owner = -1
            elif self._groups:
                self._owner = self._groups[-1]
        elif token == b"as":
            self._renaming = True
        elif self._renaming:
            # Of `use a as _` nothing is named.
            binds = token != b"_"
            self.words[start] = PathWord(start, match.end(), -1, self._owner, binds=binds)
            self.leaves.append((self._owner, start))
            self._owner, self._renaming = -1, False
        elif token != b"::":
            self.words[start] = PathWord(start, match.end(), self._owner)
            self._owner = start
            if token == b"self":
                self._selves.add(start)
        return len(self._groups) <= DEPTH

    def _end_path(self) -> None:
        """Let the last word of a path be a name; the word ``self`` is that of its group."""
        last = self.words.get(self._owner)
        if last and self._owner not in self._groups:
            self.leaves.append((self._owner, -1))
            named = self.words.get(last.owner) if self._owner in self._selves else last
            if named:
                named.binds = True
        self._owner = -1


def rust_use(text: str) -> tuple[ImportBranch, ...]:
    """Return the targets of a Rust use tree, ``a::{b, c::d as e, self}``, in order.

    A path's last part is the name taken from the rest; ``self`` is the name of the group's own
    path. A path of one part is a target without names.

    :param text: the tree as written, between ``use`` and ``;``.
    """
    data = text.encode()
    tree = UseTree(data, 0, len(data))

    def written(start: int) -> str:
        return data[start : tree.words[start].end].decode().removeprefix("$")

    taken: dict[str, list[ImportedName]] = {}
    bare: dict[str, str | None] = {}
    for start, renamed in tree.leaves:
        alias = written(renamed) if renamed >= 0 else None
        path: list[str] = []
        at = start
        while at >= 0:
            path.append(written(at))
            at = tree.words[at].owner
        name, *owners = path
        if owners:
            names = taken.setdefault("::".join(reversed(owners)), [])
            names.append(ImportedName(name, alias))
        else:
            bare.setdefault(name, alias)
    targets = dict.fromkeys([*bare, *taken])
    return tuple(
        ImportBranch(target, tuple(taken.get(target, ())), bare.get(target)) for target in targets
    )


def dotted_import(text: str) -> tuple[ImportBranch, ...]:
    """Return the targets of an import of Kotlin or Scala, ``import a.b.{C, D => E}, x.y``.

    Reads it as the use tree of the same form, with dots for the colons.

    :param text: the whole statement.
    """
    tree = text.strip().removeprefix("import").replace("=>", " as ").replace(".", "::")
    return tuple(
        ImportBranch(
            branch.target.replace("::", "."),
            tuple(name._replace(name=_STARS.get(name.name, name.name)) for name in branch.names),
            branch.alias,
        )
        for branch in rust_use(f"{{{tree}}}")
    )


#: The words of Scala for all names.
_STARS = {"_": "*", "given": "*"}
#: Name of the query property ``tree`` -> reader of the text of the ``@tree`` node.
READERS: Mapping[str, Callable[[str], tuple[ImportBranch, ...]]] = {
    "dotted_import": dotted_import,
    "rust_use": rust_use,
}


@dataclass(slots=True)
class _ImportDraft:
    """The matches of one statement and target, while they are gathered.

    ``names`` are by byte, in order; ``typed`` are those taken for types.
    """

    kind: str
    node: Node
    target: Node
    system: bool = False
    alias: str | None = None
    names: dict[int, ImportedName] = field(default_factory=dict)
    branches: tuple[ImportBranch, ...] = ()
    typed: set[int] = field(default_factory=set)


class _Times:
    def __init__(self) -> None:
        self._nodes: dict[ImportTime, set[tuple[int, int]]] = {
            "types": set(),
            "call": set(),
            "condition": set(),
            "build": set(),
        }
        self._at_once: set[tuple[int, int]] = set()

    def add(self, captures: Captures) -> bool:
        for when, nodes in self._nodes.items():
            if captured := captures.get(f"when.{when}"):
                nodes.update(node.byte_range for node in captured)
                return True
        if captured := captures.get("when.load"):
            self._at_once.update(node.byte_range for node in captured)
            return True
        return False

    def finder(self) -> Callable[[int], ImportTime]:
        outer = {
            when: _outermost(nodes - self._at_once) for when, nodes in self._nodes.items() if nodes
        }

        def find(start: int) -> ImportTime:
            for when, (starts, ends) in outer.items():
                at = bisect_right(starts, start) - 1
                if at >= 0 and start < ends[at]:
                    return when
            return "load"

        return find


def _outermost(nodes: Iterable[tuple[int, int]]) -> tuple[list[int], list[int]]:
    starts: list[int] = []
    ends: list[int] = []
    for start, end in sorted(nodes, key=lambda node: (node[0], -node[1])):
        if not ends or start >= ends[-1]:
            starts.append(start)
            ends.append(end)
    return starts, ends


@dataclass(frozen=True, slots=True)
class ImportStatement:
    """An import with the bytes of its statement's start, and of its target's start and end."""

    import_: Import
    extent: tuple[int, int]
    target: tuple[int, int]


def find(syntax: Syntax) -> tuple[ImportStatement, ...]:
    """Return the imports of a text in its order.

    Matches with the same target are one import; it starts at the match of the first pattern. A
    ``@part`` is matched apart from the statement that it stands in: a pattern that waits for the
    target behind a long list of names keeps a state for each of them, which takes time by the cube
    of their number.
    """
    drafts: dict[int, _ImportDraft] = {}
    parts: list[tuple[Settings, Captures]] = []
    times = _Times()
    for settings, captures in syntax.matches("imports"):
        if times.add(captures):
            continue
        if "part" in captures:
            parts.append((settings, captures))
            continue
        kind, statement = kind_of(captures, "import")
        if statement is None:
            continue
        target = need("imports", captures, "tree" if "tree" in captures else "target")
        made = _ImportDraft(kind or "import", statement, target)
        draft = drafts.setdefault(target.start_byte, made)
        draft.system = draft.system or "system" in captures
        if "tree" in captures:
            read = READERS.get(settings.get("tree") or "")
            if read is None:
                reason = Phrase(
                    "does not fit the query imports: no tree is a {tree}",
                    tree=f"{settings.get('tree')}",
                )
                raise GrammarError(reason)
            draft.branches = read(syntax.text(captures["tree"][0])[:LIMIT])
        else:
            _take(syntax, draft, settings, captures)
    ordered = sorted(drafts.items(), key=lambda pair: (pair[1].node.start_byte, pair[0]))
    statements = [draft for _, draft in ordered]
    starts = [draft.node.start_byte for draft in statements]
    for settings, captures in parts:
        part = captures["part"][0]
        at = bisect_right(starts, part.start_byte)
        # The next one before may be an import inside of the same statement.
        for draft in reversed(statements[max(at - 2, 0) : at]):
            if part.end_byte <= draft.node.end_byte:
                _take(syntax, draft, settings, captures)
                break
    when = times.finder()
    return tuple(
        ImportStatement(import_, _extent(draft.node), _inside(syntax, draft.target))
        for draft in statements
        for import_ in _imports(syntax, draft, when(draft.target.start_byte))
    )


def _extent(node: Node) -> tuple[int, int]:
    return node.byte_range


def _inside(syntax: Syntax, node: Node) -> tuple[int, int]:
    start, end = _extent(node)
    quoted = syntax.text(node)[:1] + syntax.text(node)[-1:] in _QUOTES
    return (start + 1, end - 1) if quoted and end - start > 1 else (start, end)


def _take(syntax: Syntax, draft: _ImportDraft, settings: Settings, captures: Captures) -> None:
    alias = syntax.text(captures["alias"][0]) if "alias" in captures else None
    if "typed" in captures:
        draft.typed.update(node.start_byte for node in captures["name"])
    fixed = settings.get("name")
    if fixed:
        place = captures.get("alias", [draft.target])[0].start_byte
        draft.names[place] = ImportedName(fixed, alias)
    elif "name" in captures:
        for node in captures["name"]:
            name = ImportedName(_bare(syntax, node), alias)
            if alias or node.start_byte not in draft.names:
                draft.names[node.start_byte] = name
    elif "star" in captures:
        draft.names[captures["star"][0].start_byte] = ImportedName("*", alias)
    elif alias:
        draft.alias = alias


def _imports(syntax: Syntax, draft: _ImportDraft, when: ImportTime) -> Iterator[Import]:
    names = tuple(name for _, name in sorted(draft.names.items(), key=lambda item: item[0]))
    if when == "load" and draft.names and draft.typed >= draft.names.keys():
        when = "types"
    own = ImportBranch(_bare(syntax, draft.target), names, draft.alias)
    line, first, behind = syntax.line(draft.node.start_byte)
    checksum = syntax.checksum(syntax.data[first:behind])
    for branch in draft.branches or (own,):
        if branch.target:
            yield Import(
                target=branch.target,
                kind=cast("ImportKind", draft.kind),
                line=line,
                names=branch.names,
                alias=branch.alias,
                system=draft.system,
                checksum=checksum,
                when=when,
            )


def _bare(syntax: Syntax, node: Node) -> str:
    text = syntax.text(node)[:LIMIT].strip()
    if len(text) > 1 and text[0] + text[-1] in _QUOTES:
        return text[1:-1]
    # a . b  is a.b
    return "".join(text.split())
