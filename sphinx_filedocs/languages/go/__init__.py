"""Commands and imports of Go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sphinx_filedocs.languages.commands import argument, folder_of, inside, main_line
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifests import Project, go_module
from sphinx_filedocs.source.tree import (
    ListedTree,
    ancestors,
    beside,
    by_ending,
    join,
    nearest,
    parent,
)

#: The beginnings of functions that `go test` runs.
_TESTS = ("Test", "Benchmark", "Example", "Fuzz")
#: A condition under which a file is compiled, which the command does not set.
_CONSTRAINT = "//go:build "


def commands(file: File, project: Project) -> Iterator[Command]:
    """Yield the commands that run a Go file: always its whole package."""
    module = project.nearest(file.folder, "go.mod")
    if module is None:
        return
    cwd = folder_of(module)
    inner = inside(file.folder, cwd) if file.folder != cwd else ""
    package = argument(f"./{inner}" if inner else ".")
    if file.name.endswith("_test.go"):
        names = [symbol.name for symbol in file.facts.symbols]
        if names and not any(name.startswith(_TESTS) for name in names):
            return
        if project.facts(file.path, has_constraint):
            return
        reason = Phrase("its name ends in _test.go, in the module of {path}", path=module)
        yield Command(f"go test {package}", reason, cwd)
    elif main_line(file) and not _is_one_of_several(file, project):
        reason = Phrase("it defines main, in the module of {path}", path=module)
        yield Command(f"go run {package}", reason, cwd)


def has_constraint(text: str) -> bool:
    """Return True if a Go source is compiled under a condition alone: ``//go:build linux``."""
    return _CONSTRAINT in text.partition("\npackage ")[0]


def _is_one_of_several(file: File, project: Project) -> bool:
    """Return True if other files of a folder define main too: no package of them can be built."""
    return any(
        other.path != file.path and other.language == file.language
        for other in project.programs.get(file.folder, ())
    )


#: Stands for the content of a package in comparisons of paths.
_ANY = "*"


class Package:
    """Finds packages by ``go.mod`` (https://go.dev/ref/mod#resolve-pkg-mod).

    The module with the longest path that begins the import counts. Without one, a folder counts
    whose own path, that of the root included, ends in the import path, as in a ``GOPATH`` or
    ``vendor`` folder. A package is all of its files but the tests.
    """

    def __init__(self, tree: ListedTree, paths: Sequence[str]) -> None:
        self._tree = tree
        self._packages = {
            folder: tuple(beside(folder, name) for name in names if _is_source(name))
            for folder, names in tree.folders.items()
            if any(map(_is_source, names))
        }
        self._modules = self._declared()
        self._outer = "/".join(tree.root_name)
        places = {beside(self._outer, beside(folder, _ANY)) for folder in self._packages}
        wanted = {f"{import_.target}/{_ANY}" for import_ in tree.imports(paths)}
        self._endings = by_ending(places, wanted)

    def _declared(self) -> dict[str, list[str]]:
        modules: dict[str, list[str]] = {}
        for path in self._tree.named("go.mod"):
            if module := self._tree.facts(path, go_module):
                modules.setdefault(module, []).append(parent(path))
        # The standard library is a module whose path does not begin its imports.
        modules[""] = modules.pop("std", [])
        return modules

    def resolve(self, path: str, import_: Import) -> Iterable[str]:
        """Return the files of the package that an import in the file ``path`` names."""
        folder = parent(path)
        target = import_.target.rstrip("/")
        if target.startswith(("./", "../")):
            place = join(folder, target)
            return self._packages.get(place, ()) if place is not None else ()
        for module in ancestors(target):
            homes = self._modules.get(module, [])
            places = [beside(home, target[len(module) :].lstrip("/")) for home in homes]
            candidates = sorted(beside(place, _ANY) for place in places if place in self._packages)
            for place in nearest(candidates, folder):
                return self._packages[parent(place)]
        return self._by_ending(folder, target)

    def _by_ending(self, folder: str, target: str) -> Iterable[str]:
        if "." not in target.partition("/")[0]:
            return ()
        candidates = self._endings.get(f"{target}/{_ANY}", [])
        for place in nearest(candidates, beside(self._outer, folder)):
            inner = parent(place)[len(self._outer) :].lstrip("/") if self._outer else parent(place)
            return self._packages.get(inner, ())
        return ()


def _is_source(name: str) -> bool:
    return name.endswith(".go") and not name.endswith("_test.go")
