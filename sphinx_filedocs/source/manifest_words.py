"""What the manifests of a folder say that the project in it is."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from sphinx_filedocs.source.content import read_text
from sphinx_filedocs.source.manifest_formats import Table, dig, jsonc, string, toml

#: How much of a manifest is read that is no table, in characters, and how much of its words.
_LIMIT = 200_000
_LONGEST = 1_000
_TAG = re.compile(
    r"<!--.*?-->|<(?P<end>/?)(?P<name>[A-Za-z][\w.-]*)(?:\s[^<>]*?)?(?P<alone>/?)>", re.DOTALL
)
_FIELD = re.compile(r"^(?P<name>[A-Za-z-]+):[ \t]*(?P<value>[^\n]*)", re.MULTILINE)
_SETTING = re.compile(r"^description[ \t]*=[ \t]*(?P<value>[^\n]+)", re.MULTILINE)
_RUBY_STRING = r"""(?:"[^"\\\n]{1,500}"|'[^'\\\n]{1,500}')"""
#: Strings that are one, at the ends of lines by a backslash; with ``+`` they are none.
_GEM = re.compile(
    r"\.(?:summary|description)\s*=\s*"
    rf"(?P<value>{_RUBY_STRING}(?:[ \t]*+\\?\n?[ \t]*+{_RUBY_STRING}){{0,9}})"
    r"(?![ \t\n]*[+.%\\])"
)
_MIX = re.compile(r"""\bdescription:\s*"(?P<value>[^"\\\n]{1,500})\"""")
_OPAM = re.compile(r"""^[^\S\n]*+\(?synopsis:?\s*+"(?P<value>[^"\\\n]{1,500})\"""", re.MULTILINE)
_PUB = re.compile(
    r"^description:[ \t]*(?:[>|][-+]?[ \t]*\n)?(?P<value>[^\n]+(?:\n[ \t]+[^\n]+)*)", re.MULTILINE
)
_PROJECT = re.compile(r"\bproject\s*\((?P<inside>[^()]{0,1000})\)", re.IGNORECASE)
_CMAKE = re.compile(r"\bDESCRIPTION\s+\"(?P<value>[^\"$]{1,500})\"")
_WORD = re.compile(r"[^\W\d_]{2,}")
_NOTHING = re.compile(
    r"\$\{|#\{|@[A-Z_]+@|\b(?:TODO|FIXME)\b|add (?:your|a) description|a short description"
    r"|\bmeta-?package\b",
    re.IGNORECASE,
)
#: What a manifest has that says something of packages.
_OF_PACKAGES = {
    "control": re.compile(r"^Package:", re.MULTILINE),
    "pom.xml": re.compile(r"<packaging>\s*pom\s*</packaging>"),
    "package.json": re.compile(r'"workspaces"\s*:'),
}


class ManifestWords(NamedTuple):
    """What a manifest says of its project, and on which line.

    :param line: 1-based; 0 where it is not known.
    :param of_packages: whether it says so of what only holds packages together, or of one that is
        made of the project: a README knows better.
    """

    text: str
    line: int
    of_packages: bool = False


def described(name: str, text: str) -> ManifestWords | None:
    """Return what a manifest says that its project is; ``None`` where that is nothing.

    :param name: of the file, without its folder.
    """
    reader = _READERS.get(_key(name))
    said = " ".join(reader(text).split()) if reader else ""
    if len(_WORD.findall(said)) < 2 or _NOTHING.search(said):
        return None
    of_packages = _OF_PACKAGES.get(name)
    return ManifestWords(
        said[:_LONGEST],
        _line(text, said),
        of_packages is not None and of_packages.search(text[:_LIMIT]) is not None,
    )


@cache
def reader_of(name: str) -> Callable[[str], ManifestWords | None]:
    """Return the function that reads what a manifest of this name says that its project is."""
    return partial(described, name)


def _line(text: str, said: str) -> int:
    """Return the line on which a text begins that is written with any blanks, or as several
    strings."""
    match = re.search(r"[\s\"'\\]+".join(map(re.escape, said.split()[:4])), text)
    return text.count("\n", 0, match.start()) + 1 if match else 0


def is_manifest(name: str) -> bool:
    """Return whether a file of this name may say what its project is."""
    return _key(name) in _READERS


