"""The pages of a tree's findings, by rule and folder, and their counts on the start page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from sphinx_filedocs.model.facts import FindingRule, Severity
from sphinx_filedocs.pages import view_models
from sphinx_filedocs.pages.finding_lists import (
    MOST_FILES_ASIDE,
    MOST_OF_A_FILE,
    MOST_OF_A_RULE,
    SEVERITIES,
    Counts,
    FindingPlace,
    RuleFindings,
)
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
    part_links,
    prose,
    sentence,
    separated,
    table,
)
from sphinx_filedocs.pages.translation import _, deferred, quantity, translated

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
#: A folder of one rule has so many lines in a row.
_LINES = 40


def severity_name(severity: Severity) -> str:
    """Return the name of a severity in the language of the pages."""
    return _(_NAMES[severity])


def summary(view: view_models.FolderView) -> list[Block]:
    """Return the counts of a tree's findings by severity, and a link to them."""
    findings = view.findings
    if findings is None:
        return []
    link = PageLink(findings.docname, _("all findings by rule and folder"))
    content: list[Block] = []
    if sum(findings.own):
        content.append(
            paragraph(*sentence("{counts}: {link}", counts=_counted(findings.own), link=link))
        )
    else:
        said = _("None in the project’s own code: {link}")
        content.append(paragraph(*sentence(said, link=link)))
    if sum(findings.aside):
        content.append(_aside(sum(findings.aside)))
    return content


def _counted(counts: Counts) -> str:
    shown = (
        quantity(counts.error, "{count:,} error", "{count:,} errors") if counts.error else "",
        quantity(counts.warning, "{count:,} warning", "{count:,} warnings")
        if counts.warning
        else "",
        quantity(counts.note, "{count:,} note", "{count:,} notes") if counts.note else "",
    )
    return ", ".join(filter(None, shown))


def _aside(count: int) -> Block:
    return paragraph(
        Muted(
            quantity(
                count,
                "{count:,} more in tests, examples, generated and vendored code.",
                "{count:,} more in tests, examples, generated and vendored code.",
            )
        )
    )


def findings_by_file(files_findings: view_models.FilesFindings) -> list[Block]:
    """Return the findings of some files, by file and line."""
    rows: list[list[Inline | Bullets]] = []
    for path, docname, findings in files_findings.files:
        lines = bullets(_finding(docname, row) for row in findings[:MOST_OF_A_FILE])
        count = quantity(len(findings), "{count:,} finding", "{count:,} findings")
        rows.append([PageLink(docname, Code(path)), Muted(f" {count}"), lines])
    content: list[Block] = [bullets(rows)] if rows else []
    if files_findings.aside:
        content.append(_aside(files_findings.aside))
    return content or [paragraph(Muted(_("No findings.")))]


def _finding(docname: str, row: view_models.FindingRow) -> list[Inline]:
    line = f"L{row.finding.line}"
    place = PageLink(docname, line, line)
    rule = PageLink(row.docname, Code(row.rule.name), row.target)
    severity = f" {severity_name(row.finding.severity)}, "
    return [place, severity, *_tool(row.rule), rule, ": ", *prose(translated(row.finding.text))]


def findings_page(view: view_models.FindingsView) -> list[Block]:
    """Return the content of a page of the findings of a tree."""
    content = part_links(view.parts, view.part)
    if view.summary:
        content += _overview(view, view.summary.own, view.summary.aside)
    for rule_findings in view.sections:
        content += _rule(view, rule_findings)
    return content


