"""Loads the catalogues of the pages' messages: those of users first, then our own."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import find
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx import locale
from sphinx.util.i18n import CatalogRepository

from sphinx_filedocs.pages.translation import CATALOG

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_OWN = Path(__file__).parent.parent / "locale"


def load(app: Sphinx) -> None:
    """Load the catalogues of the language of an application.

    What a catalogue ``filedocs`` below one of the folders ``locale_dirs`` says comes before what
    ours says, as Sphinx has it with its own messages.
    """
    config = app.config
    users = _users(app)
    for catalog in users.catalogs:
        if catalog.domain == CATALOG and catalog.is_outdated():
            catalog.write_mo(config.language, config.gettext_allow_fuzzy_translations)
    # A process may have built in another language before.
    locale.translators.pop(("general", CATALOG), None)
    locale.init(users.locale_dirs, config.language, CATALOG)
    app.add_message_catalog(CATALOG, _OWN)


def users_catalogues(app: Sphinx) -> Iterator[bytes]:
    """Yield the compiled catalogues of users: where one is another, so are all pages."""
    for folder in _users(app).locale_dirs:
        if path := find(CATALOG, folder, [app.config.language]):
            yield Path(path).read_bytes()


def _users(app: Sphinx) -> CatalogRepository:
    config = app.config
    return CatalogRepository(
        app.srcdir, config.locale_dirs, config.language, config.source_encoding
    )