def rank(name: str) -> tuple[int, str]:
    """Return by what manifests of one folder are sorted, the one that speaks first the least."""
    return [*_READERS].index(_key(name)), name


def _key(name: str) -> str:
    return next((ending for ending in _ENDINGS if name.endswith(ending)), name)


def _python(text: str) -> str:
    manifest = toml(text)
    return string(dig(manifest, "project").get("description")) or string(
        dig(manifest, "tool", "poetry").get("description")
    )


def _node(text: str) -> str:
    manifest: Table = jsonc(text)
    return string(manifest.get("description"))


def _metadata(text: str) -> str:
    return _fields(text).get("summary", "")


def _fields(text: str) -> Mapping[str, str]:
    fields: dict[str, str] = {}
    for match in _FIELD.finditer(text[:_LIMIT]):
        fields.setdefault(match["name"].lower(), match["value"])
    return fields


def _setup(text: str) -> str:
    match = _SETTING.search(text[:_LIMIT])
    value = match["value"].strip() if match else ""
    return "" if value.startswith(("file:", "attr:")) else value


def _maven(text: str) -> str:
    """Return the description of a project, not those of what stands in it."""
    depth, start = 0, -1
    text = text[:_LIMIT]
    for match in _TAG.finditer(text):
        if match["name"] is None or match["alone"]:
            continue
        if not match["end"]:
            depth += 1
            if depth == 2 and match["name"] == "description":
                start = match.end()
        else:
            if depth == 2 and start >= 0:
                return html.unescape(text[start : match.start()])
            depth -= 1
    return ""


def _by_pattern(pattern: re.Pattern[str]) -> Callable[[str], str]:
    def value(text: str) -> str:
        match = pattern.search(text[:_LIMIT])
        return match["value"].strip("\"'") if match else ""

    return value


def _gem(text: str) -> str:
    match = _GEM.search(text[:_LIMIT])
    strings = re.findall(_RUBY_STRING, match["value"]) if match else []
    return "".join(quoted[1:-1] for quoted in strings)


def _cmake(text: str) -> str:
    project = _PROJECT.search(text[:_LIMIT])
    match = _CMAKE.search(project["inside"]) if project else None
    return match["value"] if match else ""


#: By name or ending, what speaks first, first.
_READERS: Mapping[str, Callable[[str], str]] = {
    "pyproject.toml": _python,
    "setup.cfg": _setup,
    "PKG-INFO": _metadata,
    "METADATA": _metadata,
    "Cargo.toml": lambda text: string(dig(toml(text), "package").get("description")),
    "composer.json": _node,
    "pom.xml": _maven,
    "mix.exs": _by_pattern(_MIX),
    "pubspec.yaml": _by_pattern(_PUB),
    ".gemspec": _gem,
    ".cabal": lambda text: _fields(text).get("synopsis", ""),
    "dune-project": _by_pattern(_OPAM),
    ".opam": _by_pattern(_OPAM),
    "CMakeLists.txt": _cmake,
    # Beside any of these it is for what builds or shows the project.
    "package.json": _node,
    "control": lambda text: _fields(text).get("description", ""),
}
_ENDINGS = tuple(name for name in _READERS if name.startswith("."))
#: In which folder below a project's a manifest lies.
BELOW: Mapping[str, Sequence[str]] = {"control": ("debian",)}


#: A manifest longer than this many bytes is not asked for a name.
_MAX_MANIFEST = 1_000_000
#: In characters: a folder may have as many.
_LONGEST_TITLE = 255
#: What builds programs in C: where one of these is, a crate may be a part of the program.
_BUILDS_C = ("CMakeLists.txt", "configure.ac", "meson.build")


def title_of(root: Path) -> str:
    """Return what a folder is called: by its manifest, else by its name."""
    for name in (_pyproject, _crate, _go):
        # A text in TOML may have several lines.
        if named := " ".join(name(root).split()):
            return named[:_LONGEST_TITLE]
    return root.name or "/"


def _pyproject(root: Path) -> str:
    manifest = toml(read_text(root, "pyproject.toml", _MAX_MANIFEST))
    return string(dig(manifest, "project").get("name")) or string(
        dig(manifest, "tool", "poetry").get("name")
    )


def _crate(root: Path) -> str:
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
