"""Links every name of a tree's sources to what it means, and back."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sphinx_filedocs.index.links.directory import Directory, make_directories
from sphinx_filedocs.index.links.faces import Face, Modules, make_face
from sphinx_filedocs.index.links.found import CANDIDATES, Found
from sphinx_filedocs.index.links.given import mentions
from sphinx_filedocs.index.links.kept import (
    FileLinks,
    Kept,
    KeptTree,
    file_key,
    pack,
    unpacked_links,
)
from sphinx_filedocs.index.links.meanings import Meanings
from sphinx_filedocs.index.links.modules import Defined, Module
from sphinx_filedocs.index.links.table import LinkTable
from sphinx_filedocs.index.links.tree import Tree
from sphinx_filedocs.index.resolution import Resolution
from sphinx_filedocs.model import (
    HOWS,
    Definition,
    File,
    How,
    Link,
    Links,
    Names,
    Occurrences,
    Rows,
)

Result = TypeVar("Result")
#: Passes the paths of files on that are linked next, and shows how many of their number were.
Progress = Callable[[Iterable[str], int], Iterator[str]]


def quietly(paths: Iterable[str], _: int) -> Iterator[str]:
    """Show nothing."""
    return iter(paths)


@dataclass(frozen=True, slots=True)
class Linked:
    """Where the names of a tree lead; see the fields of the same names of
    :class:`sphinx_filedocs.model.Graph`."""

    links: Mapping[str, Links]
    references: Mapping[Definition, Rows]
    used: Mapping[str, Sequence[Definition]]
    uses: Mapping[str, Mapping[Definition, Sequence[int]]]
    possible: Mapping[str, Rows]
    counted: tuple[int, int]


def link_names(
    files: Mapping[str, File], names: Mapping[str, Names], resolution: Resolution
) -> Linked:
    """Return where every name of the sources leads, and who uses each definition.

    :param names: of every file whose language has scopes; of a large tree they are asked for more
        than once.
    """
    return linked(link_all(files, names, resolution))


def link_all(
    files: Mapping[str, File],
    names: Mapping[str, Names],
    resolution: Resolution,
    progress: Progress = quietly,
) -> KeptTree:
    """Link every file of a tree; see :func:`link_names`."""
    modules = Modules(files, names)
    faces = {path: make_face(module) for path, module in modules.items()}
    linker = Linker(modules, faces, files, resolution, LinkTable())
    paths = progress(modules, len(modules))
    made = {path: linker.link(path, file_key(files[path])) for path in paths}
    linker.let_go()
    others = {path: file_key(file) for path, file in files.items() if path not in made}
    return KeptTree(made, others, linker.table, make_directories(faces))


class Linker:
    """Links one file after the other.

    :param faces: of all modules.
    :param files: all files of the tree.
    :param table: where the links get their numbers.
    :param directories: see :class:`Visibility`.
    """

    def __init__(
        self,
        modules: Modules,
        faces: Mapping[str, Face],
        files: Mapping[str, File],
        resolution: Resolution,
        table: LinkTable,
        directories: Mapping[str, Directory] | None = None,
    ) -> None:
        tree = Tree(modules, faces, resolution.imports, files, directories)
        self._meanings = Meanings(tree, resolution.find_root)
        self._modules = modules
        self._faces = faces
        self._imports = resolution.imports
        self.table = table

    def link(self, path: str, key: str) -> Kept:
        """Return the links of a file.

        :param key: what its names follow from.
        """
        module, imports = self._modules[path], self._imports.get(path, ())
        made = self._link(module)
        names = mentions(module, imports)
        for number in {*made.expressions} - {-1}:
            for one in self.table[number].definitions:
                names.update(one.qualified.replace("::", ".").split("."))
        resolved = tuple(one.resolved for one in imports)
        return pack(key, resolved, self._faces[path], made, names)

    def let_go(self) -> None:
        """Free the memory, when all is linked."""
        self._meanings.let_go()

    def _link(self, module: Module) -> FileLinks:
        count = len(module.names.expressions)
        found = [self._meanings.find(module.path, at) for at in range(count)]
        known: dict[Found, int] = {}
        numbers = array("i")
        for one in found:
            number = known.get(one, -2) if one else -1
            if one and number == -2:
                link = _link(module, one)
                number = known[one] = self.table.number(link) if link else -1
            numbers.append(number)
        self._meanings.leave_file(module.path)
        return self._with_uses(module, found, numbers)

    def _with_uses(
        self, module: Module, found: list[Found | None], numbers: array[int]
    ) -> FileLinks:
        made = FileLinks(
            numbers, array("I"), array("I"), array("i"), self._counted(module, numbers)
        )
        seen: set[tuple[int, Definition | str]] = set()
        for line, checksum, expression in _used(module, found):
            number = numbers[expression]
            used = target(self.table[number]) if number >= 0 else None
            if used is not None and (line, used) not in seen:
                seen.add((line, used))
                made.lines.append(line)
                made.checksums.append(checksum)
                made.uses.append(number)
        return made

    def _counted(self, module: Module, numbers: array[int]) -> tuple[int, int]:
        """Return how many names stand in a file, and how many of them lead to a place in the
        tree."""
        inside = [number >= 0 and not self.table[number].external for number in numbers]
        meant = module.names.meant
        return len(meant), sum(map(inside.__getitem__, meant))


def _link(module: Module, found: Found) -> Link | None:
    if found.package is not None:
        return None
    if found.local >= 0:
        return Link(found.how, line=module.names.bindings[found.local].line)
    if len(found.defined) > CANDIDATES:
        return None
    if found.paths == (module.path,):
        # The file itself, as it calls itself.
        return None
    how: How = "candidates" if len(found.defined) > 1 else found.how
    definitions = tuple(one.definition for one in found.defined)
    return Link(how, definitions, None, found.paths, found.external)


def target(link: Link) -> Definition | str | None:
    """Return what a name with a link uses: a definition, or the name of the candidates for one."""
    if not link.definitions:
        return None
    first = link.definitions[0]
    return first.name.replace("::", ".").rpartition(".")[2] if link.how == "candidates" else first


def _used(module: Module, found: list[Found | None]) -> Iterator[tuple[int, int, int]]:
    """Yield the line, its checksum and the expression of every name but those that are being
    defined there. A shorthand in an object stands for a name besides, and so does an export of
    what is defined elsewhere."""
    names = module.names
    own: dict[tuple[int, int], Defined | None] = {}
    for number, binding in enumerate(names.bindings):
        defined = module.by_binding.get(number)
        if defined and defined.binding == number and binding.kind != "shorthand":
            own[binding.line, binding.column] = defined if binding.kind == "export" else None
    rows = zip(names.lines, names.columns, names.checksums, names.meant, strict=True)
    for line, column, checksum, expression in rows:
        if (line, column) in own:
            exported, leads = own[line, column], found[expression]
            if exported is None or leads is None or exported in leads.defined:
                continue
        yield line, checksum, expression


def linked(tree: KeptTree) -> Linked:
    """Return where the names of a tree lead, and who uses each definition."""
    links = list(tree.links)
    paths = tuple(sorted(tree.files))
    occurrences = Occurrences(paths)
    targets = [target(link) for link in links]
    hows = [HOWS.index(link.how) for link in links]
    references: defaultdict[Definition, array[int]] = defaultdict(lambda: array("I"))
    possible: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
    names = found = 0
    for at, path in enumerate(paths):
        one = tree.files[path].links()
        names, found = names + one.counted[0], found + one.counted[1]
        start = len(occurrences.lines)
        occurrences.files.extend([at] * len(one.lines))
        occurrences.lines.extend(one.lines)
        occurrences.checksums.extend(one.checksums)
        occurrences.hows.extend(hows[number] for number in one.uses)
        for row, number in enumerate(one.uses, start):
            aim = targets[number]
            if isinstance(aim, str):
                possible[aim].append(row)
            elif aim is not None:
                references[aim].append(row)
    ordered = sorted(references, key=lambda definition: definition.order)
    used: defaultdict[str, list[Definition]] = defaultdict(list)
    for definition in ordered:
        used[definition.path].append(definition)
    # What else is kept of a tree is needed no more.
    packed = {path: kept.packed_links for path, kept in tree.files.items()}
    return Linked(
        Unpacked(packed, lambda found: Links(links, found.expressions)),
        {one: Rows(occurrences, references[one]) for one in ordered},
        used,
        Unpacked(packed, lambda found: lines_by_definition(found, targets.__getitem__)),
        {name: Rows(occurrences, possible[name]) for name in sorted(possible)},
        (names, found),
    )


class Unpacked(Mapping[str, Result]):
    """Something that follows from the links of each file, made when it is asked for.

    :param packed: see :class:`Kept`.
    :param make: returns it.
    """

    def __init__(self, packed: Mapping[str, bytes], make: Callable[[FileLinks], Result]) -> None:
        self._packed = packed
        self._make = make

    def __getitem__(self, path: str) -> Result:
        return self._make(unpacked_links(self._packed[path]))

    def __contains__(self, path: object) -> bool:
        return path in self._packed

    def __iter__(self) -> Iterator[str]:
        return iter(self._packed)

    def __len__(self) -> int:
        return len(self._packed)


def lines_by_definition(
    found: FileLinks, target_of: Callable[[int], Definition | str | None]
) -> dict[Definition, list[int]]:
    """Return the definitions that a file uses, each with the lines on which it does.

    :param target_of: returns what a link uses, by its number; see :func:`target`.
    """
    lines: dict[Definition, list[int]] = {}
    for line, number in zip(found.lines, found.uses, strict=True):
        used = target_of(number)
        if isinstance(used, Definition):
            lines.setdefault(used, []).append(line)
    return lines
