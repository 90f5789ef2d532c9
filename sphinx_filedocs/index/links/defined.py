"""A definition that other files may mean."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from sphinx_filedocs.model.symbols import Definition

#: Kinds of definitions that have members.
TYPES = frozenset({"class", "struct", "union", "enum", "interface", "trait", "type"})

CALLABLE = frozenset({"function", "method"})
#: What can be read.
VALUES = frozenset({"constant", "variable", "field"})

_STATIC = re.compile(r"(?:\w+\s+)*static\b")


@dataclass(frozen=True, slots=True)
class Defined:
    """A definition that other files may mean.

    :param binding: its number among the bindings of its file, -1 when its language has none.
    :param called: whether it may be called where functions have names of their own.
    :param least: how many arguments a function needs.
    :param most: how many arguments a function takes, -1 for any number.
    :param owner: the qualified name of what it is defined in, ``""`` for the file.
    :param place: ``top`` of a file or namespace, ``member`` of a type, ``local`` as a member of
        what a function has for itself, ``inner`` to a function.
    :param body: whether more than its declaration stands there.
    :param condition: that under which a preprocessor reads it, ``""`` where that is always, or
        where what is parsed does not have all alternatives of it.
    :param path: the file.
    :param kind: of the definition.
    :param name: the name alone.
    :param qualified: the name with its owners before it, each for itself, joined with dots: a
        namespace may be defined together with those around it.
    """

    definition: Definition
    binding: int
    owner: str
    place: str
    body: bool
    called: bool = False
    least: int = 0
    most: int = -1
    condition: str = ""
    path: str = field(init=False, repr=False, compare=False)
    kind: str = field(init=False, repr=False, compare=False)
    name: str = field(init=False, repr=False, compare=False)
    qualified: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        definition = self.definition
        qualified = definition.qualified
        if "::" in qualified:
            qualified = qualified.replace("::", ".")
        object.__setattr__(self, "path", definition.path)
        object.__setattr__(self, "kind", definition.kind)
        object.__setattr__(self, "name", qualified.rpartition(".")[2])
        object.__setattr__(self, "qualified", qualified)

    def __hash__(self) -> int:
        return hash((self.path, self.definition.line, self.binding))

    @property
    def private(self) -> bool:
        """Whether its declaration says that classes which extend its owner do not have it."""
        return "private" in self.definition.signature.partition("(")[0].split()

    @property
    def static(self) -> bool:
        """Whether its declaration says that it belongs to its owner itself."""
        return _STATIC.match(self.definition.signature) is not None

    @property
    def member(self) -> bool:
        """Whether it is a member of a type or an object."""
        return self.place in ("member", "local")

    @property
    def partial(self) -> bool:
        """Whether its declaration says that it is one of several parts of a type."""
        return self.kind in TYPES and "partial" in self.definition.signature.split()

    @property
    def accessor(self) -> bool:
        """Whether a call of it gives its value."""
        return self.called and self.kind not in CALLABLE
