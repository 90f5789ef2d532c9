"""Finds the first file of a library by its package's manifest and its language's rules."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol

from sphinx_filedocs.model.files import File
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifest_formats import cmake_calls
from sphinx_filedocs.source.tree import Facts

Table = Mapping[str, object]
_GEM = re.compile(
    r"""(?:\.name\s*=|Gem::Specification\.new[ (])\s*["'](?P<name>[\w.-]{1,100})["']"""
)
_GO_MODULE = re.compile(r'^[ \t]*module[ \t]+(?:"([^"\n]+)"|`([^`\n]+)`|([^\s"`(]+))', re.MULTILINE)
_GO_VERSION = re.compile(r"/v\d+\Z|\.v\d+\Z")
_GO_PACKAGE = re.compile(r"^package[ \t]+(?P<name>\w{1,100})", re.MULTILINE)
_APPLICATION = re.compile(r"\bapp:\s*:(?P<name>\w{1,100})")
_MODULE = re.compile(
    r"\b(?P<key>mod|main_module):\s*+(?:\{\s*+)?(?P<name>[A-Z]\w{0,99}(?:\.[A-Z]\w{0,99}){0,9})"
)
_DART = re.compile(r"""^name:[ \t]*["']?(?P<name>\w{1,100})""", re.MULTILINE)
#: The start of a word in an Elixir module's name.
_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
#: The endings of sources of a Node package.
SOURCES = (".ts", ".tsx", ".mts", ".js", ".mjs", ".jsx")
_HEADERS = (".h", ".hpp", ".hh")
#: Folders that setuptools takes for no packages if a manifest names none.
_NO_PACKAGES = frozenset(
    (
        "ci", "bin", "debian", "doc", "docs", "documentation", "manpages", "news",
        "newsfragments", "changelog", "test", "tests", "unit_test", "unit_tests", "example",
        "examples", "scripts", "tools", "util", "utils", "python", "build", "benchmark",
        "benchmarks", "exercise", "exercises", "htmlcov", "tasks",
    )
)  # fmt: skip

#: The keys of a project's name in pyproject.toml, setup.cfg and setup.py.
_PYTHON_NAMES = (
    ("project", "name"),
    ("tool", "poetry", "name"),
    ("tool", "flit", "metadata", "dist-name"),
    ("metadata", "name"),
    ("name",),
)
#: The keys of the installed modules, for each build tool.
_PYTHON_MODULES = (
    ("tool", "flit", "module", "name"),
    ("tool", "flit", "metadata", "module"),
    ("tool", "hatch", "build", "targets", "wheel", "packages"),
    ("tool", "poetry", "packages"),
    ("tool", "setuptools", "packages"),
    ("tool", "setuptools", "py-modules"),
    ("tool", "uv", "build-backend", "module-name"),
    ("options", "packages"),
    ("options", "py_modules"),
    ("packages",),
    ("py_modules",),
)


class Manifests(Protocol):
    """The files of a tree, to read manifests from."""

    files: Mapping[str, File]

    def has_text(self, path: str) -> bool:
        """Return True if a file holds more than blanks."""

    def facts(self, path: str, reader: Callable[[str], Facts]) -> Facts:
        """Return the result of a function on the text of a file."""

    def table(self, path: str) -> Table:
        """Return the table of a TOML, JSON or INI file, or of a ``setup.py``."""


def libraries(project: Manifests, path: str) -> Iterator[tuple[str, Phrase]]:
    """Yield the first file of a manifest's library, and the reason.

    :param path: of the manifest.
    """
    folder, _, name = path.rpartition("/")
    reader = _READERS.get(name) or (_gem if name.endswith(".gemspec") else None)
    for relative, reason in reader(project, path) if reader else ():
        file = posixpath.normpath(posixpath.join(folder, relative))
        # An empty file says no more than that there is a package.
        if project.has_text(file):
            yield file, reason


def built_from(project: Manifests, folder: str, target: str) -> str | None:
    """Return the source of a built file that a ``package.json`` names, by the usual folders of
    sources.

    :param folder: of the manifest.
    """
    stem = target.rpartition("/")[2].partition(".")[0]
    for root in ("src", "source", "lib"):
        for name in (stem, "index"):
            for ending in SOURCES:
                file = posixpath.join(folder, root, name + ending)
                if project.has_text(file):
                    return file
    return None


def begins(name: str, path: str) -> Phrase:
    """Say that a library begins in a file.

    :param path: of the manifest that names the library.
    """
    return Phrase("the library {name} of {path} begins here", name=name, path=path)


def _python(project: Manifests, path: str) -> Iterator[tuple[str, Phrase]]:
    manifest = project.table(path)
    modules = list(dict.fromkeys(_top_modules(manifest)))
    name = next(filter(None, (_string(manifest, *keys) for keys in _PYTHON_NAMES)), "")
    # Without a name of its own it is called as the one module that it has.
    name = name or (modules[0] if len(modules) == 1 else "")
    folder = posixpath.dirname(path)
    stems = (name.replace("-", "_"), name.replace("-", "_").lower())
    named = _python_files(project, folder, stems)
    if name and not named and len(modules) <= 1:
        named = _python_files(project, folder, modules)
        packages = [] if named else _packages(project, folder)
        # If there is only one, that is installed, under any name.
        named = packages if len(packages) == 1 else named
    for file in named:
        yield file, begins(name, path)


def _python_files(project: Manifests, folder: str, stems: Iterable[str]) -> list[str]:
    return [
        file
        for stem in dict.fromkeys(stems)
        for root in ("", "src/")
        for file in (f"{root}{stem}/__init__.py", f"{root}{stem}.py")
        if stem and posixpath.join(folder, file) in project.files
    ]


def _top_modules(manifest: Table) -> Iterator[str]:
    for keys in _PYTHON_MODULES:
        value = _dug(manifest, *keys)
        for entry in value if isinstance(value, list) else [value]:
            name = entry.get("include") if isinstance(entry, dict) else entry
            if isinstance(name, str):
                # In setup.cfg they are lines of one value.
                for part in name.replace(",", " ").split():
                    top = part.removeprefix("src/").replace(".", "/").partition("/")[0]
                    if top.isidentifier():
                        yield top


def _packages(project: Manifests, folder: str) -> list[str]:
    """Return the files that stand for the packages of Python in a folder, or in its folder
    ``src``, as setuptools finds them."""
    base = f"{folder}/" if folder else ""
    files: list[str] = []
    for path in project.files:
        if path.startswith(base) and path.endswith("/__init__.py"):
            package = path[len(base) :].removesuffix("/__init__.py").removeprefix("src/")
            if package.isidentifier() and package[0] != "_" and package not in _NO_PACKAGES:
                files.append(path[len(base) :])
    return files


def _cargo(project: Manifests, path: str) -> Iterator[tuple[str, Phrase]]:
    manifest = project.table(path)
    if name := _string(manifest, "package", "name"):
        name = _string(manifest, "lib", "name") or name
        yield _string(manifest, "lib", "path") or "src/lib.rs", begins(name, path)


def _gem(project: Manifests, path: str) -> Iterator[tuple[str, Phrase]]:
    """Yield the scripts that ``require`` loads for the name of a gem."""
    if name := project.facts(path, gem_name):
        for stem in dict.fromkeys((name, name.replace("-", "/"))):
            yield f"lib/{stem}.rb", begins(name, path)


def gem_name(text: str) -> str:
    """Return the name of a gem, as its ``.gemspec`` says it."""
    match = _GEM.search(text)
    return match["name"] if match else ""


def go_module(text: str) -> str:
    """Return the path of a ``go.mod``'s module."""
    match = _GO_MODULE.search(text)
    return match[1] or match[2] or match[3] if match else ""


def go_module_name(text: str) -> str:
    """Return the last part of a ``go.mod``'s module that is no version.

    Example: ``ring`` of ``module example.org/ring/v2``.
    """
    return _GO_VERSION.sub("", go_module(text)).rpartition("/")[2]


def go_package(text: str) -> str:
    """Return the name of the package that a source of Go is a part of."""
    match = _GO_PACKAGE.search(text)
    return match["name"] if match else ""


def _go(project: Manifests, path: str) -> Iterator[tuple[str, Phrase]]:
    """Yield the file with the package's name in a module's folder, unless a program has that
    name too: one of both is made for the other."""
    if name := project.facts(path, go_module_name):
        folder, file = posixpath.dirname(path), f"{name}.go"
        package = project.facts(posixpath.join(folder, file), go_package)
        program = posixpath.join(folder, "cmd", name, "")
        has_program = any(other.startswith(program) for other in project.files)
        if package == name and not has_program:
            yield file, begins(name, path)


def _cmake(project: Manifests, path: str) -> Iterator[tuple[str, Phrase]]:
    """Yield the public header of each library, by name."""
    folder = posixpath.dirname(path)
    for name in project.facts(path, cmake_libraries):
        if header := _header(project, folder, name):
            yield posixpath.relpath(header, folder or "."), begins(name, path)


def cmake_libraries(text: str) -> list[str]:
    """Return the names of the libraries of a ``CMakeLists.txt``."""
    return [words[0] for name, words in cmake_calls(text) if name == "add_library" and words]


def _header(project: Manifests, folder: str, name: str) -> str | None:
    """Return the header of a library by name: ``include/ring/ring.h`` for ``ring``."""
    stems = [posixpath.join(folder, name)]
    for root in (folder, posixpath.dirname(folder)):
        stems += [
            posixpath.join(root, "include", name, name),
            posixpath.join(root, "include", name),
        ]
    headers = (stem + ending for stem in stems for ending in _HEADERS)
    return next((header for header in headers if header in project.files), None)


def _mix(project: Manifests, path: str) -> Iterator[tuple[str, Phrase]]:
    modules, application = project.facts(path, mix_modules)
    for key, name in modules:
        file = "/".join(_WORD.sub("_", part).lower() for part in name.split("."))
        yield f"lib/{file}.ex", Phrase("{path} names it under {key}", path=path, key=key)
    if application:
        yield f"lib/{application}.ex", begins(application, path)


def mix_modules(text: str) -> tuple[list[tuple[str, str]], str]:
    """Return the modules that a ``mix.exs`` names, with their keys, and its application."""
    application = _APPLICATION.search(text)
    return _MODULE.findall(text), application["name"] if application else ""


def _julia(project: Manifests, path: str) -> Iterator[tuple[str, Phrase]]:
    if name := _string(project.table(path), "name"):
        yield f"src/{name}.jl", begins(name, path)


def _dart(project: Manifests, path: str) -> Iterator[tuple[str, Phrase]]:
    if name := project.facts(path, dart_package):
        yield f"lib/{name}.dart", begins(name, path)


def dart_package(text: str) -> str:
    """Return the name of the package that a ``pubspec.yaml`` is of."""
    match = _DART.search(text)
    return match["name"] if match else ""


def _string(value: object, *keys: str) -> str:
    text = _dug(value, *keys)
    return text if isinstance(text, str) else ""


def _dug(value: object, *keys: str) -> object:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


_READERS: Mapping[str, Callable[[Manifests, str], Iterator[tuple[str, Phrase]]]] = {
    **dict.fromkeys(("pyproject.toml", "setup.cfg", "setup.py"), _python),
    "Cargo.toml": _cargo,
    "CMakeLists.txt": _cmake,
    "go.mod": _go,
    "mix.exs": _mix,
    "Project.toml": _julia,
    "pubspec.yaml": _dart,
}
