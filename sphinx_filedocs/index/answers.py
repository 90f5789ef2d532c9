"""Answers about a tree that are looked up when they are asked for, and noted as asked."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from collections.abc import Set as AbstractSet
from typing import TypeVar, overload

Key = TypeVar("Key")
Answer = TypeVar("Answer")
Other = TypeVar("Other")


class Answers(Mapping[Key, Answer]):
    """The answers to one question, by what it is about.

    Only what is asked for by its key is noted: nothing that is recorded looks through all answers.

    :param ask: notes that the question is asked about a key.
    :param find: returns the answer for a key, ``None`` where there is none; without it, all
        answers are loaded for one.
    :param load: returns all answers, in their order; called once, when that is asked for.
    :param keys: returns what there are answers about, where that is known without them.
    """

    def __init__(
        self,
        ask: Callable[[Key], None],
        find: Callable[[Key], Answer | None] | None,
        load: Callable[[], Mapping[Key, Answer]],
        keys: Callable[[], Iterable[Key]] | None = None,
    ) -> None:
        self._ask = ask
        self._find = find or (lambda key: self._loaded.get(key))
        self._load = load
        self._keys = keys
        self._all: Mapping[Key, Answer] | None = None

    @property
    def _loaded(self) -> Mapping[Key, Answer]:
        if self._all is None:
            self._all = self._load()
            self._find = self._all.get
        return self._all

    def __getitem__(self, key: Key) -> Answer:
        self._ask(key)
        found = self._find(key)
        if found is None:
            raise KeyError(key)
        return found

    @overload
    def get(self, key: Key, /) -> Answer | None: ...
    @overload
    def get(self, key: Key, /, default: Answer | Other) -> Answer | Other: ...
    def get(self, key: Key, /, default: object = None) -> object:
        """Return the answer for a key, else *default*."""
        self._ask(key)
        found = self._find(key)
        return default if found is None else found

    def __contains__(self, key: object) -> bool:
        return self.get(key) is not None  # type: ignore[arg-type]  # as of any mapping

    def __iter__(self) -> Iterator[Key]:
        return iter(self._keys() if self._keys else self._loaded)

    def __len__(self) -> int:
        return len(self._loaded)

    def items(self) -> ItemsView[Key, Answer]:
        """Return all answers with what they are about."""
        return self._loaded.items()

    def values(self) -> ValuesView[Answer]:
        """Return all answers."""
        return self._loaded.values()


class NotedSet(AbstractSet[str]):
    """A set of which it is noted what is looked for in it."""

    def __init__(self, ask: Callable[[str], None], found: AbstractSet[str]) -> None:
        self._ask = ask
        self._found = found

    def __contains__(self, one: object) -> bool:
        self._ask(str(one))
        return one in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)
