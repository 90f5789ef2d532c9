"""Commands of Rust: ``cargo test``, ``cargo run``, ``cargo bench``."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence

from sphinx_filedocs.languages.commands import argument, folder_of, inside, main_line
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifest_formats import dig, string, strings, tables
from sphinx_filedocs.source.manifests import Project, binaries

#: Folders whose files Cargo makes a target each (the Cargo book, "Package Layout"), with the
#: command and the key that switches it off.
_TARGETS = {
    "tests": ("cargo test --test", "autotests"),
    "benches": ("cargo bench --bench", "autobenches"),
    "examples": ("cargo run --example", "autoexamples"),
    "src/bin": ("cargo run --bin", "autobins"),
}
#: The tables of a manifest that say more of targets, by the same folders.
_TABLES = {"tests": "test", "benches": "bench", "examples": "example", "src/bin": "bin"}
#: What a module is included under, and its name.
_MODULE = re.compile(
    r"(?P<attributes>(?:^[ \t]*+#\[[^\n]{1,200}+\n){0,9})"
    r"^[ \t]*+(?:pub(?:\([^()\n]{1,60}\))?[ \t]++)?mod[ \t]++(?P<name>\w{1,100}+)[ \t]*+;",
    re.MULTILINE,
)
_CONDITION = re.compile(r"#\[cfg\((?P<condition>.*)\)\]")
_FEATURE = re.compile(r'feature\s*=\s*"(?P<name>[\w.+/-]{1,100})"')
#: What is said of a whole file.
_INNER = re.compile(r"^#!\[cfg\((?P<condition>[^\n]{1,300})\)\][ \t]*$", re.MULTILINE)
_NOT = re.compile(r"\bnot\([^()]*\)")
_TEST = "test"


def commands(file: File, project: Project) -> Iterator[Command]:
    """Yield the commands that run a Rust file, which is a target of its crate or a part of it."""
    manifest = project.nearest(file.folder, "Cargo.toml")
    package = dig(project.table(manifest), "package") if manifest else {}
    if manifest is None or not package:
        return
    cwd = folder_of(manifest)
    inner = inside(file.path, cwd)
    for name, path in binaries(project, manifest):
        if path == file.path:
            reason = Phrase("{path} names it as a binary", path=manifest)
            words = _with_features("cargo run", project, manifest, "src/bin", name)
            yield Command(f"{words} --bin {argument(name)}", reason, cwd)
            return
    if inner == "src/main.rs" and main_line(file):
        reason = Phrase("{path} makes src/main.rs its program", path=manifest)
        name = string(package.get("name"))
        is_only = not package.get("default-run") and not _other_programs(project, manifest)
        if is_only or package.get("default-run") == name:
            yield Command("cargo run", reason, cwd)
        elif name:
            yield Command(f"cargo run --bin {argument(name)}", reason, cwd)
    for folder, (words, switch) in _TARGETS.items():
        target = _target(inner, folder)
        if target and package.get(switch) is not False:
            reason = Phrase(
                "Cargo makes each file in {folder} a target of {path}",
                folder=folder,
                path=manifest,
            )
            first, _, option = words.rpartition(" ")
            inner_features = project.facts(file.path, features_of)
            first = _with_features(first, project, manifest, folder, target, inner_features)
            yield Command(f"{first} {option} {argument(target)}", reason, cwd)
    yield from _unit_tests(file, project, manifest, inner)


def _other_programs(project: Project, manifest: str) -> bool:
    """Return whether Cargo makes other programs of a package than that of ``src/main.rs``."""
    cwd = folder_of(manifest)
    package = dig(project.table(manifest), "package")
    main = posixpath.join(cwd, "src/main.rs")
    return any(path != main for _, path in binaries(project, manifest)) or (
        package.get("autobins") is not False
        and any(
            path.startswith(posixpath.join(cwd, "src/bin/"))
            and _target(inside(path, cwd), "src/bin")
            for path in project.files
        )
    )


def _with_features(
    words: str, project: Project, manifest: str, folder: str, target: str, own: Sequence[str] = ()
) -> str:
    """Return the words of a command with the features that a target requires.

    :param own: those that its source requires.
    """
    table = project.table(manifest)
    required = [*own] + [
        feature
        for row in tables(table.get(_TABLES[folder]))
        if row.get("name") == target
        for feature in strings(row.get("required-features"))
    ]
    return _features(words, table, required)


def _features(words: str, table: Mapping[str, object], names: list[str]) -> str:
    default = strings(dig(table, "features").get("default"))
    missing = [name for name in dict.fromkeys(names) if name not in default]
    return f"{words} --features {argument(','.join(missing))}" if missing else words


def _target(inner: str, folder: str) -> str | None:
    if not inner.startswith(f"{folder}/"):
        return None
    name = inner[len(folder) + 1 :].removesuffix("/main.rs").removesuffix(".rs")
    return name if name and "/" not in name else None


def _unit_tests(file: File, project: Project, manifest: str, inner: str) -> Iterator[Command]:
    cwd = folder_of(manifest)
    library = f"{cwd}/src/lib.rs" if cwd else "src/lib.rs"
    named = [s.name for s in file.facts.symbols if s.kind in ("module", "namespace")]
    tests = next((name for name in named if name in ("tests", "test")), None)
    if tests is None or library not in project.files or not inner.startswith("src/"):
        return
    parts = inner.removeprefix("src/").removesuffix(".rs").split("/")
    if parts[0] in ("main", "bin"):
        return
    if parts[-1] in ("lib", "mod"):
        parts.pop()
    path = "::".join((*parts, tests))
    features = _features_around(project, library, parts)
    if features is None:
        return
    reason = Phrase("it has a module {name}", name=tests)
    features += project.facts(file.path, features_of)
    words = _features("cargo test", project.table(manifest), features)
    yield Command(f"{words} --lib {argument(path)}", reason, cwd)


def _features_around(project: Project, library: str, parts: list[str]) -> list[str] | None:
    """Return the features without which a module is left out, or ``None`` where other conditions
    leave it out.

    :param library: the path of ``lib.rs``.
    :param parts: of the module's path.
    """
    features: list[str] = []
    for number, name in enumerate(parts):
        place = posixpath.join(folder_of(library), *parts[:number])
        around = library if not number else f"{place}.rs"
        around = around if around in project.files else f"{place}/mod.rs"
        for condition in project.facts(around, conditions).get(name, ()):
            if feature := _FEATURE.fullmatch(condition):
                features.append(feature["name"])
            elif condition != _TEST:
                return None
    return features


def features_of(text: str) -> tuple[str, ...]:
    """Return the features without which a source is empty, as ``#![cfg(feature = "x")]`` says."""
    needed = [_NOT.sub("", match["condition"]) for match in _INNER.finditer(text)]
    said = " ".join(condition for condition in needed if "any(" not in condition)
    return tuple(feature["name"] for feature in _FEATURE.finditer(said))


def conditions(text: str) -> Mapping[str, tuple[str, ...]]:
    """Return the conditions under which a source includes other modules, by the names of these."""
    return {
        module["name"]: tuple(
            match["condition"].strip() for match in _CONDITION.finditer(module["attributes"])
        )
        for module in _MODULE.finditer(text)
    }
