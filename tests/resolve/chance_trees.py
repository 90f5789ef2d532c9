"""Small trees of sources made by chance, with what is known of them from how they were made."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

#: Functions, classes and variables share these, so that every name has several meanings.
_NAMES = ("alpha", "beta", "Gamma", "Delta")
_MEMBERS = ("run", "size", "alpha", "Gamma")
_MARKED = re.compile("«([^»\n]*)»")

names = st.sampled_from(_NAMES)
members = st.sampled_from(_MEMBERS)


@dataclass(frozen=True, slots=True)
class Tree:
    """Sources by path, and where local names stand in them: lines 1-based, columns 0-based."""

    texts: Mapping[str, str]
    local: Mapping[str, set[tuple[int, int]]]


def _tree(marked: Mapping[str, str]) -> Tree:
    """Return a tree of texts in which local names are in ``«»``."""
    local = {
        path: {
            (line, one.start() - 2 * before)
            for line, row in enumerate(text.split("\n"), 1)
            for before, one in enumerate(_MARKED.finditer(row))
        }
        for path, text in marked.items()
    }
    return Tree({path: _MARKED.sub(r"\1", text) for path, text in marked.items()}, local)


def _trees(
    paths: Sequence[str], rows: Callable[[st.DrawFn, str], str]
) -> Callable[[], st.SearchStrategy[Tree]]:
    @st.composite
    def made(draw: st.DrawFn) -> Tree:
        chosen = draw(st.lists(st.sampled_from(paths), min_size=1, max_size=4, unique=True))
        texts = {}
        for path in sorted(chosen):
            count = draw(st.integers(0, 6))
            texts[path] = "".join(f"{rows(draw, path)}\n" for _ in range(count))
        return _tree(texts)

    return made


# --- Python -------------------------------------------------------------------------------------

_PYTHON = ("pkg/__init__.py", "pkg/a.py", "pkg/b.py", "pkg/sub/__init__.py", "pkg/sub/c.py", "m.py")
_MODULES = ("pkg", "pkg.a", "pkg.b", "pkg.sub", "pkg.sub.c", "m", ".", ".a", "..a", ".c", "os")
_ABSOLUTE = tuple(one for one in _MODULES if not one.startswith("."))


def _python_import(draw: st.DrawFn) -> str:
    module, name, other = draw(st.sampled_from(_MODULES)), draw(names), draw(names)
    absolute = draw(st.sampled_from(_ABSOLUTE))
    parts = st.sampled_from(("a", "b", "sub", "c", "path"))
    return draw(
        st.sampled_from(
            (
                f"from {module} import {name}",
                f"from {module} import {name} as {other}",
                f"from {module} import {name}, {other}",
                f"from {module} import {draw(parts)}",
                f"import {absolute}",
                f"import {absolute} as {name}",
            )
        )
    )


def _python_value(draw: st.DrawFn) -> str:
    name, member = draw(names), draw(members)
    module = draw(st.sampled_from((*_ABSOLUTE, "a", "c", "sub", "sub.c")))
    return draw(
        st.sampled_from(
            (
                name,
                f"{name}()",
                f"{name}.{member}",
                f"{name}().{member}()",
                f"{module}.{name}",
                f"{module}.{name}().{member}",
                f"[{name} for {name} in {draw(names)}]",
                f"(lambda {name}: {name} or {draw(names)})",
            )
        )
    )


def _python_body(draw: st.DrawFn, indent: str, me: str) -> str:
    """Return the body of a function, whose first parameter is *me* if it has one."""
    lines = []
    for _ in range(draw(st.integers(0, 3))):
        name, value, member = draw(names), _python_value(draw), draw(members)
        made = [f"{name} = {value}", value, _python_import(draw)]
        made.append(f"for {name} in {value}: {draw(names)}")
        made.append(f"def {name}(): return {value}")
        made += [f"{me}.{member} = {value}", f"{me}.{member}()"] if me else []
        made += [f"super().{member}()"] if me else []
        lines.append(draw(st.sampled_from(made)))
    return "".join(f"{indent}{line}\n" for line in (*lines, f"return {_python_value(draw)}"))


def _python_row(draw: st.DrawFn, path: str) -> str:
    name, other, member = draw(names), draw(names), draw(members)
    parameter, value = draw(names), _python_value(draw)
    kinds = ("import", "star", "def", "class", "variable", "value", "attempt")
    kind = draw(st.sampled_from(kinds))
    if kind == "import":
        return _python_import(draw)
    if kind == "star":
        return f"from {draw(st.sampled_from(_MODULES))} import *"
    if kind == "def":
        head = draw(st.sampled_from((f"def {name}({parameter}={value}):", f"def {name}():")))
        globals_ = f"    global {other}\n" if other not in head and draw(st.booleans()) else ""
        if globals_:
            return f"{head}\n{globals_}    {other} = {value}\n    return {other}\n"
        return f"{head}\n{_python_body(draw, '    ', '')}"
    if kind == "class":
        base = draw(st.sampled_from((f"({value})", f"({other})", "")))
        method = f"    def {member}(self, {parameter}=None):\n{_python_body(draw, ' ' * 8, 'self')}"
        return f"class {name}{base}:\n    {draw(members)} = {value}\n{method}"
    if kind == "variable":
        return f"{name} = {value}"
    if kind == "attempt":
        return f"try:\n    {_python_import(draw)}\nexcept ImportError:\n    {name} = {value}"
    return value


class _Locals(ast.NodeVisitor):
    """Collects where the local names of functions are read and written.

    A scope is what kind it is and the names that it binds itself: true for local ones, false for
    those that an import or a statement ``global`` gives a meaning from elsewhere.
    """

    def __init__(self) -> None:
        self.found: list[ast.Name] = []
        self._scopes: list[tuple[str, dict[str, bool]]] = [("module", {})]

    def visit_Name(self, node: ast.Name) -> None:
        for at, (kind, bound) in enumerate(reversed(self._scopes)):
            if node.id in bound and (kind != "class" or at == 0):
                if kind == "function" and bound[node.id]:
                    self.found.append(node)
                return

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        arguments = node.args
        outside = [*arguments.defaults, *(one for one in arguments.kw_defaults if one)]
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        every += [one for one in (arguments.vararg, arguments.kwarg) if one]
        outside += [one.annotation for one in every if one.annotation]
        body: list[ast.AST] = [node.body] if isinstance(node, ast.Lambda) else list(node.body)
        if not isinstance(node, ast.Lambda):
            outside += [*node.decorator_list, *([node.returns] if node.returns else [])]
        for one in outside:
            self.visit(one)
        self._inside("function", {one.arg: True for one in every} | _bound(body), body)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _function  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for one in (*node.decorator_list, *node.bases, *node.keywords):
            self.visit(one)
        self._inside("class", _bound(node.body), node.body)

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
    ) -> None:
        self.visit(node.generators[0].iter)
        bound = _bound([one.target for one in node.generators])
        results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        inner: list[ast.AST] = [*results, *(one.iter for one in node.generators[1:])]
        inner += [part for one in node.generators for part in (one.target, *one.ifs)]
        self._inside("function", bound, inner)

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension  # noqa: N815

    def _inside(self, kind: str, bound: dict[str, bool], nodes: Sequence[ast.AST]) -> None:
        self._scopes.append((kind, bound))
        for node in nodes:
            self.visit(node)
        self._scopes.pop()


def _bound(nodes: Sequence[ast.AST]) -> dict[str, bool]:
    """Return the names that a scope binds itself, without those of the scopes in it."""
    local: set[str] = set()
    elsewhere: set[str] = set()
    todo = list(nodes)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            local.add(node.name)
            todo += node.decorator_list
            continue
        if isinstance(node, ast.Lambda):
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            elsewhere |= {(one.asname or one.name).partition(".")[0] for one in node.names}
        elif isinstance(node, ast.Global | ast.Nonlocal):
            elsewhere |= set(node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            local.add(node.id)
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            local.add(node.name)
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            todo += [part for part in ast.walk(node) if isinstance(part, ast.NamedExpr)]
            continue
        todo += ast.iter_child_nodes(node)
    return dict.fromkeys(local, True) | dict.fromkeys(elsewhere, False)


def local_places(tree: ast.Module, lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where the local names of a Python source's functions stand: line 1-based, column
    0-based and in characters."""
    visitor = _Locals()
    visitor.visit(tree)
    for node in visitor.found:
        before = lines[node.lineno - 1].encode()[: node.col_offset]
        yield node.lineno, len(before.decode())


