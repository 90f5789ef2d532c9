"""What stands out in a tree, and which tests use a file, as pages list it."""

from __future__ import annotations

from collections.abc import Iterator

from statements import Documented, Statement


def key_files(documented: Documented) -> Iterator[Statement]:
    """Yield the files that most others use, of the whole tree."""
    for path, count in documented.site.layout.rankings.key_files[""]:
        yield Statement(path, f"used by {count} files")


def key_symbols(documented: Documented) -> Iterator[Statement]:
    """Yield the definitions that most files use."""
    for one, count in documented.site.layout.rankings.key_symbols:
        yield Statement(one.path, f"{one.qualified}: used by {count} files", one.line)


def entry_points(documented: Documented) -> Iterator[Statement]:
    """Yield where something starts."""
    for entry in documented.site.layout.rankings.entry_points[""]:
        yield Statement(entry.path, f"entry point: {entry.reason}", entry.line or 0)


def tests(documented: Documented) -> Iterator[Statement]:
    """Yield the tests that use each file."""
    for path, rows in documented.codebase.graph.tests.items():
        for test, count in rows:
            yield Statement(path, f"{test} uses {count} names of it")


def related(documented: Documented) -> Iterator[Statement]:
    """Yield the files that are related to each."""
    for path, relations in documented.codebase.graph.related.items():
        for relation in relations:
            yield Statement(path, f"{relation.path}: {relation.reason}")


def roles(documented: Documented) -> Iterator[Statement]:
    """Yield what each file is for."""
    for path, file in documented.codebase.light.items():
        for role in file.roles:
            if role.name in ("test", "vendored", "generated", "example"):
                yield Statement(path, f"{role.name}: {role.reason}", role.line or 0)


def commands(documented: Documented) -> Iterator[Statement]:
    """Yield how each file is run, built or tested."""
    for path, found in documented.codebase.graph.commands.items():
        for one in found:
            place = f" in {one.cwd}/" if one.cwd else ""
            yield Statement(path, f"{one.line}{place}: {one.reason}")


KINDS = {
    "command": commands,
    "key file": key_files,
    "most used symbol": key_symbols,
    "entry point": entry_points,
    "test that uses a file": tests,
    "related file": related,
    "role of a file": roles,
}
