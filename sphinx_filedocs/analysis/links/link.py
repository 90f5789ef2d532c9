"""Pure core: links every name of a tree's sources to what it means, and back."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sphinx_filedocs.analysis.imports import Resolution
from sphinx_filedocs.analysis.links.faces import Modules, make_face
from sphinx_filedocs.analysis.links.found import CANDIDATES, Found
from sphinx_filedocs.analysis.links.meanings import Meanings
from sphinx_filedocs.analysis.links.modules import Defined, Module
from sphinx_filedocs.analysis.links.tree import Tree
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


@dataclass(frozen=True, slots=True)
class Linked:
    """Where the names of a tree lead; see the fields of the same names of
    :class:`sphinx_filedocs.model.Graph`."""

    links: Mapping[str, Links]
    references: Mapping[Definition, Rows]
    possible: Mapping[str, Rows]


@dataclass(frozen=True, slots=True)
class FileLinks:
    """Where the names of a file lead; links are said by their numbers.

    :param expressions: the link of each expression, -1 for none.
    :param lines: on which definitions are used, and in columns of the same length the checksums
        of these lines and the links to the definitions.
    """

    expressions: array[int]
    lines: array[int]
    checksums: array[int]
    uses: array[int]


def link_names(
    files: Mapping[str, File], names: Mapping[str, Names], resolution: Resolution
) -> Linked:
    """Return where every name of the sources leads, and who uses each definition.

    :param names: of every file whose language has scopes; of a large tree they are asked for more
        than once.
    """
    modules = Modules(files, names)
    faces = {path: make_face(module) for path, module in modules.items()}
    meanings = Meanings(Tree(modules, faces, resolution.imports, files), resolution.find_root)
    table = Table()
    linker = _Linker(meanings, table)
    return linked({path: linker.link(module) for path, module in modules.items()}, table.links)


class Table:
    """The different links of a tree, by numbers; those that are equal have one number."""

    def __init__(self) -> None:
        self.links: list[Link] = []
        self._numbers: dict[Link, int] = {}

    def number(self, link: Link) -> int:
        """Return the number of a link."""
        found = self._numbers.get(link)
        if found is None:
            found = self._numbers[link] = len(self.links)
            self.links.append(link)
        return found


class _Linker:
    """Links one file after the other."""

    def __init__(self, meanings: Meanings, table: Table) -> None:
        self._meanings = meanings
        self._table = table

    def link(self, module: Module) -> FileLinks:
        count = len(module.names.expressions)
        found = [self._meanings.find(module.path, at) for at in range(count)]
        known: dict[Found, int] = {}
        numbers = array("i")
        for one in found:
            number = known.get(one, -2) if one else -1
            if one and number == -2:
                link = _link(module, one)
                number = known[one] = self._table.number(link) if link else -1
            numbers.append(number)
        self._meanings.leave_file(module.path)
        return self._with_uses(module, found, numbers)

    def _with_uses(
        self, module: Module, found: list[Found | None], numbers: array[int]
    ) -> FileLinks:
        made = FileLinks(numbers, array("I"), array("I"), array("i"))
        seen: set[tuple[int, Definition | str]] = set()
        for line, checksum, expression in _used(module, found):
            number = numbers[expression]
            target = _target(self._table.links[number]) if number >= 0 else None
            if target is not None and (line, target) not in seen:
                seen.add((line, target))
                made.lines.append(line)
                made.checksums.append(checksum)
                made.uses.append(number)
        return made


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


def _target(link: Link) -> Definition | str | None:
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


def linked(files: Mapping[str, FileLinks], links: list[Link]) -> Linked:
    """Return where the names of a tree lead, and who uses each definition.

    :param files: the links of each file, by path, sorted.
    :param links: by their numbers.
    """
    paths = tuple(files)
    occurrences = Occurrences(paths)
    targets = [_target(link) for link in links]
    hows = [HOWS.index(link.how) for link in links]
    references: defaultdict[Definition, array[int]] = defaultdict(lambda: array("I"))
    possible: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
    for at, one in enumerate(files.values()):
        start = len(occurrences.lines)
        occurrences.files.extend([at] * len(one.lines))
        occurrences.lines.extend(one.lines)
        occurrences.checksums.extend(one.checksums)
        occurrences.hows.extend(hows[number] for number in one.uses)
        for row, number in enumerate(one.uses, start):
            target = targets[number]
            if isinstance(target, str):
                possible[target].append(row)
            elif target is not None:
                references[target].append(row)
    ordered = sorted(references, key=lambda definition: definition.order)
    return Linked(
        {path: Links(links, one.expressions) for path, one in files.items()},
        {one: Rows(occurrences, references[one]) for one in ordered},
        {name: Rows(occurrences, possible[name]) for name in sorted(possible)},
    )
