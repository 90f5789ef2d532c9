"""Commands of Rust: ``cargo test``, ``cargo run``, ``cargo bench``."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from sphinx_filedocs.languages.commands import argument, folder_of, inside, main_line
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifest_formats import dig, string
from sphinx_filedocs.source.manifests import Project, binaries

#: Folders whose files Cargo makes a target each (the Cargo book, "Package Layout"), with the
#: command and the key that switches it off.
_TARGETS = {
    "tests": ("cargo test --test", "autotests"),
    "benches": ("cargo bench --bench", "autobenches"),
    "examples": ("cargo run --example", "autoexamples"),
    "src/bin": ("cargo run --bin", "autobins"),
}


def commands(file: File, project: Project) -> Iterator[Command]:
    """Yield the commands that run a Rust file: a target of its crate or a part of one."""
    manifest = project.nearest(file.folder, "Cargo.toml")
    package = dig(project.table(manifest), "package") if manifest else {}
    if manifest is None or not package:
        return
    cwd = folder_of(manifest)
    inner = inside(file.path, cwd)
    for name, path in binaries(project, manifest):
        if path == file.path:
            reason = Phrase("{path} names it as a binary", path=manifest)
            yield Command(f"cargo run --bin {argument(name)}", reason, cwd)
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
            yield Command(f"{words} {argument(target)}", reason, cwd)
    yield from _unit_tests(file, project, manifest, inner)


def _other_programs(project: Project, manifest: str) -> bool:
    """Return True if Cargo makes other programs of a package than that of ``src/main.rs``."""
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
    reason = Phrase("it has a module {name}", name=tests)
    yield Command(f"cargo test --lib {argument(path)}", reason, cwd)
