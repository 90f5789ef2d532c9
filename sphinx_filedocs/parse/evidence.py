"""Tables of evidence about files, for roles and provenance."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fnmatch import translate
from functools import cache
from importlib.resources import files

from sphinx_filedocs.languages import load
from sphinx_filedocs.languages.file_types import listed_type
from sphinx_filedocs.model.files import File, folded, folders_above
from sphinx_filedocs.phrases import Phrase

#: The start of the names of packages, as Maven and Gradle lay projects out.
_PACKAGES = re.compile(r"/src/[^/]+/(?:java|kotlin|scala|groovy)/")
#: The same for languages without other rules, such as Perl.
_PACKAGE_ROOTS = ("lib",)


@dataclass(frozen=True, slots=True)
class Evidence:
    """One table of ``rules/roles.toml`` or ``rules/provenance.toml``; the comments there explain
    each key.

    :param what: the role, or the kind of provenance, that it speaks for.
    """

    what: str
    names: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    code: bool | None = None
    marks: tuple[str, ...] = ()
    not_below: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    weak: bool = False
    tested: bool = False

    def reason(self, file: File, tested: AbstractSet[str] = frozenset()) -> Phrase | None:
        """Return why it holds for a file; ``None`` if it says nothing about that.

        :param tested: see :func:`roles`.
        """
        if not self._is_for(file):
            return None
        if self.names:
            return self._by_name(file.name)
        if self.paths:
            fit = _first_fit(f"/{file.path}", tuple(f"*/{path}" for path in self.paths))
            if fit is None:
                return None
            return Phrase("its path ends like {pattern}", pattern=self.paths[fit])
        if self.folders:
            above = file.folder if self.marks else _above_packages(file, self.what, tested)
            if self.tested and not _is_code(file, of_ours=False):
                above = _nearest(file.folder, tested)
            folder = self._folder(above.split("/"))
            return Phrase("it is in a folder named {name}", name=folder) if folder else None
        if self.marks:
            return Phrase("it has tests")
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

    def _folder(self, above: Sequence[str]) -> str | None:
        pairs = zip(("", *above), above, strict=False)
        names = [name for over, name in pairs if folded(over) not in self.not_below]
        return next((name for name in reversed(names) if folded(name) in self.folders), None)

    def _by_name(self, name: str) -> Phrase | None:
        fit = _first_fit(name, self.names)
        return None if fit is None else _words(self.names[fit], name)


def _above_packages(file: File, what: str, tested: AbstractSet[str]) -> str:
    """Return the folder of a file, or the folder around the names of packages:
    ``org/spring/samples`` and ``lib/rack/test`` are no evidence of a file's role, unless there are
    tests in it.

    :param what: the role that the folder is evidence for.
    :param tested: see :func:`roles`.
    """
    folder = file.folder
    if root := _PACKAGES.search(f"/{folder}/"):
        return folder[: root.end() - 2]
    if what == "vendored":
        # A package may hold what others have written.
        return folder
    language = load().get(file.language or "")
    is_code = listed_type(file.language_name) == "programming"
    names: tuple[str, ...] = _PACKAGE_ROOTS if is_code or what == "test" else ()
    if language and is_code:
        names = language.packages.roots
    parts = folder.split("/")
    first = min((parts.index(name) + 1 for name in names if name in parts), default=len(parts))
    return max("/".join(parts[:first]), _nearest(folder, tested), key=len)


def _nearest(folder: str, tested: AbstractSet[str]) -> str:
    return next((path for path in (folder, *folders_above(folder)) if path in tested), "")


def load_evidence(source: str, key: str, words: Collection[str]) -> tuple[Evidence, ...]:
    """Return the tables ``evidence`` of a file of rules.

    :param source: its name.
    :param key: in a table for its role or kind, one of *words*.
    :raises ValueError: when one of them speaks for something else.
    :raises TypeError: when one of them has another key than :class:`Evidence` knows.
    """
    text = (files("sphinx_filedocs") / "rules" / source).read_text(encoding="utf-8")
    entries: list[Evidence] = []
    for table in tomllib.loads(text)["evidence"]:
        what = table.pop(key)
        if what not in words:
            raise ValueError(f"unknown {key}: {what}")
        values: dict[str, object] = {
            key: tuple(v) if isinstance(v, list) else v for key, v in table.items()
        }
        entries.append(Evidence(what, **values))  # type: ignore[arg-type]  # TypeError by the class
    return tuple(entries)


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
