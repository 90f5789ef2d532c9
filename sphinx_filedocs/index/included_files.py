"""Files whose names say nothing of their language, but which others include: they are in that of
these."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from sphinx_filedocs.index.import_resolution import resolve
from sphinx_filedocs.languages import file_types, load
from sphinx_filedocs.model.files import File


def languages_of_included(
    files: Mapping[str, File],
    read: Callable[[str], str | None],
    root_name: tuple[str, ...] = (),
    include_folders: tuple[str, ...] = (),
    databases: tuple[str, ...] = (),
) -> dict[str, str]:
    """Return the keys of the languages of such files: of several the one of most lines.

    :param files: all files of the tree by path, with their imports; the other parameters are those
        of :func:`sphinx_filedocs.index.import_resolution.resolve`.
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
    keys = {key for key, language in load().items() if language.includes_text}
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
