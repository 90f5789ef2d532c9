"""The counts of everything below a folder, as pages show them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from sphinx_filedocs.model.facts import LineCounts
from sphinx_filedocs.model.files import LanguageType
from sphinx_filedocs.model.symbols import SymbolKind


class LanguageCount(NamedTuple):
    """How much is in a language."""

    name: str
    type: LanguageType
    files: int
    lines: int


@dataclass(frozen=True, slots=True)
class Totals:
    """Counts of everything below a folder.

    :param size: as it is shown.
    :param languages: of what is the project's own, unless nothing is: programming languages and
        markup first, by lines.
    :param own: how many files are the project's own, with ``own_lines`` lines in all.
    """

    files: int = 0
    folders: int = 0
    size: str = ""
    lines: LineCounts = field(default_factory=LineCounts)
    symbols: tuple[tuple[SymbolKind, int], ...] = ()
    languages: tuple[LanguageCount, ...] = ()
    own: int = 0
    own_lines: int = 0
