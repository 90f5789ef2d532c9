"""The names of a Python file by the standard library's ``ast``: where they stand, what binds them.

This is what the links of Python are sampled from, and what tells one variable of a name from
another of the same name. Nothing here uses the package that is measured.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

#: What sort of name a use is: of a parameter or variable of a function; of something else that
#: the file defines; bound by an import; bound nowhere in the file; an attribute of ``self`` or
#: ``cls``, of what ``import`` or ``from … import`` bound, of anything else; an argument's name;
#: the module and the names of an import.
Kind = Literal[
    "local variable",
    "own definition",
    "import-bound",
    "unbound (builtin)",
    "self attribute",
    "attribute of import",
    "attribute of from-import",
    "other attribute",
    "keyword argument",
    "import path",
    "imported name",
]
#: What binds a name.
Binding = Literal["variable", "definition", "import", "from-import", "parameter"]
#: A scope by number, and the name of a variable in it. Attributes of instances are their class's.
Variable = tuple[int, str]

_FROM = re.compile(r"from[\s.]*")


@dataclass(frozen=True, slots=True)
class Name:
    """A use of a name: 1-based line, 0-based column in characters."""

    line: int
    column: int
    name: str
    kind: Kind


@dataclass(slots=True)
class Names:
    """All names of one file.

    :param bindings: by line and name: the variables that are bound there, or that an item is put
        into.
    :param lines: by variable: where it is bound.
    """

    uses: list[Name] = field(default_factory=list)
    bindings: dict[tuple[int, str], set[Variable]] = field(default_factory=dict)
    lines: dict[Variable, set[int]] = field(default_factory=dict)

    def bound_with(self, name: str, line: int) -> set[int]:
        """Return the lines on which the variable gets a value that does so, by that name, on a
        line."""
        variables = self.bindings.get((line, name), set())
        return {line for variable in variables for line in self.lines[variable]}


def names(source: str) -> Names:
    """Return the names of a file; none when it can't be parsed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            return Names()
    reader = _Reader(source)
    reader.visit(tree)
    reader.finish()
    return reader.names


@dataclass(slots=True)
class _Scope:
    number: int
    sort: Literal["module", "class", "function", "comprehension"]
    parent: _Scope | None
    #: The first parameter of a method: ``self`` or ``cls``, whatever it is called.
    instance: str | None = None
    bound: dict[str, Binding] = field(default_factory=dict)
    elsewhere: dict[str, _Scope] = field(default_factory=dict)

    def outer(self) -> Iterator[_Scope]:
        """Yield the scopes in which a name of this one is looked for, in order."""
        yield self
        scope = self.parent
        while scope is not None:
            if scope.sort != "class":
                yield scope
            scope = scope.parent


_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


