"""The findings of a tree: sections of files and of the start page, and pages by rule and folder."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby
from typing import NamedTuple

from sphinx_filedocs.model.facts import SEVERITIES, Finding, FindingRule, Severity
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.pages.additions import Addition
from sphinx_filedocs.pages.markup import (
    Address,
    Block,
    Bullets,
    Code,
    Inline,
    Muted,
    PageLink,
    Rubric,
    bullets,
    paragraph,
    prose,
    sentence,
    separated,
    table,
)
from sphinx_filedocs.pages.text import anchor
from sphinx_filedocs.pages.translation import _, deferred, ngettext, quantity, translated
from sphinx_filedocs.pages.view_models import Section
from sphinx_filedocs.plugins.findings.lists import (
    MOST_FILES_ASIDE,
    MOST_OF_A_FILE,
    MOST_OF_A_RULE,
    Counts,
    FindingLists,
    FindingPlace,
    RuleFindings,
    findings_of,
    list_findings,
)

_NAMES: Mapping[Severity, str] = {
    "error": deferred("Error"),
    "warning": deferred("Warning"),
    "note": deferred("Note"),
}
_CATEGORIES = {
    "correctness": deferred("Correctness"),
    "performance": deferred("Performance"),
    "security": deferred("Security"),
}
#: The description of a weakness in the Common Weakness Enumeration.
_CWE = "https://cwe.mitre.org/data/definitions/{number}.html"
_RULE = re.compile(r"[a-z]+(-[a-z]+)*")
#: A folder of one rule has so many lines in a row.
_LINES = 40


class _Row(NamedTuple):
    """A finding of a file, with a link to its rule."""

    finding: Finding
    rule: FindingRule
    link: PageLink


class FindingPages(Addition):
    """Shows the findings of rules and of other tools."""

    title = deferred("Findings")
    page_titles = (deferred("Findings in {what}"), deferred("Findings in {what}, part {number}"))
    gathered: FindingLists

    @classmethod
    def gather(cls, codebase: Codebase, aside: AbstractSet[str]) -> FindingLists:
        """Return the findings of a tree, divided among pages."""
        return list_findings(codebase, aside)

    def of_file(self, path: str) -> Section:
        """Return the findings of a file; only their number by rule for code aside."""
        rows = self._rows(path)
        if not rows:
            return Section()
        if path in self.pages.aside:
            return Section([_by_rule(rows)], len(rows))
        has_lines = self.pages.settings.anchors(path)
        docname = self.pages.plan.files[path]

        def line(number: int) -> Inline:
            label = f"L{number}"
            return PageLink(docname, label, label) if has_lines else Muted(label)

        cells: list[list[Sequence[Inline]]] = [
            [
                [severity_name(row.finding.severity)],
                [Muted(f"{row.rule.tool} ") if row.rule.tool else "", row.link],
                [line(row.finding.line)],
                prose(translated(row.finding.text)),
            ]
            for row in rows[:MOST_OF_A_FILE]
        ]
        header = [_("Severity"), _("Rule"), _("Line"), _("Message")]
        content: list[Block] = [table(header, cells, [10, 25, 10, 55], "findings")]
        if more := len(rows) - len(cells):
            text = quantity(more, "… and {count:,} more.", "… and {count:,} more.")
            content.append(paragraph(Muted(text)))
        return Section(content, len(rows))

    def of_folder(self, path: str) -> Section:
        """Return the counts of a tree's findings by severity, and a link to them."""
        pages, lists = self.pages.plan.added[self.name], self.gathered
        if path or not pages:
            return Section()
        link = PageLink(pages[0].docname, _("all findings by rule and folder"))
        if sum(lists.own):
            said = sentence("{counts}: {link}", counts=_counted(lists.own), link=link)
        else:
            said = sentence(_("None in the project’s own code: {link}"), link=link)
        return Section([paragraph(*said), *_aside(sum(lists.aside))], sum(lists.own))

    def page(self, number: int) -> list[Block]:
        """Return a page: the rules and folders on the first, then the findings of some rules."""
        content = list(self._overview()) if number == 0 else []
        for rule_findings in self.gathered.parts[number]:
            content += self._rule(rule_findings, number)
        return content

    def below(self, path: str, least: int = len(SEVERITIES) - 1) -> list[Block]:
        """Return the findings of a file, or of own files below a folder, by file and line.

        :param least: the place in :data:`SEVERITIES` of the least severity.
        """
        within = f"{path}/" if path else ""
        aside = 0
        rows: list[list[Inline | Bullets]] = []
        for file_path in sorted(self.pages.codebase.light):
            if file_path != path and not file_path.startswith(within):
                continue
            findings = [
                row
                for row in self._rows(file_path)
                if SEVERITIES.index(row.finding.severity) <= least
            ]
            if file_path in self.pages.aside and file_path != path:
                aside += len(findings)
            elif findings:
                rows.append(self._of_file(file_path, findings))
        content = [*([bullets(rows)] if rows else []), *_aside(aside)]
        return content or [paragraph(Muted(_("No findings.")))]

    def _of_file(self, path: str, findings: Sequence[_Row]) -> list[Inline | Bullets]:
        docname = self.pages.plan.files[path]
        lines = bullets(_finding(docname, row) for row in findings[:MOST_OF_A_FILE])
        count = quantity(len(findings), "{count:,} finding", "{count:,} findings")
        return [PageLink(docname, Code(path)), Muted(f" {count}"), lines]

    def _rows(self, path: str) -> list[_Row]:
        codebase = self.pages.codebase
        rules = codebase.rules
        return [
            _Row(finding, rules[finding.rule], self._rule_link(rules[finding.rule], finding.rule))
            for finding in findings_of(codebase, codebase.light[path])
        ]

    def _rule_link(self, rule: FindingRule, identifier: str) -> PageLink:
        page = self.pages.plan.added[self.name][self.gathered.part_of[identifier]]
        return PageLink(page.docname, Code(rule.name), rule_anchor(identifier))

    def _overview(self) -> Iterator[Block]:
        lists, rules = self.gathered, self.pages.codebase.rules
        own = _counted(lists.own) if sum(lists.own) else _("None in the project’s own code.")
        yield paragraph(own)
        yield from _aside(sum(lists.aside))
        rows: list[list[Sequence[Inline]]] = [
            [
                [severity_name(row.severity)],
                [*_tool(rules[row.rule]), self._rule_link(rules[row.rule], row.rule)],
                [_category(rules[row.rule])],
                [f"{row.total:,}"],
                [f"{row.counted_apart:,}" if row.aside else ""],
            ]
            for row in lists.rules
        ]
        header = [_("Severity"), _("Rule"), _("Kind"), _("Findings")]
        header.append(_("In tests and vendored code"))
        yield table(header, rows, [10, 40, 20, 10, 20], "finding-rules")
        if len(lists.folders) > 1:
            rows = [
                [[self._folder(folder, 0)], *([f"{count:,}" if count else ""] for count in counts)]
                for folder, counts in lists.folders
            ]
            header = [_("Folder"), *map(severity_name, SEVERITIES)]
            yield table(header, rows, [55, 15, 15, 15], "finding-folders")

    def _folder(self, folder: str, number: int) -> Inline:
        """Return the name of a folder, on the first page with a link if it has a row there."""
        shown = Code(f"{folder}/" if folder else self.pages.title)
        if number or folder not in dict(self.gathered.folders):
            return shown
        return PageLink(self.pages.plan.folders[folder], shown)

    def _rule(self, row: RuleFindings, number: int) -> Iterator[Block]:
        rule = self.pages.codebase.rules[row.rule]
        title = f"{rule.tool} {rule.name}" if rule.tool else rule.name
        if row.start:
            yield Rubric(_("{rule}, continued").format(rule=title))
        else:
            yield Rubric(title, rule_anchor(row.rule))
            yield from _about(rule, row.severity)
        if row.own:
            yield bullets(
                [self._folder(folder, number), f" – {len(places):,}", self._files(places)]
                for folder, places in _by_folder(row.own)
            )
        more = row.total - MOST_OF_A_RULE
        if row.start + len(row.own) == MOST_OF_A_RULE and more:
            yield paragraph(Muted(quantity(more, "… and {count:,} more.", "… and {count:,} more.")))
        if row.aside and not row.start:
            yield paragraph(Muted(_("In tests, examples, generated and vendored code:")))
            yield self._files_aside(row.aside)

    def _files_aside(self, files: Sequence[tuple[str, int]]) -> Block:
        docnames = self.pages.plan.files
        rows: list[list[Inline]] = [
            [PageLink(docnames[path], Code(path)), f" – {count:,}"]
            for path, count in files[:MOST_FILES_ASIDE]
        ]
        if (more := len(files) - MOST_FILES_ASIDE) > 0:
            text = quantity(more, "and {count:,} more file", "and {count:,} more files")
            rows.append([Muted(text)])
        return bullets(rows)

    def _files(self, places: Sequence[FindingPlace]) -> Bullets:
        rows: list[list[Inline]] = []
        for path, group in groupby(places, key=lambda place: place.path):
            docname = self.pages.plan.files[path]
            by_text: dict[str, list[str]] = {}
            for place in group:
                text = translated(place.finding.text)
                by_text.setdefault(text, []).append(f"L{place.finding.line}")
            for text, lines in by_text.items():
                links = separated(PageLink(docname, line, line, path) for line in lines[:_LINES])
                name = path.rpartition("/")[2]
                rows.append([Code(name), " ", *links, " ", *prose(text)])
        return bullets(rows)


