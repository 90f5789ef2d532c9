"""A database file that is not what it should be is made anew, or done without."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from sphinx_filedocs.index.store import Database


@pytest.mark.parametrize("before", [b"no database at all", "CREATE TABLE other (a)"])
def test_a_file_that_is_not_ours_is_begun_anew_or_said(
    ordinary_user: Path, before: bytes | str
) -> None:
    folder = ordinary_user / "doctrees"
    folder.mkdir()
    path = folder / "kept.sqlite"
    if isinstance(before, bytes):
        path.write_bytes(before)
    else:
        Database(path, before).open()
    folder.chmod(0o500)
    ours = Database(path, "CREATE TABLE ours (a)")
    for _ in range(2):
        with pytest.raises(sqlite3.DatabaseError):
            ours.open()
    folder.chmod(0o700)
    assert ours.open().execute("SELECT count(*) FROM ours").fetchone() == (0,)
