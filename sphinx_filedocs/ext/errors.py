"""Errors of users, masked warnings, and failures of builders."""

from __future__ import annotations

import logging
from pathlib import Path

from sphinx.errors import ConfigError

from sphinx_filedocs.source.credentials import shown


class UserError(ConfigError):
    """Raised for a mistake of a user; shown without a traceback."""

    def __init__(self, message: str) -> None:
        super().__init__(shown(message))


class MaskedMessages(logging.Filter):
    """Masks credentials in all warnings and in our messages: a path or an address may hold one."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Mask the record, and let it through."""
        if record.levelno >= logging.WARNING or record.name.startswith("sphinx.sphinx_filedocs"):
            # That of Sphinx's own class begins with the location.
            message = logging.LogRecord.getMessage(record)
            if shown(message) != message:
                record.msg, record.args = shown(message), ()
            location = getattr(record, "location", None)
            if isinstance(location, str):
                record.location = shown(location)
        return True

    def watch(self) -> None:
        """Add the filter to Sphinx's handlers."""
        for handler in logging.getLogger("sphinx").handlers:
            handler.addFilter(self)


class Failures(logging.Handler):
    """Keeps the warnings that name an output file."""

    def __init__(self, outdir: Path) -> None:
        super().__init__(logging.WARNING)
        self._outdir = str(outdir)
        self._texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a warning; those of parallel writers are mere text."""
        text = record.getMessage()
        if self._outdir in text:
            self._texts.append(text)

    def __bool__(self) -> bool:
        return bool(self._texts)

    def concern(self, path: Path | None) -> bool:
        """Tell whether a warning names that file."""
        return path is not None and any(str(path) in text for text in self._texts)

    def watch(self) -> None:
        """Listen to Sphinx."""
        logging.getLogger("sphinx").addHandler(self)

    def leave(self) -> None:
        """Listen no more."""
        logging.getLogger("sphinx").removeHandler(self)
