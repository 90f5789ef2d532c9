"""Generated pages as documents without source files, read after the hand-written ones. In html and
dirhtml only the start pages are documents; see :mod:`sphinx_filedocs.ext.collected_pages`.

:meth:`sphinx.builders.Builder.read_doc` would build an option parser and run all transforms for
    each page; in parallel it would pickle the environment for each chunk.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Iterable
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from docutils.readers.standalone import Reader
from docutils.transforms import Transform
from sphinx.project import Project
from sphinx.transforms import SphinxTransformer
from sphinx.util.display import status_iterator
from sphinx.util.docutils import LoggingReporter, sphinx_domains

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.errors import UserError
from sphinx_filedocs.ext.output_files import check_documents
from sphinx_filedocs.pages.text import printable_line

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment
    from sphinx.util._pathlib import _StrPath


#: The file of each generated page while Sphinx looks for changed documents: its time is constant.
_UNCHANGED = Path(__file__)


class VirtualProject(Project):
    """The project's documents and the generated pages. :func:`install` turns Sphinx's project into
    one.

    :ivar pages: the names of generated pages, and *documents*, those that are documents.
    :ivar root_doc: the root of all documents.
    """

    pages: AbstractSet[str]
    documents: AbstractSet[str]
    root_doc: str
    builder: Builder
    #: The file of every generated page.
    stand_in: Path | None

    def discover(
        self, exclude_paths: Iterable[str] = (), include_paths: Iterable[str] = ("**",)
    ) -> set[str]:
        """Find the documents of the source folder, and add the generated pages.

        :raises UserError: if a hand-written document has the name or the output file of a page.
        """
        docnames = super().discover(exclude_paths, include_paths)
        for docname in sorted(docnames.intersection(self.pages)):
            written = super().doc2path(docname, absolute=True)
            msg = (
                f"filedocs_trees: the page {docname!r} would hide the document {written}; "
                "choose another prefix for the tree, or rename or exclude the document"
            )
            raise UserError(msg)
        check_documents(self.builder, docnames, self.pages)
        docnames.update(self.documents)
        self.stand_in = _UNCHANGED
        return docnames

    def show_pages(self) -> None:
        """Let toctrees name every page until :meth:`hide_pages`."""
        self.docnames.update(self.pages)

    def hide_pages(self) -> None:
        """Leave documents alone."""
        self.docnames.difference_update(self.pages - self.documents)

    def begin_reading(self) -> None:
        """Give each generated page the file of the root document: extensions open the file of a
        document."""
        written = sorted(self.docnames.difference(self.pages))
        name = self.root_doc if self.root_doc in written or not written else written[0]
        self.stand_in = Path(super().doc2path(name, absolute=True))

    def doc2path(self, docname: str, absolute: bool) -> _StrPath:
        """Return a document's file; the relative path of a generated page is its docname."""
        path = super().doc2path(docname, absolute)
        if docname not in self.pages:
            return path
        # Sphinx 10 has no class of its own for paths any more.
        return type(path)((self.stand_in or path) if absolute else docname)

    def __reduce__(self) -> tuple[Callable[..., Project], tuple[dict[str, object]]]:
        """Pickle as a plain project, readable without this extension."""
        state = {name: value for name, value in vars(self).items() if name not in _OWN}
        return _plain_project, (state,)


_OWN = ("pages", "documents", "root_doc", "builder", "stand_in")


def _plain_project(state: dict[str, object]) -> Project:
    project = Project.__new__(Project)
    vars(project).update(state)
    return project


def install(app: Sphinx, pages: AbstractSet[str], documents: AbstractSet[str]) -> VirtualProject:
    """Add generated pages to the application's project.

    :param pages: all of them.
    :param documents: those that become documents.
    """
    project: Any = app.project
    project.__class__ = VirtualProject
    project.pages = pages
    project.documents = documents
    project.root_doc = app.config.root_doc
    project.builder = app.builder
    project.stand_in = None
    # Behind these Sphinx would ask for the file of the document that a warning is about.
    for handler in logging.getLogger("sphinx").handlers:
        handler.filters.insert(0, _Places(app.env, pages))
    return cast("VirtualProject", project)


class _Places(logging.Filter):
    """Names the documented file in warnings about its page. Example: ``lib/a.py:3: WARNING``."""

    def __init__(self, env: BuildEnvironment, pages: Collection[str]) -> None:
        super().__init__()
        self._env = env
        self._pages = pages

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every message through."""
        location = getattr(record, "location", None)
        docname, line = location if isinstance(location, tuple) else (location, None)
        if isinstance(docname, str) and docname in self._pages:
            record.location = f"{_documented(self._env, docname)}:{line or ''}"
        return True


def _documented(env: BuildEnvironment, docname: str) -> str:
    site, page = domain_of(env).page(docname)
    return printable_line(str(site.tree.root / page.path))


def read_pages(app: Sphinx, env: BuildEnvironment, docnames: Iterable[str]) -> None:
    """Read generated pages as Sphinx reads documents."""
    ordered = sorted(docnames)
    reader = PageReader(app)
    shown = status_iterator(
        ordered, "reading generated pages... ", "purple", len(ordered), app.verbosity
    )
    for docname in shown:
        app.events.emit("env-purge-doc", env, docname)
        env.clear_doc(docname)
        document = reader.read(docname)
        env.all_docs[docname] = time.time_ns() // 1_000
        app.builder.write_doctree(docname, document)


class PageReader:
    """Makes the documents of generated pages."""

    def __init__(self, app: Sphinx) -> None:
        self._app = app
        self._env = app.env
        # Directives and transforms ask for what Sphinx sets for a text.
        self._settings = get_default_settings(Parser, Reader)
        vars(self._settings).update(app.env.settings, env=app.env, traceback=True)
        self.reporter = LoggingReporter("")
        self._transforms = _foreign(app.registry.get_transforms())

    def empty(self, docname: str) -> nodes.document:
        """Return an empty document."""
        self._env.prepare_settings(docname)
        path = str(self._env.doc2path(docname))
        settings = self._settings.copy()
        vars(settings)["_source"] = path
        document = nodes.document(settings, self.reporter, source=path)
        self.reporter.source = document.source = _documented(self._env, docname)
        return document

    def read(self, docname: str) -> nodes.document:
        """Return the document of a page, after all that extensions do to one."""
        env, domain = self._env, domain_of(self._env)
        document = self.empty(docname)
        with sphinx_domains(env):
            # It has no text. Extensions prepare here what they expect when it has been read.
            self._app.events.emit("source-read", docname, [""])
            env.metadata[docname].update(domain.fill(docname, document))
            domain.read[docname] = domain.state(docname)
            if self._transforms:
                document.transformer = transformer = SphinxTransformer(document)
                transformer.add_transforms(self._transforms)
                transformer.apply_transforms()
            for other in env.domains.sorted():
                other.process_doc(env, docname, document)
        self._app.events.emit("doctree-read", document)
        env.temp_data.clear()
        env.ref_context.clear()
        return document


def _foreign(transforms: Collection[type[Transform]]) -> list[type[Any]]:
    """Return the transforms of other extensions."""
    return [transform for transform in transforms if not transform.__module__.startswith("sphinx.")]
