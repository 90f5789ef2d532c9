"""What is linked again after edits is the same as if all files were linked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sphinx_filedocs.build import relink as relink_module
from sphinx_filedocs.build.relink import relink
from sphinx_filedocs.index.links.kept import KeptTree, file_key
from sphinx_filedocs.index.links.link import link_all, linked
from sphinx_filedocs.index.resolve import resolve
from sphinx_filedocs.languages import detect
from sphinx_filedocs.model import Extract, Facts, File, Names
from sphinx_filedocs.parse.facts import extract

from .chance_trees import TREES
from .dense_trees import DENSE

Texts = Mapping[str, str]


@lru_cache(maxsize=4000)
def _extract(text: str, language: str) -> Extract:
    return extract(text, language)


class Sources:
    """A tree of texts, as far as linking it needs."""

    def __init__(self, texts: Texts) -> None:
        self.files: dict[str, File] = {}
        self.names: dict[str, Names] = {}
        for path, text in texts.items():
            language = detect(path, text.encode())
            key = language.key if language else None
            file = File(path, "text", len(text), text, key)
            if key:
                found = _extract(text, key)
                file = file._replace(facts=found.facts)
                self.names[path] = found.names
            self.files[path] = file
        self.resolution = resolve(self.files, texts.get)
        self.read = {
            file_key(file): (file.facts, self.names[path])
            for path, file in self.files.items()
            if path in self.names
        }

    def whole(self) -> KeptTree:
        return link_all(self.files, self.names, self.resolution)

    def again(self, before: KeptTree, earlier: Mapping[str, tuple[Facts, Names]]) -> KeptTree:
        return relink(before, self.files, self.names, self.resolution, earlier.get)


def said(tree: KeptTree) -> tuple[object, ...]:
    found = linked(tree)
    return (
        {path: tuple(links) for path, links in found.links.items()},
        {one: tuple(rows) for one, rows in found.references.items()},
        {name: tuple(rows) for name, rows in found.possible.items()},
        [*found.references],
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
    check(data.draw(histories(first, other)))


@pytest.mark.parametrize("language", sorted(DENSE))
@given(data=st.data())
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
def test_links_of_dense_trees_after_edits_are_those_of_the_whole_tree(language, data) -> None:
    check(data.draw(histories(DENSE[language], DENSE[language])))


def check(states: list[dict[str, str]]) -> None:
    earlier: dict[str, tuple[Facts, Names]] = {}
    kept: KeptTree | None = None
    with pytest.MonkeyPatch.context() as patch:
        # In a small tree nearly every edit affects many of the files.
        patch.setattr(relink_module, "_MOST", 1)
        for texts in states:
            sources = Sources(texts)
            whole = sources.whole()
            kept = sources.again(kept, earlier) if kept else whole
            earlier |= sources.read
            assert said(kept) == said(whole)


def test_only_what_mentions_an_edited_name_is_linked_again() -> None:
    first = dict(DENSE["python"])
    body = dict(first) | {"pkg/heir.py": first["pkg/heir.py"].replace("part = Part()", "other = 1")}
    before = Sources(first)
    kept = before.whole()
    after = Sources(body)
    again = after.again(kept, before.read)
    assert said(again) == said(after.whole())
    same = {path for path, one in again.files.items() if one is kept.files[path]}
    # What the class no longer has is a part of what it makes; nobody else knows of it.
    assert same == {"pkg/__init__.py", "pkg/base.py", "pkg/sub/__init__.py", "pkg/sub/near.py"}


def test_an_edit_of_a_body_links_its_file_alone_again() -> None:
    first = dict(DENSE["python"])
    text = first["pkg/base.py"].replace("    def run", "\n\n    # Runs.\n    def run")
    before, after = Sources(first), Sources({**first, "pkg/base.py": text})
    kept = before.whole()
    again = after.again(kept, before.read)
    assert said(again) == said(after.whole())
    assert {path for path in again.files if again.files[path] is not kept.files[path]} == {
        "pkg/base.py"
    }


PACKAGE = {
    "pkg/__init__.py": "",
    "pkg/sub/__init__.py": "",
    "pkg/sub/near.py": "import os\n\n\ndef near():\n    return os.name\n",
    "pkg/far.py": "import os\nimport pkg.sub.near\n\n\ndef far():\n    return pkg.sub.near\n",
    "pkg/user.py": "import pkg\n\nvalue = pkg.sub.fresh.fresh()\n",
}
FRESH = "import os\n\n\ndef fresh():\n    return os.name\n"


@pytest.mark.parametrize("comes", [True, False])
def test_a_file_that_comes_or_goes_concerns_those_that_mention_what_it_defines(comes) -> None:
    states = [PACKAGE, {**PACKAGE, "pkg/sub/fresh.py": FRESH}]
    before, after = map(Sources, states if comes else reversed(states))
    kept = before.whole()
    again = after.again(kept, before.read)
    assert said(again) == said(after.whole())
    same = {path for path, one in again.files.items() if one is kept.files.get(path)}
    assert same == PACKAGE.keys() - {"pkg/user.py"}


@pytest.mark.parametrize("comes", [True, False])
def test_a_folder_that_becomes_a_package_concerns_those_that_mention_it(comes) -> None:
    bare = {path: text for path, text in PACKAGE.items() if path != "pkg/sub/__init__.py"}
    states = [bare, {**bare, "pkg/sub/__init__.py": "from pkg.far import far as fresh\n"}]
    before, after = map(Sources, states if comes else reversed(states))
    again = after.again(before.whole(), before.read)
    assert said(again) == said(after.whole())


def test_nothing_is_linked_again_where_nothing_changed() -> None:
    sources = Sources(DENSE["typescript"])
    kept = sources.whole()
    assert Sources(DENSE["typescript"]).again(kept, {}) is kept


def test_everything_is_linked_again_without_the_earlier_content() -> None:
    first = dict(DENSE["cpp"])
    after = Sources({**first, "inc/base.h": first["inc/base.h"].replace("size", "last")})
    again = after.again(Sources(first).whole(), {})
    assert said(again) == said(after.whole())
