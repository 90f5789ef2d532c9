"""Reads the manifests of a tree (``pyproject.toml``, ``package.json``, …) and the files that
they name; broken ones too."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from sphinx_filedocs.model.files import File, Role, folders_above, is_built
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifest_formats import (
    SCRIPTS,
    Table,
    dig,
    string,
    strings,
    table,
    table_reader,
    tables,
)
from sphinx_filedocs.source.tree import Facts, Read, Texts

_MODULE_SCRIPT = re.compile(
    r"""<script\b(?=[^<>]{0,300}\stype=["']?module\b)[^<>]{0,300}?\ssrc=["']/*(?P<path>[^"'\n]+)""",
    re.IGNORECASE,
)
#: The endings that Node tries for a path without one.
_NODE = ("", ".js", ".cjs", ".mjs", "/index.js", "/index.cjs", "/index.mjs")
#: The conditions of exports that Node uses, and the most levels of nested ones.
_CONDITIONS, _MOST_CONDITIONS = ("node", "import", "require", "default"), 4


_GO_MODULE = re.compile(r'^[ \t]*module[ \t]+(?:"([^"\n]+)"|`([^`\n]+)`|([^\s"`(]+))', re.MULTILINE)
_GO_VERSION = re.compile(r"/v\d+\Z|\.v\d+\Z")
_GO_PACKAGE = re.compile(r"^package[ \t]+(?P<name>\w{1,100})", re.MULTILINE)
#: The endings of sources of a Node package.
SOURCES = (".ts", ".tsx", ".mts", ".js", ".mjs", ".jsx")
#: Folders that setuptools takes for no packages if a manifest names none.
_NO_PACKAGES = frozenset(
    (
        "ci", "bin", "debian", "doc", "docs", "documentation", "manpages", "news",
        "newsfragments", "changelog", "test", "tests", "unit_test", "unit_tests", "example",
        "examples", "scripts", "tools", "util", "utils", "python", "build", "benchmark",
        "benchmarks", "exercise", "exercises", "htmlcov", "tasks",
    )
)  # fmt: skip

#: The keys of a project's name in pyproject.toml and setup.cfg.
_PYTHON_NAMES = (
    ("project", "name"),
    ("tool", "poetry", "name"),
    ("tool", "flit", "metadata", "dist-name"),
    ("metadata", "name"),
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
)


class Project:
    """The files of a tree, and its manifests, each read and parsed once.

    :param read: returns the text of a file, ``None`` when it has none.
    """

    def __init__(self, files: Mapping[str, File], read: Read) -> None:
        self.files = files
        self._texts = Texts.of(read)

    def has_text(self, path: str) -> bool:
        """Return True if a file holds more than blanks."""
        return path in self.files and bool((self._texts(path) or "").strip())

    def table(self, path: str) -> Table:
        """Return the data of a TOML, JSON or INI file; empty when it is broken."""
        return self.facts(path, table_reader(path))

    def facts(self, path: str, reader: Callable[[str], Facts]) -> Facts:
        """Return the result of a function on the text of a file; it is called once."""
        return self._texts.facts(path, reader) if path in self.files else reader("")

    def above(self, folder: str, *names: str) -> Iterator[str]:
        """Yield the files of these names in a folder and those around it, the nearest first."""
        for place in (folder, *folders_above(folder)) if folder else ("",):
            for name in names:
                path = posixpath.join(place, name)
                if path in self.files:
                    yield path

    def nearest(self, folder: str, *names: str) -> str | None:
        """Return the first file that :meth:`above` yields."""
        return next(self.above(folder, *names), None)

    @cached_property
    def declared(self) -> Mapping[str, Role]:
        """The files that a manifest names as starts of its program or package, and as build
        scripts."""
        roles: dict[str, Role] = {}
        for file, commands in self.installed.items():
            command, path = commands[0]
            roles[file] = Role(
                "entry point",
                Phrase("{path} installs it as the command {name}", path=path, name=command),
            )
        for path in sorted(self.files):
            name = path.rpartition("/")[2]
            reader = _DECLARING.get(name) or _DECLARING.get(posixpath.splitext(name)[1])
            for file, reason in reader(self, path) if reader else ():
                roles.setdefault(file, Role("entry point", reason))
        for path in sorted(self.files):
            for file, reason in libraries(self, path):
                roles.setdefault(file, Role("entry point", reason))
        return roles

    @cached_property
    def installed(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """Of each Python file, the commands that lead to it, with the manifest that says so."""
        by_file: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for path in self._named(*_PYTHON):
            folder = path.rpartition("/")[0]
            for script in installed_scripts(self.table(path)):
                file = posixpath.normpath(posixpath.join(folder, script))
                if file in self.files:
                    by_file[file].append((posixpath.basename(file), path))
            for keys in _SCRIPTS:
                for name, target in dig(self.table(path), *keys).items():
                    if module := self._module(folder, string(target)):
                        by_file[module].append((name, path))
        return {path: tuple(commands) for path, commands in by_file.items()}

    @cached_property
    def programs(self) -> Mapping[str, tuple[File, ...]]:
        """The files of each folder that define main, without those that their language leaves out
        of the program."""
        by_folder: defaultdict[str, list[File]] = defaultdict(list)
        for file in self.files.values():
            marks = dict(file.facts.marks)
            if marks.get("main") and not marks.get("left out"):
                by_folder[file.folder].append(file)
        return {folder: tuple(files) for folder, files in by_folder.items()}

    def _named(self, *names: str) -> list[str]:
        return sorted(path for path in self.files if path.rpartition("/")[2] in names)

    def _module(self, folder: str, target: str) -> str | None:
        """Return the file of ``package.module:function``, as seen from a manifest's folder."""
        stem = target.partition(":")[0].strip().replace(".", "/")
        for root in ("", "src"):
            for ending in (".py", "/__init__.py"):
                path = posixpath.join(folder, root, stem + ending)
                if path in self.files:
                    return path
        return None


