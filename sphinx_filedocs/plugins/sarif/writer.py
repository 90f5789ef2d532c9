"""Writes findings as a report in SARIF 2.1.0, which editors and code hosts read."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import IO
from urllib.parse import quote

from sphinx_filedocs import __version__
from sphinx_filedocs.api import Finding, FindingRule, Tree
from sphinx_filedocs.writing import utf8_json

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
#: The base of addresses.
_BASE = "SRCROOT"


def write_sarif(file: IO[bytes], tree: Tree) -> None:
    """Write the findings of our own rules, without those of other tools."""
    rules = {name: rule for name, rule in tree.rules.items() if not rule.tool}
    findings = (
        (source_file.path, finding)
        for source_file in tree.files()
        for finding in tree.findings(source_file.path)
        if finding.rule in rules
    )
    write_report(file, tree, rules, findings)


def write_report(
    file: IO[bytes],
    tree: Tree,
    rules: Mapping[str, FindingRule],
    findings: Iterable[tuple[str, Finding]],
) -> None:
    """Write a report of findings.

    :param rules: at least those of the findings, by id.
    :param findings: each behind the path of its file.
    """
    ids = sorted(rules)
    driver = {
        "name": "sphinx-filedocs",
        "semanticVersion": __version__,
        "rules": [_rule(name, rules[name]) for name in ids],
    }
    places = {name: at for at, name in enumerate(ids)}
    run = {
        "tool": {"driver": driver},
        "originalUriBaseIds": {_BASE: {"description": {"text": f"The root of {tree.title}."}}},
        "columnKind": "unicodeCodePoints",
        "results": list(_results(tree, findings, places)),
    }
    report = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    file.write(utf8_json(report, 1).encode("ascii"))
    file.write(b"\n")


def _rule(identifier: str, rule: FindingRule) -> dict[str, object]:
    why, fix = str(rule.why), str(rule.fix)
    tags = [rule.category, *(f"external/cwe/cwe-{number}" for number in rule.cwe)]
    return {
        "id": identifier,
        "shortDescription": {"text": why or identifier},
        "help": {"text": " ".join(filter(None, (why, fix))) or identifier},
        "defaultConfiguration": {"level": rule.severity},
        "properties": {"tags": tags},
    }


def _results(
    tree: Tree, findings: Iterable[tuple[str, Finding]], places: Mapping[str, int]
) -> Iterator[dict[str, object]]:
    by_path = sorted(findings, key=itemgetter(0))
    for path, rows in groupby(by_path, itemgetter(0)):
        lines = tree.lines(path)
        seen: Counter[str] = Counter()
        for _, finding in rows:
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
