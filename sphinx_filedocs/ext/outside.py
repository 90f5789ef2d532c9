"""Files outside every documented tree, scanned when a directive names them."""

from __future__ import annotations

import os
from pathlib import Path

from sphinx_filedocs.analysis.analyse import analyse_file
from sphinx_filedocs.model import Keyword
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
    file, _ = analyse_file(path.parent, path.name, limit)
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
    return analyse_file(Path(view.root), view.file.path, limit)[1].keywords