_PYTHON = ("pyproject.toml", "setup.cfg")
#: The keys of the commands that manifests of Python install.
_SCRIPTS = (
    ("project", "scripts"),
    ("project", "gui-scripts"),
    ("tool", "poetry", "scripts"),
    *((key,) for key in SCRIPTS),
)


def installed_scripts(manifest: Table) -> list[str]:
    """Return the files that a manifest of Python installs as commands as they are."""
    declared = dig(manifest, "tool", "setuptools").get("script-files")
    lines = string(dig(manifest, "options").get("scripts")).split()
    return [*strings(declared), *lines]


def _node(project: Project, path: str) -> Iterator[tuple[str, Phrase]]:
    manifest, folder = project.table(path), path.rpartition("/")[0]
    name, commands = string(manifest.get("name")), manifest.get("bin")
    targets = [("bin", target) for target in table(commands).values() or (commands,)]
    targets += [(key, manifest.get(key)) for key in ("main", "module", "browser")]
    targets.append(("exports", _main_export(manifest.get("exports"))))
    targets.append(("source", manifest.get("source")))
    is_named = False
    for key, target in targets:
        if isinstance(target, str):
            file = _node_file(project, folder, target)
            is_source = file is not None and not _is_output(project, folder, target)
            may_be_built = bool(name) and key != "bin" and not is_source
            if may_be_built and (source := built_from(project, folder, target)):
                yield source, begins(name, path)
            elif file:
                yield file, Phrase("{path} names it under {key}", path=path, key=key)
            else:
                continue
            is_named = True
    index = posixpath.join(folder, "index.js")
    if is_named:
        return
    started = list(_loaded(project, folder))
    yield from started
    if (
        name
        and not started
        and index in project.files
        and not any(target for key, target in targets if key != "bin")
    ):
        # The default of Node.
        yield index, begins(name, path)


def _loaded(project: Project, folder: str) -> Iterator[tuple[str, Phrase]]:
    """Yield the modules that the page beside a ``package.json`` loads, the start of a program
    for tools such as Vite."""
    page = posixpath.join(folder, "index.html")
    for source in project.facts(page, module_scripts):
        if file := _node_file(project, folder, source):
            yield file, Phrase("{path} loads it", path=page)


def module_scripts(text: str) -> list[str]:
    """Return the addresses of the modules that a page of HTML loads."""
    return _MODULE_SCRIPT.findall(text)


def _is_output(project: Project, folder: str, target: str) -> bool:
    """Return True if a path in a ``package.json`` is of a built file. Example: one in ``lib``
    with a source in ``src``."""
    stem = posixpath.splitext(posixpath.normpath(target))[0]
    source = posixpath.join(folder, "src", stem.removeprefix("lib/"))
    is_compiled = stem.startswith("lib/") and any(
        source + suffix in project.files for suffix in SOURCES
    )
    return is_compiled or is_built(target)


def _node_file(project: Project, folder: str, target: str) -> str | None:
    """Return the file of the tree that node takes for a path in a ``package.json``."""
    files = (posixpath.normpath(posixpath.join(folder, target + ending)) for ending in _NODE)
    return next((file for file in files if file in project.files), None)


def _main_export(exports: object) -> object:
    """Return the main export of a Node package, for any condition, rather a source than a built
    file."""
    value = table(exports).get(".", exports)
    paths = list(_conditional(value, _MOST_CONDITIONS))
    return next((path for path in paths if not is_built(path)), next(iter(paths), None))


