"""The section of what a file imports and what imports it, directly, indirectly and in circles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from sphinx_filedocs.model.facts import Import, ImportedName, ImportTime
from sphinx_filedocs.model.graph import Cycle, Graph, Importer
from sphinx_filedocs.pages.file_sections import file_link, line_link
from sphinx_filedocs.pages.markup import (
    Block,
    Code,
    Fold,
    Inline,
    Lines,
    Muted,
    Rubric,
    bullets,
    paragraph,
    sentence,
    separated,
)
from sphinx_filedocs.pages.pictures.columns import ROOM, WIDTH, Column, Named, columns
from sphinx_filedocs.pages.pictures.shapes import Picture, cut_before
from sphinx_filedocs.pages.text import about_files, lines_text
from sphinx_filedocs.pages.translation import _, ngettext, quantity
from sphinx_filedocs.pages.view_models import FileView, Further, Way

#: A page shows no more importers than this; the cross-references have them all.
_MOST_IMPORTERS = 200
#: A page names no more files in each direction; the others are counted.
_MOST_WAYS = 200
#: A row names no more steps of a cycle.
_MOST_STEPS = 8


def dependencies(view: FileView) -> list[Block]:
    """Return what the file imports, inside and outside the tree, and what imports it."""
    inside = [entry for entry in view.imports if not entry.is_external]
    outside = [entry for entry in view.imports if entry.is_external]
    content = neighbourhood(view)
    if view.cycle:
        way = cycle_row(lambda path, line: file_link(view, path, line), view.cycle)
        content.append(bullets([sentence(_("In an import cycle: {way}"), way=way)]))
        content += whole_cycle(lambda path, line: file_link(view, path, line), view.cycle)
    if inside:
        content += [
            Rubric(_("From this project"), IMPORTS),
            bullets(_import_rows(view, inside)),
        ]
    if outside:
        content += [Rubric(_("External imports")), bullets(_import_rows(view, outside))]
    if view.imported_by:
        content += _importers(view)
    content += _further(view, view.further, _imports)
    content += _further(view, view.further_by, _imported_by)
    return content


def cycle_row(link: Callable[[str, int | None], Inline], cycle: Cycle) -> list[Inline]:
    """Return the way around a cycle as links to its lines, and how many files are in such cycles.

    :param link: makes a link from a path, and a line of it if there is one.
    """
    files = about_files(cycle.files)
    if not cycle.steps:
        message = _("too long to show, through {files} that all import one another")
        return [message.format(files=files)]
    links = [link(step.path, step.line) for step in cycle.steps]
    end = link(cycle.steps[0].path, None)
    shown = links if len(links) <= _MOST_STEPS else [*links[: _MOST_STEPS - 1], Muted("…")]
    way = separated([*shown, end], " → ")
    if cycle.files > len(cycle.steps):
        files = _("{files} all import one another, directly or indirectly").format(files=files)
    return [*way, Muted(f" – {files}")]


def whole_cycle(link: Callable[[str, int | None], Inline], cycle: Cycle) -> list[Block]:
    """Return the steps of a cycle as a folded list, if its row can't show all of them.

    :param link: as :func:`cycle_row` has it.
    """
    if len(cycle.steps) <= _MOST_STEPS:
        return []
    title = quantity(len(cycle.steps), "All {count:,} step", "All {count:,} steps")
    return [Fold(title, (bullets([link(step.path, step.line)] for step in cycle.steps),))]


def _importers(view: FileView) -> list[Block]:
    by_file: dict[str, list[Importer]] = defaultdict(list)
    for importer in view.imported_by:
        by_file[importer.path].append(importer)
    rows: list[list[Inline]] = []
    for path, importers in list(by_file.items())[:_MOST_IMPORTERS]:
        docname = view.docnames.get(path)
        lines = [importer.line for importer in importers]
        on = Lines(docname, tuple(lines)) if docname else lines_text(lines)
        row = sentence(_("{file} on {lines}"), file=file_link(view, path), lines=on)
        whens = {importer.when for importer in importers}
        rows.append([*row, *(_when(whens.pop()) if len(whens) == 1 else ())])
    title = quantity(len(by_file), "Imported by {count:,} file", "Imported by {count:,} files")
    content: list[Block] = [Rubric(title, IMPORTERS), bullets(rows)]
    if (more := len(by_file) - _MOST_IMPORTERS) > 0:
        shown = quantity(more, "… and {count:,} more files.", "… and {count:,} more files.")
        content.append(paragraph(shown))
    return content


def _import_rows(view: FileView, imports: Sequence[Import]) -> list[list[Inline]]:
    rows: list[list[Inline]] = []
    for entry in imports:
        what: list[Inline] = [Code(entry.target)]
        if entry.alias:
            what = sentence(_("{name} as {alias}"), name=what, alias=entry.alias)
        if names := [_with_alias(imported) for imported in entry.names]:
            what += [": ", *separated(Code(name) for name in names)]
        line = line_link(view, entry.line)
        if entry.packages:
            files = _package(view, entry)
            row = sentence(_("{names} from {files} on {line}"), names=what, files=files, line=line)
        elif entry.resolved:
            files = _resolved(view, entry.resolved)
            row = sentence(_("{names} from {files} on {line}"), names=what, files=files, line=line)
        else:
            row = sentence(_("{names} on {line}"), names=what, line=line)
        rows.append([*row, *_when(entry.when)])
    return rows


def _when(when: ImportTime) -> list[Inline]:
    """Return what is said of an import that is not carried out with its file."""
    words = {
        "types": _("for types only"),
        "call": _("inside a function"),
        "condition": _("under a condition"),
        "build": _("inside #if"),
    }
    return [Muted(f" – {words[when]}")] if when in words else []


def _with_alias(imported: ImportedName) -> str:
    if not imported.alias:
        return imported.name
    return _("{name} as {alias}").format(name=imported.name, alias=imported.alias)


def _package(view: FileView, entry: Import) -> list[Inline]:
    """Return the folders of a package, with those of its files that are used."""
    folders = separated(
        file_link(view, folder, label=f"{folder or '.'}/") for folder in entry.packages
    )
    if not entry.resolved:
        return folders
    files = _resolved(view, entry.resolved)
    return sentence(_("{folders} (used: {files})"), folders=folders, files=files)


def _resolved(view: FileView, paths: tuple[str, ...], most: int = 4) -> list[Inline]:
    links = separated(file_link(view, path) for path in paths[:most])
    if (more := len(paths) - most) <= 0:
        return links
    message = ngettext("{files} and {count} more files", "{files} and {count} more files", more)
    return sentence(message, files=links, count=more)


def _imports(files: int, steps: int) -> str:
    return quantity(
        files,
        "Imports {count:,} file in {steps} steps",
        "Imports {count:,} files in {steps} steps",
        steps=steps,
    )


def _imported_by(files: int, steps: int) -> str:
    return quantity(
        files,
        "Imported by {count:,} file in {steps} steps",
        "Imported by {count:,} files in {steps} steps",
        steps=steps,
    )


def _further(view: FileView, further: Further, title: Callable[[int, int], str]) -> list[Block]:
    """Return files by the number of steps to them, each with the file that it is reached through.

    :param title: returns the heading of a number of files, so many steps away.
    """
    content: list[Block] = []
    for steps, count in enumerate(further.counts, 2):
        rows = [
            sentence(
                _("{file} through {other}"),
                file=file_link(view, way.path, way.line),
                other=file_link(view, way.through, way.through_line),
            )
            for way in further.ways
            if way.steps == steps
        ]
        if rows:
            content += [Rubric(title(count, steps)), bullets(rows)]
    if hidden := sum(further.counts) - len(further.ways):
        furthest = len(further.counts) + 1
        more = quantity(
            hidden,
            "… and {count:,} more files, up to {steps} steps away.",
            "… and {count:,} more files, up to {steps} steps away.",
            steps=furthest,
        )
        content.append(paragraph(more))
    return content


def imports_of(graph: Graph, path: str, depth: int | None) -> Further:
    """Return what a file leads to in two steps or more.

    :param depth: so many steps are followed at most; all without it.
    """

    def steps(through: str) -> Iterator[tuple[str, int]]:
        for entry in sorted(graph.imports.get(through, ()), key=lambda entry: entry.line):
            yield from ((target, entry.line) for target in entry.resolved)

    return _follow(
        path,
        depth,
        steps,
        lambda at, count, through, line: Way(at, count, through, through_line=line),
    )


def importers_of(graph: Graph, path: str, depth: int | None) -> Further:
    """Return what leads to a file in two steps or more.

    :param depth: so many steps are followed at most; all without it.
    """

    def steps(through: str) -> Iterator[tuple[str, int]]:
        return ((use.path, use.line) for use in graph.imported_by.get(through, ()))

    return _follow(
        path, depth, steps, lambda at, count, through, line: Way(at, count, through, line=line)
    )


def _follow(
    path: str,
    depth: int | None,
    steps: Callable[[str], Iterable[tuple[str, int]]],
    make: Callable[[str, int, str, int], Way],
) -> Further:
    """Go from file to file, a step at a time.

    :param steps: returns where one step leads from a file, each with the line that shows it.
    :param make: returns a way from where it leads, the number of steps, the file before and line.
    """
    seen, level = {path}, [path]
    counts: list[int] = []
    ways: list[Way] = []
    while level and (depth is None or len(counts) < depth):
        reached: dict[str, tuple[str, int]] = {}
        for through in level:
            for other, line in steps(through):
                if other not in seen:
                    seen.add(other)
                    reached[other] = (through, line)
        level = sorted(reached)
        counts.append(len(level))
        if len(counts) > 1:
            room = _MOST_WAYS - len(ways)
            ways += (make(at, len(counts), *reached[at]) for at in level[:room])
    return Further(tuple(filter(None, counts[1:])), tuple(ways))


#: The places on the page of a file where all that it imports is listed, and all that imports it.
IMPORTS, IMPORTERS = "imports", "imported-by"
#: A column has no more names, and of fewer files in both the lists say as much.
_MOST, _FEWEST = 12, 3


def neighbourhood(view: FileView) -> list[Block]:
    """Return a picture of a file between those of the tree that it imports and those that import
    it, on each side those that use most first; nothing for vendored files."""
    own = view.file.path
    imports = _ranked(
        own,
        (path for entry in view.imports for path in entry.resolved),
        (exchange.path for exchange in view.takes),
    )
    importers = _ranked(
        own,
        (importer.path for importer in view.imported_by),
        (exchange.path for exchange in view.gives),
    )
    if view.file.vendored or len({*imports, *importers}) < _FEWEST:
        return []
    left = Column(_("Imports"), _names(view, imports, IMPORTS))
    right = Column(_("Imported by"), _names(view, importers, IMPORTERS))
    height, shapes = columns(left, own.rpartition("/")[2], right)
    said = _("Imports {files}, imported by {importers}").format(
        files=_files(len(imports)), importers=_files(len(importers))
    )
    title = _("What the file imports and what imports it")
    return [Picture("neighbours", own, WIDTH, height, title, said, shapes)]


def _files(count: int) -> str:
    return quantity(count, "{count:,} file", "{count:,} files")


def _ranked(own: str, neighbours: Iterable[str], users: Iterable[str]) -> list[str]:
    """Return the neighbours of a file: those with most uses first, then those without, by path."""
    others = {path for path in neighbours if path != own}
    first = [path for path in dict.fromkeys(users) if path in others]
    return [*first, *sorted(others.difference(first))]


def _names(view: FileView, paths: Sequence[str], place: str) -> list[Named]:
    # A row that says that there is one more could have it.
    shown = paths if len(paths) <= _MOST else paths[: _MOST - 1]
    folder = view.file.path.rpartition("/")[0]
    names = []
    for path in shown:
        above, _slash, name = path.rpartition("/")
        whole = name if above == folder else path
        label = cut_before(whole, ROOM)
        hint = path if label != whole else ""
        names.append(Named(view.docnames.get(path, ""), "", label, hint))
    if more := len(paths) - len(shown):
        said = quantity(more, "and {count:,} more file", "and {count:,} more files")
        names.append(Named(view.docname or "", place, said))
    return names
