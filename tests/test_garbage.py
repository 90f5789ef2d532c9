"""The search for garbage is put off, and comes back as it was."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from sphinx_filedocs.garbage import no_collection


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    enabled = gc.isenabled()
    yield
    (gc.enable if enabled else gc.disable)()


@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_is_afterwards_what_it_was(enabled: bool) -> None:
    (gc.enable if enabled else gc.disable)()
    with no_collection():
        assert not gc.isenabled()
    assert gc.isenabled() == enabled


def test_an_error_leaves_the_collector_on() -> None:
    gc.enable()

    @no_collection()
    def fail() -> None:
        assert not gc.isenabled()
        raise LookupError

    for _ in range(2):
        with pytest.raises(LookupError):
            fail()
        assert gc.isenabled()
