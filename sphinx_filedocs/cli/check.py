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


@click.command(short_help="Say what is wrong: import cycles, dead links, findings.")
@tree_options
@click.option(
    "--severity",
    type=click.Choice([*SEVERITIES, "none"]),
    default="warning",
    show_default=True,
    help="Which findings count: those so grave or graver.",
)
@click.option(
    "--baseline",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file with what is known already, and is not said.",
)
@click.option(
    "--sarif",
    type=_INPUT,
    multiple=True,
    help="A report of another tool, whose findings count too; may be repeated.",
)
@click.option(
    "--scip",
    type=_INPUT,
    multiple=True,
    help="An index that a compiler has written, for names that are not found without; may be "
    "repeated.",
)
@click.option("--write-baseline", "writes", is_flag=True, help="Write that file, and say nothing.")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="The form; github is that of annotations in GitHub Actions.",
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
    """Say what is wrong with the folder PATH.

    That is import cycles, findings of the rules and of other tools' reports, links in Markdown and
    reStructuredText that lead to no file or line and, with a baseline, names in prose that led
    somewhere when it was written and are gone.

    The exit code is 0 where nothing is wrong, 1 where something is, and 2 for a mistake of the
    user's.
    """
    if writes and not baseline:
        raise click.UsageError("--write-baseline needs --baseline FILE, which it writes")
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
