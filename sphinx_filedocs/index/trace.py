"""Records the questions asked while something is computed: verifying traces.

A :class:`Question` has a key, such as the path in "the imports of this file". A table of answers
that is computed for the whole tree is a question by its name. Example: ``"twin"`` has the header of
each source. Two questions may share a token: then something is checked in vain, but no page is
wrong. See "Build Systems à la Carte" (Mokhov, Mitchell, Peyton Jones, 2018).
"""

from __future__ import annotations

import contextlib
import enum
import hashlib
import zlib
from array import array
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from typing import Protocol, TypeVar, overload

_KEY_BITS = 32
#: Added to the numbers of tables; those of questions are less.
_TABLES = 1 << 31
Key = TypeVar("Key")
Answer = TypeVar("Answer")
Other = TypeVar("Other")


class Question(enum.IntEnum):
    """A question about a tree; the comment names its key."""

    #: A path: whether there is such a file or folder.
    EXISTS = enum.auto()
    #: A path: what is known of the file besides its symbols, imports and names.
    FILE = enum.auto()
    #: A path: its imports, and what they lead to.
    IMPORTS = enum.auto()
    #: A path: all that others can get from it, without lines; see ``resolve/exports.py``.
    EXPORTS = enum.auto()
    #: A path: what others can get from it by names, each of which is a question of its own.
    EXPORTED_NAMES = enum.auto()
    #: A name: what others get by it from any file of which they ask for names.
    EXPORTED_NAME = enum.auto()
    #: A key of :func:`name_key`, :func:`qualified_key`, :func:`packaged_name_key` or
    #: :func:`package_key`: its definitions, without lines.
    DEFINED = enum.auto()
    #: A path: which files it includes, directly or not.
    INCLUDED = enum.auto()
    #: A path: which files are included together with it.
    INCLUDED_WITH = enum.auto()
    #: A path: which branches of conditions are read where the file is compiled.
    BUILDS = enum.auto()
    #: A group of languages: what all its files say of all types (implementations of traits).
    IMPLEMENTATIONS = enum.auto()
    #: A path: where its names lead, and the lines on which it uses each definition.
    LINKS = enum.auto()
    #: A path: the lines that use what it defines, by definition.
    USED = enum.auto()
    #: A key of :func:`definition_key`: the bases of the definition, its types, what it overrides
    #: and what it calls.
    RELATIONS = enum.auto()
    #: A name: its definitions in outlines, in their order, but not on which lines they stand.
    DEFINITIONS = enum.auto()
    #: A name: the lines that import it.
    NAME_IMPORTS = enum.auto()
    #: A name: its definitions that are listed or used, with their lines, and the lines that may use
    #: one of several.
    CROSS_REFERENCES = enum.auto()
    #: A key of :func:`definition_key`: the lines that use the definition.
    REFERENCES = enum.auto()
    #: A key of :func:`definition_key`: those of them that extend, override or implement it.
    HEIRS = enum.auto()
    #: A folder: what depends on what between its subfolders.
    STRUCTURE = enum.auto()
    #: Nothing: which files there are, and what the manifests among them say.
    PROJECT = enum.auto()


#: A question, or the name of a table of answers.
Subject = Question | str


def key_number(key: str) -> int:
    """Return the number of a key; several keys may share one."""
    return zlib.crc32(key.encode("utf-8", "surrogatepass"))


def subject_number(subject: Subject) -> int:
    """Return the number of a question or table."""
    return key_number(subject) | _TABLES if isinstance(subject, str) else subject.value


def token(subject: Subject, key: str) -> int:
    """Return the number of a question about a key."""
    return token_of(subject, key_number(key))


def token_of(subject: Subject, number: int) -> int:
    """Return the number of a question about a key of :func:`key_number`."""
    return subject_number(subject) << _KEY_BITS | number


def answer_digests(answers: Mapping[str, object]) -> dict[str, str]:
    """Return digests by which answers are compared with those of the last build; texts are their
    own."""
    return {
        key: answer
        if isinstance(answer, str)
        else hashlib.blake2b(
            repr(answer).encode("utf-8", "surrogatepass"), digest_size=12
        ).hexdigest()
        for key, answer in answers.items()
    }


def pack(tokens: Iterable[int]) -> bytes:
    """Return tokens as bytes, sorted."""
    return array("Q", sorted(tokens)).tobytes()


def unpack(data: bytes) -> array[int]:
    """Return the tokens of :func:`pack`.

    :raises ValueError: when the data is damaged.
    """
    tokens = array("Q")
    tokens.frombytes(data)
    return tokens


class Tracer:
    """Records questions."""

    def __init__(self) -> None:
        self._tokens: set[int] | None = None

    def ask(self, subject: Subject, key: str) -> None:
        """Record a question."""
        if self._tokens is not None:
            self._tokens.add(token(subject, key))

    def asking(self, subject: Subject) -> Callable[[str], None]:
        """Return a function that records a question about a key."""
        first = token_of(subject, 0)

        def ask(key: str) -> None:
            # As above, for what is asked a million times.
            if self._tokens is not None:
                self._tokens.add(first | zlib.crc32(key.encode("utf-8", "surrogatepass")))

        return ask

    def asking_of_definition(self, question: Question) -> Callable[[str, str, int], None]:
        """Return a function that records a question about a definition, by the arguments of
        :func:`definition_key`."""
        ask = self.asking(question)

        def ask_of_definition(path: str, qualified: str, number: int) -> None:
            # Most are asked while nothing is recorded.
            if self._tokens is not None:
                ask(definition_key(path, qualified, number))

        return ask_of_definition

    @contextlib.contextmanager
    def recording(self) -> Iterator[set[int]]:
        """Record questions; an inner recording hides them from the outer one."""
        before, self._tokens = self._tokens, set()
        try:
            yield self._tokens
        finally:
            self._tokens = before


