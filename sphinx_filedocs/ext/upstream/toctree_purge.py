"""Spares Sphinx looking through all toctrees for each page that is read again.

Changed is ``files_to_rebuild`` of the environment while generated pages are forgotten: for each of
them Sphinx's collector of toctrees goes through all of it, so that this takes the square of the
number of pages. What it would do there is done once for all of them. Looked at in Sphinx 8.2, 9.0
and 9.2 (``sphinx.environment.collectors.toctree``).
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sphinx_filedocs.ext.upstream.patch import Name, Patch

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


class ToctreePurge(Patch):
    """Pages that are read again leave what is known of toctrees all at once."""

    name = "toctree_purge"
    is_for_size = True
    changes = "Toctree entries of pages that are read again are removed for all pages at once."
    why = "Sphinx searches all toctrees once for each of these pages."
    without = "Reading many pages of a large tree again takes longer."
    needs = (Name("env.files_to_rebuild", dict),)

    def __init__(self) -> None:
        self._is_applied = False

    def apply(self, app: Sphinx) -> None:
        """Have :meth:`purged` do it."""
        self._is_applied = True

    @contextmanager
    def purged(self, env: BuildEnvironment, docnames: Collection[str]) -> Iterator[None]:
        """Forget what toctrees name of some documents, which Sphinx forgets meanwhile."""
        if not self._is_applied:
            yield
            return
        noted, env.files_to_rebuild = env.files_to_rebuild, {}
        yield
        gone = frozenset(docnames)
        retained = ((name, pages - gone) for name, pages in noted.items())
        env.files_to_rebuild = {name: pages for name, pages in retained if pages}
