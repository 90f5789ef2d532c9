"""Resolves imports, names in modules and packages, and paths of modules: ``crate::a::b``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from sphinx_filedocs.model.expressions import FromImport, ImportTarget, PackagePart, WholeImport
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import folders_above
from sphinx_filedocs.model.names import Binding
from sphinx_filedocs.model.symbols import dotted
from sphinx_filedocs.resolve.candidates import Meaning, Value
from sphinx_filedocs.resolve.defined import Defined
from sphinx_filedocs.resolve.modules import SPACES, Module
from sphinx_filedocs.resolve.resolver import Part, Resolver, finds
from sphinx_filedocs.resolve.tree import LinkTree, stem
from sphinx_filedocs.source.tree import beside


class ImportedNames(Part):
    """Resolves imports, and names in modules and packages."""

    @finds(WholeImport)
    def _find(self, module: Module, expression: WholeImport) -> Meaning | None:
        import_ = self._tree.import_of(module.path, expression.statement)
        if import_.kind == "require" and import_.resolved:
            meaning = self.look_up(import_.resolved, "default")
            if meaning and meaning.defined:
                return meaning._replace(how="import")
        return _target(import_)

    @finds(ImportTarget)
    def _find_target(self, module: Module, expression: ImportTarget) -> Meaning | None:
        return _target(self._tree.import_of(module.path, expression.statement))

    @finds(FromImport)
    def _find_name(self, module: Module, expression: FromImport) -> Meaning | None:
        import_ = self._tree.import_of(module.path, expression.statement)
        name = import_.names[expression.number].name
        if not import_.resolved:
            return _unresolved(module, import_, name)
        if name == "self":
            return Meaning("import", paths=import_.resolved)
        if module.language.imports.exports:
            return self._from_exports(import_, name)
        if module.language.packages.clause:
            return self._from_packages(module, import_, name)
        return self._from_modules(module, import_, name)

    def _from_exports(self, import_: Import, name: str) -> Meaning | None:
        meaning = self.look_up(import_.resolved, name) or self.exported(import_.resolved, name)
        if meaning is None and name == "default":
            return Meaning("import", paths=import_.resolved)
        return meaning._replace(how="import") if meaning else None

    def _from_packages(self, module: Module, import_: Import, name: str) -> Meaning | None:
        target = dotted(import_.target)
        if _last_part(target) != name:
            target = f"{target}.{dotted(name)}"
        meaning = self._resolver.of_target(import_.resolved, target)
        if meaning is None and self._tree.sight.has_package(module, target):
            return Meaning("import", package=target)
        return meaning._replace(how="import") if meaning else _module_named(module, import_, name)

    def _from_modules(self, module: Module, import_: Import, name: str) -> Meaning | None:
        last = _last_part(import_.target)
        homes = [path for path in import_.resolved if _called(module, path) != name or last == name]
        meaning = self.look_up(homes, name) or self.look_up_members(homes, name)
        return meaning._replace(how="import") if meaning else _module_named(module, import_, name)

    @finds(PackagePart)
    def _find_package(self, module: Module, expression: PackagePart) -> Meaning | None:
        import_ = self._tree.import_of(module.path, expression.statement)
        parts = expression.parts
        words = [word for word in import_.target.split(".") if word]
        names = {name.name for name in import_.names}
        homes = [path for path in import_.resolved if stem(path) not in names] or list(
            import_.resolved
        )
        outside = Meaning("external", external=".".join(words[:parts]))
        if not homes:
            return None if import_.target.startswith(".") else outside
        if parts == len(words):
            return Meaning("import", paths=tuple(homes[:1]))
        home = homes[0].rpartition("/")[0]
        up = len(words) - parts - (0 if f"/{homes[0]}".endswith("/__init__.py") else 1)
        for _ in range(up):
            if not home:
                # The root of the tree is inside of that package.
                return outside
            home = home.rpartition("/")[0]
        return self.package(home)

    def look_up(self, paths: Iterable[str], name: str) -> Meaning | None:
        """Resolve a name in the first file that has it."""
        for path in paths:
            if meaning := self._look_up_in(path, name):
                return meaning
        return None

    def _look_up_in(self, path: str, name: str) -> Meaning | None:
        module = self._modules.get(path)
        key = (path, name)
        if module is None or not self._resolver.enter(key):
            return None
        meaning = self._own(module, name) or self.starred(module, name)
        self._resolver.leave(key)
        return meaning

    def _own(self, module: Module, name: str) -> Meaning | None:
        rows = module.lookups.members("", name)
        defined = [row for row in rows if row.place != "inner"]
        number = module.imported.get(name)
        if number is not None:
            meaning = self._resolver.find(module.path, module.names.bindings[number].value)
            if meaning and meaning.local < 0 and (meaning.how != "external" or not defined):
                return meaning
        if defined and (number is not None or not module.exports):
            return Meaning("import", self._resolver.choices.same(module, defined[-1]))
        return None

    def starred(self, module: Module, name: str) -> Meaning | None:
        """Resolve a name through ``import *``, or as a submodule."""
        exports = module.language.imports.exports
        if name != "default" if exports else not name.startswith("_"):
            for import_ in reversed(self._tree.opening_imports(module.path)):
                starred = any(taken.name == "*" and not taken.alias for taken in import_.names)
                if starred:
                    files = self._tree.opened_files(module.path, import_)
                    if meaning := self.look_up(files, name):
                        return meaning
        folder, _, file = module.path.rpartition("/")
        if stem(file) == module.language.packages.file:
            return self.submodule(folder, name)
        return None

    def submodule(self, folder: str, name: str) -> Meaning | None:
        """Return the module or package of a name in a folder."""
        place = f"{folder}/{name}" if folder else name
        for path in (f"{place}.py", f"{place}.pyi"):
            if self._tree.has_file(path):
                return Meaning("import", paths=(path,))
        return self.package(place)

    def package(self, folder: str) -> Meaning | None:
        """Return the package in a folder, by its file if there is one."""
        for name in ("__init__.py", "__init__.pyi"):
            path = f"{folder}/{name}" if folder else name
            if self._tree.has_file(path):
                return Meaning("import", paths=(path,))
        return Meaning("import", package=folder) if self._tree.has_folder(folder) else None

    def provided(self, module: Module, binding: Binding) -> Meaning | None:
        """Return the pytest fixture of a parameter: in its class, its file or the nearest
        ``conftest.py``."""
        function = module.names.scopes[binding.scope]
        own = module.by_binding.get(function.binding)
        around = module.by_binding.get(module.names.scopes[function.parent].binding)
        if around and (rows := module.lookups.members(around.qualified, binding.name)):
            meaning: Meaning | None = Meaning("scope", (rows[-1],))
            if self._provides(meaning, own):
                return meaning
        folders = folders_above(module.path) if module.language.packages.given_file else ()
        above = (beside(folder, module.language.packages.given_file) for folder in folders)
        for path in (module.path, *filter(self._tree.has_file, above)):
            meaning = self.look_up((path,), binding.name)
            if self._provides(meaning, own):
                return meaning
        return None

    def _provides(self, meaning: Meaning | None, own: Defined | None) -> bool:
        if meaning is None or len(meaning.defined) != 1 or meaning.defined[0] == own:
            return False
        return self._resolver.is_computed(meaning.defined[0])

    def look_up_members(self, paths: Iterable[str], name: str) -> Meaning | None:
        """Resolve a static import: a member of a type in one of some files."""
        for path in paths:
            module = self._modules.get(path)
            for owner in module.lookups.owners_of(name) if module else ():
                if module and owner and "." not in owner:
                    return Meaning("import", tuple(module.lookups.members(owner, name)))
        return None

    def exported(self, paths: Iterable[str], name: str) -> Meaning | None:
        """Return a member of the default export. Example: ``total`` of
        ``export default { total }``."""
        meaning = self.look_up(paths, "default")
        value = self._resolver.value_of(meaning) if meaning else None
        return self._resolver.member(value, name) if value else None


def _target(import_: Import) -> Meaning | None:
    if import_.resolved:
        return Meaning("import", paths=import_.resolved)
    external = not import_.target.startswith(".") and import_.kind != "include"
    return Meaning("external", external=import_.target) if external else None


def _unresolved(module: Module, import_: Import, name: str) -> Meaning | None:
    if import_.target.startswith("."):
        return None
    target = dotted(import_.target)
    sure = target.rpartition(".")[2] != name or module.language.imports.modules
    sure = sure and not (module.language.imports.exports and name == "default")
    return Meaning("external", external=f"{target}.{name}" if sure else target)


def _module_named(module: Module, import_: Import, name: str) -> Meaning | None:
    modules = tuple(path for path in import_.resolved if _called(module, path) == name)
    return Meaning("import", paths=modules) if modules else None


def _called(module: Module, path: str) -> str:
    name = stem(path)
    if name != module.language.packages.file:
        return name
    return path.rpartition("/")[0].rpartition("/")[2]


def _last_part(target: str) -> str:
    for mark in ("/", "::", "."):
        target = target.rpartition(mark)[2]
    return target


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
        if target is None:
            roots = self._tree.find_root(module.path, word, 1)
            # A name at the top of this file stands for the file; ``use super::*`` opens it.
            if roots in ((), (module.path,)) and word not in _STANDARD:
                target = self.opened(module, scope, word)
            target = target or _files(roots)
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
            if tree.modules.language(path).types.implementations:
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
    """Return True if a path has come to a module."""
    return bool(place.paths) or any(row.kind in SPACES for row in place.defined[:1])


def _scope_of(module: Module, defined: Defined) -> int:
    bodies = module.lookups.bodies(defined.binding)
    return bodies[0] if bodies else 0


def _files(paths: tuple[str, ...]) -> Meaning | None:
    return Meaning("import", paths=paths) if paths else None
