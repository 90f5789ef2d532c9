"""The output folder of a builder: fingerprints and files of its pages."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util import logging

from sphinx_filedocs.ext.errors import UserError
from sphinx_filedocs.pages.document_names import Suffixes
from sphinx_filedocs.writing import write_whole

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

logger = logging.getLogger(__name__)
#: The fingerprint of a page of which it is not known what its output shows, if it is there.
UNKNOWN = ""


class Manifest:
    """The fingerprints of the pages that a builder has written, and digests of the files written at
    the end (``finished``) and of the inputs of each tree's ``scripts`` and ``images``.

    The file lies in the output folder: deleting the output deletes it too. The names of pages are
    appended before they are written, fingerprints are saved at the end of a build. So after a
    killed build its pages are written again, or deleted if the tree has lost them.

    The first line is JSON with everything; each further one a list of names. A broken last line has
    no names.
    """

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self.path = Path(builder.outdir) / f".filedocs-{builder.name}.json"
        self.written: dict[str, str] = {}
        self.finished = ""
        self.scripts: dict[str, str] = {}
        self.images: dict[str, str] = {}
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
                    "scripts": dict(scripts),
                    "images": dict(images),
                } if all(
                    isinstance(value, str)
                    for table in (written, scripts, images)
                    for value in (*table.values(), *names)
                ):
                    self.finished, self.written = finished, written
                    self.scripts, self.images = scripts, images
                    self._is_whole = is_whole
                    self.written.update(dict.fromkeys(names, UNKNOWN))

    def outdated(self, fingerprints: dict[str, str]) -> list[str]:
        """Return the pages whose output is missing or shows something else."""
        return [
            name
            for name, value in fingerprints.items()
            if self.written.get(name) != value
            or ((path := output_file(self._builder, name)) and not path.exists())
        ]

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
        content = {
            "finished": self.finished,
            "written": written,
            "scripts": self.scripts,
            "images": self.images,
        }
        self._note(lambda: write_whole(self.path, _line(content)))

    def _append(self, begun: list[str]) -> None:
        with self.path.open("r+b") as file:
            file.seek(0, os.SEEK_END)
            file.write(_line(begun))

    def _note(self, write: Callable[[], None]) -> None:
        """Write to the file. If that fails, delete it: the next build writes all pages."""
        self._is_whole = False
        try:
            write()
        except OSError as error:
            logger.info("the record of the output can't be written: %s", error)
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
        else:
            self._is_whole = True


def _line(value: object) -> bytes:
    # With an indent, Python would write it and not C.
    return json.dumps(value, sort_keys=True, ensure_ascii=True).encode("ascii") + b"\n"


def output_file(builder: Builder, docname: str) -> Path | None:
    """Return the output file of a document, for builders that write one for each."""
    if hasattr(builder, "get_outfilename"):
        return Path(builder.get_outfilename(docname))
    suffix = getattr(builder, "out_suffix", "")
    return Path(builder.outdir, docname + suffix) if suffix else None


def suffixes(app: Sphinx) -> Suffixes:
    """Return the suffixes of output files of all builders: they share the doctrees, so a page has
    the same name in each.

    :raises UserError: for an empty ``html_file_suffix``.
    """
    chosen = app.config.html_file_suffix
    if chosen == "":
        msg = (
            "html_file_suffix = '': use a suffix such as '.html', or else a file of filedocs_trees "
            "has the name of a folder; for addresses without a suffix, use the builder dirhtml"
        )
        raise UserError(msg)
    builders = app.registry.builders.values()
    pages = [builder for builder in builders if issubclass(builder, StandaloneHTMLBuilder)]
    return Suffixes().more(
        (getattr(builder, "out_suffix", "") for builder in builders),
        (*(builder.out_suffix for builder in pages), chosen or ""),
    )


def check_documents(builder: Builder, documents: Iterable[str], pages: Iterable[str]) -> None:
    """Check that no output of a hand-written document replaces a generated page.

    :raises UserError: for the first document that does.
    """
    ordered = sorted(documents)
    files = {output_file(builder, page): page for page in pages} if ordered else {}
    for docname in ordered:
        path = output_file(builder, docname)
        if path and path in files:
            msg = (
                f"filedocs_trees: with the builder {builder.name}, the file {path} of the document "
                f"{docname!r} would replace the page {files[path]!r}; choose another prefix for "
                "the tree, or rename or exclude the document"
            )
            raise UserError(msg)


def delete(root: Path, path: Path) -> None:
    """Delete a file below *root*, and folders that are empty then."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
        for folder in path.parents:
            if folder == root or not folder.is_relative_to(root):
                break
            # Ends at the first that holds something.
            folder.rmdir()


def delete_vanished(app: Sphinx, vanished: Iterable[str], names: set[str]) -> None:
    """Delete the output of pages that are gone, unless another page has the file."""
    outputs = {output_file(app.builder, name) for name in names} if vanished else set()
    for name in vanished:
        path = output_file(app.builder, name)
        if path and path not in outputs:
            delete(Path(app.outdir), path)
