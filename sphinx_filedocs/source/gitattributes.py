"""Attributes that the ``.gitattributes`` files of a tree state of a file, as Git reads them.

Syntax and precedence after gitattributes(5) and Git's ``attr.c``. Only files of the tree count:
neither those in folders above its root nor a user's own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from sphinx_filedocs.model.files import folders_above
from sphinx_filedocs.source.ignore import IgnoreRule, PatternError, parse_pattern

#: The name of such a file, in whatever folder.
NAME = ".gitattributes"
ENCODING = "working-tree-encoding"
#: Git passes over a line of so many bytes.
_LINE = 2048
#: Of a file, so many lines that speak of the attributes asked for; each is compared with each path.
_MOST = 1_000
_BLANKS = b" \t\r\n"
_NAME = re.compile(rb"(?!-|builtin_)[A-Za-z0-9_.-]+")
_MACRO = b"[attr]"

#: ``True`` for an attribute that is set, ``False`` for one that is unset, ``None`` for one that is
#: taken back to unspecified, else its value.
State = bool | str | None
States = tuple[tuple[str, State], ...]


class Attribute(NamedTuple):
    """A state of an attribute, the file that says it, and the line there, 1-based."""

    state: State
    path: str
    line: int


class _Line(NamedTuple):
    number: int
    rule: IgnoreRule
    states: States


class Attributes:
    """Some attributes of a tree's files.

    :param texts: the text of each file that says attributes, by its path from the root of the tree.
    :param names: the attributes that are asked for.
    """

    def __init__(self, texts: Mapping[str, str], names: Collection[str]) -> None:
        self.paths = frozenset(texts)
        self._names = frozenset(names)
        # Only at the root may macros be defined; the last definition of a name holds.
        self._macros = {
            word[len(_MACRO) :].decode(): states
            for _, word, states in _lines(texts.get(NAME, ""))
            if _is_macro(word) and _NAME.fullmatch(word, len(_MACRO))
        }
        self._lines = {
            path.rpartition("/")[0]: (path, tuple(self._rules(text)))
            for path, text in texts.items()
            if path.endswith(NAME)
        }

    def of(self, path: str) -> dict[str, Attribute]:
        """Return the attributes that are set for a file, by name.

        :param path: POSIX, relative to the root of the tree.
        """
        attributes: dict[str, Attribute] = {}
        # The nearest file comes first, and in each the last line.
        for folder in folders_above(path):
            if folder in self._lines:
                source, lines = self._lines[folder]
                below = os.fsencode(path[len(folder) + 1 if folder else 0 :])
                for line in lines:
                    if line.rule.matches(below, is_folder=False):
                        self._fill(attributes, source, line)
        return {name: attributes[name] for name in sorted(self._names & attributes.keys())}

    def _rules(self, text: str) -> Iterator[_Line]:
        telling = self._names | self._macros.keys()
        rows = [
            (number, word, states)
            for number, word, states in _lines(text)
            if not _is_macro(word) and any(name in telling for name, _ in states)
        ]
        for number, word, states in reversed(rows[:_MOST]):
            try:
                rule = parse_pattern(word)
            except PatternError:
                continue
            if not rule.negated:
                yield _Line(number, rule, states)

    def _fill(self, attributes: dict[str, Attribute], source: str, line: _Line) -> None:
        pending = list(line.states)
        while pending:
            name, state = pending.pop()
            if name not in attributes:
                attributes[name] = Attribute(state, source, line.number)
                if state is True:
                    pending += self._macros.get(name, ())


def load(
    paths: Collection[str], read: Callable[[str], str | None], names: Collection[str]
) -> Attributes:
    """Return some attributes of a tree's files.

    :param paths: the files of the tree.
    :param read: returns the text of one of them.
    :param names: the attributes that are asked for.
    """
    known = (path for path in paths if path.rpartition("/")[2] == NAME)
    return Attributes({path: read(path) or "" for path in known}, names)


def _is_macro(word: bytes) -> bool:
    return word.startswith(_MACRO) and len(word) > len(_MACRO)


def _lines(text: str) -> Iterator[tuple[int, bytes, States]]:
    for number, line in enumerate(text.encode("utf-8", "replace").split(b"\n"), 1):
        row = line.lstrip(_BLANKS)
        # A quoted pattern is for names with a blank.
        if not row or row.startswith((b"#", b'"')) or len(line) >= _LINE:
            continue
        word = row.split(maxsplit=1)[0]
        states = _states(row[len(word) :])
        if word and states is not None:
            yield number, word, states


def _states(text: bytes) -> States | None:
    states: list[tuple[str, State]] = []
    for word in text.split():
        name, equals, value = word.partition(b"=")
        mark = name[:1] if name[:1] in {b"-", b"!"} else b""
        name = name[len(mark) :]
        if not _NAME.fullmatch(name):
            return None
        state: State = os.fsdecode(value) if equals else True
        if mark:
            state = False if mark == b"-" else None
        states.append((name.decode(), state))
    return tuple(states)
