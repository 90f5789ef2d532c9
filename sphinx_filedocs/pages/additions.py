"""Sections, pages and links that plugins add to a tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar

from sphinx_filedocs import hooks
from sphinx_filedocs.hooks import OptionError
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.pages.anchors import Anchors
from sphinx_filedocs.pages.markup import Block
from sphinx_filedocs.pages.plan import Documents, Plan
from sphinx_filedocs.pages.settings import Settings
from sphinx_filedocs.pages.view_models import Place, Section


@dataclass(frozen=True, eq=False, repr=False)
class TreePages:
    """A tree for which a plugin makes sections.

    :param aside: tests, examples, generated and vendored files.
    """

    title: str
    codebase: Codebase
    plan: Plan
    documents: Documents
    settings: Settings
    anchors: Anchors
    aside: AbstractSet[str]


class Addition:
    """Adds a section, and if need be whole pages, to the pages of a tree.

    A plugin derives a class from it and names it in ``sphinx_filedocs.sections``. It is made once
    a tree and build. A page is written again if what a method returns for it has changed.

    :param gathered: the result of :meth:`gather`.
    """

    #: The title of the section.
    title: ClassVar[str] = ""
    #: The titles of its first and its further pages. Example: ``"Reviews of {what}"``.
    page_titles: ClassVar[tuple[str, str] | None] = None
    #: The name of a role for the places that it describes, and of its objects in inventories.
    role: ClassVar[str] = ""

    @classmethod
    def gather(cls, codebase: Codebase, aside: AbstractSet[str]) -> Sized:
        """Return a value for each whole page, from all files. If it is a mapping, pages are written
        again that asked for a key whose answer has changed.

        :param aside: tests, examples, generated and vendored files.
        """
        return ()

    def __init__(self, name: str, pages: TreePages, gathered: Any) -> None:  # noqa: ANN401 (own)
        self.name = name
        self.pages = pages
        self.gathered = gathered

    def of_file(self, path: str) -> Section:
        """Return the section of a file's page."""
        return Section()

    def of_folder(self, path: str) -> Section:
        """Return the section of a folder's page, of the start page for ``""``."""
        return Section()

    def page(self, number: int) -> Sequence[Block]:
        """Return the content of a whole page, the first for 0."""
        return ()

    def below(self, path: str) -> object:
        """Return everything that a directive shows of a file or folder."""
        return None

    def places(self, path: str) -> Mapping[tuple[str, int], Sequence[Place]]:
        """Return the places that symbols of a file link to, by qualified name and number."""
        return {}

    def described(self) -> Iterator[tuple[str, Place]]:
        """Yield file and place of everything that a role can name."""
        yield from ()


class Additions:
    """All additions to one tree, by the names of their sections."""

    def __init__(self, additions: Mapping[str, Addition]) -> None:
        self._additions = additions
        self._of_folder: dict[str, dict[str, Section]] = {}

    def __getitem__(self, name: str) -> Addition:
        return self._additions[name]

    def of_file(self, path: str) -> dict[str, Section]:
        """Return the sections of a file's page."""
        return {name: added.of_file(path) for name, added in self._additions.items()}

    def of_folder(self, path: str) -> dict[str, Section]:
        """Return the sections of a folder's page."""
        if path not in self._of_folder:
            made = {name: added.of_folder(path) for name, added in self._additions.items()}
            self._of_folder[path] = made
        return self._of_folder[path]

    def places(self, path: str) -> dict[tuple[str, int], tuple[Place, ...]]:
        """Return the places that symbols of a file link to."""
        places: dict[tuple[str, int], tuple[Place, ...]] = {}
        for added in self._additions.values():
            for symbol, some in added.places(path).items():
                places[symbol] = (*places.get(symbol, ()), *some)
        return places

    @property
    def roles(self) -> tuple[str, ...]:
        """The names of their roles."""
        return tuple(added.role for added in self._additions.values() if added.role)

    def described(self) -> Iterator[tuple[str, str, Place]]:
        """Yield role, file and place of everything that a role can name."""
        for added in self._additions.values():
            for path, place in added.described():
                yield added.role, path, place


def additions(names: Iterable[str]) -> dict[str, type[Addition]]:
    """Return the classes among sections, by the names of their sections.

    :param names: of sections on pages; plugins' own are found without.
    :raises OptionError: if one can't be imported.
    """
    entries = {section.name: section.entry for section in hooks.sections()}
    made = {name: hooks.object_of(entry) for name, entry in entries.items()}
    made.update((name, imported("a section", name)) for name in names if "." in name)
    return {
        name: value
        for name, value in made.items()
        if isinstance(value, type) and issubclass(value, Addition)
    }


def imported(option: str, name: str) -> Any:  # noqa: ANN401 (the caller checks it)
    """Return the object at a dotted path.

    :raises OptionError: if it can't be imported.
    """
    module, attribute = name.rpartition(".")[::2]
    try:
        return getattr(import_module(module), attribute)
    except Exception as error:  # whatever a module of the user's own raises
        said = f"{type(error).__name__}: {error}"
        raise OptionError(option, name, f"the function could not be imported ({said})") from error


def shown_name(name: str) -> str:
    """Return the last part of a section's name, which its pages and ids are called."""
    return name.rpartition(".")[2].replace("_", "-")
