"""The options of pages, from those of ``conf.py``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

from sphinx_filedocs.config import OF_LANGUAGE
from sphinx_filedocs.languages import file_types
from sphinx_filedocs.pages.settings import SectionsOf, Settings
from sphinx_filedocs.source.ignore import parse_patterns

if TYPE_CHECKING:
    from sphinx.config import Config

    from sphinx_filedocs.pages.document_names import Suffixes

#: The sections of folders and files that do not follow from other files.
_FOLDER = frozenset({"summary", "purpose", "contents"})
_FILE = frozenset({"summary", "purpose", "outline", "dependencies", "metadata", "view", "listing"})


def page_settings(config: Config, suffixes: Suffixes) -> Settings:
    """Return the options of pages.

    :param suffixes: of output files.
    """
    return Settings(
        file_sections=tuple(config.filedocs_file_sections),
        folder_sections=tuple(config.filedocs_folder_sections),
        tree_sections=tuple(config.filedocs_tree_sections),
        suffixes=suffixes,
        private=config.filedocs_private,
        short_titles=config.filedocs_short_titles,
        sections_of=tuple(
            _sections_of(chosen, tuple(names))
            for chosen, names in config.filedocs_file_sections_of.items()
        ),
    )


def leave_out_unknown(config: Config) -> None:
    """Leave out what follows from reading all files."""

    def of_file(names: Sequence[str]) -> list[str]:
        return [name for name in names if name in _FILE]

    config.filedocs_history = config.filedocs_text_search = False
    config.filedocs_file_sections = of_file(config.filedocs_file_sections)
    config.filedocs_file_sections_of = {
        chosen: of_file(names) for chosen, names in config.filedocs_file_sections_of.items()
    }
    for option in ("filedocs_folder_sections", "filedocs_tree_sections"):
        config[option] = [name for name in config[option] if name in _FOLDER]


def section_names(config: Config) -> list[str]:
    """Return the sections of all pages, some more than once."""
    return [
        *config.filedocs_file_sections,
        *chain.from_iterable(config.filedocs_file_sections_of.values()),
        *config.filedocs_folder_sections,
        *config.filedocs_tree_sections,
    ]


def _sections_of(chosen: str, names: tuple[str, ...]) -> SectionsOf:
    if chosen.startswith(OF_LANGUAGE):
        known = file_types.named(chosen.removeprefix(OF_LANGUAGE))
        language = known.name if known else ""
        return SectionsOf(language, names, language.__eq__, by_language=True)
    return SectionsOf(chosen, names, _selects(chosen))


@cache
def _selects(pattern: str) -> Callable[[str], bool]:
    return cache(parse_patterns([pattern]).selects)
