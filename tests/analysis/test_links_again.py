"""What is linked again after edits is the same as if all files were linked."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sphinx_filedocs.index.links import linked_tree
from sphinx_filedocs.index.links.link import linked
from sphinx_filedocs.index.links.linked_tree import LinkedTree, Relinked
from sphinx_filedocs.index.resolve import resolve
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.index.trace import Tracer
from sphinx_filedocs.languages import detect
from sphinx_filedocs.model import Extract, File, Names
from sphinx_filedocs.parse.facts import extract

from .chance_trees import TREES
from .dense_trees import DENSE

Texts = Mapping[str, str]


@lru_cache(maxsize=4000)
def _extract(text: str, language: str) -> Extract:
    return extract(text, language)


class Kept:
    """A tree whose links are kept from one state of it to the next.

    :param store: where.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    def update(self, texts: Texts) -> tuple[LinkedTree, Relinked]:
        """Link a state of the tree."""
        files: dict[str, File] = {}
        names: dict[str, Names] = {}
        for path, text in texts.items():
            language = detect(path, text.encode())
            key = language.key if language else None
            file = File(path, "text", len(text), text, key)
            if key:
                found = _extract(text, key)
                file = file._replace(facts=found.facts)
                names[path] = found.names
            files[path] = file
        resolution = resolve(files, texts.get)
        tree = LinkedTree(self.store, files, names, resolution, Tracer())
        done = tree.update()
        self.store.commit()
        return tree, done

    def rows(self) -> dict[str, tuple[bytes, bytes]]:
        """Return the links of each file as they are kept, and what was asked for them."""
        rows = self.store.open().execute("SELECT path, links, tokens FROM linked_file")
        return {path.decode(): (links, tokens) for path, links, tokens in rows}


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    store = Store(tmp_path / "kept.sqlite", 1000)
    yield Kept(store)
    store.close()


def said(tree: LinkedTree) -> tuple[object, ...]:
    found = linked(tree.all_links())
    return (
        {path: tuple(links) for path, links in found.links.items()},
        {one: tuple(rows) for one, rows in found.references.items()},
        {name: tuple(rows) for name, rows in found.possible.items()},
        [*found.references],
        tree.counted,
        found.counted,
    )


#: What is exchanged for each other in an edit; so often that names meet.
_WORDS = (
    *("alpha", "beta", "Gamma", "Delta", "run", "size", "make", "part", "owner", "last", "it"),
    *("Base", "Heir", "Part", "Root", "Use", "one", "two", "beside", "Run", "Size", "Make"),
)


def edited(draw: st.DrawFn, texts: Texts, other: Texts) -> dict[str, str]:
    """Return a tree after one edit; what is new in it is taken from another tree."""
    made = dict(texts)
    paths = sorted({*texts, *other})
    path = draw(st.sampled_from(paths))
    parts = texts.get(path, "").split("\n\n")
    at = draw(st.integers(0, len(parts) - 1))
    kind = draw(st.sampled_from(("replace", "delete", "part", "word", "add", "move", "space")))
    if kind == "replace":
        made[path] = other.get(path, "")
    elif kind == "delete":
        made.pop(path, None)
    elif kind == "part":
        made[path] = "\n\n".join((*parts[:at], *parts[at + 1 :]))
    elif kind == "word":
        words = sorted(word for word in _WORDS if word in texts.get(path, ""))
        if words:
            word = draw(st.sampled_from(words))
            made[path] = texts[path].replace(word, draw(st.sampled_from(_WORDS)))
    elif kind == "add":
        more = [part for text in other.values() for part in text.split("\n\n")]
        added = draw(st.sampled_from(more or [""]))
        made[path] = "\n\n".join((*parts[:at], added, *parts[at:]))
    elif kind == "move" and path in made:
        made[draw(st.sampled_from(paths))] = made.pop(path)
    else:
        made[path] = "\n" + texts.get(path, "")
    return made


@st.composite
def histories(draw: st.DrawFn, first: Texts, other: Texts) -> list[dict[str, str]]:
    """Return states of a tree, each an edit after the one before."""
    states = [dict(first)]
    for _ in range(draw(st.integers(1, 5))):
        states.append(edited(draw, states[-1], other))
    return states


@pytest.mark.parametrize("language", sorted(TREES))
@given(data=st.data())
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
def test_links_of_chance_trees_after_edits_are_those_of_the_whole_tree(language, data) -> None:
    first, other = (data.draw(TREES[language]()).texts for _ in range(2))
    check(data.draw(histories(first, other)), asked=data.draw(st.booleans()))


@pytest.mark.parametrize("language", sorted(DENSE))
@given(data=st.data())
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
def test_links_of_dense_trees_after_edits_are_those_of_the_whole_tree(language, data) -> None:
    states = data.draw(histories(DENSE[language], DENSE[language]))
    check(states, asked=data.draw(st.booleans()))


def check(states: list[dict[str, str]], *, asked: bool) -> None:
    """See that a tree is linked after each edit as one of which nothing is kept.

    :param asked: whether definitions are asked for on disk, else they are held in memory.
    """
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        # In a small tree nearly every edit affects many of the files.
        patch.setattr(linked_tree, "_MOST", 1 if asked else 0)
        kept = Kept(Store(Path(folder) / "kept.sqlite", 1000))
        before: dict[str, tuple[bytes, bytes]] = {}
        for number, texts in enumerate(states):
            fresh = Kept(Store(Path(folder) / f"{number}.sqlite", 1000))
            again, done = kept.update(texts)
            anew, _ = fresh.update(texts)
            assert said(again) == said(anew)
            rows = kept.rows()
            # Also what was not linked again would have asked the same.
            assert rows == fresh.rows()
            if number:
                assert not done.anew
                assert done.changed == {
                    path
                    for path in before.keys() | rows.keys()
                    if before.get(path, (b"",))[0] != rows.get(path, (b"",))[0]
                }
                assert done.changed <= done.files
            before = rows
            fresh.store.close()
        kept.store.close()


# TODO
