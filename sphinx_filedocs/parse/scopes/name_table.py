"""A text with all that its queries say of its names, and their bindings and expressions while these
are made; only ``names`` uses it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence

from sphinx_filedocs.model.expressions import Expression
from sphinx_filedocs.model.names import Binding
from sphinx_filedocs.parse.import_statements import ImportStatement
from sphinx_filedocs.parse.scopes import locals_query, references_query
from sphinx_filedocs.parse.scopes.import_words import ImportWords
from sphinx_filedocs.parse.scopes.locals_query import Extent, LocalDefinition
from sphinx_filedocs.parse.syntax import Syntax

#: Follows the name of a function in languages with a namespace for functions.
CALL = b"()"
#: Follows the name of a macro in languages with a namespace for macros.
MACRO = b"!"
#: Follows the name of a label: nothing else can mean it.
LABEL = b":"
#: Kinds of definitions that are bound as another kind.
_KINDS = {
    "this": "parameter",
    "class": "parameter",
    "placeholder": "parameter",
    "outer": "variable",
    "file": "variable",
    "each": "parameter",
    "global": "variable",
    "alias": "import",
    "hoisted": "variable",
    "label": "variable",
    "attribute": "field",
    "property": "parameter",
    "exported": "export",
    "provider": "computed",
}
#: Kinds of definitions beside the meaning of the name itself at its place.
_BESIDE = frozenset({"shorthand", "exported"})
#: Kinds of bindings that a bare name does not mean.
_BEHIND_OWNERS = frozenset({"field", "export", "shorthand"})
#: Kinds of definitions that a head binds.
_IN_HEADS = frozenset({"parameter", "placeholder", "narrowed"})


class Text:
    """A text, its language's rules for names, and the captures of its queries."""

    def __init__(self, syntax: Syntax, statements: Sequence[ImportStatement]) -> None:
        self.syntax = syntax
        self.data = syntax.data
        language = syntax.language
        self.bare_members = language.scopes.bare_members
        self.ordered = language.scopes.ordered
        self.own_values = language.scopes.own_values
        #: True if functions have names apart from those of all else.
        self.apart = language.scopes.function_names
        #: True if methods have names apart from those of fields.
        self.members_apart = language.scopes.member_functions
        self.overloads = language.scopes.overloads
        #: True if names are looked up without the number of arguments of their calls.
        self.counts_arguments = language.imports.text
        self.hoists = language.scopes.hoisting
        #: True if a call may name its arguments.
        self.names_arguments = language.scopes.named_arguments
        #: True if names are taken from elsewhere by paths of modules.
        self.paths = language.packages.paths
        #: True if a scope may have members in other files.
        self.includes = language.imports.text
        #: True if an import binds the package's own name.
        self.packages = language.imports.binds_package_name
        hidden = syntax.hidden
        spots = _joined(syntax.spots, hidden)
        starts = [start for start, _ in spots]
        self.gathered = locals_query.read(syntax, frozenset(starts))
        ordered = spots
        if self.gathered.written:
            ordered = _joined(spots, self.gathered.written)
            starts = [start for start, _ in ordered]
        #: The starts of names.
        self.known = frozenset(starts)
        self.structure = references_query.read(syntax)
        for start, end in self.structure.unread:
            first, last = bisect_left(starts, start), bisect_left(starts, end)
            self.structure.skipped.update(starts[first:last])
        self.macros = {start for start, _ in hidden} | self.structure.macros
        self.imports = ImportWords(
            self.data, language, (ordered, starts), self.structure.members, statements
        )
        words = {(at, end) for at, (_, end) in self.structure.words.items()}
        words |= {(word.start, word.end) for word in self.imports.paths.values()}
        #: The names, other words with a meaning, and other definitions.
        self.marks = _joined(ordered, words | self.gathered.named_marks)


def _joined(ordered: list[Extent], more: Collection[Extent]) -> list[Extent]:
    return sorted({*ordered, *more}) if more else ordered


