"""Reads reports in SARIF: findings of other tools by file, as far as they fit the tree."""

from __future__ import annotations

import json
import posixpath
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast
from urllib.parse import unquote, urlsplit

from sphinx_filedocs.model.facts import SEVERITIES, Finding, FindingRule, Severity
from sphinx_filedocs.model.files import Diagnostic
from sphinx_filedocs.model.reports import Report, ReportedTree, joined
from sphinx_filedocs.phrases import NOTHING, Phrase
from sphinx_filedocs.shortening import shortened
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
    """The file is no report in SARIF 2.1.0."""


def read_reports(reports: Sequence[Path], tree: ReportedTree) -> Report:
    """Return the findings of reports; malformed ones count for nothing."""
    read: list[Report] = []
    for path in reports:
        message: Phrase | None = None
        try:
            if path.stat().st_size > LARGEST:
                message = _TOO_LARGE
            else:
                read.append(_read(path.read_bytes(), tree, str(path)))
        except MalformedReportError:
            message = _MALFORMED
        except OSError as error:
            message = Phrase(
                "the report can't be read ({reason}) and is ignored",
                reason=error.strerror or type(error).__name__,
            )
        if message:
            read.append(Report(diagnostics=[Diagnostic(str(path), "sarif", message)]))
    whole = joined(read)
    findings = {path: tuple(dict.fromkeys(rows)) for path, rows in whole.findings.items()}
    return replace(whole, findings=findings)


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


def _read(data: bytes, tree: ReportedTree, name: str) -> Report:
    try:
        report = json.loads(masked(data.decode("utf-8-sig"))[0])
    except (ValueError, RecursionError, MemoryError) as error:
        raise MalformedReportError from error
    if not isinstance(report, Mapping) or not str(report.get("version")).startswith("2.1"):
        raise MalformedReportError
    if not isinstance(report.get("runs"), list):
        raise MalformedReportError
    findings: defaultdict[str, list[Finding]] = defaultdict(list)
    rules: dict[str, FindingRule] = {}
    seen: set[tuple[str, Finding]] = set()
    stale = outside = 0
    for run in report["runs"]:
        for named, finding, rule in _results(run, tree.root):
            place = named if _lines(tree, named) else from_above(named, tree.root)
            count = _lines(tree, place)
            outside += not count
            known = rule.key in rules or len(rules) < _MOST_RULES
            if count == 0 or not known or (place, finding) in seen:
                continue
            if finding.line > count:
                stale += 1
            elif len(seen) < _MOST_RESULTS:
                seen.add((place, finding))
                findings[place].append(finding)
                rules.setdefault(rule.key, rule.described)
    messages = [_stale(stale)] if stale else []
    messages += [_outside(outside)] if outside and not (findings or stale) else []
    troubles = [Diagnostic(name, "stale", message) for message in messages]
    return Report(findings=findings, rules=rules, diagnostics=troubles)


def _lines(tree: ReportedTree, path: str) -> int:
    file = tree.files.get(path)
    return file.facts.lines.total if file and file.kind == "text" else 0


def _results(run: object, root: str) -> Iterator[tuple[str, Finding, ToolRule]]:
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
    """Return True for a result that is silenced or fixed, or that found nothing."""
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


#: So many bases may rest on one another.
_DEEPEST = 10


def path_of(location: object, bases: object, root: str) -> str:
    """Return the path in the tree of an ``artifactLocation``, ``""`` if it is outside.

    :param bases: ``originalUriBaseIds`` of the run.
    :param root: of the tree, absolute and POSIX.
    """
    uri = _text(location, "uri")
    if not uri:
        return ""
    whole = _absolute(uri, location, bases)
    if whole is None:
        return ""
    if whole.startswith("/"):
        if inside := _inside(whole, root):
            return inside
        if _scheme(uri):
            return ""
    # A report of another machine has paths relative to the tree.
    return _relative(unquote(uri))


def from_above(path: str, root: str) -> str:
    """Drop the folders of the tree's root at the start of a path, ``""`` if there are none.

    Example: a tool that ran above the tree ``/home/ada/shop`` writes ``shop/cart.py``.

    :param root: of the tree, absolute and POSIX.
    """
    folders = path.split("/")[:-1]
    for count in range(len(folders), 0, -1):
        if root.endswith("/" + "/".join(folders[:count])):
            return path.split("/", count)[count]
    return ""


