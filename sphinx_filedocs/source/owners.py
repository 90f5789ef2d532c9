"""Who owns a file, by CODEOWNERS.

Syntax after GitHub's "About code owners" and GitLab's "Code Owners syntax". The PyPI package
``codeowners`` ends the whole file at an open bracket and takes names out of comments.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from sphinx_filedocs.source.ignore import IgnoreRule, PatternError, parse_line
from sphinx_filedocs.source.tree import Read, Texts

#: In the order of GitHub's search, then GitLab's own place.
PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")
_WORD = re.compile(r"(?:\\.|[^\s\\])+")
_SECTION = re.compile(r"\^?\[[^\]]+\](?:\[\d+\])?(?=\s|$)")
_OWNER = re.compile(r"@{1,2}[\w.-]+(?:/[\w.-]+)*|[^\s@<>\"',;]+@[\w.-]+")
_MAX_OWNERS, _MAX_OWNER = 50, 100
_MAX_RULES = 10_000


@dataclass(frozen=True, slots=True)
class _OwnerRule:
    """One line; ``direct`` is True if it does not match paths deeper than the pattern."""

    rule: IgnoreRule
    direct: bool
    owners: tuple[str, ...]


class Owners:
    """The rules of a CODEOWNERS file: of those whose pattern matches a path the last counts.

    Lines with a pattern that neither GitHub nor GitLab takes are left out. GitLab's sections are
    read as one list; their default owners stand in for a line that names none.
    """

    def __init__(self, text: str) -> None:
        self._rules = tuple(rule for rule, _ in zip(_rules(text), range(_MAX_RULES), strict=False))

    def of(self, path: str) -> tuple[str, ...]:
        """Return the owners of a file, as written; none if the last rule names nobody.

        :param path: relative to the folder that the rules are for.
        """
        whole = os.fsencode(path)
        levels = [(whole, False)]
        while (slash := levels[-1][0].rfind(b"/")) >= 0:
            levels.append((levels[-1][0][:slash], True))
        for line in reversed(self._rules):
            if any(line.rule.matches(*level) for level in levels[: 1 if line.direct else None]):
                return line.owners
        return ()


def load(paths: Collection[str], read: Read) -> Owners | None:
    """Return the rules of the tree's CODEOWNERS, if it has one.

    :param paths: the files of the tree.
    :param read: returns the text of one of them.
    """
    known = set(paths)
    for place in PLACES:
        if place in known and read(place) is not None:
            return Texts.of(read).facts(place, Owners)
    return None


def _rules(text: str) -> Iterator[_OwnerRule]:
    default: tuple[str, ...] = ()
    for line in text.split("\n"):
        if section := _SECTION.match(line.strip()):
            default = _owners(line.strip()[section.end() :])
            continue
        words = _WORD.search(line)
        # GitHub: no negation, no character ranges; a backslash before a blank keeps it.
        if words is None or words[0].startswith(("#", "!")) or "[" in words[0]:
            continue
        pattern = words[0].replace("\\ ", " ")
        try:
            rule = parse_line(os.fsencode(pattern.replace("\\\t", "\t")))
        except (PatternError, UnicodeEncodeError):
            continue
        if rule is not None:
            owners = _owners(line[words.end() :]) or default
            yield _OwnerRule(rule, pattern.endswith("/*"), owners)


def _owners(text: str) -> tuple[str, ...]:
    names: list[str] = []
    for word in text.split():
        if word.startswith("#"):
            break
        if len(word) <= _MAX_OWNER and _OWNER.fullmatch(word):
            names.append(word)
    return tuple(dict.fromkeys(names))[:_MAX_OWNERS]
