"""Resolves imports to files of the tree.

A hook named in ``language.toml`` makes the strategy of a language. It follows the rules of the
language and never guesses by a bare file name; several equally likely files resolve to none.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import filterfalse
from pathlib import Path
from types import MappingProxyType
from typing import cast

from sphinx_filedocs.languages import file_types, hook, load
from sphinx_filedocs.languages.base import BuildsHook, BuildStrategy, ImportHook, ImportStrategy
from sphinx_filedocs.model.facts import NO_CONDITIONS, Conditions, Import
from sphinx_filedocs.model.files import Diagnostic, File
from sphinx_filedocs.parse.isolation import fault_of
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.credentials import masked
from sphinx_filedocs.source.tree import LONGEST, ListedTree


@dataclass(eq=False, repr=False)
class Builds:
    """The branches of conditions that no compile command reads.

    :param strategies: made by the hooks of languages.
    :param conditions: returns those of a file.
    """

    strategies: Sequence[BuildStrategy]
    conditions: Callable[[str], Conditions]

    @cached_property
    def digests(self) -> Mapping[str, str]:
        """Digests of the macros known for each compiled file."""
        digests: dict[str, str] = {}
        for strategy in self.strategies:
            for path, digest in strategy.digests().items():
                digests[path] = digests.get(path, "") + digest
        return digests

    def skips(self, path: str, condition: str) -> bool:
        """Return True if a condition is false in every compilation of a file."""
        return any(strategy.skips(path, condition) for strategy in self.strategies)

    def skipped(self, path: str) -> Iterator[tuple[int, int]]:
        """Yield the first and last line of each skipped branch of a file."""
        end = 0
        for branch in sorted(self.conditions(path).branches):
            if branch.start > end and self.skips(path, branch.condition):
                end = branch.end
                yield branch.start, end


#: Where nothing is known of how files are compiled.
NO_BUILDS = Builds((), lambda _: NO_CONDITIONS)


#: Larger ones, in bytes, are left aside.
LARGEST = 200_000_000
_TOO_LARGE = Phrase("it is larger than {limit:,} bytes and is ignored", limit=LARGEST)


def read_databases(paths: Iterable[Path]) -> tuple[tuple[str, ...], list[Diagnostic]]:
    """Return the texts of ``compile_commands.json`` files, and problems with them."""
    texts: list[str] = []
    troubles: list[Diagnostic] = []
    for path in paths:
        try:
            if path.stat().st_size > LARGEST:
                troubles.append(Diagnostic(str(path), "compile-commands", _TOO_LARGE))
                continue
            texts.append(masked(path.read_text(encoding="utf-8", errors="replace"))[0])
        except OSError as error:
            message = Phrase(
                "the commands can't be read ({reason}) and are ignored",
                reason=error.strerror or type(error).__name__,
            )
            troubles.append(Diagnostic(str(path), "compile-commands", message))
    return tuple(texts), troubles


@dataclass(frozen=True, slots=True)
class Resolution:
    """The imports of every file, resolved.

    :param builds: compile commands and conditions.
    :param find_root: returns the files that a word such as ``crate`` means in a file (path, word,
        line).
    :param troubles: files whose imports could not be resolved.
    """

    imports: Mapping[str, tuple[Import, ...]]
    find_root: Callable[[str, str, int], tuple[str, ...]]
    builds: Builds = NO_BUILDS
    troubles: tuple[Diagnostic, ...] = ()


def resolve(
    files: Mapping[str, File],
    read: Callable[[str], str | None],
    root_name: tuple[str, ...] = (),
    light: Mapping[str, File] | None = None,
    include_folders: tuple[str, ...] = (),
    databases: tuple[str, ...] = (),
    known: Mapping[str, tuple[Import, ...]] = MappingProxyType({}),
) -> Resolution:
    """Resolve the imports of every file.

    :param files: all files by path.
    :param read: returns the text of a file, for manifests such as ``go.mod``.
    :param root_name: the last parts of the root's path, outermost first: a tree that is itself a
        package uses this name for itself.
    :param light: the same files without outlines.
    :param include_folders: searched first for included texts.
    :param databases: texts of ``compile_commands.json`` outside the tree.
    :param known: of files whose imports are resolved already.
    :raises LanguageError: if the hook of a language can't be imported.
    """
    light = light or files
    tree = ListedTree.of(files, read, root_name, light, include_folders, databases)
    names = {key: made for key, language in load().items() if (made := language.hooks.imports)}
    users: defaultdict[str, list[str]] = defaultdict(list)
    for path, file in light.items():
        if name := names.get(file.language or ""):
            users[name].append(path)
    resolved = {path: known.get(path, file.facts.imports) for path, file in light.items()}
    strategies = {
        name: cast("ImportHook", hook(name))(tree, sorted(paths))
        for name, paths in sorted(users.items())
    }
    troubles: list[Diagnostic] = []
    for name, strategy in strategies.items():
        for path in filterfalse(known.__contains__, users[name]):
            try:
                resolved[path] = tuple(
                    _resolved(path, statement, strategy) for statement in resolved[path]
                )
            except Exception as error:  # noqa: BLE001 - no file ends a build
                message = Phrase("its imports are not resolved: {reason}", reason=fault_of(error))
                troubles.append(Diagnostic(path, "fault", message))

    def find_root(path: str, word: str, line: int) -> tuple[str, ...]:
        strategy = strategies.get(names.get(light[path].language or "", ""))
        return tuple(sorted(strategy.resolve(path, Import(word, "use", line)))) if strategy else ()

    builds = _builds(tree, light, resolved, files)
    return Resolution(resolved, find_root, builds, tuple(troubles))


def _builds(
    tree: ListedTree,
    light: Mapping[str, File],
    resolved: Mapping[str, tuple[Import, ...]],
    files: Mapping[str, File],
) -> Builds:
    def conditions(path: str) -> Conditions:
        return files[path].facts.conditions

    used = {file.language for file in light.values()}
    hooks = {language.hooks.builds for key, language in load().items() if key in used} - {""}
    made = [cast("BuildsHook", hook(name))(tree, resolved, conditions) for name in sorted(hooks)]
    return Builds(made, conditions)


def _resolved(path: str, statement: Import, strategy: ImportStrategy) -> Import:
    if len(statement.target) > LONGEST:
        return statement
    targets = set(strategy.resolve(path, statement))
    others = tuple(sorted(targets - {path}))
    return statement.resolve(others, path in targets) if targets else statement


def languages_of_included(
    files: Mapping[str, File],
    read: Callable[[str], str | None],
    root_name: tuple[str, ...] = (),
    include_folders: tuple[str, ...] = (),
    databases: tuple[str, ...] = (),
) -> dict[str, str]:
    """Return the languages of files that only their includers identify, such as ``commands.def``.

    :param files: with their imports; for other parameters see :func:`resolve`.
    """
    included = {
        _last(statement.target) for file in _including(files) for statement in file.facts.imports
    }
    unsaid = {
        path
        for path, file in files.items()
        # Whether its name says nothing takes longest to find.
        if file.name in included
        and file.kind == "text"
        and file_types.is_unsaid(path, file.language)
    }
    includers = _includers(files, {files[path].name for path in unsaid})
    if not includers:
        return {}
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    resolved = resolve(files, read, root_name, includers, include_folders, databases).imports
    for path, statements in resolved.items():
        for statement in statements:
            for target in statement.resolved:
                if target in unsaid:
                    counts[target][files[path].language or ""] += 1
    return {path: max(sorted(count), key=count.__getitem__) for path, count in counts.items()}


def _including(files: Mapping[str, File]) -> Iterator[File]:
    keys = {key for key, language in load().items() if language.imports.text}
    return (file for file in files.values() if file.language in keys)


def _includers(files: Mapping[str, File], names: set[str]) -> dict[str, File]:
    includers: dict[str, File] = {}
    for file in _including(files) if names else ():
        imports = tuple(
            statement for statement in file.facts.imports if _last(statement.target) in names
        )
        if imports:
            includers[file.path] = file._replace(facts=replace(file.facts, imports=imports))
    return includers


def _last(target: str) -> str:
    return target.replace("\\", "/").rpartition("/")[2]
