"""Whatever is edited or changed, and however a build ended: the next one gives what a clean one
gives, byte for byte.

Files and hand-written pages are edited, options and the language set, rules and grammars come and
go, section functions of a user's own and the program's version change, builds are stopped and
killed. How many states are compared in all follows from ``FILEDOCS_MACHINE_STEPS``: 10, once a week
1,000, and for a release 3,000. Each test prints how many it has compared::

    FILEDOCS_MACHINE_STEPS=3000 pytest -s -n auto tests/ext/test_machine.py
"""

from __future__ import annotations

import math
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest
from builds import build, build_and_die, difference, outputs
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from sphinx_filedocs.analysis import analyse
from sphinx_filedocs.incremental import linked_tree
from sphinx_filedocs.incremental.recorder import Recorder
from sphinx_filedocs.index import store
from sphinx_filedocs.source import discover
from tests.full import FULL

from .edits import (
    DOCS,
    OWN_SECTIONS,
    TREE,
    options,
    other_words,
    pages,
    paths,
    quiet_rows,
    rows,
    same_size,
    shown,
    texts,
)
from .program import Program


@pytest.fixture(autouse=True)
def parsed_here() -> None:
    """Here each text is parsed in a process of its own."""


#: How many states are compared in all, and in how many tests, which may run side by side.
STEPS = int(os.environ.get("FILEDOCS_MACHINE_STEPS", "1000" if FULL else "10"))
PARTS = 6 if STEPS > 100 else 1
#: So many states follow one another before everything begins anew.
ROW = 25
HOUR = 3_600
#: More than the clock of a file system goes on at a time, in nanoseconds: a file that has been as
#: it is for longer is not read again while nothing tells of an edit.
TICK = 20_000_000
#: At what a build is killed, and up to how many times that happens before.
DEATHS = {
    "builder-inited": 0,
    "env-before-read-docs": 0,
    "doctree-read": 30,
    "env-updated": 0,
    "doctree-resolved": 30,
    "html-page-context": 40,
    "build-finished": 0,
}
BUILDERS = ("html", "text")
#: The name of each output folder, with how many processes it is built and after how many edits.
FOLDERS = {"serial": (1, 1), "parallel": (3, 4)}

files = st.runner().flatmap(lambda machine: st.sampled_from(sorted(machine.tree)))
#: What is built after an edit, in which order: the one builder reads for the other.
orders = st.sampled_from((("html",), ("text",), ("html", "text"), ("text", "html")))


