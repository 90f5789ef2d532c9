"""Which files change together, as pages say it."""

from __future__ import annotations

from collections.abc import Iterator

from statements import Documented, Statement


def changed_together(documented: Documented) -> Iterator[Statement]:
    """Yield the files that changed together with each."""
    for path, file in documented.codebase.light.items():
        if known := file.history:
            for one in known.together:
                says = f"{one.path}: together in {one.commits} of {known.changes} commits"
                yield Statement(path, says)


KINDS = {"changed together": changed_together}
