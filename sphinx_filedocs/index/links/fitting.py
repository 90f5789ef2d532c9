"""Which definitions fit what a name is used for."""

from __future__ import annotations

from collections.abc import Sequence

from sphinx_filedocs.index.links.modules import Defined
from sphinx_filedocs.model.expressions import NO_FUNCTION, UNSAID


def used_as(rows: Sequence[Defined], use: int) -> list[Defined]:
    """Return the definitions that a name may mean by what it is used for."""
    if use == UNSAID:
        return list(rows)
    return taking([row for row in rows if row.called == (use != NO_FUNCTION)], use)


def taking(rows: Sequence[Defined], count: int) -> list[Defined]:
    """Return the functions that take a number of arguments, all if none does."""
    return [row for row in rows if takes(row, count)] or list(rows)


def takes(defined: Defined, count: int) -> bool:
    """Tell whether a function takes a number of arguments, any if it is negative."""
    return count < 0 or (defined.least <= count and (defined.most < 0 or count <= defined.most))
