"""The file with which a library begins, as a package's manifest and its language's rules say."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol

from sphinx_filedocs.model.files import File
from sphinx_filedocs.patterns import compile_pattern
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.tree import Facts

Table = Mapping[str, object]
_GEM = re.compile(
    r"""(?:\.name\s*=|Gem::Specification\.new[ (])\s*["'](?P<name>[\w.-]{1,100})["']"""
)
_CMAKE = re.compile(r"^[ \t]*add_library\s*\(\s*(?P<name>\w[\w.+-]{0,99})(?!\S)", re.MULTILINE)
#: The endings of sources of which a library has no header, and those of sources of which it has.
_NOT_OF_C = re.compile(r"\.(?:swift|f|for|f77|f90|f95|f03|f08)\b", re.IGNORECASE)
_OF_C = re.compile(r"\.(?:c|cc|cpp|cxx|c\+\+|cu|m|mm|h|hh|hpp|hxx)(?![\w+])", re.IGNORECASE)
_OF_SWIFT = re.compile(r"^[ \t]*project\s*\([^)#]{0,500}\bSwift\b", re.MULTILINE)
_GO_MODULE = re.compile(r'^[ \t]*module[ \t]+(?:"([^"\n]+)"|`([^`\n]+)`|([^\s"`(]+))', re.MULTILINE)
_GO_VERSION = re.compile(r"/v\d+\Z|\.v\d+\Z")
_GO_PACKAGE = re.compile(r"^package[ \t]+(?P<name>\w{1,100})", re.MULTILINE)
_APPLICATION = re.compile(r"\bapp:\s*:(?P<name>\w{1,100})")
_MODULE = re.compile(
    r"\b(?P<key>mod|main_module):\s*+(?:\{\s*+)?(?P<name>[A-Z]\w{0,99}(?:\.[A-Z]\w{0,99}){0,9})"
)
_HEADER = compile_pattern(r"(?<![\w.+-])\w[\w.+-]{0,99}+(?:/\w++){1,20}+\.h\w{0,2}+")
#: A string, or a comment of Dune or Zig: what may hold a bracket that is none.
_ASIDE = r'"(?:[^"\\\n]|\\.)*"|(?:;|//)[^\n]*'
_BRACKET = re.compile(rf"{_ASIDE}|[()]")
_DART = re.compile(r"""^name:[ \t]*["']?(?P<name>\w{1,100})""", re.MULTILINE)
_DUNE = re.compile(r";[^\n]*|(?P<open>\()\s*library\b")
_DUNE_NAME = re.compile(r"\(\s*name\s+(?P<name>\w[\w']{0,99})\s*\)")
#: Behind a dot stands a part of a package.
_DUNE_PUBLIC = re.compile(r"\(\s*public_name\s+(?P<name>[\w-]{1,100})\s*\)")
#: Where a word of an Elixir module's name begins.
_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
#: What a package of node is built from.
SOURCES = (".ts", ".tsx", ".mts", ".js", ".mjs", ".jsx")
_HEADERS = (".h", ".hpp", ".hh")
#: For so many libraries of one ``CMakeLists.txt`` a header is looked for.
_MOST = 200
#: Folders that setuptools takes for no packages where a manifest names none.
_NO_PACKAGES = frozenset(
    (
        "ci", "bin", "debian", "doc", "docs", "documentation", "manpages", "news",
        "newsfragments", "changelog", "test", "tests", "unit_test", "unit_tests", "example",
        "examples", "scripts", "tools", "util", "utils", "python", "build", "benchmark",
        "benchmarks", "exercise", "exercises", "htmlcov", "tasks",
    )
)  # fmt: skip

#: Where pyproject.toml, setup.cfg and setup.py have the name of a project.
_PYTHON_NAMES = (
    ("project", "name"),
    ("tool", "poetry", "name"),
    ("tool", "flit", "metadata", "dist-name"),
    ("metadata", "name"),
    ("name",),
)
#: Where they name the modules that are installed, by what builds the project.
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
    """The files of a tree, of which manifests are read."""

    files: Mapping[str, File]

    def has_text(self, path: str) -> bool:
        """Tell whether a file holds more than blanks."""

    def facts(self, path: str, reader: Callable[[str], Facts]) -> Facts:
        """Return what a function reads from the text of a file."""

    def table(self, path: str) -> Table:
        """Return what stands in a TOML, JSON or INI file, or what a ``setup.py`` says."""


def libraries(project: Manifests, path: str) -> Iterator[tuple[str, Phrase]]:
    """Yield the file with which the library of a manifest begins, and why that is so.

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
    """Return the file of which the one is built that a ``package.json`` names, by where packages
    keep their sources.

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
        # Where there is one only, that is installed, whatever its name is.
        named = packages if len(packages) == 1 else named
    for file in named:
        yield file, begins(name, path)


def _python_files(project: Manifests, folder: str, stems: Iterable[str]) -> list[str]:
    """Return the files, as seen from a folder, that stand for top modules of these names."""
    return [
        file
        for stem in dict.fromkeys(stems)
        for root in ("", "src/")
        for file in (f"{root}{stem}/__init__.py", f"{root}{stem}.py")
        if stem and posixpath.join(folder, file) in project.files
    ]


def _top_modules(manifest: Table) -> Iterator[str]:
    """Yield the names of the packages and modules that a manifest of Python says it is of; of
    those in packages the outermost ones."""
    for keys in _PYTHON_MODULES:
        value = _dug(manifest, *keys)
        for entry in value if isinstance(value, list) else [value]:
            name = entry.get("include") if isinstance(entry, dict) else entry
            if isinstance(name, str):
                # In setup.cfg they are lines of one value.
                for part in re.split(r"[\s,]+", name):
                    top = re.split(r"[./]", part.removeprefix("src/"), maxsplit=1)[0]
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
    """Yield what ``require`` loads, given the name of a gem."""
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


def go_package(text: str) -> str:
    """Return the name of the package that a source of Go is a part of."""
    match = _GO_PACKAGE.search(text)
    return match["name"] if match else ""


def _go(project: Manifests, path: str) -> Iterator[tuple[str, Phrase]]:
    """Yield the file that is named as the package in a module's folder, unless there is a program
    of that name: one of both is made for the other."""
    if module := project.facts(path, go_module):
        name = _GO_VERSION.sub("", module).rpartition("/")[2]
        folder, file = posixpath.dirname(path), f"{name}.go"
        package = project.facts(posixpath.join(folder, file), go_package)
        program = posixpath.join(folder, "cmd", name, "")
        has_program = any(other.startswith(program) for other in project.files)
        if package == name and not has_program:
            yield file, begins(name, path)


def _cmake(project: Manifests, path: str) -> Iterator[tuple[str, Phrase]]:
    """Yield the public header of each library: that which is named like it, else the one that the
    README names first, of one that has sources."""
    if any(project.facts(above, is_of_swift) for above in _cmake_above(path)):
        # What is in C there is what the libraries of Swift are made of.
        return
    folder = posixpath.dirname(path)
    for name, sources in project.facts(path, cmake_libraries):
        header = _header(project, folder, name)
        if not header and sources.split()[:1] != ["INTERFACE"]:
            header = _header_in_readme(project, folder, name)
        if header:
            yield posixpath.relpath(header, folder or "."), begins(name, path)


def is_of_swift(text: str) -> bool:
    """Tell whether a ``CMakeLists.txt`` is of a project in Swift."""
    return _OF_SWIFT.search(text) is not None


def cmake_libraries(text: str) -> list[tuple[str, str]]:
    """Return the name of each library of a ``CMakeLists.txt`` that may be in C, with its
    sources."""
    libraries: list[tuple[str, str]] = []
    end = 0
    while (match := _CMAKE.search(text, end)) and (end := text.find(")", match.end())) >= 0:
        libraries.append((match["name"], text[match.end() : end]))
        if len(libraries) == _MOST:
            break
    return [(name, sources) for name, sources in libraries if _may_be_of_c(sources)]


def _cmake_above(path: str) -> Iterator[str]:
    """Yield a ``CMakeLists.txt`` and those in the folders above."""
    folder, _, name = path.rpartition("/")
    while True:
        yield posixpath.join(folder, name)
        if not folder:
            return
        folder = folder.rpartition("/")[0]


def _may_be_of_c(sources: str) -> bool:
    return not _NOT_OF_C.search(sources) or _OF_C.search(sources) is not None


def _header(project: Manifests, folder: str, name: str) -> str | None:
    """Return the header that is named like a library, or the only one in the folder ``include``, if
    the library's name goes on behind that."""
    for root in (folder, posixpath.dirname(folder)):
        public = posixpath.join(root, "include", name)
        for stem in (f"{public}/{name}", public, posixpath.join(folder, name)):
            for ending in _HEADERS:
                if stem + ending in project.files:
                    return stem + ending
        for end in range(len(name) - 1, 1, -1):
            for ending in _HEADERS:
                header = posixpath.join(root, "include", name[:end] + ending)
                if header in project.files and _is_only_header(project, header):
                    return header
    return None


def _is_only_header(project: Manifests, path: str) -> bool:
    """Return whether no other header lies beside one, but for such as ``ring_fwd.hpp``."""
    folder, name = posixpath.dirname(path), posixpath.splitext(path)[0]
    return not any(
        other.endswith(_HEADERS)
        and posixpath.dirname(other) == folder
        and other != path
        and not other.startswith(f"{name}_")
        for other in project.files
    )


def _header_in_readme(project: Manifests, folder: str, name: str) -> str | None:
    """Return the header of a library that the README names first."""
    for root in (folder, posixpath.dirname(folder)):
        public = posixpath.join(root, "include", name)
        readme = next(filter(project.has_text, _readmes(root)), "")
        for header in project.facts(readme, headers_named):
            if header.startswith(f"{name}/") and f"{public[: -len(name)]}{header}" in project.files:
                return f"{public[: -len(name)]}{header}"
    return None


def headers_named(text: str) -> list[str]:
    """Return the paths of headers that a README names, which begin with a library's name."""
    return list(dict.fromkeys(_HEADER.findall(text)))


def _readmes(folder: str) -> Iterator[str]:
    return (posixpath.join(folder, name) for name in ("README.md", "README.rst", "README"))


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


def _dune(project: Manifests, path: str) -> Iterator[tuple[str, Phrase]]:
    """Yield the module that is called as a library that others can install."""
    for stem, public in project.facts(path, dune_libraries):
        for file in (f"{stem}.ml", f"{stem}.mli"):
            if posixpath.join(posixpath.dirname(path), file) in project.files:
                yield file, begins(public, path)
                break


def dune_libraries(text: str) -> list[tuple[str, str]]:
    """Return the module of each library that others can install, with its public name."""
    libraries: list[tuple[str, str]] = []
    for _, stanza in calls(_DUNE, text):
        public = _DUNE_PUBLIC.search(stanza)
        name = _DUNE_NAME.search(stanza) or public
        if public and name:
            libraries.append((name["name"].replace("-", "_"), public["name"]))
    return libraries


def calls(pattern: re.Pattern[str], text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield the matches of a pattern with what stands in the brackets that open at its group
    ``open``, with these: all that follows where they are not closed. What stands in the brackets
    of one match is no other match, so that a text is gone through once.

    :param pattern: matches comments too, without that group.
    """
    end = 0
    while match := pattern.search(text, end):
        start, end = match.start("open"), match.end()
        if start >= 0:
            end = _closing(text, start)
            yield match, text[start:end]


def _closing(text: str, start: int) -> int:
    """Return where the brackets end that open at a place of a text."""
    depth = 0
    for match in _BRACKET.finditer(text, start):
        if match[0] in "()":
            depth += 1 if match[0] == "(" else -1
            if not depth:
                return match.end()
    return len(text)


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
    "dune": _dune,
}
