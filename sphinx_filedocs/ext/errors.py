"""What goes wrong in a build: the error that ends it because of what a user wrote, and pages that
a builder could not write."""

from __future__ import annotations

import logging
from pathlib import Path

from sphinx.errors import ConfigError

from sphinx_filedocs.source.credentials import shown


class UserError(ConfigError):
    """A mistake in the options, or in what they name: the message is all that a user needs."""

    def __init__(self, message: str) -> None:
        super().__init__(shown(message))


class MaskedMessages(logging.Filter):
    """Masks credentials in warnings, whoever warns, and in what we say: the name of a folder above
    the tree may hold one, or a wrong address in a page."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record; it is never left out."""
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
        """Change what Sphinx shows."""
        for handler in logging.getLogger("sphinx").handlers:
            handler.addFilter(self)


class Failures(logging.Handler):
    """Keeps the warnings that name a file in the output folder."""

    def __init__(self, outdir: Path) -> None:
        super().__init__(logging.WARNING)
        self._outdir = str(outdir)
        self._texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a warning; those of parallel writers come as mere text."""
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