def _conditional(value: object, depth: int) -> Iterator[str]:
    """Yield the paths that a package exports under one name, in the order of the conditions.

    :param depth: the most levels of nested conditions.
    """
    if isinstance(value, str):
        yield value
    elif depth:
        for condition in _CONDITIONS:
            yield from _conditional(table(value).get(condition), depth - 1)


def _cargo(project: Project, path: str) -> Iterator[tuple[str, Phrase]]:
    for name, file in binaries(project, path):
        yield file, Phrase("{path} names it as the binary {name}", path=path, name=name)
    package = dig(project.table(path), "package")
    folder = posixpath.dirname(path)
    name, file = string(package.get("name")), posixpath.join(folder, "src/main.rs")
    if package.get("autobins") is False:
        return
    if (run := string(package.get("default-run"))) and (source := _binary(project, folder, run)):
        yield source, Phrase("{path} builds the program {name} from it", path=path, name=run)
    if name and file in project.files:
        yield file, Phrase("{path} builds the program {name} from it", path=path, name=name)


def binaries(project: Project, path: str) -> Iterator[tuple[str, str]]:
    """Yield (name, file) for each binary whose source a ``Cargo.toml`` names."""
    for target in tables(project.table(path).get("bin")):
        name, source = string(target.get("name")), string(target.get("path"))
        folder = path.rpartition("/")[0]
        file = posixpath.normpath(posixpath.join(folder, source)) if source else None
        if name and (file := file or _binary(project, folder, name)) and file in project.files:
            yield name, file


def _binary(project: Project, folder: str, name: str) -> str | None:
    for ending in (".rs", "/main.rs"):
        file = posixpath.join(folder, "src/bin", name + ending)
        if file in project.files:
            return file
    return None


#: By name or ending.
_DECLARING: Mapping[str, Callable[[Project, str], Iterator[tuple[str, Phrase]]]] = {
    "package.json": _node,
    "Cargo.toml": _cargo,
}


def libraries(project: Project, path: str) -> Iterator[tuple[str, Phrase]]:
    """Yield the first file of a manifest's library, and the reason.

    :param path: of the manifest.
    """
    folder, _, name = path.rpartition("/")
    reader = _READERS.get(name)
    for relative, reason in reader(project, path) if reader else ():
        file = posixpath.normpath(posixpath.join(folder, relative))
        # An empty file says no more than that there is a package.
        if project.has_text(file):
            yield file, reason


def built_from(project: Project, folder: str, target: str) -> str | None:
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


def _python_library(project: Project, path: str) -> Iterator[tuple[str, Phrase]]:
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


def _python_files(project: Project, folder: str, stems: Iterable[str]) -> list[str]:
    return [
        file
        for stem in dict.fromkeys(stems)
        for root in ("", "src/")
        for file in (f"{root}{stem}/__init__.py", f"{root}{stem}.py")
        if stem and posixpath.join(folder, file) in project.files
    ]


def _top_modules(manifest: Table) -> Iterator[str]:
    for keys in _PYTHON_MODULES:
        value = dig(manifest, *keys[:-1]).get(keys[-1])
        for entry in value if isinstance(value, list) else [value]:
            name = entry.get("include") if isinstance(entry, dict) else entry
            if isinstance(name, str):
                # In setup.cfg they are lines of one value.
                for part in name.replace(",", " ").split():
                    top = part.removeprefix("src/").replace(".", "/").partition("/")[0]
                    if top.isidentifier():
                        yield top


def _packages(project: Project, folder: str) -> list[str]:
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


def _cargo_library(project: Project, path: str) -> Iterator[tuple[str, Phrase]]:
    manifest = project.table(path)
    if name := _string(manifest, "package", "name"):
        name = _string(manifest, "lib", "name") or name
        yield _string(manifest, "lib", "path") or "src/lib.rs", begins(name, path)


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


def _go_library(project: Project, path: str) -> Iterator[tuple[str, Phrase]]:
    """Yield the file with the package's name in a module's folder, unless a program has that
    name too: one of both is made for the other."""
    if name := project.facts(path, go_module_name):
        folder, file = posixpath.dirname(path), f"{name}.go"
        package = project.facts(posixpath.join(folder, file), go_package)
        program = posixpath.join(folder, "cmd", name, "")
        has_program = any(other.startswith(program) for other in project.files)
        if package == name and not has_program:
            yield file, begins(name, path)


def _string(manifest: Table, *keys: str) -> str:
    return string(dig(manifest, *keys[:-1]).get(keys[-1]))


_READERS: Mapping[str, Callable[[Project, str], Iterator[tuple[str, Phrase]]]] = {
    **dict.fromkeys(("pyproject.toml", "setup.cfg"), _python_library),
    "Cargo.toml": _cargo_library,
    "go.mod": _go_library,
}
