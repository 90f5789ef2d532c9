"""The picture of what a file imports and what imports it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sphinx_filedocs.pages.markup import Block
from sphinx_filedocs.pages.pictures.columns import ROOM, WIDTH, Column, Named, columns
from sphinx_filedocs.pages.pictures.lettering import cut_before
from sphinx_filedocs.pages.pictures.shapes import Picture
from sphinx_filedocs.pages.text import about_files
from sphinx_filedocs.pages.translation import _, quantity
from sphinx_filedocs.pages.view_models import FileView

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
        files=about_files(len(imports)), importers=about_files(len(importers))
    )
    title = _("What the file imports and what imports it")
    return [Picture("neighbours", own, WIDTH, height, title, said, shapes)]


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
