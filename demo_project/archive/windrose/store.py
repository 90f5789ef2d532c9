# SPDX-License-Identifier: MIT
"""The archive: readings in SQLite, and the daily statistics computed from them."""

from __future__ import annotations

import pickle
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from .frame import Frame

SCHEMA = Path(__file__).parents[2] / "data" / "schema.sql"


class Archive:
    """Readings of all stations; a context manager that saves at its end.

    :param path: of the database; it is made where there is none.
    """

    @dataclass(frozen=True, slots=True)
    class Day:
        """The statistics of one station's day; temperatures are in degrees Celsius."""

        station: str
        day: str
        readings: int
        coldest: float | None
        mean: float | None
        warmest: float | None

    def __init__(self, path: str | Path) -> None:
        self._database = sqlite3.connect(path)
        self._database.executescript(SCHEMA.read_text(encoding="utf-8"))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self._database.commit()
        self._database.close()

    def add(self, frames: Iterable[Frame]) -> int:
        """Keep the frames that are new and return how many they were."""
        before = self._database.total_changes
        self._database.executemany(
            "INSERT OR IGNORE INTO reading VALUES (?, ?, ?, ?, ?)",
            ((f.station, f.seconds, f.celsius, f.humidity, f.pressure) for f in frames),
        )
        return self._database.total_changes - before

    def readings(self, station: str) -> Iterator[Frame]:
        """Yield the readings of a station in the order of time."""
        query = "SELECT * FROM reading WHERE station = ? ORDER BY seconds"
        with closing(self._database.execute(query, (station,))) as rows:
            for row in rows:
                yield Frame(*row)

    def days(self) -> list[Archive.Day]:
        """Return the statistics of every day, by station and date."""
        rows = self._database.execute("SELECT * FROM daily ORDER BY station, day")
        return [self.Day(*row) for row in rows]


def save_days(days: list[Archive.Day], path: Path) -> None:
    """Write daily statistics to a snapshot that `load_days` reads."""
    path.write_bytes(pickle.dumps([(d.station, d.day, d.readings) for d in days]))


def load_days(path: Path) -> list[tuple[str, str, int]]:
    """Read a snapshot of station, date and number of readings."""
    # Pickle on purpose: `save_days` wrote the file, and whoever can change it
    # can change the archive next to it as well. Never for files from elsewhere.
    days: list[tuple[str, str, int]] = pickle.loads(path.read_bytes())  # noqa: S301
    return days
