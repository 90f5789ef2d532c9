"""Compile commands, include folders and macros that the build files of a tree name."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from sphinx_filedocs.patterns import compile_pattern
from sphinx_filedocs.source.manifest_formats import cmake_calls
from sphinx_filedocs.source.tree import ListedTree, ancestors, beside, join, parent

_DATABASE = "compile_commands.json"
#: So many commands of a database are read.
_COMMANDS = 20_000
_OPTIONS = ("I", "isystem", "iquote", "D", "U", "include", "imacros")
_FOLDERS = _OPTIONS[:3]


class CompileCommand(NamedTuple):
    """A command that compiles a file of a tree.

    :param file: its path, ``""`` if it is not in the tree.
    :param folder: its folder.
    :param include_folders: of the command, in the tree.
    :param macros: defined ones with their values, undefined ones with ``None``; the last of one
        name counts.
    :param forced: the files that are included before the first line, in the tree; ``None`` stands
        for one outside.
    """

    file: str
    folder: str
    include_folders: tuple[str, ...]
    macros: tuple[tuple[str, str | None], ...]
    forced: tuple[str | None, ...]


def commands_of(tree: ListedTree) -> Iterator[CompileCommand]:
    """Yield the commands that compile something in a tree, of the databases that are given, else
    of those in it."""
    named = (tree.facts(path, entries_of) for path in tree.named(_DATABASE))
    for entries in map(entries_of, tree.databases) if tree.databases else named:
        root = next(filter(None, (_root(tree, entry.file) for entry in entries)), "")
        for entry in entries if root else ():
            if command := _command(tree, root, entry):
                yield command


class _Entry(NamedTuple):
    """An entry of a database: the folder that its command runs in, the file that this compiles,
    and its words."""

    directory: str
    file: str
    words: Sequence[str]


def entries_of(text: str) -> list[_Entry]:
    """Return the entries of a database."""
    try:
        rows = json.loads(text or "[]")
    except (ValueError, RecursionError):
        return []
    return [
        entry
        for row in (rows[:_COMMANDS] if isinstance(rows, list) else ())
        if (entry := _entry(row))
    ]


def _entry(row: object) -> _Entry | None:
    if not isinstance(row, dict):
        return None
    directory, file, command = row.get("directory"), row.get("file"), row.get("command")
    if isinstance(arguments := row.get("arguments"), list):
        words = [str(word) for word in arguments]
    else:
        words = _divided(command) if isinstance(command, str) else []
    if not (isinstance(directory, str) and isinstance(file, str) and words):
        return None
    return _Entry(directory, _absolute(directory, file), words)


def _divided(command: str) -> list[str]:
    if not {"\\", '"', "'"} & {*command}:
        return command.split()
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()


def _absolute(directory: str, path: str) -> str:
    return path if path.startswith("/") else f"{directory}/{path}"


def _command(tree: ListedTree, root: str, entry: _Entry) -> CompileCommand | None:
    place = _inside(root, entry.file)
    if place is None:
        return None
    folders: dict[str, None] = {}
    macros: dict[str, str | None] = {}
    forced: dict[str | None, None] = {}
    for option, named in _options(entry.words):
        if option in "DU":
            name, equals, value = named.partition("=")
            macros[name] = (value if equals else "1") if option == "D" else None
            continue
        there = _inside(root, _absolute(entry.directory, named))
        if option in _FOLDERS:
            if there is not None and there in tree.folders:
                folders[there] = None
        else:
            forced[there if tree.has(there) else None] = None
    file = place if place in tree.files else ""
    folder = place.rpartition("/")[0]
    return CompileCommand(
        file, folder, tuple(folders), tuple(sorted(macros.items())), tuple(forced)
    )


def _options(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    pending = ""
    for word in words:
        if pending:
            yield pending, word
            pending = ""
        elif option := next((name for name in _OPTIONS if word.startswith(f"-{name}")), ""):
            if value := word.removeprefix(f"-{option}"):
                yield option, value
            else:
                pending = option


def _root(tree: ListedTree, path: str) -> str:
    rest = path
    while rest and rest not in tree.files:
        rest = rest.partition("/")[2]
    return path[: len(path) - len(rest)] if rest else ""


def _inside(root: str, path: str) -> str | None:
    place = join("", path.lstrip("/"))
    start = root.strip("/")
    if place is None or not f"{place}/".startswith(f"{start}/" if start else ""):
        return None
    return place[len(start) :].lstrip("/")


CMAKE = "CMakeLists.txt"
MAKE = ("GNUmakefile", "makefile", "Makefile", "Makefile.am", "Makefile.in")
#: So many folders are kept for one file.
_MOST = 200
_INCLUDING = ("include_directories", "target_include_directories")
_FLAG = compile_pattern(r"(?<![\w$./-])-(?:I|isystem|iquote)[ \t]*+([^\s\\;\"'`|&]++)")
COMMENT = compile_pattern(r"^[ \t]*+#.*+", re.MULTILINE)
_HERE = re.compile(
    r"\$\{CMAKE_CURRENT_(?:SOURCE|LIST)_DIR\}|\$[({](?:(?:abs_)?srcdir|CURDIR|PWD)[)}]"
)
_ABOVE = re.compile(r"\$\{(?:CMAKE|PROJECT)_SOURCE_DIR\}|\$[({](?:abs_)?top_srcdir[)}]")
_BUILD_INTERFACE = re.compile(r"\$<BUILD_INTERFACE:([^<>]*)>")


class IncludeFolders:
    """Finds the folders of a tree that are searched for the headers of a file."""

    def __init__(self, tree: ListedTree) -> None:
        self._tree = tree
        self._known: dict[str, tuple[str, ...]] = {}
        #: The folders that each build file names.
        self._named: dict[str, tuple[str, ...]] = {}
        self._compiled = _compiled(tree)

    def of(self, folder: str) -> tuple[str, ...]:
        """Return the folders for the files of a folder, in the order in which they are searched:
        those of the option, of commands for its files, then of the nearest build files above."""
        if folder not in self._known:
            folders = dict.fromkeys(self._tree.include_folders)
            folders.update(dict.fromkeys(self._compiled.get(folder, ())))
            folders.update(dict.fromkeys(self._built(folder)))
            self._known[folder] = tuple(folders)[:_MOST]
        return self._known[folder]

    def _built(self, folder: str) -> Iterator[str]:
        above = [
            path
            for ancestor in ancestors(folder)
            for path in (beside(ancestor, name) for name in (CMAKE, *MAKE))
            if path in self._tree.files
        ]
        for path in above:
            if path not in self._named:
                self._named[path] = tuple(self._read(path, parent(above[-1])))
            yield from self._named[path]

    def _read(self, path: str, top: str) -> Iterator[str]:
        for word in self._tree.facts(path, of_cmake if path.endswith(CMAKE) else of_make):
            start = top if _ABOVE.match(word) else parent(path)
            place = join(start, _ABOVE.sub(".", _HERE.sub(".", word)))
            if place is not None and place in self._tree.folders:
                yield place


def of_make(text: str) -> list[str]:
    """Return the folders that the flags in a ``Makefile`` name."""
    return _FLAG.findall(COMMENT.sub("", text))


def of_cmake(text: str) -> list[str]:
    """Return the words of the calls that name folders in a file of CMake; some are none."""
    return [
        _BUILD_INTERFACE.sub(r"\1", word)
        for name, words in cmake_calls(text)
        if name in _INCLUDING
        for word in words
    ]


def _compiled(tree: ListedTree) -> Mapping[str, Iterable[str]]:
    include_folders: dict[str, dict[str, None]] = {}
    for command in commands_of(tree):
        include_folders.setdefault(command.folder, {}).update(
            dict.fromkeys(command.include_folders)
        )
    return include_folders


_MACRO_FLAG = compile_pattern(r"(?<![\w$./-])-[DU][ \t]*+([A-Za-z]\w*+)")
_DEFINING = ("target_compile_definitions", "add_compile_definitions", "add_definitions")
_CMAKE_NAME = compile_pattern(r"(?<![\w${/.-])(?:-D)?+([A-Z]\w*+)(?![\w}])")
#: Macros that compilers define under names that are not reserved for them.
_BY_COMPILERS = frozenset({"linux", "unix", "i386"})


def switches_of(tree: ListedTree, commands: Iterable[CompileCommand]) -> frozenset[str]:
    """Return the macros that a command of a database or a build file defines or undefines:
    without that, and without a definition in a source, they are undefined. Names that are
    reserved for compilers are left out."""
    macros = {name for command in commands for name, _ in command.macros if name[:1] != "_"}
    for name in (CMAKE, *MAKE):
        for path in tree.named(name):
            macros.update(tree.facts(path, macros_of_cmake if name == CMAKE else macros_of_make))
    return frozenset(macros - _BY_COMPILERS)


def macros_of_make(text: str) -> frozenset[str]:
    """Return the macros that flags in a ``Makefile`` define or undefine."""
    return frozenset(_MACRO_FLAG.findall(COMMENT.sub("", text)))


def macros_of_cmake(text: str) -> frozenset[str]:
    """Return the macros that flags and calls in a ``CMakeLists.txt`` define or undefine."""
    words = (word for name, words in cmake_calls(text) if name in _DEFINING for word in words)
    named = (_CMAKE_NAME.findall(word) for word in words)
    return frozenset(chain(_MACRO_FLAG.findall(COMMENT.sub("", text)), *named))
