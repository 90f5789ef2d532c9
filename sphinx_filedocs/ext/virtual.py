"""Documents without source files: the generated pages exist for Sphinx, and nothing is written
into the user's source folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sphinx.project import Project

from sphinx_filedocs.ext.errors import UserError

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util._pathlib import _StrPath

    from sphinx_filedocs.ext.outputs import WrittenDocuments

#: The file of every generated page as long as pages are read. Its time never changes, so no page
#: is out of date because of it.
PLACEHOLDER = Path(__file__).with_name("placeholder.filedocs")


class VirtualProject(Project):
    """The project's documents and the generated pages.

    An instance comes into being by :func:`install`, which changes the class of Sphinx's own
    project; ``pages`` then maps a page's docname to the absolute path that it documents, and
    ``written`` sees that nothing is in their way.
    """

    pages: Mapping[str, str]
    written: WrittenDocuments
    reading: bool

    def discover(
        self, exclude_paths: Iterable[str] = (), include_paths: Iterable[str] = ("**",)
    ) -> set[str]:
        """Find the documents of the source folder, and add the generated pages.

        :raises UserError: when a hand-written document has the name of a generated page, or
            its output would be in the way of that of one.
        """
        docnames = super().discover(exclude_paths, include_paths)
        for docname in sorted(docnames & self.pages.keys()):
            written = super().doc2path(docname, absolute=True)
            msg = (
                f"filedocs_trees: the page {docname!r} would hide the document {written}; "
                "choose another prefix for the tree, or rename or exclude the document"
            )
            raise UserError(msg)
        self.written.check(docnames)
        docnames.update(self.pages)
        return docnames

    def doc2path(self, docname: str, absolute: bool) -> _StrPath:
        """Return a document's file.

        For a generated page that is the placeholder as long as documents are read, because
        Sphinx and its extensions open what this returns; afterwards it is what the page
        documents, for messages. The relative path is the docname.
        """
        if docname not in self.pages:
            return super().doc2path(docname, absolute)
        if not absolute:
            return self._path_class(docname)
        return self._path_class(PLACEHOLDER if self.reading else self.pages[docname])

    @cached_property
    def _path_class(self) -> type[_StrPath]:
        # Sphinx 10 has no class of its own for paths any more.
        return type(super().doc2path("", False))

    def path2doc(self, filename: str | os.PathLike[str]) -> str | None:
        """Return the document of a file; the placeholder has none."""
        return None if Path(filename) == PLACEHOLDER else super().path2doc(filename)

    def __reduce__(self) -> tuple[Callable[..., Project], tuple[dict[str, object]]]:
        """Pickle as a plain project, which is readable without this extension."""
        state = {name: value for name, value in vars(self).items() if name not in _OWN}
        return _plain_project, (state,)


_OWN = ("pages", "written", "reading", "_path_class")


def _plain_project(state: dict[str, object]) -> Project:
    project = Project.__new__(Project)
    vars(project).update(state)
    return project


def install(app: Sphinx, pages: Mapping[str, str], written: WrittenDocuments) -> VirtualProject:
    """Make the generated pages documents of the application's project."""
    project: Any = app.project
    project.__class__ = VirtualProject
    project.pages = pages
    project.written = written
    project.reading = True
    return cast("VirtualProject", project)
