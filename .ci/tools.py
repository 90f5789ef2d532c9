"""Makes sure of the programs that the checks run and pip can't install.

``python .ci/tools.py chromium-headless-shell cc ctags`` looks for each of them. One that is missing
is installed where that needs no question asked: by root with apt. Elsewhere the package to install
is named, and the tests that need it are skipped; only in CI (``CI=true``) a missing program is an
error.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import NamedTuple


class Program(NamedTuple):
    """A program: the names it goes by, the Debian packages that bring it, what for, a file that it
    takes too, and which one does where this can't be had."""

    commands: tuple[str, ...]
    packages: tuple[str, ...]
    purpose: str
    file: Path | None = None
    otherwise: str = ""

    def found(self) -> bool:
        """Tell whether it is on the PATH, and its file is there."""
        commands = any(shutil.which(command) for command in self.commands)
        return commands and (self.file is None or self.file.exists())


PROGRAMS = {
    "chromium": Program(
        ("chromium", "chromium-browser", "google-chrome"), ("chromium",), "the browser tests"
    ),
    # Draws no windows, and so needs a third of the time for a page.
    "chromium-headless-shell": Program(
        ("chromium-headless-shell",),
        ("chromium-headless-shell",),
        "quick browser tests",
        otherwise="chromium",
    ),
    "cc": Program(
        ("cc",),
        ("gcc", "libc6-dev", "python3-dev"),
        "building the CMake grammar",
        Path(sysconfig.get_path("include")) / "Python.h",
    ),
    "ctags": Program(("ctags",), ("universal-ctags",), "the accuracy benchmark"),
    "doxygen": Program(("doxygen",), ("doxygen",), "the scale benchmark"),
    "g++": Program(("g++",), ("g++",), "reading C and C++ as their compiler does"),
}


def missing(names: list[str]) -> list[Program]:
    """Return those of the named programs that are not there."""
    return [PROGRAMS[name] for name in names if not PROGRAMS[name].found()]


def apt_works() -> bool:
    """Tell whether packages can be installed without asking anybody."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(programs: list[Program]) -> None:
    """Install the programs' packages with apt; a failure shows in what is still missing."""
    packages = [package for program in programs for package in program.packages]
    print("installing", *packages, flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    apply = ["apt-get", "-qq", "install", "--yes", "--no-install-recommends"]
    # Each for itself: apt installs none where it does not know one.
    for command in (["apt-get", "-qq", "update"], *([*apply, *one.packages] for one in programs)):
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)


def provide(names: list[str]) -> list[Program]:
    """Install those of the named programs that are missing, where that can be, or those that do
    in their place. Return what is still missing."""
    wanted = missing(names)
    if wanted and apt_works():
        install(wanted)
        wanted = missing(names)
    others = [program.otherwise for program in wanted if program.otherwise]
    rest = provide(others) if others else []
    return [*(program for program in wanted if not program.otherwise), *rest]


def main(names: list[str]) -> int:
    """Look for the named programs, install what can be, and say what is missing."""
    unknown = sorted(set(names) - PROGRAMS.keys())
    if unknown:
        print(f"tools.py knows {', '.join(PROGRAMS)}, not {', '.join(unknown)}", file=sys.stderr)
        return 2
    wanted = provide(names)
    for program in wanted:
        packages = " ".join(program.packages)
        print(
            f"not on this machine: {program.commands[0]}, for {program.purpose}; "
            f"Debian has it in: {packages}",
            file=sys.stderr,
        )
    return 1 if wanted and os.environ.get("CI") == "true" else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
