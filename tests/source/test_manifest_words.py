"""A manifest says what its project is, if its text says so as it stands."""

from __future__ import annotations

from sphinx_filedocs.source.manifest_words import described
from tests.tables import Table

TABLE = Table(__file__)


def test_the_description_of_every_manifest() -> None:
    TABLE.check("descriptions", described)


def test_what_is_no_description() -> None:
    TABLE.check("no descriptions", described)
