"""Facts about a tree from files that other tools wrote: links, documentation, findings."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from sphinx_filedocs.model.facts import Facts, Finding, FindingRule
from sphinx_filedocs.model.files import Diagnostic, File
from sphinx_filedocs.model.names import Names, UseKind
from sphinx_filedocs.model.symbols import Symbol

#: The place of a name in a file: its line, 1-based, and its column, 0-based and in characters.
Place = tuple[int, int]


class NamedLine(NamedTuple):
    """A definition, by the place of its name."""

    path: str
    line: int
    name: str


@dataclass(frozen=True, slots=True)
class ReportedTree:
    """A tree, for the readers of reports about it.

    :param root: its root folder, absolute and POSIX.
    :param files: by path; their facts lack symbols.
    :param read: returns the text of a file, ``None`` if it has none.
    :param facts: returns all facts of a file.
    """

    root: str
    files: Mapping[str, File]
    read: Callable[[str], str | None]
    facts: Callable[[str], Facts]


@dataclass(frozen=True, slots=True)
class Report:
    """Facts about the files of a tree, by path.

    :param targets: the definitions that the names at places mean.
    :param kinds: the purposes of the names at places, such as ``write``.
    :param relations: the symbols that those defined at places extend or override, or whose type
        they are of.
    :param docs: documentation, by the line and the name of a symbol.
    :param names: all names of files in languages without scopes.
    :param findings: in the order of the report.
    :param rules: those of the findings, by id.
    :param diagnostics: its faults; those whose subtype is the name of the reader are warnings.
    """

    targets: Mapping[str, Mapping[Place, NamedLine]] = field(default_factory=dict)
    kinds: Mapping[str, Mapping[Place, UseKind]] = field(default_factory=dict)
    relations: Mapping[str, Mapping[Place, tuple[tuple[UseKind, NamedLine], ...]]] = field(
        default_factory=dict
    )
    docs: Mapping[str, Mapping[tuple[int, str], str]] = field(default_factory=dict)
    names: Mapping[str, Names] = field(default_factory=dict)
    findings: Mapping[str, Sequence[Finding]] = field(default_factory=dict)
    rules: Mapping[str, FindingRule] = field(default_factory=dict)
    diagnostics: Sequence[Diagnostic] = ()

    def digest(self, path: str) -> str:
        """Return a digest of the facts that the links of a file depend on, ``""`` for none."""
        links = self.targets.get(path), self.kinds.get(path), self.relations.get(path)
        return f"{_digest(*links)}{self.docs_digest(path)}"

    def docs_digest(self, path: str) -> str:
        """Return a digest of the documentation and the names of a file, ``""`` for none."""
        return _digest(self.docs.get(path), self.names.get(path))


def _digest(*values: Mapping[Any, Any] | Names | None) -> str:
    if not any(values):
        return ""
    rows = [sorted(value.items()) if isinstance(value, Mapping) else value for value in values]
    data = repr(rows).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=12).hexdigest()


NO_REPORT = Report()


def joined(reports: Iterable[Report]) -> Report:
    """Return one report of several; of two facts about one place the later one counts."""
    targets, kinds, relations, docs = (dict[str, dict[Any, Any]]() for _ in range(4))
    findings: dict[str, list[Finding]] = {}
    names: dict[str, Names] = {}
    rules: dict[str, FindingRule] = {}
    diagnostics: list[Diagnostic] = []
    for report in reports:
        for into, rows_by_path in (
            (targets, report.targets),
            (kinds, report.kinds),
            (relations, report.relations),
            (docs, report.docs),
        ):
            for path, rows in rows_by_path.items():
                into.setdefault(path, {}).update(rows)
        for path, findings_of_path in report.findings.items():
            findings.setdefault(path, []).extend(findings_of_path)
        names.update(report.names)
        rules.update(report.rules)
        diagnostics += report.diagnostics
    return Report(targets, kinds, relations, docs, names, findings, rules, diagnostics)


def documented(facts: Facts, docs: Mapping[tuple[int, str], str] | None) -> Facts:
    """Return facts with a report's documentation for symbols that have none.

    :param docs: by the lines and the names of symbols.
    """
    if not docs:
        return facts
    return replace(facts, symbols=tuple(_documented(symbol, docs) for symbol in facts.symbols))


def _documented(symbol: Symbol, docs: Mapping[tuple[int, str], str]) -> Symbol:
    children = tuple(_documented(child, docs) for child in symbol.children)
    doc = docs.get((symbol.line, symbol.name.rpartition("::")[2]), "")
    if not doc or symbol.doc or symbol.fields:
        return symbol._replace(children=children)
    return symbol._replace(children=children, doc=doc, compiled=True)


#: A reader of reports: the entry points ``sphinx_filedocs.reports`` are such functions.
Reader = Callable[[Sequence[Path], ReportedTree], Report]
