"""Which questions are asked while something is made: what verifying traces are made of.

A question is one of :class:`Question` about a key: the imports of a file, the definitions of a
name. Whatever answers one says so here. What is noted decides only what is looked at again after a
change, so two questions may share a token: that costs time, and never a wrong page.

The idea is that of "Build Systems à la Carte" (Mokhov, Mitchell, Peyton Jones, 2018).
"""

from __future__ import annotations

import contextlib
import enum
import zlib
from array import array
from collections.abc import Iterable, Iterator

_KEY_BITS = 32


class Question(enum.IntEnum):
    """What may be asked of a tree; the comment says what the key is."""

    #: A path: whether there is such a file or folder.
    EXISTS = enum.auto()
    #: A path: what is known of the file besides its symbols, imports and names.
    FILE = enum.auto()
    #: A path: its symbols, with their lines.
    OUTLINE = enum.auto()
    #: A path: its imports, and what they lead to.
    IMPORTS = enum.auto()
    #: A path: the lines of other files that import it.
    IMPORTED_BY = enum.auto()
    #: A path: what others can get from it, without lines; see ``index/links``.
    EXPORTS = enum.auto()
    #: A group of languages and a name: the definitions of the name, without lines.
    NAMED = enum.auto()
    #: A group of languages and a qualified name: its definitions, aliases and opened namespaces.
    QUALIFIED = enum.auto()
    #: A language, a package and a name.
    IN_PACKAGE = enum.auto()
    #: A language and a package: whether there is one.
    HAS_PACKAGE = enum.auto()
    #: A path: which files it includes, directly or not.
    INCLUDED = enum.auto()
    #: A path: which files are included together with it.
    INCLUDED_WITH = enum.auto()
    #: A group of languages: what all its files say of all types (implementations of traits).
    IMPLEMENTATIONS = enum.auto()
    #: A path: where its names lead.
    LINKS = enum.auto()
    #: A path: the lines that use what it defines, by definition.
    USED = enum.auto()
    #: A path: which definitions it uses, on which lines.
    USES = enum.auto()
    #: A name: its definitions in outlines, with their lines.
    DEFINITIONS = enum.auto()
    #: A name: the lines that import it.
    NAME_IMPORTS = enum.auto()
    #: A name: the lines that use a definition of it, and those that may.
    REFERENCES = enum.auto()
    #: A folder: what depends on what between its subfolders.
    STRUCTURE = enum.auto()
    #: Nothing: which files there are, and what the manifests among them say.
    PROJECT = enum.auto()
    #: A path: what was read of it for what others are.
    READ = enum.auto()
    #: A path: whether the uses in the file say less than those in others.
    ROLES = enum.auto()
    #: A name: the page with its cross-references.
    ADDRESS = enum.auto()


def token(question: Question, key: str) -> int:
    """Return the number that stands for a question."""
    return question << _KEY_BITS | zlib.crc32(key.encode("utf-8", "surrogatepass"))


def pack(tokens: Iterable[int]) -> bytes:
    """Return tokens in little room, the same bytes for the same tokens."""
    return array("Q", sorted(tokens)).tobytes()


def unpack(data: bytes) -> array[int]:
    """Return the tokens of :func:`pack`.

    :raises ValueError: when the data is damaged.
    """
    found = array("Q")
    found.frombytes(data)
    return found


class Tracer:
    """Notes the questions that are asked while something is made."""

    def __init__(self) -> None:
        self._tokens: set[int] | None = None

    def ask(self, question: Question, key: str) -> None:
        """Note a question."""
        if self._tokens is not None:
            self._tokens.add(token(question, key))

    @contextlib.contextmanager
    def recording(self) -> Iterator[set[int]]:
        """Note the questions that are asked meanwhile, for the inner of two only."""
        before, self._tokens = self._tokens, set()
        try:
            yield self._tokens
        finally:
            self._tokens = before
