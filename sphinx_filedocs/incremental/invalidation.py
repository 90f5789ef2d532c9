"""Finds the questions of linking that a change invalidates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from sphinx_filedocs import languages
from sphinx_filedocs.index import trace
from sphinx_filedocs.index.trace import Question, token, token_of
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import folders_of
from sphinx_filedocs.model.reachability import reachable
from sphinx_filedocs.resolve.definitions import (
    FileDefinitions,
    Row,
    answers,
    defined,
    what_others_read,
)
from sphinx_filedocs.resolve.exports import differing_names
from sphinx_filedocs.resolve.link_tables import LinkedFile, Targets
from sphinx_filedocs.resolve.visibility import Closure, Leads, packages_above

#: The manifest that says where the paths of modules begin.
_MANIFEST = "Cargo.toml"
_Answer = tuple[Question, str]
_Files = Mapping[str, LinkedFile]


@dataclass(frozen=True, slots=True)
class Version:
    """A tree before or after a change.

    :param paths: of all files.
    :param files: linked files.
    :param definitions: of linked files with changes.
    :param builds: digests of compile commands, by path.
    """

    paths: AbstractSet[str]
    files: _Files
    definitions: Mapping[str, FileDefinitions]
    builds: Mapping[str, str]


def invalidated(
    before: Version,
    now: Version,
    changed: AbstractSet[str],
    sees: Callable[[str], bool],
) -> Invalidated:
    """Return the invalidated questions.

    :param changed: files added, removed or edited.
    :param sees: returns True if importers in a language see indirect imports.
    """
    invalid = Invalidated()
    invalid.add(Question.EXISTS, before.paths ^ now.paths)
    invalid.add(Question.EXISTS, folders_of(before.paths) ^ folders_of(now.paths))
    _add_definitions(invalid, before, now)
    compiled = dict(before.builds.items() ^ now.builds.items())
    invalid.add(Question.BUILDS, compiled)
    above = (packages_above(_packages(version.files)) for version in (before, now))
    for package in set.symmetric_difference(*above):
        invalid.add(Question.HAS_PACKAGE, [trace.package_key(*package)])
    exports = {
        path
        for path in before.files.keys() | now.files.keys()
        if _exports(before.files.get(path)) != _exports(now.files.get(path))
    }
    invalid.add(Question.EXPORTS, exports)
    _add_names(invalid, before.files, now.files, exports)
    turned = {
        path
        for path in before.files.keys() | now.files.keys()
        if _leads(before.files.get(path)) != _leads(now.files.get(path))
    }
    _add_modules(invalid, before.files, now.files, exports | turned, changed)
    if turned:
        _add_included(invalid, before.files, now.files, turned, sees)
    return invalid


class Invalidated:
    """Invalidated questions."""

    def __init__(self) -> None:
        self._tokens: set[int] = set()
        #: The names of which files say something else, by the files.
        self._names: dict[int, set[int]] = {}

    def add(self, question: Question, keys: Iterable[str]) -> None:
        """Invalidate a question for some keys."""
        self._tokens.update(token(question, key) for key in keys)

    def add_names(self, path: str, names: Iterable[int]) -> None:
        """Invalidate some names in a file."""
        known = self._names.setdefault(token(Question.EXPORTED_NAMES, path), set())
        known.update(token_of(Question.EXPORTED_NAME, name) for name in names)

    def concerns(self, asked: Sequence[int]) -> bool:
        """Return True if any recorded question is invalidated."""
        if not self._tokens.isdisjoint(asked):
            return True
        return any(not self._names[file].isdisjoint(asked) for file in self._names.keys() & asked)


def _packages(files: _Files) -> Iterator[tuple[str, str]]:
    return ((file.language, file.package) for file in files.values())


def _exports(file: LinkedFile | None) -> str:
    return file.exports if file else ""


def _leads(file: LinkedFile | None) -> Targets:
    return file.leads if file else ()


def _add_definitions(invalid: Invalidated, before: Version, now: Version) -> None:
    for path in before.definitions.keys() | now.definitions.keys():
        old = _answers(path, before.definitions.get(path))
        new = _answers(path, now.definitions.get(path))
        for answer in old.keys() | new.keys():
            if old.get(answer) != new.get(answer):
                invalid.add(answer[0], [answer[1]])


def _answers(path: str, file: FileDefinitions | None) -> Mapping[_Answer, list[object]]:
    contents: defaultdict[_Answer, list[object]] = defaultdict(list)
    if file is None:
        return contents
    said = [_said(path, row, file.language) for _, row in file.rows]
    for question, key, number in answers(file):
        contents[question, key].append(said[number])
    for name in file.aliases:
        contents[Question.QUALIFIED, trace.name_key(file.family, name)].append("alias")
    for name, scopes in file.opened.items():
        contents[Question.QUALIFIED, trace.name_key(file.family, name)].append(len(scopes))
    for name, at in file.spaces.items():
        contents[Question.QUALIFIED, trace.name_key(file.family, name)].append(said[at])
    return contents


def _said(path: str, row: Row, language: str) -> tuple[object, ...]:
    _, kind, qualified, _, number, binding, *rest = row
    said = what_others_read(defined(path, row), languages.load()[language])
    return language, kind, qualified, said, number, binding < 0, *rest


def _add_names(invalid: Invalidated, before: _Files, now: _Files, differing: Iterable[str]) -> None:
    for path in differing:
        old, new = before.get(path), now.get(path)
        names = differing_names(old.exported, new.exported) if old and new else None
        if names is None:
            invalid.add(Question.EXPORTED_NAMES, [path])
        else:
            invalid.add_names(path, names)


def _add_modules(
    invalid: Invalidated,
    before: _Files,
    now: _Files,
    differing: set[str],
    changed: AbstractSet[str],
) -> None:
    everywhere = any(path.rpartition("/")[2] == _MANIFEST for path in changed)
    rooted: set[str] = set()
    families: set[str] = set()
    for path in before.keys() | now.keys() if everywhere else differing:
        states = [files[path] for files in (before, now) if path in files]
        families.update(state.family for state in states)
        if everywhere or len(states) < 2 or any(map(_declares_modules, states)):
            rooted.update(state.family for state in states)
    invalid.add(Question.IMPLEMENTATIONS, families)
    invalid.add(Question.IMPLEMENTATIONS, map(trace.roots_key, rooted))


def _declares_modules(file: LinkedFile) -> bool:
    return any(kind == "module" for kind, *_ in file.leads)


def leads_of(imports: Iterable[Import]) -> Targets:
    """Return the targets of imports with kinds and conditions."""
    return tuple(
        (import_.kind, import_.condition if import_.resolved else "", import_.resolved)
        for import_ in imports
    )


class _Edges:
    def __init__(self, files: _Files, numbers: Mapping[str, int]) -> None:
        self.all: dict[str, set[str]] = {}
        for path, file in files.items():
            for _, _, ends in file.leads:
                self.all.setdefault(path, set()).update(ends)
        self.includes = _includes(files)
        own = {path: numbers[path] for path in files}
        self._closures = [Closure(own, _leading(edges)) for edges in (self.all, self.includes)]

    def reached(self, path: str) -> tuple[int, ...]:
        return tuple(closure.of(path) for closure in self._closures)


def _includes(files: _Files) -> dict[str, set[str]]:
    includes: dict[str, set[str]] = {}
    for path, file in files.items():
        for kind, _, ends in file.leads:
            if kind == "include":
                includes.setdefault(path, set()).update(ends)
    return includes


def _leading(edges: Mapping[str, Iterable[str]]) -> Leads:
    return lambda path: edges.get(path, ())


def _add_included(
    invalid: Invalidated,
    before: _Files,
    now: _Files,
    turned: set[str],
    sees: Callable[[str], bool],
) -> None:
    numbers = {path: at for at, path in enumerate(sorted(before.keys() | now.keys()))}
    old, new = _Edges(before, numbers), _Edges(now, numbers)
    users: defaultdict[str, set[str]] = defaultdict(set)
    for edges in (old, new):
        for path, ends in edges.all.items():
            for end in ends:
                users[end].add(path)
    differing = {
        path
        for path in reachable(turned, _leading(users))
        if any(sees(files[path].language) for files in (before, now) if path in files)
        and old.reached(path) != new.reached(path)
    }
    invalid.add(Question.INCLUDED, differing)
    for edges in (old, new):
        invalid.add(Question.INCLUDED_WITH, reachable(differing, _leading(edges.includes)))
