"""Keeps Sphinx from writing a folder's page again because a page below it was read.

Changed is ``files_to_rebuild`` of the environment: Sphinx writes each document again whose toctree
names one that was read, since its title may be another. Titles of generated pages are their paths,
and what else such a page shows is known. Looked at in Sphinx 8.2, 9.0 and 9.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_filedocs.ext.upstream.patch import Name, Patch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


class ToctreeTitles(Patch):
    """Generated pages whose titles never change make no other page to be written.

    :param pages: returns them.
    """

    name = "toctree_titles"
    changes = "A folder's page is not written again just because a page below it was read."
    why = (
        "Sphinx writes every page whose toctree names it, although titles of generated pages are "
        "paths and never change."
    )
    without = "An edit writes the pages of all folders above it again, with the same result."
    needs = (Name("env.files_to_rebuild", dict),)

    def __init__(self, pages: Callable[[], Iterable[str]]) -> None:
        self._pages = pages

    def apply(self, app: Sphinx) -> None:
        """Connect the handler: Sphinx has then looked for pages that are in no toctree."""
        app.connect("env-check-consistency", self.forget)

    def forget(self, app: Sphinx, env: BuildEnvironment) -> None:
        """Forget which toctrees lead to the pages."""
        for docname in self._pages():
            env.files_to_rebuild.pop(docname, None)
