"""All that changes what Sphinx or a theme does, a file each, and whether it is applied.

A patch is applied where ``filedocs_upstream_off`` does not name it, the project is large if it only
pays then, and all names of Sphinx are there that it rests on. Where one is gone, or is another
thing than it was, the build goes on without that patch and says so in one line.
``docs/upstream.md`` lists them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_filedocs.config import OptionError, like
from sphinx_filedocs.ext.upstream.book_sidebars import BookSidebars
from sphinx_filedocs.ext.upstream.furo_sidebars import FuroSidebars
from sphinx_filedocs.ext.upstream.patch import LARGE, Patch
from sphinx_filedocs.ext.upstream.pydata_sidebars import PydataSidebars
from sphinx_filedocs.ext.upstream.search_format import CompressedSearch
from sphinx_filedocs.ext.upstream.search_index import ShortSearch
from sphinx_filedocs.ext.upstream.search_order import SearchOrder
from sphinx_filedocs.ext.upstream.short_errors import ShortErrors
from sphinx_filedocs.ext.upstream.sidebars import Sidebars
from sphinx_filedocs.ext.upstream.unchanged_index import UnchangedIndex
from sphinx_filedocs.ext.upstream.unknown_options import UnknownOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.application import Sphinx
    from sphinx.config import Config

__all__ = [
    "NAMES",
    "PATCHES",
    "CompressedSearch",
    "Patches",
    "SearchOrder",
    "ShortSearch",
    "Sidebars",
    "UnchangedIndex",
    "UnknownOptions",
    "check",
    "connect",
]

logger = logging.getLogger(__name__)

OPTION = "filedocs_upstream_off"
ALL = "all"
PATCHES: tuple[type[Patch], ...] = (
    BookSidebars,
    CompressedSearch,
    FuroSidebars,
    PydataSidebars,
    SearchOrder,
    ShortErrors,
    ShortSearch,
    Sidebars,
    UnchangedIndex,
    UnknownOptions,
)
NAMES = tuple(patch.name for patch in PATCHES)


class Patches:
    """The patches of one build."""

    def __init__(self) -> None:
        #: The names of those that are applied.
        self.applied: set[str] = set()
        #: How many generated pages the project has.
        self.pages = 0
        self._said: set[str] = set()

    def apply(self, app: Sphinx, patch: Patch) -> bool:
        """Apply a patch if it is on and can be; return whether it is applied."""
        if not patch.concerns(app):
            return False
        if patch.is_for_size and self.pages < LARGE:
            patch.undo(app)
            return False
        off = app.config[OPTION]
        # What is no list of names is told of when the options are checked.
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
    """Apply those that need nothing else than the application."""

    def before_options(app: Sphinx, config: Config) -> None:
        patches.apply(app, ShortErrors())

    def of_pages(app: Sphinx) -> None:
        sidebars = Sidebars()
        if patches.apply(app, sidebars):
            patches.apply(app, FuroSidebars(sidebars))
            patches.apply(app, PydataSidebars(sidebars))
        patches.apply(app, BookSidebars())

    app.connect("config-inited", before_options, priority=50)
    app.connect("builder-inited", of_pages)


def check(value: Sequence[str]) -> None:
    """Check the names of patches that are off.

    :raises OptionError: for the first that is none.
    """
    for name in value:
        if name not in (*NAMES, ALL):
            near = like(name, NAMES)
            hint = f" (did you mean {near!r}?)" if near else ""
            allowed = f"{name!r} is not a patch{hint}; use {ALL}, {', '.join(NAMES)}"
            raise OptionError(OPTION, value, allowed)
