"""Whether members are private because it is said above them, as in ``private:``."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from tree_sitter import Node

from sphinx_filedocs.parse.syntax import Syntax

_SAID = re.compile(rb"(private|protected|public)\b")
#: So many nodes around a definition are looked at for what holds the members.
_AROUND = 4


class _Sections(NamedTuple):
    """Where what holds members says who may name those behind it, and whether these are private."""

    starts: list[int]
    private: list[bool]


class MemberAccess:
    """Who may name the members in a text; languages that say it at each member have none of it."""

    def __init__(self, syntax: Syntax) -> None:
        self._data = syntax.data
        self._language = syntax.language
        self._known: dict[int, _Sections] = {}

    def conceals(self, node: Node) -> bool:
        """Tell whether a definition stands where members are private."""
        if not self._language.access:
            return False
        for _ in range(_AROUND):
            holder = node.parent
            if holder is None:
                return False
            sections = self._sections(holder)
            if at := bisect_left(sections.starts, node.start_byte):
                return sections.private[at - 1]
            if holder.parent and holder.parent.type in self._language.private_owners:
                return True
            if sections.starts:
                return False
            node = holder
        return False

    def _sections(self, holder: Node) -> _Sections:
        if holder.id not in self._known:
            sections = _Sections([], [])
            for child in holder.children:
                if child.type == self._language.access:
                    said = _SAID.match(self._data, child.start_byte, child.end_byte)
                    if said:
                        sections.starts.append(child.start_byte)
                        sections.private.append(said[1] == b"private")
            self._known[holder.id] = sections
        return self._known[holder.id]
