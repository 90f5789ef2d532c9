"""What the links of other files can depend on in a file, without places."""

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
    """Return a digest of what others can get from a file: what it defines, passes on and opens,
    and all that these hang on.

    :param imports: of the file, resolved.
    """
    said = list(_Exports(module, imports).said())
    # Later versions of the format depend on which objects are the same.
    return hashlib.blake2b(marshal.dumps(said, 2), digest_size=12).hexdigest()


class _Exports:
    """Follows everything that hangs on what others know of a file, and numbers it anew in the order
    in which it is come to: the numbers in the file change with every local name."""

    def __init__(self, module: Module, imports: Sequence[Import]) -> None:
        self._module = module
        self._names = module.names
        self._imports = imports
        #: The numbers of what was come to: of expressions, bindings, scopes and imports.
        self._numbers: dict[str, dict[int, int]] = {kind: {} for kind in "ebsi"}
        self._queue: list[tuple[str, int]] = []
        self._inside: dict[int, list[int]] = defaultdict(list)
        for number, binding in enumerate(self._names.bindings):
            if binding.kind in _FIELDS:
                self._inside[binding.scope].append(number)

    def said(self) -> Iterator[object]:
        """Yield what is said of everything, in an order that follows from the file alone."""
        module = self._module
        yield module.language.key, module.package, module.exports, bool(self._imports)
        yield from (
            self._import(number)
            for number, one in enumerate(self._imports)
            if any(name.name == "*" for name in one.names)
        )
        for owner, by_name in module.members.items():
            yield (
                owner,
                [(name, [self._row(one) for one in rows]) for name, rows in by_name.items()],
            )
        yield [self._node("b", number) for number in self._open()]
        yield [(name, self._node("b", number)) for name, number in module.imported.items()]
        yield [(name, self._node("b", number)) for name, number in module.aliases.items()]
        for scopes in (module.scopes, module.opened):
            yield [(name, [self._node("s", one) for one in row]) for name, row in scopes.items()]
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
        """Return the bindings that others can come to."""
        found = set(self._module.by_binding)
        every = self._module.language.module_paths
        for number, binding in enumerate(self._names.bindings):
            if binding.kind in ("import", "export"):
                kind = self._names.scopes[binding.scope].kind
                if every or kind in ("file", "class", "module"):
                    found.add(number)
        return sorted(found)

    def _modules_and_parts(self) -> Iterator[int]:
        """Yield the scopes that are modules, and those with code of a type that is elsewhere."""
        for number, scope in enumerate(self._names.scopes):
            if scope.kind == "module" or (scope.owner >= 0 and scope.bases):
                yield number

    def _row(self, one: Defined) -> tuple[object, ...]:
        definition = one.definition
        # Elsewhere nobody reads a signature but for one word.
        signs = self._module.language.includes_text
        return (
            definition.kind,
            definition.qualified,
            definition.signature if signs else one.private,
            definition.number,
            self._node("b", one.binding),
            one.owner,
            one.place,
            one.body,
            one.called,
            one.least,
            one.most,
        )

    def _node(self, kind: str, number: int) -> int:
        """Return the new number of a part of the file; -1 where there is none."""
        if number < 0:
            return -1
        numbers = self._numbers[kind]
        found = numbers.get(number)
        if found is None:
            found = numbers[number] = len(numbers)
            self._queue.append((kind, number))
        return found

    def _expression(self, number: int) -> tuple[object, ...]:
        one = self._names.expressions[number]
        return tuple(
            [
                self._node(_NUMBERED[field], value)
                if field in _NUMBERED and isinstance(value, int)
                else value
                for field, value in zip(one._fields, one, strict=True)
            ]
        )

    def _binding(self, number: int) -> tuple[object, ...]:
        one = self._names.bindings[number]
        made = self._module.by_binding.get(number)
        return (
            one.name,
            one.kind,
            self._node("e", one.type),
            self._node("e", one.value),
            self._node("s", one.scope),
            (made.definition.qualified, made.definition.number, made.binding == number)
            if made
            else (),
        )

    def _scope(self, number: int) -> tuple[object, ...]:
        one = self._names.scopes[number]
        inside = self._inside.get(number, ()) if one.kind != "file" else ()
        bindings = self._names.bindings
        return (
            one.kind,
            self._node("b", one.binding),
            self._node("e", one.owner),
            [self._node("e", base) for base in one.bases],
            one.least,
            one.most,
            self._node("s", one.parent),
            [
                self._node("b", number)
                for number in inside
                if one.kind == "class" or bindings[number].kind == "field"
            ],
        )

    def _import(self, number: int) -> tuple[object, ...]:
        one = self._imports[number]
        return one.target, one.kind, [*map(tuple, one.names)], one.system, one.resolved