# --- JavaScript ---------------------------------------------------------------------------------

_JAVASCRIPT = ("src/index.js", "src/a.js", "src/b.js", "src/sub/index.js", "src/sub/c.ts")
_FROM = ("./a.js", "./b.js", "../a.js", "./sub", "./sub/c", "./index.js", "..", "fs")


def _javascript_value(draw: st.DrawFn) -> str:
    name, member = draw(names), draw(members)
    forms = (name, f"{name}()", f"{name}.{member}", f"new {name}().{member}()", f"ns.{name}")
    return draw(st.sampled_from(forms))


def _javascript_body(draw: st.DrawFn, parameter: str) -> str:
    """Return the body of a function: it binds one more name besides its parameter."""
    local, value = draw(names), _javascript_value(draw)
    # A name of the function means the same in the whole of it.
    value = re.sub(rf"\b(?<!\.)({local}|{parameter})\b", r"«\1»", value)
    inner = f"  const «{local}» = {value};\n" if local != parameter else ""
    call = f"  [1].map((«{parameter}») => «{parameter}»);\n"
    return f"{{\n{inner}{call}  return «{local}» + «{parameter}»;\n}}"


def _javascript_row(draw: st.DrawFn, path: str) -> str:
    name, other, member = draw(names), draw(names), draw(members)
    target, value, parameter = draw(st.sampled_from(_FROM)), _javascript_value(draw), draw(names)
    body = _javascript_body(draw, parameter)
    export = draw(st.sampled_from(("export ", "export default ", "")))
    class_ = f"{export}class {name} extends {other} {{\n  size = {value};\n"
    class_ += f"  {member}(«{parameter}») {body}\n"
    class_ += f"  alpha() {{ return this.{member}(this.size); }}\n}}"
    rows = (
        f'import {{ {name} }} from "{target}";',
        f'import {{ {name} as {other} }} from "{target}";',
        f'import * as ns from "{target}";',
        f'import {name} from "{target}";',
        f'export {{ {name} as {other} }} from "{target}";',
        f'export * from "{target}";',
        f'export * as ns from "{target}";',
        f'const {{ {name} }} = require("{target}");',
        f"{export}function {name}(«{parameter}») {body}",
        class_,
        f"export const {name} = {value};",
        f"export const {name} = {{ {member}: {value}, alpha }};",
        f"export {{ {name} }};",
        f"{value};",
    )
    return draw(st.sampled_from(rows))


