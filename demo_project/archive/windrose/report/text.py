# SPDX-License-Identifier: MIT
"""The report as plain text: a table with a row for each station and day."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ..store import Archive
from ..units import (
    fahrenheit,
    sea_level as to_sea_level,
)

STATIONS = Path(__file__).parents[3] / "data" / "stations.toml"
HEAD = f"{'station':<18} {'day':<10} {'n':>3} {'coldest':>8} {'mean':>8} {'warmest':>8}"


@dataclass(frozen=True, slots=True)
class Station:
    """Where a station stands: degrees, and metres above the sea."""

    name: str
    latitude: float
    longitude: float
    height: float


@lru_cache(maxsize=1)
def stations() -> Mapping[str, Station]:
    """Return what is known of each station, by its identifier."""
    with STATIONS.open("rb") as file:
        return {key: Station(**values) for key, values in tomllib.load(file).items()}


def comparable(pressure: float | None, station: str) -> float | None:
    """Return a station's air pressure as if it stood at the sea."""
    known = stations().get(station)
    return None if known is None or pressure is None else to_sea_level(pressure, known.height)


def _cell(celsius: float | None, imperial: bool) -> str:
    value = fahrenheit(celsius) if imperial else celsius
    return f"{'–' if value is None else format(value, '.1f'):>8}"


def render(days: Iterable[Archive.Day], *, imperial: bool = False) -> str:
    """Return the report on ``days``, in degrees Celsius or Fahrenheit."""
    lines = [HEAD]
    for day in days:
        cells = " ".join(_cell(value, imperial) for value in (day.coldest, day.mean, day.warmest))
        known = stations().get(day.station)
        name = known.name if known else day.station
        lines.append(f"{name:<18} {day.day:<10} {day.readings:>3} {cells}")
    return "\n".join(lines)
