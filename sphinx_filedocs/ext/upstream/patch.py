"""What a patch of Sphinx or of a theme is, and the names of Sphinx that one rests on."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import reduce
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from sphinx.application import Sphinx


@dataclass(frozen=True, slots=True)
class Name:
    """A name of Sphinx or of a theme that a patch rests on.

    :param path: attributes joined by dots, from the application's ``builder``, ``env`` or
        ``config`` on, or after a module and a colon: ``env.tocs``,
        ``sphinx.search:IndexBuilder.feed``.
    :param kind: the type of its value.
    :param takes: the names of the arguments that it is called with; without any it may be anything.
    """

    path: str
    kind: type = object
    takes: tuple[str, ...] = ()

    def problem(self, app: Sphinx) -> str:
        """Return what is wrong with the name in this Sphinx; nothing where it is as expected."""
        try:
            value = self.value(app)
        except (ImportError, AttributeError):
            return f"{self.path} not found"
        if not isinstance(value, self.kind):
            return f"{self.path} is not of type {self.kind.__name__}"
        if self.takes and not _takes(value, self.takes):
            return f"{self.path} does not take {', '.join(self.takes)}"
        return ""

    def value(self, app: Sphinx) -> object:
        """Return the value.

        :raises ImportError: when there is no such module.
        :raises AttributeError: when there is no such attribute.
        """
        module, colon, path = self.path.rpartition(":")
        start: object = import_module(module) if colon else app
        return reduce(getattr, path.split("."), start)


def _takes(value: object, names: tuple[str, ...]) -> bool:
    if not callable(value):
        return False
    try:
        parameters = inspect.signature(value).parameters
    except (TypeError, ValueError):
        # Something written in C does not say.
        return True
    takes_any = any(
        parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters.values()
    )
    return takes_any or parameters.keys() >= set(names)


class Patch(ABC):
    """A change of what Sphinx or a theme does.

    A subclass says in a row of the documentation's table what it changes and what it is for; the
    registry in :mod:`sphinx_filedocs.ext.upstream` knows all of them.
    """

    #: How ``filedocs_upstream_off`` calls it.
    name: ClassVar[str]
    #: What does something else than it does by itself.
    changes: ClassVar[str]
    #: What it would cost, or what would be wrong, otherwise.
    why: ClassVar[str]
    #: What happens where it is off, or can't be applied.
    without: ClassVar[str]
    #: The versions that were looked at.
    versions: ClassVar[str] = "Sphinx 8.2, 9.0, 9.2"
    #: Addresses where its makers speak of it.
    issues: ClassVar[tuple[str, ...]] = ()
    #: What it rests on.
    needs: ClassVar[tuple[Name, ...]] = ()

    def concerns(self, app: Sphinx) -> bool:
        """Tell whether a build has what it changes."""
        return True

    def problem(self, app: Sphinx) -> str:
        """Return why it can't be applied to this Sphinx; nothing where it can."""
        return next(filter(None, (name.problem(app) for name in self.needs)), "")

    @abstractmethod
    def apply(self, app: Sphinx) -> None:
        """Apply it, for the rest of a build."""

    def undo(self, app: Sphinx) -> None:  # noqa: B027 (few leave anything behind)
        """Undo what it did in an earlier build, in which it was on."""
