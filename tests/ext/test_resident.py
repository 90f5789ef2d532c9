"""A process that builds again and again ends with what a clean build gives, byte for byte, whatever
was edited, written early or superseded meanwhile."""

from __future__ import annotations

import faulthandler
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
from builds import OPTIONS, build_and_die, difference, outputs
from sphinx.builders.html import _assets
from sphinx.locale import translators

from sphinx_filedocs.ext.resident import Resident, in_copy
from sphinx_filedocs.index import extraction
from sphinx_filedocs.parse.isolation import forks
from tests.projects import Project

from .test_machine import PARTS, STEPS, Machine, run_machine

#: The pages that somebody looks at.
SHOWN = ("source/lib/core.c", "source/app/main.py", "source/lib/index", "source/app/util.py")


class ResidentMachine(Machine):
    """A tree and its documentation, built by one process after every edit."""

    #: Of each edit whether its pages were written early.
    early: ClassVar[list[bool]] = []

    def __init__(self) -> None:
        self.edited: set[str] = set()
        #: Before how many pages a build is superseded.
        self.pages_left = -1
        self.resident: Resident | None = None
        super().__init__()

    def teardown(self) -> None:
        if self.resident:
            self.resident.close()
        super().teardown()

    @property
    def out(self) -> Path:
        return self.folder / "resident"

    def write(self, path: str, text: str, *, old: bool = False) -> None:
        super().write(path, text, old=old)
        self.edited.add(path)

    def delete(self, path: str) -> None:
        super().delete(path)
        self.edited.add(path)

    def is_superseded(self) -> bool:
        self.pages_left -= 1
        return self.pages_left == 0

    def prepare(self) -> Resident:
        """Return the process, and let it find the options."""
        values = {**OPTIONS, "templates_path": [], **self.options, **self.language}
        lines = (f"{name} = {value!r}\n" for name, value in values.items())
        (self.docs / "conf.py").write_text("".join(lines), encoding="utf-8")
        # What Sphinx remembers of other builds of this process; see builds.py.
        _assets._file_checksum_inner.cache_clear()
        translators.clear()
        if self.resident is None:
            folders = self.docs, self.out / "html", self.out / "doctrees"
            self.resident = Resident(*folders, 1, self.is_superseded)
        return self.resident

    def compare_all(self, _: tuple[str, ...]) -> None:
        """Build, perhaps not to the end, make another edit, and build again."""
        self.edits += 1
        chance = Random(self.edits)  # noqa: S311 (no secret)
        resident = self.prepare()
        self.write_early(resident)
        self.pages_left = chance.randrange(-2, 9)
        if resident.build(SHOWN) == 0:
            self.edited = set()
            if chance.random() < 0.5:
                resident.rest()
        self.pages_left = -1
        self.edit_known(chance)
        self.write_early(resident)
        assert resident.build(SHOWN) == 0
        self.edited = set()
        wrong = difference(outputs(self.out / "html"), self.wanted("html"))
        assert not wrong, wrong

    def edit_known(self, chance: Random) -> None:
        """Double a line of a file, or exchange two names in it."""
        path = chance.choice(sorted(self.tree))
        lines = self.tree[path].split("\n")
        if chance.random() < 0.5:
            at = chance.randrange(len(lines))
            lines.insert(at, lines[at])
        text = "\n".join(lines)
        if chance.random() < 0.5:
            text = text.replace("alpha", "\0").replace("beta", "alpha").replace("\0", "beta")
        self.write(path, text)

    def write_early(self, resident: Resident) -> None:
        root = (self.docs / ".." / "tree").resolve()
        edited = [root / path for path in self.edited]
        ResidentMachine.early += [resident.write_early(edited, SHOWN)] if edited else []

    def stop(self, _: str, event: str, nth: int, *, kill: bool) -> None:
        """Write pages of an edit early that is perhaps taken back, and end the process."""
        resident = self.prepare()
        self.write_early(resident)
        if kill:
            build_and_die(self.docs, self.out, event, nth)
            resident.close()
            self.resident, self.edited = None, set()


