"""Commands of JavaScript and TypeScript: test runners and scripts."""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from sphinx_filedocs.languages.commands import (
    argument,
    clean,
    folder_of,
    inside,
    line,
)
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.patterns import compile_pattern
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifest_formats import string, table
from sphinx_filedocs.source.manifests import Project

_TOKEN = compile_pattern(
    r"//[^\n]*+|/\*(?:(?!\*/).)*+"
    r"|(?P<key>[A-Za-z_]\w*+|\"[^\"\n]*+\"|'[^'\n]*+')\s*+:"
    r"|(?P<string>\"[^\"\n]*+\"|'[^'\n]*+')"
    r"|(?P<open>[{\[])|(?P<close>[}\]])|(?P<spread>\.{3})|(?P<word>[\w$]++)",
    re.DOTALL,
)
#: An expression of JavaScript that means the same in Python, and takes few steps.
_PLAIN = compile_pattern(r"(?:[\w/<>@-]|\\[./]|\.[*+]?+|[|()\[\]^$]|(?<=[\])\w])\?)*+\Z")
_GLOB = compile_pattern(
    r"\*\*/|\*\*?+|[?+@]\(|\?|[{},|)]|\[[\w-]++\]|[^*?+@{},|)(\[\]!\\]++|[+@](?!\()"
)
_MOST = 4
#: Keys that lie deeper are none of a runner.
_DEEPEST = 6
_SPREAD = "..."
_ENDINGS = (".ts", ".mts", ".cts", ".js", ".mjs", ".cjs", ".json")
#: Values by their keys, ``None`` where they are no strings; a key of a spread is ``...``.
Settings = Mapping[str, tuple[str, ...] | None]


class _Runner(NamedTuple):
    """What the configuration of a runner is called, and its keys.

    :param within: what all keys begin with.
    :param unread: keys under which more is said than is read here.
    """

    program: str
    configs: tuple[str, ...]
    within: str
    globs: str
    expressions: str
    no_globs: str
    no_expressions: str
    folder: str
    unread: tuple[str, ...]
    taken: tuple[str, ...]


_CASES = "**/*.{test,spec}.?(c|m)[jt]s?(x)"
_SETTINGS_OF = {
    "vitest": _Runner(
        "vitest", ("vitest.config", "vite.config"), "test.", "include", "", "exclude", "", "dir",
        ("projects", "workspace", "root"), (_CASES,),
    ),
    "jest": _Runner(
        "jest", ("jest.config",), "", "testMatch", "testRegex", "", "testPathIgnorePatterns",
        "rootDir", ("projects",),
        ("**/__tests__/**/*.?(c|m)[jt]s?(x)", "**/test.?(c|m)[jt]s?(x)",
         "**/spec.?(c|m)[jt]s?(x)", _CASES),
    ),
    "@playwright/test": _Runner(
        "playwright", ("playwright.config",), "", "testMatch", "", "testIgnore", "", "testDir",
        ("projects.testDir", "projects.testIgnore", "projects.testMatch"), (_CASES,),
    ),
}  # fmt: skip


def configuration(project: Project, manifest: str, runner: str, path: str) -> str | None:
    """Return the configuration that a runner has to be started with so that it takes a file, as
    ``vitest.e2e.config.ts``: ``""`` where that is the one that it takes anyway, ``None`` where it
    is not known that any takes the file.

    :param manifest: the path of the ``package.json`` that names the runner.
    """
    known = _SETTINGS_OF.get(runner)
    if known is None:
        # It runs whatever file it is started with.
        return ""
    cwd = folder_of(manifest)
    stems = (posixpath.join(cwd, name + end) for name in known.configs for end in _ENDINGS)
    usual = next((name for name in stems if name in project.files), None)
    own = table(project.table(manifest).get(known.program))
    if usual is None and own:
        usual, known = manifest, known._replace(within=f"{known.program}.")
    if _takes(project, known, usual, cwd, path):
        return ""
    for name in _named_configs(project, manifest, known.program):
        other = posixpath.normpath(posixpath.join(cwd, name))
        plain = _SETTINGS_OF[runner]
        if other in project.files and _takes(project, plain, other, cwd, path):
            return inside(other, cwd)
    return None


