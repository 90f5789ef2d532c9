"""Where the programs and the libraries of a tree start, and which of that tells where the tree
begins."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from sphinx_filedocs.model.files import File, folders_above, is_built, is_header
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.pages.composition import Users, is_code
from sphinx_filedocs.pages.shown_uses import plain
from sphinx_filedocs.phrases import Phrase

#: What manifests of Python and Rust say of commands, and a script of itself; those of node have
#: theirs under "bin".
_COMMANDS = frozenset(
    (
        "it is executable and starts with #!",
        "{path} installs it as the command {name}",
        "{path} names it as the binary {name}",
        "{path} makes the program {name} of it",
    )
)
#: What the file of a program is called, whatever the program is.
MAIN = "main"
#: The manifests by which a package of Python is installed.
_INSTALLING = ("pyproject.toml", "setup.cfg", "setup.py")
#: What a file of own code may be besides.
_OWN = frozenset({"entry point"})
#: What stands for a language in names of projects, or for all of them: ``ocaml-uri``, ``JSON.jl``,
#: ``Tree source``.
_FOR = frozenset(
    (
        "c", "code", "cpp", "dart", "go", "h", "haskell", "hpp", "java", "jl", "js", "julia",
        "kotlin", "lua", "node", "ocaml", "perl", "php", "py", "python", "rb", "rs", "ruby",
        "rust", "scala", "source", "sources", "swift", "ts", "zig",
    )
)  # fmt: skip


class Start(NamedTuple):
    """A file where a program or library starts; ``line`` is where its text says so, 1-based."""

    path: str
    reason: Phrase
    line: int | None = None

    @property
    def by_itself(self) -> bool:
        """Whether no manifest says so, but its own text or name alone, as of many a script."""
        return not self.manifest

    @property
    def program(self) -> str:
        """The name that a manifest gives what starts there, ``""`` where none does."""
        return str(dict(self.reason.values).get("name", ""))

    @property
    def manifest(self) -> str:
        """The path of the manifest that says so, ``""`` where none does."""
        return str(dict(self.reason.values).get("path", ""))

    @property
    def is_command(self) -> bool:
        """Whether it is a command of a package, which may be a library besides."""
        is_module = self.path.endswith("/__main__.py") and self.by_itself
        is_named = dict(self.reason.values).get("key") == "bin"
        return is_module or is_named or self.reason.message in _COMMANDS


def of_what_is_shown(
    codebase: Codebase, entries: Iterable[Start], examples: int, in_docs: int
) -> list[Start]:
    """Return entry points without the commands of a library, where examples of the README use
    that, and without the library of a command, where they do not; nor what only says which
    version it is of. Where the README shows nothing, documents tell whether commands of another
    name are those of a library.

    :param examples: how many use the code.
    :param in_docs: how many of documents do.
    """
    title = plain(codebase.title)
    outlines = codebase.graph.outlines

    def is_called_as_tree(row: Start) -> bool:
        return not row.program or plain(row.program).startswith(title)

    def is_bare(row: Start) -> bool:
        names = [one.name for one in outlines.get(row.path, ())]
        says_nothing = bool(names) and all(name.startswith("__") for name in names)
        return says_nothing and not imports_own(codebase, row.path)

    entries = list(entries)
    bare = {row.manifest for row in entries if is_bare(row)}
    entries = [
        row
        for row in entries
        if not is_bare(row) and not _is_tried(codebase, row) and not _is_output(row)
        # A library that begins with its version alone has other modules, and a command beside them.
        if not (row.is_command and row.manifest in bare and plain(row.program) != title)
    ]
    if examples:
        entries = [row for row in entries if not _is_beside_package(codebase, row)]
    commands = [row for row in entries if row.is_command]
    others = [row for row in entries if not row.is_command]
    if examples:
        named = [row for row in commands if row.program and is_called_as_tree(row)]
        # One example may show what a program can be besides.
        is_program = examples == 1 or all(row.by_itself for row in others)
        return [*others, *named] if is_program else others
    is_program = any(plain(row.program) == title for row in commands)
    if in_docs > 1 and not is_program and not all(row.by_itself for row in others):
        return others
    programs = {row.manifest for row in commands}
    return [row for row in entries if row.is_command or row.manifest not in programs]


def _is_output(row: Start) -> bool:
    """Return whether a package of node names a file that is built, be it not known of what."""
    folder, _, name = row.manifest.rpartition("/")
    below = row.path.removeprefix(f"{folder}/")
    return name == "package.json" and not row.is_command and is_built(below)


def _is_tried(codebase: Codebase, row: Start) -> bool:
    """Return whether an entry point is a module of a package of Python that is installed and that
    can be run alone, too: who uses the package imports it."""
    folder, _, name = row.path.rpartition("/")
    is_module = row.by_itself and codebase.light[row.path].language == "python"
    if not is_module or not _has_file(codebase, folder, "__init__.py"):
        return False
    if name == "__main__.py" or stem(name) in {MAIN, *titles_of(codebase)}:
        return False
    return any(_has_file(codebase, above, *_INSTALLING) for above in folders_above(row.path))


def _has_file(codebase: Codebase, folder: str, *names: str) -> bool:
    return any(posixpath.join(folder, name) in codebase.light for name in names)


def _is_beside_package(codebase: Codebase, row: Start) -> bool:
    """Return whether an entry point is a program of Go that lies below ``cmd``, beside a package
    which is no program itself."""
    above, cmd, _ = f"/{row.path}".partition("/cmd/")
    if not (cmd and row.by_itself and codebase.light[row.path].language == "go"):
        return False
    beside = [
        file
        for path in codebase.folders[above[1:]].files
        if (file := codebase.light[path]).language == "go" and is_own_code(file)
    ]
    return bool(beside) and not any(file.roles for file in beside)


def telling(codebase: Codebase, users: Users, entries: Iterable[Start]) -> list[Start]:
    """Return the entry points that belong to other files, have code of their own or are called as
    the project, or that a manifest names where nothing is known of their language; scripts that a
    shell starts by their first line only where nothing else starts."""
    titles = titles_of(codebase)
    known = {file.language for file in codebase.light.values() if file.facts.kinds}
    using = {user for found in users.values() for user in found}

    def is_unknown(file: File) -> bool:
        return file.language_type == "programming" and file.language not in known

    found = [
        one
        for one in entries
        if one.path in using
        or imports_own(codebase, one.path)
        or (one.line != 1 and codebase.light[one.path].facts.kinds)
        or (one.line == 1 and stem(one.path) in titles)
        or (one.manifest and is_unknown(codebase.light[one.path]))
        # A header that can be compiled alone is a library all the same.
        if not (one.by_itself and is_header(one.path))
    ]
    return [one for one in found if one.line != 1] or found


def is_namesake(codebase: Codebase, path: str) -> bool:
    """Return whether a file, or a folder above it, is called as the tree: a name may go on in other
    words, but not in the same one."""
    *folders, name = path.lower().split("/")

    def is_called(title: str) -> bool:
        rest = name.removeprefix(title)
        return title in folders or (rest != name and not rest[:1].isalnum())

    return any(map(is_called, {codebase.title.lower(), *titles_of(codebase)}))


def imports_own(codebase: Codebase, path: str) -> bool:
    """Return whether a file imports another one of the tree."""
    return any(one.resolved for one in codebase.graph.imports.get(path, ()))


def titles_of(codebase: Codebase) -> AbstractSet[str]:
    """Return the name of the project, and that without the language that it is for."""
    words = codebase.title.lower().replace("-", " ").replace(".", " ").split()
    shorter = words[1:] if words[:1] and words[0] in _FOR else []
    if words[-1:] and words[-1] in _FOR:
        shorter = words[:-1]
    return {plain(codebase.title), plain("".join(shorter))} - {""}


def stem(path: str) -> str:
    """Return the name of a file up to the first dot, as :func:`plain`."""
    return plain(path.rpartition("/")[2].partition(".")[0])


def is_own_code(file: File) -> bool:
    """Return whether a file is a part of the program."""
    return is_code(file) and {role.name for role in file.roles} <= _OWN
