"""What a folder of sources is called: by its manifest, else by its own name."""

from __future__ import annotations

from pathlib import Path

from sphinx_filedocs.source.content import read_text
from sphinx_filedocs.source.manifests import dig, string, toml

#: A manifest longer than this many bytes is not asked for a name.
_MAX_MANIFEST = 1_000_000
#: In characters: a folder may have as many.
_LONGEST = 255
#: What builds programs in C: where one of these is, a crate may be a part of the program.
_BUILDS_C = ("CMakeLists.txt", "configure.ac", "meson.build")


def title_of(root: Path) -> str:
    """Return what a folder is called: by its manifest, else by its name."""
    for name in (_pyproject, _cargo, _go):
        # A text in TOML may have several lines.
        if named := " ".join(name(root).split()):
            return named[:_LONGEST]
    return root.name or "/"


def _pyproject(root: Path) -> str:
    manifest = toml(read_text(root, "pyproject.toml", _MAX_MANIFEST))
    return string(dig(manifest, "project").get("name")) or string(
        dig(manifest, "tool", "poetry").get("name")
    )


def _cargo(root: Path) -> str:
    if any((root / name).is_file() for name in _BUILDS_C):
        return ""
    return string(dig(toml(read_text(root, "Cargo.toml", _MAX_MANIFEST)), "package").get("name"))


def _go(root: Path) -> str:
    """Return the last part of a Go module's path that is no version."""
    for line in read_text(root, "go.mod", _MAX_MANIFEST).splitlines():
        words = line.split()
        if words[:1] == ["module"] and len(words) > 1:
            parts = [part for part in words[1].strip('"').split("/") if part]
            versioned = len(parts) > 1 and parts[-1][:1] == "v" and parts[-1][1:].isdigit()
            return parts[-2] if versioned else parts[-1] if parts else ""
    return ""
