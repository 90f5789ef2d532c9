"""Gitignore patterns as Git itself reads them: parsing and matching.

The rules are those of gitignore(5) and of Git's wildmatch, on bytes. pathspec was tried first: it
finds ``src/`` ignored by ``*`` and ``!*/``, unlike Git, stops at ``[z-a]``, and takes 12 seconds
for ``*a*a*a*a*ab`` and one name of 200 letters. Ignore files are untrusted input, so the
expressions made here never backtrack over more than one wildcard.
"""

from __future__ import annotations

import os
import re
import string
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

#: Longer than any path that an operating system takes, so that no such pattern can match.
_MAX_PATTERN = 4096
_SLASH, _STAR, _STARS = b"/", b"*", b"**"
_SET_CLASSES: dict[bytes, frozenset[int]] = {
    name.encode(): frozenset(characters.encode())
    for name, characters in {
        "alnum": string.ascii_letters + string.digits,
        "alpha": string.ascii_letters,
        "blank": " \t",
        "cntrl": "".join(map(chr, [*range(32), 127])),
        "digit": string.digits,
        "graph": string.ascii_letters + string.digits + string.punctuation,
        "lower": string.ascii_lowercase,
        "print": string.ascii_letters + string.digits + string.punctuation + " ",
        "punct": string.punctuation,
        "space": " \t\n\r\v\f",
        "upper": string.ascii_uppercase,
        "xdigit": string.hexdigits,
    }.items()
}


class PatternError(ValueError):
    """A pattern that can never match: an open bracket, an unknown class, a last backslash."""


@dataclass(frozen=True, slots=True)
class IgnoreRule:
    """One line of an ignore file.

    :param expression: has to match the whole of the path, or of the last part alone if ``by_name``
        is set.
    :param negated: True if it takes back an earlier rule.
    :param folders_only: True if it was written with a slash at the end.
    """

    expression: re.Pattern[bytes]
    negated: bool
    folders_only: bool
    by_name: bool

    def matches(self, path: bytes, is_folder: bool) -> bool:
        """Return True if the rule is about ``path`` itself; folders above it don't count."""
        if self.folders_only and not is_folder:
            return False
        text = path[path.rfind(b"/") + 1 :] if self.by_name else path
        return self.expression.fullmatch(text) is not None


class IgnoreRules:
    """The rules of one ignore file, the later ones before the earlier ones."""

    __slots__ = ("_by_name", "_by_path", "rules")

    def __init__(self, rules: Iterable[IgnoreRule]) -> None:
        self.rules: tuple[IgnoreRule, ...] = tuple(rules)
        # Most paths match nothing: two joint expressions say so without a loop.
        self._by_name = _join(rule for rule in self.rules if rule.by_name)
        self._by_path = _join(rule for rule in self.rules if not rule.by_name)

    def verdict(self, path: bytes, is_folder: bool) -> bool | None:
        """Return True if ``path``, relative to the folder of the ignore file and looked at
        without the folders above it, is ignored; ``None`` if no rule speaks of it."""
        name = path[path.rfind(b"/") + 1 :]
        if not (self._by_name and self._by_name.fullmatch(name)) and not (
            self._by_path and self._by_path.fullmatch(path)
        ):
            return None
        for rule in reversed(self.rules):
            if rule.matches(path, is_folder):
                return not rule.negated
        return None

    def selects(self, path: str, is_folder: bool = False) -> bool:
        """Return the verdict of the last rule that matches ``path`` or a folder above it."""
        levels = [(level, True) for level in _folders_above(os.fsencode(path))]
        levels.append((os.fsencode(path), is_folder))
        for rule in reversed(self.rules):
            if any(rule.matches(level, folder) for level, folder in levels):
                return not rule.negated
        return False


def parse_file(data: bytes) -> IgnoreRules:
    """Return the rules of an ignore file; lines that can never match are left out, as Git
    does without a word."""
    rules = []
    for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        try:
            rule = parse_line(line.removesuffix(b"\r"))
        except PatternError:
            continue
        if rule is not None:
            rules.append(rule)
    return IgnoreRules(rules)


def parse_patterns(patterns: Sequence[str]) -> IgnoreRules:
    """Return the rules for patterns of an option.

    :raises PatternError: for one that can never match.
    """
    rules = (parse_line(os.fsencode(pattern)) for pattern in patterns)
    return IgnoreRules(rule for rule in rules if rule is not None)


def parse_line(line: bytes) -> IgnoreRule | None:
    """Return the rule that a line stands for; ``None`` for a comment or a blank line.

    :raises PatternError: when the pattern is malformed.
    """
    if line.startswith(b"#"):
        return None
    pattern = _strip_spaces(line)
    return parse_pattern(pattern) if pattern else None


def parse_pattern(pattern: bytes) -> IgnoreRule:
    """Return the rule that a pattern stands for, whose marks are read and no spaces dropped.

    :raises PatternError: when the pattern is malformed.
    """
    if len(pattern) > _MAX_PATTERN:
        raise PatternError("longer than any path")
    negated = pattern.startswith(b"!")
    pattern = pattern[negated:]
    folders_only = pattern.endswith(b"/")
    pattern = pattern[: len(pattern) - folders_only]
    by_name = b"/" not in pattern
    return IgnoreRule(compile_glob(pattern.removeprefix(b"/")), negated, folders_only, by_name)


