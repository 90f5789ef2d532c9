# SPDX-License-Identifier: MIT
"""Keeps weather readings, reports on them and raises alerts."""

from .alerts import Alert, check, rule
from .frame import (
    Frame,
    FrameError,
    crc8,
    parse_frame,
)
from .store import Archive

__all__ = [
    "Alert",
    "Archive",
    "Frame",
    "FrameError",
    "check",
    "crc8",
    "parse_frame",
    "rule",
]

__version__ = "0.3.0"
