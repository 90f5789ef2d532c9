"""The section of what a file imports and what imports it, directly, indirectly and in circles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from sphinx_filedocs.model import Cycle, Import
from sphinx_filedocs.pages.file import file_link, line_link
from sphinx_filedocs.pages.markup import (
    Block,
    Code,
    Inline,
    Lines,
    Muted,
    Rubric,
    bullets,
    paragraph,
    separated,
)
from sphinx_filedocs.pages.text import lines_text, quantity, rough_quantity
from sphinx_filedocs.pages.views import FileView, Further

#: A page shows no more importers than this; the cross-references have them all.
_MOST_IMPORTERS = 200


def dependencies(view: FileView) -> list[Block]:
    """Return what the file imports, inside and outside the tree, and what imports it."""
    inside = [entry for entry in view.imports if entry.resolved]
    outside = [entry for entry in view.imports if not entry.resolved]
    summary = _totals(view)
    if view.cycle:
        way = cycle_row(lambda path, line: file_link(view, path, line), view.cycle)
        summary.append(["In an import cycle: ", *way])
    content: list[Block] = [bullets(summary)] if summary else []
    if inside:
        content += [Rubric("Imports from this tree"), bullets(_import_rows(view, inside))]
    if outside:
        content += [Rubric("External imports"), bullets(_import_rows(view, outside))]
    if view.imported_by:
        content += _importers(view)
    content += _further(view, "Imports", view.further)
    content += _further(view, "Imported by", view.further_by)
    return content


def _totals(view: FileView) -> list[list[Inline]]:
    """Return how many files hang together with this one, where that is more than is listed."""
    reach = view.reach
    rows: list[list[Inline]] = []
    for verb, count, steps in (
        ("Imports", reach.imported, reach.imported_steps),
        ("Imported by", reach.importing, reach.importing_steps),
    ):
        if steps is None:
            rows.append([f"{verb} at least {rough_quantity(count, 'file')} in all."])
        elif steps > 1:
            files = rough_quantity(count, "file")
            rows.append([f"{verb} {files} in all, up to {steps} steps away."])
    return rows


def cycle_row(link: Callable[[str, int | None], Inline], cycle: Cycle) -> list[Inline]:
    """Return the way around a cycle as links to its lines, and how many files are in such cycles.

    :param link: makes a link from a path, and a line of it if there is one.
    """
    files = rough_quantity(cycle.files, "file")
    if not cycle.steps:
        return [f"longer than can be shown, of {files} that all import one another"]
    links = [link(step.path, step.line) for step in cycle.steps]
    way = separated([*links, link(cycle.steps[0].path, None)], " → ")
    more = cycle.files > len(cycle.steps)
    others = f" – {files} all import one another, directly or not" if more else f" – {files}"
    return [*way, Muted(others)]


def _importers(view: FileView) -> list[Block]:
    by_file: dict[str, list[int]] = defaultdict(list)
    for use in view.imported_by:
        by_file[use.path].append(use.line)
    rows: list[list[Inline]] = []
    for path, lines in list(by_file.items())[:_MOST_IMPORTERS]:
        docname = view.docnames.get(path) if view.anchors else None
        on = Lines(docname, tuple(lines)) if docname else lines_text(lines)
        rows.append([file_link(view, path), " on ", on])
    content: list[Block] = [
        Rubric(f"Imported by {quantity(len(by_file), 'file')}"),
        bullets(rows),
    ]
    if len(by_file) > _MOST_IMPORTERS:
        content.append(paragraph(f"… and {len(by_file) - _MOST_IMPORTERS:,} more files."))
    return content


def _import_rows(view: FileView, imports: Sequence[Import]) -> list[list[Inline]]:
    """Return a row for each imported target: names, lines and the files that it leads to."""
    rows: list[list[Inline]] = []
    for entry in imports:
        row: list[Inline] = [Code(entry.target)]
        names = [
            f"{imported.name} as {imported.alias}" if imported.alias else imported.name
            for imported in entry.names
        ]
        if entry.alias:
            row.append(f" as {entry.alias}")
        if names:
            row += [": ", *separated(Code(name) for name in names)]
        if entry.resolved:
            row += [" from ", *_resolved(view, entry.resolved)]
        row += [" on ", line_link(view, entry.line)]
        rows.append(row)
    return rows


def _resolved(view: FileView, paths: tuple[str, ...], most: int = 4) -> list[Inline]:
    links = separated(file_link(view, path) for path in paths[:most])
    return [*links, f" and {len(paths) - most} more files"] if len(paths) > most else links


def _further(view: FileView, verb: str, further: Further) -> list[Block]:
    """Return files by the number of steps to them, each with the file that it is reached through.

    :param verb: what the view's file does with them.
    """
    content: list[Block] = []
    for steps, count in enumerate(further.counts, 2):
        rows = [
            [
                file_link(view, way.path, way.line),
                " through ",
                file_link(view, way.through, way.through_line),
            ]
            for way in further.ways
            if way.steps == steps
        ]
        if rows:
            title = f"{verb} {quantity(count, 'file')} in {steps} steps"
            content += [Rubric(title), bullets(rows)]
    if hidden := sum(further.counts) - len(further.ways):
        furthest = len(further.counts) + 1
        content.append(paragraph(f"… and {hidden:,} more files, up to {furthest} steps away."))
    return content
