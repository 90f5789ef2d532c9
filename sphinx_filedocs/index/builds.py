"""Finds the branches of conditions that no compile command reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sphinx_filedocs.languages.base import BuildStrategy
from sphinx_filedocs.model.facts import NO_CONDITIONS, Conditions
from sphinx_filedocs.model.files import Diagnostic
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.credentials import masked


@dataclass(eq=False, repr=False)
class Builds:
    """The branches of conditions that no compile command reads.

    :param strategies: made by the hooks of languages.
    :param conditions: returns those of a file.
    """

    strategies: Sequence[BuildStrategy]
    conditions: Callable[[str], Conditions]

    @cached_property
    def digests(self) -> Mapping[str, str]:
        """Digests of the macros known for each compiled file."""
        digests: dict[str, str] = {}
        for strategy in self.strategies:
            for path, digest in strategy.digests().items():
                digests[path] = digests.get(path, "") + digest
        return digests

    def skips(self, path: str, condition: str) -> bool:
        """Tell whether a condition is false in every compilation of a file."""
        return any(strategy.skips(path, condition) for strategy in self.strategies)

    def skipped(self, path: str) -> Iterator[tuple[int, int]]:
        """Yield the first and last line of each skipped branch of a file."""
        end = 0
        for branch in sorted(self.conditions(path).branches):
            if branch.start > end and self.skips(path, branch.condition):
                end = branch.end
                yield branch.start, end


#: Where nothing is known of how files are compiled.
NO_BUILDS = Builds((), lambda _: NO_CONDITIONS)


#: Larger ones, in bytes, are left aside.
LARGEST = 200_000_000
_TOO_LARGE = Phrase("it is larger than {limit:,} bytes and is ignored", limit=LARGEST)


def read_databases(paths: Iterable[Path]) -> tuple[tuple[str, ...], list[Diagnostic]]:
    """Return the texts of ``compile_commands.json`` files, and problems with them."""
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