class Machine(RuleBasedStateMachine):
    """A tree and its documentation, built after every edit."""

    #: How many states were compared in each row of steps of a test. In the first one Hypothesis
    #: draws the simplest of everything: all its steps are alike, and nothing is built.
    compared: ClassVar[list[int]] = []
    #: So many are enough.
    wanted_states: ClassVar[float] = math.inf

    def __init__(self) -> None:
        super().__init__()
        Machine.compared.append(0)
        self.folder = Path(tempfile.mkdtemp(prefix="filedocs-"))
        self.docs = self.folder / "docs"
        self.tree: dict[str, str] = {}
        self.pages: dict[str, str] = {}
        self.options: dict[str, object] = {}
        self.language: dict[str, object] = {}
        (self.folder / "program").mkdir()
        self.patch = pytest.MonkeyPatch()
        self.program = Program(self.folder / "program", self.patch)
        #: What the program is made of, as far as it was changed.
        self.parts: dict[str, str] = {}
        self.age = 0
        self.edits = 0
        #: Sources, and what a clean build of them gave, by builder.
        self.clean: tuple[object, dict[str, dict[str, bytes]]] | None = None
        for name, text in DOCS.items():
            self.write_page(name, text)
        (self.docs / "conf.py").write_text("")
        for path, text in TREE.items():
            self.write(path, text)
        self.build_all(BUILDERS)

    def teardown(self) -> None:
        self.patch.undo()
        self.program.begin()
        shutil.rmtree(self.folder)

    # --- what is there ---

    def write(self, path: str, text: str, *, old: bool = False) -> None:
        """Write a file; what stood in its way goes first."""
        for other in list(self.tree):
            if other.startswith(f"{path}/") or path.startswith(f"{other}/"):
                self.delete(other)
        target = self.folder / "tree" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        self.tree[path] = text
        if old:
            # A time that no file had before: what tells an edit from none.
            self.age += 1
            then = target.stat().st_mtime - HOUR + self.age
            os.utime(target, (then, then))
            self.settle()

    def settle(self) -> None:
        """Let the clock of the file system go on."""
        if not self.is_idle():
            time.sleep(2 * TICK / 1e9)

    def delete(self, path: str) -> None:
        """Delete a file, and the folders that are empty then."""
        target = self.folder / "tree" / path
        target.unlink()
        del self.tree[path]
        for folder in list(target.parents)[: path.count("/")]:
            if any(folder.iterdir()):
                break
            folder.rmdir()

    def write_page(self, name: str, text: str) -> None:
        """Write a hand-written page."""
        self.docs.mkdir(exist_ok=True)
        (self.docs / name).write_text(text, encoding="utf-8")
        self.pages[name] = text

    # --- what is built ---

    @staticmethod
    def is_idle() -> bool:
        """Tell whether nothing is built: in the first row, and once there are enough states."""
        return len(Machine.compared) == 1 or sum(Machine.compared) >= Machine.wanted_states

    def build(self, out: str, builder: str, **arguments: object) -> None:
        build(self.docs, self.folder / out, builder, **arguments, **self.options, **self.language)

    def wanted(self, builder: str) -> dict[str, bytes]:
        """Return what a clean build gives."""
        made = dict(self.options), dict(self.language), dict(self.parts)
        sources = dict(self.tree), dict(self.pages), *made
        if self.clean is None or self.clean[0] != sources:
            shutil.rmtree(self.folder / "clean", ignore_errors=True)
            self.clean = sources, {}
        found = self.clean[1]
        if builder not in found:
            self.build("clean", builder)
            found[builder] = outputs(self.folder / "clean" / builder)
        return found[builder]

    def build_all(self, order: tuple[str, ...]) -> None:
        """Build everywhere and compare."""
        if self.is_idle():
            return
        try:
            self.compare_all(order)
        except BaseException:
            # Hypothesis makes it again, to find the fewest steps that lead there.
            Machine.wanted_states = math.inf
            raise
        Machine.compared[-1] += 1

    def compare_all(self, order: tuple[str, ...]) -> None:
        self.edits += 1
        for folder, (jobs, after) in FOLDERS.items():
            if self.edits % after:
                continue
            for builder in order:
                self.build(folder, builder, jobs=jobs)
            for builder in order:
                found = outputs(self.folder / folder / builder)
                wrong = difference(found, self.wanted(builder))
                assert not wrong, f"{folder}/{builder}: {wrong}"

    # --- edits ---

    @rule(data=st.data(), path=files, old=st.booleans(), order=orders)
    def edit(self, data: st.DataObject, path: str, old: bool, order: tuple[str, ...]) -> None:
        """Add, remove or replace a few lines."""
        self.edit_text(data, path, old)
        self.build_all(order)

    def edit_text(self, data: st.DataObject, path: str, old: bool) -> None:
        lines = self.tree[path].split("\n")
        start = data.draw(st.integers(0, len(lines)))
        stop = data.draw(st.integers(start, min(len(lines), start + 2)))
        lines[start:stop] = data.draw(st.lists(rows(path), max_size=1))
        self.write(path, "\n".join(lines), old=old)

    @rule(data=st.data(), path=files, old=st.booleans(), order=orders)
    def edit_within(
        self, data: st.DataObject, path: str, old: bool, order: tuple[str, ...]
    ) -> None:
        """Make an edit that may leave what a file defines and imports as it is."""
        lines = self.tree[path].split("\n")
        at = data.draw(st.integers(0, len(lines) - 1))
        quiet = data.draw(quiet_rows(path, lines[at]))
        if data.draw(st.booleans()):
            lines.insert(at, quiet)
        else:
            lines[at] = data.draw(other_words(path, lines[at]))
        self.write(path, "\n".join(lines), old=old)
        self.build_all(order)

    @rule(path=files, old=st.booleans(), order=orders)
    def rename_definitions(self, path: str, old: bool, order: tuple[str, ...]) -> None:
        text = self.tree[path].replace("alpha", "\0").replace("beta", "alpha").replace("\0", "beta")
        self.write(path, text, old=old)
        self.build_all(order)

    @rule(data=st.data(), path=paths, old=st.booleans(), order=orders)
    def add(self, data: st.DataObject, path: str, old: bool, order: tuple[str, ...]) -> None:
        self.write(path, data.draw(texts(path)), old=old)
        self.build_all(order)

    @rule(path=files, order=orders)
    def remove(self, path: str, order: tuple[str, ...]) -> None:
        if len(self.tree) > 1:
            self.delete(path)
        self.build_all(order)

    @rule(path=files, to=paths, order=orders)
    def rename(self, path: str, to: str, order: tuple[str, ...]) -> None:
        """Rename a file, its language and its place with it."""
        text = self.tree[path]
        self.delete(path)
        self.write(to, text)
        self.build_all(order)

    @rule(path=files, order=orders)
    def swap_with_a_folder(self, path: str, order: tuple[str, ...]) -> None:
        """Make a folder of a file, or a file of a folder."""
        text = self.tree[path]
        folder, _, name = path.rpartition("/")
        if name == "inside.py":
            self.write(folder, text)
        else:
            self.write(f"{path}/inside.py", text)
        self.build_all(order)

    @rule(path=files, order=orders)
    def touch(self, path: str, order: tuple[str, ...]) -> None:
        os.utime(self.folder / "tree" / path)
        self.build_all(order)

    @rule(data=st.data(), name=st.sampled_from(("guide.rst", "more.rst")), order=orders)
    def edit_page(self, data: st.DataObject, name: str, order: tuple[str, ...]) -> None:
        self.write_page(name, data.draw(pages(name[:-4].title())))
        self.build_all(order)

    @rule(text=shown(), order=orders)
    def edit_start_page(self, text: str, order: tuple[str, ...]) -> None:
        self.write_page("index.rst", f"{DOCS['index.rst']}\n{text}\n")
        self.build_all(order)

    @rule(value=options, order=orders)
    def change_option(self, value: dict[str, object], order: tuple[str, ...]) -> None:
        self.options = dict(value)
        self.build_all(order)

    # --- what edits are told by ---

    @rule(data=st.data(), path=files, order=orders)
    def edit_unseen(self, data: st.DataObject, path: str, order: tuple[str, ...]) -> None:
        """Make an edit of the same size, and give the file the time that it had."""
        target = self.folder / "tree" / path
        then = target.stat()
        self.settle()
        self.write(path, data.draw(same_size(self.tree[path])))
        os.utime(target, ns=(then.st_atime_ns, then.st_mtime_ns))
        if data.draw(st.booleans()):
            self.settle()
        self.build_all(order)

    # --- what pages are made by ---

    @rule(value=st.sampled_from(("", "Defines", "Has")), order=orders)
    def change_rule(self, value: str, order: tuple[str, ...]) -> None:
        """Add a rule, edit it or remove it."""
        self.program.write_rule(value)
        self.parts["rule"] = value
        self.build_all(order)

    @rule(name=st.sampled_from(("python", "c", "typescript")), order=orders)
    def change_grammar(self, name: str, order: tuple[str, ...]) -> None:
        """Remove a grammar, or install it again."""
        is_hidden = self.parts.get(name) == "hidden"
        change = self.program.show if is_hidden else self.program.hide
        change(f"tree-sitter-{name}")
        self.parts[name] = "" if is_hidden else "hidden"
        self.build_all(order)

    @rule(
        words=st.sampled_from(("Words", "Terms")),
        is_helper=st.booleans(),
        is_used=st.booleans(),
        order=orders,
    )
    def edit_sections(
        self, words: str, is_helper: bool, is_used: bool, order: tuple[str, ...]
    ) -> None:
        """Edit a section function or what it imports, and perhaps have it on every page."""
        if is_helper:
            self.program.write_words(words)
        else:
            self.program.write_sections(words)
        self.parts[f"{is_helper}"] = words
        if is_used:
            self.options = dict(OWN_SECTIONS)
        self.build_all(order)

    @rule(name=st.sampled_from(("sphinx-filedocs", "Pygments")), order=orders)
    def upgrade(self, name: str, order: tuple[str, ...]) -> None:
        self.parts[name] = f"9{self.edits}"
        self.program.upgrade(name, self.parts[name])
        self.build_all(order)

    @rule(value=st.sampled_from(("", "de", "en")), order=orders)
    def change_language(self, value: str, order: tuple[str, ...]) -> None:
        self.language = {"language": value} if value else {}
        self.build_all(order)

    # --- builds that end badly ---

    @rule(
        data=st.data(),
        path=files,
        order=orders,
        event=st.sampled_from(sorted(DEATHS)),
        back=st.booleans(),
        kill=st.booleans(),
    )
    def end_badly(
        self,
        data: st.DataObject,
        path: str,
        order: tuple[str, ...],
        event: str,
        back: bool,
        kill: bool,
    ) -> None:
        """Edit, and stop the build half-way; the edit may then be taken back."""
        before = self.tree[path]
        self.edit_text(data, path, old=False)
        nth = data.draw(st.integers(0, DEATHS[event]))
        if not self.is_idle():
            self.stop(order[0], event, nth, kill=kill)
        if back:
            self.write(path, before)
        self.build_all(order)

    def stop(self, builder: str, event: str, nth: int, *, kill: bool) -> None:
        """Build, and end that when something happens for the nth time."""
        options = self.options | self.language
        for folder, (jobs, _) in FOLDERS.items():
            out = self.folder / folder
            build_and_die(self.docs, out, event, nth, builder, jobs, interrupt=not kill, **options)


