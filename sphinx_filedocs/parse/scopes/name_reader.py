"""Finds the meaning of the name at a place of a text; only ``names`` uses it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence

from sphinx_filedocs.model.expressions import (
    Argument,
    BoundName,
    Construction,
    Expression,
    FreeName,
    GenericType,
    MacroName,
    Member,
    PathPart,
    PathRoot,
    Pointee,
    ShortName,
    Super,
    Taken,
    Tested,
    This,
    ThisClass,
    TypeName,
)
from sphinx_filedocs.parse.import_statements import PathWord
from sphinx_filedocs.parse.scopes.binder import STAR, ScopeLookup
from sphinx_filedocs.parse.scopes.name_table import LABEL, MACRO, NameTable, Text
from sphinx_filedocs.parse.scopes.spans import GAP, Spans

#: The meaning of words about the class around, by their names in the query.
_ABOUT_CLASSES: Mapping[str, type[This | Super | ThisClass]] = {
    "this": This,
    "super": Super,
    "class": ThisClass,
}
#: The prefixes of names outside of all namespaces around.
_OUTERMOST = (b"\\", b"global::")
#: The meaning of a name and the start of the expression that it ends.
_Read = tuple[Expression, int]
#: The reader of a name of one kind: its text, start and end, and the scope around it. They are no
#: bound methods: a reader that holds those is freed late, with the syntax tree.
_Way = Callable[["NameReader", bytes, int, int, int], _Read | None]


class NameReader:
    """Reads the names of a text in their order, when all that it defines is bound."""

    def __init__(self, text: Text, table: NameTable, lookup: ScopeLookup, spans: Spans) -> None:
        self._text = text
        self._data = text.data
        self._table = table
        self._lookup = lookup
        self._spans = spans
        self._intern = table.intern
        self._bound_at = table.bound_at
        self._tested = TestedNames(text, table, lookup)
        self._ends = spans.ends
        self._structure = text.structure
        self._types = text.structure.types
        self._constructed = text.structure.constructed
        self._owned = text.gathered.owned
        self._roles = text.imports.roles
        self._paths = text.imports.paths
        self._path_values: dict[int, int] = {}
        self._aliases = {
            start: number
            for start, number in table.bound_at.items()
            if table.definitions[number][0].kind == "alias"
        }
        #: First byte of a name -> its reader if it is of several kinds but the one around.
        self._below: dict[int, _Way] = {}
        self._ways = self._ways_of_names()

    def read(self, around: Sequence[int]) -> list[tuple[int, int, int]]:
        """Return the start, the end and the expression of each name.

        :param around: the scope around each mark of the text.
        """
        name, known, bound_at, ends = (
            self._text.syntax.name,
            self._text.known,
            self._bound_at,
            self._ends,
        )
        find, expressions = self._lookup.find, self._table.expressions
        unlike = self._unlike_bare_names()
        occurrences: list[tuple[int, int, int]] = []
        for (start, end), scope in zip(self._text.marks, around, strict=True):
            if start in unlike:
                expression = self._expression(start, end, scope)
                if expression >= 0 and start in known:
                    occurrences.append((start, end, expression))
                continue
            # Most names are bound at their place, or bare.
            made = (
                BoundName(bound_at[start])
                if start in bound_at
                else find(name(start, end), scope, start)
            )
            expression = expressions.setdefault(made, len(expressions))
            ends[end] = (expression, start)
            occurrences.append((start, end, expression))
        return occurrences

    def _unlike_bare_names(self) -> set[int]:
        structure = self._structure
        unlike = {start for start, _ in self._text.marks}.difference(self._text.known)
        unlike.update(self._paths, self._aliases, self._ways, self._constructed, self._owned)
        return unlike.union(structure.types, structure.heads, structure.known)

    def _ways_of_names(self) -> Mapping[int, _Way]:
        structure = self._structure
        ways: dict[int, _Way] = {}

        def put(starts: Iterable[int], way: _Way) -> None:
            ways.update(dict.fromkeys(starts, way))

        put(structure.members, NameReader._member_of_before)
        put(structure.words, NameReader._word)
        put(structure.tops, NameReader._top)
        self._below = {start: ways.get(start, NameReader._bare) for start in structure.own}
        put(structure.own, NameReader._own)
        put(self._text.macros, NameReader._macro)
        put(structure.labels, NameReader._label)
        put(structure.short, NameReader._short)
        put(structure.skipped, NameReader._nothing)
        put(structure.named, NameReader._argument)
        put(structure.members & self._owned.keys(), NameReader._member_of_owner)
        expected = (start for start, owner in self._owned.items() if owner.kind != "owner")
        put(expected, NameReader._member_of_expected)
        put(self._roles, NameReader._role)
        return ways

    def _expression(self, start: int, end: int, scope: int) -> int:
        if start in self._paths:
            return self._path(self._paths[start], scope)
        bound = self._bound_at.get(start)
        alias = self._aliases.get(start)
        if bound is not None and (alias is None or self._table.definitions[bound][0].value):
            made: Expression = BoundName(bound)
            first = start
        else:
            read = self._ways.get(start, NameReader._bare)(
                self, self._text.syntax.name(start, end), start, end, scope
            )
            if read is None:
                return -1
            made, first = read
        number = self._intern(made)
        parameters = self._structure.parametric.get(start)
        if parameters is not None:
            number = self._intern(GenericType(number, (-1,) * parameters))
        if start in self._types and not isinstance(made, FreeName):
            number = self._intern(TypeName(number))
        if alias is not None and not isinstance(made, BoundName):
            self._table.complete(alias, number)
        self._ends[end] = (number, first)
        count = self._constructed.get(start)
        return number if count is None else self._intern(Construction(number, count))

    def _nothing(self, _name: bytes, _start: int, _end: int, _scope: int) -> None:
        return None

    def _bare(self, name: bytes, start: int, _end: int, scope: int) -> _Read | None:
        made = self._lookup.find(name, scope, start)
        if isinstance(made, FreeName):
            if start in self._structure.heads:
                return PathRoot(made.name, scope), start
            if start in self._structure.known:
                # It may be a word of the macro alone, or a name that an import of everything has.
                at_top = self._text.paths and STAR in self._table.scopes[0].bound
                opened = made.scope >= 0 or at_top
                return (ShortName(self._intern(made), -1), start) if opened else None
            if start in self._owned:
                member, _ = self._member_of_owner(name, start, _end, scope)
                return ShortName(self._intern(member), self._intern(made)), start
        return made, start

    def _short(self, name: bytes, start: int, _end: int, scope: int) -> _Read:
        find, suffix = self._lookup.find, self._structure.short[start].encode()
        whole = self._intern(find(name + suffix, scope, start))
        return ShortName(whole, self._intern(find(name, scope, start))), start

    def _role(self, _name: bytes, start: int, _end: int, _scope: int) -> _Read:
        return self._roles[start].expression, start

    def _member_of_owner(self, name: bytes, start: int, _end: int, scope: int) -> _Read:
        owner = self._spans.of_node(self._owned[start].node, scope)
        return self._member(owner, name, start), start

    def _member_of_expected(self, name: bytes, start: int, _end: int, scope: int) -> _Read | None:
        kind, node, place = self._owned[start]
        if kind == "key":
            ending = self._spans.ending_at(node.end_byte)
            owner = ending[0] if ending and ending[1] == node.start_byte else -1
        elif kind == "taker":
            called = self._spans.of_node(node, scope)
            owner = self._intern(Taken(called, place)) if called >= 0 else -1
        else:
            function = self._table.function_around(scope)
            owner = self._spans.of_node(self._table.scopes[function].type, scope)
        if owner < 0:
            return None
        return PathPart(owner, name.decode("utf-8", "replace")), start

    def _member_of_before(self, name: bytes, start: int, end: int, scope: int) -> _Read:
        owner, first = self._spans.before(start) or (-1, start)
        if owner >= 0 and start in self._structure.reached:
            owner = self._intern(Pointee(owner))
        made = self._member(owner, name, start)
        if self._tested.paths and (path := self._data[first:end]) in self._tested.paths:
            test = self._tested.at(path, scope, first)
            return (Tested(self._intern(made), test) if test >= 0 else made), first
        return made, first

    def _own(self, name: bytes, start: int, end: int, scope: int) -> _Read | None:
        inside = self._table.class_around(scope)
        if inside < 0:
            return self._below[start](self, name, start, end, scope)
        return self._member(self._intern(This(inside)), name, start), start

    def _argument(self, name: bytes, start: int, _end: int, scope: int) -> _Read | None:
        called = self._spans.of_node(self._structure.named[start], scope)
        if called < 0:
            return None
        return Argument(called, name.decode("utf-8", "replace")), start

    def _top(self, name: bytes, start: int, _end: int, scope: int) -> _Read:
        text = name.decode("utf-8", "replace")
        if not self._text.syntax.language.packages.clause:
            return FreeName(text, -1), start
        # What stands before it, and says that, is a part of the name.
        mark = next((sign for sign in _OUTERMOST if self._data.endswith(sign, 0, start)), b"")
        return PathRoot(text, scope), start - len(mark)

    def _word(self, name: bytes, start: int, end: int, scope: int) -> _Read | None:
        kind, _ = self._structure.words[start]
        if kind == "this" and start in self._text.known:
            # A variable may have its name.
            made = self._lookup.find(name, scope, start)
            if isinstance(made, BoundName):
                binding = self._table.bindings[made.binding]
                if binding.kind in ("parameter", "variable"):
                    return made, start
        ending = self._structure.ending.get(end)
        made_of = self._structure.made.get(ending) if ending else None
        if made_of and made_of[1][1] < start:
            # The instance of a class around, which is named before the word.
            return None
        if kind == "root":
            return PathRoot(name.decode("utf-8", "replace"), scope), start
        around = self._table.this_around(scope)
        while around >= 0 and self._table.scopes[around].seen_through:
            around = self._table.this_around(self._table.scopes[around].parent)
        if kind == "this" and self._table.is_static(scope, around, outside=False):
            kind = "class"
        return (_ABOUT_CLASSES[kind](around), start) if around >= 0 else None

    def _label(self, name: bytes, start: int, _end: int, scope: int) -> _Read | None:
        made = self._lookup.find(name + LABEL, scope, start)
        return (made, start) if isinstance(made, BoundName) else None

    def _macro(self, name: bytes, start: int, _end: int, scope: int) -> _Read:
        """Read a macro: one that the file defines or imports around it, or any."""
        made = self._known_macro(name, scope)
        other = self._unless_macro(name, start, scope)
        if made is not None:
            return made, start
        text = name.decode("utf-8", "replace")
        return MacroName(text, other), start

    def _member(self, owner: int, name: bytes, start: int) -> Expression:
        text = name.decode("utf-8", "replace")
        if start in self._structure.parts:
            return PathPart(owner, text)
        return Member(owner, text, self._lookup.use(start))

    def _known_macro(self, name: bytes, scope: int) -> Expression | None:
        while scope >= 0 and self._text.paths:
            for key in (name + MACRO, name):
                for _, number in self._table.scopes[scope].bound.get(key, ()):
                    if self._table.bindings[number].kind in ("macro", "import"):
                        return BoundName(number)
            scope = self._table.scopes[scope].parent
        return None

    def _unless_macro(self, name: bytes, start: int, scope: int) -> int:
        """Return the expression of a blanked name that is no macro's, -1 if it is unknown, as
        for a definition on a line that a directive excludes."""
        syntax = self._text.syntax
        left_out = syntax.language.directives and syntax.is_blank(start)
        if start in self._structure.macros or left_out:
            return -1
        if self._data[max(0, start - GAP) : start].rstrip().endswith((b"::", b".", b"->")):
            owner = self._spans.before(start)
            return self._intern(self._member(owner[0], name, start)) if owner else -1
        return self._intern(self._lookup.find(name, scope, start))

    def _path(self, word: PathWord, scope: int) -> int:
        text = self._text.syntax.name(word.start, word.end).decode("utf-8", "replace")
        if word.renames >= 0:
            number = self._path_values.get(word.renames, -1)
        elif word.owner < 0:
            number = self._intern(PathRoot(text, scope))
        else:
            number = self._path_values.get(word.owner, -1)
            if text not in ("*", "self"):
                number = self._intern(PathPart(number, text))
        self._path_values[word.start] = number
        if word.start in self._bound_at:
            self._table.complete(self._bound_at[word.start], number)
        return number


class TestedNames:
    """The dotted names of a text that tests narrow."""

    def __init__(self, text: Text, table: NameTable, lookup: ScopeLookup) -> None:
        self._table = table
        self._lookup = lookup
        #: The names themselves.
        self.paths = frozenset(text.gathered.tested)

    def at(self, path: bytes, scope: int, start: int) -> int:
        """Return the binding by a test for a dotted name that starts at a byte, -1 for none:
        another value may have been assigned since, and a function may be called later."""
        scopes, definitions, assignments = (
            self._table.scopes,
            self._table.definitions,
            self._lookup.assignments,
        )
        at = scope
        while at >= 0:
            draft = scopes[at]
            places = draft.bound.get(path, ())
            before = bisect_right(places, (start, len(definitions))) - 1
            if before >= 0:
                visible, number = places[before]
                holds = definitions[number][0].early or not assignments.between(
                    path, visible, start
                )
                return number if holds and self._is_same(path, at, number, scope, start) else -1
            at = -1 if draft.kind == "function" else draft.parent
        return -1

    def _is_same(self, path: bytes, at: int, number: int, scope: int, start: int) -> bool:
        root = path.partition(b".")[0]
        return self._root(root, at, self._table.defined_at[number]) == self._root(
            root, scope, start
        )

    def _root(self, name: bytes, scope: int, start: int) -> BoundName | FreeName:
        made = self._lookup.find(name, scope, start)
        while isinstance(made, BoundName):
            if self._table.bindings[made.binding].kind != "narrowed":
                break
            outside = self._table.scopes[self._table.bindings[made.binding].scope].parent
            made = self._lookup.find(name, outside, start)
        return made
