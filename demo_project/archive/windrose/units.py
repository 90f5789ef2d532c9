# SPDX-License-Identifier: MIT
"""Conversions between units; a missing measurement stays missing."""

from typing import overload

#: How far the air pressure falls with each metre of height near the sea, in hectopascal.
LAPSE: float = 0.12


@overload
def fahrenheit(celsius: None) -> None: ...
@overload
def fahrenheit(celsius: float) -> float: ...
def fahrenheit(celsius: float | None) -> float | None:
    """Return a temperature in degrees Fahrenheit."""
    return None if celsius is None else celsius * 9 / 5 + 32


@overload
def sea_level(pressure: None, height: float) -> None: ...
@overload
def sea_level(pressure: float, height: float) -> float: ...
def sea_level(pressure: float | None, height: float) -> float | None:
    """Return what a barometer ``height`` metres lower, at the sea, would show."""
    return None if pressure is None else pressure + LAPSE * height
