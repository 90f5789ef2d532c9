"""Tables of evidence about files, for roles and provenance."""

from __future__ import annotations

import re
from fnmatch import translate
from functools import cached_property, lru_cache

import msgspec

from sphinx_filedocs.languages import load
from sphinx_filedocs.languages.file_types import listed_type
from sphinx_filedocs.model.files import File, ProvenanceKind, RoleName, folded
from sphinx_filedocs.phrases import Phrase


class Evidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
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
            fit = _first_fit(self._expression, file.name)
            return None if fit is None else _words(self.names[fit], file.name)
        if self.paths:
            fit = _first_fit(self._expression, f"/{file.path}")
            if fit is None:
                return None
            return Phrase("its path ends like {pattern}", pattern=self.paths[fit])
        if self.folders:
            folder = _folder(file.folder, self.folders, self.not_below)
            return Phrase("it is in a folder named {name}", name=folder) if folder else None
        return Phrase("it is written in {language}", language=file.language_name)

    def is_for(self, language: str | None, name: str) -> bool:
        """Tell whether it may hold for files in a language.

        :param name: of the language, such as ``C++``.
        """
        return (not self.types or language in self.types) and (
            self.code is None or self.code == _is_code(language, name, of_ours=not self.code)
        )

    def _is_for(self, file: File) -> bool:
        is_marked = not self.marks or self.line(file) is not None
        return is_marked and self.is_for(file.language, file.language_name)

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        """An expression with a group for each pattern; one in small letters alone fits capital
        letters, too."""
        patterns = self.names or tuple(f"*/{path}" for path in self.paths)
        return re.compile(
            "|".join(
                f"({'(?i:' if pattern.islower() else '(?:'}{translate(pattern)}))"
                for pattern in patterns
            )
        )

    def line(self, file: File) -> int | None:
        """Return the line of the first of its marks that a file has."""
        known = dict(file.facts.marks)
        return next((known[mark] for mark in self.marks if mark in known), None)


# A folder has many files.
@lru_cache(maxsize=50_000)
def _folder(path: str, folders: frozenset[str], not_below: frozenset[str]) -> str | None:
    above = path.split("/")
    pairs = zip(("", *above), above, strict=False)
    names = [name for over, name in pairs if folded(over) not in not_below]
    return next((name for name in reversed(names) if folded(name) in folders), None)


def _is_code(language: str | None, name: str, *, of_ours: bool) -> bool:
    """Return True if files in a language may be tests.

    :param of_ours: leaves out languages known by name alone, as that may be ambiguous.
    """
    if known := load().get(language or ""):
        return not known.no_tests
    return not of_ours and listed_type(name) == "programming"


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


def _first_fit(expression: re.Pattern[str], text: str) -> int | None:
    match = expression.match(text)
    return match.lastindex - 1 if match and match.lastindex else None