def compile_glob(pattern: bytes) -> re.Pattern[bytes]:
    """Return the expression for a pattern without its marks (``!``, outer slashes).

    :raises PatternError: when the pattern is malformed.
    """
    # Git compares the text before the first wildcard by itself, so that stars right after it stand
    # at a start: ``a**/b`` is for "ab" and "ax/y/b" too.
    start = next((at for at, byte in enumerate(pattern) if byte in b"*?[\\"), len(pattern))
    segments: list[list[bytes]] = [[]]
    for token in _tokens(pattern[start:]):
        if token == _SLASH:
            segments.append([])
        else:
            segments[-1].append(token)
    return re.compile(re.escape(pattern[:start]) + _path_expression(segments), re.DOTALL)


def _path_expression(segments: list[list[bytes]]) -> bytes:
    """Join segments; the leftmost place for the segments between two ``**`` is always as good as
    any other, so it is final (an atomic group)."""
    chunks: list[list[bytes]] = [[]]
    for segment in segments:
        if segment == [_STARS]:
            chunks.append([])
        else:
            chunks[-1].append(_segment_expression(segment))
    out = b"/".join(chunks[0])
    if len(chunks) == 1:
        return out
    if chunks[0]:
        out += b"/"
    for chunk in chunks[1:-1]:
        if chunk:
            out += b"(?>(?:[^/]*/)*?" + b"/".join(chunk) + b"/)"
    last = b"/".join(chunks[-1])
    return out + (b"(?:[^/]*/)*?" + last if chunks[-1] else b".*")


def _segment_expression(tokens: list[bytes]) -> bytes:
    parts: list[bytes] = [b""]
    for token in tokens:
        if token in {_STAR, _STARS}:
            parts.append(b"")
        else:
            parts[-1] += token
    if len(parts) == 1:
        return parts[0]
    middle = b"".join(b"(?>[^/]*?" + part + b")" for part in parts[1:-1] if part)
    return parts[0] + middle + b"[^/]*" + parts[-1]


def _tokens(pattern: bytes) -> Iterator[bytes]:
    index, end = 0, len(pattern)
    while index < end:
        char = pattern[index : index + 1]
        if char == b"*":
            start = index
            while pattern[index : index + 1] == b"*":
                index += 1
            whole = index - start > 1 and _is_whole_segment(pattern, start, index)
            if whole and pattern.startswith(b"\\/", index):
                # Before an escaped slash two stars are for one folder or more, not for none.
                yield _STAR
                yield _SLASH
            yield _STARS if whole else _STAR
            continue
        index += 1
        if char == b"\\":
            char = pattern[index : index + 1]
            index += 1
            if not char:
                raise PatternError("a backslash at the end")
            yield _SLASH if char == b"/" else re.escape(char)
        elif char == b"?":
            yield b"[^/]"
        elif char == b"[":
            members, index = _parse_set(pattern, index)
            yield _set_expression(members)
        else:
            yield _SLASH if char == b"/" else re.escape(char)


def _is_whole_segment(pattern: bytes, start: int, stop: int) -> bool:
    after = pattern[stop : stop + 2]
    return pattern[:start].endswith((b"/",) if start else b"") and (
        not after or after.startswith(b"/") or after == b"\\/"
    )


def _parse_set(pattern: bytes, index: int) -> tuple[frozenset[int], int]:
    negated = pattern[index : index + 1] in {b"!", b"^"}
    index += negated
    members: set[int] = set()
    previous: int | None = None
    first = True
    while first or pattern[index : index + 1] != b"]":
        first = False
        if pattern.startswith(b"[:", index):
            close = pattern.find(b"]", index + 2)
            if close > index + 2 and pattern[close - 1 : close] == b":":
                name = pattern[index + 2 : close - 1]
                if name not in _SET_CLASSES:
                    raise PatternError("an unknown character class")
                members |= _SET_CLASSES[name]
                previous, index = None, close + 1
                continue
        is_range = (
            previous is not None
            and pattern.startswith(b"-", index)
            and pattern[index + 1 : index + 2] not in {b"", b"]"}
        )
        char, index = _set_member(pattern, index + is_range)
        if is_range and previous is not None:
            members.update(range(previous, char + 1))
            previous = None
        else:
            members.add(char)
            previous = char
    if negated:
        members = set(range(256)) - members
    return frozenset(members - {ord("/")}), index + 1


def _set_member(pattern: bytes, index: int) -> tuple[int, int]:
    index += pattern[index : index + 1] == b"\\"
    if index >= len(pattern):
        raise PatternError("a bracket that is not closed")
    return pattern[index], index + 1


def _set_expression(members: frozenset[int]) -> bytes:
    if not members:
        return b"(?!)"
    return b"[" + b"".join(b"\\x%02x" % member for member in sorted(members)) + b"]"


def _strip_spaces(line: bytes) -> bytes:
    """Drop the spaces at the end unless a backslash protects them."""
    end = index = 0
    while index < len(line):
        escaped = line[index : index + 1] == b"\\"
        if escaped or line[index : index + 1] != b" ":
            end = index + 1 + escaped
        index += 1 + escaped
    return line[:end]


def _folders_above(path: bytes) -> Iterator[bytes]:
    slash = path.find(b"/")
    while slash >= 0:
        yield path[:slash]
        slash = path.find(b"/", slash + 1)


def _join(rules: Iterable[IgnoreRule]) -> re.Pattern[bytes] | None:
    expressions = [b"(?:" + rule.expression.pattern + b")" for rule in rules]
    return re.compile(b"|".join(expressions), re.DOTALL) if expressions else None
