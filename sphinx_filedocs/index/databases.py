"""The files that say how a tree is compiled, where an option names them: they mostly lie in folders
of builds, which are no part of the tree."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sphinx_filedocs.model.files import Diagnostic
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.credentials import masked

#: Larger ones, in bytes, are left aside.
LARGEST = 200_000_000
_TOO_LARGE = Phrase("it is larger than {limit:,} bytes and is ignored", limit=LARGEST)


def read_databases(paths: Iterable[Path]) -> tuple[tuple[str, ...], list[Diagnostic]]:
    """Return the texts of ``compile_commands.json`` files, and what is wrong with these."""
    texts: list[str] = []
    troubles: list[Diagnostic] = []
    for path in paths:
        try:
            if path.stat().st_size > LARGEST:
                troubles.append(Diagnostic(str(path), "compile-commands", _TOO_LARGE))
                continue
            texts.append(masked(path.read_text(encoding="utf-8", errors="replace"))[0])
        except OSError as error:
            message = Phrase(
                "the commands can't be read ({reason}) and are ignored",
                reason=error.strerror or type(error).__name__,
            )
            troubles.append(Diagnostic(str(path), "compile-commands", message))
    return tuple(texts), troubles
