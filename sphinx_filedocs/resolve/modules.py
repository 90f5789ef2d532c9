"""Collects the definitions of a file by name and owner."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from sphinx_filedocs import languages
from sphinx_filedocs.model.expressions import BoundName, FreeName, FromImport, TypeName, WholeImport
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.links import Enclosing
from sphinx_filedocs.model.names import Binding, Names, Scope
from sphinx_filedocs.model.symbols import Definition, SymbolKind, clauses_of, dotted, walk
from sphinx_filedocs.resolve.defined import CALLABLE, TYPES, Defined, Lookups

SPACES = frozenset({"namespace", "module"})
#: How many definitions of one name in one scope are looked up at most (54 were seen in real code):
#: each lookup goes through all of them.
ALIKE = 200
#: Kinds of bindings that define nothing.
_NO_DEFINITIONS = frozenset({"given", "import", "parameter", "narrowed"})
#: Kinds of definitions that are no values.
NO_VALUES = frozenset({"interface", "type"})


@dataclass(frozen=True, slots=True, eq=False)
class Module:
    """A file with its names.

    :param members: definitions by owner (``""`` for the file) and name.
    :param by_binding: the definition that each binding makes or reassigns; local names have none.
    :param parameters: named parameters by function and name.
    :param scopes: the scopes with code of each type, by qualified name.
    :param exports: True if the file declares its exports, which are in ``imported``.
    :param package: of the file, ``""`` for none.
    :param clauses: packages opened by chained clauses, last first.
    :param aliases: bindings of aliases by qualified name.
    :param opened: scopes that open namespaces, by the namespace around.
    :param spans: first and last line, qualified name and number of each symbol, outer ones first.
    :param lookups: finds its content by name; the only access for other files.
    """

    path: str
    language: languages.Language
    family: str
    names: Names
    members: Mapping[str, Mapping[str, list[Defined]]] = field(default_factory=dict)
    by_binding: Mapping[int, Defined] = field(default_factory=dict)
    parameters: Mapping[int, Mapping[str, Defined]] = field(default_factory=dict)
    scopes: Mapping[str, list[int]] = field(default_factory=dict)
    imported: Mapping[str, int] = field(default_factory=dict)
    exports: bool = False
    package: str = ""
    clauses: Sequence[str] = ()
    aliases: Mapping[str, int] = field(default_factory=dict)
    opened: Mapping[str, list[int]] = field(default_factory=dict)
    spans: Sequence[tuple[int, int, Enclosing]] = ()
    lookups: Lookups = field(default_factory=lambda: Lookups(Names(), {}))

    def all(self) -> Iterator[Defined]:
        """Yield every definition."""
        for by_name in self.members.values():
            for rows in by_name.values():
                yield from rows


def family(language: str) -> str:
    """Return the group of languages that share definitions. Example: C and C++."""
    known = languages.load().get(language)
    return known.family if known else language


def make_module(file: File, names: Names) -> Module:
    """Return the definitions of a file: symbols, attributes and variables."""
    return _Maker(file, names).make()


class _Maker:
    def __init__(self, file: File, names: Names) -> None:
        self._file = file
        self._names = names
        self._members: dict[str, dict[str, list[Defined]]] = defaultdict(lambda: defaultdict(list))
        #: How many definitions there are of each owner and qualified name.
        self._numbers: Counter[tuple[str, str]] = Counter()
        self._by_binding: dict[int, Defined] = {}
        self._bodies = {scope.binding: scope for scope in names.scopes if scope.binding >= 0}
        self._language = languages.load()[file.language or ""]
        self._apart = self._language.scopes.function_names
        self._owners: dict[int, str | None] = {0: ""}
        #: The qualified names and numbers of definitions, those of the outline first.
        self._taken: set[tuple[str, int]] = set()
        self._kinds: dict[str, str] = {"": ""}
        self._lookups = Lookups(names, self._members)
        self._branches = file.facts.conditions.by_line()
        self._exports = self._language.imports.exports
        self._includes = self._language.imports.text

    def make(self) -> Module:
        places: dict[tuple[int, str], list[int]] = defaultdict(list)
        for number, binding in enumerate(self._names.bindings):
            if binding.kind not in _NO_DEFINITIONS:
                there = places[binding.line, binding.name]
                if len(there) < ALIKE:
                    there.append(number)
        kinds = self._kinds
        outline = list(walk(self._file.facts.symbols))
        used: set[int] = set()
        self._taken.update((entry.qualified, entry.number) for entry in outline)
        for entry in outline:
            symbol = entry.symbol
            if symbol.kind == "heading":
                continue
            qualified = entry.qualified.replace("::", ".")
            kinds.setdefault(qualified, symbol.kind)
            name = symbol.name.rpartition("::")[2]
            rows = (places.get((line, name), []) for line in (symbol.line, *symbol.declared))
            numbers, *others = (self._apt(row, symbol.kind) for row in rows)
            # A class and its constructor may stand on a line.
            number = next((at for at in numbers if at not in used), max(numbers[:1], default=-1))
            used.add(number)
            owner = qualified.rpartition(".")[0]
            if symbol.kind == "namespace" and "::" in symbol.name:
                self._add_around(entry.definition(self._file.path), owner)
            body = number in self._bodies or bool(symbol.children)
            outside = bool(symbol.scope) and owner not in kinds
            place = "top" if symbol.kind == "macro" else _place(owner, kinds, outside)
            if number >= 0 and self._is_inner(number):
                place = "inner"
            if place == "inner" and number >= 0 and self._names.bindings[number].kind == "field":
                # Functions have members as well, in languages that allow it.
                place = "member"
            if place == "member" and number >= 0 and self._is_of_file(number):
                owner, place = "", "top"
            if place == "member" and self._is_local(number):
                place = "local"
            declared = [other for row in others for other in row]
            self._add(entry.definition(self._file.path), number, owner, place, body, declared)
            if number >= 0 and kinds.get(owner) == "enum":
                self._add_outside(number, owner)
            self._bind(number, (*numbers, *declared))
        self._add_unlisted()
        return self._module()

    def _bind(self, number: int, others: Iterable[int]) -> None:
        for other in others:
            self._by_binding[other] = self._by_binding.get(other) or self._last
        if number >= 0:
            self._by_binding[number] = self._last

    def _is_of_file(self, number: int) -> bool:
        binding = self._names.bindings[number]
        plain = self._includes and not self._language.scopes.bare_members
        return plain and not binding.scope and binding.kind != "field"

    def _add_around(self, definition: Definition, owner: str) -> None:
        while owner and owner not in self._kinds:
            self._kinds[owner] = definition.kind
            around, _, _ = owner.rpartition(".")
            number = self._free_number(owner, definition.number)
            made = definition._replace(qualified=owner, number=number)
            self._add(made, -1, around, "top", body=True)
            owner = around

    def _free_number(self, qualified: str, number: int) -> int:
        while (qualified, number) in self._taken:
            number += 1
        self._taken.add((qualified, number))
        return number

    def _beside(self, number: int, other: int) -> bool:
        bindings = self._names.bindings
        return number < 0 or bindings[number].scope == bindings[other].scope

    def _apt(self, numbers: Sequence[int], kind: str) -> Sequence[int]:
        if not self._apart:
            return [number for number in numbers if not self._is_field_apart(number, kind)]
        return [number for number in numbers if self._is_function(number) == (kind in CALLABLE)]

    def _is_field_apart(self, number: int, kind: str) -> bool:
        apart = self._language.scopes.member_functions and kind in CALLABLE
        return apart and self._names.bindings[number].kind == "field"

    def _is_function(self, number: int) -> bool:
        return number in self._bodies and self._bodies[number].kind == "function"

    def _add(
        self,
        definition: Definition,
        number: int,
        owner: str,
        place: str,
        body: bool,
        declared: Sequence[int] = (),
    ) -> None:
        scope = self._bodies.get(number, Scope("function", 0))
        # Parameters have their defaults where they are declared.
        others = (self._bodies[other].least for other in declared if other in self._bodies)
        least = min([scope.least, *others]) if declared else scope.least
        called = definition.kind in CALLABLE or (
            number >= 0 and self._names.bindings[number].kind == "accessor"
        )
        condition = self._condition(definition.line)
        made = self._last = Defined(
            definition, number, owner, place, body, called, least, scope.most, condition
        )
        self._numbers[owner, definition.qualified] += 1
        self._hold(owner, made)
        if number >= 0:
            self._by_binding[number] = made

    def _condition(self, line: int) -> str:
        branch = self._branches.get(line)
        return branch.condition if branch and branch.apart else ""

    def _hold(self, owner: str, made: Defined) -> None:
        rows = self._members[owner][made.name]
        if len(rows) < ALIKE:
            rows.append(made)

    def _add_outside(self, number: int, owner: str) -> None:
        home = self._owner(self._names.bindings[number].scope)
        if home is None or home == owner:
            return
        place = "member" if self._kinds.get(home) in TYPES else "top"
        before, rows = self._last, self._members[owner][self._last.name]
        self._last = self._by_binding[number] = replace(before, place=place)
        if rows[-1] is before:
            rows[-1] = self._last
        self._hold(home, self._last)

    def _add_unlisted(self) -> None:
        bindings = self._names.bindings
        # Owners first, the outermost before those inside.
        holders = (scope.binding for scope in self._names.scopes if scope.binding >= 0)
        for number in (*holders, *range(len(bindings))):
            binding = bindings[number]
            if number in self._by_binding or binding.kind in _NO_DEFINITIONS:
                continue
            if binding.kind == "export" and self._is_alias(binding.value):
                continue
            owner = self._owner(binding.scope)
            if owner is None and binding.kind == "field":
                # A field of an object that a function makes.
                owner = self._named(self._names.scopes[binding.scope].owner)
            if owner is None:
                continue
            known = self._members[owner].get(binding.name, [])
            if self._apart or self._is_field_apart(number, "method"):
                known = [row for row in known if not row.called]
            if self._includes or self._exports:
                known = [row for row in known if self._beside(row.binding, number)]
            if self._exports:
                known = [row for row in known if row.kind not in NO_VALUES]
            static = self._is_static(number)
            known = [row for row in known if self._is_static(row.binding) == static]
            if binding.kind == "field":
                condition = self._condition(binding.line)
                # What is read under another condition stands in another branch.
                apart = {row.condition for row in known} - {"", condition} if condition else set()
                known = [row for row in known if row.condition not in apart]
            if known:
                # Another value for the same name.
                self._by_binding[number] = known[0]
                continue
            qualified = f"{owner}.{binding.name}" if owner else binding.name
            inside = bool(owner) and self._kinds.get(owner) not in SPACES
            kind: SymbolKind = "field" if inside else "variable"
            alike = self._free_number(qualified, self._numbers[owner, qualified] + 1)
            made = Definition(self._file.path, binding.line, kind, qualified, number=alike)
            place = ("local" if self._is_local(number) else "member") if inside else "top"
            self._add(made, number, owner, place, body=False)

    def _is_static(self, number: int) -> bool:
        return number >= 0 and self._lookups.is_static(number)

    def _is_passed_on(self, binding: Binding) -> bool:
        if binding.kind != "import" or not self._exports:
            return binding.kind in ("import", "export")
        brought = self._names.expressions[binding.value] if binding.value >= 0 else None
        if not isinstance(brought, WholeImport | FromImport):
            return False
        return self._file.facts.imports[brought.statement].kind == "reexport"

    def _is_inner(self, number: int) -> bool:
        binding = self._names.bindings[number]
        at = binding.scope if binding.kind not in ("field", "shorthand") else -1
        while at > 0 and self._names.scopes[at].kind not in ("function", "class"):
            at = self._names.scopes[at].parent
        return at > 0 and self._names.scopes[at].kind == "function"

    def _is_local(self, number: int) -> bool:
        scopes = self._names.scopes
        at = scopes[self._names.bindings[number].scope].parent if number >= 0 else -1
        while at > 0 and scopes[at].kind != "function":
            at = scopes[at].parent
        return at > 0

    def _is_alias(self, expression: int) -> bool:
        if expression < 0:
            return False
        return isinstance(self._names.expressions[expression], BoundName | TypeName)

    def _owner(self, scope: int) -> str | None:
        if scope not in self._owners:
            body = self._names.scopes[scope]
            owner = None
            if body.kind in ("class", "module"):
                defined = self._by_binding.get(body.binding)
                owner = defined.qualified if defined else self._named(body.owner)
            self._owners[scope] = owner
        return self._owners[scope]

    def _named(self, expression: int) -> str | None:
        if expression < 0:
            return None
        node = self._names.expressions[expression]
        if isinstance(node, TypeName):
            return self._named(node.expression)
        if isinstance(node, BoundName):
            defined = self._by_binding.get(node.binding)
            return defined.qualified if defined else None
        return node.name if isinstance(node, FreeName) else None

    def _module(self) -> Module:
        scopes: dict[str, list[int]] = defaultdict(list)
        for number, scope in enumerate(self._names.scopes):
            owner = self._owner(number) if scope.kind == "class" else None
            if owner and len(scopes[owner]) < ALIKE:
                scopes[owner].append(number)
        imported: dict[str, int] = {}
        for number, binding in enumerate(self._names.bindings):
            if binding.scope == 0 and self._is_passed_on(binding):
                # Of a type and a value of one name the value counts; it leads to the type.
                value = self._names.expressions[binding.value] if binding.value >= 0 else None
                if binding.name not in imported or not isinstance(value, TypeName):
                    imported[binding.name] = number
        language = self._language
        members = {owner: dict(by_name) for owner, by_name in self._members.items()}
        return Module(
            self._file.path,
            language,
            language.family,
            self._names,
            members,
            self._by_binding,
            dict(self._parameters()),
            dict(scopes),
            imported,
            self._exports and bool(imported),
            *(self._packages() if language.packages.by_folder else ("", ())),
            dict(self._aliases()) if language.imports.text else {},
            self._opened() if language.imports.text else {},
            self._spans(),
            Lookups(self._names, members),
        )

    def _spans(self) -> tuple[tuple[int, int, Enclosing], ...]:
        spans = [
            (*entry.symbol.span, Enclosing(entry.qualified, entry.number))
            for entry in walk(self._file.facts.symbols)
            if entry.symbol.kind != "heading"
        ]
        return tuple(sorted(spans, key=lambda span: (span[0], -span[1])))

    def _parameters(self) -> Iterator[tuple[int, Mapping[str, Defined]]]:
        bindings = self._names.bindings
        for scope in self._names.scopes:
            function = self._by_binding.get(scope.binding) if scope.named else None
            if function is None or function.binding != scope.binding:
                continue
            parameters: dict[str, Defined] = {}
            for number in scope.named:
                name = bindings[number].name
                qualified = f"{function.qualified}.{name}"
                alike = self._free_number(qualified, function.definition.number)
                line = bindings[number].line
                made = Definition(self._file.path, line, "variable", qualified, number=alike)
                parameters[name] = Defined(made, number, function.qualified, "inner", body=False)
            yield scope.binding, parameters

    def _aliases(self) -> Iterator[tuple[str, int]]:
        for number, binding in enumerate(self._names.bindings):
            if binding.kind == "import" and (owner := self._owner(binding.scope)) is not None:
                yield (f"{owner}.{binding.name}" if owner else binding.name), number

    def _opened(self) -> dict[str, list[int]]:
        opened: dict[str, list[int]] = defaultdict(list)
        for number, scope in enumerate(self._names.scopes):
            owner = self._owner(number) if scope.bases else None
            if owner is not None and self._kinds.get(owner) not in TYPES:
                opened[owner].append(number)
        return dict(opened)

    def _packages(self) -> tuple[str, Sequence[str]]:
        names = list(map(dotted, clauses_of(self._file.facts.symbols)))
        if self._language.packages.chained_clauses and names:
            return ".".join(names), [*accumulate(names, "{}.{}".format)][::-1]
        known = self._language.packages.clause and len({*names}) == 1
        return (names[0] if known else "") or f"{self._file.folder}/", ()


def _place(owner: str, kinds: Mapping[str, str], outside: bool) -> str:
    kind = kinds.get(owner, "")
    if outside or kind in TYPES or kind in ("constant", "variable"):
        return "member"
    return "inner" if kind in CALLABLE else "top"
