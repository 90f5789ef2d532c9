"""Files outside every documented tree, scanned when a directive names them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from sphinx_filedocs.model import Extract, File, Keyword, ProvenanceKind
from sphinx_filedocs.pages.views import FileView
from sphinx_filedocs.source import content, credentials


class CredentialsError(ValueError):
    """A file is not shown because it holds credentials; the message says which."""


def file_view(
    absolute: str,
    shown: str,
    limit: int,
    public: Sequence[str],
    plain: tuple[ProvenanceKind, ...],
) -> FileView:
    """Return a view of a file that has no page: nothing in it is linked.

    :param shown: the path as the writer named it.
    :param limit: and *public*, *plain*: see
        :class:`sphinx_filedocs.index.extraction.Analysis`.
    :raises OSError: when there is no such file.
    :raises CredentialsError: when it holds credentials by its kind.
    """
    path = Path(absolute)
    if not path.is_file():
        code = 21 if path.is_dir() else 2
        raise OSError(code, os.strerror(code), absolute)
    if not credentials.is_public(path.name, public):
        kind = credentials.kind_of(absolute, lambda: content.read_head(path.parent, path.name))
        if kind:
            msg = (
                f"the file holds credentials ({kind}) and is not shown; name it in "
                "filedocs_public_credentials if they are meant to be seen"
            )
            raise CredentialsError(msg)
    file, _ = _analysed(path.parent, path.name, limit, public, plain)
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


def keywords(
    view: FileView, limit: int, public: Sequence[str], plain: tuple[ProvenanceKind, ...]
) -> tuple[Keyword, ...]:
    """Return the keywords of a file that has no page; see :func:`file_view`."""
    return _analysed(Path(view.root), view.file.path, limit, public, plain)[1].keywords


def _analysed(
    folder: Path,
    name: str,
    limit: int,
    public: Sequence[str],
    plain: tuple[ProvenanceKind, ...],
) -> tuple[File, Extract]:
    # The largest part of the program by far; few builds need it.
    from sphinx_filedocs.index.extraction import analyse_file  # noqa: PLC0415

    return analyse_file(folder, name, limit, public, plain)
