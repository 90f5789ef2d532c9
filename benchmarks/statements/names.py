"""What the pages of names say of definitions beside their uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sphinx_filedocs.model.links import Enclosing, UsedHow
from statements import Documented, Statement


def bases(documented: Documented) -> Iterator[Statement]:
    """Yield the types that each type extends."""
    yield from _related(documented.codebase.graph.bases, "extends")


def overrides(documented: Documented) -> Iterator[Statement]:
    """Yield the members that each member overrides or implements."""
    yield from _related(documented.codebase.graph.overrides, "overrides")


def _related(by_file: Mapping[str, Mapping[Enclosing, UsedHow]], how: str) -> Iterator[Statement]:
    for path, found in by_file.items():
        for inside, others in found.items():
            for other in others:
                yield Statement(path, f"{inside.qualified} {how} {other.path} {other.qualified}")


def examples(documented: Documented) -> Iterator[Statement]:
    """Yield the test or example that shows how each definition is used."""
    for definitions in documented.codebase.graph.cross_referenced.values():
        for one in definitions:
            if example := documented.site.uses.example(one):
                says = f"{one.qualified} is shown by {example.name}"
                yield Statement(example.path, says, example.span.start)


def reached(documented: Documented) -> Iterator[Statement]:
    """Yield which tests reach each definition, with a shortest way."""
    for path, found in documented.codebase.graph.reached.items():
        for around, tests in found.items():
            first = tests.inside.qualified if tests.inside else tests.path
            between = (f"{one.path} {one.qualified}" for one in tests.between)
            way = " → ".join((f"{tests.path}:{tests.line} {first}", *between, around.qualified))
            yield Statement(
                path, f"{way} ({tests.direct} directly, {tests.through} through others)"
            )


KINDS = {
    "base": bases,
    "override": overrides,
    "example": examples,
    "reached by a test": reached,
}
