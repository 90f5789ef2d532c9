"""Compares the table of systems without wheels in docs/versions.md with the package index."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from urllib.request import Request, urlopen

_ROOT = Path(__file__).parent.parent
#: What the names of the wheels of each system end with.
_SYSTEMS = {
    "Linux with glibc, x86-64 and arm64": (r"manylinux\S*x86_64", r"manylinux\S*aarch64"),
    "Linux with musl, x86-64": (r"musllinux\S*x86_64",),
    "macOS, x86-64 and arm64": (r"macosx\S*(x86_64|universal2)", r"macosx\S*(arm64|universal2)"),
    "Windows, x86-64": ("win_amd64",),
    "Windows, arm64": ("win_arm64",),
    "Linux with musl, arm64": (r"musllinux\S*aarch64",),
}


def documented(text: str) -> dict[str, set[str]]:
    """Return the packages without a wheel by system, as the documentation says."""
    table = text.partition("<!-- wheels -->")[2].partition("<!-- end")[0]
    rows = re.findall(r"(?m)^\| ([^|]+?) \|(.*)\|$", table)
    return {name: set(re.findall(r"`([^`]+)`", said)) for name, said in rows if name in _SYSTEMS}


def _newest(package: str) -> list[str]:
    """Return the wheels of the newest version of a package."""
    address = f"https://pypi.org/pypi/{package}/json"
    with urlopen(Request(address), timeout=60) as answer:
        return [file["filename"] for file in json.load(answer)["urls"]]


def main() -> None:
    """Say how the table differs."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needs = [*project["dependencies"], *project["optional-dependencies"]["languages"]]
    names = [match[0] for need in needs if (match := re.match(r"tree-sitter[\w-]*", need))]
    wheels = {name: _newest(name) for name in names}
    made = {
        system: {
            name
            for name, files in wheels.items()
            if not all(any(re.search(ending, file) for file in files) for ending in endings)
        }
        for system, endings in _SYSTEMS.items()
    }
    said = documented((_ROOT / "docs" / "versions.md").read_text("utf-8"))
    wrong = [system for system in _SYSTEMS if made[system] != said.get(system)]
    sys.exit("\n".join(f"{system}: {sorted(made[system])}" for system in wrong) or 0)


if __name__ == "__main__":
    main()
