"""The groups that documentation comments put symbols into, as Doxygen's manual defines them
("Grouping"): ``@defgroup``, ``@addtogroup``, ``@ingroup``, and blocks of ``@{`` and ``@}``."""

from __future__ import annotations

import inspect
import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from sphinx_filedocs.model.facts import CommentReader, DocComment, Facts
from sphinx_filedocs.model.symbols import WRAPPERS, Outlined, Symbol, walk
from sphinx_filedocs.parse.documentation import read
from sphinx_filedocs.shortening import shortened

#: So many groups of a file are kept, and so many members of each.
_MOST, _MOST_MEMBERS = 200, 500
_LONGEST_TITLE, _LONGEST_DOC = 200, 2000
_NAME = r"[\w.:+-]{1,120}"
_COMMAND = re.compile(
    rf"""(?<![\w\\@])[@\\](?:
        (?:defgroup|addtogroup|weakgroup)[ \t]+(?P<name>{_NAME})
            (?P<title>(?:(?![ \t][@\\]\{{)[^\n]){{0,{_LONGEST_TITLE}}})
        | ingroup(?P<into>(?:[ \t]+{_NAME}){{1,20}})
        | (?P<open>\{{)[ \t]*(?=\n|\Z)
    ) | ^[ \t]*[@\\](?P<close>\}})""",
    re.VERBOSE | re.MULTILINE,
)


class GroupMember(NamedTuple):
    """A symbol that a documentation comment puts into a group, by its name and number in the
    outline; the file itself has no name."""

    qualified: str
    number: int
    private: bool = False


class GroupPart(NamedTuple):
    """A file's part of a Doxygen group.

    :param name: its identifier in comments.
    :param line: of the comment that defines it or adds to it, with its ``title`` and words; 0 for
        none.
    :param parents: its parent groups.
    :param more: the number of members beside these.
    """

    name: str
    line: int = 0
    title: str = ""
    doc: str = ""
    parents: tuple[str, ...] = ()
    members: tuple[GroupMember, ...] = ()
    more: int = 0


class GroupComment(NamedTuple):
    """A documentation comment that speaks of groups.

    :param line: its first, ``last`` its last.
    :param name: of the group that it defines or adds to; ``""`` for none.
    :param into: the groups of ``@ingroup``.
    :param is_file: True if the comment is about its file.
    :param blocks: the blocks that it opens (``{``) and ends (``}``), in order.
    """

    line: int
    last: int
    name: str
    title: str
    doc: str
    into: tuple[str, ...]
    is_file: bool
    blocks: str


class _Draft(NamedTuple):
    """A group while it is gathered; ``said`` are the comments that define it or add to it."""

    said: list[GroupComment]
    parents: dict[str, None]
    members: dict[GroupMember, None]


def _group_comments(comments: Iterable[DocComment]) -> Iterator[GroupComment]:
    for line, last, text, is_file in comments:
        commands = list(_COMMAND.finditer(text))
        if not commands:
            continue
        defining = next((command for command in commands if command["name"]), None)
        yield GroupComment(
            line,
            last,
            defining["name"] if defining else "",
            " ".join(defining["title"].split()) if defining else "",
            _words(text) if defining else "",
            tuple(dict.fromkeys(_named(commands))),
            is_file,
            "".join(command["open"] or command["close"] or "" for command in commands),
        )


def _named(commands: Iterable[re.Match[str]]) -> Iterator[str]:
    for command in commands:
        yield from (command["into"] or "").split()


def _words(text: str) -> str:
    said = read(_COMMAND.sub("", text), docstring=False).text
    # A first line behind the mark of the comment may stand less far to the right than the others.
    return shortened(inspect.cleandoc(said), _LONGEST_DOC)


