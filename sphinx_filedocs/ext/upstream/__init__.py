"""Patches of Sphinx and of themes, a file each.

A patch is applied unless ``filedocs_upstream_off`` names it, or a name of Sphinx that it needs is
missing or has changed: then the build skips it and prints one line. ``docs/upstream.md`` lists all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_filedocs.config import like
from sphinx_filedocs.ext.upstream.patch import Patch
from sphinx_filedocs.ext.upstream.search_index import ShortSearch
from sphinx_filedocs.ext.upstream.search_order import SearchOrder
from sphinx_filedocs.ext.upstream.short_errors import ShortErrors
from sphinx_filedocs.ext.upstream.sidebars import Sidebars
from sphinx_filedocs.ext.upstream.unchanged_index import UnchangedIndex
from sphinx_filedocs.hooks import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.application import Sphinx
    from sphinx.config import Config

__all__ = [
    "NAMES",
    "PATCHES",
    "Patches",
    "SearchOrder",
    "ShortSearch",
    "Sidebars",
    "UnchangedIndex",
    "check",
    "connect",
]

logger = logging.getLogger(__name__)

OPTION = "filedocs_upstream_off"
ALL = "all"
PATCHES: tuple[type[Patch], ...] = (
    SearchOrder,
    ShortErrors,
    ShortSearch,
    Sidebars,
    UnchangedIndex,
)
NAMES = tuple(patch.name for patch in PATCHES)


class Patches:
    """The patches of one build."""

    def __init__(self) -> None:
        #: The names of the applied patches.
        self.applied: set[str] = set()
        self._said: set[str] = set()

    def apply(self, app: Sphinx, patch: Patch) -> bool:
        """Apply a patch if it is on and fits; tell whether it is applied."""
        if not patch.concerns(app):
            return False
        off = app.config[OPTION]
        # The options are checked later: this one may be no list yet.
        if isinstance(off, list | tuple) and (ALL in off or patch.name in off):
            patch.undo(app)
            return False
        if problem := patch.problem(app):
            patch.undo(app)
            self._say(patch, problem)
            return False
        patch.apply(app)
        self.applied.add(patch.name)
        return True

    def _say(self, patch: Patch, problem: str) -> None:
        if patch.name not in self._said:
            self._said.add(patch.name)
            logger.info("filedocs: skipping patch %s: %s", patch.name, problem)


def connect(app: Sphinx, patches: Patches) -> None:
    """Apply the patches that need the application alone."""

    def before_options(app: Sphinx, config: Config) -> None:
        patches.apply(app, ShortErrors())

    def of_pages(app: Sphinx) -> None:
        patches.apply(app, Sidebars())

    app.connect("config-inited", before_options, priority=50)
    app.connect("builder-inited", of_pages)


def check(value: Sequence[str]) -> None:
    """Check the names of patches that are off.

    :raises OptionError: for the first unknown one.
    """
    for name in value:
        if name not in (*NAMES, ALL):
            near = like(name, NAMES)
            hint = f" (did you mean {near!r}?)" if near else ""
            allowed = f"{name!r} is not a patch{hint}; use {ALL}, {', '.join(NAMES)}"
            raise OptionError(OPTION, value, allowed)
