"""The ids of definitions on the page of their file."""

from __future__ import annotations

from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.links import Enclosing
from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.pages.listing_links import definition_anchor
from sphinx_filedocs.pages.settings import Settings
from sphinx_filedocs.pages.view_models import outline_anchor

#: So many definitions of one name are not looked through each time that one of them is.
_MANY = 50


class Anchors:
    """The anchors of one tree."""

    def __init__(self, codebase: Codebase, settings: Settings) -> None:
        self._codebase = codebase
        self.settings = settings
        #: The last name with many definitions that was asked for, and these.
        self._last_many: tuple[str, frozenset[Definition]] = ("", frozenset())

    def of(self, definition: Definition) -> str:
        """Return the anchor of a definition in the listing, else in the outline, else ``""``."""
        if self.settings.anchors(definition.path):
            return definition_anchor(definition.qualified, definition.number)
        if self.settings.outlined(definition.path) and self._is_listed(definition):
            return outline_anchor(definition.qualified, definition.number)
        return ""

    def around(self, path: str, inside: Enclosing) -> str:
        """Return the anchor of the symbol around a line of the file *path* on that file's page, or
        that of the line for a class without a name."""
        if inside.number < 0:
            return f"L{-inside.number}"
        if self.settings.anchors(path):
            return definition_anchor(inside.qualified, inside.number)
        return outline_anchor(*inside) if self._is_outlined(path, inside) else ""

    def _is_outlined(self, path: str, inside: Enclosing) -> bool:
        if self.settings.private or not self.settings.outlined(path):
            return self.settings.outlined(path)
        outline = self._codebase.graph.outlines.get(path, ())
        return any((definition.qualified, definition.number) == inside for definition in outline)

    def _is_listed(self, definition: Definition) -> bool:
        known = self._codebase.graph.definitions.get(definition.name, ())
        if len(known) < _MANY:
            return definition in known
        if self._last_many[0] != definition.name:
            self._last_many = definition.name, frozenset(known)
        return definition in self._last_many[1]
