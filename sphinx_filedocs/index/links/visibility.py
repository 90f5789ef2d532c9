"""The definitions of a tree by name, and which of them a file can see."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence

from sphinx_filedocs import languages
from sphinx_filedocs.index.links.directory import Directory
from sphinx_filedocs.index.links.faces import (
    Face,
    Row,
    defined,
    is_at_home,
    member_name,
    name_of,
    place_of,
    rows_named,
)
from sphinx_filedocs.index.links.modules import Defined, Module, family
from sphinx_filedocs.model import Import

#: So many definitions of a name are told apart; of more, none is meant.
MANY = 200


class Visibility:
    """The definitions of a tree by name, and the files that each file includes.

    :param faces: by path, sorted.
    :param directories: by group of languages, if the definitions of a name are to be looked for
        when it is asked for, else all are noted at once.
    """

    def __init__(
        self,
        faces: Mapping[str, Face],
        imports: Mapping[str, tuple[Import, ...]],
        directories: Mapping[str, Directory] | None = None,
    ) -> None:
        self._faces = faces
        self._directories = directories
        self._looked_for: dict[tuple[str, str], set[int]] = {}
        self._imports = imports
        self._numbers = {path: at for at, path in enumerate(faces)}
        self._paths = tuple(faces)
        self._seen: dict[str, int] = {}
        self._met: dict[str, int] = {}
        self._tables: dict[str, bytes] = {}
        self._qualified_seen: dict[tuple[str, str], list[Defined]] = {}
        self._named: dict[tuple[str, str, str], list[Defined]] = {}
        #: The definitions, the number of the file of each, and what is made of them.
        self._rows: list[Row] = []
        self._homes: list[int] = []
        self._made: dict[int, Defined] = {}
        self._by_name: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._qualified: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._packages: dict[tuple[str, str, str], list[int]] = defaultdict(list)
        self._above: set[tuple[str, str]] = set()
        for path in faces if directories is None else ():
            self._add(path)

    def _add(self, path: str) -> None:
        """Note the definitions of a file by name; what is in two owners has two qualified names."""
        at, face = self._numbers[path], self._faces[path]
        family_ = family(face.language)
        packages = languages.load()[face.language].packages
        if packages:
            self._add_package(face)
        for owner, row in face.rows:
            name = name_of(row)
            number = self._note(at, family_, owner, row, name)
            if packages and not owner:
                self._packages[face.language, face.package, name].append(number)

    def _note(self, at: int, family_: str, owner: str, row: Row, name: str) -> int:
        """Note a definition, and return its number."""
        number = len(self._rows)
        self._rows.append(row)
        self._homes.append(at)
        if place_of(row) != "inner":
            self._qualified[family_, member_name(owner, name)].append(number)
            if is_at_home(owner, row):
                self._by_name[family_, name].append(number)
        return number

    def _add_package(self, face: Face) -> None:
        """Note a package under those above."""
        key = face.package
        while key and (face.language, key) not in self._above:
            self._above.add((face.language, key))
            key = key.rpartition(".")[0]

    def _defined(self, numbers: Sequence[int]) -> list[Defined]:
        made = self._made
        for number in numbers:
            if number not in made:
                made[number] = defined(self._paths[self._homes[number]], self._rows[number])
        return [made[number] for number in numbers]

    def named(self, family: str, name: str, place: str) -> list[Defined]:
        """Return the definitions of a name at one place (``top`` or ``member``)."""
        key = (family, name, place)
        if key not in self._named:
            found = self._by_name_of(family, name)
            rows = [one for one in found if place_of(self._rows[one]) == place]
            self._named[key] = self._defined(rows)
        return self._named[key]

    def qualified(self, family: str, name: str) -> list[Defined]:
        """Return the definitions of a qualified name."""
        if directory := self._directory(family):
            self._look_for(directory, family, name.rpartition(".")[2], directory.places_of(name))
        return self._defined(self._in_order(self._qualified.get((family, name), ())))

    def _by_name_of(self, family: str, name: str) -> Sequence[int]:
        """Return the definitions of a name, none if there are too many."""
        if directory := self._directory(family):
            homes = directory.homes_of(name)
            if len(homes) > MANY:
                return ()
            self._look_for(directory, family, name, homes)
        found = self._by_name.get((family, name), ())
        return self._in_order(found) if len(found) <= MANY else ()

    def _directory(self, family: str) -> Directory | None:
        return self._directories.get(family) if self._directories else None

    def _look_for(self, directory: Directory, family: str, name: str, homes: Iterable[int]) -> None:
        """Note the definitions of a name, said without its owner, in some files of a directory."""
        known = self._looked_for.setdefault((family, name), set())
        for path in (directory.paths[home] for home in {*homes} - known):
            for owner, row in rows_named(self._faces[path], name):
                self._note(self._numbers[path], family, owner, row, name)
        known.update(homes)

    def _in_order(self, numbers: Sequence[int]) -> Sequence[int]:
        """Return definitions in the order of their files, whenever these were looked at."""
        return (
            numbers if self._directories is None else sorted(numbers, key=self._homes.__getitem__)
        )

    def beside(self, module: Module, name: str) -> list[Defined]:
        """Return what a name means in the other files of a file's package, those of its own
        folder first."""
        rows = self.in_package(module, module.package, name)
        others = [one for one in rows if one.path != module.path]
        folder = module.path.rpartition("/")[0]
        near = [one for one in others if one.path.rpartition("/")[0] == folder]
        return near or others

    def in_package(self, module: Module, package: str, name: str) -> list[Defined]:
        """Return the definitions of a name in a package of the language of a file."""
        return self._defined(self._packages.get((module.language.key, package, name), ()))

    def has_package(self, module: Module, package: str) -> bool:
        """Tell whether a name is a package of the language of a file, or stands above one."""
        return (module.language.key, package) in self._above

    def seen(self, path: str, rows: Iterable[Defined]) -> list[Defined]:
        """Return the definitions that are in a file or in what it includes, directly or not."""
        table = self._see(path)
        numbers = self._numbers
        return [row for row in rows if table[(at := numbers[row.path]) >> 3] >> (at & 7) & 1]

    def sees(self, path: str, other: str) -> bool:
        """Tell whether a file is another one or includes it, directly or not."""
        at = self._numbers[other]
        return bool(self._see(path)[at >> 3] >> (at & 7) & 1)

    def near(self, path: str, rows: Iterable[Defined]) -> list[Defined]:
        """Return the definitions that some file includes together with a file, directly or not."""
        if not self._met:
            self._find_met()
        bits = self._met.get(path)
        table = self._see(path) if bits is None else self._table(bits)
        numbers = self._numbers
        return [row for row in rows if table[(at := numbers[row.path]) >> 3] >> (at & 7) & 1]

    def qualified_seen(self, module: Module, name: str) -> Sequence[Defined]:
        """Return the definitions of a qualified name, but macros, that a file sees."""
        key = (module.path, name)
        found = self._qualified_seen.get(key)
        if found is None:
            rows = self._qualified.get((module.family, name), ())
            table, homes = self._see(module.path), self._homes
            seen = [one for one in rows if table[(at := homes[one]) >> 3] >> (at & 7) & 1]
            made = self._defined(seen)
            found = self._qualified_seen[key] = [one for one in made if one.kind != "macro"]
        return found

    def leave_file(self) -> None:
        """Forget what few others will ask for than the file that was being linked."""
        self._qualified_seen.clear()

    def _see(self, path: str) -> bytes:
        table = self._tables.get(path)
        if table is None:
            table = self._tables[path] = self._table(self._included(path))
        return table

    def _table(self, bits: int) -> bytes:
        return bits.to_bytes(len(self._paths) // 8 + 1, "little")

    def _find_met(self) -> None:
        """Find what each file that is included is included together with."""
        met = self._met
        used: dict[str, list[str]] = {}
        for path in self._paths:
            rows = (one.resolved for one in self._imports.get(path, ()) if one.kind == "include")
            found = [one for resolved in rows for one in resolved if one in self._numbers]
            if found:
                used[path] = found
                met.update((one, self._included(one)) for one in (path, *found))
        # Those that include most first: they reach the others.
        waiting = deque(sorted(used, key=lambda path: -met[path].bit_count()))
        queued = set(waiting)
        while waiting:
            user = waiting.popleft()
            queued.discard(user)
            for one in used.get(user, ()):
                grown = met[one] | met[user]
                if grown != met[one]:
                    met[one] = grown
                    if one not in queued:
                        queued.add(one)
                        waiting.append(one)

    def _included(self, path: str) -> int:
        """Return the numbers of all files that a file includes as the bits of one."""
        if path in self._seen:
            return self._seen[path]
        total = 0
        waiting = [path]
        while waiting:
            at = waiting.pop()
            if at not in self._numbers:
                continue
            bit = 1 << self._numbers[at]
            if total & bit:
                continue
            known = self._seen.get(at)
            if known is not None:
                total |= known
                continue
            total |= bit
            for one in self._imports.get(at, ()):
                waiting += one.resolved
        self._seen[path] = total
        return total