def rule_anchor(rule: str) -> str:
    """Return the id of a rule on the pages of findings."""
    return f"rule-{rule if _RULE.fullmatch(rule) else anchor(rule)}"


def severity_name(severity: Severity) -> str:
    """Return the name of a severity in the language of the pages."""
    return _(_NAMES[severity])


def _counted(counts: Counts) -> str:
    shown = (
        quantity(counts.error, "{count:,} error", "{count:,} errors") if counts.error else "",
        quantity(counts.warning, "{count:,} warning", "{count:,} warnings")
        if counts.warning
        else "",
        quantity(counts.note, "{count:,} note", "{count:,} notes") if counts.note else "",
    )
    return ", ".join(filter(None, shown))


def _aside(count: int) -> Iterator[Block]:
    if count:
        text = quantity(
            count,
            "{count:,} more in tests, examples, generated and vendored code.",
            "{count:,} more in tests, examples, generated and vendored code.",
        )
        yield paragraph(Muted(text))


def _by_rule(rows: Sequence[_Row]) -> Block:
    counts = Counter(row.finding.rule for row in rows)
    links = {row.finding.rule: row.link for row in rows}
    named: list[Inline] = []
    for rule, count in counts.items():
        named += [", " if named else "", links[rule], f" ({count:,})"]
    message = ngettext(
        "{count:,} finding, not counted as the project’s own: {rules}",
        "{count:,} findings, not counted as the project’s own: {rules}",
        len(rows),
    )
    return paragraph(*sentence(message, count=len(rows), rules=named))


