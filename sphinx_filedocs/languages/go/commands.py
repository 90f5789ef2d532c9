"""Commands of Go: ``go test`` and ``go run``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_filedocs.languages.command_words import argument, folder_of, inside, main_line
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifests import Project

#: What `go test` runs begins so.
_TESTS = ("Test", "Benchmark", "Example", "Fuzz")
#: Tags that all have to be set, or must not be, for a file to be compiled.
_CONSTRAINT = re.compile(
    r"^//(?:go:build|[ \t]*\+build)[ \t]+(!?[\w.]+(?:[ \t]*&&[ \t]*!?[\w.]+){0,9})[ \t]*\r?$",
    re.MULTILINE,
)
_TAG = re.compile(r"(?<![!\w.])[\w.]+")
#: Tags that the go command sets itself (``go tool dist list``, ``go help buildconstraint``).
_OF_GO = re.compile(
    r"""aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|wasip1
    |windows|unix|386|amd64|arm|arm64|loong64|mips\w*|ppc64\w*|riscv64|s390x|wasm|cgo|gc|gccgo|race
    |go1\.\d+""",
    re.VERBOSE,
)


def commands(file: File, project: Project) -> Iterator[Command]:
    """Yield the commands that run a Go file, which is always a whole package of a module."""
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
        reason = Phrase("its name ends in _test.go, in the module of {path}", path=module)
        tags = ",".join(project.facts(file.path, tags_of))
        words = f"go test -tags {argument(tags)}" if tags else "go test"
        yield Command(f"{words} {package}", reason, cwd)
    elif main_line(file) and not _is_one_of_several(file, project):
        reason = Phrase("it defines main, in the module of {path}", path=module)
        yield Command(f"go run {package}", reason, cwd)


def tags_of(text: str) -> tuple[str, ...]:
    """Return the tags without which a Go source is left out, as far as all of them are needed."""
    constraint = _CONSTRAINT.search(text.partition("\npackage ")[0])
    tags = _TAG.findall(constraint[1]) if constraint else ()
    return tuple(tag for tag in tags if not _OF_GO.fullmatch(tag))


def _is_one_of_several(file: File, project: Project) -> bool:
    """Return whether other files of a folder define main too: no package of them can be built."""
    return any(
        other.path != file.path and other.language == file.language
        for other in project.programs.get(file.folder, ())
    )
