"""Reads a page again whose doctree is damaged: Sphinx would end with a traceback."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sphinx.util import logging

from sphinx_filedocs.index.seals import DAMAGE

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)


def mend(env: BuildEnvironment, read_again: Callable[[str], None]) -> None:
    """Let the environment read documents again whose doctrees can't be loaded, until
    :func:`leave`.

    :param read_again: reads a document and writes its doctree.
    """
    load = env.get_doctree

    def get_doctree(docname: str) -> nodes.document:
        try:
            return load(docname)
        except DAMAGE as error:
            logger.info("the doctree of %s is damaged, and is made again: %s", docname, error)
        env._pickled_doctree_cache.pop(docname, None)  # noqa: SLF001 (holds what is damaged)
        read_again(docname)
        return load(docname)

    changed: Any = env
    changed.get_doctree = get_doctree


def leave(env: BuildEnvironment) -> None:
    """Give the environment its own way back; it could not be pickled otherwise."""
    vars(env).pop("get_doctree", None)
