"""What the tests of pages share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _sparing(parsed_here: None) -> None:
    """What pages show does not depend on where texts are parsed."""
