"""Resolves members, and names of arguments."""

from __future__ import annotations

from collections.abc import Sequence

from sphinx_filedocs.model.expressions import UNSAID, Argument, Member, PathPart
from sphinx_filedocs.resolve.candidates import Meaning, Value, arrived, used_as
from sphinx_filedocs.resolve.defined import CALLABLE, TYPES, Defined
from sphinx_filedocs.resolve.imported_names import Paths, is_module
from sphinx_filedocs.resolve.modules import Module
from sphinx_filedocs.resolve.resolver import Part, Resolver, finds
from sphinx_filedocs.resolve.tree import LinkTree


class Members(Part):
    """Resolves members of values."""

    def __init__(self, resolver: Resolver, tree: LinkTree, paths: Paths) -> None:
        super().__init__(resolver, tree)
        self._paths = paths

    @finds(Member)
    def _find(self, module: Module, expression: Member) -> Meaning | None:
        return self._member(module, expression.owner, expression.name, expression.use)

    @finds(PathPart)
    def _find_part(self, module: Module, expression: PathPart) -> Meaning | None:
        owner, path = expression.owner, module.path
        # In a path, the name alone does not tell the member.
        known = self._resolver.value(path, owner) or self._resolver.find(path, owner)
        return self._member(module, owner, expression.name, UNSAID) if known else None

    def _member(self, module: Module, owner: int, name: str, use: int) -> Meaning | None:
        paths = module.language.packages.paths
        home = self._resolver.find(module.path, owner) if paths else None
        if home and is_module(home):
            return arrived(self._paths.member(home, name, module.path), "member")
        if home and (rows := self._fields_of_variant(home, name)):
            return Meaning("member", rows)
        value = self._resolver.value(module.path, owner)
        if value is None:
            return self._by_name(module, name, use)
        return self._of_value(module, value, name, use)

    def of(self, value: Value, name: str) -> Meaning | None:
        """Return the member of a type or instance. Example: ``total`` of ``Cart``."""
        if value.nameless:
            return self._nameless(*value.nameless, name)
        return self._resolver.member(value, name)

    def _of_several(self, module: Module, value: Value, name: str, use: int) -> Meaning | None:
        meanings = [self._of_value(module, alternative, name, use) for alternative in value.several]
        inside = [
            meaning for meaning in meanings if meaning and (meaning.defined or meaning.local >= 0)
        ]
        rows = tuple(dict.fromkeys(row for meaning in inside for row in meaning.defined))
        if rows and all(meaning.defined for meaning in inside):
            each = all(len(meaning.defined) == 1 for meaning in inside)
            return Meaning("member", rows, together=each and len(inside) == len(meanings))
        return inside[0] if len(set(inside)) == 1 else None

    def _of_value(self, module: Module, value: Value, name: str, use: int) -> Meaning | None:
        if value.several:
            return self._of_several(module, value, name, use)
        if value.external:
            return self._outside(module, value.external, name)
        if value.nameless:
            meaning = self._nameless(*value.nameless, name)
            # What is local to another file has no place that a link can lead to.
            home = value.nameless[0] == module.path
            return meaning if meaning and (home or meaning.local < 0) else None
        if value.package is not None:
            return self._in_package(module, value.package, name)
        if value.paths:
            meaning = self._resolver.look_up(value.paths, name) or self._resolver.exported(
                value.paths, name
            )
            return meaning._replace(how="member") if meaning else None
        return self._resolver.member(value, name, use)

    def _outside(self, module: Module, owner: str, name: str) -> Meaning | None:
        if space := self._sight.macro_space(module, owner):
            return self._resolver.space_member(space, name)
        return Meaning("external", external=f"{owner}.{name}")

    def _in_package(self, module: Module, package: str, name: str) -> Meaning | None:
        if not module.language.packages.clause:
            return self._resolver.submodule(package, name)
        meaning = self._resolver.package_member(module, package, name)
        return meaning or Meaning("external", external=f"{package}.{name}")

    def _fields_of_variant(self, meaning: Meaning, name: str) -> tuple[Defined, ...]:
        if len(meaning.defined) != 1 or meaning.defined[0].kind != "constant":
            return ()
        defined = meaning.defined[0]
        return tuple(self._modules[defined.path].lookups.members(defined.qualified, name)[:1])

    def _nameless(self, path: str, scope: int, name: str) -> Meaning | None:
        module = self._modules[path]
        for number in module.lookups.fields(scope, name):
            own = module.by_binding.get(number)
            if own is None or module.names.bindings[number].kind == "field":
                return Meaning("member", local=number)
            return Meaning("member", (own,))
        for base in self._resolver.bases(module, scope):
            if meaning := self._resolver.member(base, name):
                return meaning
        return None

    def _by_name(self, module: Module, name: str, use: int) -> Meaning | None:
        if name in module.language.names.common_members or name.startswith("__"):
            return None
        rows = used_as(self._sight.named(module.family, name, "member"), use)
        if module.language.imports.text:
            return self._resolver.near("name", module, rows)
        if module.language.types.shorthand_members:
            # The name of one that is short is already that of what it stands for.
            behind = self._resolver.behind
            rows = list(dict.fromkeys(member for row in rows for member in behind(row)))
        meaning = self._resolver.choices.by_name(rows)
        others = self._sight.named(module.family, name, "local")
        if meaning and (module.language.types.untyped or used_as(others, use)):
            # Nearly every object may have a member of that name, or what is local to a function.
            return meaning._replace(how="candidates")
        return meaning


