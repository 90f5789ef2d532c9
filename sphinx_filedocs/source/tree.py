"""The files of a tree with the texts that functions read, and arithmetic of paths."""

from __future__ import annotations

import posixpath
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard, TypeVar, cast

from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import File, folded

Facts = TypeVar("Facts")
Read = Callable[[str], str | None]
#: Calls a function with the text of a file, by path.
Ask = Callable[[str, Callable[[str], object], str], object]


def _here(_path: str, reader: Callable[[str], object], text: str) -> object:
    return reader(text)


class Texts:
    """The texts of a tree, and the results of readers for each.

    :param read: returns the text of a file, ``None`` when it has none.
    :param ask: calls a function with a text, in bounds; without one, in this process.
    """

    def __init__(self, read: Read, ask: Ask = _here) -> None:
        self._read = read
        self._ask = ask
        self._facts: dict[tuple[str, Callable[[str], object]], object] = {}

    @classmethod
    def of(cls, read: Read) -> Texts:
        """Return the texts for a reader, which may be such texts itself."""
        return read if isinstance(read, Texts) else cls(read)

    def __call__(self, path: str) -> str | None:
        """Return the text of a file, ``None`` when it has none."""
        return self._read(path)

    def facts(self, path: str, reader: Callable[[str], Facts]) -> Facts:
        """Return the result of a reader for the text of a file, for ``""`` when it has none. The
        reader is called once.

        :param reader: can be pickled, as can its result.
        """
        key = path, reader
        if key not in self._facts:
            text = self._read(path)
            self._facts[key] = self._ask(path, reader, text) if text else reader("")
        return cast("Facts", self._facts[key])

    def forget(self, path: str) -> None:
        """Forget the results of readers for a text that has changed."""
        for key in [key for key in self._facts if key[0] == path]:
            del self._facts[key]


#: Folders that names in other parts of a tree do not refer to, even if a file there has the name;
#: from inside such a folder its files are found.
_SECLUDED = """
doc docs example examples fixture fixtures sample samples snapshots stubs test testdata tests
typings
"""
SECLUDED = frozenset(_SECLUDED.split())

#: Longest target, in characters, that is looked for.
LONGEST = 1000
#: So many files of one name are not told apart by where they are.
_MANY = 200


@dataclass(frozen=True, slots=True)
class ListedTree:
    """The view of a tree for strategies.

    :param files: by path; a strategy answers with keys of this alone.
    :param light: the same without outlines.
    :param texts: of the files of the tree.
    :param root_name: the last parts of the path of the root folder itself, outermost first.
    :param folders: every folder with the names of the files directly in it, sorted.
    :param include_folders: those that are searched first for includes.
    :param databases: the texts with compile commands; none for those in the tree.
    """

    files: Mapping[str, File]
    light: Mapping[str, File]
    texts: Texts
    root_name: tuple[str, ...]
    folders: Mapping[str, tuple[str, ...]]
    include_folders: tuple[str, ...] = ()
    databases: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        files: Mapping[str, File],
        read: Read,
        root_name: tuple[str, ...] = (),
        light: Mapping[str, File] | None = None,
        include_folders: tuple[str, ...] = (),
        databases: tuple[str, ...] = (),
    ) -> ListedTree:
        """Index the files of a tree."""
        folders: dict[str, list[str]] = {"": []}
        for path in sorted(files):
            folder, _, name = path.rpartition("/")
            for above in ancestors(folder):
                if above in folders:
                    break
                folders[above] = []
            folders.setdefault(folder, []).append(name)
        return cls(
            files,
            light or files,
            Texts.of(read),
            root_name,
            {key: tuple(names) for key, names in folders.items()},
            include_folders,
            databases,
        )

    def named(self, name: str) -> list[str]:
        """Return the paths of all files with this name, sorted."""
        folders = (folder for folder, names in self.folders.items() if name in names)
        return sorted(beside(folder, name) for folder in folders)

    def imports(self, paths: Iterable[str]) -> Iterator[Import]:
        """Yield the imports of some files, but for those that are too long to name a file."""
        for path in paths:
            for import_ in self.light[path].facts.imports:
                if len(import_.target) <= LONGEST:
                    yield import_

    def has(self, path: str | None) -> TypeGuard[str]:
        """Return True if there is such a file."""
        return path is not None and path in self.files

    def facts(self, path: str, reader: Callable[[str], Facts]) -> Facts:
        """Return the result of a reader for the text of a file, for ``""`` when the tree has no
        such text."""
        return self.texts.facts(path, reader) if path in self.files else reader("")


def parent(path: str) -> str:
    """Return the folder that holds a file or folder; that of the root is the root."""
    return path.rpartition("/")[0]


def beside(folder: str, name: str) -> str:
    """Return the path of ``name`` in a folder; both are taken as they are."""
    return f"{folder}/{name}" if folder and name else folder or name


def join(folder: str, target: str) -> str | None:
    """Join a relative path to a folder; ``None`` if it leaves the tree.

    :param target: with ``.`` and ``..`` parts, if any; a final slash makes no difference.
    """
    if target.startswith("/"):
        return None
    place = posixpath.normpath(posixpath.join(folder, target) or ".")
    if place == ".." or place.startswith("../"):
        return None
    return "" if place == "." else place


def ancestors(folder: str) -> Iterator[str]:
    """Yield a folder and all folders above it, the root last."""
    while folder:
        yield folder
        folder = parent(folder)
    yield ""


def secluded(path: str, folder: str) -> bool:
    """Return True if a path leads, seen from a folder, into a secluded folder."""
    parts = path.split("/")[:-1]
    if SECLUDED.isdisjoint(map(folded, parts)):
        return False
    shared = _shared(parts, folder.split("/"))
    return not SECLUDED.isdisjoint(map(folded, parts[shared:]))


def _shared(parts: Sequence[str], other: Sequence[str]) -> int:
    count = 0
    for left, right in zip(parts, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def nearest(
    paths: Sequence[str],
    folder: str,
    most: int = 1,
    accept: Callable[[str], bool] = lambda _path: True,
) -> Sequence[str]:
    """Return the paths that share the deepest folder with ``folder``.

    None is returned when more than ``most`` paths share it: they are equally near, and choosing one
    would be a guess.

    :param paths: sorted.
    :param accept: returns True for a path that counts at all.
    """
    for above in ancestors(folder):
        start, end = _range(paths, above)
        if end - start > _MANY:
            return ()
        near = [path for path in paths[start:end] if accept(path)]
        if near:
            return near if len(near) <= most else ()
    return ()


def _range(paths: Sequence[str], folder: str) -> tuple[int, int]:
    if not folder:
        return 0, len(paths)
    # "0" is the character after "/".
    return bisect_left(paths, f"{folder}/"), bisect_left(paths, f"{folder}0")


def by_ending(paths: Iterable[str], wanted: Collection[str]) -> dict[str, list[str]]:
    """Return, for each wanted path, the sorted paths that end in it as whole parts."""
    matches: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(paths):
        ending = path
        while ending:
            if ending in wanted:
                matches[ending].append(path)
            ending = ending.partition("/")[2]
    return dict(matches)
