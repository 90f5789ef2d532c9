"""How many files each file leads to by imports, and how many lead to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from sphinx_filedocs.model import Import, Reach

#: Files further away than so many steps are not looked for: a chain of a tree's every file would
#: cost the square of their number.
_DEEPEST = 100
#: So many bits, 64 MB, are held at a time; more files than fit are taken in turns.
_BITS = 2**29

Table = Sequence[Sequence[int]]


def reach(imports: Mapping[str, tuple[Import, ...]]) -> dict[str, Reach]:
    """Return, for each file that imports or is imported, with how many files it hangs together.

    :param imports: of each file, resolved.
    """
    paths = sorted(imports)
    # Many files import the same package of many files: its files are told apart once for all.
    groups = sorted({one.resolved for rows in imports.values() for one in rows if one.resolved})
    number = {path: at for at, path in enumerate(paths)}
    of_group = {group: at for at, group in enumerate(groups)}
    members = [[number[path] for path in group] for group in groups]
    taken = [
        sorted({of_group[one.resolved] for one in imports[path] if one.resolved}) for path in paths
    ]
    down = _counts(inverse(members, len(paths)), inverse(taken, len(groups)))
    up = _counts(taken, members)
    return {
        path: Reach(*imported, *importing)
        for path, imported, importing in zip(paths, down, up, strict=True)
        if imported[0] or importing[0]
    }


def inverse(table: Table, size: int) -> list[list[int]]:
    """Return the rows in which each number below *size* stands."""
    found: list[list[int]] = [[] for _ in range(size)]
    for row, numbers in enumerate(table):
        for number in numbers:
            found[number].append(row)
    return found


def _counts(out: Table, back: Table) -> list[tuple[int, int | None]]:
    """Return how many others each file leads to, and the steps to the furthest; see levels."""
    size = len(out)
    counts, steps = [0] * size, [0] * size
    block = max(1, _BITS // max(1, size))
    for start in range(0, size, block):
        targets = range(start, min(start + block, size))
        within: Sequence[int] = ()
        for level, (known, changed) in enumerate(levels(out, back, targets, _DEEPEST + 1)):
            within = known
            for file in changed:
                steps[file] = max(steps[file], level)
        for file, bits in enumerate(within):
            counts[file] += bits.bit_count() - (file in targets)
    return [
        (count, step if step <= _DEEPEST else None)
        for count, step in zip(counts, steps, strict=True)
    ]


def levels(
    out: Table, back: Table, targets: Sequence[int], most: int
) -> Iterator[tuple[Sequence[int], Collection[int]]]:
    """Yield, for 0, 1, 2 and more steps, which targets each file leads to within so many, as bits
    in the order of *targets*, and the files that lead to one more than within a step less.

    :param out: the groups that each file is in.
    :param back: the files that lead to each group.
    :param most: so many steps are made at most.
    """
    within = [0] * len(out)
    for bit, target in enumerate(targets):
        within[target] = 1 << bit
    changed: Collection[int] = targets
    for _ in range(most):
        yield within, changed
        passed: defaultdict[int, int] = defaultdict(int)
        for file in changed:
            for group in out[file]:
                passed[group] |= within[file]
        grown: dict[int, int] = {}
        for group, bits in passed.items():
            for file in back[group]:
                known = grown.get(file) or within[file]
                if (more := known | bits) != known:
                    grown[file] = more
        if not grown:
            return
        within = within.copy()
        for file, bits in grown.items():
            within[file] = bits
        changed = grown
    yield within, changed
