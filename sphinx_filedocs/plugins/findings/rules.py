"""Reads the rules of findings, and selects those for a text."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Literal, get_args

from sphinx_filedocs.languages.table import DataFile, additions, per_table
from sphinx_filedocs.model.facts import SEVERITIES, FindingRule, Import, Severity
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.plugins.findings.called_names import dotted, imported_names
from sphinx_filedocs.source.manifest_formats import strings

RuleCategory = Literal["correctness", "performance", "security"]
CATEGORIES: tuple[RuleCategory, ...] = get_args(RuleCategory)


class RuleError(ValueError):
    """A rule has a mistake; the message names its place and the allowed values."""


@dataclass(frozen=True)
class EvidenceRule:
    """One evidence rule.

    :param languages: keys of languages; none means all of them (line rules only).
    :param but: languages that a rule for all of them leaves out.
    :param text: the sentence of a finding; ``{name}`` is filled with the text of ``@name``.
    :param cwe: the number of the weakness in the Common Weakness Enumeration, 0 for none.
    :param why: the danger, in a sentence or two; ``fix``: the remedy.
    :param same_as: its ids in other tools; comments that silence these silence it too.
    :param called: full names; the file's imports must make ``@called`` mean one of them. Examples:
        ``hashlib.sha1``, ``os/exec.Command``. In a query, ``$called`` stands for their last parts.
    :param requires: words that must all stand in the text.
    :param literals: words of which one stands in every match: a cheap test before the search.
    :param query: a tree-sitter query. ``@finding`` is the place, ``@name`` the name of it; ``@own``
        is a name that the file defines itself, and excludes findings of this name; ``@loop`` and
        ``@boundary`` serve ``inside``.
    :param where: capture -> a regular expression that its text must match. In a query, the cost of
        one for a long expression would grow with the square of the depth.
    :param unless: capture -> a regular expression that its text must not match.
    :param same: two captures with the same text.
    :param line: instead of a query, a regular expression searched in each line.
    :param head: only so many first lines count; 0 is all of them.
    :param inside: a place must be inside a ``@loop``, with no ``@boundary`` between.
    :param limit: the most findings of one file.
    :param matches: texts with a finding, for its test; ``misses``: texts without one.
    """

    id: str
    category: RuleCategory
    languages: frozenset[str] = frozenset()
    but: frozenset[str] = frozenset()
    text: str = ""
    severity: Severity = "note"
    cwe: int = 0
    why: str = ""
    fix: str = ""
    same_as: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    literals: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    query: str = ""
    where: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    unless: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    same: tuple[str, ...] = ()
    line: re.Pattern[str] | None = None
    head: int = 0
    inside: bool = False
    limit: int = 20
    matches: tuple[str, ...] = ()
    misses: tuple[str, ...] = ()

    def possible(self, text: str) -> bool:
        """True if the texts that the rule needs stand somewhere in ``text``."""
        return all(word in text for word in self.requires) and (
            not self.literals or any(word in text for word in self.literals)
        )

    @cached_property
    def full_names(self) -> frozenset[str]:
        """``called`` in the form of :mod:`sphinx_filedocs.plugins.findings.called_names`."""
        return frozenset(map(dotted, self.called))

    @property
    def last_names(self) -> tuple[str, ...]:
        """The last parts of the names in ``called``."""
        return tuple(sorted({name.rpartition(".")[2] for name in self.full_names}))

    def query_of(self, last_names: Iterable[str]) -> str:
        """Return the query for calls of these names."""
        return self.query.replace("$called", " ".join(f'"{name}"' for name in last_names))


@per_table
def load() -> tuple[EvidenceRule, ...]:
    """Return all rules in the order of their files, ours first.

    :raises RuleError: if a rule file is malformed.
    """
    ours = [rule for file in sources() for rule in read(file)]
    names = [rule.id for rule in ours]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise RuleError(f"rules defined twice: {', '.join(twice)}")
    every = {rule.id: rule for rule in ours}
    for file in additions().rules:
        every.update((rule.id, rule) for rule in read(file))
    return tuple(every.values())


def sources() -> Iterator[DataFile]:
    """Yield our files of rules."""
    for path in sorted((Path(__file__).resolve().parent / "rules").glob("*.toml")):
        yield DataFile(path.name, f"rules/{path.name}", path.read_text("utf-8"))


def read(file: DataFile) -> list[EvidenceRule]:
    """Return the rules of a file; each is a table.

    Beside them, ``category`` is the kind of all rules, ``shapes`` holds parts of queries and lines,
    and ``advice`` holds keys that several rules share by their key ``advice``.

    :raises RuleError: if the file is malformed.
    """
    try:
        tables = tomllib.loads(file.text)
    except tomllib.TOMLDecodeError as error:
        raise RuleError(f"{file.place}: {error}") from None
    category = tables.pop("category", "")
    if category not in CATEGORIES:
        allowed = f"use one of {', '.join(CATEGORIES)}"
        raise RuleError(f"{file.place}: category = {category!r}: {allowed}")
    shapes, advice = tables.pop("shapes", {}), tables.pop("advice", {})
    rules: list[EvidenceRule] = []
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise RuleError(f"{file.place}: {name} = {table!r}: use a table")
        try:
            shared = advice[table["advice"]] if "advice" in table else {}
            own = {key: value for key, value in table.items() if key != "advice"}
            rules.append(make(name, category, {**shared, **own}, shapes))
        except (KeyError, TypeError):
            msg = f"rule {name}: advice = {table['advice']!r}: unknown table"
            raise RuleError(f"{file.place}: {msg}") from None
        except ValueError as error:
            raise RuleError(f"{file.place}: {error}") from error
    return rules


@per_table
def of_language(language: str | None) -> tuple[EvidenceRule, ...]:
    """Return the rules for a language, those for every text included."""
    return tuple(
        rule
        for rule in load()
        if (not rule.languages or language in rule.languages)
        and language not in rule.but
        and rule.id not in additions().rules_off
    )


@per_table
def described() -> Mapping[str, FindingRule]:
    """Return the rules of findings as pages show them, by id."""
    return MappingProxyType(
        {
            rule.id: FindingRule(
                rule.id,
                "",
                rule.category,
                rule.severity,
                (rule.cwe,) if rule.cwe else (),
                Phrase(rule.why),
                Phrase(rule.fix),
            )
            for rule in load()
        }
    )


def renamed(language: str, imports: Sequence[Import]) -> tuple[tuple[str, str], ...]:
    """Return further queries for names that a text imports under other names.

    Example: ``from hashlib import sha1 as digest``.
    """
    names = imported_names(imports)
    if not names.renamed:
        return ()
    rows: list[tuple[str, str]] = []
    for rule in of_language(language):
        own = [name for name in sorted(names.renamed) if names.full[name] in rule.full_names]
        if own and "$called" in rule.query:
            rows.append((rule.id, rule.query_of(own)))
    return tuple(rows)


def queries(
    text: str, language: str | None, sparing: bool = False, generated: bool = False
) -> tuple[tuple[str, str], ...]:
    """Return the queries to run on the syntax tree of a text, each as (rule, query).

    They are meant to be run as one: a walk costs more than the patterns that it looks for.

    :param sparing: True to leave out those that the text cannot meet. To compile all takes
        longer than to run them on a few texts, and other texts need others.
    :param generated: True if a program wrote it. Then nobody chose the patterns that it has: only
        the security notes are looked for.
    """
    rows = _queries(language, generated)
    if not sparing:
        return rows
    possible = {rule.id for rule in of_language(language) if rule.possible(text)}
    return tuple(row for row in rows if row[0] in possible)


@per_table
def _queries(language: str | None, generated: bool) -> tuple[tuple[str, str], ...]:
    return tuple(
        (rule.id, rule.query_of(rule.last_names))
        for rule in of_language(language)
        if rule.query and (not generated or rule.category == "security")
    )


def make(
    name: str,
    category: RuleCategory,
    table: Mapping[str, object],
    shapes: Mapping[str, str] = MappingProxyType({}),
) -> EvidenceRule:
    """Make a rule of its TOML table, whose keys are the fields of :class:`EvidenceRule`.

    :param shapes: name -> the text that ``$name`` stands for in a query or a line; one that
        begins with ``(?`` is a regular expression, and inside a string of a query.
    :raises ValueError: when the table is no rule, with the rule's name.
    """
    values: dict[str, object] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in table.items()
    }
    if "called" in values:
        # In an import or in the call itself, its last part stands in the text.
        lasts = {dotted(called).rpartition(".")[2] for called in strings(table["called"])}
        values.setdefault("literals", tuple(sorted(lasts)))
    for key in {"languages", "but"} & values.keys():
        values[key] = frozenset(strings(table[key]))
    for key in {"query", "line"} & values.keys():
        values[key] = _filled(str(values[key]), shapes, escaped=key == "query")
    try:
        for key, value in values.items():
            if key == "line":
                values[key] = re.compile(str(value))
            elif isinstance(value, dict):
                values[key] = {name: re.compile(regex) for name, regex in value.items()}
        rule = EvidenceRule(id=name, category=category, **values)  # type: ignore[arg-type]
    except (TypeError, AttributeError, re.error) as error:
        raise ValueError(f"rule {name}: {error}") from error
    if rule.severity not in SEVERITIES:
        allowed = ", ".join(SEVERITIES)
        raise ValueError(f"rule {name}: severity = {rule.severity!r}: use one of {allowed}")
    if bool(rule.query) == bool(rule.line):
        raise ValueError(f"rule {name}: add either a query or a line")
    return rule


def _filled(text: str, shapes: Mapping[str, str], *, escaped: bool) -> str:
    """Put the shapes in their places; the longest first, as one name may begin another."""
    for name in sorted(shapes, key=len, reverse=True):
        shape = " ".join(shapes[name].split())
        if escaped and shape.startswith("(?"):
            shape = shape.replace("\\", "\\\\").replace('"', '\\"')
        text = text.replace(f"${name}", shape)
    return text
