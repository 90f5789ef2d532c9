"""What the names in a listing lead to, and what is said when the pointer rests on them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Graph
from sphinx_filedocs.model.links import How, Link, ProseLink
from sphinx_filedocs.model.names import Places
from sphinx_filedocs.model.symbols import Definition, SymbolKind, walk
from sphinx_filedocs.pages.alphabetical_index import NamePlace
from sphinx_filedocs.pages.digests import digest_of
from sphinx_filedocs.pages.listing import Mark, Placed
from sphinx_filedocs.pages.text import (
    anchor,
    around_name,
    declares_kind,
    kind_name,
    printable_line,
    uses_in_files,
    whole_words,
)
from sphinx_filedocs.pages.translation import _, deferred, quantity
from sphinx_filedocs.pages.use_rows import counted

#: A signature on a hint is cut at so many characters.
_LONGEST = 240
#: The anchor of a range of lines.
_LINES = re.compile(r"L([0-9]+)-L[0-9]+")
_HOW: Mapping[How, str] = {
    "compiler": deferred("by compiler"),
    "scope": deferred("in scope"),
    "import": deferred("by import"),
    "member": deferred("as a member"),
    "build": deferred("as compiled"),
    "name": deferred("the only definition of this name"),
    "candidates": deferred("perhaps: the only definition of this name"),
    "external": deferred("outside of this tree"),
}
#: The classes that Pygments gives the names of definitions in HTML.
_COLOURS: Mapping[SymbolKind, str] = {
    **dict.fromkeys(("class", "struct", "union", "enum", "interface", "trait", "type"), "nc"),
    **dict.fromkeys(("function", "method", "macro"), "nf"),
    **dict.fromkeys(("namespace", "module"), "nn"),
}
_DEFINED = ("filedocs-def",)


class NameTarget(NamedTuple):
    """The target of a name: document, anchor and hint."""

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

    :param documents: of files and folders, as :class:`~sphinx_filedocs.pages.plan.Plan` has them.
    :param name_places: the places of the uses of names.
    :param anchor_of: returns the anchor of a definition on its file's page.
    """

    def __init__(
        self,
        graph: Graph,
        files: Mapping[str, str],
        folders: Mapping[str, str],
        documents: Mapping[str, str],
        name_places: Mapping[str, NamePlace],
        anchor_of: Callable[[Definition], str],
    ) -> None:
        self._graph = graph
        self._files = files
        self._folders = folders
        self._documents = documents
        self._name_places = name_places
        self._anchor = anchor_of
        #: Tells whether a definition overrides or implements others.
        self.is_related: Callable[[Definition], bool] = lambda _: False

    def digest(self, path: str) -> str:
        """Return a digest of the inputs of a listing's marks besides its file."""
        links = self._graph.links.get(path)
        if links is None:
            named = [
                f"{prose_link.line} {prose_link.name} {self._prose_target(prose_link)}"
                for prose_link in self._graph.prose_links.get(path, ())
            ]
            return digest_of(named) if named else ""
        # Not of several files together: it is noted what each rests on.
        said = {
            number: digest_of([self._saying(links.different[number])])
            for number in {*links.numbers} - {-1}
        }
        said[-1] = ""
        # Also where nothing leads: that tells which expression each other one is about.
        return digest_of((self._own(path), *map(said.__getitem__, links.numbers)))

    def excerpt_digest(self, path: str, places: Places, shown: range) -> str:
        """Return a digest of the inputs of :meth:`in_excerpt` besides the file."""
        links = self._graph.links.get(path)
        if links is None:
            return ""
        first, behind = (bisect_left(places.lines, line) for line in (shown.start, shown.stop))
        known = len(links.numbers)
        numbers = [links.numbers[at] if at < known else -1 for at in places.meant[first:behind]]
        return digest_of(
            self._saying(links.different[number]) if number >= 0 else "" for number in numbers
        )

    def _saying(self, link: Link) -> str:
        if not (link.definitions or link.paths):
            return link.external
        if definition := link.sole:
            what = (
                f"{definition.path}\t{definition.qualified}\t{definition.number}\t"
                f"{definition.kind}\t{definition.signature}"
            )
            return f"{link.how} {what}"
        return f"{self.place(link)}"

    def _own(self, path: str) -> str:
        parts: list[str] = []
        for definition in self._graph.used.get(path, ()):
            count, files = self.uses(definition)
            uses = f"{count} {files} {self._name_places.get(definition.name)}"
            parts.append(f"{definition.qualified}\t{definition.number}\t{uses}\n")
        return "".join(parts)

    def externals(self, path: str) -> Iterator[str]:
        """Yield the dotted name of everything outside of the tree that a file names."""
        for link in self._graph.links.get(path, ()):
            if link is not None and link.external:
                yield link.external

    def documents(self, path: str) -> Iterator[str]:
        """Yield the documents that the marks of a file's listing lead to."""
        for prose_link in self._graph.prose_links.get(path, ()):
            if target := self._prose_target(prose_link):
                yield target.docname
        for link in self._graph.links.get(path, ()):
            if link is None:
                continue
            if place := self.place(link):
                yield place.docname
            for definition in link.definitions:
                used = definition.path == path and self._graph.references.get(definition)
                if used and (listed := self._name_places.get(definition.name)):
                    yield listed.docname

    def place(self, link: Link) -> NameTarget | None:
        """Return the target of a link in the tree."""
        if link.definitions:
            first = link.definitions[0]
            if len(link.definitions) == 1:
                # One that is not sure is no choice: it leads there, and says so.
                return NameTarget(
                    self._files[first.path],
                    self._anchor(first),
                    _hint(first, link.how),
                    link.how == "candidates",
                )
            listed = self._name_places.get(first.name)
            return (
                NameTarget(listed.docname, listed.anchor, _choice(link), not link.together)
                if listed
                else None
            )
        if len(link.paths) == 1:
            return NameTarget(
                self._files[link.paths[0]], "", f"{link.paths[0]} · {_(_HOW[link.how])}"
            )
        folders = {path.rpartition("/")[0] for path in link.paths}
        if len(folders) == 1:
            folder = folders.pop()
            return NameTarget(self._folders[folder], "", f"{folder or '.'}/ · {_(_HOW[link.how])}")
        return None

    def in_prose(
        self,
        path: str,
        shown: Mapping[int, str],
        uri: Callable[[str, str], str],
    ) -> dict[int, list[Placed]]:
        """Return the marks of the names in a text of prose that lead into the tree, by line.

        :param shown: the lines that are asked for, by number.
        """
        made: dict[int, list[Placed]] = {}
        for prose_link in self._graph.prose_links.get(path, ()):
            column = next(whole_words(shown.get(prose_link.line, ""), prose_link.name), -1)
            target = self._prose_target(prose_link)
            if column >= 0 and target:
                mark = Mark(uri(target.docname, target.anchor), target.hint)
                made.setdefault(prose_link.line, []).append((column, len(prose_link.name), mark))
        for row in made.values():
            row.sort(key=lambda placed: placed[:2])
        return made

    def _prose_target(self, prose_link: ProseLink) -> NameTarget | None:
        if prose_link.definition:
            home = self._files[prose_link.definition.path]
            return NameTarget(
                home, self._anchor(prose_link.definition), _hint(prose_link.definition, "name")
            )
        # A file may become a folder of the same path, which nothing but its document tells.
        docname = self._documents.get(prose_link.path) or self._documents.get(f"{prose_link.path}/")
        return NameTarget(docname, "", prose_link.path) if docname else None

    def uses(self, definition: Definition) -> tuple[int, int]:
        """Return the numbers of lines and files that use a definition."""
        return counted(self._graph.references.get(definition))

    def marks(
        self,
        path: str,
        places: Places,
        shown: range,
        uri: Callable[[str, str], str],
        external: Callable[[str], tuple[str, str] | None],
        is_lasting: bool = False,
    ) -> dict[int, list[Placed]]:
        """Return the marks of each line of a file.

        :param places: of the names in it.
        :param shown: the lines that are asked for, 1-based.
        :param uri: returns the address of an anchor (or ``""``) on a document.
        :param external: returns the address and the hint of a dotted name outside of the tree.
        :param is_lasting: whether addresses in the same file must outlast an edit, too.
        """
        links = self._graph.links.get(path)
        if links is None:
            return {}

        @cache
        def use(number: int, is_parameter: bool) -> Mark | None:
            # One mark stands for all expressions that lead to the same place.
            link = links.different[number]
            return self._use(path, link, is_parameter, uri, external, is_lasting)

        made: dict[int, list[Placed]] = {}
        anchors: set[str] = set()
        last, row = 0, list[Placed]()
        first, behind = (bisect_left(places.lines, line) for line in (shown.start, shown.stop))
        every = (places.lines, places.columns, places.lengths, places.meant)
        for line, column, length, meant in zip(
            *(values[first:behind] for values in every), strict=True
        ):
            number = links.numbers[meant] if meant < len(links.numbers) else -1
            if number < 0:
                continue
            link, mark = links.different[number], use(number, bool(places.parameters[meant]))
            own_line, own_column = places.bound_lines[meant], places.bound_columns[meant]
            if (own_line == line and own_column == column) or (
                not own_line and self._is_itself(link, path, line)
            ):
                if link.line is not None:
                    continue
                defined = self._definition(link, path, line, uri)
                # Two names on one line may be taken for one definition; an id stands once.
                if defined and defined.anchor not in anchors:
                    anchors.add(defined.anchor)
                    mark = defined
            if mark is not None:
                if line != last:
                    last, row = line, made.setdefault(line, [])
                row.append((column, length, mark))
        return made

    def in_excerpt(
        self, path: str, places: Places, shown: range, uri: Callable[[str, str], str]
    ) -> dict[int, list[Placed]]:
        """Return the marks of lines on another page, without local names and anchors."""
        every = self.marks(path, places, shown, uri, lambda _: None, is_lasting=True)
        used = {
            line: [placed for placed in row if not (placed[2].local or placed[2].anchor)]
            for line, row in every.items()
        }
        return {line: row for line, row in used.items() if row}

    def _definition(
        self, link: Link, path: str, line: int, uri: Callable[[str, str], str]
    ) -> Mark | None:
        for definition in link.definitions:
            if definition.line == line and definition.path == path:
                count, files = self.uses(definition)
                listed = self._uses_place(definition)
                hint = uses_in_files(count, files) if count else _("no use found")
                is_link = count > 0 or self.is_related(definition)
                return Mark(
                    href=uri(*listed) if listed and is_link else "",
                    title=hint if is_link else "",
                    classes=(_COLOURS[definition.kind], *_DEFINED)
                    if definition.kind in _COLOURS
                    else _DEFINED,
                    anchor=definition_anchor(definition.qualified, definition.number),
                    badge=f"{count:,}" if count else "",
                )
        return None

    def _uses_place(self, definition: Definition) -> NamePlace | None:
        """Return the place of the uses of a definition: the first, where its file has them all."""
        place, own = self._name_places.get(definition.name), self._files[definition.path]
        if place is None or place.docname != own:
            return place
        first = next(iter(self._graph.references.get(definition) or ()), None)
        return NamePlace(own, f"L{first.line}") if first else None

    def _is_itself(self, link: Link, path: str, line: int) -> bool:
        """Return whether an unbound name leads to its own line. Example: an export that defines
        it."""
        definition = link.sole
        if definition is None:
            return False
        here = definition.line == line and definition.path == path
        return here and not self._graph.references.get(definition)

    def _use(
        self,
        path: str,
        link: Link,
        is_parameter: bool,
        uri: Callable[[str, str], str],
        external: Callable[[str], tuple[str, str] | None],
        is_lasting: bool,
    ) -> Mark | None:
        if link.line is not None:
            hint = _("parameter, line {line}") if is_parameter else _("local name, line {line}")
            here = uri(self._files[path], f"L{link.line}")
            return Mark(here, hint.format(line=link.line), local=True)
        if link.external:
            outside = external(link.external)
            return Mark(*outside, classes=("external",)) if outside else None
        place = self.place(link)
        if place is None:
            return None
        if not is_lasting and place.docname == self._files[path] and link.definitions:
            # Within a listing an address need not outlast an edit, and this is the shortest.
            place = place._replace(anchor=f"L{link.definitions[0].line}")
        classes = ("filedocs-maybe",) if place.maybe else ()
        return Mark(uri(place.docname, place.anchor), place.hint, classes)


