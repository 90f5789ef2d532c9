"""The types of answers that the model does not have: links with their places."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sphinx_filedocs.model.links import How
from sphinx_filedocs.model.symbols import Definition

#: How a link was resolved: see :data:`How`; ``prose`` for names in documentation.
LinkHow = Literal[How, "prose"]


class Place(NamedTuple):
    """The target of a link.

    :param line: ``None`` for a whole file.
    :param symbol: the qualified name of the definition there; ``""`` for a file or a local name.
    """

    path: str
    line: int | None = None
    symbol: str = ""


class Link(NamedTuple):
    """A name in a file that leads somewhere.

    :param name: as it is written.
    :param places: the targets; several if the name may mean any of them.
    :param external: the dotted name of a target outside of the tree, such as ``os.path.join``;
        ``""`` inside.
    """

    path: str
    line: int
    column: int
    name: str
    how: LinkHow
    places: tuple[Place, ...] = ()
    external: str = ""


class Caller(NamedTuple):
    """A definition whose body uses a symbol.

    :param symbol: the innermost definition around the uses; ``None`` at the top of a file.
    :param lines: the lines of the file *path* that use it.
    """

    path: str
    symbol: Definition | None
    lines: tuple[int, ...]


def place_of(definition: Definition) -> Place:
    """Return the place of a definition."""
    return Place(definition.path, definition.line, definition.qualified)
