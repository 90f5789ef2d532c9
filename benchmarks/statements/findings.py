"""Findings, of each category of rules: those of the project's own code, which pages list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from statements import Documented, Statement


def _of(category: str, tree: Documented) -> Iterator[Statement]:
    rules = tree.codebase.rules
    for found in tree.site.layout.gathered["findings"].rules:
        if rules[found.rule].category == category:
            for path, finding in found.own:
                yield Statement(path, f"{found.rule}: {finding.text}", finding.line)


KINDS: dict[str, Callable[[Documented], Iterator[Statement]]] = {
    f"finding of {category}": partial(_of, category)
    for category in ("correctness", "performance", "security")
}
