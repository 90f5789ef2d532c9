# SPDX-License-Identifier: MIT
"""Rules that raise alerts, and the command that is run for each alert."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .frame import Frame

Rule = Callable[[Frame], str | None]

RULES: dict[str, Rule] = {}


@dataclass(frozen=True, slots=True)
class Alert:
    """Something that somebody should know about a reading."""

    rule: str
    frame: Frame
    text: str


def rule(name: str) -> Callable[[Rule], Rule]:
    """Register the decorated function as the rule called ``name``.

    A rule returns the alert's text, or ``None`` when there is nothing to say.
    """

    def register(function: Rule) -> Rule:
        RULES[name] = function
        return function

    return register


@rule("frost")
def frost(frame: Frame) -> str | None:
    """Warn of ice on the road."""
    if frame.celsius is not None and frame.celsius <= 0:
        return f"frost: {frame.celsius:.1f} °C"
    return None


@rule("storm")
def storm(frame: Frame) -> str | None:
    """Warn of the low pressure that comes with storms."""
    if frame.pressure is not None and frame.pressure < 980:
        return f"storm: {frame.pressure:.1f} hPa"
    return None


@rule("sensor")
def sensor(frame: Frame) -> str | None:
    """Tell that a sensor is silent."""
    names = ("celsius", "humidity", "pressure")
    silent = [name for name in names if getattr(frame, name) is None]
    return f"no {' and no '.join(silent)}" if silent else None


def check(frame: Frame) -> Iterator[Alert]:
    """Yield an alert for every rule that has something to say."""
    for name, function in RULES.items():
        text = function(frame)
        if text is not None:
            yield Alert(name, frame, text)


def notify(command: str, alert: Alert) -> int:
    """Run ``command`` with the alert on its standard input and return its exit status."""
    # A shell on purpose: the operator writes the command, pipes included. The
    # alert comes from a station, so it goes to standard input, never into the line.
    done = subprocess.run(  # noqa: S602
        command, shell=True, input=f"{alert.frame.station} {alert.text}\n", text=True, check=False
    )
    return done.returncode