def groups(symbols: tuple[Symbol, ...], comments: Sequence[DocComment]) -> tuple[GroupPart, ...]:
    """Return the groups of a file, in the order in which it names them.

    A symbol is a member of the groups of its ``@ingroup``, and of the innermost block ``@{ … @}``
    around it, unless its owner is. A namespace is none; the symbols in it are.

    :param symbols: the outline, with documentation as it is written.
    """
    said = tuple(_group_comments(comments))
    if not said:
        return ()
    drafts: dict[str, _Draft] = {}

    def draft(name: str) -> _Draft:
        return drafts.setdefault(name, _Draft([], {}, {}))

    group_at = _groups_by_line(_blocks(said))
    for comment in said:
        if comment.name:
            around = group_at(comment.line)
            draft(comment.name).said.append(comment)
            parents = (*comment.into, *([around] if around else []))
            draft(comment.name).parents.update(dict.fromkeys(parents))
        elif comment.is_file:
            for name in comment.into:
                draft(name).members[GroupMember("", 0)] = None
    for name, member in _members(symbols, group_at):
        draft(name).members[member] = None
    return tuple(_part(name, drafts[name]) for name in list(drafts)[:_MOST])


def _part(name: str, draft: _Draft) -> GroupPart:
    # The one with a title defines it, the others add to it.
    said = next(
        (comment for comment in draft.said if comment.title), draft.said[0] if draft.said else None
    )
    members = tuple(draft.members)
    parents = tuple(parent for parent in draft.parents if parent != name)
    listed, more = members[:_MOST_MEMBERS], len(members[_MOST_MEMBERS:])
    if said is None:
        return GroupPart(name, members=listed, more=more)
    return GroupPart(name, said.line, said.title, said.doc, parents, listed, more)


def _blocks(comments: Iterable[GroupComment]) -> Iterator[tuple[int, int, str]]:
    """Yield first and last line of each block and its group, outer ones first.

    A block without a group belongs to the group around it; a block without an end holds nothing.
    """
    opened: list[tuple[int, str]] = []
    blocks: list[tuple[int, int, str]] = []
    last: GroupComment | None = None
    for comment in comments:
        # The block may be opened by a comment of its own right below.
        near = last is not None and comment.line <= last.last + 2
        pending = comment.name or (last.name if last is not None and near else "")
        for mark in comment.blocks:
            if mark == "{":
                opened.append((comment.last, pending or (opened[-1][1] if opened else "")))
                pending = ""
            elif opened:
                start, name = opened.pop()
                blocks.append((start, comment.line, name))
        last = comment if comment.name and "{" not in comment.blocks else None
    yield from sorted(blocks, key=lambda block: (block[0], -block[1]))


def _groups_by_line(blocks: Iterable[tuple[int, int, str]]) -> Callable[[int], str]:
    lines, names = [0], [""]
    around: list[tuple[int, str]] = []

    def leave(before: int) -> None:
        while around and around[-1][0] < before:
            lines.append(around.pop()[0] + 1)
            names.append(around[-1][1] if around else "")

    for start, end, name in blocks:
        leave(start)
        around.append((end, name))
        lines.append(start + 1)
        names.append(name)
    if around:
        leave(max(end for end, _ in around) + 1)
    return lambda line: names[bisect_right(lines, line) - 1]


def _members(
    symbols: tuple[Symbol, ...], group_at: Callable[[int], str]
) -> Iterator[tuple[str, GroupMember]]:
    #: By depth, the group of the symbols around.
    around: list[str] = []
    for entry in walk(symbols):
        del around[entry.depth :]
        owner = around[-1] if around else ""
        block = "" if entry.symbol.kind in WRAPPERS else group_at(entry.symbol.line)
        around.append(block)
        names = [*_own(entry.symbol), *([block] if block and block != owner else [])]
        for name in dict.fromkeys(names):
            yield name, _member(entry)


def _member(entry: Outlined) -> GroupMember:
    return GroupMember(entry.qualified, entry.number, entry.private)


def _own(symbol: Symbol) -> tuple[str, ...]:
    commands = list(_COMMAND.finditer(symbol.doc)) if "ingroup" in symbol.doc else []
    return () if any(command["name"] for command in commands) else tuple(_named(commands))


def _encoded(symbols: tuple[Symbol, ...], comments: Sequence[DocComment]) -> str:
    parts = groups(symbols, comments)
    return json.dumps(parts) if parts else ""


def groups_of(facts: Facts) -> list[GroupPart]:
    """Return the groups of a file, in the order in which it names them."""
    encoded = dict(facts.comments).get(READER.name)
    return msgspec.convert(json.loads(encoded), list[GroupPart]) if encoded else []


#: Few texts speak of groups; in the others no comment is read for it.
READER = CommentReader("groups", "group", _encoded)