class NameTable:
    """The bindings of a text with their origins, and its expressions with their numbers."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self._members = text.structure.members
        self.scopes = text.gathered.scopes
        self.bindings: list[Binding] = []
        #: The definition and the scope of each binding.
        self.definitions: list[tuple[LocalDefinition, int]] = []
        #: First byte of a name -> the binding that it is.
        self.bound_at: dict[int, int] = {}
        #: The place of the name of each binding.
        self.defined_at: list[int] = []
        self.expressions: dict[Expression, int] = {}

    def intern(self, expression: Expression) -> int:
        """Return the number of an expression."""
        return self.expressions.setdefault(expression, len(self.expressions))

    def complete(self, number: int, value: int, type_: int = -1) -> None:
        """Give a binding the expressions of its value and its type."""
        self.bindings[number] = self.bindings[number]._replace(type=type_, value=value)

    def add(
        self,
        name: bytes,
        start: int,
        scope: int,
        visible: int,
        definition: LocalDefinition,
        key: bytes = b"",
    ) -> int:
        """Bind a name; return the number of the binding.

        :param start: of the name, in bytes.
        :param visible: the first byte at which the name means it.
        :param key: the key of lookups, if that is not the name.
        """
        scope = self._owner(name, scope, definition)
        line, column = self._text.syntax.position(start)
        kind = _KINDS.get(definition.kind, definition.kind)
        number = len(self.bindings)
        # A test tells of a dotted name what the name at its end does not mean there.
        if definition.kind not in _BESIDE and b"." not in definition.name:
            self.bound_at[start] = number
        self.bindings.append(Binding(name.decode("utf-8", "replace"), kind, line, column, scope))
        self.definitions.append((definition, scope))
        self.defined_at.append(start)
        if definition.kind == "parameter":
            self.scopes[scope].parameters.append(definition)
            if self._text.names_arguments and not definition.rest and self.scopes[scope].name >= 0:
                self.scopes[scope].named.append(number)
        if definition.place >= 0:
            self.scopes[scope].places[definition.place] = number
        if definition.static:
            self.scopes[scope].statics.append(number)
        if kind == "macro":
            key = name + MACRO
        elif definition.kind == "label":
            key = name + LABEL
        bound = self.scopes[scope].bound
        if self._is_bare(name, start, scope, definition.kind, kind):
            bound.setdefault(key or name, []).append((visible, number))
        if kind == "accessor" or (kind == "import" and self._text.apart):
            bound.setdefault(name + CALL, []).append((visible, number))
        return number

    def class_around(self, scope: int) -> int:
        """Return the class whose code a scope has, -1 for none."""
        while scope >= 0:
            draft = self.scopes[scope]
            if draft.kind == "class" or draft.owner is not None:
                return scope
            if draft.attached is False:
                return -1
            scope = draft.parent
        return -1

    def function_around(self, scope: int) -> int:
        """Return the function that a scope is in, else the file."""
        while self.scopes[scope].kind not in ("function", "file"):
            scope = self.scopes[scope].parent
        return scope

    def this_around(self, scope: int) -> int:
        """Return the class whose instance the word for that means, -1 for none: the values of an
        object literal are no code of that."""
        method = False
        while scope >= 0:
            draft = self.scopes[scope]
            if draft.owner is not None or (draft.kind == "class" and (method or not draft.literal)):
                return scope
            if draft.attached is False:
                return -1
            method = method or draft.attached is True
            scope = draft.parent
        return -1

    def is_static(self, scope: int, around: int, *, outside: bool) -> bool:
        """Return True if the code in a scope is about the class around itself and no instance.

        :param outside: True if that outside of methods is.
        """
        while scope not in (around, -1):
            draft = self.scopes[scope]
            method = draft.kind == "function" and draft.parent == around
            if draft.static or (method and draft.name >= 0):
                return draft.static
            scope = draft.parent
        return outside

    def _owner(self, name: bytes, scope: int, definition: LocalDefinition) -> int:
        while self.scopes[scope].kind == "head" and definition.kind not in _IN_HEADS:
            scope = max(self.scopes[scope].parent, 0)
        where = self.scopes[scope].outer.get(name)
        if where == "global":
            return 0
        return max(self.scopes[scope].parent, 0) if where == "nonlocal" else scope

    def _is_bare(self, name: bytes, start: int, scope: int, defined: str, kind: str) -> bool:
        """Return True if a bare name may mean the definition.

        :param defined: the kind of the definition.
        :param kind: the kind of the binding.
        """
        if defined in ("alias", "narrowed"):
            return True
        if kind in _BEHIND_OWNERS and not (kind == "field" and self._text.bare_members):
            return False
        return not (self._is_known(name, scope, defined) or self._needs_owner(name, start, scope))

    def _is_known(self, name: bytes, scope: int, kind: str) -> bool:
        if kind not in ("file", "each"):
            return False
        places = self.scopes[scope].bound.get(name, ())
        kinds = {self.definitions[number][0].kind for _, number in places}
        return "variable" in kinds or (kind == "file" and "file" in kinds)

    def _needs_owner(self, name: bytes, start: int, scope: int) -> bool:
        """Return True if a name alone can't mean the definition, as it names its owner or is a
        constructor."""
        if start in self._members and start not in self._text.imports.paths:
            return True
        made = self.scopes[scope].binding if self.scopes[scope].kind == "class" else -1
        return made >= 0 and self.bindings[made].name.encode() == name
