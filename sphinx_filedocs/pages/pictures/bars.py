"""How much there was of something in each month or quarter, as bars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sphinx_filedocs.pages.pictures.shapes import Curve, Label, LinkedShapes, Picture
from sphinx_filedocs.pages.translation import _

#: The size of all bars, the height of the row below them, and the widest that one is.
WIDTH, HEIGHT, _ROW, _WIDEST = 400, 32, 16, 12
#: A bar is so high at least, that it is seen; the text is so far above the lower end of its row.
_LEAST, _BASELINE = 1.5, 4
#: Of more months there is a bar for each quarter, of fewer than these two there is none.
_MOST_MONTHS, _FEWEST_MONTHS = 60, 6
_QUARTER, _YEAR = 3, 12
#: Of fewer changes the number says as much.
_FEWEST = 6
#: Narrower bars have no gaps.
_NARROW = 3


def sparkline(
    key: str, months: Sequence[tuple[str, int]], *, of_many: bool = False
) -> list[Picture]:
    """Return the numbers of changes as bars, from the first month to the last; nothing of few.

    :param key: tells it from others on one page.
    :param months: as ``2026-01``, with the numbers, in order.
    :param of_many: whether they are of many files, each counted for itself.
    """
    counts = {_number(month): count for month, count in months}
    length = max(counts) - min(counts) + 1 if counts else 0
    if length < _FEWEST_MONTHS or sum(counts.values()) < _FEWEST:
        return []
    each = 1 if length <= _MOST_MONTHS else _QUARTER
    bars: Counter[int] = Counter()
    for month, count in counts.items():
        bars[month // each] += count
    first, most = min(bars), max(bars.values())
    step = min(_WIDEST, WIDTH / (max(bars) - first + 1))
    path = "".join(
        _bar((place - first) * step, step, max(_LEAST, HEIGHT * bars[place] / most))
        for place in sorted(bars)
    )
    title = _title(each, of_many)
    said = _("{first} to {last}, {most:,} at most").format(
        first=months[0][0], last=months[-1][0], most=most
    )
    label = Label(0, HEIGHT + _ROW - _BASELINE, f"{title}, {said}")
    drawn = LinkedShapes("", "", "", (Curve(path), label), "fd-bars")
    return [Picture("changes", key, WIDTH, HEIGHT + _ROW, title, said, (drawn,))]


def _title(each: int, of_many: bool) -> str:
    if of_many:
        return _("File changes by month") if each == 1 else _("File changes by quarter")
    return _("Changes by month") if each == 1 else _("Changes by quarter")


def _number(month: str) -> int:
    year, _dash, number = month.partition("-")
    return int(year) * _YEAR + int(number) - 1


def _bar(x: float, step: float, height: float) -> str:
    top, end = HEIGHT - height, x + step - (step > _NARROW)
    return f"M{x:.1f} {HEIGHT}L{x:.1f} {top:.1f}L{end:.1f} {top:.1f}L{end:.1f} {HEIGHT}Z"
