"""Binds what a text defines in the scopes where it is defined; only ``names`` uses
it."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from sphinx_filedocs.model.expressions import BoundName, WholeImport
from sphinx_filedocs.parse.budget import SCOPES, OverBudgetError
from sphinx_filedocs.parse.names.gather import Definition
from sphinx_filedocs.parse.names.lookup import Lookup
from sphinx_filedocs.parse.names.table import CALL, Table
from sphinx_filedocs.parse.names.text import Text
from sphinx_filedocs.phrases import Phrase


class Binder:
    """Binds the names of one text."""

    def __init__(self, text: Text, table: Table, lookup: Lookup) -> None:
        self._text = text
        self._table = table
        self._lookup = lookup
        self._gathered = text.gathered
        self._scopes = table.scopes
        #: Where the name of a scope stands -> the scope.
        self._named = {scope.name: at for at, scope in enumerate(self._scopes) if scope.name >= 0}

    def bind(self) -> list[int]:
        """Bind every defined name; return the scope around each mark of the text."""
        gathered, imports = self._gathered, self._text.imports
        around = self._scopes_around()
        defined = {*imports.paths, *imports.roles, *gathered.outer, *gathered.definitions}
        defined |= {*self._named, *gathered.opened, *gathered.exported}
        bind = self._bind_mark
        for (start, end), scope in zip(self._text.marks, around, strict=True):
            if start in defined:
                bind(start, end, scope)
        if self._text.packages:
            for start, number, name in imports.packages():
                bound = self._table.add(name.encode(), start, 0, 0, Definition("import"))
                self._table.complete(bound, self._table.intern(WholeImport(number)))
        return around

    def _scopes_around(self) -> list[int]:
        """Return the scope around each mark, and give each scope its parent."""
        scopes = self._scopes
        around: list[int] = []
        #: The scopes around a mark, where the innermost one ends, and where the next one begins.
        stack = [0]
        index = 0
        begins = [scope.extent[0] for scope in scopes[1:]]
        begins.append(scopes[0].extent[1])
        begin, end = begins[0], scopes[0].extent[1]
        for start, _ in self._text.marks:
            while begin <= start:
                self._close(stack, begin)
                index += 1
                scopes[index].parent = stack[-1]
                stack.append(index)
                if len(stack) > SCOPES:
                    raise OverBudgetError(Phrase("scopes inside each other"), len(stack), SCOPES)
                begin, end = begins[index], scopes[index].extent[1]
            if end <= start:
                self._close(stack, start)
                end = scopes[stack[-1]].extent[1]
            around.append(stack[-1])
        for scope in scopes[index + 1 :]:
            scope.parent = 0
        return around

    def _close(self, stack: list[int], start: int) -> None:
        while self._scopes[stack[-1]].extent[1] <= start:
            stack.pop()

    def _bind_mark(self, start: int, end: int, around: int) -> None:
        """Bind one name of the text, and what else it says of the scope around."""
        opened = self._gathered.opened.get(start)
        if opened is not None:
            self._scopes[around].bases[start] = opened
        name = self._text.data[start:end]
        if start in self._text.imports.paths:
            self._bind_path_word(name, start, around)
        elif start in self._text.imports.roles:
            self._bind_imported(name, start, around)
        elif start in self._gathered.outer:
            self._scopes[around].elsewhere[name] = self._gathered.outer[start]
        elif start in self._named:
            self._bind_scope(name, start, around, self._named[start])
        elif start in self._gathered.definitions:
            self._bind_definition(name, start, around, self._gathered.definitions[start])
        exported = self._gathered.exported.get(start)
        if exported is not None and start not in self._text.imports.roles:
            self._table.add(name, start, 0, start, Definition("exported", value=exported))

    def _bind_path_word(self, name: bytes, start: int, around: int) -> None:
        if self._text.imports.paths[start].binds:
            self._table.add(name.removeprefix(b"r#"), start, around, 0, Definition("import"))

    def _bind_imported(self, name: bytes, start: int, around: int) -> None:
        role = self._text.imports.roles[start]
        if role.binds:
            bound = self._table.add(name, start, around, start, Definition("import"))
            self._table.complete(bound, self._table.intern(role.expression))

    def _bind_definition(
        self, name: bytes, start: int, around: int, definition: Definition
    ) -> None:
        around = self._home(name, start, around, definition)
        if around >= 0:
            ends = (node.end_byte for node in (definition.value, definition.after) if node)
            visible = max(start, *ends, start)
            self._table.add(definition.name or name, start, around, visible, definition)

    def _bind_scope(self, name: bytes, start: int, around: int, number: int) -> None:
        """Bind the name of a scope, as the definition that it may be besides."""
        scope = self._scopes[number]
        key = name + CALL if self._text.apart and scope.kind == "function" else name
        outside = around if start < scope.extent[0] else scope.parent
        definition = self._gathered.definitions.get(start)
        if definition is not None:
            outside = self._home(name, start, outside, definition)
            key = name = definition.name or name
        if outside >= 0:
            made = definition or Definition("definition")
            scope.binding = self._table.add(name, start, outside, 0, made, key)

    def _home(self, name: bytes, start: int, around: int, definition: Definition) -> int:
        """Return the scope that a definition belongs to, -1 for none."""
        kind = definition.kind
        if kind == "outer":
            return max(self._scopes[around].parent, 0)
        if kind in ("global", "export"):
            return 0
        if kind in ("file", "each"):
            return self._holder(name, around)
        if kind == "hoisted":
            return self._function_around(around)
        if kind in ("field", "shorthand"):
            return self._home_of_field(around)
        if kind == "attribute":
            return around if self._is_of_file(definition.owner, around, start) else -1
        if kind == "property":
            self._bind_property(name, start, around, definition)
        elif kind == "bound":
            self._give_type(name, start, around, definition.type)
        return -1 if kind in ("known", "bound") else around

    def _holder(self, name: bytes, scope: int) -> int:
        """Return the scope around that binds a name already, else the file."""
        while scope > 0 and name not in self._scopes[scope].bound:
            scope = self._scopes[scope].parent
        return max(scope, 0)

    def _function_around(self, scope: int) -> int:
        while self._scopes[scope].kind not in ("function", "file"):
            scope = self._scopes[scope].parent
        return scope

    def _home_of_field(self, around: int) -> int:
        around = self._table.class_around(around)
        scope = self._scopes[max(around, 0)]
        return -1 if scope.literal and scope.binding < 0 and scope.owner is None else around

    def _is_of_file(self, owner: Node | None, scope: int, start: int) -> bool:
        """Tell whether an owner is a value that the file itself makes outside of functions."""
        if owner is None:
            return False
        name = self._text.data[owner.start_byte : owner.end_byte]
        expression = self._lookup.find(name, self._scopes[scope].parent, start)
        if not isinstance(expression, BoundName):
            return False
        binding = self._table.bindings[expression.binding]
        untyped = self._table.kept[expression.binding][0].type is None
        return not binding.scope and untyped and binding.kind in ("variable", "definition")

    def _bind_property(self, name: bytes, start: int, around: int, definition: Definition) -> None:
        """Bind the field that a parameter is too."""
        outside = self._table.class_around(around)
        if outside >= 0:
            self._table.add(name, start, outside, start, replace(definition, kind="field"))

    def _give_type(self, name: bytes, start: int, around: int, type_: Node | None) -> None:
        """Give a parameter for types the type that it is said to have."""
        expression = self._lookup.find(name, around, start)
        if isinstance(expression, BoundName):
            made = self._table.kept[expression.binding][0]
            if made.kind == "placeholder":
                made.type = made.type or type_
