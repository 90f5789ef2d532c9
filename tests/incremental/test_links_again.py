"""What is linked again after edits is the same as if all files were linked."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sphinx_filedocs.incremental import linked_tree
from sphinx_filedocs.incremental.changes import use_rows
from sphinx_filedocs.incremental.linked_tree import LinkedTree, Relinked
from sphinx_filedocs.incremental.recorder import Recorder
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.index.trace import Tracer
from sphinx_filedocs.languages import detect
from sphinx_filedocs.model.files import Diagnostic, Extract, File
from sphinx_filedocs.model.names import Names
from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.resolve.import_resolution import resolve
from sphinx_filedocs.resolve.link_tables import FileLinks
from sphinx_filedocs.resolve.linker import CompiledTargets, Linker
from tests.full import examples, rows
from tests.resolve.chance_trees import TREES
from tests.samples import Sample, samples, trees

Texts = Mapping[str, str]
#: Trees whose files hang together in many ways, one a language; and edits of smaller ones.
DENSE = trees(Path(__file__).with_name("dense.txt"))
EDITS = Path(__file__).with_name("edits.txt")


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
        recorder = Recorder(self.store, Tracer())
        recorder.begin()
        tree = LinkedTree(self.store, files, names, resolution, recorder)
        done = tree.update()
        recorder.save()
        return tree, done

    def rows(self) -> dict[str, tuple[bytes, bytes]]:
        """Return the links of each file as they are kept, and what was asked for them."""
        rows = self.store.open().execute(
            "SELECT path, links, tokens FROM linked_file, trace"
            " WHERE made = CAST('/' || CAST(path AS TEXT) AS BLOB)"
        )
        return {path.decode(): (links, tokens) for path, links, tokens in rows}


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    store = Store(tmp_path / "kept.sqlite", 1000)
    yield Kept(store)
    store.close()


def said(tree: LinkedTree) -> tuple[object, ...]:
    return (
        {path: tuple(tree.links(path)) for path in tree.paths},
        {path: use_rows(tree.file_links(path)) for path in tree.paths},
        {path: tree.file_links(path).unsure for path in tree.paths},
        tree.counted,
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


def test_a_fault_leaves_one_file_without_links_until_it_is_mended(kept, monkeypatch) -> None:
    texts = {
        "a.py": "from b import f\n\nf()\n",
        "b.py": "def f(): ...\n",
        "c.py": "from b import f\n\nf()\n",
    }
    link = Linker.link

    def faulty(self: Linker, path: str, compiled: CompiledTargets) -> FileLinks:
        links = link(self, path, compiled)
        if path == "a.py":
            raise LookupError(path)
        return links

    message = "its names are not linked: an error in the program (LookupError('a.py'))"
    with monkeypatch.context() as patched:
        patched.setattr(Linker, "link", faulty)
        for state in (texts, texts, {**texts, "c.py": f"\n{texts['c.py']}"}):
            tree, _ = kept.update(state)
            assert tree.troubles == [Diagnostic("a.py", "fault", message)]
            assert not list(tree.file_links("a.py").different)
            assert {link.how for link in tree.file_links("c.py").different} == {"import"}
    tree, done = kept.update(state)
    assert tree.troubles == []
    assert done.changed == {"a.py"}
    assert {link.how for link in tree.file_links("a.py").different} == {"import"}
    assert kept.update(state)[1].files == frozenset()


@pytest.mark.parametrize("language", sorted(TREES))
@given(data=st.data())
@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
def test_links_of_chance_trees_after_edits_are_those_of_the_whole_tree(language, data) -> None:
    first, other = (data.draw(TREES[language]()).texts for _ in range(2))
    check(data.draw(histories(first, other)), asked=data.draw(st.booleans()))


@pytest.mark.parametrize("language", rows(sorted(DENSE), *sorted(DENSE)[::3]))
@given(data=st.data())
@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
def test_links_of_dense_trees_after_edits_are_those_of_the_whole_tree(language, data) -> None:
    states = data.draw(histories(DENSE[language], DENSE[language]))
    check(states, asked=data.draw(st.booleans()))


def signatures(tree: LinkedTree, path: str) -> list[tuple[str, str]]:
    """Return the kinds and signatures of what the names of a file lead to."""
    links = tree.file_links(path).different
    return [(one.kind, one.signature) for link in links for one in link.definitions]


def check(states: list[dict[str, str]], *, asked: bool) -> None:
    """See that a tree is linked after each edit as one of which nothing is kept.

    :param asked: whether definitions are asked for on disk, else they are held in memory.
    """
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        # In a small tree nearly every edit affects many of the files.
        patch.setattr(linked_tree, "_MOST", 1 if asked else 0)
        kept = Kept(Store(Path(folder) / "kept.sqlite", 1000))
        before: dict[str, tuple[object, ...]] = {}
        for number, texts in enumerate(states):
            fresh = Kept(Store(Path(folder) / f"{number}.sqlite", 1000))
            again, done = kept.update(texts)
            anew, _ = fresh.update(texts)
            assert said(again) == said(anew)
            rows = kept.rows()
            # Also what was not linked again would have asked the same.
            assert rows == fresh.rows()
            found = {path: (links, *signatures(again, path)) for path, (links, _) in rows.items()}
            if number:
                assert done.anew == (not before and bool(rows))
                assert done.changed == {
                    path for path in done.files if before.get(path) != found.get(path)
                }
                moved = {path for path in rows if before.get(path, ("",))[0] != found[path][0]}
                assert moved | (before.keys() - rows.keys()) <= done.changed
            before = found
            fresh.store.close()
        kept.store.close()


@pytest.mark.parametrize("asked", [False, True])
def test_a_package_that_comes_or_goes_is_another_meaning_of_its_name(asked: bool) -> None:
    full = {"use/Use.java": "package use;\n\nclass Use {\n  int n = far.off.Thing.size();\n}\n"}
    # No name is defined in it that the other file asks for, but the name of the package is its own.
    more = {"far/off/Other.java": "package far.off;\n\nclass Other {}\n"}
    check([full, {**full, **more}, full], asked=asked)


@pytest.mark.parametrize("asked", [False, True])
def test_a_condition_around_an_include_says_for_whom_a_file_is(asked: bool) -> None:
    include = '#include "vms.h"'
    outer = '#ifdef OUTER\n#include "middle.h"\n#endif\n'
    middle, some = f"{include}\n", f"#ifdef __VMS\n{include}\n#endif\n"
    rest = {
        "setup.h": outer,
        "vms.h": '#include "deep.h"\n#define connect vms_connect\n',
        "deep.h": "#define close vms_close\n",
        "use.c": '#include "setup.h"\n\nint use(void) { return connect() + close(); }\n',
    }
    states = [
        {**rest, "middle.h": some},
        {**rest, "middle.h": middle},
        {**rest, "middle.h": some, "other.c": middle},
        {**rest, "middle.h": some},
        {**rest, "middle.h": middle, "setup.h": outer.replace("OUTER", "_WIN32")},
    ]
    check(states, asked=asked)


# --- how much is linked again -------------------------------------------------------------------

TREES_TO_EDIT = trees(EDITS)
TORCH, REDIS = TREES_TO_EDIT["torch"], TREES_TO_EDIT["redis"]
ABOVE = "\n\n\n"


def changed(texts: Texts, path: str, old: str, new: str) -> Texts:
    assert old in texts[path]
    return {**texts, path: texts[path].replace(old, new)}


def after_edit(texts: Texts, path: str, old: str, new: str) -> Texts:
    """Return a tree after an edit: of a file, of all (``*``), without it (``*`` is the old text),
    or with it (there is no old text)."""
    if path == "*":
        return {one: text.replace(old, new) for one, text in texts.items()}
    if old == "*":
        return {one: text for one, text in texts.items() if one != path}
    return changed(texts, path, old, new) if old else {**texts, path: new}


@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize("sample", samples(EDITS))
def test_an_edit_links_what_has_asked_for_what_it_changes(
    kept, monkeypatch, sample: Sample, asked: bool
) -> None:
    """Each edit is a line: its name, the file, the old and the new text, and the files linked."""
    monkeypatch.setattr(linked_tree, "_MOST", 1 if asked else 0)
    before, _, edits = sample.read()
    rows = []
    for line in edits.splitlines():
        edit = line.partition(" → ")[0]
        after = after_edit(before, *edit.replace("⏎", "\n").split(" ¦ ")[1:])
        kept.store.discard()
        kept.update(before)
        _, done = kept.update(after)
        rows.append(f"{edit} → {' '.join(sorted(done.files))}\n")
        # Back again, it is as it was.
        again, back = kept.update(before)
        assert back.files == done.files
        found = said(again)
        kept.store.discard()
        assert found == said(kept.update(before)[0])
    sample.expect("".join(rows))


def test_nothing_is_linked_again_where_nothing_changed(kept) -> None:
    before, _ = kept.update(DENSE["typescript"])
    tree, done = kept.update(DENSE["typescript"])
    assert not done.files
    assert not done.changed
    assert tree.counted == before.counted


def test_a_definition_that_moves_is_shown_where_it_is_now(kept) -> None:
    kept.update(TORCH)
    tree, done = kept.update(changed(TORCH, "dist/utils.py", "def check", f"{ABOVE}def check"))
    assert done.changed == {"dist/utils.py"}
    assert tree._find(("dist/utils.py", "check", 1)).line == 4
    (used,) = [
        one
        for link in tree.links("dist/tensor.py").different
        for one in link.definitions
        if one.name == "check"
    ]
    assert used.line == 4


def test_definitions_of_one_name_have_numbers_of_their_own(kept) -> None:
    text = "namespace a::b { int x; }\n\nnamespace a { int y; }\n\nnamespace a::c { int z; }\n"
    tree, _ = kept.update({"a.cpp": text})
    found = tree.definitions("a.cpp")
    assert len({(one.qualified, one.number) for one in found}) == len(found)


def damage_index(path: Path) -> None:
    """Let the index of names lead nowhere, and leave the table whole."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET sql = replace(sql, '(name)', '(file)')"
            " WHERE name = 'linked_name_name'"
        )


