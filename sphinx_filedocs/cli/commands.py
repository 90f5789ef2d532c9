"""The group of subcommands, with ``serve`` as the default."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from sphinx_filedocs import __version__, hooks
from sphinx_filedocs.cli import INTERRUPTED
from sphinx_filedocs.cli.init import init
from sphinx_filedocs.cli.pages import build, serve
from sphinx_filedocs.config import like
from sphinx_filedocs.source.credentials import shown


@contextlib.contextmanager
def _masked() -> Iterator[None]:
    """Mask credentials in error messages."""
    try:
        yield
    except click.ClickException as error:
        vars(error)["message"] = shown(error.message)
        raise


class _Subcommands(click.Group):
    """Ours, and those of plugins, which are imported when they are asked for."""

    def list_commands(self, ctx: click.Context | None) -> list[str]:  # noqa: ARG002 (as click has it)
        """Return the names of all."""
        return sorted({*self.commands, *hooks.names("commands")})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a subcommand."""
        if cmd_name not in self.commands and cmd_name in self.list_commands(ctx):
            self.add_command(hooks.load("commands", cmd_name), cmd_name)
        return super().get_command(ctx, cmd_name)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401 (as click has it)
    ) -> click.Context:
        """Read the command line."""
        with _masked():
            return super().make_context(info_name, args, parent, **extra)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert ``serve`` before a folder."""
        first = args[0] if args else ""
        # The completion of a shell may want any subcommand.
        known = self.list_commands(ctx) if first else []
        is_meant = first in {*known, "--help", "-h", "--version"}
        if not (is_meant or (ctx.resilient_parsing and not first)):
            near = like(first, known)
            if first and not first.startswith("-") and not Path(first).exists():
                hint = f"did you mean {near!r}?" if near else "see --help"
                raise click.UsageError(
                    f"{first!r} is neither a subcommand nor a folder; {hint}", ctx
                )
            args = ["serve", *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run the subcommand; after Ctrl-C exit with 130."""
        try:
            with _masked():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)


@click.group(cls=_Subcommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def command() -> None:
    """Document a source tree, file by file, in any language.

    Without a subcommand, sphinx-filedocs [PATH] shows the folder PATH in the browser. By default,
    PATH is the repository around the working folder. Its code is neither imported nor run, and
    nothing is written into the folder.
    """


for _subcommand in (serve, build, init):
    command.add_command(_subcommand)
