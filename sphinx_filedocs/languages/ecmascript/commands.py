"""Commands of JavaScript and TypeScript: test runners and scripts."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping

from sphinx_filedocs.languages.commands import (
    argument,
    clean,
    folder_of,
    inside,
    line,
)
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifest_formats import string, table
from sphinx_filedocs.source.manifests import Project

#: Test runners by the package that a manifest names, with the words that start them, the
#: package that a test of theirs imports, and the languages that they read as they are.
_JAVASCRIPT = frozenset({"javascript"})
_ALL = frozenset({"javascript", "typescript", "tsx"})
_RUNNERS: Mapping[str, tuple[tuple[str, ...], frozenset[str]]] = {
    "vitest": (("npx", "vitest", "run"), _ALL),
    "jest": (("npx", "jest"), _ALL),
    "@playwright/test": (("npx", "playwright", "test"), _ALL),
    "mocha": (("npx", "mocha"), _JAVASCRIPT),
    "ava": (("npx", "ava"), _JAVASCRIPT),
    "tap": (("npx", "tap"), _ALL),
}
#: The same for the modules of runners that are built into a JavaScript runtime.
_BUILT_IN: Mapping[str, tuple[tuple[str, ...], frozenset[str]]] = {
    "node:test": (("node", "--test"), _JAVASCRIPT),
    "bun:test": (("bun", "test"), _ALL),
}
#: Packages that a file of tests imports from, if it does not use globals.
_IMPORTED = {"@jest/globals": "jest"}
_DEPENDENCIES = ("devDependencies", "dependencies", "peerDependencies")


def commands(file: File, project: Project) -> Iterator[Command]:
    """Yield the commands that run a JavaScript or TypeScript file."""
    manifests = list(project.above(file.folder, "package.json"))
    # Helper files beside tests.
    if file.is_test and "test" in dict(file.facts.marks):
        yield from _tests(file, project, manifests)
    for manifest in manifests[:1]:
        yield from _scripts(file, project, manifest)
        role = project.declared.get(file.path)
        if role and ("key", "bin") in role.reason.values and file.language == "javascript":
            cwd = folder_of(manifest)
            yield Command(line(["node"], inside(file.path, cwd)), role.reason, cwd)


def _tests(file: File, project: Project, manifests: list[str]) -> Iterator[Command]:
    imported = {import_.target for import_ in file.facts.imports}
    for module, (words, languages) in _BUILT_IN.items():
        if module in imported and file.language in languages:
            cwd = folder_of(manifests[0]) if manifests else ""
            command = line(words, inside(file.path, cwd))
            yield Command(command, Phrase("it imports {module}", module=module), cwd)
            return
    wanted = {_IMPORTED.get(name, name) for name in imported} & set(_RUNNERS)
    for manifest in manifests:
        script = _words(string(table(project.table(manifest).get("scripts")).get("test")))
        # Of several that a manifest requires, its test script runs one.
        for runner in sorted(_RUNNERS, key=lambda runner: runner not in script):
            words, languages = _RUNNERS[runner]
            if file.language not in languages or (wanted and runner not in wanted):
                continue
            if reason := _names(project, manifest, runner, runner in wanted):
                cwd = folder_of(manifest)
                yield Command(line(words, inside(file.path, cwd)), reason, cwd)
                return


def _names(project: Project, path: str, runner: str, is_imported: bool) -> Phrase | None:
    """Return the evidence for a test runner in a ``package.json``. A dependency is none if the test
    script runs another program, no script runs this one, and the file does not import it.

    :param is_imported: True if the file of tests imports the runner.
    """
    manifest = project.table(path)
    scripts = table(manifest.get("scripts"))
    started = re.compile(rf"\b_?{_RUNNERS[runner][0][1]}\b")
    is_sure = (
        is_imported
        or "test" not in scripts
        or any(started.search(string(script)) for script in scripts.values())
    )
    for key in _DEPENDENCIES:
        if is_sure and runner in table(manifest.get(key)):
            return Phrase("{path} names {runner} in its {key}", path=path, runner=runner, key=key)
    if runner in _words(string(scripts.get("test"))):
        return Phrase("{path} names {runner} in its test script", path=path, runner=runner)
    return None


def _scripts(file: File, project: Project, manifest: str) -> Iterator[Command]:
    cwd = folder_of(manifest)
    for name, script in table(project.table(manifest).get("scripts")).items():
        if file.name not in string(script):
            continue
        if any(clean(word) == inside(file.path, cwd) for word in _words(string(script))):
            reason = Phrase("the script {name} of {path} names it", name=name, path=manifest)
            yield Command(f"npm run {argument(name)}", reason, cwd)


def _words(script: str) -> list[str]:
    try:
        return shlex.split(script)
    except ValueError:
        return script.split()