#: How something is known that may be something else.
_UNSURE = ("name", "candidates")


class Arguments(Part):
    """Resolves names of arguments: ``f(width=1)``."""

    @finds(Argument)
    def _find(self, module: Module, expression: Argument) -> Meaning | None:
        called = self._resolver.find(module.path, expression.owner)
        if called is None or called.how in _UNSURE:
            return None
        if called.defined and all(row.kind in CALLABLE for row in called.defined):
            return self._parameter(module, called.defined, expression.name)
        value = self._resolver.value(module.path, expression.owner)
        if value is None or value.defined is None:
            return None
        if value.defined.kind in CALLABLE:
            return self._parameter(module, (value.defined,), expression.name)
        if value.defined.kind not in TYPES:
            return None
        if value.instance:
            functions = self._named(value.defined, module.language.types.call_member)
            return self._parameter(module, functions, expression.name) if functions else None
        for name in module.language.types.constructors:
            if functions := self._named(value.defined, name):
                return self._parameter(module, functions, expression.name)
        own = self._modules[value.defined.path].lookups
        rows = own.members(value.defined.qualified, value.defined.name)
        functions = tuple(row for row in rows if row.called)
        meaning = self._parameter(module, functions, expression.name)
        return meaning or self._field(value.defined, expression.name)

    def _named(self, type_: Defined, name: str) -> tuple[Defined, ...]:
        meaning = self._resolver.member(Value(type_), name) if name else None
        return meaning.defined if meaning and len(meaning.defined) == 1 else ()

    def _parameter(self, module: Module, functions: Sequence[Defined], name: str) -> Meaning | None:
        matches = [
            parameter
            for function in functions
            if (parameters := self._modules[function.path].parameters.get(function.binding))
            and (parameter := parameters.get(name))
        ]
        if len(matches) != 1:
            return None
        if matches[0].path == module.path:
            return Meaning("member", local=matches[0].binding)
        return Meaning("member", (matches[0],))

    def _field(self, type_: Defined, name: str) -> Meaning | None:
        meaning = self._resolver.member(Value(type_), name)
        if meaning is None or len(meaning.defined) != 1 or meaning.defined[0].binding < 0:
            return None
        field = meaning.defined[0]
        binding = self._modules[field.path].names.bindings[field.binding]
        return meaning if binding.kind == "variable" and binding.type >= 0 else None
