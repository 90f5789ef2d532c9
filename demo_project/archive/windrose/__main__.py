# SPDX-License-Identifier: MIT
"""The command line: ``python -m windrose import|report DATABASE`` or ``alerts``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator

from . import __version__
from .alerts import check, notify
from .frame import Frame, FrameError, parse_frame
from .report import render
from .store import Archive


def frames_of(lines: Iterable[str]) -> Iterator[Frame]:
    """Yield the frames of a log and report the lines that are none."""
    for number, line in enumerate(lines, start=1):
        try:
            yield parse_frame(line.rstrip("\n"))
        except FrameError as error:
            print(f"line {number}: {error}", file=sys.stderr)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    result = argparse.ArgumentParser(prog="windrose", description=__doc__)
    result.add_argument("--version", action="version", version=__version__)
    commands = result.add_subparsers(dest="command", required=True)
    for name, text in (
        ("import", "keep the readings of a log on standard input"),
        ("report", "print the statistics of every day"),
        ("alerts", "print the alerts of a log on standard input"),
    ):
        command = commands.add_parser(name, help=text)
        if name == "alerts":
            command.add_argument("--run", metavar="COMMAND", help="shell command for each alert")
        else:
            command.add_argument("database")
        if name == "report":
            command.add_argument("--imperial", action="store_true", help="degrees Fahrenheit")
    return result


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    options = parser().parse_args(arguments)
    if options.command == "alerts":
        for frame in frames_of(sys.stdin):
            for alert in check(frame):
                print(f"{frame.time:%Y-%m-%d %H:%M} {frame.station} {alert.text}")
                if options.run:
                    notify(options.run, alert)
        return 0
    with Archive(options.database) as archive:
        if options.command == "import":
            print(f"{archive.add(frames_of(sys.stdin))} new readings")
        else:
            print(render(archive.days(), imperial=options.imperial))
    return 0


if __name__ == "__main__":
    sys.exit(main())
