"""What the names in a listing lead to, and what is said when the pointer rests on them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sphinx_filedocs.model import Binding, Definition, File, Graph, How, Link, Names, walk
from sphinx_filedocs.pages.listing import Mark
from sphinx_filedocs.pages.text import anchor, printable_line, quantity

#: A signature on a hint is cut at so many characters.
_LONGEST = 90
_HOW: Mapping[How, str] = {
    "scope": "in scope",
    "import": "by import",
    "member": "as a member",
    "name": "the only definition of this name",
    "candidates": "candidates",
    "external": "outside of this tree",
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a name leads: a document and an anchor on it, with the hint for the pointer."""

    docname: str
    anchor: str
    hint: str
    maybe: bool = False


def definition_anchor(qualified: str, number: int) -> str:
    """Return the id of a definition in its file's listing; it does not change with its line.

    :param number: 1-based, of the definitions of this qualified name in the file.
    """
    plain = f"def-{anchor(qualified)}"
    return plain if number == 1 else f"{plain}~{number}"


class Marks:
    """Makes the marks of one tree's listings.

    :param files: the document of each file, by path.
    :param folders: the same of each folder.
    :param crossref: the document with the cross-references of each name.
    :param anchor_of: returns the anchor of a definition on its file's page.
    """

    def __init__(
        self,
        graph: Graph,
        files: Mapping[str, str],
        folders: Mapping[str, str],
        crossref: Mapping[str, str],
        anchor_of: Callable[[Definition], str],
    ) -> None:
        self._graph = graph
        self._files = files
        self._folders = folders
        self._crossref = crossref
        self._anchor = anchor_of

    def digest(self, path: str) -> str:
        """Return a digest of everything that the marks of a file's listing depend on besides the
        file itself and addresses outside of the tree."""
        digest = hashlib.blake2b(digest_size=12)
        for link in self._graph.links.get(path, ()):
            if link is not None and link.line is None:
                place = self.place(link)
                uses = [self._uses(one) for one in link.definitions if one.path == path]
                digest.update(f"{place}{uses}\0".encode("utf-8", "backslashreplace"))
        return digest.hexdigest()

    def externals(self, path: str) -> Iterator[str]:
        """Yield the dotted name of everything outside of the tree that a file names."""
        for link in self._graph.links.get(path, ()):
            if link is not None and link.external:
                yield link.external

    def place(self, link: Link) -> Place | None:
        """Return where a link leads, if that is a place in the tree."""
        if link.definitions:
            first = link.definitions[0]
            if link.how != "candidates":
                return Place(self._files[first.path], self._anchor(first), _hint(first, link))
            name = first.name
            docname = self._crossref.get(name)
            return Place(docname, f"name-{anchor(name)}", _choice(link), True) if docname else None
        if len(link.paths) == 1:
            return Place(self._files[link.paths[0]], "", f"{link.paths[0]} · {_HOW[link.how]}")
        folders = {path.rpartition("/")[0] for path in link.paths}
        if len(folders) == 1:
            folder = folders.pop()
            return Place(self._folders[folder], "", f"{folder or '.'}/ · {_HOW[link.how]}")
        return None

    def _uses(self, definition: Definition) -> tuple[int, int]:
        """Return how many lines use a definition, and in how many files."""
        rows = self._graph.references.get(definition, ())
        return len(rows), len({row.path for row in rows})

    def marks(
        self,
        path: str,
        names: Names,
        uri: Callable[[str, str], str],
        external: Callable[[str], tuple[str, str] | None],
    ) -> dict[int, list[Mark]]:
        """Return the marks of each line of a file, 1-based.

        :param uri: returns the address of an anchor (or ``""``) on a document.
        :param external: returns the address and the hint of a dotted name outside of the tree.
        """
        links = self._graph.links.get(path, ())
        found: dict[int, Mark | None] = {}
        made: dict[int, list[Mark]] = {}
        anchors: set[str] = set()
        for line, column, length, meant in zip(
            names.lines, names.columns, names.lengths, names.meant, strict=True
        ):
            link = links[meant] if meant < len(links) else None
            if link is None:
                continue
            own = _own(names, meant, line, column)
            if own and link.line is not None:
                continue
            mark = self._definition(link, path, line, uri) if own else None
            # Two names on one line may be taken for one definition; an id stands once.
            if mark and mark.anchor not in anchors:
                anchors.add(mark.anchor)
                made.setdefault(line, []).append(_moved(mark, column, length))
                continue
            if meant not in found:
                found[meant] = self._mark(path, names, meant, link, uri, external)
            if plain := found[meant]:
                made.setdefault(line, []).append(_moved(plain, column, length))
        return made

    def _definition(
        self, link: Link, path: str, line: int, uri: Callable[[str, str], str]
    ) -> Mark | None:
        """Return the mark of a name where it is defined: it leads to its uses."""
        for one in link.definitions:
            if (one.path, one.line) == (path, line):
                count, files = self._uses(one)
                name = one.name
                docname = self._crossref.get(name)
                hint = f"{quantity(count, 'use')} in {quantity(files, 'file')}"
                return Mark(
                    0,
                    0,
                    href=uri(docname, f"name-{anchor(name)}") if docname and count else "",
                    title=hint if count else "",
                    classes=("filedocs-def",),
                    anchor=definition_anchor(one.qualified, one.number),
                    count=f"{count:,}" if count else "",
                )
        return None

    def _mark(
        self,
        path: str,
        names: Names,
        meant: int,
        link: Link,
        uri: Callable[[str, str], str],
        external: Callable[[str], tuple[str, str] | None],
    ) -> Mark | None:
        if link.line is not None:
            binding = _binding(names, meant)
            kind = "parameter" if binding and binding.kind == "parameter" else "local name"
            here = uri(self._files[path], f"L{link.line}")
            return Mark(0, 0, here, f"{kind}, line {link.line}")
        if link.external:
            outside = external(link.external)
            return Mark(0, 0, *outside, classes=("external",)) if outside else None
        place = self.place(link)
        if place is None:
            return None
        classes = ("filedocs-maybe",) if place.maybe else ()
        return Mark(0, 0, uri(place.docname, place.anchor), place.hint, classes)


