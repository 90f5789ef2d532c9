"""Tables of evidence about files, for roles and provenance."""

from __future__ import annotations

import re
from fnmatch import translate
from functools import cache

import msgspec

from sphinx_filedocs.languages import load
from sphinx_filedocs.languages.file_types import listed_type
from sphinx_filedocs.model.files import File, ProvenanceKind, RoleName, folded
from sphinx_filedocs.phrases import Phrase


class Evidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of ``rules/roles.toml`` or ``rules/provenance.toml``; the comments there explain
    each key."""

    what: RoleName | ProvenanceKind
    names: tuple[str, ...] = ()
    folders: frozenset[str] = frozenset()
    paths: tuple[str, ...] = ()
    types: frozenset[str] = frozenset()
    code: bool | None = None
    marks: tuple[str, ...] = ()
    not_below: frozenset[str] = frozenset()
    unless: frozenset[RoleName] = frozenset()

    def reason(self, file: File) -> Phrase | None:
        """Return why it holds for a file; ``None`` if it says nothing about that."""
        if not self._is_for(file):
            return None
        if self.names:
            fit = _first_fit(file.name, self.names)
            return None if fit is None else _words(self.names[fit], file.name)
        if self.paths:
            fit = _first_fit(f"/{file.path}", tuple(f"*/{path}" for path in self.paths))
            if fit is None:
                return None
            return Phrase("its path ends like {pattern}", pattern=self.paths[fit])
        if self.folders:
            folder = self._folder(file.folder.split("/"))
            return Phrase("it is in a folder named {name}", name=folder) if folder else None
        return Phrase("it is written in {language}", language=file.language_name)

    def _is_for(self, file: File) -> bool:
        return (
            (not self.types or file.language in self.types)
            and (self.code is None or self.code == _is_code(file, of_ours=not self.code))
            and (not self.marks or self.line(file) is not None)
        )

    def line(self, file: File) -> int | None:
        """Return the line of the first of its marks that a file has."""
        known = dict(file.facts.marks)
        return next((known[mark] for mark in self.marks if mark in known), None)

    def _folder(self, above: list[str]) -> str | None:
        pairs = zip(("", *above), above, strict=False)
        names = [name for over, name in pairs if folded(over) not in self.not_below]
        return next((name for name in reversed(names) if folded(name) in self.folders), None)


def _is_code(file: File, *, of_ours: bool) -> bool:
    """Return True if a file is in a language in which somebody may write a test.

    :param of_ours: leaves out languages known by name alone, as that may be ambiguous.
    """
    if language := load().get(file.language or ""):
        return not language.no_tests
    return not of_ours and listed_type(file.language_name) == "programming"


def _words(pattern: str, name: str) -> Phrase:
    parts = re.split(r"(?:[*?]|\[[^]]*\])+", pattern)
    if len(parts) == 1:
        return Phrase("its name is {name}", name=name)
    if parts[0]:
        start = name[: len(parts[0])].rstrip(".")
        return Phrase("its name starts with {start}", start=start)
    if len(parts) == 2:
        return Phrase("its name ends in {ending}", ending=parts[1])
    return Phrase("its name has {part} before its extension", part=parts[1].rstrip("."))


def _first_fit(text: str, patterns: tuple[str, ...]) -> int | None:
    match = _regex(patterns).match(text)
    return match.lastindex - 1 if match and match.lastindex else None


@cache
def _regex(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """Return an expression with a group for each pattern; one in small letters alone fits capital
    letters, too."""
    return re.compile(
        "|".join(
            f"({'(?i:' if pattern.islower() else '(?:'}{translate(pattern)}))"
            for pattern in patterns
        )
    )
