"""Which files define each name of a tree. With it, a file is linked again without
looking at what all others define."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from sphinx_filedocs import languages
from sphinx_filedocs.index.links.faces import Face, is_at_home, member_name, name_of, place_of
from sphinx_filedocs.index.links.kept import checksum
from sphinx_filedocs.index.links.modules import family


@dataclass(frozen=True, slots=True)
class Directory:
    """Where the names of a group of languages are defined, as a :class:`Visibility` asks for them.

    :param paths: the files, sorted.
    :param names: the names, sorted.
    :param ends: where the definitions of each name end among the *homes*.
    :param homes: the number of the file of each definition.
    :param sums: the checksums of qualified names, sorted.
    :param places: the number of a file that defines one of that checksum.
    """

    paths: tuple[str, ...]
    names: tuple[str, ...]
    ends: array[int]
    homes: array[int]
    sums: array[int]
    places: array[int]

    def homes_of(self, name: str) -> array[int]:
        """Return the number of the file of each definition of a name, sorted."""
        at = bisect_left(self.names, name)
        if at == len(self.names) or self.names[at] != name:
            return array("I")
        return self.homes[self.ends[at - 1] if at else 0 : self.ends[at]]

    def places_of(self, qualified: str) -> array[int]:
        """Return the numbers of the files that may define a qualified name."""
        sum_ = checksum(qualified)
        return self.places[bisect_left(self.sums, sum_) : bisect_right(self.sums, sum_)]

    def replaced(self, path: str, old: Face, new: Face) -> Directory:
        """Return what it is when a file defines something else."""
        own = sorted(_names(new)), sorted(_sums(new))
        if own == (sorted(_names(old)), sorted(_sums(old))):
            return self
        at = self.paths.index(path)
        starts = (0, *self.ends)
        names = [
            (name, home)
            for number, name in enumerate(self.names)
            for home in self.homes[starts[number] : starts[number + 1]]
            if home != at
        ]
        sums = [pair for pair in zip(self.sums, self.places, strict=True) if pair[1] != at]
        names += ((name, at) for name in own[0])
        sums += ((sum_, at) for sum_ in own[1])
        return _made(self.paths, names, sums)


def make_directories(faces: Mapping[str, Face]) -> dict[str, Directory]:
    """Return the directory of each group of languages in which a file sees nothing of others but
    by its imports and by name.

    :param faces: by path, sorted.
    """
    known = languages.load()
    by_family: defaultdict[str, dict[str, Face]] = defaultdict(dict)
    for path, face in faces.items():
        by_family[family(face.language)][path] = face
    return {
        name: _directory(own)
        for name, own in by_family.items()
        if all(known[one.language].import_only for one in own.values())
        and not any(known[one.language].packages for one in own.values())
    }


def _directory(faces: Mapping[str, Face]) -> Directory:
    rows = tuple(enumerate(faces.values()))
    names = [(name, at) for at, face in rows for name in _names(face)]
    return _made(tuple(faces), names, [(one, at) for at, face in rows for one in _sums(face)])


def _made(
    paths: tuple[str, ...], names: list[tuple[str, int]], sums: list[tuple[int, int]]
) -> Directory:
    names.sort()
    sums.sort()
    ends, known = array("I"), []
    homes = array("I", (at for _, at in names))
    for name, rows in groupby(names, key=lambda pair: pair[0]):
        known.append(name)
        ends.append((ends[-1] if ends else 0) + sum(1 for _ in rows))
    columns: Iterable[Iterable[int]] = zip(*sums, strict=True) if sums else ((), ())
    first, second = (array("I", column) for column in columns)
    return Directory(paths, tuple(known), ends, homes, first, second)


def _names(face: Face) -> Iterator[str]:
    rows = ((owner, row) for owner, row in face.rows if place_of(row) != "inner")
    return (name_of(row) for owner, row in rows if is_at_home(owner, row))


def _sums(face: Face) -> Iterator[int]:
    return (
        checksum(member_name(owner, name_of(row)))
        for owner, row in face.rows
        if place_of(row) != "inner"
    )
