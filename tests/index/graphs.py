"""Import graphs made by hand and by chance, and the plainest search through one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from hypothesis import strategies as st

from sphinx_filedocs.model.facts import Import, ImportedName

FILES = tuple(f"{letter}.py" for letter in "abcde")


def imports_of(leads: Mapping[str, Sequence[str]]) -> dict[str, tuple[Import, ...]]:
    """Return imports of one file each, a line each."""
    return {
        path: tuple(
            Import(target, "import", line, resolved=(target,))
            for line, target in enumerate(targets, 1)
        )
        for path, targets in leads.items()
    }


@st.composite
def graphs(draw: st.DrawFn) -> dict[str, tuple[Import, ...]]:
    """Return the imports of a few files, each import of one or several other files and with some
    names, several on one line now and then."""
    names = st.lists(st.sampled_from("xyz*"), max_size=3, unique=True)
    found: dict[str, tuple[Import, ...]] = {}
    for path in FILES:
        targets = st.sets(st.sampled_from([one for one in FILES if one != path]), max_size=3)
        rows = draw(st.lists(st.tuples(st.integers(1, 9), targets, names), max_size=3))
        found[path] = tuple(
            Import("m", "import", line, tuple(map(ImportedName, taken)), resolved=tuple(sorted(to)))
            for line, to, taken in rows
        )
    return found


def shortest(after: Mapping[str, AbstractSet[str]], start: str) -> dict[str, int]:
    """Return every other file that one leads to with the fewest steps to it."""
    steps, level = {start: 0}, [start]
    while level:
        level = sorted({to for path in level for to in after[path]} - steps.keys())
        steps |= dict.fromkeys(level, max(steps.values()) + 1)
    del steps[start]
    return steps
