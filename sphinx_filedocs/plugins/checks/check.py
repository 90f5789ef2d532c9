"""The subcommand ``check``: the problems of a tree, as text, JSON, SARIF or annotations."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import TypeVar, cast

import click

from sphinx_filedocs import hooks
from sphinx_filedocs.api import Finding, Severity, Tree
from sphinx_filedocs.cli.options import Chosen, see_folder, tree_options
from sphinx_filedocs.model.facts import SEVERITIES
from sphinx_filedocs.pages.text import english_quantity, printable_line
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.plugins.checks.problems import (
    RULES,
    Baseline,
    Problem,
    find_problems,
    read_baseline,
    write_baseline,
)
from sphinx_filedocs.plugins.opening import opened
from sphinx_filedocs.source.credentials import shown
from sphinx_filedocs.writing import utf8, utf8_json

_ANNOTATIONS = {"error": "error", "warning": "warning", "note": "notice"}


def as_text(_tree: Tree, problems: Sequence[Problem], known: int) -> str:
    """Return a line for each problem, and one that counts them."""
    lines = [
        printable_line(
            f"{problem.path}:{problem.line}: {problem.severity}: {problem.message} [{problem.rule}]"
        )
        for problem in problems
    ]
    count = english_quantity(len(problems), "problem") if problems else "no problems"
    lines.append(f"{count}; {known:,} known" if known else count)
    return "\n".join(lines)


def as_json(_tree: Tree, problems: Sequence[Problem], known: int) -> str:
    """Return an object with the problems."""
    rows = list(map(asdict, problems))
    return utf8_json({"version": 1, "problems": rows, "known": known}, 1)


def as_sarif(tree: Tree, problems: Sequence[Problem], _known: int) -> str:
    """Return a report in SARIF 2.1.0."""
    from sphinx_filedocs.plugins.sarif.writer import write_report  # noqa: PLC0415 (may be absent)

    rules = {**RULES, **tree.rules}
    used = {problem.rule: rules[problem.rule] for problem in problems}
    findings = (
        (
            problem.path,
            Finding(problem.rule, problem.severity, problem.line, Phrase.quoted(problem.message)),
        )
        for problem in problems
    )
    file = BytesIO()
    write_report(file, tree, used, findings)
    return file.getvalue().decode().rstrip("\n")


def as_annotations(_tree: Tree, problems: Sequence[Problem], _known: int) -> str:
    """Return workflow commands of GitHub Actions, which it shows at the lines of a change.

    See https://docs.github.com/actions/reference/workflow-commands-for-github-actions and, for
    escapes, https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts.
    """
    return "\n".join(
        f"::{_ANNOTATIONS[problem.severity]} file={_property(problem.path)},line={problem.line},"
        f"title={_property(problem.rule)}::{_data(problem.message)}"
        for problem in problems
    )


FORMATS: Mapping[str, Callable[[Tree, Sequence[Problem], int], str]] = {
    "text": as_text,
    "json": as_json,
    **({"sarif": as_sarif} if "sarif" in hooks.names("formats") else {}),
    "github": as_annotations,
}


def _data(text: str) -> str:
    return utf8(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


Command = TypeVar("Command", bound=Callable[..., object])
_INPUT = click.Path(path_type=Path, dir_okay=False, exists=True)


def _report_options(command: Command) -> Command:
    for name in hooks.names("reports"):
        about = f"A file in the format {name.upper()} by another tool; may be repeated."
        command = click.option(f"--{name}", type=_INPUT, multiple=True, help=about)(command)
    return command


@click.command(short_help="Report problems: import cycles, dead links, findings.")
@tree_options
@click.option(
    "--severity",
    type=click.Choice([*SEVERITIES, "none"]),
    default="warning",
    show_default=True,
    help="The lowest severity of findings that count as problems.",
)
@click.option(
    "--baseline",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A file with known problems, which are not reported.",
)
@_report_options
@click.option(
    "--write-baseline", "writes", is_flag=True, help="Write the baseline file and report nothing."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="The output format; github writes annotations for GitHub Actions.",
)
def check(
    chosen: Chosen,
    severity: str,
    baseline: Path | None,
    writes: bool,
    form: str,
    **reports: Sequence[Path],
) -> None:
    """Report problems in the folder PATH.

    Problems are import cycles, findings of rules and of other tools' reports, and links in Markdown
    and reStructuredText to files or lines that do not exist. With a baseline, they are also names
    in prose that led somewhere when the baseline was written and are gone.

    The exit code is 0 if there are no problems, 1 if there are problems, and 2 for a usage error.
    """
    if writes and not baseline:
        raise click.UsageError("--write-baseline: name the file to write with --baseline FILE")
    if writes and baseline:
        see_folder("--baseline", baseline)
    known = read_baseline(baseline) if baseline and not writes else Baseline()
    least = None if severity == "none" else cast("Severity", severity)
    places = [(name, place) for name in reports for place in reports[name]]
    with opened(chosen, places) as tree:
        problems = find_problems(tree, least, known)
        if baseline and writes:
            write_baseline(baseline, problems, tree)
            count = english_quantity(len(problems), "problem") if problems else "no problems"
            click.echo(shown(f"{baseline}: {count} known"))
            return
        new = [problem for problem in problems if problem.key not in known.keys]
        said = FORMATS[form](tree, new, len(problems) - len(new))
    if said:
        click.echo(said)
    sys.exit(1 if new else 0)