def test_an_index_that_is_damaged_is_noticed(kept, monkeypatch) -> None:
    monkeypatch.setattr(linked_tree, "_MOST", 1)
    kept.update(REDIS)
    kept.store.close()
    damage_index(kept.store.path)
    after = changed(REDIS, "src/main.c", "missing", "length")
    tree, done = kept.update(after)
    assert done.anew
    found = said(tree)
    kept.store.discard()
    assert found == said(kept.update(after)[0])


def test_a_prototype_more_in_a_header_concerns_no_file_that_uses_others_of_it(kept: Kept) -> None:
    header = (
        "struct s { int len; };\nint one(struct s *s, int len);\nint two(struct s *s, int len);\n"
    )
    uses = (
        '#include "a.h"\n'
        "int use(struct s *s) { return two(s, s->len); }\n"
        "int three(void) { struct s it; it.len = 1; return it.len; }\n"
    )
    kept.update({"a.h": header, "a.c": uses})
    longer = header.replace("int one", "int more(struct s *s, int len);\nint one")
    _, done = kept.update({"a.h": longer, "a.c": uses})
    assert done.files == {"a.h"}


def test_a_file_more_in_an_opened_package_concerns_no_file_behind_the_import(kept: Kept) -> None:
    texts = {
        "util/Box.java": "package util;\n\npublic class Box {\n  public int size;\n}\n",
        "core/Parser.java": (
            "package core;\n\nimport util.*;\n\npublic class Parser {\n  protected Box box;\n}\n"
        ),
        "core/Use.java": (
            "package core;\n\nclass Use extends Parser {\n"
            "  int get() {\n    return box.size;\n  }\n}\n"
        ),
    }
    more = {**texts, "util/More.java": "package util;\n\npublic class More {\n}\n"}
    kept.update(texts)
    tree, done = kept.update(more)
    assert "core/Use.java" not in done.files
    used = tree.file_links("core/Use.java").different
    assert "util/Box.java" in {one.path for link in used for one in link.definitions}
