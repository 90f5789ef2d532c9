"""Private names used nowhere else, as their page lists them."""

from __future__ import annotations

from collections.abc import Iterator

from statements import Documented, Statement


def alone(documented: Documented) -> Iterator[Statement]:
    """Yield each of them in own code."""
    for path, definitions in documented.site.layout.unused.items():
        for one in definitions:
            yield Statement(path, f"{one.kind} {one.qualified}", one.line)


KINDS = {"private name that stands nowhere else": alone}
