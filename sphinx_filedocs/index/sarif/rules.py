"""The rules of the tools whose reports are read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from sphinx_filedocs.index.sarif.texts import filled, first_paragraph, one_line, plain, text_in
from sphinx_filedocs.model.facts import FindingRule, Severity
from sphinx_filedocs.phrases import NOTHING, Phrase

_SEVERITIES: Mapping[str, Severity] = {"error": "error", "warning": "warning", "note": "note"}
#: ``external/cwe/cwe-79``, as CodeQL has it, and ``CWE-79: …``, as Semgrep has it.
_CWE = re.compile(r"(?:\bcwe[-/])+0*(\d{1,5})\b", re.IGNORECASE)
_CATEGORIES = ("security", "correctness", "performance")
_MOST_TAGS = 50
_LONGEST_NAME = 120


@dataclass(frozen=True, slots=True)
class ToolRule:
    """A rule of a tool.

    :param key: what findings name it by.
    :param messages: its ``messageStrings``.
    """

    key: str
    described: FindingRule
    messages: object = None

    def text_of(self, message: object) -> str:
        """Return the message of a result; ``""`` where there is none."""
        text = text_in(message, "text")
        if not text and (identifier := text_in(message, "id")):
            text = text_in(self.messages, identifier, "text")
        if not text:
            text = text_in(message, "markdown")
        return plain(filled(text, message.get("arguments") if isinstance(message, Mapping) else ()))


class ToolRules:
    """The rules of a tool and of what extends it.

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
    """Return the address of a page of help, ``""`` for one that is not to be followed."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return ""
    fine = parts.scheme == "https" and parts.hostname and uri.isascii() and uri.isprintable()
    return uri if fine and " " not in uri and len(uri) <= 500 else ""
