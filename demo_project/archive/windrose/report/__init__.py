# SPDX-License-Identifier: MIT
"""Reports on the archive."""

from .text import Station, render, stations

__all__ = ["Station", "render", "stations"]
