"""Follows imports over several steps: cycles, and imports of packages narrowed to used files."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from sphinx_filedocs.languages import load
from sphinx_filedocs.languages.table import per_table
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import is_header
from sphinx_filedocs.model.graph import Cycle
from sphinx_filedocs.model.links import Use

#: So many bits, 64 MB, are held at a time; more files than fit are taken in turns.
MOST_BITS = 2**29
Table = Sequence[Sequence[int]]
#: A cycle of more steps than this is told of but not looked for: nobody could read it.
_LONGEST = 50
#: For so many files at a time the shortest cycles are looked for.
_BLOCK = 1024


def inverse(table: Table, size: int) -> list[list[int]]:
    """Return the rows that contain each number below *size*."""
    rows: list[list[int]] = [[] for _ in range(size)]
    for row, numbers in enumerate(table):
        for number in numbers:
            rows[number].append(row)
    return rows


def levels(
    out: Table, back: Table, targets: Sequence[int], most: int
) -> Iterator[tuple[Sequence[int], Collection[int]]]:
    """Yield the targets that each file reaches within 0, 1, 2, … steps, as bits in the order of
    *targets*, and the files that reached more than a step before.

    :param out: the groups of each file.
    :param back: the files of each group.
    :param most: the maximum of steps.
    """
    within = [0] * len(out)
    for bit, end in enumerate(targets):
        within[end] = 1 << bit
    changed: Collection[int] = targets
    for _ in range(most):
        yield within, changed
        passed: defaultdict[int, int] = defaultdict(int)
        for file in changed:
            for group in out[file]:
                passed[group] |= within[file]
        grown: dict[int, int] = {}
        for group, bits in passed.items():
            for file in back[group]:
                known = grown.get(file) or within[file]
                if (more := known | bits) != known:
                    grown[file] = more
        if not grown:
            return
        within = within.copy()
        for file, bits in grown.items():
            within[file] = bits
        changed = grown
    yield within, changed


def cycles(
    imports: Mapping[str, tuple[Import, ...]],
) -> tuple[tuple[Cycle, ...], dict[str, Cycle]]:
    """Return a shortest import cycle for each strongly connected group, largest groups first, and
    one through each file. Only imports at load time count.

    :param imports: of each file, resolved.
    """
    certain = CertainFiles()
    declared = tuple(declarations())
    # What only declares is not executed, and so it imports nothing.
    lines = {
        path: {} if path.endswith(declared) else _lines(rows, certain)
        for path, rows in imports.items()
    }
    paths = sorted(lines)
    number = {path: at for at, path in enumerate(paths)}
    successors = [sorted(number[target] for target in lines[path]) for path in paths]
    groups: list[Cycle] = []
    through: dict[str, Cycle] = {}
    for component in _components(successors):
        shortest = {
            paths[file]: Cycle(
                tuple(
                    Use(paths[importer], lines[paths[importer]][paths[imported]])
                    for importer, imported in zip(circle, circle[1:] + circle[:1], strict=True)
                ),
                len(component),
            )
            for file, circle in _circles(component, successors)
        }
        through.update(shortest)
        groups.append(min(shortest.values(), key=_shorter))
    groups.sort(key=lambda cycle: (-cycle.files, _shorter(cycle)))
    return tuple(groups), {path: through[path] for path in sorted(through)}


@per_table
def declarations() -> Mapping[str, str]:
    """Return the endings of files that only declare, such as ``.pyi``, with those of their code."""
    known = (language.imports.declarations.items() for language in load().values())
    return dict(row for rows in known for row in rows)


def only_declares(path: str) -> bool:
    """Return True if a file only declares, by its ending: a header, or ``.d.ts``."""
    return is_header(path) or path.endswith(tuple(declarations()))


def _shorter(cycle: Cycle) -> tuple[bool, int, list[tuple[str, int]]]:
    return not cycle.steps, len(cycle.steps), [(step.path, step.line) for step in cycle.steps]


def _lines(imports: Sequence[Import], certain: CertainFiles) -> dict[str, int]:
    lines: dict[str, int] = {}
    for statement in imports:
        # A declaration of a module (Rust's ``mod``) holds that module and takes nothing from it.
        if statement.kind == "module" or statement.when != "load":
            continue
        for path in certain.of(statement):
            lines[path] = min(statement.line, lines.get(path, statement.line))
    return lines


def _components(successors: Table) -> Iterator[list[int]]:
    """Yield strongly connected components of several nodes, sorted.

    Sharir's algorithm without recursion: import chains may exceed Python's stack.
    """
    finished: list[int] = []
    seen = [False] * len(successors)
    for root in range(len(successors)):
        way = [] if seen[root] else [(root, iter(successors[root]))]
        seen[root] = True
        while way:
            node, rest = way[-1]
            after = next((other for other in rest if not seen[other]), None)
            if after is None:
                finished.append(node)
                way.pop()
            else:
                seen[after] = True
                way.append((after, iter(successors[after])))
    before = inverse(successors, len(successors))
    for root in reversed(finished):
        # ``seen`` is true of all by now, and becomes false of those that are in a component.
        component = [root] if seen[root] else []
        for node in component:
            if seen[node]:
                seen[node] = False
                component += (other for other in before[node] if seen[other])
        if len(component) > 1:
            yield sorted(set(component))


def _circles(component: Sequence[int], successors: Table) -> Iterator[tuple[int, list[int]]]:
    """Yield each node of a component with a shortest cycle that begins there, or none."""
    local = {node: at for at, node in enumerate(component)}
    after = [[local[other] for other in successors[node] if other in local] for node in component]
    itself = [[at] for at in range(len(component))]
    before = inverse(after, len(component))
    for start in range(0, len(component), _BLOCK):
        targets = range(start, min(start + _BLOCK, len(component)))
        pending = list(enumerate(targets))
        layers: list[Sequence[int]] = []
        for within, _ in levels(itself, before, targets, _LONGEST - 1):
            layers.append(within)
            still: list[tuple[int, int]] = []
            for bit, node in pending:
                if any(within[other] >> bit & 1 for other in after[node]):
                    circle = _walk(node, bit, after, layers)
                    yield component[node], [component[at] for at in circle]
                else:
                    still.append((bit, node))
            if not (pending := still):
                break
        yield from ((component[node], []) for _, node in pending)


def _walk(node: int, bit: int, after: Table, layers: Sequence[Sequence[int]]) -> list[int]:
    """Return the nodes of the shortest cycle through *node*.

    :param bit: of the node in *layers*: the nodes reached in 0, 1, … steps.
    """
    circle = [node]
    for within in reversed(layers[1:]):
        circle.append(next(at for at in after[circle[-1]] if within[at] >> bit & 1))
    return circle


_PACKAGE = "__init__"
#: The files that an import leads to, and the names that it takes.
_Taken = tuple[tuple[str, ...], tuple[str, ...]]


class CertainFiles:
    """Selects the certain targets of imports."""

    def __init__(self) -> None:
        # Many files import the same package of many files.
        self._known: dict[_Taken, Sequence[str]] = {}

    def of(self, statement: Import) -> Sequence[str]:
        """Return the targets of an import if all are certain.

        An import of a package with several files names none of them, and ``from . import module``
        takes nothing from the package's own file.
        """
        if statement.packages or len(statement.resolved) < 2:
            return statement.resolved
        taken = statement.resolved, tuple(name.name for name in statement.names)
        if taken not in self._known:
            self._known[taken] = _certain(*taken)
        return self._known[taken]


def _certain(paths: Sequence[str], taken: Sequence[str]) -> Sequence[str]:
    names = set(taken) - {"*"}
    places = {_place(path) for path in paths}
    meant = [path for path in paths if not _passed(path, names, places)]
    return meant if len({_place(path) for path in meant}) <= max(1, len(names)) else ()


def _place(path: str) -> str:
    stem = posixpath.splitext(path)[0]
    folder, _, name = stem.rpartition("/")
    return folder if name == _PACKAGE else stem


def _passed(path: str, names: set[str], places: set[str]) -> bool:
    folder, _, name = path.rpartition("/")
    return (
        bool(names)
        and posixpath.splitext(name)[0] == _PACKAGE
        and all((f"{folder}/{taken}" if folder else taken) in places for taken in names)
    )


def credited(
    imports: Mapping[str, tuple[Import, ...]],
    used: Callable[[str], Collection[str] | None],
) -> dict[str, tuple[Import, ...]]:
    """Return imports, those of packages reduced to used files.

    :param imports: of each file, resolved.
    :param used: returns the used files of an importer, ``None`` if it is not linked.
    """
    certain = CertainFiles()
    credited_imports = dict(imports)
    for path, rows in imports.items():
        sure = [certain.of(statement) for statement in rows]
        if all(sure[at] or not statement.resolved for at, statement in enumerate(rows)):
            continue
        homes = used(path)
        if homes is not None:
            # What an import names itself is not what another one takes with all others.
            others = {*homes}.difference(*sure)
            credited_imports[path] = tuple(
                statement if files or not statement.resolved else _credit(statement, others)
                for statement, files in zip(rows, sure, strict=True)
            )
    return credited_imports


def _credit(statement: Import, homes: Collection[str]) -> Import:
    folders = {path.rpartition("/")[0] for path in statement.resolved}
    files = tuple(path for path in statement.resolved if path in homes)
    return statement._replace(resolved=files, packages=tuple(sorted(folders)))
