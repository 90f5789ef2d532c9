"""Finds the role of each file (a test, an example, an entry point), with its evidence."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from types import MappingProxyType
from typing import cast, get_args

from sphinx_filedocs.languages import load
from sphinx_filedocs.model.files import File, Role, RoleName, folded
from sphinx_filedocs.parse.evidence import Evidence, load_evidence
from sphinx_filedocs.phrases import Phrase

_ORDER: tuple[RoleName, ...] = get_args(RoleName)
#: The phrases ``main`` of our own languages, for translators.
_MAINS = (Phrase("it defines main"), Phrase("it runs as a script"))
#: Folders of scripts for users of the program; scripts elsewhere build, release or install it.
_COMMANDS = frozenset({"bin", "sbin", "libexec"})
#: Folders of scripts that are not the program.
_SCRIPTS = frozenset({"script", "scripts", "hack"})


@cache
def evidence() -> tuple[Evidence, ...]:
    """Return the tables of ``rules/roles.toml``, those last that depend on others; see
    :func:`load_evidence`."""
    return tuple(sorted(load_evidence("roles.toml", "role", _ORDER), key=_rank))


def _rank(table: Evidence) -> int:
    """Return the rank of a table, low ones first: the language alone is weaker than a name or
    a place, and a table for everything but code weaker still."""
    if not (table.names or table.folders or table.paths or table.marks):
        return 2
    return (3 if table.code is False else 1) if table.unless else 0


def roles(
    file: File,
    declared: Mapping[str, Role] = MappingProxyType({}),
    vendored: Role | None = None,
    tested: AbstractSet[str] = frozenset(),
) -> tuple[Role, ...]:
    """Return the roles of a file, each once, in the order of :data:`RoleName`.

    Provenance tells generated and vendored files.

    :param declared: path -> the role that a manifest gives the file
        (:func:`sphinx_filedocs.source.manifests.Project.declared`).
    :param vendored: the role of all files in the file's folder, if that is somebody else's.
    :param tested: the folders with files that have tests.
    """
    by_name: dict[str, Role] = {"vendored": vendored} if vendored else {}
    marks = dict(file.facts.marks)
    for came in file.provenance:
        name: RoleName = "vendored" if came.kind == "vendored" else "generated"
        by_name[name] = Role(name, came.reason, came.line)
    for table in evidence():
        if table.what in by_name or not by_name.keys().isdisjoint(table.unless):
            continue
        if reason := table.reason(file, tested):
            by_name[table.what] = Role(
                cast("RoleName", table.what),
                reason,
                table.line(file),
                bool(table.names),
                table.weak or table.what == "benchmark" or bool(table.names and table.marks),
            )
    if said := declared.get(file.path):
        by_name[said.name] = said
    entry = by_name.get("entry point") or _entry(file, marks, by_name)
    if entry:
        by_name["entry point"] = entry
    return tuple(by_name[name] for name in _ORDER if name in by_name)


def _entry(
    file: File,
    marks: Mapping[str, int],
    known: Mapping[str, Role],
) -> Role | None:
    """Return the role of an entry point, with the line of the evidence.

    A test that can be started alone is none, nor is a build script, nor a file that the language
    excludes from builds.
    """
    if "test" in known or "build" in known or marks.get("left out"):
        return None
    line = marks.get("main")
    if line and _SCRIPTS.isdisjoint(map(folded, file.folder.split("/"))):
        language = load().get(file.language or "")
        said = f"it {language.main}" if language else "it defines main"
        return Role("entry point", Phrase(said), line)
    if (
        file.executable
        and marks.get("shebang")
        and folded(file.folder.rpartition("/")[2]) in _COMMANDS
    ):
        return Role("entry point", Phrase("it is executable and starts with #!"), 1)
    return None
