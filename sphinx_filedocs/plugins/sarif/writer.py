"""Writes what our rules find in a tree as a report in SARIF 2.1.0, which editors and code hosts
read."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO
from urllib.parse import quote

from sphinx_filedocs.model.facts import Finding, FindingRule
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.writing import utf8_json

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
#: What addresses are relative to.
_BASE = "SRCROOT"


@dataclass(frozen=True, slots=True)
class CheckedTree:
    """A tree whose findings are written.

    :param rules: ours, by their ids.
    :param findings: ours, by path.
    :param lines: returns the lines of a file.
    """

    title: str
    rules: Mapping[str, FindingRule]
    findings: Mapping[str, Sequence[Finding]]
    lines: Callable[[str], Sequence[str]]

    @classmethod
    def of(cls, codebase: Codebase, lines: Callable[[str], Sequence[str]]) -> CheckedTree:
        """Return a tree with what our own rules find in it."""
        rules = {key: rule for key, rule in codebase.rules.items() if not rule.tool}
        by_path = ((path, file.facts.findings) for path, file in codebase.light.items())
        findings = {path: rows for path, rows in by_path if rows}
        return cls(codebase.title, rules, findings, lines)


def write_report(file: IO[bytes], tree: CheckedTree, version: str) -> None:
    """Write the findings of a tree."""
    ids = sorted(tree.rules)
    driver = {
        "name": "sphinx-filedocs",
        "semanticVersion": version,
        "rules": [_rule(tree.rules[name]) for name in ids],
    }
    places = {name: at for at, name in enumerate(ids)}
    run = {
        "tool": {"driver": driver},
        "originalUriBaseIds": {_BASE: {"description": {"text": f"The root of {tree.title}."}}},
        "columnKind": "unicodeCodePoints",
        "results": list(_results(tree, places)),
    }
    report = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    file.write(utf8_json(report, 1).encode("ascii"))
    file.write(b"\n")


def _rule(rule: FindingRule) -> dict[str, object]:
    tags = [rule.category, *(f"external/cwe/cwe-{number}" for number in rule.cwe)]
    said = " ".join(filter(None, (str(rule.why), str(rule.fix)))) or rule.name
    return {
        "id": rule.name,
        "shortDescription": {"text": str(rule.why) or rule.name},
        "help": {"text": said},
        "defaultConfiguration": {"level": rule.severity},
        "properties": {"tags": tags},
    }


def _results(tree: CheckedTree, places: Mapping[str, int]) -> Iterator[dict[str, object]]:
    for path in sorted(tree.findings):
        lines = tree.lines(path)
        seen: Counter[str] = Counter()
        for finding in tree.findings[path]:
            text = lines[finding.line - 1] if finding.line <= len(lines) else ""
            # It stays the same when the line moves.
            print_ = _digest(finding.rule, " ".join(text.split()))
            seen[print_] += 1
            address = {"uri": quote(path, errors="surrogateescape"), "uriBaseId": _BASE}
            place = {"artifactLocation": address, "region": {"startLine": finding.line}}
            yield {
                "ruleId": finding.rule,
                "ruleIndex": places[finding.rule],
                "level": finding.severity,
                "message": {"text": str(finding.text)},
                "locations": [{"physicalLocation": place}],
                "partialFingerprints": {"primaryLocationLineHash": f"{print_}:{seen[print_]}"},
            }


def _digest(*parts: str) -> str:
    text = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(text, digest_size=8).hexdigest()
