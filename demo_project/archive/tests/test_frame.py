# SPDX-License-Identifier: MIT
"""Checks of the codec against the vectors that all implementations share."""

from pathlib import Path

import pytest

from windrose.frame import FrameError, crc8, parse_frame

VECTORS = Path(__file__).parents[2] / "data" / "vectors.txt"


def vectors() -> list[list[str]]:
    """Return the lines of the vectors, split into their fields."""
    lines = VECTORS.read_text(encoding="utf-8").splitlines()
    return [line.split("|") for line in lines if line and not line.startswith("#")]


def test_check_value_of_the_catalogue() -> None:
    assert crc8(b"123456789") == 0xF4


@pytest.mark.parametrize("fields", [v for v in vectors() if v[0] == "ok"])
def test_good_sentence(fields: list[str]) -> None:
    frame = parse_frame(fields[1])
    measured = (frame.station, frame.seconds, frame.celsius, frame.humidity, frame.pressure)
    assert ["" if value is None else str(value) for value in measured] == fields[2:]
    assert frame.sentence == fields[1]


@pytest.mark.parametrize("fields", [v for v in vectors() if v[0] != "ok"])
def test_damaged_sentence(fields: list[str]) -> None:
    with pytest.raises(FrameError) as caught:
        parse_frame(fields[1])
    assert caught.value.kind == fields[0]
