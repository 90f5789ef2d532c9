"""Which of several definitions of one name stand for it."""

from __future__ import annotations

from collections.abc import Iterable

from sphinx_filedocs.index.links.found import Found, sorted_out
from sphinx_filedocs.index.links.modules import (
    CALLABLE,
    NO_VALUES,
    TYPES,
    Defined,
    Module,
    implementation,
)
from sphinx_filedocs.index.links.tree import Tree, unit


class Choices:
    """Chooses among the definitions of a name."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._modules = tree.modules

    def same(self, module: Module, defined: Defined) -> tuple[Defined, ...]:
        """Return all definitions of a file that a name refers to together: overloads, where the
        language has them, and what a declaration declares."""
        if module.language.includes_text and defined.kind in (CALLABLE | TYPES):
            return self._tree.included.same(module, defined)
        if module.language.overloads and defined.kind in CALLABLE:
            rows = module.members[defined.owner][defined.name]
            return tuple(row for row in rows if row.kind in CALLABLE)
        rows = self.alike(defined)
        if module.language.alternatives:
            # Of several, conditions choose one.
            return tuple(row for row in rows if row.kind == defined.kind)
        if defined.kind in NO_VALUES:
            defined = next((row for row in rows if row.kind not in NO_VALUES), defined)
        if defined.kind in CALLABLE and not defined.body:
            return (implementation([row for row in rows if row.kind in CALLABLE]),)
        return (defined,)

    def alike(self, defined: Defined) -> list[Defined]:
        """Return the definitions of one name in the scope of one of them."""
        module = self._modules[defined.path]
        rows = module.members.get(defined.owner, {}).get(defined.name, [])
        if defined.binding < 0 or len(rows) < 2:
            return [defined]
        bindings = module.names.bindings
        scope = bindings[defined.binding].scope
        return [row for row in rows if row.binding >= 0 and bindings[row.binding].scope == scope]

    def as_type(self, meaning: Found) -> Found:
        """Return the type where a type and a value have one name."""
        if len(meaning.defined) != 1 or meaning.defined[0].kind in TYPES:
            return meaning
        types = tuple(row for row in self.alike(meaning.defined[0]) if row.kind in TYPES)
        return meaning._replace(defined=types[:1]) if types else meaning

    def chosen(self, rows: Iterable[Defined]) -> tuple[Defined, ...]:
        """Return one definition for each qualified name: that with a body, where there is one.
        Definitions of different modules are merged only where files include each other as text."""
        groups: dict[tuple[str, str], list[Defined]] = {}
        for row in rows:
            shared = self._modules.language(row.path).includes_text
            key = (row.qualified, "" if shared else unit(row.path))
            groups.setdefault(key, []).append(row)
        return tuple(row for group in groups.values() for row in _best(group))

    def by_name(self, rows: Iterable[Defined]) -> Found | None:
        """Return what a name means of which only the definitions are known."""
        return sorted_out("name", self.chosen(rows))


def _best(group: list[Defined]) -> list[Defined]:
    """Return what stands for the declarations of one qualified name."""
    bodies = [row for row in group if row.body]
    paths = {row.path for row in bodies or group}
    chosen = bodies or group
    overloaded = any(row.definition.number > 1 and row.kind in CALLABLE for row in chosen)
    return chosen if overloaded and len(paths) == 1 else chosen[:1]
