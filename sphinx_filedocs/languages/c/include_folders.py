"""The folders that compilers are told to search for headers, as far as files that say how a tree is
built can be read as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from sphinx_filedocs.languages.c.compile_commands import commands_of
from sphinx_filedocs.patterns import compile_pattern
from sphinx_filedocs.source.tree import ListedTree, ancestors, beside, join, parent

CMAKE = "CMakeLists.txt"
MAKE = ("GNUmakefile", "makefile", "Makefile", "Makefile.am", "Makefile.in")
#: Where it stands which headers are made of templates, and one of these.
_CONFIGURING = ("configure.ac", "configure.in", CMAKE, "meson.build")
_CONFIGURED = compile_pattern(
    r"\b(?:A[CM]_CONFIG_HEADERS?|AC_CONFIG_FILES|configure_file)[ \t]*+\(([^()]*+)\)", re.IGNORECASE
)
_HEADER = compile_pattern(r"(?<![\w.+-])[\w+-]++(?:\.[\w+-]++)*+(?![\w.+-])")
#: So many folders are kept for one file.
_MOST = 200
_CMAKE_CALL = compile_pattern(
    r"^[ \t]*+(?:target_)?+include_directories[ \t]*+\(([^()#]*+)\)", re.IGNORECASE | re.MULTILINE
)
_FLAG = compile_pattern(r"(?<![\w$./-])-(?:I|isystem|iquote)[ \t]*+([^\s\\;\"'`|&]++)")
COMMENT = compile_pattern(r"^[ \t]*+#.*+", re.MULTILINE)
_HERE = re.compile(
    r"\$\{CMAKE_CURRENT_(?:SOURCE|LIST)_DIR\}|\$[({](?:(?:abs_)?srcdir|CURDIR|PWD)[)}]"
)
_ABOVE = re.compile(r"\$\{(?:CMAKE|PROJECT)_SOURCE_DIR\}|\$[({](?:abs_)?top_srcdir[)}]")
_BUILD_INTERFACE = re.compile(r"\$<BUILD_INTERFACE:([^<>]*)>")


class IncludeFolders:
    """Tells which folders of a tree are searched for the headers that a file includes."""

    def __init__(self, tree: ListedTree) -> None:
        self._tree = tree
        self._known: dict[str, tuple[str, ...]] = {}
        #: The folders that each build file names.
        self._named: dict[str, tuple[str, ...]] = {}
        self._compiled = _compiled(tree)

    def of(self, folder: str) -> tuple[str, ...]:
        """Return the folders for the files of a folder, in the order in which they are searched:
        those of the option, what commands for its files name, then what the build files nearest
        above do."""
        if folder not in self._known:
            folders = dict.fromkeys(self._tree.include_folders)
            folders.update(dict.fromkeys(self._compiled.get(folder, ())))
            folders.update(dict.fromkeys(self._built(folder)))
            self._known[folder] = tuple(folders)[:_MOST]
        return self._known[folder]

    def generates(self, folder: str, name: str) -> bool:
        """Return whether a build file above a folder makes a header of that name of a template."""
        paths = (beside(above, file) for above in ancestors(folder) for file in _CONFIGURING)
        facts = self._tree.facts
        return any(name in facts(path, made_headers) for path in paths if path in self._tree.files)

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
        """Yield the folders that a build file names.

        :param top: the folder of the outermost build file above.
        """
        for word in self._tree.facts(path, of_cmake if path.endswith(CMAKE) else of_make):
            start = top if _ABOVE.match(word) else parent(path)
            place = join(start, _ABOVE.sub(".", _HERE.sub(".", word)))
            if place is not None and place in self._tree.folders:
                yield place


def made_headers(text: str) -> frozenset[str]:
    """Return the names of the headers that a build file makes of templates, such as ``config.h``
    for ``AC_CONFIG_HEADERS([config.h])``."""
    calls = _CONFIGURED.findall(COMMENT.sub("", text))
    return frozenset(_HEADER.findall(" ".join(calls)))


def of_make(text: str) -> list[str]:
    """Return the folders that the flags in a ``Makefile`` name."""
    return _FLAG.findall(COMMENT.sub("", text))


def of_cmake(text: str) -> list[str]:
    """Return the words of the calls that name folders in a file of CMake; some are none."""
    return [
        word
        for call in _CMAKE_CALL.finditer(COMMENT.sub("", text))
        for word in _BUILD_INTERFACE.sub(r"\1", call[1]).replace('"', " ").split()
    ]


def _compiled(tree: ListedTree) -> Mapping[str, Iterable[str]]:
    """Return the folders that the commands of a tree's databases name, by the folder of what they
    compile."""
    include_folders: dict[str, dict[str, None]] = {}
    for command in commands_of(tree):
        include_folders.setdefault(command.folder, {}).update(
            dict.fromkeys(command.include_folders)
        )
    return include_folders
