"""What the links of other files can depend on in a file: its exports, without line numbers."""

from __future__ import annotations

import hashlib
import marshal
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from sphinx_filedocs.index.links.modules import Defined, Module
from sphinx_filedocs.model import Import

#: What the fields of expressions hold that are numbers: those of an expression, a binding, a scope
#: or an import.
_NUMBERED: Mapping[str, str] = {
    "expression": "e",
    "owner": "e",
    "binding": "b",
    "scope": "s",
    "statement": "i",
}
#: Kinds of bindings that are members of a type without a name.
_FIELDS = ("field", "definition")


def exports_digest(module: Module, imports: Sequence[Import]) -> str:
    """Return a digest of the exports of a file: its definitions, re-exports and opened scopes, and
    all that these depend on.

    :param imports: of the file, resolved.
    """
    said = list(_Exports(module, imports).said())
    # Later versions of the format depend on which objects are the same.
    return hashlib.blake2b(marshal.dumps(said, 2), digest_size=12).hexdigest()


class _Exports:
    """Follows everything that other files can reach in a file, and renumbers it in the order of
    this traversal: the numbers in the file change with every local name."""

    def __init__(self, module: Module, imports: Sequence[Import]) -> None:
        self._module = module
        self._names = module.names
        self._imports = imports
        #: The new numbers of what was reached: of expressions, bindings, scopes and imports.
        self._numbers: dict[str, dict[int, int]] = {kind: {} for kind in "ebsi"}
        self._queue: list[tuple[str, int]] = []
        self._inside: dict[int, list[int]] = defaultdict(list)
        for number, binding in enumerate(self._names.bindings):
            if binding.kind in _FIELDS:
                self._inside[binding.scope].append(number)

    def said(self) -> Iterator[object]:
        """Yield all that the digest covers, in an order that follows from the file alone."""
        module = self._module
        yield module.language.key, module.package, module.exports, bool(self._imports)
        yield from (
            self._import(number)
            for number, import_ in enumerate(self._imports)
            if any(name.name == "*" for name in import_.names)
        )
        for owner, by_name in module.members.items():
            yield (
                owner,
                [
                    (name, [self._row(defined) for defined in rows])
                    for name, rows in by_name.items()
                ],
            )
        yield [self._node("b", number) for number in self._open()]
        yield [(name, self._node("b", number)) for name, number in module.imported.items()]
        yield [(name, self._node("b", number)) for name, number in module.aliases.items()]
        for scopes in (module.scopes, module.opened):
            yield [
                (name, [self._node("s", scope) for scope in row]) for name, row in scopes.items()
            ]
        yield [self._node("s", number) for number in self._modules_and_parts()]
        say = {
            "e": self._expression,
            "b": self._binding,
            "s": self._scope,
            "i": self._import,
        }
        for kind, number in self._queue:
            # The queue grows meanwhile.
            yield say[kind](number)

    def _open(self) -> list[int]:
        """Return the bindings that other files can reach."""
        numbers = set(self._module.by_binding)
        every = self._module.language.module_paths
        for number, binding in enumerate(self._names.bindings):
            if binding.kind in ("import", "export"):
                kind = self._names.scopes[binding.scope].kind
                if every or kind in ("file", "class", "module"):
                    numbers.add(number)
        return sorted(numbers)

    def _modules_and_parts(self) -> Iterator[int]:
        """Yield the scopes that are modules, and those with code of a type that is elsewhere."""
        for number, scope in enumerate(self._names.scopes):
            if scope.kind == "module" or (scope.owner >= 0 and scope.bases):
                yield number

    def _row(self, defined: Defined) -> tuple[object, ...]:
        definition = defined.definition
        # Without textual includes, all that other files read of a signature is whether it is
        # private.
        signs = self._module.language.includes_text
        return (
            definition.kind,
            definition.qualified,
            definition.signature if signs else defined.private,
            definition.number,
            self._node("b", defined.binding),
            defined.owner,
            defined.place,
            defined.body,
            defined.called,
            defined.least,
            defined.most,
        )

    def _node(self, kind: str, number: int) -> int:
        """Return the new number of a part of the file; -1 where there is none."""
        if number < 0:
            return -1
        numbers = self._numbers[kind]
        new = numbers.get(number)
        if new is None:
            new = numbers[number] = len(numbers)
            self._queue.append((kind, number))
        return new

    def _expression(self, number: int) -> tuple[object, ...]:
        expression = self._names.expressions[number]
        return tuple(
            [
                self._node(_NUMBERED[field], value)
                if field in _NUMBERED and isinstance(value, int)
                else value
                for field, value in zip(expression._fields, expression, strict=True)
            ]
        )

    def _binding(self, number: int) -> tuple[object, ...]:
        binding = self._names.bindings[number]
        made = self._module.by_binding.get(number)
        return (
            binding.name,
            binding.kind,
            self._node("e", binding.type),
            self._node("e", binding.value),
            self._node("s", binding.scope),
            (made.definition.qualified, made.definition.number, made.binding == number)
            if made
            else (),
        )

    def _scope(self, number: int) -> tuple[object, ...]:
        scope = self._names.scopes[number]
        inside = self._inside.get(number, ()) if scope.kind != "file" else ()
        bindings = self._names.bindings
        return (
            scope.kind,
            self._node("b", scope.binding),
            self._node("e", scope.owner),
            [self._node("e", base) for base in scope.bases],
            scope.least,
            scope.most,
            self._node("s", scope.parent),
            [
                self._node("b", number)
                for number in inside
                if scope.kind == "class" or bindings[number].kind == "field"
            ],
        )

    def _import(self, number: int) -> tuple[object, ...]:
        import_ = self._imports[number]
        return (
            import_.target,
            import_.kind,
            [*map(tuple, import_.names)],
            import_.system,
            import_.resolved,
        )
