"""Resolves names without an owner: bound in their file, or free."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sphinx_filedocs.model.expressions import (
    A_TYPE,
    NO_FUNCTION,
    UNSAID,
    BoundName,
    Construction,
    FreeName,
    PathRoot,
    ShortName,
    ThisClass,
    TypeName,
)
from sphinx_filedocs.model.names import Binding
from sphinx_filedocs.resolve.candidates import (
    Meaning,
    Value,
    arrived,
    owner_instance,
    taking,
    used_as,
)
from sphinx_filedocs.resolve.defined import TYPES, Defined
from sphinx_filedocs.resolve.imported_names import WORDS, Paths
from sphinx_filedocs.resolve.modules import SPACES, Module
from sphinx_filedocs.resolve.resolver import Part, Resolver, finds
from sphinx_filedocs.resolve.tree import LinkTree


class Scopes(Part):
    """Finds the type that a scope belongs to, and its bases."""

    def instance(self, module: Module, scope: int) -> Value | None:
        """Return the instance in a scope: ``self`` in a method."""
        body = module.names.scopes[scope]
        if body.owner >= 0:
            value = self._resolver.value(module.path, body.owner)
            return owner_instance(value) if value and value.defined else None
        defined = module.by_binding.get(body.binding)
        own = defined is not None and (body.kind == "class" or defined.kind in TYPES)
        return Value(defined, instance=True) if own else None

    def about(self, module: Module, scope: int) -> Defined | None:
        """Return the type of the instance in a scope."""
        value = self.instance(module, scope) if scope else None
        return value.defined if value else None

    def space(self, module: Module, scope: int) -> Defined | None:
        """Return the namespace that a scope is part of, or defines a member of. Example:
        ``shop`` for ``void shop::run() {}``."""
        if not module.language.imports.text:
            return None
        body = module.names.scopes[scope]
        defined = module.by_binding.get(body.binding)
        if body.owner >= 0:
            value = self._resolver.value(module.path, body.owner)
            defined = value.defined if value else None
        return defined if defined and self._tree.is_space(defined) else None

    def bases(self, module: Module, scope: int) -> Iterator[Value]:
        """Yield the bases of the class in a scope."""
        for base in module.names.scopes[scope].bases:
            if value := self._resolver.value(module.path, base):
                yield value


class Bindings(Part):
    """Resolves bound names and constructors."""

    @finds(BoundName)
    def _find(self, module: Module, expression: BoundName) -> Meaning | None:
        return self.bound(module, expression.binding, expression.use)

    def bound(self, module: Module, number: int, use: int) -> Meaning | None:
        """Resolve a binding of a file."""
        binding = module.names.bindings[number]
        if binding.kind == "narrowed":
            return self._resolver.find(module.path, binding.value)
        if binding.kind == "import":
            meaning = self._resolver.find(module.path, binding.value)
            if meaning and len(meaning.defined) > 1:
                meant = used_as(meaning.defined, use) or meaning.defined
                return meaning._replace(defined=self._resolver.choices.chosen(meant))
            return meaning
        if binding.kind == "export" and (
            meaning := self._resolver.find(module.path, binding.value)
        ):
            return meaning
        if binding.kind == "given" and (meaning := self._resolver.provided(module, binding)):
            return meaning
        defined = module.by_binding.get(number)
        if defined is None:
            return Meaning("scope", local=number)
        if defined.kind in SPACES and binding.name in module.language.names.builtins:
            # A built-in type stays the language's own where a file extends it.
            return Meaning("external", external=binding.name)
        return self._defined(module, binding, defined, use)

    def _defined(self, module: Module, binding: Binding, defined: Defined, use: int) -> Meaning:
        if use == UNSAID and module.language.scopes.function_names:
            # The definition itself.
            return Meaning("scope", (defined,))
        if use >= 0 and defined.member and module.language.scopes.overloads:
            around = self._resolver.instance_at(module, binding.scope)
            meaning = self._resolver.member(around, defined.name, use) if around else None
            if meaning:
                own = all(row.owner == defined.owner for row in meaning.defined)
                return meaning._replace(how="scope") if own else meaning
        if use != UNSAID and len(types := self._resolver.choices.types_alike(module, defined)) > 1:
            return Meaning("candidates", types)
        return Meaning("scope", self._resolver.choices.same(module, defined))

    @finds(ThisClass)
    def _find_class(self, module: Module, expression: ThisClass) -> Meaning | None:
        scope = expression.scope
        owner = module.names.scopes[scope].owner
        meaning = self._resolver.find(module.path, owner)
        if owner >= 0:
            return meaning._replace(how="scope") if meaning else None
        defined = self._resolver.about(module, scope)
        return Meaning("scope", (defined,)) if defined else None

    @finds(TypeName)
    def _find_type(self, module: Module, expression: TypeName) -> Meaning | None:
        meaning = self._resolver.find(module.path, expression.expression)
        return self._resolver.choices.as_type(meaning) if meaning else None

    @finds(ShortName)
    def _find_short(self, module: Module, expression: ShortName) -> Meaning | None:
        meaning = self._resolver.find(module.path, expression.expression)
        known = meaning and (meaning.defined or meaning.local >= 0)
        if known and meaning and meaning.how not in ("name", "candidates"):
            return meaning
        plain = self._resolver.find(module.path, expression.plain)
        return meaning if known and not (plain and plain.defined) else plain

    @finds(Construction)
    def _find_constructor(self, module: Module, expression: Construction) -> Meaning | None:
        meaning = self._resolver.find(module.path, expression.expression)
        rows = self.constructors(module, expression)
        return meaning._replace(defined=tuple(rows)) if meaning and len(rows) == 1 else meaning

    def constructors(self, module: Module, expression: Construction) -> Sequence[Defined]:
        """Return the constructors of a type that take a number of arguments. Example:
        ``Cart(int size)`` for ``new Cart(3)``."""
        meaning = self._resolver.find(module.path, expression.expression)
        if meaning is None or len(meaning.defined) != 1 or meaning.defined[0].kind not in TYPES:
            return ()
        made = meaning.defined[0]
        rows = self._modules[made.path].lookups.members(made.qualified, made.name)
        called = [row for row in rows if row.called]
        return taking(called, expression.arguments)


class FreeNames(Part):
    """Resolves names without a binding in their file."""

    def __init__(self, resolver: Resolver, tree: LinkTree, paths: Paths) -> None:
        super().__init__(resolver, tree)
        self._paths = paths

    @finds(FreeName)
    def _find(self, module: Module, free: FreeName) -> Meaning | None:
        """Resolve a name that is free, or bound outside of a class that may inherit it."""
        bound = free.binding
        end = module.names.bindings[bound].scope if bound >= 0 else -1
        if free.scope >= 0 and (meaning := self._inherited(module, free, end)):
            return meaning
        if bound < 0:
            meaning = self._outside_file(module, free)
            guessed = meaning is not None and meaning.how == "name"
            outside = guessed and self._may_inherit(module, free.scope, end)
            return Meaning("external", external=free.name) if outside else meaning
        meaning = self._resolver.bound(module, bound, free.use)
        around = free.use >= 0 and module.names.scopes[end].kind == "class"
        if meaning and around and self._may_inherit(module, free.scope, end):
            # A function of a class around, or one that is inherited from elsewhere.
            return meaning._replace(how="candidates")
        return meaning

    @finds(PathRoot)
    def _find_root(self, module: Module, root: PathRoot) -> Meaning | None:
        word = root.name
        if module.language.packages.clause:
            return self._resolver.outermost(module, word)
        meaning = arrived(self._paths.root(module, word, root.scope), "import")
        return meaning or (None if word in WORDS else Meaning("external", external=word))

    def _may_inherit(self, module: Module, scope: int, end: int) -> bool:
        while module.language.scopes.bare_members and scope >= 0 and scope != end:
            value = self._resolver.instance_at(module, scope)
            if value and self._resolver.is_partly_outside(value):
                return True
            scope = module.names.scopes[scope].parent
        return False

    def _inherited(self, module: Module, free: FreeName, end: int) -> Meaning | None:
        at = free.scope
        while at >= 0 and at != end:
            if meaning := self._inherited_at(module, at, free):
                return meaning
            at = module.names.scopes[at].parent
        return None

    def _inherited_at(self, module: Module, scope: int, free: FreeName) -> Meaning | None:
        body = module.names.scopes[scope]
        if space := self._resolver.space_at(module, scope):
            value = None
            meaning = self._resolver.in_space(space, free.name, free.use)
        else:
            value = self._resolver.instance_at(module, scope)
            meaning = self._member(value, free) if value else None
        if meaning:
            return meaning
        nameless = value is None and body.kind == "class"
        if nameless or module.language.imports.text:
            for base in self._resolver.bases(module, scope):
                if meaning := self._member(base, free):
                    return meaning
        outside = free.binding < 0 or not module.names.bindings[free.binding].scope
        if outside and body.owner >= 0 and module.language.imports.text:
            # A member that is defined outside of its class sees what that sees.
            owner = value.defined if value else None
            return self._resolver.around_type(owner, free.name) if owner else None
        return None

    def _member(self, value: Value, free: FreeName) -> Meaning | None:
        return self._resolver.member(value, free.name, free.use)

    def _outside_file(self, module: Module, free: FreeName) -> Meaning | None:
        language = module.language
        if language.packages.paths:
            return self._through_paths(module, free)
        if language.packages.by_folder and language.packages.clause:
            return self._resolver.in_packages(module, free.name, free.use)
        if language.imports.text:
            return self._through_includes(module, free)
        if language.imports.sources:
            return self._through_sources(module, free)
        if language.imports.exports:
            return self._in_scripts(module, free)
        return self._through_modules(module, free)

    def _through_paths(self, module: Module, free: FreeName) -> Meaning | None:
        meaning = arrived(self._paths.opened(module, free.scope, free.name), "import")
        return meaning or Meaning("external", external=free.name)

    def _through_includes(self, module: Module, free: FreeName) -> Meaning | None:
        top = self._top(module, free)
        # The tags of C have names apart from those of all else.
        fits = [row for row in top if (row.kind in TYPES) == (free.use == A_TYPE)]
        return self._resolver.find_included(module, free.name, fits or top)

    def _through_sources(self, module: Module, free: FreeName) -> Meaning | None:
        top = self._top(module, free)
        seen = [row for row in top if self._sight.sees(module.path, row.path)]
        if seen:
            return Meaning("import", self._resolver.choices.chosen(seen))
        return self._by_name(module, free, top)

    def _in_scripts(self, module: Module, free: FreeName) -> Meaning | None:
        """Resolve a global name of scripts; modules do not share it."""
        top = [row for row in self._top(module, free) if not self._tree.has_imports(row.path)]
        meaning = self._by_name(module, free, top)
        if meaning is None or meaning.how == "external" or not self._tree.has_imports(module.path):
            return meaning
        return meaning._replace(how="candidates")

    def _through_modules(self, module: Module, free: FreeName) -> Meaning | None:
        if meaning := self._resolver.starred(module, free.name):
            return meaning
        if module.language.packages.by_folder and (rows := self._sight.beside(module, free.name)):
            overloads = module.language.scopes.overloads
            several = self._resolver.choices.chosen(rows) if overloads else tuple(rows)
            return Meaning("scope", several)
        top = self._top(module, free)
        if module.language.types.partial:
            # What is in a module is seen in its own parts alone.
            top = [row for row in top if not row.owner]
        return self._by_name(module, free, top)

    def _top(self, module: Module, free: FreeName) -> list[Defined]:
        top = self._sight.named(module.family, free.name, "top")
        if module.language.scopes.function_names:
            return [row for row in top if row.called == (free.use != NO_FUNCTION)]
        return top

    def _by_name(self, module: Module, free: FreeName, top: list[Defined]) -> Meaning | None:
        if free.name in module.language.names.builtins or not top:
            return Meaning("external", external=free.name)
        return self._resolver.choices.by_name(top)
