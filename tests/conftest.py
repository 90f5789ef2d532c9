"""What all tests share: Sphinx's own fixtures, the folder of test projects, and the browser."""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.metadata import EntryPoints
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from jinja2.sandbox import SandboxedEnvironment
from sphinx import registry, theming

from sphinx_filedocs.parse import isolation
from tests.full import FULL, examples
from tests.projects import Project, begun

# A failed comparison in these shows both sides.
pytest.register_assert_rewrite("tests.samples", "tests.tables", "tests.texts")

# How long something takes says what else the machine does, and the folder of a test is no input
# that it varies. A run that fails shall fail again; new examples are for the full ones.
settings.register_profile(
    "filedocs",
    deadline=None,
    derandomize=not FULL,
    max_examples=examples(100),
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("filedocs")

#: Thousands of small documentations are built: where memory is a disk, a fifth of the time is
#: spared. In most containers there is too little of it.
MEMORY, ENOUGH = Path("/dev/shm"), 4 * 2**30  # noqa: S108 (this is where it is)
if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH:
    tempfile.tempdir = os.environ["TMPDIR"] = str(MEMORY)

#: A user whom nobody knows: what is set up for the one who runs the tests, in files and in the
#: environment, changes neither what Git does nor what is built.
_HOME = Path(tempfile.mkdtemp(prefix="home-"))
_OWN = ("GIT_", "LC_", "LANG", "XDG_CONFIG_", "SPHINX")
for _name in [name for name in os.environ if name.startswith(_OWN)]:
    del os.environ[_name]
for _name in ("FORCE_COLOR", "NO_COLOR", "SOURCE_DATE_EPOCH"):
    os.environ.pop(_name, None)
os.environ |= {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "HOME": str(_HOME),
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "USERPROFILE": str(_HOME),
}
if hasattr(time, "tzset"):
    time.tzset()
os.umask(0o022)

#: Most of the objects of a process that builds hundreds of projects stay: they are looked through
#: less often.
_THRESHOLDS = 50_000, 20, 50
gc.set_threshold(*_THRESHOLDS)

#: Sphinx makes a message of each event and each extension for those who look for a fault in it. No
#: test reads one, and a twentieth of the time of a small build goes into them.
logging.disable(logging.DEBUG)


@pytest.fixture(autouse=True, scope="session")
def _templates() -> Iterator[None]:
    """Compile each template once: each build has an environment of its own, and a fifth of the
    time of a small one is the compilation of themes and of scripts with values in them."""
    real = SandboxedEnvironment.compile
    codes: dict[tuple[object, ...], object] = {}

    def compiled(made: SandboxedEnvironment, source: str, *names: str, **options: object) -> object:
        # LaTeX has other brackets.
        key = source, names, *options.items(), made.lexer, *made.extensions
        if key not in codes:
            codes[key] = real(made, source, *names, **options)
        return codes[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SandboxedEnvironment, "compile", compiled)
        yield


@pytest.fixture(autouse=True, scope="session")
def _installed() -> Iterator[None]:
    """Look once at what is installed: each build reads the files of all distributions twice, a
    tenth of the time of a small one."""
    real = registry.entry_points

    @cache
    def kept(_path: tuple[str, ...], **params: str) -> EntryPoints:
        return real(**params)

    def entry_points(**params: str) -> EntryPoints:
        return kept(tuple(sys.path), **params)

    with pytest.MonkeyPatch.context() as patch:
        for module in (registry, theming):
            patch.setattr(module, "entry_points", entry_points)
        yield


#: Seconds; a square of its length makes of such a text minutes, backtracking makes ages.
_ENDLESS = 120

pytest_plugins = ["sphinx.testing.fixtures"]


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Do without pytest-timeout where it is not installed: its settings then mean nothing."""
    if not pluginmanager.hasplugin("timeout"):
        parser.addini("timeout", "seconds that a test may take; needs pytest-timeout")


def pytest_configure(config: pytest.Config) -> None:
    """Know the marker of pytest-timeout without it, too."""
    config.addinivalue_line("markers", "timeout(seconds): ends a test by force; pytest-timeout's")


def pytest_unconfigure() -> None:
    """Delete the user's home."""
    shutil.rmtree(_HOME, ignore_errors=True)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes run tests: one more than there are processors, for tests wait for
    browsers and for processes of their own."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only a full run tries, put the slow tests where they hold up nobody, and end
    hostile ones by force when they take a hundred times as long as they do."""
    if not FULL:
        left_out = [item for item in items if item.get_closest_marker("full")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("full")]
    for item in items:
        if item.get_closest_marker("hostile"):
            item.add_marker(pytest.mark.timeout(_ENDLESS))
    slow = [item for item in items if item.get_closest_marker("slow")]
    quick = iter([item for item in items if not item.get_closest_marker("slow")])
    workers: int = getattr(config, "workerinput", {}).get("workercount", 0)
    left = len(items)
    items.clear()
    # xdist gives each process a part of the list, and later what is at the end of a part to
    # another that has done with its own: each part begins with some of the slow ones.
    for process in range(workers):
        part = left // (workers - process)
        left -= part
        own = slow[process::workers]
        items += [*own, *islice(quick, max(0, part - len(own)))]
    items += quick if workers else [*quick, *slow]


@pytest.fixture(scope="session")
def rootdir() -> Path:
    """Return the folder of the projects that ``@pytest.mark.sphinx`` names."""
    return Path(__file__).parent / "roots"


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of the machine's Chromium, best the one without windows: it opens a page in
    a third of the time.

    Without one the test is skipped; in CI that is a failure.
    """
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    message = "no Chromium on this machine; Debian's package is chromium"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture
def ordinary_user(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return an empty folder of a user whom file permissions bind, and be that user."""
    folder = Path(tempfile.mkdtemp())
    monkeypatch.setenv("HOME", str(folder))  # Git reads its settings there
    is_root = os.geteuid() == 0
    if is_root:
        os.chown(folder, 65534, 65534)
        os.seteuid(65534)
    try:
        yield folder
    finally:
        if is_root:
            os.seteuid(0)
        for place, _, _ in os.walk(folder):
            Path(place).chmod(0o700)
        shutil.rmtree(folder)


@pytest.fixture
def project(tmp_path: Path) -> Callable[..., Project]:
    """Return a function that makes a project from the files of a tree."""
    return partial(begun, tmp_path)


@pytest.fixture(autouse=True)
def parsed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parse in this process: half of the time in which a small tree is analysed goes into the fork
    of a process that has all tests loaded. ``tests/parse/test_isolation.py`` tests such processes.
    """
    monkeypatch.setattr(isolation, "_started", lambda *_: None)


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """Fail a test whose build leaves a process behind: it would hold the files of other tests.

    A build that is interrupted leaves its thresholds of the garbage collector behind.
    """
    yield
    gc.set_threshold(*_THRESHOLDS)
    assert multiprocessing.active_children() == []
