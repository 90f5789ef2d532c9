"""What is put on the shelf is found there, by this build and the next."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.index import shelf
from sphinx_filedocs.index.shelf import Shelf, fill
from sphinx_filedocs.index.store import Store

#: Few letters, so that keys are put twice and are equal but for their case.
keys = st.text("aAbß_\udc80", max_size=3)
rows = st.dictionaries(keys, st.integers(), max_size=12)


@given(kept=rows, put=rows, shared=st.integers(1, 5))
def test_a_row_is_what_was_last_put(kept: dict[str, int], put: dict[str, int], shared: int) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(shelf, "_SHARED", shared)
        store = Store(Path(folder, "store.sqlite"), 1_000)
        starts = store.guarded(lambda connection: fill(connection, {"name": kept, "no": {}}), {})
        found = Shelf(store, starts)
        for key, row in put.items():
            found.put("name", key, row)
        store.guarded(found.write, None)
        wanted = kept | put
        for one in (found, Shelf(store, starts)):
            assert {key: one.get("name", key) for key in wanted} == wanted
            assert sorted(one.keys("name")) == sorted(wanted)
            assert one.get("name", "none such") is None
            assert list(one.keys("no")) == []
        store.close()


def test_neighbours_in_the_alphabet_are_read_together(tmp_path: Path) -> None:
    store = Store(tmp_path / "store.sqlite", 1_000)
    names = [f"{letter}{number:02}" for number in range(50) for letter in "aBc"]
    rows = {"name": dict.fromkeys(reversed(names), 1)}
    starts = store.guarded(lambda connection: fill(connection, rows), {})
    found = Shelf(store, starts)
    for name in names:
        if name.startswith("B"):
            assert found.get("name", name) == 1
    assert len(found._buckets) == 3
    store.close()
