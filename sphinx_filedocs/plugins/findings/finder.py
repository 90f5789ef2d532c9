"""Findings of rules, but for the lines whose comments silence them (``# noqa``)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from sphinx_filedocs.languages.table import DataFile
from sphinx_filedocs.model.facts import Finding, FindingRule, Import
from sphinx_filedocs.parse.finders import Finder
from sphinx_filedocs.parse.parser import Capture, Match
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.plugins.findings import rules
from sphinx_filedocs.plugins.findings.called_names import BoundImports, imported_names
from sphinx_filedocs.plugins.findings.rules import EvidenceRule

_SUPPRESSIONS = Path(__file__).with_name("suppressions.toml")
#: Longest captured text in a sentence, and longest line that a line rule looks at.
NAME_LENGTH = 60
LINE_LENGTH = 2000


@dataclass(frozen=True, slots=True)
class RulePlace:
    """A match of a rule; ``names`` fill its sentence."""

    line: int
    names: tuple[tuple[str, str], ...] = ()


class RuleFinder(Finder):
    """Finds what rules describe."""

    def rules(self) -> Mapping[str, FindingRule]:
        """Return the rules as pages show them."""
        return rules.described()

    def queries(
        self, text: str, language: str | None, sparing: bool, generated: bool
    ) -> tuple[tuple[str, str], ...]:
        """Return the queries of rules; nobody chose the patterns of generated code, so only those
        of security are looked for there."""
        return rules.queries(text, language, sparing, generated)

    def further(self, language: str, imports: Sequence[Import]) -> tuple[tuple[str, str], ...]:
        """Return queries for names that a text imports under other names."""
        return rules.renamed(language, imports)

    def find(
        self,
        text: str,
        language: str | None,
        matches: Sequence[Match],
        imports: Sequence[Import],
    ) -> list[Finding]:
        """Return the findings of a text, without those that comments silence."""
        findings: list[Finding] = []
        lines: list[str] = []
        for rule, places in _evidence(text, language, matches, imports):
            lines = lines or text.split("\n")
            heard = [place for place in places if not is_silenced(rule, place.line, lines)]
            findings += _findings(rule, heard) if heard else ()
        return findings

    def sources(self) -> Iterator[DataFile]:
        """Yield our files of rules, and of the comments that silence them."""
        yield from rules.sources()
        yield DataFile(_SUPPRESSIONS.name, _SUPPRESSIONS.name, _SUPPRESSIONS.read_text("utf-8"))

    def check(self, file: DataFile) -> None:
        """Check a file of rules.

        :raises RuleError: for a mistake.
        """
        rules.read(file)


FINDER = RuleFinder()


def _evidence(
    text: str,
    language: str | None,
    matches: Sequence[Match],
    imports: Sequence[Import],
) -> Iterator[tuple[EvidenceRule, tuple[RulePlace, ...]]]:
    """Yield each rule that matches with its places, in the order of the source."""
    of_rule: dict[str, list[Match]] = {}
    for match in matches:
        of_rule.setdefault(match.rule, []).append(match)
    lines: list[str] | None = None
    names: BoundImports | None = None
    for rule in rules.of_language(language):
        if not (rule.id in of_rule or rule.line) or not rule.possible(text):
            continue
        if rule.line:
            lines = lines or text.split("\n")
            places = _lines(rule, lines)
        else:
            met = of_rule.get(rule.id, [])
            if rule.called:
                names = names or imported_names(imports)
                met = [match for match in met if _is_called(rule, match, names)]
            places = _places(rule, met)
        if places:
            yield rule, places


def _lines(rule: EvidenceRule, lines: Sequence[str]) -> tuple[RulePlace, ...]:
    if rule.line is None:
        return ()
    search = rule.line.search
    return tuple(
        RulePlace(
            number, tuple((key, _plain(value or "")) for key, value in hit.groupdict().items())
        )
        for number, line in enumerate(lines[: rule.head or None], 1)
        if len(line) <= LINE_LENGTH and (hit := search(line))
    )


def _places(rule: EvidenceRule, matches: Sequence[Match]) -> tuple[RulePlace, ...]:
    hits = [match for match in matches if "finding" in match.captures and _fits(rule, match)]
    if rule.inside:
        around = _loops_around(matches)
        hits = [match for match in hits if around[_span(match.captures["finding"])]]
    if rule.head:
        hits = [match for match in hits if match.captures["finding"].line <= rule.head]
    own = {match.captures["own"].text for match in matches if "own" in match.captures}
    if own:
        hits = [match for match in hits if _name(match) not in own]
    hits.sort(key=lambda match: match.captures["finding"].start)
    seen: dict[tuple[int, int], RulePlace] = {}
    for match in hits:
        spot = match.captures["finding"]
        names = tuple((key, _plain(at.text)) for key, at in match.captures.items())
        # Two patterns of a rule may meet at one place: it is still one finding.
        seen.setdefault(_span(spot), RulePlace(spot.line, names))
    return tuple(seen.values())


def _is_called(rule: EvidenceRule, match: Match, names: BoundImports) -> bool:
    called = match.captures.get("called")
    return called is None or not rule.full_names.isdisjoint(names.meanings(called.text))


def _fits(rule: EvidenceRule, match: Match) -> bool:
    texts = {key: at.text for key, at in match.captures.items()}
    if rule.same and len({texts.get(key) for key in rule.same}) > 1:
        return False
    return all(
        regex.search(texts[key]) for key, regex in rule.where.items() if key in texts
    ) and not any(regex.search(texts[key]) for key, regex in rule.unless.items() if key in texts)


def _name(match: Match) -> str:
    return match.captures["name"].text if "name" in match.captures else ""


def _span(at: Capture) -> tuple[int, int]:
    return at.start, at.end


def _loops_around(matches: Iterable[Match]) -> dict[tuple[int, int], int]:
    """Return the number of loops around each captured place.

    Loops count from the nearest boundary inwards: a function that a loop's body defines does not
    run once for each pass.
    """
    spans: dict[tuple[int, int], tuple[Capture, str]] = {}
    for match in matches:
        for key in ("loop", "boundary", "finding"):
            if at := match.captures.get(key):
                spans.setdefault((at.start, -at.end), (at, key))
    around: dict[tuple[int, int], int] = {}
    stack: list[tuple[int, int]] = []
    for _, (at, key) in sorted(spans.items()):
        while stack and stack[-1][0] <= at.start:
            stack.pop()
        loops = stack[-1][1] if stack else 0
        around[_span(at)] = loops
        if key != "finding":
            stack.append((at.end, loops + 1 if key == "loop" else 0))
    return around


def _findings(rule: EvidenceRule, places: Sequence[RulePlace]) -> list[Finding]:
    findings = list(
        dict.fromkeys(
            Finding(rule.id, rule.severity, place.line, _sentence(rule, place)) for place in places
        )
    )
    if (more := len(findings) - rule.limit) > 0:
        last = findings[rule.limit - 1]
        findings[rule.limit - 1 :] = [last._replace(text=_with_more(last.text, more))]
    return findings


def _with_more(text: Phrase, more: int) -> Phrase:
    return Phrase.counted(
        "{text} {count} more below.", "{text} {count} more below.", more, text=text
    )


def _sentence(rule: EvidenceRule, place: RulePlace) -> Phrase:
    names = {key: text for key, text in place.names if f"{{{key}}}" in rule.text}
    return Phrase(rule.text, **names)


def _plain(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= NAME_LENGTH else text[: NAME_LENGTH - 1] + "…"


#: No longer line is looked at.
_LONGEST = 2000
#: Letters before the number of a rule, by the names of tools that comments have in its place.
_TOOLS = {"gosec": re.compile(r"G\d+"), "all": re.compile("")}
#: A word in every such comment: a cheap test, because most lines have none.
_ANY = re.compile(
    r"(?i)nosec|noqa|nolint|eslint-disable|nosem|nosonar|lgtm|codeql|shellcheck|list\s+secret"
)


@dataclass(frozen=True, slots=True)
class Suppression:
    """A kind of such comments.

    :param next: True if it is about the line below.
    :param category: the only kind of rules that it is about; ``""`` for all.
    """

    mark: re.Pattern[str]
    next: bool = False
    category: str = ""


@cache
def suppressions() -> tuple[Suppression, ...]:
    """Return the comments that ``suppressions.toml`` knows."""
    rows = tomllib.loads(_SUPPRESSIONS.read_text("utf-8"))["suppression"]
    return tuple(
        Suppression(re.compile(row["mark"]), row.get("next", False), row.get("category", ""))
        for row in rows
    )


def is_silenced(rule: EvidenceRule, line: int, lines: Sequence[str]) -> bool:
    """Return True if a comment at a line, or above it, silences a rule there.

    :param line: 1-based.
    """
    here, above = _line(lines, line), _line(lines, line - 1)
    if not (_ANY.search(here) or _ANY.search(above)):
        return False
    return any(
        _names(rule, match["ids"] if "ids" in match.re.groupindex else None)
        for kind in suppressions()
        if kind.category in ("", rule.category)
        and (match := kind.mark.search(above if kind.next else here))
    )


def _line(lines: Sequence[str], line: int) -> str:
    return lines[line - 1][:_LONGEST] if 0 < line <= len(lines) else ""


def _names(rule: EvidenceRule, ids: str | None) -> bool:
    if ids is None or not ids.strip():
        return True
    known = (rule.id, *rule.same_as)
    for pattern in re.split(r"[,\s]+", ids.strip()):
        tool = _TOOLS.get(pattern)
        if any(fnmatchcase(name, pattern) for name in known):
            return True
        if tool and any(tool.fullmatch(name) or pattern == "all" for name in known):
            return True
    return False
