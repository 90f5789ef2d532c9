"""Facts are kept by content and analyser version, and a damaged cache is begun anew."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_filedocs.index import store as store_module
from sphinx_filedocs.index.analyser import analyser_version
from sphinx_filedocs.index.store import DamagedError, Store, seal_extract
from sphinx_filedocs.model.facts import Facts, Keyword, LineCounts
from sphinx_filedocs.model.files import Extract, File
from sphinx_filedocs.source.discover import Entry
from tests.full import examples

OLD = 1_000_000_000
LIMIT = 1000
FILE = File("a.py", "text", 3, "digest", language="python", facts=Facts(LineCounts(1, 1)))
ENTRY = Entry("a.py", 3, OLD)
KEYWORDS = (Keyword("x", ("identifier",), (1,)),)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "facts.sqlite"


def filled(path: Path) -> Store:
    store = Store(path, LIMIT)
    store.keep_extract(seal_extract(FILE, Extract(FILE.facts, KEYWORDS)))
    store.keep(ENTRY, FILE)
    store.commit()
    return store


def test_what_was_kept_is_recalled_by_another_run(path) -> None:
    filled(path).close()
    store = Store(path, LIMIT)
    assert store.recall(ENTRY) == FILE
    assert store.recall_facts(FILE) == FILE.facts
    assert store.recall_keywords(FILE) == KEYWORDS


@pytest.mark.parametrize(
    "entry",
    [
        Entry("b.py", 3, OLD),
        Entry("a.py", 4, OLD),
        Entry("a.py", 3, OLD + 1),
        Entry("a.py", 3, OLD, ctime_ns=OLD),
        Entry("a.py", 3, OLD, inode=7),
    ],
    ids=["path", "size", "time", "time of the last change", "inode"],
)
def test_a_file_that_may_be_another_is_read_again(path, entry) -> None:
    store = filled(path)
    assert store.recall(entry) is None


@pytest.mark.parametrize(
    "now", [Entry("a.py", 3, 2**62), Entry("a.py", 3, OLD, ctime_ns=2**62)], ids=["mtime", "ctime"]
)
def test_a_file_that_changed_just_before_it_was_read_is_read_again(path, now) -> None:
    store = Store(path, LIMIT)
    store.keep_extract(seal_extract(FILE, Extract(FILE.facts, KEYWORDS)))
    store.keep(now, FILE)
    assert store.recall(now) is None


def test_another_analyser_begins_anew(path, monkeypatch) -> None:
    filled(path).close()
    monkeypatch.setattr(store_module, "analyser_version", lambda: "another")
    assert Store(path, LIMIT).recall(ENTRY) is None


def test_another_limit_begins_anew(path) -> None:
    filled(path).close()
    assert Store(path, 2 * LIMIT).recall(ENTRY) is None


JUNK = (b"", b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 5000)


@pytest.mark.parametrize("junk", JUNK)
def test_a_damaged_file_is_begun_anew(path, junk) -> None:
    filled(path).close()
    path.write_bytes(junk)
    store = Store(path, LIMIT)
    assert store.recall(ENTRY) is None
    assert not store.problem
    assert filled(path).recall(ENTRY) == FILE


def test_a_damaged_row_is_begun_anew(path) -> None:
    store = filled(path)
    store.open().execute("UPDATE facts SET facts = ?", (b"\x80\x05junk",))
    assert store.recall_facts(FILE) is None
    assert filled(path).recall(ENTRY) == FILE


@settings(max_examples=examples(150))
@given(
    st.lists(
        st.tuples(st.floats(0, 1, exclude_max=True), st.integers(1, 255)), min_size=1, max_size=60
    )
)
def test_flipped_bits_never_change_what_is_recalled(path, flips) -> None:
    path.unlink(missing_ok=True)
    store = filled(path)
    store.close()
    data = bytearray(path.read_bytes())
    for place, mask in flips:
        data[int(place * len(data))] ^= mask
    path.write_bytes(data)
    damaged = Store(path, LIMIT)
    assert damaged.recall(ENTRY) in (None, FILE)
    assert damaged.recall_keywords(FILE) in (None, KEYWORDS)
    damaged.close()


def test_without_a_place_to_write_all_is_kept_in_memory(tmp_path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    store = Store(blocked / "facts.sqlite", LIMIT)
    assert "can't be used" in store.problem
    store.keep(ENTRY, FILE)
    store.commit()
    store.check()
    assert store.recall(ENTRY) == FILE
    assert Store(blocked / "facts.sqlite", LIMIT).recall(ENTRY) is None


def test_a_disk_that_is_full_ends_what_was_begun(path, monkeypatch) -> None:
    """What was written before is gone then: it can only be done again, in memory."""
    store = filled(path)

    def work(connection: sqlite3.Connection) -> None:
        if not store.problem:
            raise sqlite3.OperationalError("database or disk is full")
        connection.execute("SELECT * FROM files")

    store.guarded(work)
    assert "disk is full" in store.problem
    with pytest.raises(DamagedError):
        store.check()
    store.check()
    assert store.recall(ENTRY) is None


def _recalled(store: Store, queue: multiprocessing.Queue[object]) -> None:
    queue.put(store.recall(ENTRY))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_forked_process_has_a_connection_of_its_own(path) -> None:
    store = filled(path)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=_recalled, args=(store, queue))
    process.start()
    assert queue.get(timeout=30) == FILE
    process.join()
    assert store.recall(ENTRY) == FILE


def test_facts_that_no_file_has_are_dropped_in_time(path) -> None:
    store = filled(path)
    for number in range(10):
        file = File(f"{number}", "text", 0, f"digest {number}")
        store.keep_extract(seal_extract(file, Extract()))
    store.commit()
    assert store.recall_facts(File("3", "text", 0, "digest 3")) is None
    assert store.recall(ENTRY) == FILE


def test_the_version_is_of_everything_that_facts_depend_on() -> None:
    assert len(analyser_version()) == 24
