"""Pure core: links every name of a tree's sources to what it means, and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sphinx_filedocs.analysis import languages
from sphinx_filedocs.analysis.imports import Resolution
from sphinx_filedocs.analysis.links.found import CANDIDATES, Found
from sphinx_filedocs.analysis.links.meanings import Meanings
from sphinx_filedocs.analysis.links.modules import Defined, Module, make_module
from sphinx_filedocs.model import Definition, File, How, Link, Names, Reference


@dataclass(frozen=True, slots=True)
class Links:
    """Where the names of a tree lead; see the fields of the same names of
    :class:`sphinx_filedocs.model.Graph`."""

    links: Mapping[str, tuple[Link | None, ...]]
    references: Mapping[Definition, tuple[Reference, ...]]
    possible: Mapping[str, tuple[Reference, ...]]


def link_names(
    files: Mapping[str, File], names: Mapping[str, Names], resolution: Resolution
) -> Links:
    """Return where every name of the sources leads, and who uses each definition.

    :param names: of every file whose language has scopes.
    """
    known = languages.load()
    modules = {
        path: make_module(file, names.get(path, Names()))
        for path, file in sorted(files.items())
        if file.language in known and file.kind == "text"
    }
    meanings = Meanings(modules, resolution.imports, resolution.find_root, files)
    uses = _Uses()
    links: dict[str, tuple[Link | None, ...]] = {}
    for path, module in modules.items():
        found = [meanings.find(path, at) for at in range(len(module.names.expressions))]
        links[path] = tuple(_link(module, one) for one in found)
        uses.add(module, found, links[path])
        meanings.leave_file(path)
    return Links(links, uses.references(), uses.possible())


def _link(module: Module, found: Found | None) -> Link | None:
    if found is None or found.package is not None:
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


class _Uses:
    """Who uses each definition, while files are added in the order of their paths."""

    def __init__(self) -> None:
        self._uses: defaultdict[Defined, dict[tuple[str, int], Reference]] = defaultdict(dict)
        self._possible: defaultdict[str, dict[tuple[str, int], Reference]] = defaultdict(dict)

    def add(
        self, module: Module, found: list[Found | None], links: tuple[Link | None, ...]
    ) -> None:
        """Add the uses in one file."""
        for line, checksum, expression in _used(module, found):
            one, link = found[expression], links[expression]
            if one is None or link is None or not one.defined:
                continue
            places = (
                self._possible[one.defined[0].name]
                if link.how == "candidates"
                else self._uses[one.defined[0]]
            )
            if (module.path, line) not in places:
                places[module.path, line] = Reference(module.path, line, link.how, checksum)

    def references(self) -> dict[Definition, tuple[Reference, ...]]:
        """Return the uses of each definition that has any, in the order of definitions."""
        ordered = sorted(self._uses.items(), key=lambda pair: pair[0].definition.order)
        return {defined.definition: tuple(places.values()) for defined, places in ordered}

    def possible(self) -> dict[str, tuple[Reference, ...]]:
        """Return the lines on which each name may mean one of several definitions."""
        return {name: tuple(places.values()) for name, places in sorted(self._possible.items())}


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
