"""Attributes that ``.gitattributes`` files state of a file, and its encoding by ``.editorconfig``.

Syntax and precedence after gitattributes(5) and Git's ``attr.c``. Only files of the tree count:
neither those in folders above its root nor a user's own."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from sphinx_filedocs.model.files import folders_above
from sphinx_filedocs.patterns import compile_pattern
from sphinx_filedocs.source.ignore import IgnoreRule, PatternError, parse_pattern

#: The name of such a file, in whatever folder.
NAME = ".gitattributes"
#: What says the encodings of files as well, and the attribute that does.
EDITORS = ".editorconfig"
ENCODING = "working-tree-encoding"
#: Git passes over a line of so many bytes.
_LINE = 2048
#: Of a file, so many lines that speak of the attributes asked for; each is compared with each path.
_MOST = 1_000
_BLANKS = b" \t\r\n"
_WORD = re.compile(rb"[^ \t\r\n]+")
_NAME = re.compile(rb"(?!-|builtin_)[A-Za-z0-9_.-]+")
_QUOTED = re.compile(rb'"((?:[^"\\]|\\(?:[abfnrtv\\"]|[0-3][0-7]{2}))*)"', re.DOTALL)
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_ESCAPES = dict(zip(b'abfnrtv\\"', b'\a\b\f\n\r\t\v\\"', strict=True))
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
        self._charsets = {
            path.rpartition("/")[0]: Charsets(text)
            for path, text in texts.items()
            if path.endswith(EDITORS) and ENCODING in names
        }

    def of(self, path: str) -> dict[str, Attribute]:
        """Return those of the attributes of which something is said for a file, by their names.

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
        if self._charsets and ENCODING not in attributes:
            attributes.update(self._charset(path))
        return {name: attributes[name] for name in sorted(self._names & attributes.keys())}

    def _charset(self, path: str) -> Iterator[tuple[str, Attribute]]:
        """Yield the encoding that the nearest ``.editorconfig`` says which speaks of a file."""
        for folder in folders_above(path):
            if charsets := self._charsets.get(folder):
                below = os.fsencode(path[len(folder) + 1 if folder else 0 :])
                charset, line = charsets.of(below)
                if charset:
                    source = f"{folder}/{EDITORS}" if folder else EDITORS
                    yield ENCODING, Attribute(charset, source, line)
                if charset or charsets.is_last:
                    return

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
        """Add the attributes of a line that no earlier one has stated; the last word of a line
        counts, and a macro that is set stands for its definition."""
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
    known = (path for path in paths if path.rpartition("/")[2] in (NAME, EDITORS))
    return Attributes({path: read(path) or "" for path in known}, names)


def _is_macro(word: bytes) -> bool:
    return word.startswith(_MACRO) and len(word) > len(_MACRO)


def _lines(text: str) -> Iterator[tuple[int, bytes, States]]:
    """Yield the number, the pattern and the states of each line that Git takes."""
    for number, line in enumerate(text.encode("utf-8", "replace").split(b"\n"), 1):
        row = line.lstrip(_BLANKS)
        if not row or row.startswith(b"#") or len(line) >= _LINE:
            continue
        if quoted := _QUOTED.match(row):
            word, rest = _ESCAPE.sub(_unescaped, quoted[1]), row[quoted.end() :]
        else:
            word = _WORD.findall(row)[0]
            rest = row[len(word) :]
        states = _states(rest)
        if word and states is not None:
            yield number, word, states


def _unescaped(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([int(code, 8) if len(code) == 3 else _ESCAPES[code[0]]])


def _states(text: bytes) -> States | None:
    """Return the states in the rest of a line; nothing where one of them is malformed, for which
    Git passes over the whole line."""
    states: list[tuple[str, State]] = []
    for word in _WORD.findall(text):
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


#: So many patterns a section of a ``.editorconfig`` may stand for, and sections count.
_PATTERNS = 50
_SECTION = re.compile(r"\[(.*)\]")
_CHARSET = compile_pattern(r"charset\s*+[=:]\s*+([-\w.]++)", re.IGNORECASE)
_ROOT = compile_pattern(r"root\s*+[=:]\s*+true", re.IGNORECASE)
_CHOICE = compile_pattern(r"\{([^{},]*+,[^{}]*+)\}")


class Charsets:
    """The encodings of which a ``.editorconfig`` speaks.

    :param is_last: whether those in folders above do not count.
    """

    def __init__(self, text: str) -> None:
        self.is_last = False
        self._rules: list[tuple[int, IgnoreRule, str]] = []
        patterns: list[IgnoreRule] | None = None
        for number, line in enumerate(text.split("\n"), 1):
            row = line.strip()
            if section := _SECTION.fullmatch(row):
                patterns = list(_rules(section[1]))
            elif patterns is None:
                self.is_last = self.is_last or bool(_ROOT.fullmatch(row))
            elif (charset := _CHARSET.fullmatch(row)) and len(self._rules) < _PATTERNS:
                self._rules += [(number, rule, charset[1]) for rule in patterns]

    def of(self, path: bytes) -> tuple[str, int]:
        """Return the encoding of a file and the line that says it, ``""`` and 0 without one.

        :param path: relative to the folder of the ``.editorconfig``.
        """
        for number, rule, charset in reversed(self._rules):
            if rule.matches(path, is_folder=False):
                return charset, number
        return "", 0


def _rules(section: str) -> Iterator[IgnoreRule]:
    pending, count = [section], 0
    while pending and count < _PATTERNS:
        pattern = pending.pop()
        count += 1
        if choice := _CHOICE.search(pattern):
            before, behind = pattern[: choice.start()], pattern[choice.end() :]
            pending += [f"{before}{part}{behind}" for part in choice[1].split(",")]
        elif pattern:
            try:
                yield parse_pattern(pattern.encode("utf-8", "surrogateescape"))
            except PatternError:
                continue
