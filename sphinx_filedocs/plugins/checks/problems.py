"""Finds problems of a tree: import cycles, findings, dead links, documented names that are gone.

A baseline holds the known ones, so that ``check`` reports only new ones.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sphinx_filedocs.api import FindingRule, Severity, Tree
from sphinx_filedocs.cli.options import Failure
from sphinx_filedocs.model.facts import SEVERITIES
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.plugins.checks.dead_links import dead_links
from sphinx_filedocs.writing import write_whole

#: The format of a baseline.
_VERSION = 1
#: The rules of problems that are no findings.
RULES = {
    name: FindingRule(name, "", kind, "warning", (), Phrase.quoted(why), Phrase.quoted(fix))
    for name, kind, why, fix in (
        (
            "import-cycle",
            "structure",
            "Files that import one another can only be understood, tested and loaded together.",
            "Move the code that both need into a file of its own.",
        ),
        (
            "dead-link",
            "documentation",
            "The link leads to a file or line that does not exist.",
            "Correct the address.",
        ),
        (
            "gone-name",
            "documentation",
            "The text names something that no longer exists.",
            "Name its replacement.",
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is wrong, with its place.

    :param key: stays the same when the line moves.
    """

    rule: str
    severity: Severity
    path: str
    line: int
    message: str
    key: str


@dataclass(frozen=True, slots=True)
class Baseline:
    """The known problems of a tree.

    :param keys: of its problems.
    :param documented: the definitions that names in prose meant, by path and name.
    """

    keys: frozenset[str] = frozenset()
    documented: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def find_problems(tree: Tree, severity: Severity | None, baseline: Baseline) -> tuple[Problem, ...]:
    """Return the problems of a tree, by path and line.

    :param severity: findings that are less grave are left out; all of them without one. Findings
        in tests, examples, generated and vendored code are left out, as on the pages.
    """
    problems = [*_cycles(tree), *_dead_links(tree), *_gone_names(tree, baseline)]
    if severity:
        problems += _findings(tree, SEVERITIES[: SEVERITIES.index(severity) + 1])
    return tuple(
        sorted(
            problems, key=lambda problem: (problem.path, problem.line, problem.rule, problem.key)
        )
    )


def documented_names(tree: Tree) -> dict[str, dict[str, str]]:
    """Return the definitions that names in prose mean, by path and name."""
    targets: dict[str, dict[str, str]] = {}
    for file in tree.files():
        for link in tree.mentions(file.path):
            (place,) = link.places
            to = f"{place.path}::{place.symbol}" if place.symbol else place.path
            targets.setdefault(file.path, {})[link.name] = to
    return targets


def read_baseline(file: Path) -> Baseline:
    """Return the baseline in a file.

    :raises Failure: if it can't be read, or is no baseline.
    """
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        if content["version"] != _VERSION:
            msg = f"{file} is a baseline of version {content['version']}; {_VERSION} is needed"
            raise Failure(msg)
        known = frozenset(entry["key"] for entry in content["known"])
        documented = {str(path): dict(names) for path, names in content["documented"].items()}
        return Baseline(known, documented)
    except OSError as error:
        raise Failure(f"{file} can't be read: {error.strerror}") from None
    except (AttributeError, KeyError, TypeError, ValueError):
        raise Failure(f"{file} is not a baseline; write one with --write-baseline") from None


def write_baseline(file: Path, problems: Iterable[Problem], tree: Tree) -> None:
    """Write a baseline, sorted, so that differences are small.

    :raises Failure: if it can't be written.
    """
    known = [
        {"key": problem.key, "rule": problem.rule, "path": problem.path, "message": problem.message}
        for problem in problems
    ]
    content = {"version": _VERSION, "known": known, "documented": documented_names(tree)}
    text = json.dumps(content, indent=1, sort_keys=True) + "\n"
    try:
        write_whole(file, text.encode("ascii"))
    except OSError as error:
        raise Failure(f"{file} can't be written: {error.strerror}") from None


def _cycles(tree: Tree) -> Iterator[Problem]:
    for cycle in tree.cycles:
        if not cycle.steps:
            continue
        first = cycle.steps[0]
        way = " → ".join([*(step.path for step in cycle.steps), first.path])
        more = (
            f" ({cycle.files} files import one another)" if cycle.files > len(cycle.steps) else ""
        )
        # Wherever the circle is entered, it is the same.
        key = _key("import-cycle", *sorted(step.path for step in cycle.steps))
        message = f"import cycle: {way}{more}"
        yield Problem("import-cycle", "warning", first.path, first.line, message, key)


def _findings(tree: Tree, severities: tuple[Severity, ...]) -> Iterator[Problem]:
    seen: Counter[str] = Counter()
    for file in tree.files():
        for rule, severity, line, text in tree.findings(file.path):
            if severity in severities and tree.is_own(file.path):
                key = _of_line(tree, seen, rule, file.path, line)
                yield Problem(rule, severity, file.path, line, str(text), key)


def _dead_links(tree: Tree) -> Iterator[Problem]:
    for dead_link in dead_links(tree):
        key = _key("dead-link", dead_link.path, dead_link.message)
        yield Problem(
            "dead-link", "warning", dead_link.path, dead_link.line, dead_link.message, key
        )


def _gone_names(tree: Tree, baseline: Baseline) -> Iterator[Problem]:
    """Yield names in prose that meant a definition in the baseline and mean none now."""
    paths = {file.path for file in tree.files()}
    for path, names in baseline.documented.items():
        if path not in paths:
            continue
        led = {link.name for link in tree.mentions(path)}
        for name, to in names.items():
            line = 0 if name in led else _first_line(tree, path, name)
            if line:
                message = f"{name} is named here, but {to} no longer exists"
                key = _key("gone-name", path, name)
                yield Problem("gone-name", "warning", path, line, message, key)


def _first_line(tree: Tree, path: str, name: str) -> int:
    """Return the first line of a text that holds a name, 0 for none."""
    pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    numbers = (number for number, text in enumerate(tree.lines(path), 1) if pattern.search(text))
    return next(numbers, 0)


def _of_line(tree: Tree, seen: Counter[str], rule: str, path: str, line: int) -> str:
    """Return the key of a finding, by the text of its line: numbers change."""
    lines = tree.lines(path)
    text = lines[line - 1] if line <= len(lines) else ""
    key = _key(rule, path, " ".join(text.split()))
    seen[key] += 1
    return key if seen[key] == 1 else f"{key}-{seen[key]}"


def _key(*parts: str) -> str:
    text = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(text, digest_size=8).hexdigest()
