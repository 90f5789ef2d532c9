"""Import cycles, as start pages list them."""

from __future__ import annotations

from collections.abc import Iterator

from statements import Documented, Statement


def cycles(documented: Documented) -> Iterator[Statement]:
    """Yield each cycle that is listed, with a shortest way around."""
    for cycle in documented.codebase.graph.cycles:
        steps = [f"{step.path}:{step.line}" for step in cycle.steps]
        first = cycle.steps[0]
        yield Statement(first.path, " → ".join([*steps, first.path]), first.line or 0)


KINDS = {"import cycle": cycles}
