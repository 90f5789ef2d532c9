"""The pages that a build has begun to read: after one that was killed their doctrees may be of
another state than the environment says."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

from sphinx_filedocs.ext.snapshot import write_whole


class Journal:
    """The names of pages in a file beside the doctrees, as long as they are being read."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "filedocs.reading"

    def unfinished(self) -> set[str]:
        """Return the pages that earlier builds have begun and not finished."""
        try:
            return set(self._path.read_text(encoding="utf-8", errors="replace").split("\n"))
        except OSError:
            return set()

    def begin(self, docnames: Iterable[str]) -> None:
        """Note that pages are about to be read."""
        names = "\n".join(sorted({*docnames, *self.unfinished()}))
        # Where this can't be written, doctrees can't either, and Sphinx says so.
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, names.encode())

    def end(self) -> None:
        """Note that all is read, and the environment saved that says so."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)
