"""A patch of Sphinx or of a theme, and the names of Sphinx that it needs."""

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
    """A name of Sphinx or of a theme that a patch needs.

    :param path: a dotted path from the application's ``builder``, ``env`` or ``config``, or behind
        a module and a colon. Examples: ``env.tocs``, ``sphinx.search:IndexBuilder.feed``.
    :param kind: the type of its value.
    :param takes: the names of its arguments, for a function.
    """

    path: str
    kind: type = object
    takes: tuple[str, ...] = ()

    def problem(self, app: Sphinx) -> str:
        """Return an error message, or ``""`` if the name fits this Sphinx."""
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

        :raises ImportError: if there is no such module.
        :raises AttributeError: if there is no such attribute.
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
    """A patch of Sphinx or of a theme. Its attributes are a row of the table in the
    documentation."""

    #: Its name in ``filedocs_upstream_off``.
    name: ClassVar[str]
    #: The change.
    changes: ClassVar[str]
    #: The cost or the error without it.
    why: ClassVar[str]
    #: The effect of turning it off.
    without: ClassVar[str]
    #: Addresses of issues upstream.
    issues: ClassVar[tuple[str, ...]] = ()
    #: The names that it needs.
    needs: ClassVar[tuple[Name, ...]] = ()

    def concerns(self, app: Sphinx) -> bool:
        """Tell whether the patch has an effect on this build."""
        return True

    def problem(self, app: Sphinx) -> str:
        """Return an error message, or ``""`` if it fits this Sphinx."""
        return next(filter(None, (name.problem(app) for name in self.needs)), "")

    @abstractmethod
    def apply(self, app: Sphinx) -> None:
        """Apply it, for the rest of a build."""

    def undo(self, app: Sphinx) -> None:  # noqa: B027 (few leave anything behind)
        """Undo the effects of an earlier build of this process."""