class _Reader(ast.NodeVisitor):
    """Collects the bindings while it visits, and tells the kinds of the uses afterwards."""

    def __init__(self, source: str) -> None:
        self.names = Names()
        self._lines = re.split(r"\r\n|\r|\n", source)
        self._scope = _Scope(0, "module", None)
        self._count = 0
        self._read: list[tuple[int, int, str, _Scope]] = []
        self._attributes: list[tuple[int, int, str, str | None, _Scope]] = []
        self._items: list[tuple[int, str, _Scope]] = []

    def finish(self) -> None:
        """Turn what was read into uses, when all bindings are known."""
        for line, column, name, scope in self._read:
            self._use(line, column, name, self._kind(name, scope))
        for line, column, name, base, scope in self._attributes:
            self._use(line, column, name, self._attribute_kind(base, scope))
        for line, name, scope in self._items:
            if holder := self._holder(name, scope):
                self._bindings_at(line, name).add((holder.number, name))
        self.names.uses.sort(key=lambda use: (use.line, use.column))

    def _use(self, line: int, column: int, name: str, kind: Kind) -> None:
        # Inside an f-string Python 3.11 gives some wrong places.
        if self._lines[line - 1][column : column + len(name)] == name:
            self.names.uses.append(Name(line, column, name, kind))

    def _column(self, line: int, column: int) -> int:
        """Return the column in characters for one in bytes."""
        return len(self._lines[line - 1].encode()[:column].decode("utf-8", "ignore"))

    def _holder(self, name: str, scope: _Scope) -> _Scope | None:
        for outer in scope.outer():
            if name in outer.elsewhere:
                return outer.elsewhere[name]
            if name in outer.bound:
                return outer
        return None

    def _kind(self, name: str, scope: _Scope) -> Kind:
        holder = self._holder(name, scope)
        if holder is None or name not in holder.bound:
            return "unbound (builtin)"
        sort = holder.bound[name]
        if sort in {"import", "from-import"}:
            return "import-bound"
        if holder.sort in {"function", "comprehension"} and sort in {"variable", "parameter"}:
            return "local variable"
        return "own definition"

    def _attribute_kind(self, base: str | None, scope: _Scope) -> Kind:
        holder = None if base is None else self._holder(base, scope)
        if base is None or holder is None:
            return "other attribute"
        if holder.instance == base:
            return "self attribute"
        sort = holder.bound.get(base)
        if sort == "import":
            return "attribute of import"
        return "attribute of from-import" if sort == "from-import" else "other attribute"

    def _bind(self, line: int, name: str, sort: Binding, scope: _Scope | None = None) -> None:
        scope = scope or self._scope
        scope = scope.elsewhere.get(name, scope)
        # An import is the sort of a name only if nothing else binds it, too.
        if not (sort in {"import", "from-import"} and name in scope.bound):
            scope.bound[name] = sort
        self._note(line, name, scope)

    def _note(self, line: int, name: str, scope: _Scope) -> None:
        variable = (scope.number, name)
        self._bindings_at(line, name).add(variable)
        self.names.lines.setdefault(variable, set()).add(line)

    def _bindings_at(self, line: int, name: str) -> set[Variable]:
        return self.names.bindings.setdefault((line, name), set())

    def _enter(self, sort: Literal["class", "function", "comprehension"]) -> _Scope:
        self._count += 1
        outer, self._scope = self._scope, _Scope(self._count, sort, self._scope)
        return outer

    def _visit_all(self, nodes: Sequence[ast.AST | None]) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)

    # Scopes

    def visit_FunctionDef(self, node: _Function) -> None:
        self._bind(node.lineno, node.name, "definition")
        self._visit_all(node.decorator_list)
        self._function(node.args, node.body, node.returns, node)

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 (ast's name)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._function(node.args, [node.body], None, None)

    def _function(
        self,
        arguments: ast.arguments,
        body: Sequence[ast.AST],
        returns: ast.expr | None,
        node: _Function | None,
    ) -> None:
        positional = [*arguments.posonlyargs, *arguments.args]
        others = [arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
        parameters = [*positional, *(other for other in others if other)]
        self._visit_all([*arguments.defaults, *arguments.kw_defaults, returns])
        self._visit_all([parameter.annotation for parameter in parameters])
        method = node is not None and self._scope.sort == "class"
        outer = self._enter("function")
        for parameter in parameters:
            self._bind(parameter.lineno, parameter.arg, "parameter")
        if method and positional and node and not _static(node):
            self._scope.instance = positional[0].arg
        self._type_parameters(node)
        self._visit_all(body)
        self._scope = outer

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._bind(node.lineno, node.name, "definition")
        self._visit_all([*node.decorator_list, *node.bases, *node.keywords])
        outer = self._enter("class")
        self._type_parameters(node)
        self._visit_all(node.body)
        self._scope = outer

    def _type_parameters(self, node: ast.AST | None) -> None:
        for parameter in getattr(node, "type_params", ()):
            self._bind(parameter.lineno, parameter.name, "variable")

    def _comprehension(self, node: _Comprehension) -> None:
        self.visit(node.generators[0].iter)
        outer = self._enter("comprehension")
        for number, generator in enumerate(node.generators):
            self._visit_all([generator.target, *([generator.iter] if number else [])])
            self._visit_all(generator.ifs)
        parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self._visit_all(parts)
        self._scope = outer

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension  # noqa: N815

    # Bindings

    def visit_Import(self, node: ast.Import) -> None:
        """Bind the first name of a module or its alias."""
        for alias in node.names:
            self._dotted(alias.lineno, self._column(alias.lineno, alias.col_offset), alias.name)
            bound = alias.asname or alias.name.partition(".")[0]
            self._bind(alias.lineno, bound, "import")

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        start = self._column(node.lineno, node.col_offset)
        match = _FROM.match(self._lines[node.lineno - 1], start)
        if node.module and match:
            self._dotted(node.lineno, match.end(), node.module)
        for alias in node.names:
            if alias.name != "*":
                column = self._column(alias.lineno, alias.col_offset)
                self._use(alias.lineno, column, alias.name, "imported name")
                self._bind(alias.lineno, alias.asname or alias.name, "from-import")

    def _dotted(self, line: int, column: int, dotted: str) -> None:
        for part in dotted.split("."):
            self._use(line, column, part, "import path")
            column += len(part) + 1

    def visit_Global(self, node: ast.Global) -> None:
        """Send the names to the module's scope."""
        scope = self._scope
        while scope.parent is not None:
            scope = scope.parent
        self._scope.elsewhere |= dict.fromkeys(node.names, scope)

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        """Send the names to the scope of the function that binds them."""
        for name in node.names:
            outer = self._scope.parent
            while outer and (outer.sort == "class" or name not in outer.bound):
                outer = outer.parent
            if outer:
                self._scope.elsewhere[name] = outer

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self._bind(node.lineno, node.name, "variable")
        self.generic_visit(node)

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        if node.name:
            self._bind(node.end_lineno or node.lineno, node.name, "variable")
        self.generic_visit(node)

    def visit_MatchStar(self, node: ast.MatchStar) -> None:
        if node.name:
            self._bind(node.lineno, node.name, "variable")

    def visit_MatchMapping(self, node: ast.MatchMapping) -> None:
        if node.rest:
            self._bind(node.end_lineno or node.lineno, node.rest, "variable")
        self.generic_visit(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        """Bind the name outside of the comprehension that the expression stands in."""
        scope = self._scope
        while scope.sort == "comprehension" and scope.parent:
            scope = scope.parent
        self._bind(node.target.lineno, node.target.id, "variable", scope)
        self.visit(node.value)

    # Uses

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store):
            self._bind(node.lineno, node.id, "variable")
        else:
            column = self._column(node.lineno, node.col_offset)
            self._read.append((node.lineno, column, node.id, self._scope))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Note a use of the attribute; an assignment binds it for the instances of its class."""
        self.visit(node.value)
        line = node.end_lineno or node.lineno
        base = node.value.id if isinstance(node.value, ast.Name) else None
        if isinstance(node.ctx, ast.Store):
            self._bind_attribute(line, node.attr, base)
            return
        column = self._column(line, node.end_col_offset or 0) - len(node.attr)
        if isinstance(node.value, ast.Attribute):
            base = self._module_chain(node.value)
        self._attributes.append((line, column, node.attr, base, self._scope))

    def _module_chain(self, node: ast.Attribute) -> str | None:
        """Return the first name of ``a.b.c`` when ``import a.b`` may have bound it."""
        first: ast.expr = node
        while isinstance(first, ast.Attribute):
            first = first.value
        if not isinstance(first, ast.Name):
            return None
        holder = self._holder(first.id, self._scope)
        return first.id if holder and holder.bound.get(first.id) == "import" else None

    def _bind_attribute(self, line: int, name: str, base: str | None) -> None:
        owner = self._class_of(base)
        if owner:
            self._note(line, name, owner)

    def _class_of(self, base: str | None) -> _Scope | None:
        """Return the class whose instance a name is here."""
        around = (one for one in self._scope.outer() if base and one.instance == base)
        return next((one.parent for one in around), None)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Note what an item is put into: jedi takes that for an assignment to the whole."""
        self.generic_visit(node)
        owner = node.value
        if isinstance(node.ctx, ast.Store) and isinstance(owner, ast.Name):
            self._items.append((owner.lineno, owner.id, self._scope))
        if isinstance(node.ctx, ast.Store) and isinstance(owner, ast.Attribute):
            base = owner.value.id if isinstance(owner.value, ast.Name) else None
            if scope := self._class_of(base):
                line = owner.end_lineno or owner.lineno
                self._bindings_at(line, owner.attr).add((scope.number, owner.attr))

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg:
            column = self._column(node.lineno, node.col_offset)
            self._use(node.lineno, column, node.arg, "keyword argument")
        self.visit(node.value)


def _static(node: _Function) -> bool:
    return any(
        isinstance(one, ast.Name) and one.id == "staticmethod" for one in node.decorator_list
    )
