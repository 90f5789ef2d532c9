"""Which files the files of a tree include, directly or not."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping

#: Returns what a file leads to by its imports.
Leads = Callable[[str], Iterable[str]]


class Closure:
    """All files that each file leads to, directly or not, as a bit set.

    :param numbers: the bit of each file that counts.
    """

    def __init__(self, numbers: Mapping[str, int], leads: Leads) -> None:
        self.numbers = numbers
        self._leads = leads
        self._known: dict[str, int] = {}

    def of(self, path: str) -> int:
        """Return a file and all that it leads to."""
        if path in self._known:
            return self._known[path]
        total = 0
        waiting = [path]
        while waiting:
            at = waiting.pop()
            if at not in self.numbers:
                continue
            bit = 1 << self.numbers[at]
            if total & bit:
                continue
            known = self._known.get(at)
            if known is not None:
                total |= known
                continue
            total |= bit
            waiting += self._leads(at)
        self._known[path] = total
        return total


def included_together(closure: Closure, includes: Leads) -> dict[str, int]:
    """Return for each file that includes others, or is included, all that some file includes
    together with it.

    :param includes: returns the targets of a file's imports of the kind ``include``.
    """
    met: dict[str, int] = {}
    used: dict[str, list[str]] = {}
    for path in closure.numbers:
        included = [target for target in includes(path) if target in closure.numbers]
        if included:
            used[path] = included
            met.update((file, closure.of(file)) for file in (path, *included))
    # Those that include most first: they reach the others.
    waiting = deque(sorted(used, key=lambda path: -met[path].bit_count()))
    queued = set(waiting)
    while waiting:
        user = waiting.popleft()
        queued.discard(user)
        for target in used.get(user, ()):
            grown = met[target] | met[user]
            if grown != met[target]:
                met[target] = grown
                if target not in queued:
                    queued.add(target)
                    waiting.append(target)
    return met
