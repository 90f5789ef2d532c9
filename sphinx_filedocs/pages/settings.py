"""What pages depend on besides the codebase: options, and what is read of a file on request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from sphinx_filedocs.model.facts import Keyword
from sphinx_filedocs.model.files import Blame, File
from sphinx_filedocs.model.names import Names, Places
from sphinx_filedocs.model.symbols import Outlined
from sphinx_filedocs.pages.document_names import Suffixes


@dataclass(frozen=True, slots=True)
class SectionsOf:
    """The sections of some files, by a pattern of paths or a language."""

    chosen: str
    names: tuple[str, ...]
    selects: Callable[[str], bool] = field(repr=False, compare=False)
    by_language: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """The options behind pages; see :data:`sphinx_filedocs.config.OPTIONS`.

    :param file_sections: of files that ``sections_of`` does not select.
    :param suffixes: of output files.
    :param private: whether private symbols are shown.
    :param language_of: returns the name of a file's language, by its path.
    """

    file_sections: tuple[str, ...]
    folder_sections: tuple[str, ...]
    tree_sections: tuple[str, ...]
    suffixes: Suffixes
    private: bool = True
    short_titles: bool = False
    sections_of: tuple[SectionsOf, ...] = ()
    language_of: Callable[[str], str] = field(default=lambda _path: "", repr=False, compare=False)

    @property
    def all_sections(self) -> tuple[str, ...]:
        """The names of the sections of all pages, some more than once."""
        of_some = (name for selection in self.sections_of for name in selection.names)
        return *self.file_sections, *of_some, *self.folder_sections, *self.tree_sections

    def with_languages(self, language_of: Callable[[str], str]) -> Settings:
        """Return the options with the languages of a tree."""
        return replace(self, language_of=language_of)

    @property
    def by_language(self) -> bool:
        """Whether sections depend on languages."""
        return any(selection.by_language for selection in self.sections_of)

    def sections(self, path: str) -> tuple[str, ...]:
        """Return the sections of the page of a file."""
        for selection in reversed(self.sections_of):
            if selection.selects(self.language_of(path) if selection.by_language else path):
                return selection.names
        return self.file_sections

    def anchors(self, path: str) -> bool:
        """Return whether the page of a file has its listing, with targets for lines."""
        return "listing" in self.sections(path)

    def views(self, path: str) -> bool:
        """Return whether the page of a file has its rendered view."""
        return "view" in self.sections(path)

    def outlined(self, path: str) -> bool:
        """Return whether the page of a file has its outline, with targets for symbols."""
        return "outline" in self.sections(path)

    def lists(self, path: str, entry: Outlined) -> bool:
        """Return whether the outline of a file has a symbol."""
        return self.outlined(path) and (self.private or not entry.private)


class Details(Protocol):
    """Details of files, read on demand."""

    def keywords(self, file: File) -> tuple[Keyword, ...]:
        """Return the keywords of a file of the tree."""

    def names(self, file: File) -> Names:
        """Return the names of a file of the tree."""

    def places(self, file: File) -> Places:
        """Return the places of names in a file."""

    def lines(self, path: str) -> Sequence[str]:
        """Return the lines of a file of the tree."""

    def text(self, path: str) -> str:
        """Return a file of the tree, with credentials masked."""

    def blame(self, file: File) -> Blame | None:
        """Return the authors of a file's lines as they are on the disk; ``None`` if unknown."""

    def encoding(self, path: str) -> str:
        """Return the encoding of a text that is not UTF-8, ``""`` for others."""