def _silent(_: object) -> None: ...


class Answers(Mapping[Key, Answer]):
    """The answers to a question by key. Iteration is not recorded.

    :param ask: records the question about a key; ``None`` if nothing is to be recorded, or *find*
        or what it returns records other questions.
    :param find: returns the answer for a key, ``None`` for no answer; without it, all are loaded.
    :param load: returns all answers in order; called once.
    :param keys: returns all keys with answers, instead of *load*.
    """

    def __init__(
        self,
        ask: Callable[[Key], None] | None,
        find: Callable[[Key], Answer | None] | None = None,
        load: Callable[[], Mapping[Key, Answer]] | None = None,
        keys: Callable[[], Iterable[Key]] = tuple,
    ) -> None:
        self._ask = ask or _silent
        # What is loaded asks no other answers.
        self._may_serve_loaded = find is None or ask is not None
        self._find = find or self._find_loaded
        self._load = load
        self._keys = keys
        self._all: Mapping[Key, Answer] | None = None

    @property
    def _loaded(self) -> Mapping[Key, Answer]:
        if self._all is None:
            self._all = self._load() if self._load else self._find_all()
            if self._may_serve_loaded:
                self._find = self._all.get
        return self._all

    def _find_all(self) -> Mapping[Key, Answer]:
        answers = ((key, self._find(key)) for key in self._keys())
        return {key: answer for key, answer in answers if answer is not None}

    def _find_loaded(self, key: Key) -> Answer | None:
        return self._loaded.get(key)

    def __getitem__(self, key: Key) -> Answer:
        self._ask(key)
        answer = self._find(key)
        if answer is None:
            raise KeyError(key)
        return answer

    @overload
    def get(self, key: Key, /) -> Answer | None: ...
    @overload
    def get(self, key: Key, /, default: Answer | Other) -> Answer | Other: ...
    def get(self, key: Key, /, default: object = None) -> object:
        """Return the answer for a key, else *default*."""
        self._ask(key)
        answer = self._find(key)
        return default if answer is None else answer

    def __contains__(self, key: object) -> bool:
        return self.get(key) is not None  # type: ignore[arg-type]  # as of any mapping

    def __iter__(self) -> Iterator[Key]:
        return iter(self._loaded if self._load else self._keys())

    def __len__(self) -> int:
        return len(self._loaded)

    def items(self) -> ItemsView[Key, Answer]:
        """Return all answers with their keys."""
        return self._loaded.items()

    def values(self) -> ValuesView[Answer]:
        """Return all answers."""
        return self._loaded.values()


def noted(subject: Subject, answers: Mapping[str, Answer], tracer: Tracer) -> Answers[str, Answer]:
    """Return a mapping that records the keys asked for."""
    return Answers(tracer.asking(subject), answers.get, lambda: answers)


class Noting(Protocol):
    """Compares a table of answers with that of the last build."""

    def __call__(self, table: str, answers: Mapping[str, Answer]) -> Mapping[str, Answer]:
        """Return the table, with the keys that are asked for recorded."""


class NotedMapping(Mapping[Key, Answer]):
    """A mapping that records the keys asked for.

    :param ask_all: records iteration.
    """

    __slots__ = ("_answers", "_ask", "_ask_all")

    def __init__(
        self,
        ask: Callable[[Key], object],
        answers: Mapping[Key, Answer],
        ask_all: Callable[[], object] | None = None,
    ) -> None:
        self._ask = ask
        self._answers = answers
        self._ask_all = ask_all

    def __getitem__(self, key: Key) -> Answer:
        self._ask(key)
        return self._answers[key]

    @overload
    def get(self, key: Key, /) -> Answer | None: ...
    @overload
    def get(self, key: Key, /, default: Answer | Other) -> Answer | Other: ...
    def get(self, key: Key, /, default: object = None) -> object:
        """Return the answer for a key, else *default*."""
        self._ask(key)
        return self._answers.get(key, default)

    def __contains__(self, key: object) -> bool:
        self._ask(key)  # type: ignore[arg-type]  # as of any mapping
        return key in self._answers

    def __iter__(self) -> Iterator[Key]:
        if self._ask_all:
            self._ask_all()
        return iter(self._answers)

    def __len__(self) -> int:
        if self._ask_all:
            self._ask_all()
        return len(self._answers)


def name_key(family: str, name: str) -> str:
    """Return the key of the definitions of a name in a group of languages."""
    return f"name\0{family}\0{name}"


def qualified_key(family: str, qualified: str) -> str:
    """Return the key of the definitions, aliases and opened namespaces of a qualified name."""
    return f"qualified\0{family}\0{qualified}"


def packaged_name_key(language: str, package: str, name: str) -> str:
    """Return the key of a name in a package of a language."""
    return f"packaged\0{language}\0{package}\0{name}"


def package_key(language: str, name: str) -> str:
    """Return the key of a package of a language."""
    return f"package\0{language}\0{name}"


def definition_key(path: str, qualified: str, number: int) -> str:
    """Return the key of a definition, independent of its line.

    :param number: 1-based, among definitions of the same qualified name in the file.
    """
    return f"{path}\0{qualified}\0{number}"


def roots_key(family: str) -> str:
    """Return the key of the roots of module paths in a group of languages."""
    return f"{family}\0roots"
