"""Builders that write one file for each tree and no pages."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from sphinx.builders import Builder

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.errors import UserError
from sphinx_filedocs.writing import written

if TYPE_CHECKING:
    from docutils import nodes

    from sphinx_filedocs.analysis.tree_details import TreeDetails
    from sphinx_filedocs.pages.site import Site


class TreeFileBuilder(Builder):
    """Writes a file for the only tree, or one for each tree with its prefix as the name. It reads
    no generated page and writes none.

    :cvar stem: the name of the file of the only tree, without the suffix.
    """

    stem = ""
    suffix = ""

    @abstractmethod
    def write_tree(self, file: IO[bytes], site: Site) -> None:
        """Write the file of a tree."""

    def init(self) -> None:
        """Prepare nothing."""

    def get_outdated_docs(self) -> Iterator[str]:
        """Return no document: none is written."""
        return iter(())

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        """Return no address: there are no pages."""
        return ""

    def prepare_writing(self, docnames: AbstractSet[str]) -> None:
        """Prepare nothing."""

    def write_documents(self, docnames: AbstractSet[str]) -> None:
        """Write no document."""

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Write no document."""

    def finish(self) -> None:
        """Write the files."""
        sites = domain_of(self.env).sites
        for prefix, site in sites.items():
            name = self.stem if len(sites) == 1 else prefix.replace("/", "-")
            with written(Path(self.outdir, f"{name}.{self.suffix}")) as file:
                self.write_tree(file, site)


class FormatBuilder(TreeFileBuilder):
    """Writes the format that it is called after."""

    def write_tree(self, file: IO[bytes], site: Site) -> None:
        """Write the file of a tree.

        :raises UserError: if a library that the format needs is missing.
        """
        # An ordinary build may do without the analysis.
        from sphinx_filedocs.api import Tree  # noqa: PLC0415

        details = cast("TreeDetails", site.details)
        try:
            Tree(site.tree.root, site.codebase, details).write(file, self.name)
        except ImportError as error:
            raise UserError(str(error)) from None
