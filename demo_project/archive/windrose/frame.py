# SPDX-License-Identifier: MIT
"""Weather sentences: one reading of one station, and both directions of its codec."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

POLYNOMIAL = 0x07

GRAMMAR = re.compile(
    r"""
    WX,
    (?P<station>[A-Z]{3}[0-9]{2}),
    (?P<seconds>[0-9]{1,10}),
    (?P<celsius>-?[0-9]{1,3}\.[0-9])?,
    (?P<humidity>[0-9]{1,3})?,
    (?P<pressure>[0-9]{1,4}\.[0-9])?
    """,
    re.VERBOSE,
)


class FrameError(ValueError):
    """A sentence was refused; ``kind`` says why."""

    def __init__(self, kind: Literal["envelope", "crc", "fields"], sentence: str) -> None:
        super().__init__(f"{kind}: {sentence}")
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Frame:
    """One reading. A measurement is ``None`` where its sensor failed.

    :param station: three capital letters and two digits.
    :param seconds: since 1970-01-01 UTC.
    :param celsius: air temperature.
    :param humidity: relative, in percent.
    :param pressure: in hectopascal.
    """

    station: str
    seconds: int
    celsius: float | None = None
    humidity: int | None = None
    pressure: float | None = None

    @property
    def time(self) -> datetime:
        """The moment of the reading, in UTC."""
        return datetime.fromtimestamp(self.seconds, UTC)

    @property
    def sentence(self) -> str:
        """The reading as a station sends it."""
        celsius = "" if self.celsius is None else f"{self.celsius:.1f}"
        humidity = "" if self.humidity is None else str(self.humidity)
        pressure = "" if self.pressure is None else f"{self.pressure:.1f}"
        body = f"WX,{self.station},{self.seconds},{celsius},{humidity},{pressure}"
        return f"${body}*{crc8(body.encode()):02X}"


def crc8(data: bytes) -> int:
    """Return the CRC-8 of ``data`` with the initial value 0."""
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            carry = crc & 0x80
            crc = crc << 1 & 0xFF
            if carry:
                crc ^= POLYNOMIAL
    return crc


def parse_frame(sentence: str) -> Frame:
    """Read a sentence without its line end.

    :raises FrameError: when the sentence is damaged.
    """
    if len(sentence) < 4 or sentence[0] != "$" or sentence[-3] != "*":
        raise FrameError("envelope", sentence)
    body, crc = sentence[1:-3], sentence[-2:]
    if crc != f"{crc8(body.encode()):02X}":
        raise FrameError("crc", sentence)
    match = GRAMMAR.fullmatch(body)
    if match is None:
        raise FrameError("fields", sentence)
    celsius, humidity, pressure = match["celsius"], match["humidity"], match["pressure"]
    return Frame(
        match["station"],
        int(match["seconds"]),
        float(celsius) if celsius else None,
        int(humidity) if humidity else None,
        float(pressure) if pressure else None,
    )