def line_ids(file: File, marks: Mapping[int, Sequence[Mark]]) -> dict[int, list[str]]:
    """Return the ids that lines need besides their own and those of marks: for the range of each
    symbol, and for a symbol whose name no mark has."""
    marked = {mark.anchor for row in marks.values() for mark in row}
    ids: dict[int, list[str]] = {}
    for entry in walk(file.facts.symbols):
        symbol = entry.symbol
        wanted = [definition_anchor(entry.qualified, entry.number)]
        if symbol.span.end > symbol.line:
            wanted.append(f"L{symbol.line}-L{symbol.span.end}")
        for one in wanted:
            here = ids.setdefault(symbol.line, [])
            if one not in marked and one not in here:
                here.append(one)
    return ids


def _own(names: Names, meant: int, line: int, column: int) -> bool:
    """Tell whether a name is bound where it stands."""
    binding = _binding(names, meant)
    if binding is None or binding.kind == "import":
        return False
    return (binding.line, binding.column) == (line, column)


def _binding(names: Names, meant: int) -> Binding | None:
    """Return what binds a name of the file that an expression is, named as a type or not."""
    expression = names.expressions[meant]
    while expression[0] in ("type", "constructor"):
        expression = names.expressions[int(expression[1])]
    if expression[0] == "binding":
        return names.bindings[int(expression[1])]
    if expression[0] == "free" and len(expression) == 5:
        # What it means unless it is inherited.
        return names.bindings[int(expression[4])]
    return None


def _moved(mark: Mark, column: int, length: int) -> Mark:
    return Mark(column, length, mark.href, mark.title, mark.classes, mark.anchor, mark.count)


def _hint(definition: Definition, link: Link) -> str:
    what = printable_line(definition.signature or definition.qualified)
    shown = what if len(what) <= _LONGEST else f"{what[: _LONGEST - 1]}…"
    kind = "" if definition.kind in shown.split() else f"{definition.kind} "
    return f"{kind}{shown} – {printable_line(definition.path)} · {_HOW[link.how]}"


def _choice(link: Link) -> str:
    paths: Sequence[str] = list(dict.fromkeys(one.path for one in link.definitions))
    more = f" and {len(paths) - 3} more files" if len(paths) > 3 else ""
    shown = ", ".join(map(printable_line, paths[:3]))
    return f"may be one of {len(link.definitions)} definitions: {shown}{more}"
