"""Shows only the message of a user's mistake at the end of ``sphinx-build``.

The patch replaces ``sphinx._cli.util.errors.handle_exception``: since Sphinx 8.2 it adds versions,
a traceback and a request to report a bug to every exception (Sphinx's issue 14543). Checked with
Sphinx 8.2, 9.0 and 9.2.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sphinx.util.console import colorize

from sphinx_filedocs.ext.errors import UserError
from sphinx_filedocs.ext.upstream.patch import Name, Patch

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_MODULE = "sphinx._cli.util.errors"


class ShortErrors(Patch):
    """A :exc:`~sphinx_filedocs.ext.errors.UserError` is shown by its message."""

    name = "short_errors"
    changes = "For a mistake in our options, `sphinx-build` prints only the message."
    why = "Sphinx presents it as a bug: with versions, a traceback and where to report it."
    without = "The message is printed in the middle of all that."
    issues = ("https://github.com/sphinx-doc/sphinx/issues/14543",)
    needs = (
        Name(
            f"{_MODULE}:handle_exception",
            takes=("exception", "stderr", "use_pdb", "print_traceback"),
        ),
    )

    def apply(self, app: Sphinx) -> None:
        """Replace the handler, once for all builds of the process."""
        module: Any = import_module(_MODULE)
        if not isinstance(module.handle_exception, _ErrorHandler):
            module.handle_exception = _ErrorHandler(module.handle_exception)

    def undo(self, app: Sphinx) -> None:
        """Restore the handler."""
        try:
            module: Any = import_module(_MODULE)
            handler = module.handle_exception
        except (ImportError, AttributeError):
            return
        if isinstance(handler, _ErrorHandler):
            module.handle_exception = handler.others


class _ErrorHandler:
    """Shows an exception at the end of ``sphinx-build``.

    :param others: shows other exceptions.
    """

    def __init__(self, others: Callable[..., Any]) -> None:
        self.others = others

    def __call__(self, exception: BaseException, /, **options: Any) -> None:
        stream = options.get("stderr")
        # With -v, -T or a debugger all is wanted.
        if not isinstance(exception, UserError) or stream is None or _asked_for_more(options):
            self.others(exception, **options)
            return
        print(f"\n{colorize('red', f'{exception.category}:')}\n{exception}", file=stream)


def _asked_for_more(options: dict[str, Any]) -> bool:
    return bool(options.get("use_pdb") or options.get("print_traceback"))
