"""What jedi says of the names in Python files.

Jedi reads the documented code and never runs it: it imports compiled modules from the path of this
interpreter alone, which must not lead into the tree.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib.metadata import distributions
from pathlib import Path

import jedi
from judging import Asked, Line, Said, sample, state_of
from python_names import Name, Names, names

#: A place in a file: 1-based line, 0-based column in characters.
Place = tuple[int, int]
VERSION = f"jedi {jedi.__version__}"


@dataclass(frozen=True, slots=True)
class Answer:
    """One definition that jedi gives for a name.

    :param path: relative to the root of the tree; none for what is outside of it.
    :param line: 1-based; none for what has no source.
    :param name: the name that is defined there.
    """

    path: str | None
    line: int | None
    name: str


#: By place; none where jedi failed.
Answers = dict[Place, tuple[Answer, ...] | None]


def ask(root: Path, paths: Sequence[str], size: int, cache: Path) -> tuple[int, list[Asked]]:
    """Return how many names the files have, and what jedi says of a sample of them.

    :param root: absolute.
    :param paths: relative to *root*.
    :param cache: a folder where answers are kept for the next time.
    """
    files = {path: _names(root / path) for path in paths}
    population = [(path, use) for path in sorted(files) for use in files[path].uses]
    chosen = sample(population, size)
    places: dict[str, list[Place]] = {}
    for path, use in chosen:
        places.setdefault(path, []).append((use.line, use.column))
    answers = _answers(root, places, cache)
    return len(population), [
        _asked(path, use, answers[path][use.line, use.column], files) for path, use in chosen
    ]


def _names(path: Path) -> Names:
    text = path.read_bytes().decode("utf-8-sig", "replace")
    return names(text)


def _asked(
    path: str, use: Name, answer: tuple[Answer, ...] | None, files: Mapping[str, Names]
) -> Asked:
    placed = [one for one in answer or () if one.line is not None]
    said: Said = "failed" if answer is None else "nothing"
    if placed:
        said = "outside" if placed[0].path is None else "in the tree"
    exact: set[Line] = set()
    others: set[Line] = set()
    for one in placed:
        if one.path is not None and one.line is not None:
            exact.add((one.path, one.line))
            lines = files[one.path].bound_with(one.name, one.line) if one.path in files else ()
            others |= {(one.path, line) for line in lines}
    return Asked(
        path=path,
        line=use.line,
        column=use.column,
        name=use.name,
        kind=use.kind,
        local=use.kind == "local variable",
        said=said,
        exact=frozenset(exact),
        others=frozenset(others - exact),
    )


def import_root(root: Path) -> Path:
    """Return the nearest folder from a tree's root upwards that is no package."""
    while (root / "__init__.py").exists():
        root = root.parent
    return root


def _answers(
    root: Path, places: Mapping[str, Sequence[Place]], cache: Path
) -> Mapping[str, Answers]:
    """Return jedi's answers for places in files, by the file's path."""
    project = import_root(root)
    store = cache / f"jedi-{root.name}-{_state(project)}.json"
    known = _load(store)
    missing = {
        path: wanted
        for path, all_of in places.items()
        if (wanted := [place for place in all_of if place not in known.get(path, {})])
    }
    # The largest first: the last one to end must not be alone.
    order = sorted(missing, key=lambda path: -len(missing[path]))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        work = partial(_ask_file, root, project)
        results = pool.map(work, order, [missing[path] for path in order])
        for path, found in zip(order, results, strict=True):
            known[path] = known.get(path, {}) | found
    if missing:
        _save(store, known)
    return known


def _state(project: Path) -> str:
    """Return a digest of what answers depend on: jedi, what is installed and all Python files."""
    sources = (path for path in project.rglob("*.py*") if path.suffix in {".py", ".pyi"})
    paths = [path.relative_to(project).as_posix() for path in sources if path.is_file()]
    installed = {f"{one.metadata['Name']} {one.version}" for one in distributions()}
    return state_of(project, paths, sys.version, *sorted(installed))


def _ask_file(root: Path, project_root: Path, path: str, places: Sequence[Place]) -> Answers:
    environment = jedi.create_environment(sys.executable, safe=False)
    folders = [Path(folder) for folder in environment.get_sys_path() if folder]
    if any(folder == project_root for folder in folders) and any(root.rglob("*.so")):
        message = f"{project_root} is on the path of Python: jedi would run compiled code of it"
        raise ValueError(message)
    project = jedi.Project(project_root, load_unsafe_extensions=False)
    script = jedi.Script(path=root / path, project=project, environment=environment)
    return {place: _goto(script, root, *place) for place in places}


def _goto(script: jedi.Script, root: Path, line: int, column: int) -> tuple[Answer, ...] | None:
    try:
        found = script.goto(line, column, follow_imports=True)
    except Exception:  # noqa: BLE001 (jedi raises all sorts of things on code it has not seen)
        return None
    return tuple(dict.fromkeys(_answer(name, root) for name in found))


def _answer(name: jedi.api.classes.Name, root: Path) -> Answer:
    path = name.module_path
    inside = path is not None and path.is_relative_to(root)
    return Answer(
        path.relative_to(root).as_posix() if path and inside else None, name.line, name.name
    )


def _load(store: Path) -> dict[str, Answers]:
    if not store.exists():
        return {}
    kept = json.loads(store.read_text(encoding="utf-8"))
    return {
        path: {
            (line, column): None if found is None else tuple(Answer(*one) for one in found)
            for line, column, found in rows
        }
        for path, rows in kept.items()
    }


def _save(store: Path, known: Mapping[str, Answers]) -> None:
    rows = {
        path: [
            (*place, found and [(one.path, one.line, one.name) for one in found])
            for place, found in sorted(by_place.items())
        ]
        for path, by_place in known.items()
    }
    store.parent.mkdir(parents=True, exist_ok=True)
    store.write_text(json.dumps(rows), encoding="utf-8")
