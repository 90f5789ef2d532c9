"""The section about imports, importers and cycles of a file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from sphinx_filedocs.model.facts import Import, ImportedName, ImportTime
from sphinx_filedocs.model.graph import Cycle, Importer
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
from sphinx_filedocs.pages.text import about_files, lines_text
from sphinx_filedocs.pages.translation import _, ngettext, quantity
from sphinx_filedocs.pages.view_models import FileView

#: A page shows no more importers than this; the cross-references have them all.
_MOST_IMPORTERS = 200
#: A row names no more steps of a cycle.
_MOST_STEPS = 8


def dependencies(view: FileView) -> list[Block]:
    """Return imports inside and outside the tree, importers and cycles."""
    inside = [entry for entry in view.imports if not entry.is_external]
    outside = [entry for entry in view.imports if entry.is_external]
    content: list[Block] = []
    if view.cycle:
        way = cycle_row(lambda path, line: file_link(view, path, line), view.cycle)
        content.append(bullets([sentence(_("In an import cycle: {way}"), way=way)]))
        content += whole_cycle(lambda path, line: file_link(view, path, line), view.cycle)
    if inside:
        content += [
            Rubric(_("From this project")),
            bullets(_import_rows(view, inside)),
        ]
    if outside:
        content += [Rubric(_("External imports")), bullets(_import_rows(view, outside))]
    if view.imported_by:
        content += _importers(view)
    return content


def cycle_row(link: Callable[[str, int | None], Inline], cycle: Cycle) -> list[Inline]:
    """Return the steps of a cycle as links to lines, and the number of files in it.

    :param link: makes a link from a path and an optional line.
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
    content: list[Block] = [Rubric(title), bullets(rows)]
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
    words = {
        "types": _("for types only"),
        "call": _("inside a function"),
        "condition": _("conditional"),
        "build": _("inside #if"),
    }
    return [Muted(f" – {words[when]}")] if when in words else []


def _with_alias(imported: ImportedName) -> str:
    if not imported.alias:
        return imported.name
    return _("{name} as {alias}").format(name=imported.name, alias=imported.alias)


def _package(view: FileView, entry: Import) -> list[Inline]:
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
