"""Which files the files of a tree include, directly or not."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping

#: Returns what a file leads to by its imports.
Leads = Callable[[str], Iterable[str]]


class Closure:
    """What each file leads to, directly or not, as the bits of one number each.

    :param numbers: the place among these bits of each file that counts.
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

    :param includes: returns what a file includes by that very word.
    """
    met: dict[str, int] = {}
    used: dict[str, list[str]] = {}
    for path in closure.numbers:
        found = [one for one in includes(path) if one in closure.numbers]
        if found:
            used[path] = found
            met.update((one, closure.of(one)) for one in (path, *found))
    # Those that include most first: they reach the others.
    waiting = deque(sorted(used, key=lambda path: -met[path].bit_count()))
    queued = set(waiting)
    while waiting:
        user = waiting.popleft()
        queued.discard(user)
        for one in used.get(user, ()):
            grown = met[one] | met[user]
            if grown != met[one]:
                met[one] = grown
                if one not in queued:
                    queued.add(one)
                    waiting.append(one)
    return met
