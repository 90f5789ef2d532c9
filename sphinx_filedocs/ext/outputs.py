"""Where builders write: nothing that a tree's pages need may be in the way of anything else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_filedocs.ext.errors import UserError
from sphinx_filedocs.ext.manifest import output_file
from sphinx_filedocs.pages.docnames import Suffixes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder


def suffixes(app: Sphinx) -> Suffixes:
    """Return how the names of output files end, in all builders that the project has: a page has
    the same address in each of them, because they share what is read.

    :raises UserError: when files shall be called like the folders beside them.
    """
    chosen = app.config.html_file_suffix
    if chosen == "":
        msg = (
            "html_file_suffix = '': the pages of filedocs_trees need a suffix such as '.html', or "
            "their files would be called like their folders; for addresses without one there is "
            "the builder dirhtml"
        )
        raise UserError(msg)
    builders = app.registry.builders.values()
    pages = [one for one in builders if issubclass(one, StandaloneHTMLBuilder)]
    return Suffixes().more(
        (getattr(one, "out_suffix", "") for one in builders),
        (*(one.out_suffix for one in pages), chosen or ""),
    )


class WrittenDocuments:
    """Sees that the output of hand-written documents is not in the way of that of generated pages.

    :param prefixes: of the documented trees.
    :param generated: returns the names of all generated pages, with those that are no documents.
    """

    def __init__(
        self,
        builder: Builder,
        prefixes: Collection[str],
        generated: Callable[[], Iterable[str]],
    ) -> None:
        self._builder = builder
        self._generated = generated
        starts = (path for prefix in prefixes for path in _outputs(builder, f"{prefix}/index"))
        self._folders = {path.parent for path in starts}

    def check(self, docnames: Iterable[str]) -> None:
        """Check documents.

        :param docnames: the names of those that are hand-written.
        :raises UserError: for the first one that is in the way of a generated page.
        """
        templates = getattr(self._builder.config, "html_additional_pages", {})
        for docname in sorted({*docnames, *templates}):
            for path in _outputs(self._builder, docname):
                if self._is_near(path) and (page := self._in_the_way_of(path)):
                    msg = (
                        f"filedocs_trees: with the builder {self._builder.name}, the file {path} "
                        f"of the document {docname!r} would be in the way of the page {page!r}; "
                        "choose another prefix for the tree, or rename or exclude the document"
                    )
                    raise UserError(msg)

    def _is_near(self, path: Path) -> bool:
        """Tell whether a file is in a folder of generated pages, or is called like it or one above:
        few are, and then only all files have to be known."""
        return any(path.is_relative_to(one) or one.is_relative_to(path) for one in self._folders)

    def _in_the_way_of(self, path: Path) -> str:
        """Return the generated page of which a file is in the way, if there is one."""
        files, folders = self._pages
        above = (files[folder] for folder in path.parents if folder in files)
        return files.get(path) or folders.get(path) or next(above, "")

    @cached_property
    def _pages(self) -> tuple[Mapping[Path, str], Mapping[Path, str]]:
        """The generated pages by their files, and by the folders that these are in."""
        files: dict[Path, str] = {}
        folders: dict[Path, str] = {}
        for docname in self._generated():
            for path in _outputs(self._builder, docname):
                files[path] = docname
                folders.update(dict.fromkeys(path.parents, docname))
        return files, folders


def _outputs(builder: Builder, docname: str) -> Iterator[Path]:
    """Yield the files that are written for a document, its doctree among them."""
    yield Path(builder.doctreedir, f"{docname}.doctree")
    path = output_file(builder, docname)
    if path:
        yield path


def delete(root: Path, path: Path) -> None:
    """Delete a file below *root*, and the folders that are empty then: a file may be called like
    one of them now."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
        for folder in path.parents:
            if folder == root or not folder.is_relative_to(root):
                break
            # Ends at the first that holds something.
            folder.rmdir()
