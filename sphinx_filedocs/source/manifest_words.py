"""Reads the project's description and name from the manifests of a folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from sphinx_filedocs.patterns import WORD
from sphinx_filedocs.source.content import read_text
from sphinx_filedocs.source.manifest_formats import (
    cmake_calls,
    dig,
    ini,
    jsonc,
    string,
    toml,
)
from sphinx_filedocs.source.manifests import go_module_name

#: The most characters of a manifest's description.
_LONGEST = 1_000
_NOTHING = re.compile(
    r"\$\{|#\{|@[A-Z_]+@|\b(?:TODO|FIXME)\b|add (?:your|a) description|a short description"
    r"|\bmeta-?package\b",
    re.IGNORECASE,
)


class ManifestWords(NamedTuple):
    """A manifest's description of its project, and its line.

    :param line: 1-based; 0 if it is not known.
    :param of_packages: True if the manifest only holds packages together: a README knows better.
    """

    text: str
    line: int
    of_packages: bool = False


class _Said(NamedTuple):
    text: str
    of_packages: bool = False


def described(name: str, text: str) -> ManifestWords | None:
    """Return the description that a manifest gives its project, else ``None``.

    :param name: of the file, without its folder.
    """
    reader = _READERS.get(name)
    read = reader(text) if reader else _Said("")
    said = " ".join(read.text.split())
    if len(WORD.findall(said)) < 2 or _NOTHING.search(said):
        return None
    return ManifestWords(said[:_LONGEST], _line(text, said), read.of_packages)


@cache
def reader_of(name: str) -> Callable[[str], ManifestWords | None]:
    """Return :func:`described` for manifests of this name."""
    return partial(described, name)


def _line(text: str, said: str) -> int:
    match = re.search(r"[\s\"'\\]+".join(map(re.escape, said.split()[:4])), text)
    return text.count("\n", 0, match.start()) + 1 if match else 0


def _python(text: str) -> _Said:
    return _Said(_of_python(toml(text), "description"))


def _of_python(manifest: object, key: str) -> str:
    return string(dig(manifest, "project").get(key)) or string(
        dig(manifest, "tool", "poetry").get(key)
    )


def _crate(text: str) -> _Said:
    return _Said(string(dig(toml(text), "package").get("description")))


def _node(text: str) -> _Said:
    manifest = jsonc(text)
    return _Said(string(manifest.get("description")), "workspaces" in manifest)


def _setup(text: str) -> _Said:
    value = string(dig(ini(text), "metadata").get("description"))
    return _Said("" if value.startswith(("file:", "attr:")) else value)


def _maven(text: str) -> _Said:
    try:
        # Entities of its own may stand for more than memory holds.
        project = ET.fromstring("" if "<!ENTITY" in text else text)  # noqa: S314
    except ET.ParseError:
        return _Said("")
    values = {child.tag.rpartition("}")[2]: child.text or "" for child in project}
    return _Said(values.get("description", ""), values.get("packaging", "").strip() == "pom")


def _cmake(text: str) -> _Said:
    projects = [words for name, words in cmake_calls(text) if name == "project"]
    words = projects[0] if projects else []
    at = words.index("DESCRIPTION") + 1 if "DESCRIPTION" in words else len(words)
    return _Said(next(iter(words[at:]), ""))


#: By name, in the order of their precedence in one folder.
_READERS: Mapping[str, Callable[[str], _Said]] = {
    "pyproject.toml": _python,
    "setup.cfg": _setup,
    "Cargo.toml": _crate,
    "composer.json": _node,
    "pom.xml": _maven,
    "CMakeLists.txt": _cmake,
    # Beside any of these it is for a tool that builds or shows the project.
    "package.json": _node,
}
#: The names of manifests, the first to be asked first.
NAMES = tuple(_READERS)
#: A longer manifest, in bytes, is not asked for a name.
_MAX_MANIFEST = 1_000_000
#: In characters: a folder may have as many.
_LONGEST_TITLE = 255
#: Build files of C programs: beside one of these, a crate may be a part of the program.
_BUILDS_C: Sequence[str] = ("CMakeLists.txt", "configure.ac", "meson.build")


def title_of(root: Path) -> str:
    """Return the title of a folder: by its manifest, else its name."""
    python = _of_python(toml(read_text(root, "pyproject.toml", _MAX_MANIFEST)), "name")
    go = go_module_name(read_text(root, "go.mod", _MAX_MANIFEST))
    # A text in TOML may have several lines.
    names = (" ".join(name.split()) for name in (python, _crate_name(root), go))
    return next(filter(None, names), root.name or "/")[:_LONGEST_TITLE]


def _crate_name(root: Path) -> str:
    if any((root / name).is_file() for name in _BUILDS_C):
        return ""
    return string(dig(toml(read_text(root, "Cargo.toml", _MAX_MANIFEST)), "package").get("name"))
