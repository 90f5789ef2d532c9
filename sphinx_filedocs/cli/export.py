"""The subcommand that writes what is known of a tree for other programs."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO

import click

from sphinx_filedocs.api import Tree
from sphinx_filedocs.cli.graph_formats import write_dot, write_graphml
from sphinx_filedocs.cli.llms import is_ours, write_llms
from sphinx_filedocs.cli.opening import opened
from sphinx_filedocs.cli.options import Chosen, Failure, tree_options
from sphinx_filedocs.cli.tree_json import write_json
from sphinx_filedocs.writing import written


def _write_scip(file: IO[bytes], tree: Tree) -> None:
    try:
        tree.write_scip(file)
    except ImportError as error:
        raise Failure(str(error)) from None


def _write_sarif(file: IO[bytes], tree: Tree) -> None:
    tree.write_sarif(file)


#: What writes a single file.
_WRITERS: Mapping[str, Callable[[IO[bytes], Tree], None]] = {
    "json": write_json,
    "sarif": _write_sarif,
    "scip": _write_scip,
    "graphml": write_graphml,
    "dot": write_dot,
}


@click.command(short_help="Export the data of a tree for other programs.")
@tree_options
@click.option(
    "--format",
    "form",
    type=click.Choice([*_WRITERS, "llms"]),
    required=True,
    help="json: all data, with a schema; sarif: findings; scip: where each name leads; graphml, "
    "dot: which files import which; llms: llms.txt and a Markdown file for each folder.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="The output file, or the output folder for llms (default: the standard output).",
)
def export(chosen: Chosen, form: str, output: Path | None) -> None:
    """Export the data of the folder PATH for other programs."""
    if form == "llms" and output is None:
        raise click.UsageError(
            "--format llms writes several files; name their folder with --output"
        )
    if output and output.exists() and output.is_dir() != (form == "llms"):
        kind = "is not a folder" if form == "llms" else "is a folder"
        raise click.UsageError(f"--output: {output} {kind}")
    with opened(chosen) as tree:
        try:
            if form != "llms":
                _write(output, _WRITERS[form], tree)
            elif output:
                if not is_ours(output):
                    msg = f"--output: {output} has another llms.txt or folders; choose another one"
                    raise click.UsageError(msg)
                output.mkdir(parents=True, exist_ok=True)
                write_llms(output, tree)
        except OSError as error:
            # A single file is written under another name first, which nobody knows.
            place = (form == "llms" and error.filename) or output or "the standard output"
            raise Failure(f"{place} can't be written: {error.strerror}") from None


def _write(output: Path | None, writer: Callable[[IO[bytes], Tree], None], tree: Tree) -> None:
    """Write a file, or the standard output: whole or not at all."""
    if output is None:
        with tempfile.TemporaryFile() as file:
            writer(file, tree)
            file.seek(0)
            while block := file.read(1_000_000):
                click.echo(block, nl=False)
        return
    with written(output) as file:
        writer(file, tree)