def _finding(docname: str, row: _Row) -> list[Inline]:
    line = f"L{row.finding.line}"
    severity = f" {severity_name(row.finding.severity)}, "
    text = prose(translated(row.finding.text))
    return [PageLink(docname, line, line), severity, *_tool(row.rule), row.link, ": ", *text]


def _tool(rule: FindingRule) -> list[Inline]:
    return [Muted(f"{rule.tool} ")] if rule.tool else []


def _category(rule: FindingRule) -> str:
    return _(_CATEGORIES[rule.category]) if rule.category in _CATEGORIES else rule.category


def _about(rule: FindingRule, severity: Severity) -> Iterator[Block]:
    facts: list[Inline] = [severity_name(severity)]
    if category := _category(rule):
        facts += [" · ", category]
    for number in rule.cwe:
        facts += [" · ", Address(_CWE.format(number=number), f"CWE-{number}")]
    if rule.help:
        facts += [" · ", Address(rule.help)]
    yield paragraph(*facts)
    if rule.why:
        yield paragraph(*prose(translated(rule.why)))
    if rule.fix:
        yield paragraph(*sentence(_("Fix: {fix}"), fix=prose(translated(rule.fix))))


def _by_folder(places: Sequence[FindingPlace]) -> Iterator[tuple[str, list[FindingPlace]]]:
    for folder, group in groupby(places, key=lambda place: place.path.rpartition("/")[0]):
        yield folder, list(group)
