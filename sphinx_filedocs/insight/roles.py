"""Finds the role of each file (a test, an example, an entry point), with its evidence."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import cast, get_args

from sphinx_filedocs.languages import load
from sphinx_filedocs.languages.table import per_table
from sphinx_filedocs.model.files import File, Role, RoleName
from sphinx_filedocs.parse.evidence import Evidence
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.weighing import read_rows

_ORDER: tuple[RoleName, ...] = get_args(RoleName)
#: The phrases ``main`` of our own languages, for translators.
_MAINS = (Phrase("it defines main"), Phrase("it runs as a script"))


@cache
def evidence() -> tuple[Evidence, ...]:
    """Return the tables of ``rules/roles.toml``."""
    return read_rows("roles.toml", Evidence)


@per_table
def _evidence_for(language: str | None, name: str) -> tuple[Evidence, ...]:
    return tuple(table for table in evidence() if table.is_for(language, name))


def roles(file: File, declared: Mapping[str, Role] = MappingProxyType({})) -> tuple[Role, ...]:
    """Return the roles of a file, each once, in the order of :data:`RoleName`.

    :param declared: path -> the role that a manifest gives the file
        (:func:`sphinx_filedocs.source.manifests.Project.declared`).
    """
    known: dict[str, Role] = {}
    for came in file.provenance:
        name: RoleName = "vendored" if came.kind == "vendored" else "generated"
        known[name] = Role(name, came.reason, came.line)
    for table in _evidence_for(file.language, file.language_name):
        if table.what in known or not table.unless.isdisjoint(known):
            continue
        if reason := table.reason(file):
            name = cast("RoleName", table.what)
            known[name] = Role(name, reason, table.line(file), bool(table.names))
    if said := declared.get(file.path):
        known[said.name] = said
    entry = known.get("entry point") or _entry(file, known)
    if entry:
        known["entry point"] = entry
    return tuple(known[name] for name in _ORDER if name in known)


def _entry(file: File, known: Mapping[str, Role]) -> Role | None:
    """Return the role of a program; none of a test, a build script, or a file that the language
    excludes from builds."""
    marks = dict(file.facts.marks)
    line = marks.get("main")
    if "test" in known or "build" in known or marks.get("left out") or not line:
        return None
    language = load().get(file.language or "")
    said = f"it {language.main}" if language else "it defines main"
    return Role("entry point", Phrase(said), line)
