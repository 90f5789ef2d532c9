"""Reads reports in SARIF: findings of other tools by file, as far as they fit the tree."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from sphinx_filedocs.index.sarif.addresses import from_above, path_of
from sphinx_filedocs.index.sarif.rules import ToolRule, tool_rules
from sphinx_filedocs.index.sarif.texts import one_line
from sphinx_filedocs.model.facts import Finding, FindingRule, Severity
from sphinx_filedocs.model.files import Diagnostic
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.credentials import masked

#: Larger reports, in bytes, are not read, and of one no more results and rules are.
LARGEST = 50_000_000
_MOST_RESULTS, _MOST_RULES = 50_000, 300
_LEVELS: Mapping[object, Severity] = {
    "error": "error",
    "warning": "warning",
    "note": "note",
    "none": "note",
}
_NO_FINDINGS = frozenset({"pass", "notApplicable"})
_MALFORMED = Phrase("it is not a SARIF 2.1.0 report and is ignored")
_TOO_LARGE = Phrase("it is larger than {limit:,} bytes and is ignored", limit=LARGEST)


class MalformedReportError(ValueError):
    """What is no report in SARIF 2.1.0."""


@dataclass(slots=True)
class Reports:
    """What other tools have found in a tree.

    :param findings: by path, in the order of the reports.
    :param rules: that they name, by the key that findings have.
    """

    findings: dict[str, list[Finding]] = field(default_factory=dict)
    rules: dict[str, FindingRule] = field(default_factory=dict)


def read_reports(
    reports: Iterable[Path], root: str, lines: Callable[[str], int]
) -> tuple[Reports, list[Diagnostic]]:
    """Return what reports say, and what is wrong with them: of one that is malformed nothing
    counts.

    :param root: of the tree, absolute and POSIX.
    :param lines: returns how many lines a file of the tree has, 0 for what is none.
    """
    read = Reports()
    troubles: list[Diagnostic] = []
    for report in reports:
        try:
            if report.stat().st_size > LARGEST:
                troubles.append(Diagnostic(str(report), "sarif", _TOO_LARGE))
                continue
            parsed, stale, outside = _read(report.read_bytes(), root, lines)
        except MalformedReportError:
            troubles.append(Diagnostic(str(report), "sarif", _MALFORMED))
        except OSError as error:
            message = Phrase(
                "the report can't be read ({reason}) and is ignored",
                reason=error.strerror or type(error).__name__,
            )
            troubles.append(Diagnostic(str(report), "sarif", message))
        else:
            _join(read, parsed)
            if stale:
                troubles.append(Diagnostic(str(report), "stale", _stale(stale)))
            if outside:
                troubles.append(Diagnostic(str(report), "stale", _outside(outside)))
    return read, troubles


def _stale(count: int) -> Phrase:
    return Phrase.counted(
        "{count:,} of its results names a line beyond the end of its file and is ignored",
        "{count:,} of its results name lines beyond the ends of their files and are ignored",
        count,
    )


def _outside(count: int) -> Phrase:
    return Phrase.counted(
        "its {count:,} result is about a file that is not in the tree",
        "its {count:,} results are about files that are not in the tree",
        count,
    )


def _join(read: Reports, parsed: Reports) -> None:
    for path, findings in parsed.findings.items():
        known = read.findings.get(path, ())
        read.findings[path] = list(dict.fromkeys((*known, *findings)))
    read.rules.update(parsed.rules)


def _read(data: bytes, root: str, lines: Callable[[str], int]) -> tuple[Reports, int, int]:
    """Return what a report says, how many results are about lines that are not there, and how many
    there are where none is about a file of the tree.

    :raises MalformedReportError: where it is none.
    """
    try:
        report = json.loads(masked(data.decode("utf-8-sig"))[0])
    except (ValueError, RecursionError, MemoryError) as error:
        raise MalformedReportError from error
    if not isinstance(report, Mapping) or not str(report.get("version")).startswith("2.1"):
        raise MalformedReportError
    if not isinstance(report.get("runs"), list):
        raise MalformedReportError
    parsed = Reports()
    seen: set[tuple[str, Finding]] = set()
    stale = outside = 0
    for run in report["runs"]:
        for named, finding, rule in _results(run, root):
            path = named if lines(named) else from_above(named, root)
            count = lines(path) if path else 0
            outside += not count
            known = rule.key in parsed.rules or len(parsed.rules) < _MOST_RULES
            if count == 0 or not known or (path, finding) in seen:
                continue
            if finding.line > count:
                stale += 1
            elif len(seen) < _MOST_RESULTS:
                seen.add((path, finding))
                parsed.findings.setdefault(path, []).append(finding)
                parsed.rules.setdefault(rule.key, rule.described)
    return parsed, stale, 0 if parsed.findings or stale else outside


def _results(run: object, root: str) -> Iterator[tuple[str, Finding, ToolRule]]:
    """Yield the results of a run that are about files of the tree."""
    if not isinstance(run, Mapping) or not isinstance(run.get("results"), list):
        return
    rules = tool_rules(run.get("tool"))
    bases, artifacts = run.get("originalUriBaseIds"), run.get("artifacts")
    for result in run["results"]:
        if not isinstance(result, Mapping) or _is_left_out(result):
            continue
        rule = rules.of(result)
        location, line = _place(result, artifacts)
        path = path_of(location, bases, root)
        text = rule.text_of(result.get("message")) or rule.described.name
        if path and line:
            severity = _LEVELS.get(_hashable(result.get("level")), rule.described.severity)
            said = Phrase.quoted(one_line(text))
            yield path, Finding(rule.key, severity, line, said), rule


def _hashable(value: object) -> object:
    return value if isinstance(value, str) else None


def _is_left_out(result: Mapping[str, object]) -> bool:
    """Return whether a result is no finding: silenced, fixed, or one that says all is well."""
    suppressions = result.get("suppressions")
    silenced = isinstance(suppressions, list) and any(
        isinstance(suppression, Mapping) and suppression.get("status", "accepted") == "accepted"
        for suppression in suppressions
    )
    kind = result.get("kind")
    return (
        silenced
        or result.get("baselineState") == "absent"
        or (isinstance(kind, str) and kind in _NO_FINDINGS)
    )


def _place(result: Mapping[str, object], artifacts: object) -> tuple[object, int]:
    """Return the address of the file that a result is about, and the line; 0 for a wrong one."""
    locations = result.get("locations")
    first = locations[0] if isinstance(locations, list) and locations else None
    place = first.get("physicalLocation") if isinstance(first, Mapping) else None
    if not isinstance(place, Mapping):
        return None, 0
    location = place.get("artifactLocation")
    index = location.get("index") if isinstance(location, Mapping) else None
    if isinstance(location, Mapping) and "uri" not in location and isinstance(artifacts, list):
        known = cast("Sequence[object]", artifacts)
        at = index if isinstance(index, int) and 0 <= index < len(known) else -1
        entry = known[at] if at >= 0 else None
        location = entry.get("location") if isinstance(entry, Mapping) else None
    region = place.get("region")
    line = region.get("startLine", 1) if isinstance(region, Mapping) else 1
    is_line = isinstance(line, int) and not isinstance(line, bool) and line > 0
    return location, line if is_line else 0