def run_machine(
    machine: type[Machine], part: int, steps: int, monkeypatch: pytest.MonkeyPatch
) -> list[bool]:
    """Compare so many states; return of each digest whether that of the last build was kept.

    :param part: draws other edits.
    """
    # In a small tree nearly every edit concerns many of the files.
    monkeypatch.setattr(linked_tree, "_MOST", 1)
    # Nor are all rows written anew.
    monkeypatch.setattr(analyse, "_MOST", 1 if part % 3 else analyse._MOST)
    kept: list[bool] = []
    real = Recorder.digest
    monkeypatch.setattr(Recorder, "digest", lambda *asked: noted(real, asked, kept))
    for module in (discover, store):
        monkeypatch.setattr(module, "RACY", TICK)
    Machine.compared.clear()
    Machine.wanted_states = steps
    run_state_machine_as_test(
        seed(part)(type("Machine", (machine,), {})),
        settings=settings(
            # Some rows are shorter; those that are too many build nothing.
            max_examples=steps * 13 // (10 * ROW) + 2,
            stateful_step_count=ROW,
            # The seed draws the same again.
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    compared = sum(Machine.compared)
    print(f"{compared} states compared, {sum(kept)} of {len(kept)} digests kept")  # noqa: T201
    assert compared >= steps
    return kept


@pytest.mark.slow
@pytest.mark.timeout(14_400)
@pytest.mark.parametrize("part", range(PARTS))
def test_an_incremental_build_is_a_clean_one(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = run_machine(Machine, part, -(-STEPS // PARTS), monkeypatch)
    # How many depends on the rows: a new version of the program makes all anew.
    assert any(kept)


def noted(
    real: Callable[..., str],
    asked: tuple[Recorder, str, str, Callable[[], str]],
    kept: list[bool],
) -> str:
    """Return a digest, and note whether that of the last build was kept."""
    recorder, made, shape, make = asked
    kept.append(True)

    def again() -> str:
        kept[-1] = False
        return make()

    return real(recorder, made, shape, again)
