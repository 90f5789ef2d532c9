"""Files outside every documented tree, scanned when a directive names them."""

from __future__ import annotations

import os
from pathlib import Path

from sphinx_filedocs.model import Extract, File, Keyword
from sphinx_filedocs.pages.views import FileView


def file_view(absolute: str, shown: str, limit: int) -> FileView:
    """Return a view of a file that has no page: nothing in it is linked.

    :param shown: the path as the writer named it.
    :raises OSError: when there is no such file.
    """
    path = Path(absolute)
    if not path.is_file():
        code = 21 if path.is_dir() else 2
        raise OSError(code, os.strerror(code), absolute)
    file, _ = _analysed(path.parent, path.name, limit)
    return FileView(
        prefix="",
        docname=None,
        title=shown,
        file=file,
        root=str(path.parent),
        imports=file.facts.imports,
        anchors=False,
        outlined=False,
    )


def keywords(view: FileView, limit: int) -> tuple[Keyword, ...]:
    """Return the keywords of a file that has no page."""
    return _analysed(Path(view.root), view.file.path, limit)[1].keywords


def _analysed(folder: Path, name: str, limit: int) -> tuple[File, Extract]:
    # The largest part of the program by far; few builds need it.
    from sphinx_filedocs.analysis.extraction import analyse_file  # noqa: PLC0415

    return analyse_file(folder, name, limit)