def _text(value: object, key: str) -> str:
    text = value.get(key) if isinstance(value, Mapping) else None
    return text if isinstance(text, str) else ""


def _scheme(uri: str) -> str:
    try:
        return urlsplit(uri).scheme
    except ValueError:
        return "wrong"


def _absolute(uri: str, location: object, bases: object) -> str | None:
    """Return the absolute path of a location as far as its bases say; else the relative one.
    ``None`` for an address that no file has."""
    path = ""
    for _ in range(_DEEPEST):
        scheme = _scheme(uri)
        if scheme not in ("", "file"):
            return None
        here = unquote(urlsplit(uri).path) if scheme or not uri.startswith("//") else uri
        path = f"{here.rstrip('/')}/{path}" if path else here
        base = _text(location, "uriBaseId")
        if path.startswith("/") or not base or not isinstance(bases, Mapping):
            break
        location = bases.get(base)
        uri = _text(location, "uri")
        if not uri:
            break
    return path


def _inside(path: str, root: str) -> str:
    """Return an absolute path relative to a folder, ``""`` if it is outside."""
    whole = posixpath.normpath(path)
    base = root.rstrip("/") + "/"
    return _relative(whole.removeprefix(base)) if whole.startswith(base) else ""


def _relative(path: str) -> str:
    """Return a relative path without detours; ``""`` for one that leaves its folder."""
    if path.startswith("/") or "\\" in path or "\0" in path:
        return ""
    plain = posixpath.normpath(path)
    return "" if plain in (".", "..") or plain.startswith("../") else plain


_SEVERITIES: Mapping[str, Severity] = {severity: severity for severity in SEVERITIES}
#: ``external/cwe/cwe-79``, as CodeQL has it, and ``CWE-79: …``, as Semgrep has it.
_CWE = re.compile(r"\bcwe[-/]0*(\d{1,5})\b", re.IGNORECASE)
_CATEGORIES = ("security", "correctness", "performance")
_MOST_TAGS = 50
_LONGEST_NAME = 120


@dataclass(frozen=True, slots=True)
class ToolRule:
    """A rule of a tool.

    :param key: the id of the rule in findings.
    :param messages: its ``messageStrings``.
    """

    key: str
    described: FindingRule
    messages: object = None

    def text_of(self, message: object) -> str:
        """Return the message of a result, ``""`` if it has none."""
        text = text_in(message, "text")
        if not text and (identifier := text_in(message, "id")):
            text = text_in(self.messages, identifier, "text")
        if not text:
            text = text_in(message, "markdown")
        return plain(filled(text, message.get("arguments") if isinstance(message, Mapping) else ()))


class ToolRules:
    """The rules of a tool and of its extensions.

    :param name: of the tool.
    :param driver: its own component in a report, and ``extensions`` the others.
    """

    def __init__(self, name: str, driver: object, extensions: Sequence[object]) -> None:
        self._name = name
        self._driver = _rules_of(driver)
        self._extensions = [_rules_of(extension) for extension in extensions]
        self._by_id: dict[str, object] = {}
        for rules in (self._driver, *self._extensions):
            for rule in rules:
                self._by_id.setdefault(text_in(rule, "id"), rule)
        self._made: dict[str, ToolRule] = {}

    def of(self, result: Mapping[str, object]) -> ToolRule:
        """Return the rule of a result."""
        reference = result.get("rule")
        name = text_in(result, "ruleId") or text_in(reference, "id")
        table = self._by_id.get(name) or self._at(result, reference)
        name = name or text_in(table, "id")
        if table is None and "/" in name:
            # An id may name a case of a rule: "CA1000/1".
            table = self._by_id.get(name.rpartition("/")[0])
        name = one_line(name)[:_LONGEST_NAME] or "?"
        if name not in self._made:
            self._made[name] = _made(self._name, name, table)
        return self._made[name]

    def _at(self, result: Mapping[str, object], reference: object) -> object:
        rules, index = self._driver, result.get("ruleIndex")
        if isinstance(reference, Mapping):
            index = reference.get("index", index)
            component = reference.get("toolComponent")
            at = component.get("index") if isinstance(component, Mapping) else None
            if isinstance(at, int) and 0 <= at < len(self._extensions):
                rules = self._extensions[at]
        return rules[index] if isinstance(index, int) and 0 <= index < len(rules) else None


