"""Trees written as strings, and where the names in them lead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sphinx_filedocs.incremental.linked_tree import LinkedTree
from sphinx_filedocs.incremental.recorder import Recorder
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.index.trace import Tracer
from sphinx_filedocs.languages import detect
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.links import Link
from sphinx_filedocs.model.names import Names
from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.resolve.import_resolution import Resolution, resolve

_MARKED = re.compile("«([^»\n]*)»")


def leads(sources: Mapping[str, str], root_name: tuple[str, ...] = ()) -> list[str]:
    """Return where the names in ``«»`` lead, by file and place: ``name -> path:line how``,
    ``name -> local:line``, ``name -> path how``, ``name -> outside os.path``, ``name -> nothing``;
    candidates are parted by bars.

    :param sources: the texts of a tree by path.
    :param root_name: the last parts of the path of the tree's root.
    """
    texts = {path: unmarked(text) for path, text in sources.items()}
    files: dict[str, File] = {}
    names: dict[str, Names] = {}
    for path, text in texts.items():
        language = detect(path, text.encode())
        if language is None:
            files[path] = File(path, "text", len(text), "")
            continue
        found = extract(text, language.key)
        files[path] = File(path, "text", len(text), "", language.key, facts=found.facts)
        names[path] = found.names
    resolution = resolve(files, texts.get, root_name)
    said = []
    with linked_tree(files, names, resolution) as tree:
        for path, text in sources.items():
            links = tree.links(path) if path in names else ()
            for name, place in _marks(text):
                number = _meant(names[path], place)
                said.append(f"{name} -> {_said(links[number] if number >= 0 else None)}")
    return said


def unmarked(text: str) -> str:
    """Return a text without the marks around its names."""
    return _MARKED.sub(r"\1", text)


@contextmanager
def linked_tree(
    files: Mapping[str, File], names: Mapping[str, Names], resolution: Resolution
) -> Iterator[LinkedTree]:
    """Link a tree of which nothing is kept."""
    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "links.sqlite", 1000)
        recorder = Recorder(store, Tracer())
        recorder.begin()
        tree = LinkedTree(store, files, names, resolution, recorder)
        tree.update()
        yield tree
        store.close()


def _marks(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield each marked name and its line and column in the text without marks."""
    for line, marked in enumerate(text.split("\n"), 1):
        for before, found in enumerate(_MARKED.finditer(marked)):
            yield found[1], (line, found.start() - 2 * before)


def _meant(names: Names, place: tuple[int, int]) -> int:
    places = zip(names.lines, names.columns, names.meant, strict=True)
    return next((meant for *found, meant in places if tuple(found) == place), -1)


def _said(link: Link | None) -> str:
    if link is None:
        return "nothing"
    if link.external:
        return f"outside {link.external}"
    if link.line is not None:
        return f"local:{link.line}"
    places = [f"{one.path}:{one.line}" for one in link.definitions] or list(link.paths)
    return f"{' | '.join(places)} {link.how}"
