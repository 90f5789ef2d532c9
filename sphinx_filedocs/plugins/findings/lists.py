"""The findings of a tree by rule and folder, divided among pages, and the rows of a file's own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from sphinx_filedocs.model.facts import SEVERITIES, Finding, FindingRule, Severity
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Codebase

#: So many findings stand on a page, and so many of one rule are listed at all.
_ON_A_PAGE, MOST_OF_A_RULE = 500, 2000
#: So many files of tests and the like are named with a rule.
MOST_FILES_ASIDE = 10
#: So many findings of one file are listed on its page.
MOST_OF_A_FILE = 100
#: So many folders are counted in a row of their own.
_MOST_FOLDERS = 50


class FindingPlace(NamedTuple):
    """A finding with the file that it is in."""

    path: str
    finding: Finding


@dataclass(frozen=True, slots=True)
class RuleFindings:
    """The findings of a rule in a tree, or those of them on one page.

    :param own: in the project's own code.
    :param aside: the counts by file of tests, examples, generated and vendored code, the highest
        first.
    :param start: the number of the first of ``own`` among all of the rule's.
    :param total: the count of all in own code.
    """

    rule: str
    severity: Severity
    own: tuple[FindingPlace, ...] = ()
    aside: tuple[tuple[str, int], ...] = ()
    start: int = 0
    total: int = 0

    @property
    def counted_apart(self) -> int:
        """The count of findings in code that is not the project's own."""
        return sum(count for _, count in self.aside)


class Counts(NamedTuple):
    """The counts of findings by severity, in the order of :data:`SEVERITIES`."""

    error: int = 0
    warning: int = 0
    note: int = 0

    @classmethod
    def of(cls, findings: Iterable[Finding]) -> Counts:
        """Count findings."""
        by_severity = Counter(finding.severity for finding in findings)
        return cls(*(by_severity[severity] for severity in SEVERITIES))


@dataclass(frozen=True, slots=True)
class FindingLists:
    """The findings of a tree.

    :param rules: those with findings, the gravest first.
    :param parts: the same, divided among pages.
    :param own: the counts of the project's own code, and ``aside`` of other code.
    :param folders: the counts of own code by folder, the highest first.
    :param part_of: the number of the first page of each rule.
    """

    rules: tuple[RuleFindings, ...] = ()
    parts: tuple[tuple[RuleFindings, ...], ...] = ()
    own: Counts = field(default_factory=Counts)
    aside: Counts = field(default_factory=Counts)
    folders: tuple[tuple[str, Counts], ...] = ()
    part_of: Mapping[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        """The number of pages."""
        return len(self.parts)


def findings_of(codebase: Codebase, file: File) -> tuple[Finding, ...]:
    """Return the findings of our rules and of other tools in a file, by line."""
    reported = codebase.reported.get(file.path, ())
    return tuple(sorted((*file.facts.findings, *reported), key=_by_line))


def _by_line(finding: Finding) -> tuple[int, str, str]:
    return finding.line, finding.rule, str(finding.text)


def list_findings(codebase: Codebase, less_telling: AbstractSet[str]) -> FindingLists:
    """Return the findings of a tree.

    :param less_telling: tests, examples, generated and vendored files.
    """
    own: dict[str, list[FindingPlace]] = defaultdict(list)
    aside: dict[str, list[FindingPlace]] = defaultdict(list)
    for path, file in sorted(codebase.light.items()):
        for finding in findings_of(codebase, file):
            by_rule = aside if path in less_telling else own
            by_rule[finding.rule].append(FindingPlace(path, finding))
    places = [place for rows in own.values() for place in rows]
    rules: list[RuleFindings] = []
    for rule in {**own, **aside}:
        rows = tuple(sorted(own.get(rule, ()), key=_folder))
        severity = _worst(rows, codebase.rules[rule])
        by_file = Counter(place.path for place in aside.get(rule, ()))
        counted = tuple(sorted(by_file.items(), key=lambda row: (-row[1], row[0])))
        rules.append(RuleFindings(rule, severity, rows, counted, total=len(rows)))
    rules.sort(key=_order)
    parts = tuple(_divided(rules))
    part_of: dict[str, int] = {}
    for number, part in enumerate(parts):
        for rule_findings in part:
            part_of.setdefault(rule_findings.rule, number)
    return FindingLists(
        tuple(rules),
        parts,
        Counts.of(place.finding for place in places),
        Counts.of(place.finding for rows in aside.values() for place in rows),
        _folders(places),
        part_of,
    )


def _folder(place: FindingPlace) -> str:
    return place.path.rpartition("/")[0]


def _worst(own: Iterable[FindingPlace], known: FindingRule) -> Severity:
    severities = {place.finding.severity for place in own} or {known.severity}
    return min(severities, key=SEVERITIES.index)


def _order(rule_findings: RuleFindings) -> tuple[bool, int, int, str]:
    """Return the rank of a rule: own code first, then by severity and count."""
    return (
        not rule_findings.own,
        SEVERITIES.index(rule_findings.severity),
        -len(rule_findings.own),
        rule_findings.rule,
    )


def _divided(rules: Sequence[RuleFindings]) -> Iterator[tuple[RuleFindings, ...]]:
    part: list[RuleFindings] = []
    room = _ON_A_PAGE
    for rule_findings in rules:
        shown, start = rule_findings.own[:MOST_OF_A_RULE], 0
        while True:
            rows = shown[start : start + room]
            part.append(replace(rule_findings, own=rows, start=start))
            # A rule without findings to list takes room, too.
            room -= max(1, len(rows)) + (
                0 if start else len(rule_findings.aside[:MOST_FILES_ASIDE])
            )
            start += len(rows)
            if room <= 0:
                yield tuple(part)
                part, room = [], _ON_A_PAGE
            if start >= len(shown):
                break
    if part:
        yield tuple(part)


def _folders(places: Iterable[FindingPlace]) -> tuple[tuple[str, Counts], ...]:
    by_folder: dict[str, list[Finding]] = defaultdict(list)
    for place in places:
        by_folder[_folder(place)].append(place.finding)
    counted = [(folder, Counts.of(rows)) for folder, rows in by_folder.items()]
    counted.sort(key=lambda row: (tuple(-number for number in row[1]), row[0]))
    return tuple(counted[:_MOST_FOLDERS])
