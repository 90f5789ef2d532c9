"""Resolves paths of modules: ``crate::a::b``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from sphinx_filedocs.index.links.candidates import Meaning, Value
from sphinx_filedocs.index.links.defined import Defined
from sphinx_filedocs.index.links.modules import SPACES, Module
from sphinx_filedocs.index.links.resolver import Part, Resolver
from sphinx_filedocs.index.links.tree import LinkTree
from sphinx_filedocs.model.expressions import WholeImport
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.names import Binding

#: The word for the module around, for that around it, and the one before the name of a crate.
_SELF, _SUPER, _TOP = "self", "super", "::"
_CRATE = frozenset({"crate", "$crate"})
#: The crates of the language: a module of one's own that has such a name is seldom for others.
_STANDARD = frozenset({"std", "core", "alloc"})
#: The files of modules that are called by their folders.
_ROOTS = frozenset({"lib.rs", "main.rs", "mod.rs"})
#: Words that mean modules of the tree.
WORDS = _CRATE | {_SELF, _SUPER}


class Paths(Part):
    """Resolves paths."""

    def root(self, module: Module, word: str, scope: int) -> Meaning | None:
        """Resolve the first part of a path: ``crate``, ``self``, a module, a crate or an imported
        name."""
        around = self._module_around(module, scope)
        if word == _SELF:
            return self._at(module, around)
        if word == _SUPER:
            return self._above(module, around)
        if word in _CRATE:
            return _files(self._tree.find_root(module.path, "crate", 1))
        target = self._in_scope(module, around, word, module.path, opened=False)
        if target is None and (top := self._tree.find_root(module.path, _TOP, 1)):
            # Paths begin at the crate's root in the first edition of the language.
            target = self.member(Meaning("import", paths=top), word, module.path)
        target = target or _files(self._tree.find_root(module.path, word, 1))
        if target is None and word not in _STANDARD:
            target = self.opened(module, scope, word)
        return target

    def member(self, place: Meaning, name: str, asker: str) -> Meaning | None:
        """Resolve a name in a module.

        :param asker: the file with the path.
        """
        for path in place.paths:
            module = self._modules.get(path)
            target = self._inside(module, 0, name, asker) if module else None
            if target:
                return target
        for defined in place.defined[:1]:
            module = self._modules[defined.path]
            if defined.kind not in SPACES:
                return self._resolver.member(Value(defined), name)
            return self._inside(module, _scope_of(module, defined), name, asker)
        return None

    def opened(self, module: Module, scope: int, name: str) -> Meaning | None:
        """Resolve a name through ``use a::*`` around a scope."""
        at = scope
        while at > 0:
            if target := self._open(module, at, name):
                return target
            if module.names.scopes[at].kind == "module":
                return None
            at = module.names.scopes[at].parent
        return self._open(module, 0, name)

    def _module_around(self, module: Module, scope: int) -> int:
        while scope > 0 and module.names.scopes[scope].kind != "module":
            scope = module.names.scopes[scope].parent
        return max(scope, 0)

    def _at(self, module: Module, scope: int) -> Meaning | None:
        defined = module.by_binding.get(module.names.scopes[scope].binding) if scope else None
        return Meaning("import", (defined,)) if defined else Meaning("import", paths=(module.path,))

    def _above(self, module: Module, scope: int) -> Meaning | None:
        if scope:
            parent = module.names.scopes[scope].parent
            return self._at(module, self._module_around(module, parent))
        return _files(self._tree.find_root(module.path, _SUPER, 1))

    def _inside(self, module: Module, scope: int, name: str, asker: str) -> Meaning | None:
        if name == _SUPER:
            return self._above(module, scope)
        return self._in_scope(module, scope, name, asker, opened=True)

    def _in_scope(
        self, module: Module, scope: int, name: str, asker: str, *, opened: bool
    ) -> Meaning | None:
        key = (module.path, scope, name)
        if not self._resolver.enter(key):
            return None
        target = self._defined(module, scope, name) or self._imported(module, scope, name, asker)
        if target is None and opened:
            target = self._open(module, scope, name)
        self._resolver.leave(key)
        return target

    def _defined(self, module: Module, scope: int, name: str) -> Meaning | None:
        owner = self._at(module, scope)
        qualified = owner.defined[0].definition.qualified if owner and owner.defined else ""
        rows = module.lookups.members(qualified, name)
        # Macros have a namespace of their own.
        rows = [row for row in rows if row.kind != "macro"] or rows
        # Of several, conditions choose one.
        return (
            Meaning("import", tuple(row for row in rows if row.kind == rows[0].kind))
            if rows
            else None
        )

    def _imported(self, module: Module, scope: int, name: str, asker: str) -> Meaning | None:
        for number in module.lookups.imports(scope, name):
            binding = module.names.bindings[number]
            # What a module imports is its own, and that of the modules in it.
            if not _is_below(asker, module.path) and not self._passes_on(module, binding):
                continue
            if target := self._resolver.find(module.path, binding.value):
                return target
        return None

    def _passes_on(self, module: Module, binding: Binding) -> bool:
        if isinstance(module.names.expressions[binding.value], WholeImport):
            return True
        return any(
            binding.name in _names_of(import_)
            for import_ in self._tree.passing_imports(module.path)
        )

    def _open(self, module: Module, scope: int, name: str) -> Meaning | None:
        key = (module.path, scope, f"*{name}")
        if not self._resolver.enter(key):
            return None
        target = self._in_opened(module, scope, name)
        self._resolver.leave(key)
        return target

    def _in_opened(self, module: Module, scope: int, name: str) -> Meaning | None:
        for number in module.lookups.imports(scope, "*"):
            place = self._resolver.find(module.path, module.names.bindings[number].value)
            target = self.member(place, name, module.path) if place else None
            if target and (target.defined or target.paths):
                return target
        return None


class Implementations(Part):
    """Finds the ``impl`` blocks of types in all files."""

    def __init__(self, resolver: Resolver, tree: LinkTree) -> None:
        super().__init__(resolver, tree)
        #: The files that may have such scopes, by group of languages.
        self._paths: dict[str, list[str]] = {}
        for path in tree.modules:
            if tree.modules.language(path).implementations:
                self._paths.setdefault(tree.modules.language_family(path), []).append(path)
        #: By group of languages; empty while it is being computed.
        self._scopes: dict[str, Mapping[Defined, Sequence[tuple[str, int]]]] = {}

    def of(self, defined: Defined) -> Iterator[tuple[Module, int]]:
        """Yield the scopes that implement an interface for a type."""
        family = self._modules[defined.path].family
        if family not in self._scopes:
            # Working out an owner may ask for implementations again, and gets none then.
            self._scopes[family] = {}
            scopes: dict[Defined, list[tuple[str, int]]] = defaultdict(list)
            for path in self._paths.get(family, ()):
                self._resolver.apart(partial(self._find, path, scopes))
            self._scopes[family] = scopes
        for path, scope in self._scopes[family].get(defined, ()):
            yield self._modules[path], scope

    def _find(self, path: str, scopes: Mapping[Defined, list[tuple[str, int]]]) -> None:
        module = self._modules[path]
        for number, scope in enumerate(module.names.scopes):
            if scope.owner >= 0 and scope.bases and (about := self._resolver.about(module, number)):
                scopes[about].append((path, number))


def _names_of(import_: Import) -> Iterator[str]:
    last = import_.target.rpartition("::")[2].removeprefix("r#")
    if not import_.names:
        yield import_.alias or last
    for name in import_.names:
        yield name.alias or (last if name.name == _SELF else name.name)


def _is_below(path: str, module: str) -> bool:
    folder, _, file = module.rpartition("/")
    home = folder if file in _ROOTS else module.removesuffix(".rs")
    return path == module or path.startswith(f"{home}/" if home else "")


def is_module(place: Meaning) -> bool:
    """Tell whether a path has come to a module."""
    return bool(place.paths) or any(row.kind in SPACES for row in place.defined[:1])


def _scope_of(module: Module, defined: Defined) -> int:
    bodies = module.lookups.bodies(defined.binding)
    return bodies[0] if bodies else 0


def _files(paths: tuple[str, ...]) -> Meaning | None:
    return Meaning("import", paths=paths) if paths else None
