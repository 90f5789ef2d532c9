"""What a tree is made of, as its folders' pages say it."""

from __future__ import annotations

from collections.abc import Iterator

from statements import Documented, Statement


def interface(documented: Documented) -> Iterator[Statement]:
    """Yield what each folder offers to the files outside of it."""
    for folder, offers in documented.site.layout.rankings.offers.items():
        for one in offers:
            says = f"{one.definition.qualified}: used by {one.files} files outside of {folder}/"
            yield Statement(one.definition.path, says, one.definition.line)


def start(documented: Documented) -> Iterator[Statement]:
    """Yield where a newcomer starts to read, with the reason."""
    for one in documented.site.layout.rankings.start[:1]:
        yield Statement(one.path, f"start here: {one.reason}")


def next_to_read(documented: Documented) -> Iterator[Statement]:
    """Yield what most modules use, as it stands behind where a newcomer starts."""
    for one in documented.site.layout.rankings.start[1:]:
        yield Statement(one.path, str(one.reason))


KINDS = {
    "public interface": interface,
    "start here": start,
    "most used module": next_to_read,
}