def _overview(view: view_models.FindingsView, own: Counts, aside: Counts) -> Iterator[Block]:
    if sum(own):
        yield paragraph(_counted(own))
    else:
        yield paragraph(_("None in the project’s own code."))
    if sum(aside):
        yield _aside(sum(aside))
    rows: list[list[Sequence[Inline]]] = [
        [
            [severity_name(rule_findings.severity)],
            [
                *_tool(view.rules[rule_findings.rule]),
                PageLink(docname, *_target(view.rules[rule_findings.rule], rule_findings)),
            ],
            [_category(view.rules[rule_findings.rule])],
            [f"{rule_findings.total:,}"],
            [f"{rule_findings.counted_apart:,}" if rule_findings.aside else ""],
        ]
        for rule_findings, docname in view.overview
    ]
    header = [_("Severity"), _("Rule"), _("Kind"), _("Findings"), _("In tests and vendored code")]
    yield table(header, rows, [10, 40, 20, 10, 20], "finding-rules")
    if len(view.folders) > 1:
        rows = [
            [[_folder(view, folder)], *([f"{count:,}" if count else ""] for count in counts)]
            for folder, counts in view.folders
        ]
        header = [_("Folder"), *map(severity_name, SEVERITIES)]
        yield table(header, rows, [55, 15, 15, 15], "finding-folders")


def _target(rule: FindingRule, rule_findings: RuleFindings) -> tuple[Code, str]:
    return Code(rule.name), view_models.rule_anchor(rule_findings.rule)


def _tool(rule: FindingRule) -> list[Inline]:
    return [Muted(f"{rule.tool} ")] if rule.tool else []


def _category(rule: FindingRule) -> str:
    return _(_CATEGORIES[rule.category]) if rule.category in _CATEGORIES else rule.category


def _folder(view: view_models.FindingsView, folder: str) -> Inline:
    shown = Code(f"{folder}/" if folder else view.crumbs[0][0])
    docname = view.docnames.get(f"{folder}/")
    return PageLink(docname, shown) if docname else shown


def _rule(view: view_models.FindingsView, rule_findings: RuleFindings) -> Iterator[Block]:
    rule = view.rules[rule_findings.rule]
    title = f"{rule.tool} {rule.name}" if rule.tool else rule.name
    if rule_findings.start:
        yield Rubric(_("{rule}, continued").format(rule=title))
    else:
        yield Rubric(title, view_models.rule_anchor(rule_findings.rule))
        yield from _about(rule, rule_findings.severity)
    if rule_findings.own:
        yield bullets(
            [_folder(view, folder), f" – {len(places):,}", _files(view, places)]
            for folder, places in _by_folder(rule_findings.own)
        )
    if rule_findings.start + len(rule_findings.own) == MOST_OF_A_RULE and (
        more := rule_findings.total - MOST_OF_A_RULE
    ):
        yield paragraph(Muted(quantity(more, "… and {count:,} more.", "… and {count:,} more.")))
    if rule_findings.aside and not rule_findings.start:
        yield paragraph(Muted(_("In tests, examples, generated and vendored code:")))
        yield _files_aside(view, rule_findings.aside)


def _files_aside(view: view_models.FindingsView, files: Sequence[tuple[str, int]]) -> Block:
    rows: list[list[Inline]] = [
        [PageLink(view.docnames[path], Code(path)), f" – {count:,}"]
        for path, count in files[:MOST_FILES_ASIDE]
    ]
    if (more := len(files) - MOST_FILES_ASIDE) > 0:
        rows.append([Muted(quantity(more, "and {count:,} more file", "and {count:,} more files"))])
    return bullets(rows)


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
        yield paragraph(*sentence(_("What to do: {fix}"), fix=prose(translated(rule.fix))))


def _by_folder(places: Sequence[FindingPlace]) -> Iterator[tuple[str, list[FindingPlace]]]:
    for folder, group in groupby(places, key=lambda place: place.path.rpartition("/")[0]):
        yield folder, list(group)


def _files(view: view_models.FindingsView, places: Sequence[FindingPlace]) -> Bullets:
    rows: list[list[Inline]] = []
    for path, group in groupby(places, key=lambda place: place.path):
        by_text: dict[str, list[int]] = {}
        for place in group:
            by_text.setdefault(translated(place.finding.text), []).append(place.finding.line)
        for text, lines in by_text.items():
            links = separated(_line(view, path, line) for line in lines[:_LINES])
            name = path.rpartition("/")[2]
            rows.append([Code(name), " ", *links, " ", *prose(text)])
    return bullets(rows)


def _line(view: view_models.FindingsView, path: str, line: int) -> Inline:
    return PageLink(view.docnames[path], f"L{line}", f"L{line}", path)
