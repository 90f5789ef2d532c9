"""The subcommand that says what is wrong with a tree."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import click

from sphinx_filedocs.api import Severity
from sphinx_filedocs.cli.opening import opened
from sphinx_filedocs.cli.options import Chosen, tree_options
from sphinx_filedocs.cli.problem_formats import FORMATS
from sphinx_filedocs.cli.problems import (
    SEVERITIES,
    Baseline,
    find_problems,
    read_baseline,
    write_baseline,
)
from sphinx_filedocs.pages.text import english_quantity

_INPUT = click.Path(path_type=Path, dir_okay=False, exists=True)


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
@click.option(
    "--sarif",
    type=_INPUT,
    multiple=True,
    help="A SARIF report of another tool, whose findings count too; may be repeated.",
)
@click.option(
    "--scip",
    type=_INPUT,
    multiple=True,
    help="A SCIP index written by a compiler, to resolve more names; may be repeated.",
)
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
    *,
    sarif: Sequence[Path],
    scip: Sequence[Path],
) -> None:
    """Report problems in the folder PATH.

    Problems are import cycles, findings of rules and of other tools' reports, and links in Markdown
    and reStructuredText to files or lines that do not exist. With a baseline, they are also names
    in prose that led somewhere when the baseline was written and are gone.

    The exit code is 0 if there are no problems, 1 if there are problems, and 2 for a usage error.
    """
    if writes and not baseline:
        raise click.UsageError("--write-baseline: name the file to write with --baseline FILE")
    known = read_baseline(baseline) if baseline and not writes else Baseline()
    least = None if severity == "none" else cast("Severity", severity)
    with opened(chosen, scip, sarif) as tree:
        problems = find_problems(tree, least, known)
        if baseline and writes:
            write_baseline(baseline, problems, tree)
            count = english_quantity(len(problems), "problem") if problems else "no problems"
            click.echo(f"{baseline}: {count} known")
            return
        new = [problem for problem in problems if problem.key not in known.keys]
        said = FORMATS[form](tree, new, len(problems) - len(new))
    if said:
        click.echo(said)
    sys.exit(1 if new else 0)