def _named_configs(project: Project, manifest: str, program: str) -> Iterator[str]:
    """Yield the configurations that the scripts of a manifest start a runner with."""
    for script in table(project.table(manifest).get("scripts")).values():
        words = string(script)[:1000].replace("--config=", "--config ").split()
        if program in words:
            yield from (
                words[at + 1] for at, word in enumerate(words[:-1]) if word in {"--config", "-c"}
            )


def _takes(project: Project, runner: _Runner, config: str | None, cwd: str, path: str) -> bool:
    """Return whether a runner takes a file for certain.

    :param config: the path of its configuration, if it has any.
    """
    settings = project.facts(config, read_settings) if config else {}
    within = {
        key.removeprefix(runner.within): value
        for key, value in settings.items()
        if key.startswith(runner.within)
    }
    if _SPREAD in within or _SPREAD in settings or not within.keys().isdisjoint(runner.unread):
        return False
    values = [within.get(key, ()) for key in runner[3:8]]
    if None in values:
        return False
    globs, expressions, no_globs, no_expressions, folders = (value or () for value in values)
    base = folder_of(config) if config else cwd
    for folder in folders:
        base = posixpath.normpath(posixpath.join(base, folder.replace("<rootDir>", ".")))
    base = "" if base == "." else base
    if base and not path.startswith(f"{base}/"):
        return False
    globs = globs if globs or expressions else runner.taken
    wanted = [*map(_of_glob, globs), *map(_of_expression, expressions)]
    unwanted = [*map(_of_glob, no_globs), *map(_of_expression, no_expressions)]
    inner = f"/{inside(path, base)}"
    roots = within.get("roots", ())
    if roots is None or (roots and not any(_is_below(inner, root) for root in roots)):
        return False
    return _fits(unwanted, inner) is False and _fits(wanted, inner) is True


def _is_below(path: str, root: str) -> bool:
    """Return whether a path lies in one of the folders in which jest looks for tests."""
    folder = posixpath.normpath(f"/{root.replace('<rootDir>', '.')}")
    return path.startswith(posixpath.join(folder, ""))


def _fits(patterns: Iterable[str | None], path: str) -> bool | None:
    """Return whether a path fits one of some patterns, ``None`` where one of them is not known."""
    known = list(patterns)
    if None in known:
        return None
    return any(re.search(pattern, path) for pattern in known if pattern is not None)


def _of_expression(written: str) -> str | None:
    pattern = written.replace("\\\\", "\\").replace("<rootDir>", "^")
    if not _PLAIN.match(pattern) or len(re.findall(r"\.[*+]", pattern)) > _MOST:
        return None
    try:
        re.compile(pattern)
    except re.error:
        return None
    return pattern


def _of_glob(written: str) -> str | None:
    """Return an expression for a glob of picomatch, ``None`` for one that excludes something."""
    glob = written.replace("<rootDir>/", "").removeprefix("./")
    if glob.count("*") > 2 * _MOST:
        return None
    parts, closing, end = [r"\A/"], list[str](), 0
    while match := _GLOB.match(glob, end):
        part, end = match[0], match.end()
        if part == "**/":
            parts.append("(?:[^/]+/)*")
        elif part[0] == "*":
            parts.append("[^/]*" if part == "*" else ".*")
        elif part[-1] == "(" or part == "{":
            parts.append("(?:")
            # One or several of something that may be long takes many steps.
            closing.append(")?" if part[0] == "?" else ")")
        elif part in {")", "}"} and closing:
            parts.append(closing.pop())
        elif part in {",", "|"} and closing:
            parts.append("|")
        elif part == "?":
            parts.append("[^/]")
        else:
            parts.append(part if part[0] == "[" else re.escape(part))
    return "".join((*parts, r"\Z")) if end == len(glob) and not closing else None


