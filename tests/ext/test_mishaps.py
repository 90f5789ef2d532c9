"""What goes wrong around a build, and that the next one is right all the same."""

from __future__ import annotations

import base64
import contextlib
import errno
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import NoReturn

import pytest
from builds import OPTIONS, build, build_and_die, difference, outputs
from hypothesis import given, settings
from hypothesis import strategies as st
from sphinx.errors import ExtensionError

from sphinx_filedocs.ext import output_files
from sphinx_filedocs.index.store import DamagedError
from tests.full import FULL, examples, mixed, rows

from .edits import DOCS, TREE

pytestmark = pytest.mark.slow

DAY = 86_400
EDITED = "def alpha(x):\n    return [x]\n\n\ndef fresh():\n    return alpha(1)\n"
CONF = """\
import os
import time


def pause(*rest):
    print("pausing", flush=True)
    time.sleep(600)


def setup(app):
    if "PAUSE_AT" in os.environ:
        app.connect(os.environ["PAUSE_AT"], pause)
"""


#: A picture of one dot.
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
#: What a clean build gives, by the names of its builders and its sources: many tests end with the
#: same ones.
CLEAN: dict[object, dict[str, bytes]] = {}


class Site:
    """A small tree and its documentation."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.docs = folder / "docs"
        self.out = folder / "out"
        options = "".join(f"{name} = {value!r}\n" for name, value in OPTIONS.items())
        self.docs.mkdir()
        (self.docs / "conf.py").write_text(options + CONF)
        for name, text in DOCS.items():
            (self.docs / name).write_text(text)
        for path, text in TREE.items():
            self.write(path, text)

    def write(self, path: str, text: str, age: int = 0) -> None:
        """Write a file of the tree as if *age* seconds ago."""
        target = self.folder / "tree" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        then = time.time() - age
        os.utime(target, (then, then))

    def build(self, builder: str = "html") -> str:
        return build(self.docs, self.out, builder)

    def difference(self) -> str:
        """Return in what the outputs differ from those of a clean build."""
        builders = tuple(name for name in ("html", "text") if (self.out / name).exists())
        sources = frozenset(
            (path.relative_to(self.folder), path.read_bytes())
            for root in (self.docs, self.folder / "tree")
            for path in root.rglob("*")
            if path.is_file()
        )
        if (builders, sources) not in CLEAN:
            clean = self.folder / "clean"
            for builder in builders:
                build(self.docs, clean, builder)
            CLEAN[builders, sources] = outputs(clean)
            shutil.rmtree(clean)
        return difference(outputs(self.out), CLEAN[builders, sources])

    def run(self, *within: str, **rest: object) -> subprocess.Popen[str]:
        """Start a build of its own, *within* a command that runs another."""
        sphinx = [sys.executable, "-m", "sphinx", "-b", "html", "-d", f"{self.out}/doctrees"]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        # Where a compiled module does not fit on the disk, Python 3.11 takes a part for the whole.
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        return subprocess.Popen(
            [*within, *sphinx, str(self.docs), f"{self.out}/html"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            **{"env": environment, **rest},
        )


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


# --- builds without one ---


def test_a_build_finds_no_option_of_the_last_one_changed(site: Site) -> None:
    site.run().communicate()
    shown, _ = site.run().communicate()
    assert "build succeeded" in shown
    assert "configuration has changed" not in shown


# --- builds that end too early ---


@pytest.mark.parametrize(
    ("event", "back"),
    rows(
        product(["doctree-read", "env-updated", "html-page-context"], [False, True]),
        ("html-page-context", False),
    ),
)
def test_a_killed_build_leaves_no_wrong_page(site: Site, event: str, back: bool) -> None:
    site.build()
    site.write("lib/core.py", EDITED)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PAUSE_AT": event}
    with site.run(env=environment) as process:
        assert process.stdout is not None
        assert any("pausing" in line for line in process.stdout)
        process.send_signal(signal.SIGKILL)
    if back:
        site.write("lib/core.py", TREE["lib/core.py"])
    site.build()
    site.build("text")
    assert site.difference() == ""


@pytest.mark.parametrize(
    ("event", "nth"), mixed(["doctree-read", "doctree-resolved", "html-page-context"], [0, 1, 3])
)
def test_an_edit_that_only_a_killed_build_saw_is_on_no_page(
    site: Site, event: str, nth: int
) -> None:
    site.build()
    site.write("lib/core.py", EDITED)
    assert build_and_die(site.docs, site.out, event, nth)
    site.write("lib/core.py", TREE["lib/core.py"])
    site.build("text")
    site.build()
    assert site.difference() == ""


# --- disks ---


def _limited(size: int) -> Callable[[], None]:
    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


@pytest.mark.parametrize(
    ("size", "before"),
    rows(product([1_000, 5_000, 15_000, 30_000], [False, True]), (15_000, True)),
)
def test_what_does_not_fit_on_the_disk_is_said_and_made_up_for(
    site: Site, size: int, before: bool
) -> None:
    if before:
        site.build()
    site.write("lib/core.py", EDITED)
    with site.run(preexec_fn=_limited(size)) as process:
        assert process.stdout is not None
        said = process.stdout.read()
    assert "File too large" in said
    assert process.returncode
    site.build()
    assert site.difference() == ""


def test_a_page_that_did_not_fit_is_written_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.build()
    site.write("lib/core.py", EDITED)
    write = Path.write_text

    def write_half(path: Path, data: str, *rest: object, **options: object) -> int:
        if path.name in {"core.py.html", "keywords.html"}:
            write(path, data[: len(data) // 2])
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(path, data, *rest, **options)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", write_half)
        assert "No space left on device" in site.build()
    site.build()
    assert site.difference() == ""


def test_a_cache_that_does_not_fit_is_done_without(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **options: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    connect = sqlite3.connect

    def without_disk(path: str | Path, **options: float) -> sqlite3.Connection:
        return connect(path, **options) if path == ":memory:" else full()

    site.build()
    texts = [EDITED, TREE["lib/core.py"]]
    for text in texts:
        site.write("lib/core.py", text)
        with monkeypatch.context() as patch:
            patch.setattr(output_files, "write_whole", full)
            patch.setattr(sqlite3, "connect", without_disk)
            assert site.build() == ""
        assert site.difference() == ""
    site.write("lib/core.py", EDITED)
    site.build()
    assert site.difference() == ""


@pytest.mark.full
def test_doctrees_that_may_not_be_written(site: Site) -> None:
    # Permissions do not bind root, unless it gives up that right.
    root = os.geteuid() == 0
    bound = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] if root else []

    def run() -> tuple[int, str]:
        with site.run(*bound) as process:
            said = process.communicate()[0]
        return process.returncode, said

    assert run()[0] == 0
    doctrees = site.out / "doctrees"
    for folder, _, names in os.walk(doctrees):
        for name in names:
            Path(folder, name).chmod(0o400)
        Path(folder).chmod(0o500)
    code, said = run()
    assert code == 0, said
    assert site.difference() == ""
    # Of another version, and it can't be deleted.
    with sqlite3.connect(doctrees / "filedocs.sqlite") as database:
        database.execute("PRAGMA user_version = 7")
    database.close()
    (doctrees / "filedocs.sqlite").chmod(0o400)
    code, said = run()
    assert "RecursionError" not in said
    assert code == 0 or "Permission denied" in said, said
    site.write("lib/core.py", EDITED)
    code, said = run()
    assert code != 0
    assert "Permission denied" in said
    for folder, _, names in os.walk(doctrees):
        Path(folder).chmod(0o700)
        for name in names:
            Path(folder, name).chmod(0o600)
    assert run()[0] == 0
    assert site.difference() == ""


# --- damage ---


@dataclass(frozen=True, slots=True, repr=False)
class Kept:
    """A site that is built, a copy of its output, its cache and its outputs; too long to be
    shown."""

    site: Site
    output: Path
    cache: bytes
    wanted: dict[str, bytes]

    def damage(self, flips: list[tuple[float, int]]) -> None:
        """Put its cache there with some bits flipped: where, as a part of it, and which."""
        damaged = bytearray(self.cache)
        for place, mask in flips:
            damaged[int(place * len(damaged))] ^= mask
        (self.site.out / "doctrees/filedocs-source.sqlite").write_bytes(damaged)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "garbage": lambda path: path.write_bytes(b"\x80garbage" * 500),
    "number": lambda path: path.write_bytes(b"\x80\x04K\x01."),
    "gone": lambda path: path.unlink(missing_ok=True),
}


DAMAGED = [
    "doctrees/filedocs-source.sqlite",
    "doctrees/filedocs.sqlite",
    "doctrees/environment.pickle",
    "doctrees/source/index.doctree",
    "doctrees/guide.doctree",
    "html/.filedocs-html.json",
    "html/searchindex.js",
    "html/source/lib/core.py.html",
]


@pytest.mark.parametrize(("name", "damage"), mixed(DAMAGED, list(DAMAGES)))
def test_a_damaged_file_is_made_again(site: Site, name: str, damage: str) -> None:
    if name.endswith(".html") and damage != "gone":
        pytest.skip("Sphinx looks at no output but for its time")
    site.build()
    DAMAGES[damage](site.out / name)
    site.build()
    assert site.difference() == ""
    DAMAGES[damage](site.out / name)
    site.write("lib/core.py", EDITED)
    site.build()
    site.build("text")
    assert site.difference() == ""


def test_a_damaged_table_of_a_cache_says_nothing_wrong(kept: Kept) -> None:
    """Whichever it is, and however late it is read."""
    site, cache = kept.site, kept.site.out / "doctrees/filedocs-source.sqlite"
    cache.write_bytes(kept.cache)
    with contextlib.closing(sqlite3.connect(cache)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        pages = dict(connection.execute("SELECT name, rootpage FROM sqlite_master").fetchall())
    assert {"linked_file", "use_name", "trace", "answer"} <= pages.keys()
    # Where the rows of each page stand.
    offsets = range(8, 64, 14) if FULL else (22,)
    places = [(page - 1) * size + place for page in pages.values() for place in offsets]
    for place in places:
        kept.damage([((place + 0.5) / len(kept.cache), 2)])
        (site.out / "doctrees/filedocs.sqlite").unlink(missing_ok=True)
        site.build()
        assert difference(outputs(site.out), kept.wanted) == ""


@settings(max_examples=examples(60))
@given(st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(1, 255)), min_size=1))
def test_a_cache_with_flipped_bits_says_nothing_wrong(
    kept: Kept, flips: list[tuple[float, int]]
) -> None:
    site = kept.site
    kept.damage(flips)
    # Without it all is taken from the cache.
    (site.out / "doctrees/filedocs.sqlite").unlink(missing_ok=True)
    site.build()
    assert difference(outputs(site.out), kept.wanted) == ""


@settings(max_examples=examples(60))
@given(st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(1, 255)), min_size=1))
def test_an_edit_with_a_cache_with_flipped_bits_says_nothing_wrong(
    kept: Kept, flips: list[tuple[float, int]]
) -> None:
    """What is damaged is seen at once, or said by the build that finds it."""
    site = kept.site
    shutil.rmtree(site.out)
    shutil.copytree(kept.output, site.out)
    kept.damage(flips)
    site.write("lib/core.py", TREE["lib/core.py"].replace("    return", "    pass\n    return", 1))
    said = ""
    try:
        site.build()
    except (DamagedError, ExtensionError) as error:
        said = str(error)
    assert not said or "was damaged and has been deleted; build again" in said
    site.build()
    found = site.difference()
    site.write("lib/core.py", TREE["lib/core.py"], age=DAY)
    assert found == ""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    site = Site(tmp_path_factory.mktemp("kept"))
    for path, text in TREE.items():
        site.write(path, text, age=DAY)
    site.build()
    data = (site.out / "doctrees/filedocs-source.sqlite").read_bytes()
    copied = shutil.copytree(site.out, site.folder / "kept")
    return Kept(site, copied, data, outputs(site.out))


# --- time, and others ---


def test_clocks_that_are_wrong(site: Site) -> None:
    site.write("lib/core.py", TREE["lib/core.py"], age=-DAY)
    site.build()
    texts = {"newer": EDITED, "older": TREE["lib/core.py"].upper(), "same": EDITED.lower()}
    for age, text in zip((-2 * DAY, 3 * DAY, 0), texts.values(), strict=True):
        site.write("lib/core.py", text, age=age)
        site.build()
        assert site.difference() == ""
    for path in TREE:
        site.write(path, (site.folder / "tree" / path).read_text(), age=DAY)
    assert site.build() == ""
    assert site.difference() == ""


@pytest.mark.full
def test_builds_at_once_in_one_folder(site: Site) -> None:
    texts = [TREE["lib/core.py"], EDITED, EDITED.replace("fresh", "beta"), "alpha = 1\n"]
    for number, text in enumerate(texts if FULL else texts[:2]):
        site.write("lib/core.py", text)
        site.write(f"new/n{number}.py", "from lib.core import alpha\n\nalpha(1)\n")
        builds = [site.run() for _ in range(2)]
        said = [process.communicate()[0] for process in builds]
        assert [process.returncode for process in builds] == [0, 0], said
        assert "Traceback" not in "".join(said)
    site.build()
    assert site.difference() == ""


def test_a_build_waits_for_the_one_that_began_before_an_edit(site: Site) -> None:
    """Else what that one writes, of the older sources, would stay."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with site.run(env={**environment, "PAUSE_AT": "env-updated"}) as first:
        assert first.stdout is not None
        assert any("pausing" in line for line in first.stdout)
        site.write("lib/core.py", EDITED)
        with site.run() as second:
            assert second.stdout is not None
            assert any("waiting for another build" in line for line in second.stdout)
            first.kill()
            assert "build succeeded" in second.stdout.read()
    assert site.difference() == ""


def test_a_second_epub_has_no_notes_of_the_first(site: Site) -> None:
    assert site.build("epub") == ""
    assert site.build("epub") == ""
