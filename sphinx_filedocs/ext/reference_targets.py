"""Targets of roles and directives, and their order in the search."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from sphinx_filedocs.index.import_graph import only_declares
from sphinx_filedocs.model.symbols import Definition, Outlined, walk
from sphinx_filedocs.pages.reader_data import group_of
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.text import printable_line
from sphinx_filedocs.pages.view_models import outline_anchor, symbol_anchor

_LINES = re.compile(r"(?P<path>.*)#L(?P<first>[0-9]+)(-L?(?P<last>[0-9]+))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a link, with its default text."""

    docname: str
    anchor: str
    text: str


class RoleTargets:
    """All names of the documented trees."""

    def __init__(self, sites: Mapping[str, Site]) -> None:
        self._sites = sites

    def find(self, reftype: str, target: str) -> Target | str:
        """Return the target of a role, or an error message."""
        finder = {
            "file": self._find_file,
            "folder": self._find_folder,
            "symbol": self._find_symbol,
            "crossref": self._find_crossref,
        }.get(reftype)
        return finder(target) if finder else self._find_described(reftype, target)

    def find_any(self, target: str) -> Target | None:
        """Return the target of the role ``any``: a file or folder by a path with a slash, or a
        definition of the program itself, if no other file defines that name."""
        if "/" in target:
            return next(
                (
                    match
                    for match in map(self.find, ("file", "folder"), (target, target))
                    if isinstance(match, Target)
                ),
                None,
            )
        wanted = target.replace("::", ".")
        rows = [
            (site, path, where)
            for site in self._sites.values()
            for path, _, where in site.symbols.get(wanted, ())
        ]
        if len(rows) != 1:
            return None
        site, path, where = rows[0]
        if not site.codebase.light[path].is_own_program:
            return None
        return Target(site.plan.files[path], where, target)

    def site_paths(self, target: str) -> Iterator[tuple[Site, str]]:
        """Yield the readings of a path: relative to each tree, or behind a tree's prefix."""
        path = target.strip().removeprefix("./").rstrip("/")
        for prefix, site in self._sites.items():
            yield site, path
            if path == prefix or path.startswith(f"{prefix}/"):
                yield site, path[len(prefix) + 1 :]

    def _find_file(self, target: str) -> Target | str:
        match = _LINES.fullmatch(target)
        path = match["path"] if match else target
        for site, relative in self.site_paths(path):
            if relative in site.plan.files:
                last = site.codebase.files[relative].facts.lines.total
                if match and not 1 <= int(match["first"]) <= int(match["last"] or last) <= last:
                    return f"line not found; the file has the lines 1 to {last}"
                lines = f"L{match['first']}" if match else ""
                if match and match["last"]:
                    lines += f"-L{match['last']}"
                return Target(site.plan.files[relative], lines, target)
        return "no documented tree has this file"

    def _find_folder(self, target: str) -> Target | str:
        for site, relative in self.site_paths("" if target in (".", "/", "") else target):
            if relative in site.plan.folders:
                return Target(site.plan.folders[relative], "", target)
        return "no documented tree has this folder"

    def _find_symbol(self, target: str) -> Target | str:
        path, separator, name = target.partition("::")
        if separator:
            for site, relative in self.site_paths(path):
                if relative in site.plan.files:
                    wanted = name.replace("::", ".")
                    for entry in walk(site.codebase.files[relative].facts.symbols):
                        if wanted in (entry.qualified, entry.symbol.name):
                            where = place_of(site, relative, entry)
                            return Target(site.plan.files[relative], where, name)
                    return f"{relative} does not define it"
        wanted = target.replace("::", ".")
        definitions = [
            (site, *row) for site in self._sites.values() for row in site.symbols.get(wanted, ())
        ]
        paths = sorted({path for _, path, _, _ in definitions})
        if len(paths) == 1:
            site, path, _, where = definitions[0]
            return Target(site.plan.files[path], where, target)
        if definitions:
            shown = ", ".join(f"{path}::{wanted}" for path in paths[:5])
            more = f" and {len(paths) - 5} more" if len(paths) > 5 else ""
            return f"several files define it: {shown}{more}"
        return "no documented tree defines it"

    def _find_crossref(self, target: str) -> Target | str:
        for site in self._sites.values():
            if place := site.plan.name_places.get(target):
                return Target(*place, target)
        return "no documented tree defines or imports it"

    def _find_described(self, reftype: str, target: str) -> Target | str:
        for site in self._sites.values():
            for role, _path, place in site.additions.described():
                if (role, place.name) == (reftype, target):
                    return Target(place.docname, place.anchor, printable_line(place.title))
        return f"no documented tree describes this {reftype}"


def objects(site: Site) -> Iterator[tuple[str, str, str, str, str, int]]:
    """Yield folders, files, symbols and what plugins describe as objects of a domain."""
    plan, outlines, order = site.plan, site.codebase.graph.outlines, SearchPriorities(site)
    for path, docname in plan.folders.items():
        if path:
            yield path, f"{path}/", "folder", docname, "", OTHER
    for role, _path, described in site.additions.described():
        title = printable_line(described.title)
        yield described.name, title, role, described.docname, described.anchor, OTHER
    for path, docname in plan.files.items():
        yield path, path, "file", docname, "", order.of_file(path)
        for symbol in outlines.get(path, ()):
            yield (
                f"{path}::{symbol.qualified}",
                printable_line(symbol.qualified),
                symbol.kind,
                docname,
                place(site, path, outline_anchor(symbol.qualified, symbol.number), symbol.line),
                order.of_symbol(symbol),
            )


def place(site: Site, path: str, symbol_anchor: str, line: int) -> str:
    """Return the anchor of a symbol on the page of a file, or of its line, or ``""``."""
    return symbol_anchor if site.settings.outlined(path) else _line(site, path, line)


def place_of(site: Site, path: str, entry: Outlined) -> str:
    """The same for a symbol that may be private."""
    if site.settings.lists(path, entry):
        return symbol_anchor(entry)
    return _line(site, path, entry.symbol.line)


def _line(site: Site, path: str, line: int) -> str:
    return f"L{line}" if site.settings.anchors(path) else ""


#: Priorities of objects. Without ``filedocs-search.js`` Sphinx's search adds 5, nothing (as to any
#: number that it does not know) and -5 to the score of an object.
OWN, OTHER, LAST, NEVER = 1, 3, 2, -1
#: Kinds of symbols that one file defines and others declare.
_DECLARED = frozenset({"function", "method", "variable", "constant"})


class SearchPriorities:
    """Priorities in the search: first own programs; then data, build files and prose; last tests,
    examples and foreign code."""

    def __init__(self, site: Site) -> None:
        self._light = site.codebase.light
        self._outlines = site.codebase.graph.outlines

    def of_file(self, path: str) -> int:
        """Return the priority of a file."""
        file = self._light[path]
        if group_of(file) != "o":
            return LAST
        return OWN if file.is_own_program else OTHER

    def of_symbol(self, symbol: Definition) -> int:
        """Return the priority of its file, or the last for a mere declaration.

        Headings have none: the search index has them as text.
        """
        if symbol.kind == "heading":
            return NEVER
        is_declared = (
            symbol.kind in _DECLARED
            and only_declares(symbol.path)
            and symbol.qualified in self._defined
        )
        return LAST if is_declared else self.of_file(symbol.path)

    @cached_property
    def _defined(self) -> frozenset[str]:
        return frozenset(
            symbol.qualified
            for path, symbols in self._outlines.items()
            if not only_declares(path)
            for symbol in symbols
            if symbol.kind in _DECLARED
        )