# --- C and C++ ----------------------------------------------------------------------------------

_C = ("include/a.h", "include/b.h", "src/a.c", "src/b.c", "src/local.h", "src/c.cpp")
_HEADERS = ("a.h", "b.h", "local.h", "../include/a.h", "stdio.h")


def _c_body(draw: st.DrawFn, parameter: str) -> str:
    local = draw(names)
    value = f"{draw(names)}({draw(names)})"
    value = re.sub(rf"\b({local}|{parameter})\b", r"«\1»", value)
    inner = f"    int «{local}» = 1;\n" if local != parameter else ""
    return f"{{\n{inner}    {value};\n    return «{local}» + «{parameter}»;\n}}"


def _c_row(draw: st.DrawFn, path: str) -> str:
    name, other, member = draw(names), draw(names), draw(members)
    parameter, header = draw(names), draw(st.sampled_from(_HEADERS))
    body = _c_body(draw, parameter)
    static = draw(st.sampled_from(("static ", "")))
    # Not the name of the enumeration itself.
    constants = ", ".join(sorted({member, other, "last"} - {name}))
    rows = (
        f'#include "{header}"',
        f"#include <{header}>",
        f"int {name}(int «{parameter}»);",
        f"{static}int {name}(int «{parameter}») {body}",
        f"struct {name} {{ int {member}; struct {other} *next; }};",
        f"typedef struct {name} {other};",
        f"extern int {name};",
        f"{static}int {name} = 1;",
        f"#define {name} {other}",
        f"enum {name} {{ {constants} }};",
        f"int use_{other}(struct {name} *p) {{ return p->{member} + {other}(p->next->{member}); }}",
    )
    return draw(st.sampled_from(rows))


TREES: Mapping[str, Callable[[], st.SearchStrategy[Tree]]] = {
    "python": _trees(_PYTHON, _python_row),
    "javascript": _trees(_JAVASCRIPT, _javascript_row),
    "c": _trees(_C, _c_row),
}
