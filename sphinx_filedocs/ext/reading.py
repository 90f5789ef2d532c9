"""Reads the generated pages, behind the hand-written ones.

:meth:`sphinx.builders.Builder.read_doc` would build an option parser for each page and run the
transforms of reStructuredText, of which no generated page has need; and in parallel it would
pickle the whole environment for each chunk of pages.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.transforms import Transform
from sphinx.transforms import SphinxTransformer
from sphinx.util.display import status_iterator
from sphinx.util.docutils import LoggingReporter

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.upstream.doctree_cache import DoctreeCache
from sphinx_filedocs.ext.upstream.stored_titles import store
from sphinx_filedocs.ext.upstream.toctree_purge import ToctreePurge

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def read_pages(
    app: Sphinx,
    env: BuildEnvironment,
    docnames: Iterable[str],
    purge: ToctreePurge,
    cache: DoctreeCache,
) -> None:
    """Read generated pages as Sphinx reads documents.

    :param purge: forgets what toctrees name of those that are read again.
    :param cache: says whether Sphinx keeps what is read.
    """
    ordered = sorted(docnames)
    again = [name for name in ordered if name in env.all_docs]
    with purge.purged(env, again):
        for docname in again:
            app.events.emit("env-purge-doc", env, docname)
            env.clear_doc(docname)
    reader = _Reader(app, env, cache)
    shown = status_iterator(
        ordered, "reading generated pages... ", "purple", len(ordered), app.verbosity
    )
    for docname in shown:
        reader.read(docname)


class _Reader:
    """Makes and keeps the doctrees of generated pages."""

    def __init__(self, app: Sphinx, env: BuildEnvironment, cache: DoctreeCache) -> None:
        self._app = app
        self._cache = cache
        self._env = env
        self._settings = get_default_settings()
        vars(self._settings).update(env.settings, env=env)
        self._reporter = LoggingReporter("")
        self._transforms = _foreign(app.registry.get_transforms())

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
        store(env, docname)
        env.all_docs[docname] = time.time_ns() // 1_000
        env.temp_data.clear()
        env.ref_context.clear()
        self._app.builder.write_doctree(docname, document, **self._cache.arguments)


def _foreign(transforms: Collection[type[Transform]]) -> list[type[Any]]:
    """Return the transforms of other extensions: a user's own sections may need them."""
    return [one for one in transforms if not one.__module__.startswith("sphinx.")]