def tool_rules(tool: object) -> ToolRules:
    """Return the rules of the ``tool`` of a run."""
    driver = tool.get("driver") if isinstance(tool, Mapping) else None
    extensions = tool.get("extensions") if isinstance(tool, Mapping) else None
    name = one_line(text_in(driver, "name"))[:_LONGEST_NAME]
    return ToolRules(name or "?", driver, extensions if isinstance(extensions, list) else [])


def _rules_of(component: object) -> Sequence[object]:
    rules = component.get("rules") if isinstance(component, Mapping) else None
    return rules if isinstance(rules, list) else []


def _made(tool: str, name: str, table: object) -> ToolRule:
    tags = list(_tags(table))
    category = next((category for category in _CATEGORIES if category in tags), "")
    numbers = dict.fromkeys(int(number) for tag in tags for number in _CWE.findall(tag))
    why = first_paragraph(
        text_in(table, "shortDescription", "text") or text_in(table, "fullDescription", "text")
    )
    described = FindingRule(
        name,
        tool,
        category or ("security" if numbers else ""),
        _SEVERITIES.get(text_in(table, "defaultConfiguration", "level"), "warning"),
        tuple(sorted(numbers)),
        Phrase.quoted(one_line(why)) if why else NOTHING,
        help=_address(text_in(table, "helpUri")),
    )
    messages = table.get("messageStrings") if isinstance(table, Mapping) else None
    return ToolRule(f"{tool} {name}", described, messages)


def _tags(table: object) -> Iterator[str]:
    properties = table.get("properties") if isinstance(table, Mapping) else None
    for key in ("tags", "cwe"):
        values = properties.get(key) if isinstance(properties, Mapping) else None
        for value in values[:_MOST_TAGS] if isinstance(values, list) else [values]:
            if isinstance(value, str):
                yield value[:_LONGEST_NAME]


def _address(uri: str) -> str:
    try:
        parts = urlsplit(uri)
    except ValueError:
        return ""
    fine = parts.scheme == "https" and parts.hostname and uri.isascii() and uri.isprintable()
    return uri if fine and " " not in uri and len(uri) <= 500 else ""


#: No more characters of a message are shown.
_LONGEST = 500
#: A link in a message: its text, and the number of a place or an address.
_LINK = re.compile(r"(?<!\\)\[((?:[^\[\]\\]|\\.){1,300})\]\([^()\s]{0,300}\)")
#: The folder of a user of Unix or Windows, whose name is nobody's concern.
_HOME = re.compile(
    r"(?<![\w.~-])(?:file:/{2,3})?(?:[A-Za-z]:|(?:/mnt)?/[a-z](?=/))?(?:/+|\\+)(?:home|Users)(?:/+|\\+)"
    r"(?:[^\\/\"'<>|:*?\n]{1,64}(?=[\\/])|[^\\/\s\"'<>|:*?,;)\]]{1,64})"
)
_PLACE = re.compile(r"\{(\d{1,3})\}")


def one_line(text: str) -> str:
    """Return a text on one line of bounded length. Example: ``/home/ada/shop`` is ``~/shop``."""
    shown = (
        " ".join(_HOME.sub("~", text[: 4 * _LONGEST]).split()).encode("utf-8", "replace").decode()
    )
    return shortened(shown, _LONGEST)


def plain(text: str) -> str:
    """Return a message with the texts of its links in the place of these."""
    return _LINK.sub(lambda match: match[1], text[: 4 * _LONGEST])


def filled(text: str, arguments: object) -> str:
    """Return a message with its arguments in the places ``{0}``, ``{1}`` and so on."""
    known: Sequence[object] = arguments if isinstance(arguments, list) else ()

    def argument(match: re.Match[str]) -> str:
        number = int(match[1])
        value = known[number] if number < len(known) else None
        return value[:_LONGEST] if isinstance(value, str) else match[0]

    return _PLACE.sub(argument, text[: 4 * _LONGEST])


def first_paragraph(text: str) -> str:
    """Return the first paragraph of a text in Markdown that is no heading."""
    for part in text[: 4 * _LONGEST].split("\n\n"):
        lines = [line for line in part.split("\n") if not line.lstrip().startswith("#")]
        if shown := " ".join(lines).strip():
            return shown
    return ""


def text_in(value: object, *keys: str) -> str:
    """Return the text below keys of nested objects, ``""`` if there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value if isinstance(value, str) else ""
