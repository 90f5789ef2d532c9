"""Reads a page again whose doctree is damaged.

Changed is ``get_doctree`` of the environment while documents are written: where a doctree can't be
loaded, as after a build that was killed or on a full disk, Sphinx ends with a traceback, in this
build and in all further ones. Looked at in Sphinx 8.2, 9.0 and 9.2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sphinx.util import logging

from sphinx_filedocs.ext.upstream.patch import Name, Patch
from sphinx_filedocs.index.database import DAMAGE

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)


class DamagedDoctrees(Patch):
    """Documents are read again whose doctrees can't be loaded, until :meth:`undo`.

    :param read_again: reads a document and writes its doctree.
    """

    name = "damaged_doctrees"
    changes = "A document whose doctree cannot be loaded is read again."
    why = "Sphinx ends with a traceback, in every later build too."
    without = "After a killed build, delete the folder of doctrees if Sphinx reports this."
    needs = (
        Name("env.get_doctree", takes=("docname",)),
        Name("env._pickled_doctree_cache", dict),
    )

    def __init__(self, read_again: Callable[[str], None]) -> None:
        self._read_again = read_again

    def apply(self, app: Sphinx) -> None:
        """Have the environment read again what it can't load."""
        env: Any = app.env
        load = env.get_doctree

        def get_doctree(docname: str) -> nodes.document:
            try:
                loaded: nodes.document = load(docname)
            except DAMAGE as error:
                logger.info("the doctree of %s is damaged; making it again: %s", docname, error)
                # It holds what is damaged.
                env._pickled_doctree_cache.pop(docname, None)  # noqa: SLF001
                self._read_again(docname)
                loaded = load(docname)
            return loaded

        env.get_doctree = get_doctree

    def undo(self, app: Sphinx) -> None:
        """Give the environment its own way back; it could not be pickled otherwise."""
        vars(app.env).pop("get_doctree", None)
