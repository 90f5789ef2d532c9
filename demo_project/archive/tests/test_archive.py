# SPDX-License-Identifier: MIT
"""Checks of the archive, its reports and its alerts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from windrose import Alert, Archive, Frame, check
from windrose.alerts import notify
from windrose.report import render
from windrose.report.text import comparable
from windrose.store import load_days, save_days

FRAMES = [
    Frame("TOS01", 1705276800, -4.0, 97, 987.0),
    Frame("TOS01", 1705280400, 2.0, None, 987.4),
]


@pytest.fixture
def archive() -> Iterator[Archive]:
    """An archive in memory with two readings."""
    with Archive(":memory:") as archive:
        archive.add(FRAMES)
        yield archive


def test_a_reading_is_kept_once(archive: Archive) -> None:
    assert archive.add(FRAMES) == 0
    assert list(archive.readings("TOS01")) == FRAMES


def test_statistics_of_a_day(archive: Archive) -> None:
    assert archive.days() == [Archive.Day("TOS01", "2024-01-15", 2, -4.0, -1.0, 2.0)]


def test_snapshot(archive: Archive, tmp_path: Path) -> None:
    save_days(archive.days(), tmp_path / "days")
    assert load_days(tmp_path / "days") == [("TOS01", "2024-01-15", 2)]


def test_report_names_the_station(archive: Archive) -> None:
    assert "Tromsø, Langnes" in render(archive.days())
    assert "24.8" in render(archive.days(), imperial=True)


def test_pressure_at_sea_level() -> None:
    assert comparable(987.0, "TOS01") == pytest.approx(987.96)
    assert comparable(None, "TOS01") is None


def test_alerts() -> None:
    assert [alert.rule for alert in check(FRAMES[0])] == ["frost"]
    assert [alert.text for alert in check(FRAMES[1])] == ["no humidity"]


def test_alert_goes_to_standard_input() -> None:
    alert = Alert("frost", FRAMES[0], "frost: -4.0 °C")
    assert notify("grep -q '^TOS01 frost'", alert) == 0