@pytest.mark.slow
@pytest.mark.timeout(14_400)
@pytest.mark.parametrize("part", range(PARTS))
def test_at_rest_all_is_as_a_clean_build_makes_it(
    part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ResidentMachine.early.clear()
    run_machine(ResidentMachine, part, -(-STEPS // PARTS), monkeypatch)
    assert any(ResidentMachine.early) or not forks()
    print(f"{sum(ResidentMachine.early)} of {len(ResidentMachine.early)} edits shown early")  # noqa: T201


@pytest.fixture
def served(project: Callable[..., Project]) -> Iterator[tuple[Project, Resident]]:
    """A process that has built a tree of two files."""
    values = {**OPTIONS, "templates_path": []}
    made = project(
        {
            "shop/cart.py": "from shop.money import euro\n\n\ndef total():\n    return euro(1)\n",
            "shop/money.py": "def euro(cents):\n    return cents\n",
        },
        {"conf.py": "".join(f"{name} = {value!r}\n" for name, value in values.items())},
    )
    folders = (made.folder / name for name in ("docs", "html", "doctrees"))
    resident = Resident(*folders, 1)
    assert resident.build() == 0
    resident.rest()
    yield made, resident
    resident.close()


@pytest.mark.skipif(not forks(), reason="this system has no fork")
def test_pages_of_files_that_come_and_go_are_there_before_the_rest(
    served: tuple[Project, Resident],
) -> None:
    """A new file's page is the one that the build writes, but for what follows from other files;
    that of a removed one goes; addresses stay."""
    project, resident = served

    def pages() -> dict[str, bytes]:
        return {
            name: data[data.find(b'id="page"') : data.find(b'class="clearer"')]
            for name, data in outputs(project.folder / "html").items()
            if name.startswith("source/") and name.endswith(".html")
        }

    def early(edited: list[str], shown: tuple[str, ...] = ()) -> dict[str, bytes]:
        assert resident.write_early([project.tree / path for path in edited], shown)
        return pages()

    before = pages()
    project.write(
        {
            "shop/bill.py": "from shop.money import euro\n\neuro(2)\n",
            "new/deep/logo.py": "from shop.money import euro\n\neuro(1)\n",
        }
    )
    now = early(["shop/bill.py", "new/deep/logo.py"], ("source/shop/index",))
    assert now.keys() - before.keys() == {
        "source/shop/bill.py.html",
        "source/new/deep/logo.py.html",
    }
    assert {name for name in before if before[name] != now[name]} == {"source/shop/index.html"}
    assert b'href="money.py.html#def-euro"' in now["source/shop/bill.py.html"]
    assert resident.build() == 0
    assert pages()["source/new/deep/logo.py.html"] == now["source/new/deep/logo.py.html"]
    (project.tree / "shop/bill.py").rename(project.tree / "shop/Bill.py")
    (project.tree / "new/deep/logo.py").unlink()
    before = pages()
    now = early(["shop/bill.py", "shop/Bill.py", "new/deep/logo.py", "new/never.py"])
    assert before.keys() - now.keys() == {
        "source/shop/bill.py.html",
        "source/new/deep/logo.py.html",
    }
    assert now.keys() - before.keys() == {"source/shop/Bill.py.html"}
    assert resident.build() == 0
    assert pages()["source/shop/Bill.py.html"] == now["source/shop/Bill.py.html"]


@pytest.mark.skipif(not forks(), reason="this system has no fork")
def test_of_many_edited_files_the_open_pages_are_there_before_the_rest(
    served: tuple[Project, Resident],
) -> None:
    """As after ``git checkout`` of a branch."""
    project, resident = served
    files = {f"lib/f{number}.py": "x = 1\n" for number in range(30)}
    edited = {"shop/cart.py": "", "shop/money.py": "def dollar(cents): ...\n", **files}
    project.write(edited)
    before = outputs(project.folder / "html")
    assert resident.write_early([project.tree / path for path in edited], ("source/shop/money.py",))
    now = outputs(project.folder / "html")
    assert {name for name in now if now[name] != before.get(name)} == {"source/shop/money.py.html"}
    assert b"dollar" in now["source/shop/money.py.html"]


@pytest.mark.skipif(not forks(), reason="this system has no fork")
def test_a_crash_of_the_parser_before_a_build_costs_the_early_page_alone(
    served: tuple[Project, Resident], monkeypatch: pytest.MonkeyPatch
) -> None:
    project, resident = served
    own, extract = os.getpid(), extraction.extract

    def crash(*arguments: object) -> object:
        if os.getpid() != own:
            os.abort()
        return extract(*arguments)

    monkeypatch.setattr(extraction, "extract", crash)
    project.write({"shop/money.py": "def dollar(cents): ...\n"})
    before = outputs(project.folder / "html")
    assert not resident.write_early([project.tree / "shop/money.py"], ())
    assert outputs(project.folder / "html") == before
    assert resident.build() == 0
    assert b"dollar" in outputs(project.folder / "html")["source/shop/money.py.html"]


@pytest.mark.skipif(not forks(), reason="this system has no fork")
def test_a_copy_that_crashes_writes_no_stack_and_no_core() -> None:
    assert faulthandler.is_enabled()
    resource = pytest.importorskip("resource")
    assert in_copy(lambda: not faulthandler.is_enabled())
    assert in_copy(lambda: resource.getrlimit(resource.RLIMIT_CORE)[0] == 0)


def test_the_colours_of_code_on_dark_pages_are_there_before_the_first_page(
    project: Callable[..., Project],
) -> None:
    """The theme writes them when all pages are written, for readers who come later."""
    settings = "extensions = ['sphinx_filedocs']\nroot_doc = 'source/index'\nhtml_theme = 'furo'\n"
    settings += "filedocs_trees = {'source': {'path': '../tree'}}\n"
    made = project({"a.py": "x = 1\n"}, {"conf.py": settings})
    style = made.folder / "html" / "_static" / "pygments.css"
    seen: list[bool] = []
    resident = Resident(
        *(made.folder / name for name in ("docs", "html", "doctrees")),
        1,
        tell=lambda: seen.append('data-theme="dark"' in style.read_text()),
    )
    assert resident.build() == 0
    (made.tree / "a.py").write_text("x = 2\n")
    assert resident.build() == 0
    resident.close()
    assert seen == [True, True]
