"""Prints what an oracle says of links: every count, the figures and the differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from judging import RIGHT, Comparison, Judged

_T = TypeVar("_T")


def report(one: Comparison, limit: int | None) -> None:
    """Print every count of a comparison, then its differences."""
    print(
        f"\n{one.tree}, {one.language}, judged by {one.oracle}: "
        f"{len(one.judged)} of {one.population} names sampled"
    )
    _table(
        "the oracle's answer",
        one.judged,
        rows=lambda each: each.asked.kind,
        columns=lambda each: each.asked.said,
        order=("in the tree", "outside", "nothing", "failed"),
    )
    _table(
        "our links",
        one.judged,
        rows=lambda each: (each.found and each.found.how) or "no link",
        columns=lambda each: each.verdict,
        order=("exact", "other line", "overload", "wrong", "outside, too", "unjudged"),
    )
    _table(
        "resolved in the tree",
        one.resolved(),
        rows=lambda each: each.asked.kind,
        columns=lambda each: each.missed or each.verdict,
        order=(
            *("exact", "other line", "no link", "candidates with the right one"),
            *("candidates without the right one", "said to be outside", "wrong link"),
        ),
    )
    _figures_of_each(one, lambda each: each.asked.kind)
    print("  by our own scopes:")
    _figures_of_each(one, lambda each: each.sort)
    for title, local in (("all names", True), ("without local names", False)):
        _figures(title, one.claims(local=local), one.resolved(local=local))
    _differences(one, limit)


def _figures_of_each(one: Comparison, group_of: Callable[[Judged], str]) -> None:
    for group in sorted({group_of(each) for each in one.judged}):
        kept = [each for each in one.judged if group_of(each) == group]
        part = replace(one, judged=tuple(kept))
        if part.resolved():
            _figures(group, part.claims(), part.resolved())


def _figures(title: str, claims: Sequence[Judged], resolved: Sequence[Judged]) -> None:
    exact = sum(one.verdict == "exact" for one in claims)
    right, found = (sum(one.verdict in RIGHT for one in some) for some in (claims, resolved))
    print(
        f"  {title:22} precision {share_of(right, len(claims))} "
        f"(on the very line {share_of(exact, len(claims))}), "
        f"recall {share_of(found, len(resolved))}"
    )


def share_of(part: int, whole: int) -> str:
    """Return a share with four digits, cut and not rounded, and its counts."""
    if not whole:
        return "– of 0"
    return f"{part * 10_000 // whole / 10_000:.4f} = {part}/{whole}"


def _table(
    title: str,
    judged: Sequence[Judged],
    rows: Callable[[Judged], str],
    columns: Callable[[Judged], str],
    order: Sequence[str],
) -> None:
    counts = Counter((rows(one), columns(one)) for one in judged)
    used = [column for column in order if any(column == other for _, other in counts)]
    widths: Mapping[str, int] = {column: max(len(column), 6) + 2 for column in used}
    print(f"  {title:22}{'names':>8}" + "".join(f"{one:>{widths[one]}}" for one in used))
    for row in sorted({row for row, _ in counts}):
        cells = [counts[row, column] for column in used]
        line = "".join(f"{n:{widths[c]}}" for n, c in zip(cells, used, strict=True))
        print(f"    {row:20}{sum(cells):8}{line}")
    totals = [sum(n for (_, other), n in counts.items() if other == column) for column in used]
    line = "".join(f"{n:{widths[c]}}" for n, c in zip(totals, used, strict=True))
    print(f"    {'together':20}{sum(totals):8}{line}")


def _differences(one: Comparison, limit: int | None) -> None:
    groups: dict[str, list[Judged]] = {}
    for each in one.judged:
        sort = "wrong link" if each.verdict in {"wrong", "overload"} else each.missed
        if sort:
            groups.setdefault(sort, []).append(each)
    for sort, some in sorted(groups.items()):
        if limit != 0:
            print(f"  {sort}: {len(some)}")
        for each in _spread(some, limit):
            print(f"    {each}")
        if limit and len(some) > limit:
            print(f"    … {len(some) - limit} more (--all shows them)")


def _spread(some: Sequence[_T], limit: int | None) -> Sequence[_T]:
    """Return so many of all, from the whole range and not only from its start."""
    if limit is None or len(some) <= limit:
        return some
    return [some[at * len(some) // limit] for at in range(limit)]
