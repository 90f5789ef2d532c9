"""What the analysis says of every name in a tree's sources: where it leads, and of what sort it is.

The sorts are those of our own scopes, so that the tables of all judges and languages have the same
rows.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from judging import Found, Line, Sort

from sphinx_filedocs.analysis.analyse import analyse
from sphinx_filedocs.index.extraction import Analysed, Analysis
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.model.expressions import (
    Applied,
    Argument,
    BoundName,
    Construction,
    MacroName,
    Member,
    PathPart,
    ShortName,
    TypeName,
    Unless,
)
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.links import Link
from sphinx_filedocs.model.names import USE_KINDS, Binding, Names
from sphinx_filedocs.source import content
from sphinx_filedocs.tree_options import Sources

#: What is no local name although a function binds it.
_DEFINED = frozenset({"definition", "import", "export"})
#: What names are used for where types stand.
_TYPES = frozenset({"type", "base", "instance"})
#: Expressions that say how the name in them is used.
_ABOUT_NAMES = (
    Applied,
    Construction,
    MacroName,
    ShortName,
    TypeName,
    Unless,
)


@cache
def found_links(root: Path, scip: tuple[Path, ...] = ()) -> tuple[Found, ...]:
    """Return what the analysis says of every name in a tree's sources.

    :param root: absolute.
    :param scip: indexes of compilers that the analysis takes.
    """
    with tempfile.TemporaryDirectory() as folder:
        jobs = os.cpu_count() or 1
        reports = tuple(("scip", index) for index in scip)
        analysis = Analysis(root, Sources(root.name, reports=reports), history=False, jobs=jobs)
        store = Store(Path(folder, "facts.sqlite"), analysis.limit)
        codebase = analyse(analysis, store, _quietly)
        found = tuple(
            one
            for path, links in codebase.graph.links.items()
            for one in _found(root, codebase.files[path], store, links)
        )
        store.close()
    return found


def _quietly(results: Iterable[Analysed], _: int) -> Iterator[Analysed]:
    return iter(results)


def _found(root: Path, file: File, store: Store, links: Sequence[Link | None]) -> Iterator[Found]:
    names = store.recall_names(file) or Names()
    source = content.read(root, file.path, file.size).text.split("\n")
    bound = {(one.line, one.column) for one in names.bindings if one.kind != "import"}
    rows = zip(names.lines, names.columns, names.lengths, names.meant, names.kinds, strict=True)
    for line, column, length, expression, use in rows:
        link = links[expression]
        yield Found(
            path=file.path,
            line=line,
            column=column,
            name=source[line - 1][column : column + length],
            how=link.how if link else "",
            kind=_kind(link) if link else "",
            targets=_targets(file.path, link) if link else (),
            sort=sort_of(names, expression, USE_KINDS[use]),
            language=file.language or "",
            definition=(line, column) in bound,
        )


def _kind(link: Link) -> str:
    if link.definitions:
        return link.definitions[0].kind
    if link.line is not None:
        return "local"
    return "file" if link.paths else ""


def _targets(path: str, link: Link) -> tuple[Line, ...]:
    if link.line is not None:
        return ((path, link.line),)
    if link.definitions:
        return tuple((one.path, one.line) for one in link.definitions)
    return tuple((one, 1) for one in link.paths)


def sort_of(names: Names, expression: int, use: str) -> Sort:
    """Return what sort of name an expression is, by the scopes of its file alone.

    :param use: what the name is used for.
    """
    meant = names.expressions[expression]
    while isinstance(meant, _ABOUT_NAMES) and meant.expression >= 0:
        meant = names.expressions[meant.expression]
    if isinstance(meant, Argument):
        return "keyword argument"
    if use == "import":
        return "import"
    if use in _TYPES:
        return "annotation"
    if isinstance(meant, Member | PathPart):
        return "member"
    if isinstance(meant, BoundName):
        return _sort_of_binding(names, names.bindings[meant.binding])
    return "global"


def _sort_of_binding(names: Names, binding: Binding) -> Sort:
    scope = binding.scope
    if names.scopes[scope].kind == "class":
        return "member"
    while scope > 0 and names.scopes[scope].kind not in {"function", "class"}:
        scope = names.scopes[scope].parent
    return "local" if scope > 0 and binding.kind not in _DEFINED else "global"
