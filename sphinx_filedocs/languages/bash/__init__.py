"""Commands of shell scripts, and the scripts that they read."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Sequence

from sphinx_filedocs.languages import interpreter, load
from sphinx_filedocs.languages.commands import argument, clean, main_line
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifests import Project
from sphinx_filedocs.source.tree import ListedTree, beside, by_ending, join, parent

_SHELLS = frozenset({"bash", "zsh", "ksh", "dash", "sh"})


def commands(file: File, project: Project) -> Iterator[Command]:
    """Yield the commands that run a script of a shell, or an executable script of any kind."""
    if file.name.endswith(".bats"):
        yield Command(
            f"bats {argument(file.path)}", Phrase("its name ends in {ending}", ending=".bats")
        )
    elif (
        dict(file.facts.marks).get("shebang")
        and not _is_module(file, project)
        and (cwd := _place(file, project)) is not None
    ):
        path = file.name if cwd else file.path
        if file.executable:
            path = path if "/" in path else f"./{path}"
            yield Command(argument(path), Phrase("it is executable and starts with #!"), cwd)
        elif file.language == "bash" and (shell := project.facts(file.path, shell_of)):
            reason = Phrase("it starts with #! and {shell}", shell=shell)
            yield Command(f"{shell} {argument(path)}", reason, cwd)


def shell_of(text: str) -> str:
    """Return the shell that the first line of a script names."""
    program = interpreter(text)
    return program if program in _SHELLS else ""


def _place(file: File, project: Project) -> str | None:
    """Return the folder that a script's paths are relative to: the root of the tree, else its
    own folder, else ``None``."""
    named = [row.target for row in file.facts.imports if "$" not in row.target]
    for place in dict.fromkeys(("", file.folder)):
        # A path that is nowhere in the tree is searched along PATH, or is absolute.
        if all(
            clean(posixpath.join(place, target)) in project.files
            or clean(posixpath.join(file.folder, target)) not in project.files
            for target in named
        ):
            return place
    return None


def _is_module(file: File, project: Project) -> bool:
    """Return True if a script in a language of modules is run in another way: as a test, under the
    name that installs it, or as a part of its package."""
    language = load().get(file.language or "")
    if language is None or language.runs_by_path:
        return False
    is_named = file.is_test or main_line(file) or file.path in project.installed
    return bool(is_named) or any(
        posixpath.join(file.folder, name) in project.files
        for name in language.comments.package_files
    )


class Source:
    """Finds scripts by plain paths and below a variable.

    A plain path is looked for from the script's folder and then from the root. A variable's value
    is unknown: the rest of the path means a file only if exactly one file of the tree ends in it.
    """

    def __init__(self, tree: ListedTree, paths: Sequence[str]) -> None:
        self._tree = tree
        wanted = {_downward(_tail(import_.target)) for import_ in tree.imports(paths)}
        self._endings = by_ending(tree.files, wanted - {""})

    def resolve(self, path: str, import_: Import) -> Iterable[str]:
        """Return the script that the file ``path`` reads, if it is one of the tree."""
        folder = parent(path)
        target = import_.target.replace('"', "").replace("'", "").strip()
        if "$" not in target and "`" not in target:
            return self._written(folder, target)
        tail = _tail(target)
        if not tail:
            return ()
        candidates = self._endings.get(_downward(tail), [])
        return candidates if len(candidates) == 1 else ()

    def _written(self, folder: str, target: str) -> list[str]:
        for home in (folder, ""):
            place = join(home, target) if target else None
            # CMake's add_subdirectory names a folder for the script in it.
            for path in () if place is None else (place, beside(place, "CMakeLists.txt")):
                if path in self._tree.files:
                    return [path]
        return []


def _tail(target: str) -> str:
    """Return the literal end of a path after its last expansion, ``""`` without one."""
    bare = target.replace('"', "").replace("'", "").strip()
    end = max(bare.rfind("}"), bare.rfind(")"), bare.rfind("`"))
    dollar = bare.rfind("$")
    if max(end, dollar) < 0:
        return ""
    tail = bare[end + 1 :] if end > dollar else bare[dollar:]
    # Between an expansion and the tail there is a slash, or the name is not known in full.
    head, slash, rest = tail.partition("/")
    whole = not head if end > dollar else head[:1] == "$" and head[1:].isidentifier()
    return rest.lstrip("/") if slash and whole else ""


def _downward(tail: str) -> str:
    while tail.startswith(("../", "./")):
        tail = tail.partition("/")[2]
    return join("", tail) or ""
