"""Commands of Java: Maven and Gradle, and single source files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_filedocs.languages.command_words import (
    argument,
    folder_of,
    inside,
    is_test_by_name,
    main_line,
)
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifests import Project

#: Where Maven and Gradle keep sources; what follows is the package.
_SOURCES = re.compile(r"(?:^|/)src/[A-Za-z]+/java/(.+)\.java$")
_MAIN_CLASS = re.compile(r"\bmainClass(?:Name)?\b[^\"'\n]{0,80}[\"']([\w.$]+)[\"']")


def commands(file: File, project: Project) -> Iterator[Command]:
    """Yield the commands that run a Java file."""
    manifest = project.nearest(file.folder, "pom.xml", "build.gradle", "build.gradle.kts")
    match = _SOURCES.search(f"/{file.path}")
    name = match[1].replace("/", ".") if match else None
    if manifest and name:
        run = _maven if manifest.endswith("pom.xml") else _gradle
        yield from run(file, project, manifest, name)
    elif manifest is None and main_line(file) and not file.is_test and _alone(file, project):
        reason = Phrase("it defines main and needs nothing but the JDK")
        yield Command(f"java {argument(file.path)}", reason)


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
    elif name in project.facts(manifest, main_classes):
        words = f"{program} {argument(f'{task}run')}"
        yield Command(words, Phrase("{path} names its class", path=manifest), cwd)


def main_classes(text: str) -> frozenset[str]:
    """Return the classes that a build file of Gradle says to run."""
    return frozenset(_MAIN_CLASS.findall(text))


def _alone(file: File, project: Project) -> bool:
    """Whether the file needs nothing but the JDK, so that ``java`` itself can run it.

    A class needs no import for another class of its package, which is in the same folder.
    """
    beside = (path for path in project.files if path.startswith(f"{file.folder}/".lstrip("/")))
    return all(
        import_.target.startswith(("java.", "javax.")) for import_ in file.facts.imports
    ) and not (
        any(folder_of(p) == file.folder and p != file.path and p.endswith(".java") for p in beside)
    )
