"""Commands and imports of Java, and the parts that its grammar cannot read."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from sphinx_filedocs.languages.commands import (
    argument,
    folder_of,
    inside,
    is_test_by_name,
    main_line,
)
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifests import Project
from sphinx_filedocs.source.tree import ListedTree, ancestors, by_ending, nearest, parent, secluded

#: A class of one qualified name may have a variant for each platform, equally near.
_VARIANTS = 4


class Classpath:
    """Finds classes by the package that a file declares and the names that it defines.

    A class is looked for by its whole name, then by ever shorter ones: the rest is a member of it.
    ``*`` takes all files of a package, or the members of a class. A file that declares no package
    is found if its path ends in the qualified name.
    """

    def __init__(self, tree: ListedTree, paths: Sequence[str]) -> None:
        classes: defaultdict[str, set[str]] = defaultdict(set)
        packages: defaultdict[str, set[str]] = defaultdict(set)
        undeclared = []
        for path in paths:
            declared = _declared(tree.light[path])
            for package, names in declared:
                packages[package].add(path)
                for name in names:
                    classes[f"{package}.{name}"].add(path)
            if not declared:
                undeclared.append(path)
        self._classes = {name: sorted(files) for name, files in classes.items()}
        self._packages = {name: tuple(sorted(files)) for name, files in packages.items()}
        wanted = {
            _place(name, path)
            for path in paths
            for import_ in tree.imports([path])
            for target in _targets(import_)
            for name in self._names(target)
        }
        self._endings = by_ending(undeclared, wanted)

    def resolve(self, path: str, import_: Import) -> Iterable[str]:
        """Return the files that define the target of an import in the file ``path``."""
        files: list[str] = []
        for target in _targets(import_):
            files += self._find(path, target)
        return files

    def _find(self, path: str, target: str) -> Sequence[str]:
        star = target.endswith(".*")
        name = target.removesuffix(".*")
        if star and name in self._packages:
            return self._packages[name]
        for prefix in self._names(name):
            if files := self._class(path, prefix):
                return files
        return self._packages.get(name, ())

    @staticmethod
    def _names(name: str) -> Iterator[str]:
        yield from prefixes(name)

    def _class(self, path: str, name: str) -> Sequence[str]:
        folder = parent(path)
        if name in self._classes:
            return nearest(self._classes[name], folder, _VARIANTS)
        candidates = self._endings.get(_place(name, path), ())
        return nearest(candidates, folder, accept=lambda each: self._may_mean(name, each, folder))

    def _may_mean(self, _name: str, path: str, folder: str) -> bool:
        return not secluded(path, folder)


def _declared(file: File) -> list[tuple[str, list[str]]]:
    stem = file.name.partition(".")[0]
    return [(_dotted(name), [stem, *names]) for name, names in file.facts.packages]


def _targets(import_: Import) -> list[str]:
    """Return the qualified names that an import names, ``.*`` at the end for all of something."""
    target = _dotted(import_.target)
    names = [name.name for name in import_.names]
    if not names or names == [target.rpartition(".")[2]]:
        return [target]
    return [f"{target}.{name}" for name in names]


def _dotted(name: str) -> str:
    return "".join(name.split()).replace("\\", ".").replace("::", ".").strip(".")


def prefixes(name: str) -> Iterator[str]:
    """Yield a qualified name and those before its dots, the longest first, with a package."""
    for prefix in ancestors(name.removesuffix(".*").replace(".", "/")):
        if "/" in prefix:
            yield prefix.replace("/", ".")


def _place(name: str, path: str) -> str:
    return name.replace(".", "/") + posixpath.splitext(path)[1]


#: The folders of sources of Maven and Gradle; the rest is the package.
_SOURCES = re.compile(r"(?:^|/)src/[A-Za-z]+/java/(.+)\.java$")


def commands(file: File, project: Project) -> Iterator[Command]:
    """Yield the commands that run a Java file."""
    manifest = project.nearest(file.folder, "pom.xml", "build.gradle", "build.gradle.kts")
    match = _SOURCES.search(f"/{file.path}")
    name = match[1].replace("/", ".") if match else None
    if manifest and name:
        run = _maven if manifest.endswith("pom.xml") else _gradle
        yield from run(file, project, manifest, name)


def _maven(file: File, project: Project, manifest: str, name: str) -> Iterator[Command]:
    cwd = folder_of(manifest)
    program = "./mvnw" if f"{cwd}/mvnw".lstrip("/") in project.files else "mvn"
    if is_test_by_name(file):
        words = f"{program} test -Dtest={argument(name)}"
        yield Command(words, Phrase("{path} builds it", path=manifest), cwd)
    elif main_line(file) and not file.is_test:
        words = f"{program} compile exec:java -Dexec.mainClass={argument(name)}"
        yield Command(words, Phrase("it defines main, and {path} builds it", path=manifest), cwd)


def _gradle(file: File, project: Project, manifest: str, name: str) -> Iterator[Command]:
    wrapper = project.nearest(folder_of(manifest), "gradlew")
    cwd = folder_of(wrapper or manifest)
    part = inside(folder_of(manifest), cwd) if folder_of(manifest) != cwd else ""
    task = f":{part.replace('/', ':')}:" if part else ""
    program = "./gradlew" if wrapper else "gradle"
    if is_test_by_name(file):
        words = f"{program} {argument(f'{task}test')} --tests {argument(name)}"
        yield Command(words, Phrase("{path} builds it", path=manifest), cwd)
