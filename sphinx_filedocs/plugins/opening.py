"""Opens the tree for subcommands that make no pages."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from sphinx_filedocs.api import Options, OptionsError, Tree, TreeError
from sphinx_filedocs.cli.options import Chosen, Failure
from sphinx_filedocs.config import OPTIONS
from sphinx_filedocs.source.credentials import shown
from sphinx_filedocs.source.discover import discover

_FIELDS = {field.name for field in fields(Options)}
#: The options of ``conf.py`` that :class:`~sphinx_filedocs.api.Options` has too.
_NAMES = [option.name for option in OPTIONS if option.name.removeprefix("filedocs_") in _FIELDS]


@contextmanager
def opened(chosen: Chosen, reports: Iterable[tuple[str, Path]] = ()) -> Iterator[Tree]:
    """Open a tree for a ``with``, with progress on a terminal.

    :param reports: files of other tools, each behind its format.
    :raises click.UsageError: for an option that is not allowed or has no effect here.
    :raises Failure: if the tree or a report can't be read, or the cache can't be written.
    """
    site = chosen.site
    # The folder's settings are for all subcommands, also those that others take.
    own = {name: value for name, value in site.settings.items() if name in _NAMES}
    values = _values({**own, **site.options})
    options = Options(
        title=site.title,
        include=site.include,
        exclude=(*values.pop("exclude", ()), *site.exclude),
        jobs=(os.cpu_count() or 1) if chosen.jobs == "auto" else int(chosen.jobs),
        cache=chosen.cache / "analysis",
        reports=tuple((form, place.resolve()) for form, place in reports),
        **values,
    )
    progress = _Progress()
    try:
        tree = Tree.open(site.root, options, progress.show)
    except OptionsError as error:
        raise click.UsageError(str(error)) from None
    except TreeError as error:
        raise Failure(f"{site.root}: {error}") from None
    except OSError as error:
        msg = f"{error.filename or chosen.cache} can't be written: {error.strerror}"
        raise Failure(f"{msg}; choose another folder with --cache") from None
    finally:
        progress.clear()
    with tree:
        if tree.unread:
            raise Failure("; ".join(tree.unread))
        doubts = tree.doubts or (() if tree.files() else (_emptiness(site.root, options),))
        for doubt in doubts:
            click.echo(f"Warning: {shown(doubt)}", err=True)
        yield tree


def _emptiness(root: Path, options: Options) -> str:
    discovery = discover(
        root,
        options.include,
        options.exclude,
        untracked=options.untracked,
        public=options.public_credentials,
    )
    return f"{root} {discovery.why_empty}"


def _values(options: Mapping[str, object]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in options.items():
        if name not in _NAMES:
            allowed = ", ".join(_NAMES)
            raise click.UsageError(f"--set {name} has no effect here; use one of {allowed}")
        rows = list(value.items()) if isinstance(value, dict) else value
        values[name.removeprefix("filedocs_")] = tuple(rows) if isinstance(rows, list) else rows
    return values


class _Progress:
    """A line on the standard error, if that is a terminal."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()

    def show(self, what: str, number: int, count: int) -> None:
        if self._is_terminal:
            click.echo(f"\r\x1b[K{what} {number:,} of {count:,}", nl=False, err=True)

    def clear(self) -> None:
        if self._is_terminal:
            click.echo("\r\x1b[K", nl=False, err=True)
