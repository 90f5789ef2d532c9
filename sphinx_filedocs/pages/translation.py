"""The language of pages: messages are looked up when a page is made, in Sphinx's catalogues.

Babel extracts the literals of these functions; ``docs/translations.md`` says how.
"""

from __future__ import annotations

from collections.abc import Iterator
from gettext import find
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx import locale
from sphinx.locale import get_translator
from sphinx.util.i18n import CatalogRepository

from sphinx_filedocs.phrases import Phrase

if TYPE_CHECKING:
    from sphinx.application import Sphinx


#: The name of the catalogue, in our own folder of locales and in those of users.
CATALOG = "filedocs"


def _(message: str) -> str:
    return get_translator(CATALOG).gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """Return a message about a number of things in the language of the pages."""
    return get_translator(CATALOG).ngettext(singular, plural, count)


def deferred(message: str) -> str:
    """Return a message as it is: it is looked up when a page needs it."""
    return message


def deferred_plural(singular: str, plural: str) -> tuple[str, str]:
    """Return a message about a number of things as it is, as :func:`deferred` does."""
    return singular, plural


def quantity(count: int, singular: str, plural: str, **values: str | int) -> str:
    """Return a message with a count, such as ``1,234 lines``."""
    return ngettext(singular, plural, count).format(count=count, **values)


def translated(phrase: Phrase) -> str:
    """Return a phrase of the analysis in the language of the pages."""
    values = {
        name: translated(value) if isinstance(value, Phrase) else value
        for name, value in phrase.values
    }
    return message_of(phrase).format(**values)


def message_of(phrase: Phrase) -> str:
    """Return the message of a phrase in the language of the pages, with its placeholders."""
    if not phrase.message:
        # Under it a catalogue has its header.
        return ""
    if not phrase.plural:
        return _(phrase.message)
    return ngettext(phrase.message, phrase.plural, int(dict(phrase.values)["count"]))


_OWN = Path(__file__).parent.parent / "locale"


def load_catalogues(app: Sphinx) -> None:
    """Load the catalogues of a language, those of users before ours."""
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
    """Yield the compiled catalogues of users, as inputs of all pages."""
    for folder in _users(app).locale_dirs:
        if path := find(CATALOG, folder, [app.config.language]):
            yield Path(path).read_bytes()


def _users(app: Sphinx) -> CatalogRepository:
    config = app.config
    return CatalogRepository(
        app.srcdir, config.locale_dirs, config.language, config.source_encoding
    )