def line_ids(
    file: File,
    used: Iterable[Definition],
    marks: Mapping[int, Sequence[Placed]],
    named: Iterable[str],
) -> dict[int, list[str]]:
    """Return more ids of lines: ranges of symbols and of mentions, definitions without a mark.

    :param used: definitions in the file with uses, also outside of its outline.
    :param named: anchors in hand-written pages.
    """
    marked = {mark.anchor for row in marks.values() for _, _, mark in row}
    ids: dict[int, list[str]] = {}
    for entry in walk(file.facts.symbols):
        symbol = entry.symbol
        wanted = [definition_anchor(entry.qualified, entry.number)]
        if symbol.span.end > symbol.line:
            wanted.append(f"L{symbol.line}-L{symbol.span.end}")
        for identifier in wanted:
            here = ids.setdefault(symbol.line, [])
            if identifier not in marked and identifier not in here:
                here.append(identifier)
    for definition in used:
        identifier = definition_anchor(definition.qualified, definition.number)
        here = ids.setdefault(definition.line, [])
        if identifier not in marked and identifier not in here:
            here.append(identifier)
    for identifier in named:
        if lines := _LINES.fullmatch(identifier):
            here = ids.setdefault(int(lines[1]), [])
            if identifier not in here:
                here.append(identifier)
    return ids


def _hint(definition: Definition, how: How) -> str:
    what = printable_line(definition.signature or definition.qualified)
    shown = what if len(what) <= _LONGEST else f"{what[: _LONGEST - 1]}…"
    before, _name, _after = around_name(what, definition.name)
    kind = "" if declares_kind(before) else f"{kind_name(definition.kind)} "
    return f"{kind}{shown}\n{printable_line(definition.path)} · {_(_HOW[how])}"


def _choice(link: Link) -> str:
    paths: Sequence[str] = list(dict.fromkeys(definition.path for definition in link.definitions))
    shown = ", ".join(map(printable_line, paths[:3]))
    if (more := len(paths) - 3) > 0:
        shown = quantity(
            more, "{files} and {count} more files", "{files} and {count} more files", files=shown
        )
    if link.together:
        return quantity(
            len(link.definitions),
            "a member of each of {count} types: {files}",
            "a member of each of {count} types: {files}",
            files=shown,
        )
    return quantity(
        len(link.definitions),
        "may be one of {count} definitions: {files}",
        "may be one of {count} definitions: {files}",
        files=shown,
    )
