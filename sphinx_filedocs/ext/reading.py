"""Reads the generated pages, behind the hand-written ones.

:meth:`sphinx.builders.Builder.read_doc` would build an option parser for each page and run the
transforms of reStructuredText, of which no generated page has need; and in parallel it would
pickle the whole environment for each chunk of pages.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.transforms import Transform
from sphinx.transforms import SphinxTransformer
from sphinx.util.display import status_iterator
from sphinx.util.docutils import LoggingReporter

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.folded import FoldedNodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def read_pages(app: Sphinx, env: BuildEnvironment, docnames: Iterable[str]) -> None:
    """Read generated pages as Sphinx reads documents."""
    ordered = sorted(docnames)
    _forget(app, env, [name for name in ordered if name in env.all_docs])
    reader = _Reader(app, env)
    shown = status_iterator(
        ordered, "reading generated pages... ", "purple", len(ordered), app.verbosity
    )
    for docname in shown:
        reader.read(docname)


def _forget(app: Sphinx, env: BuildEnvironment, docnames: Sequence[str]) -> None:
    """Forget what was noted of pages that are read again."""
    # For each of them, Sphinx's collector of toctrees would look through all that is noted here.
    noted, env.files_to_rebuild = env.files_to_rebuild, {}
    for docname in docnames:
        app.events.emit("env-purge-doc", env, docname)
        env.clear_doc(docname)
    gone = frozenset(docnames)
    kept = ((name, pages - gone) for name, pages in noted.items())
    env.files_to_rebuild = {name: pages for name, pages in kept if pages}


class _Reader:
    """Makes and keeps the doctrees of generated pages."""

    def __init__(self, app: Sphinx, env: BuildEnvironment) -> None:
        self._app = app
        self._env = env
        self._settings = get_default_settings()
        vars(self._settings).update(env.settings, env=env)
        self._reporter = LoggingReporter("")
        self._transforms = _foreign(app.registry.get_transforms())
        self._tocs = _folded(env, "tocs")
        self._titles, self._long_titles = _folded(env, "titles"), _folded(env, "longtitles")

    def read(self, docname: str) -> None:
        env = self._env
        env.prepare_settings(docname)
        path = str(env.doc2path(docname))
        document = nodes.document(self._settings.copy(), self._reporter, source=path)
        domain_of(env).read_page(docname, document)
        if self._transforms:
            document.transformer = transformer = SphinxTransformer(document)
            transformer.add_transforms(self._transforms)
            transformer.apply_transforms()
        for domain in env.domains.sorted():
            domain.process_doc(env, docname, document)
        self._app.events.emit("doctree-read", document)
        self._tocs.fold(docname)
        is_same = self._titles[docname] is self._long_titles[docname]
        title = self._titles.fold(docname)
        self._long_titles.fold(docname, title if is_same else None)
        env.all_docs[docname] = time.time_ns() // 1_000
        env.temp_data.clear()
        env.ref_context.clear()
        # Not to be kept in memory until it is written: a large tree has too many.
        self._app.builder.write_doctree(docname, document, _cache=False)


def _folded(env: BuildEnvironment, name: str) -> FoldedNodes[Any]:
    """Return nodes that Sphinx keeps of all documents, where it keeps them, so that they can be
    folded."""
    known = getattr(env, name)
    if not isinstance(known, FoldedNodes):
        known = FoldedNodes(known)
        setattr(env, name, known)
    return known


def _foreign(transforms: Collection[type[Transform]]) -> list[type[Any]]:
    """Return the transforms of other extensions: a user's own sections may need them."""
    return [one for one in transforms if not one.__module__.startswith("sphinx.")]
