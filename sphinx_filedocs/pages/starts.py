"""Where the programs and the libraries of a tree start, and which of that tells where the tree
begins; and whether the examples of a README, or of documents, use the code of a tree."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from sphinx_filedocs.model.descriptions import ShownCode
from sphinx_filedocs.model.files import File, folders_above, is_built, is_header
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.symbols import WRAPPERS, Definition, Outlined, SymbolKind, walk
from sphinx_filedocs.pages.composition import Users, is_code
from sphinx_filedocs.phrases import Phrase

#: What the first line of a script says, and the right to run it.
_SCRIPT = "it is executable and starts with #!"
#: What the README says of a program.
_RUN = "{path} shows how it is run"
#: What manifests of Python and Rust say of commands, and a script of itself; those of node have
#: theirs under "bin".
_COMMANDS = frozenset(
    (
        _SCRIPT,
        "{path} installs it as the command {name}",
        "{path} names it as the binary {name}",
        "{path} builds the program {name} from it",
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
    def is_script(self) -> bool:
        """Whether a shell starts it by its first line."""
        return self.reason.message == _SCRIPT

    @property
    def is_run(self) -> bool:
        """Whether the README runs it, as a program that may do no more than call others."""
        return self.reason.message == _RUN

    @property
    def program(self) -> str:
        """The name that a manifest gives what starts there, ``""`` where none does."""
        return str(dict(self.reason.values).get("name", ""))

    @property
    def manifest(self) -> str:
        """The path of the manifest that says so, ``""`` where none does."""
        return str(dict(self.reason.values).get("path", ""))

    @property
    def is_of_root(self) -> bool:
        """Whether a manifest in the outermost folder says so."""
        return bool(self.manifest) and "/" not in self.manifest

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

    def is_called_as_tree(entry: Start) -> bool:
        return not entry.program or plain(entry.program).startswith(title)

    def is_bare(entry: Start) -> bool:
        names = [definition.name for definition in outlines.get(entry.path, ())]
        says_nothing = bool(names) and all(name.startswith("__") for name in names)
        return says_nothing and not imports_own(codebase, entry.path)

    entries = list(entries)
    bare = {entry.manifest for entry in entries if is_bare(entry)}
    entries = [
        entry
        for entry in entries
        if not is_bare(entry) and not _is_tried(codebase, entry) and not _is_output(entry)
        # A library that begins with its version alone has other modules, and a command beside them.
        if not (entry.is_command and entry.manifest in bare and plain(entry.program) != title)
    ]
    if examples:
        entries = [entry for entry in entries if not _is_beside_package(codebase, entry)]
    commands = [entry for entry in entries if entry.is_command]
    others = [entry for entry in entries if not entry.is_command]
    if examples:
        named = [entry for entry in commands if entry.program and is_called_as_tree(entry)]
        # One example may show what a program can be besides.
        is_program = examples == 1 or all(entry.by_itself for entry in others)
        return [*others, *named] if is_program else others
    is_program = any(plain(entry.program) == title for entry in commands)
    if in_docs > 1 and not is_program and not all(entry.by_itself for entry in others):
        return others
    programs = {entry.manifest for entry in commands}
    return [entry for entry in entries if entry.is_command or entry.manifest not in programs]


def _is_output(entry: Start) -> bool:
    """Return whether a package of node names a file that is built, be it not known of what."""
    folder, _, name = entry.manifest.rpartition("/")
    below = entry.path.removeprefix(f"{folder}/")
    return name == "package.json" and not entry.is_command and is_built(below)


def _is_tried(codebase: Codebase, entry: Start) -> bool:
    """Return whether an entry point is a module of a package of Python that is installed and that
    can be run alone, too: who uses the package imports it."""
    folder, _, name = entry.path.rpartition("/")
    is_module = entry.by_itself and codebase.light[entry.path].language == "python"
    if not is_module or not _has_file(codebase, folder, "__init__.py"):
        return False
    if name == "__main__.py" or stem(name) in {MAIN, *titles_of(codebase)}:
        return False
    return any(_has_file(codebase, above, *_INSTALLING) for above in folders_above(entry.path))


def _has_file(codebase: Codebase, folder: str, *names: str) -> bool:
    return any(posixpath.join(folder, name) in codebase.light for name in names)


def _is_beside_package(codebase: Codebase, entry: Start) -> bool:
    """Return whether an entry point is a program of Go that lies below ``cmd``, beside a package
    which is no program itself."""
    above, cmd, _ = f"/{entry.path}".partition("/cmd/")
    if not (cmd and entry.by_itself and codebase.light[entry.path].language == "go"):
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
    using = {user for file_users in users.values() for user in file_users}

    def is_unknown(file: File) -> bool:
        return file.language_type == "programming" and file.language not in known

    candidates = [
        entry
        for entry in entries
        if entry.path in using
        or imports_own(codebase, entry.path)
        or (not entry.is_script and codebase.light[entry.path].facts.kinds)
        or (entry.is_script and stem(entry.path) in titles)
        or (entry.manifest and is_unknown(codebase.light[entry.path]))
        # A header that can be compiled alone is a library all the same.
        if not (entry.by_itself and is_header(entry.path))
    ]
    return [entry for entry in candidates if not entry.is_script] or candidates


def run_by_readme(codebase: Codebase) -> list[Start]:
    """Return the programs that lines of a shell in the README run: files that no other uses and
    that use others or are known to start something, and the only program of a folder.

    These are ``main.py`` for ``python main.py``, and ``cmd/shop/cli.go`` for
    ``go install example.com/shop/cmd/shop``.
    """
    root = codebase.folders.get("")
    readme = codebase.files[root.readme] if root and root.readme else None
    words = [word for shown in readme.facts.shown for word in shown.run] if readme else []
    paths = dict.fromkeys(path for word in words if (path := _program_of(codebase, word)))
    if readme is None:
        return []
    reason = Phrase("{path} shows how it is run", path=readme.path)
    own = (file for path in paths if not (file := codebase.light[path]).vendored)
    # What only calls what others define has no definition of its own.
    return [Start(file.path, reason) for file in own if {role.name for role in file.roles} <= _OWN]


def _program_of(codebase: Codebase, word: str) -> str | None:
    """Return the program that a word of a command names, by its path or its folder."""
    path = posixpath.normpath(word)
    if file := codebase.light.get(path):
        is_main = bool(file.roles) or imports_own(codebase, path)
        return path if is_main and not codebase.graph.imported_by.get(path) else None
    parts = path.split("/")
    folders = ("/".join(parts[at:]) for at in range(len(parts)))
    folder = next((codebase.folders[path] for path in folders if path in codebase.folders), None)
    files = [codebase.light[path] for path in folder.files] if folder else []
    programs = [file.path for file in files if any(role.name in _OWN for role in file.roles)]
    return programs[0] if len(programs) == 1 else None


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
    return any(
        import_statement.resolved for import_statement in codebase.graph.imports.get(path, ())
    )


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


_MARKS = re.compile(r"[\W_]+")
_SHELLS = frozenset({"bash"})
#: Where more definitions are called alike it is not looked which of them are offered.
_MANY = 16
#: What an example begins with: a type, or a function that belongs to none.
_BEGINNINGS: frozenset[SymbolKind] = frozenset(
    {"class", "struct", "union", "enum", "interface", "trait", "type", "function"}
)


def shown_uses(codebase: Codebase, language: str, is_own: Callable[[File], bool]) -> int:
    """Return how many examples of a tree's README use its code in a language: they name a type or
    function that the code offers, or the project in code of that language.

    :param is_own: tells whether a file is a part of the program.
    """
    root = codebase.folders.get("")
    readme = codebase.files[root.readme] if root and root.readme else None
    return _uses(codebase, readme.facts.shown, language, is_own) if readme else 0


def uses_in_docs(codebase: Codebase, language: str, is_own: Callable[[File], bool]) -> int:
    """Return how many examples in the folder ``docs`` use a tree's code in a language, where the
    README has no example of anything."""
    root, docs = codebase.folders.get(""), codebase.folders.get("docs")
    if docs is None or (root and root.readme and codebase.files[root.readme].facts.shown):
        return 0
    examples = [example for path in docs.files for example in codebase.files[path].facts.shown]
    return _uses(codebase, examples, language, is_own)


def _uses(
    codebase: Codebase,
    examples: Iterable[ShownCode],
    language: str,
    is_own: Callable[[File], bool],
) -> int:
    if language in _SHELLS:
        # What stands there are commands.
        return 0
    offered, title = _Offered(codebase), plain(codebase.title)

    def is_named(name: str) -> bool:
        rows = [
            row
            for row in codebase.graph.definitions.get(name, ())
            if row.kind in _BEGINNINGS
            and codebase.light[row.path].language == language
            and is_own(codebase.light[row.path])
        ]
        return len(rows) > _MANY or any(map(offered.has, rows))

    return sum(
        any(
            # A module that is named in code of its language is used; elsewhere it may be a command.
            (plain(name) == title and language in example.languages) or is_named(name)
            for name in example.names
        )
        for example in examples
        if not example.languages or language in example.languages
    )


def plain(name: str) -> str:
    """Return a name in small letters without the marks between its words."""
    return _MARKS.sub("", name).lower()


class _Offered:
    """Tells which definitions are in no other one, and not private."""

    def __init__(self, codebase: Codebase) -> None:
        self._codebase = codebase
        self._known: dict[str, dict[str, Outlined]] = {}

    def has(self, definition: Definition) -> bool:
        entries = self._entries(definition.path)
        entry = entries.get(definition.qualified)
        parts = definition.qualified.split(".")
        around = (entries.get(".".join(parts[:end])) for end in range(1, len(parts)))
        return (
            entry is not None
            and not entry.private
            and all(owner is None or owner.symbol.kind in WRAPPERS for owner in around)
        )

    def _entries(self, path: str) -> dict[str, Outlined]:
        if path not in self._known:
            symbols = self._codebase.files[path].facts.symbols
            self._known[path] = {entry.qualified: entry for entry in walk(symbols)}
        return self._known[path]
