"""The files of a tree with definitions, imports, visibility and declarations; records questions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from sphinx_filedocs import languages
from sphinx_filedocs.index import trace
from sphinx_filedocs.index.trace import Question, Tracer
from sphinx_filedocs.languages.base import ParametersHook
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import folders_of
from sphinx_filedocs.resolve.defined import CALLABLE, TYPES, Defined
from sphinx_filedocs.resolve.exports import IMPORTS, opened_by, opens
from sphinx_filedocs.resolve.import_resolution import Resolution
from sphinx_filedocs.resolve.module_cache import ModuleCache
from sphinx_filedocs.resolve.modules import SPACES, Module
from sphinx_filedocs.resolve.visibility import DefinedNames, Visibility

#: Where a name has more declarations than this, the others are not considered.
_MANY = 100
_DATA = frozenset({"variable", "constant"})
_SPECIAL = re.compile(r"\b(?:class|struct|union)\b[^<:{]*<")
#: The names of types where their kind stands before them.
_TAGGED = re.compile(r"\b(?:struct|union|enum|class)\s+(\w+)")


class Declarations:
    """Chooses among declarations by the includes of a file."""

    def __init__(self, modules: ModuleCache, sight: Visibility) -> None:
        self._sight = sight
        self._modules = modules
        self._counts: dict[Defined, int] = {}
        #: Those that are compiled, unlike others of their names.
        self.compiled: set[Defined] = set()
        self._settled_rows: dict[tuple[str, tuple[Defined, ...]], tuple[Defined, ...]] = {}

    def read(self, module: Module, rows: Iterable[Defined]) -> tuple[Defined, ...]:
        """Return the compiled definitions, or all if none is."""
        rows = tuple(rows)
        if len(rows) < 2:
            return rows
        skipped = [row for row in rows if self._sight.is_skipped(module.path, row)]
        retained = tuple(row for row in rows if row not in skipped)
        names = {row.qualified for row in skipped}
        self.compiled.update(row for row in retained if row.qualified in names)
        return retained or rows

    def instead(self, module: Module, defined: Defined) -> Defined:
        """Return the compiled alternative of a definition."""
        rows = module.lookups.members(defined.owner, defined.name)
        if len(rows) < 2:
            return defined
        kinds = next((some for some in (TYPES, CALLABLE) if defined.kind in some), None)
        alike = [row for row in rows if (row.kind in kinds if kinds else row.kind == defined.kind)]
        read = self.read(module, alike)
        return defined if defined in read or not read else read[0]

    def same(self, module: Module, defined: Defined) -> tuple[Defined, ...]:
        """Return the definitions that one in a file stands for: several if its scope has
        overloads."""
        rows = module.lookups.members(defined.owner, defined.name)
        if defined.kind in TYPES:
            if _makes(defined) and not _is_special(defined):
                return (defined,)
            return self.settle(module, [row for row in rows if row.kind in TYPES])
        if defined.body and not module.language.scopes.overloads:
            return (defined,)
        home = _scope(module, defined)
        inside = module.names.scopes[home].kind == "class"
        return self.settle(
            module,
            [
                row
                for row in rows
                if row.kind in CALLABLE
                and (not inside or _scope(module, row) == home or not _is_class(module, row))
            ],
        )

    def settle(self, module: Module, rows: Iterable[Defined]) -> tuple[Defined, ...]:
        """Return the definitions of declarations, each once."""
        rows = self.read(module, rows)
        if len(rows) == 1 and rows[0].body:
            return rows
        key = (module.path, rows)
        settled = self._settled_rows.get(key)
        if settled is None:
            settled = self._settled_rows[key] = self._settle(module, rows)
        return settled

    def leave_file(self) -> None:
        """Drop caches for the linked file."""
        self._settled_rows.clear()
        self.compiled = set()

    def _settle(self, module: Module, rows: tuple[Defined, ...]) -> tuple[Defined, ...]:
        groups: dict[tuple[str, bool], list[Defined]] = {}
        for row in rows:
            groups.setdefault((row.qualified, _is_macro(row)), []).append(row)
        return tuple(row for group in groups.values() for row in self._settled(module, group))

    def _settled(self, module: Module, group: list[Defined]) -> list[Defined]:
        own = [row for row in group if row.path == module.path]
        if all(row.kind in SPACES for row in group):
            return (own or group)[:1]
        if all(row.kind in TYPES for row in group):
            return self._type(module, own, group)
        if all(row.kind in CALLABLE for row in group) and len(group) <= _MANY:
            return self._functions(module, group)
        rows = own or group
        rows = [row for row in rows if not is_extern(row)] or self._data(module, rows)
        alone = len({row.path for row in rows}) == 1
        return rows[:1] if alone and (not rows[0].member or self._alike(rows)) else rows

    def _alike(self, fields: list[Defined]) -> bool:
        bindings = self._modules[fields[0].path].names.bindings
        types = {bindings[row.binding].type if row.binding >= 0 else -1 for row in fields}
        return len(types) == 1 and -1 not in types

    def _type(self, module: Module, own: list[Defined], group: list[Defined]) -> list[Defined]:
        bodies = [row for row in own if _makes(row)] or [row for row in group if _makes(row)]
        if not bodies:
            same = self._same(module, group[0])
            bodies = [row for row in same if _makes(row) and row.kind in TYPES]
            bodies = bodies if len(bodies) == 1 else []
        rows = bodies or own or group
        general = [row for row in rows if not _is_special(row)]
        rows = general or rows
        return rows[:1] if general and len({row.path for row in rows}) == 1 else rows

    def _same(self, module: Module, row: Defined) -> list[Defined]:
        rows = self._sight.qualified(module.family, row.qualified)
        return list(self.read(module, rows)) if len(rows) <= _MANY else []

    def _data(self, module: Module, rows: list[Defined]) -> list[Defined]:
        if rows[0].kind not in _DATA or rows[0].member:
            return rows
        defining = [
            row
            for row in self._same(module, rows[0])
            if row.kind in _DATA and not _text(row).startswith(("extern ", "static "))
        ]
        return defining if len(defining) == 1 else rows

    def _count(self, row: Defined) -> int:
        if row not in self._counts:
            self._counts[row] = _count(row)
        return self._counts[row]

    def _place(self, row: Defined) -> tuple[str, int]:
        module = self._modules[row.path]
        return row.path, _scope(module, row) if _is_class(module, row) else -1 - row.binding

    def _functions(self, module: Module, group: list[Defined]) -> list[Defined]:
        if not module.language.scopes.overloads:
            return self._function(module, group)
        by_count: dict[int, list[Defined]] = {}
        for row in group:
            by_count.setdefault(self._count(row), []).append(row)
        return [row for rows in by_count.values() for row in self._function(module, rows)]

    def _function(self, module: Module, group: list[Defined]) -> list[Defined]:
        bodies = [row for row in group if row.body]
        declared = [row for row in group if not row.body]
        if module.language.scopes.overloads and (mixed := _mixed(module, bodies, declared)):
            return mixed
        if module.language.scopes.overloads and max(_most(bodies), _most(declared)) > 1:
            return declared if _most(declared) >= _most(bodies) else bodies
        inside = {self._place(row) for row in bodies if row.member}
        if any(row.member and self._place(row) in inside for row in declared):
            # No member is declared twice in its class.
            return group
        own = [row for row in bodies if row.path == module.path]
        if own:
            return own[-1:]
        if not bodies:
            same = self._same(module, group[0])
            bodies = [
                row
                for row in same
                if row.body
                and row.kind in CALLABLE
                and not _text(row).startswith("static ")
                and (
                    not module.language.scopes.overloads
                    or self._count(row) == self._count(group[0])
                )
            ]
        if len(bodies) == 1:
            return bodies
        rows = declared or bodies
        near = [row for row in rows if row.path == module.path] or rows
        return near[:1] if len({row.path for row in near}) == 1 or declared else near


def is_extern(row: Defined) -> bool:
    """Return True if a definition is an ``extern`` declaration."""
    return row.kind in _DATA and _text(row).startswith("extern ")


def _scope(module: Module, row: Defined) -> int:
    return module.names.bindings[row.binding].scope if row.binding >= 0 else 0


def _is_class(module: Module, row: Defined) -> bool:
    return module.names.scopes[_scope(module, row)].kind == "class"


def _is_macro(row: Defined) -> bool:
    return row.kind == "macro"


def _makes(row: Defined) -> bool:
    if row.body or row.kind != "type":
        return row.body
    return row.name not in _TAGGED.findall(_text(row))


def _is_special(row: Defined) -> bool:
    return row.kind != "type" and _SPECIAL.search(_untemplated(row)) is not None


def _text(row: Defined) -> str:
    return row.definition.signature


def _most(rows: Iterable[Defined]) -> int:
    counts: dict[str, int] = defaultdict(int)
    for row in rows:
        counts[row.path] += 1
    return max(counts.values(), default=0)


def _mixed(module: Module, bodies: list[Defined], declared: list[Defined]) -> list[Defined]:
    both = {row.path for row in bodies} & {row.path for row in declared}
    hook = module.language.hooks.parameters
    if not both or not hook:
        return []
    path = min(both)
    rows = [row for row in (*bodies, *declared) if row.path == path]
    rows.sort(key=lambda row: row.definition.order)
    tell = cast("ParametersHook", languages.hook(hook))
    parameter_lists = {tell(_text(row), row.name) for row in rows}
    return rows if len(parameter_lists) == len(rows) and "" not in parameter_lists else []


def _untemplated(row: Defined) -> str:
    signature = _text(row)
    depth = 0
    for at, letter in enumerate(signature if signature.startswith("template") else ""):
        depth += (letter == "<") - (letter == ">")
        if letter == ">" and not depth:
            return signature[at + 1 :]
    return signature


def _count(row: Defined) -> int:
    signature = _untemplated(row)
    start = signature.find("(", signature.find(row.name) + len(row.name))
    depth = commas = 0
    words = False
    for letter in signature[start:] if start >= 0 else "":
        depth += (letter in "(<[{") - (letter in ")>]}")
        if not depth:
            break
        commas += depth == 1 and letter == ","
        words = words or letter.isalnum()
    return commas + 1 if words else 0


class LinkTree:
    """The files of a tree with definitions, imports and visibility; records questions about them.

    :param modules: by path.
    :param names: definitions by name.
    :param files: all files of the tree.
    """

    def __init__(
        self,
        modules: ModuleCache,
        names: DefinedNames,
        resolution: Resolution,
        files: Iterable[str],
        tracer: Tracer,
    ) -> None:
        self.modules = modules
        self.tracer = tracer
        self._resolution = resolution
        self._files = frozenset(files)
        self._folders = folders_of(self._files)
        self.sight = Visibility(modules, names, resolution.imports, resolution.builds, tracer)
        self.included = Declarations(modules, self.sight)

    def import_of(self, path: str, number: int) -> Import:
        """Return a resolved import of a file."""
        # It is a part of the expression, for which the file was asked.
        return self._resolution.imports[path][number]

    def has_imports(self, path: str) -> bool:
        """Return True if a file imports anything."""
        self.modules.ask(path, IMPORTS)
        return bool(self._resolution.imports.get(path))

    def opening_imports(self, path: str) -> Sequence[Import]:
        """Return the imports of everything in a file."""
        self.modules.ask(path, IMPORTS)
        imports = self._resolution.imports.get(path, ())
        return [import_ for import_ in imports if opens(import_)]

    def opened_files(self, path: str, import_: Import) -> Sequence[str]:
        """Return the files opened by an import of everything."""
        self.modules.ask(path, opened_by(import_))
        return import_.resolved

    def passing_imports(self, path: str) -> Iterator[Import]:
        """Yield the re-exports of a file."""
        self.modules.ask(path, IMPORTS)
        imports = self._resolution.imports.get(path, ())
        return (import_ for import_ in imports if import_.kind == "reexport")

    def has_file(self, path: str) -> bool:
        """Return True if the tree has a file."""
        self.tracer.ask(Question.EXISTS, path)
        return path in self._files

    def has_folder(self, path: str) -> bool:
        """Return True if the tree has a folder."""
        self.tracer.ask(Question.EXISTS, path)
        return path in self._folders

    def find_root(self, path: str, word: str, line: int) -> tuple[str, ...]:
        """Return the files that a word such as ``crate`` means in a file."""
        family = self.modules.language_family(path)
        self.tracer.ask(Question.IMPLEMENTATIONS, trace.roots_key(family))
        return self._resolution.find_root(path, word, line)

    def leave_file(self) -> None:
        """Forget the linked file and its caches."""
        self.modules.leave_file()
        self.sight.leave_file()
        self.included.leave_file()

    def let_go(self) -> None:
        """Free memory."""
        self.modules.let_go()
        self.sight.let_go()

    def is_space(self, defined: Defined) -> bool:
        """Return True if a definition is a namespace made by many files. Example:
        ``namespace shop`` of C++."""
        language = self.modules.language(defined.path)
        return language.imports.text and defined.kind in (*SPACES, "macro")


def unit(path: str) -> str:
    """Return the common stem of a source, its header and its compiled file. Example:
    ``src/cart`` of ``src/cart.h`` and ``src/cart.c``."""
    folder, slash, name = path.rpartition("/")
    return folder + slash + name.partition(".")[0]


def stem(path: str) -> str:
    """Return the name of a file without its last ending. Example: ``cart.test`` of
    ``src/cart.test.js``."""
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name
