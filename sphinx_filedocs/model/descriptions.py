"""Descriptions of files, folders and symbols, quoted from the documented tree with their place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

#: The place of words about a file or folder: its top; that of its header or implementation; a
#: definition; the package's documentation; the folder's README; a manifest; prose.
DescriptionKind = Literal["own", "twin", "symbol", "package", "readme", "manifest", "prose"]
#: The subject of a field of a symbol's documentation.
FieldKind = Literal["parameter", "returns", "raises", "deprecated"]


class Description(NamedTuple):
    """The description of a file or folder, in the words of the tree.

    :param text: paragraphs, without marks of comments and markup.
    :param path: the file with the words.
    :param line: of that file, 1-based; 0 if it is not known.
    :param about: the symbol whose words they are, ``""`` if they are about the whole.
    :param quoted: True if the words are a comment that nothing declares to be about the file: pages
        quote them.
    """

    text: str
    path: str
    line: int
    kind: DescriptionKind
    about: str = ""
    quoted: bool = False

    def under_name(self, words: str) -> str:
        """Return some of the text behind the name of the symbol whose words they are."""
        return f"{self.about}: {words}" if self.about else words


class Explanation(NamedTuple):
    """A place in prose that names or explains a file, a folder or a symbol.

    :param path: of the prose.
    :param heading: of its section, ``""`` above all.
    :param about: the symbol that it names, ``""`` for the file or folder itself.
    :param explains: True if the place explains it; False if it only names it.
    """

    path: str
    line: int
    heading: str = ""
    about: str = ""
    explains: bool = False


class DocField(NamedTuple):
    """A part of a symbol's documentation with a meaning of its own.

    :param name: of the parameter or the exception; ``""`` for the others.
    """

    kind: FieldKind
    name: str
    text: str


class Mention(NamedTuple):
    """A place in a text of prose that names something.

    :param name: as it is written there: a path, the name of a file or of a symbol.
    :param heading: of its section.
    :param says: the explanation there, ``""`` for none. Example: ``server.c: the main loop``.
    :param linked: True if the text has a link to it there.
    :param code: True if it is marked as code there.
    """

    name: str
    line: int
    heading: str = ""
    says: str = ""
    linked: bool = False
    code: bool = False


class ShownCode(NamedTuple):
    """An example of code in a text of prose.

    :param languages: of the code, or of the definitions that it uses; none if the text names none.
    :param names: that stand in it, each once.
    """

    languages: tuple[str, ...]
    names: tuple[str, ...]


def sources_of(description: Description | None, explained: Iterable[Explanation]) -> Iterator[str]:
    """Yield the files that an object's words are from."""
    if description:
        yield description.path
    yield from (place.path for place in explained)
