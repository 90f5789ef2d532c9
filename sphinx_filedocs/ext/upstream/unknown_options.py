"""Finds names in ``conf.py`` that look like one of our options and are none.

Nothing is changed: what ``conf.py`` holds stands in ``Config._raw_config`` alone, and Sphinx says
nothing of a name that no extension has registered. Looked at in Sphinx 8.2, 9.0 and 9.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_filedocs.ext.upstream.patch import Name, Patch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx


class UnknownOptions(Patch):
    """What ``conf.py`` holds is known."""

    name = "unknown_options"
    changes = "Nothing is changed; the patch reads what `conf.py` holds."
    why = "Sphinx does not report an option whose name is misspelt."
    without = "A misspelt option has no effect, and no warning says so."
    needs = (Name("config._raw_config", dict),)

    def __init__(self) -> None:
        #: The names in ``conf.py`` with their values.
        self.values: Mapping[object, object] = {}

    def apply(self, app: Sphinx) -> None:
        """Read what there is."""
        config: Any = app.config
        self.values = config._raw_config  # noqa: SLF001
