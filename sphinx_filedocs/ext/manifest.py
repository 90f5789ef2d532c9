"""What a builder's output folder holds: the fingerprint of each page as it was last written."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinx.builders import Builder

logger = logging.getLogger(__name__)


#: The fingerprint of a page of which it is not known what its output shows, if it is there.
UNKNOWN = ""


class Manifest:
    """The fingerprints of one builder's output, what was written ``finished`` at the end, and a
    digest of what the search index was ``fed`` with of each page.

    It lies in the output folder, so that deleting the output deletes it too. The names of pages are
    noted before they are written, and what they show when the build has ended well: after one that
    was killed they are written again, or deleted if they are no more.

    The file's first line has all of it, as JSON; each further one the names of pages that were
    begun since. Of a last line that is not whole, no page was begun.
    """

    def __init__(self, builder: Builder) -> None:
        self.path = Path(builder.outdir) / f".filedocs-{builder.name}.json"
        self.written: dict[str, str] = {}
        self.finished = ""
        self.fed: dict[str, str] = {}
        self._begun: set[str] = set()
        #: Whether lines can be appended to the file.
        self._is_whole = False
        with contextlib.suppress(OSError, TypeError, ValueError):
            lines = self.path.read_bytes().split(b"\n")
            is_whole = not lines.pop()
            whole, *begun = map(json.loads, lines)
            names = [name for line in begun for name in line]
            match whole:
                case {
                    "finished": str(finished),
                    "written": dict(written),
                    "fed": dict(fed),
                } if all(
                    isinstance(one, str) for one in (*written.values(), *fed.values(), *names)
                ):
                    self.finished, self.written, self.fed = finished, written, fed
                    self._is_whole = is_whole
                    self.written.update(dict.fromkeys(names, UNKNOWN))

    def outdated(self, fingerprints: dict[str, str]) -> list[str]:
        """Return the pages whose output is missing or shows something else."""
        return [name for name, value in fingerprints.items() if self.written.get(name) != value]

    def vanished(self, docnames: Iterable[str]) -> list[str]:
        """Return the pages that were written, or were about to be, and are no more."""
        return sorted(self.written.keys() - set(docnames))

    def begin(self, docnames: Iterable[str]) -> None:
        """Note the names of pages that are about to be written or deleted."""
        begun = sorted(name for name in set(docnames) if self.written.get(name) != UNKNOWN)
        self.written.update(dict.fromkeys(begun, UNKNOWN))
        self._begun.update(begun)
        if begun and self._is_whole:
            self._note(lambda: self._append(begun))
        elif begun:
            self._save(self.written | dict.fromkeys(self._begun, UNKNOWN))

    def forget(self, docnames: Iterable[str]) -> None:
        """Forget pages whose output is deleted, from the next :meth:`save` on."""
        for name in docnames:
            self.written.pop(name, None)

    def save(self) -> None:
        """Note all that was written, when the build has ended well."""
        self._save(self.written)

    def _save(self, written: dict[str, str]) -> None:
        """Write the file, whole or not at all."""
        found = {"finished": self.finished, "written": written, "fed": self.fed}
        self._note(lambda: _write_whole(self.path, _line(found)))

    def _append(self, begun: list[str]) -> None:
        with self.path.open("r+b") as file:
            file.seek(0, os.SEEK_END)
            file.write(_line(begun))

    def _note(self, write: Callable[[], None]) -> None:
        """Write to the file: where that can't be done there is none, and the next build writes
        everything."""
        self._is_whole = False
        try:
            write()
        except OSError as error:
            logger.info("what is in the output can't be noted: %s", error)
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
        else:
            self._is_whole = True


def _line(value: object) -> bytes:
    # With an indent, Python would write it and not C.
    return json.dumps(value, sort_keys=True, ensure_ascii=True).encode("ascii") + b"\n"


def output_file(builder: Builder, docname: str) -> Path | None:
    """Return where a builder writes a document, if it writes one file for each."""
    if hasattr(builder, "get_outfilename"):
        return Path(builder.get_outfilename(docname))
    suffix = getattr(builder, "out_suffix", "")
    return Path(builder.outdir, docname + suffix) if suffix else None


def is_written(builder: Builder, docname: str) -> bool:
    """Tell whether there is an output file of a document."""
    path = output_file(builder, docname)
    return path is not None and path.exists()


def _write_whole(path: Path, data: bytes) -> None:
    """Write a file so that others find what was there before, or all of *data*.

    :raises OSError: when that can't be done.
    """
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
