"""What a builder's output folder holds: the fingerprint of each page as it was last written."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_filedocs.ext.snapshot import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinx.builders import Builder

logger = logging.getLogger(__name__)


class Manifest:
    """The fingerprints of one builder's output, what was written ``finished`` at the end, and a
    digest of what the search index was ``fed`` with of each page.

    It lies in the output folder, so that deleting the output deletes it too. What is about to be
    written is struck out before, and noted when the build has ended well: after one that was
    killed, it is written again.

    The file's first line has all of it, as JSON; each further one the pages that were struck out
    of it since.
    """

    def __init__(self, builder: Builder) -> None:
        self.path = Path(builder.outdir) / f".filedocs-{builder.name}.json"
        self.written: dict[str, str] = {}
        self.finished = ""
        self.fed: dict[str, str] = {}
        with contextlib.suppress(OSError, TypeError, ValueError):
            whole, *lines = map(json.loads, self.path.read_bytes().splitlines())
            struck = {name for names in lines for name in names}
            match whole:
                case {
                    "finished": str(finished),
                    "written": dict(written),
                    "fed": dict(fed),
                } if all(isinstance(one, str) for one in (*written.values(), *fed.values())):
                    self.finished, self.written, self.fed = finished, written, fed
                    self._strike_out(struck)

    def outdated(self, fingerprints: dict[str, str]) -> list[str]:
        """Return the pages whose output is missing or shows something else."""
        return [name for name, value in fingerprints.items() if self.written.get(name) != value]

    def vanished(self, docnames: Iterable[str]) -> list[str]:
        """Return the pages that were written and are no more."""
        return sorted(self.written.keys() - set(docnames))

    def begin(self, docnames: Iterable[str]) -> None:
        """Strike out pages that are about to be written or deleted."""
        struck = sorted(self.written.keys() & set(docnames))
        self._strike_out(struck)
        if struck:
            self._note(lambda: self._append(struck))

    def save(self) -> None:
        """Write the file, whole or not at all."""
        found = {"finished": self.finished, "written": self.written, "fed": self.fed}
        self._note(lambda: write_whole(self.path, _line(found)))

    def _strike_out(self, names: Iterable[str]) -> None:
        for name in names:
            self.written.pop(name, None)

    def _append(self, struck: list[str]) -> None:
        with self.path.open("r+b") as file:
            file.seek(0, os.SEEK_END)
            file.write(_line(struck))

    def _note(self, write: Callable[[], None]) -> None:
        """Write to the file: where that can't be done there is none, and the next build writes
        everything."""
        try:
            write()
        except OSError as error:
            logger.info("what is in the output can't be noted: %s", error)
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)


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
