"""A user's mistakes end a build with one message.

Since Sphinx 8.2, ``sphinx-build`` shows every exception, a :exc:`~sphinx.errors.ConfigError` too,
with the versions of all programs, a traceback and the request to report a bug. There is no way to
ask it for less, so what shows exceptions is replaced for ours. Where it has another name, Sphinx
shows ours as it shows all.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from sphinx.errors import ConfigError
from sphinx.util.console import colorize


class UserError(ConfigError):
    """A mistake in the options, or in what they name: the message is all that a user needs."""


class _Handler:
    """Shows an exception at the end of ``sphinx-build``."""

    def __init__(self, others: Callable[..., Any]) -> None:
        self._others = others

    def __call__(self, exception: BaseException, /, **options: Any) -> None:
        stream = options.get("stderr")
        # With -v, -T or a debugger all is wanted.
        if not isinstance(exception, UserError) or stream is None or _asked_for_more(options):
            self._others(exception, **options)
            return
        print(f"\n{colorize('red', f'{exception.category}:')}\n{exception}", file=stream)


def _asked_for_more(options: dict[str, Any]) -> bool:
    return bool(options.get("use_pdb") or options.get("print_traceback"))


def install() -> None:
    """Have ``sphinx-build`` show a :exc:`UserError` by its message alone."""
    try:
        module: Any = import_module("sphinx._cli.util.errors")
        handler = module.handle_exception
    except (ImportError, AttributeError):
        return
    if not isinstance(handler, _Handler):
        module.handle_exception = _Handler(handler)
