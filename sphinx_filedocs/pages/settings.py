"""What pages depend on besides the codebase: options, and what is read of a file on request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sphinx_filedocs.model.facts import Keyword
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.names import Names, Places
from sphinx_filedocs.model.symbols import Outlined
from sphinx_filedocs.pages.docnames import Suffixes

#: An index of more keywords takes more room on a file's page than all that is said of the file.
_MOST_KEYWORDS = 1_000


@dataclass(frozen=True, slots=True)
class Settings:
    """The options that pages depend on; see :data:`sphinx_filedocs.config.OPTIONS`.

    :param suffixes: of output files, on which addresses depend.
    :param private: whether private symbols are in outlines, indices and what is searched.
    """

    keywords: str
    file_sections: tuple[str, ...]
    folder_sections: tuple[str, ...]
    tree_sections: tuple[str, ...]
    suffixes: Suffixes
    private: bool = True

    @property
    def anchors(self) -> bool:
        """Whether files' pages have their listing, and so a target for every line."""
        return "listing" in self.file_sections

    @property
    def views(self) -> bool:
        """Whether files' pages show documents, tables and images as such."""
        return "view" in self.file_sections

    @property
    def keywords_on_page(self) -> bool:
        """Whether files' pages have their keyword index."""
        return "keywords" in self.file_sections and self.keywords != "page"

    def has_keyword_page(self, names: int) -> bool:
        """Return whether the keyword index of a file has a page of its own, in builders with pages
        beside the documents.

        :param names: how many it has.
        """
        is_long = self.keywords_on_page and names > _MOST_KEYWORDS
        return names > 0 and (self.keywords == "page" or is_long)

    @property
    def outlined(self) -> bool:
        """Whether files' pages have their outline, and so a target for every symbol."""
        return "outline" in self.file_sections

    def lists(self, entry: Outlined) -> bool:
        """Return whether the outline on the page of its file has a symbol."""
        return self.outlined and (self.private or not entry.private)


class Details(Protocol):
    """What few pages need to know of a file; it is read when it is asked for."""

    def keywords(self, file: File) -> tuple[Keyword, ...]:
        """Return the keywords of a file of the tree."""

    def names(self, file: File) -> Names:
        """Return the names of a file of the tree."""

    def places(self, file: File) -> Places:
        """Return where the names of a file of the tree stand."""

    def lines(self, path: str) -> Sequence[str]:
        """Return the lines of a file of the tree."""