def read_settings(text: str) -> Settings:
    """Return the strings, and lists of strings, of the objects that a configuration has, by their
    keys: ``{"test.include": ("src/**/*.spec.ts",)}``."""
    settings: dict[str, list[str] | None] = {}
    #: For each open bracket, the keys up to it, and whether it opens a list.
    around: list[tuple[str, bool]] = []
    key = ""
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        place, is_list = around[-1] if around else ("", False)
        name = f"{place}.{key}" if place and key else place or key
        if kind == "key":
            key = match["key"].strip("\"'")
        elif kind == "open":
            if is_list:
                settings[place] = None
            elif match[0] == "[" and key:
                settings[name] = []
            elif key:
                settings.setdefault(name, None)
            around.append((name if len(around) < _DEEPEST else place, match[0] == "["))
            key = ""
        elif kind == "close":
            del around[-1:]
            key = ""
        elif is_list:
            values = settings.get(place)
            if kind == "string" and values is not None:
                values.append(match[0][1:-1])
            else:
                settings[place] = None
        elif kind == "spread":
            settings[f"{place}.{_SPREAD}" if place else _SPREAD] = None
        elif key and kind:
            settings[name] = [match[0][1:-1]] if kind == "string" else None
            key = ""
    return {name: None if values is None else tuple(values) for name, values in settings.items()}


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
#: The same for the modules of runners that are a part of what runs JavaScript.
_BUILT_IN: Mapping[str, tuple[tuple[str, ...], frozenset[str]]] = {
    "node:test": (("node", "--test"), _JAVASCRIPT),
    "bun:test": (("bun", "test"), _ALL),
}
#: Packages that a file of tests imports from, where it does not use globals.
_IMPORTED = {"@jest/globals": "jest"}
_DEPENDENCIES = ("devDependencies", "dependencies", "peerDependencies")
_OPERATORS = frozenset("&|;")
_NODE_TEST = re.compile(r"\bnode\s+(?:\S+\s+)*?--test\b")


def commands(file: File, project: Project) -> Iterator[Command]:
    """Yield the commands that run a JavaScript or TypeScript file."""
    manifests = list(project.above(file.folder, "package.json"))
    # Beside tests lies what only helps them.
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
            options = _options(project, manifests[0], words) if manifests else []
            command = line([*words, *options], inside(file.path, cwd))
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
                config = configuration(project, manifest, runner, file.path)
                if config is not None:
                    words = (*words, "--config", argument(config)) if config else words
                    yield Command(line(words, inside(file.path, cwd)), reason, cwd)
                return
        if file.language == "javascript" and not wanted and _runs_node(project, manifest):
            cwd = folder_of(manifest)
            reason = Phrase("the test script of {path} is node --test", path=manifest)
            yield Command(line(["node", "--test"], inside(file.path, cwd)), reason, cwd)
            return


def _options(project: Project, manifest: str, words: Sequence[str]) -> list[str]:
    """Return the options, with their values, that the test script of a ``package.json`` starts a
    runner with."""
    script = _words(string(table(project.table(manifest).get("scripts")).get("test")))
    if tuple(script[: len(words)]) != tuple(words):
        return []
    pairs = pairwise(("", *takewhile(_OPERATORS.isdisjoint, script[len(words) :])))
    return [
        shlex.quote(word)
        for before, word in pairs
        if word[:1] == "-" or (before[:1] == "-" and "=" not in before)
    ]


def _names(project: Project, path: str, runner: str, is_imported: bool) -> Phrase | None:
    """Return where a ``package.json`` names a test runner. Where its test script runs another
    program, and no script runs this one, that program starts it, if any does.

    :param is_imported: whether the file of tests imports the runner.
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


def _runs_node(project: Project, manifest: str) -> bool:
    script = string(table(project.table(manifest).get("scripts")).get("test"))
    return bool(_NODE_TEST.search(script[:1000]))


def _scripts(file: File, project: Project, manifest: str) -> Iterator[Command]:
    """Yield the scripts of a ``package.json`` whose command line names the file."""
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
