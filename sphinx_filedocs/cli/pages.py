"""The subcommands ``build`` and ``serve``."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import click

from sphinx_filedocs.cli import INTERRUPTED
from sphinx_filedocs.cli.early import Early
from sphinx_filedocs.cli.options import Chosen, Failure, tree_options
from sphinx_filedocs.cli.project import FIRST_PAGE, ProjectFolders, write_project
from sphinx_filedocs.cli.running import Output, run
from sphinx_filedocs.parse.isolation import forks
from sphinx_filedocs.source.walk import is_output

_HOST = "127.0.0.1"

_strict = click.option("-W", "--fail-on-warning", is_flag=True, help="Fail on a warning.")
_verbose = click.option("-v", "--verbose", is_flag=True, help="Show all output of Sphinx.")


@click.command(short_help="Build the pages of a folder as static files.")
@tree_options
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="The output folder.",
)
@_strict
@_verbose
def build(chosen: Chosen, output: Path, fail_on_warning: bool, verbose: bool) -> None:
    """Build the pages of the folder PATH as static files."""
    target = output.resolve()
    _check_output(target, chosen.site.root)
    project = _project(chosen, target)
    strict = ["-W", "--keep-going"] if fail_on_warning else []
    arguments = ["sphinx", *_arguments(chosen, project, target), *strict]
    _finish(run(arguments, project.source, Output(str(target / "index.html"), verbose)))


@click.command(short_help="Show the pages of a folder in the browser.")
@tree_options
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="The port (default: a free one)."
)
@click.option("--browser/--no-browser", default=True, help="Whether to open the browser.")
@_verbose
def serve(chosen: Chosen, port: int, browser: bool, verbose: bool) -> None:
    """Show the pages of the folder PATH in the browser and rebuild them after each edit.

    The first time, pages are there before the folder is read as a whole: each is loaded again when
    all its links are known. Only this machine can reach the pages. Ctrl-C stops the server, with
    exit code 0 once all pages are written, and with 130 before that.
    """
    project = _project(chosen, None)
    arguments = [chosen.jobs, *map(str, (project.doctrees, project.source, project.html))]
    early = Early(project) if project.is_new and forks() else None
    with _listening(port) as listener, early or contextlib.nullcontext():
        # These take a while to load, and no other subcommand needs them.
        from sphinx_filedocs.cli.builder import Builder, Edit  # noqa: PLC0415
        from sphinx_filedocs.cli.edits import Edits  # noqa: PLC0415
        from sphinx_filedocs.cli.server import Site, serving  # noqa: PLC0415

        address = f"http://{_HOST}:{listener.getsockname()[1]}/"
        output = Output(address, verbose)
        site = Site(project.html, FIRST_PAGE, lambda: output.progress, early)
        click.echo(f"{address} shows pages while they are being written")
        with (
            _ended_by_user(output),
            Edits(chosen.site, output.warn, site.renew) as edits,
            serving(site, listener),
            Builder(arguments, project.source, output, site.look, edits.doubt) as builder,
        ):
            if browser:
                webbrowser.open(address)
            if early:
                # Two processes at once would both be slower.
                early.write_start()
                early.pausing = builder.paused
            _finish(builder.run())
            site.finish()
            if early:
                early.end()
            click.echo(f"Serving on {address} (Ctrl-C ends it)")
            while True:
                edited = edits.wait()
                output.begin()
                builder.ask(Edit(edited, site.shown()))


@contextlib.contextmanager
def _ended_by_user(output: Output) -> Iterator[None]:
    """Take Ctrl-C for a normal end once all pages are written."""
    try:
        yield
    except KeyboardInterrupt:
        if not output.is_built:
            raise


def _finish(code: int) -> None:
    if code:
        sys.exit(INTERRUPTED if code == INTERRUPTED else 1)


def _arguments(chosen: Chosen, project: ProjectFolders, output: Path) -> list[str]:
    options = ["-b", "html", "-j", chosen.jobs, "-d", str(project.doctrees)]
    return [*options, str(project.source), str(output)]


def _project(chosen: Chosen, output: Path | None) -> ProjectFolders:
    try:
        project = write_project(chosen.site, chosen.cache)
        for folder in (project.doctrees, output or project.html):
            folder.mkdir(parents=True, exist_ok=True)
            _check_writable(folder)
    except OSError as error:
        msg = f"{error.filename or chosen.cache} can't be written: {error.strerror}"
        ways = "--cache and --output" if output else "--cache"
        raise Failure(f"{msg}; choose another folder with {ways}") from None
    return project


def _check_writable(folder: Path) -> None:
    """Check that a folder is writable: Sphinx would fail late, and as if by a bug."""
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))


def _check_output(output: Path, root: Path) -> None:
    """Check that pages overwrite neither the documented files nor others."""
    if root.is_relative_to(output):
        raise click.UsageError(
            f"--output: {output} contains the tree itself; choose another folder"
        )
    if not output.is_dir() or is_output(str(output)):
        return
    others: list[Path] = []
    # One that is closed is named later.
    with contextlib.suppress(OSError):
        # Hidden is such as .git, where pages are committed.
        others += (path for path in output.iterdir() if not path.name.startswith("."))
    if others:
        raise click.UsageError(
            f"--output: {output} contains files that no build wrote; choose an empty folder"
        )


def _listening(port: int) -> socket.socket:
    """Return a socket that listens on a port of this machine.

    :param port: 0 for a free one.
    :raises click.UsageError: if the port is taken or not allowed.
    """
    try:
        return socket.create_server((_HOST, port))
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise click.UsageError(f"--port {port}: {reason}") from None
