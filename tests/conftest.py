"""What all tests share: Sphinx's own fixtures, the folder of test projects, and the browser."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import settings

# A run of CI that fails shall fail again.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI") == "true":
    settings.load_profile("ci")

#: Thousands of small documentations are built: where memory is a disk, a fifth of the time is
#: spared. In most containers there is too little of it.
MEMORY, ENOUGH = Path("/dev/shm"), 4 * 2**30  # noqa: S108 (this is where it is)
if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH:
    tempfile.tempdir = os.environ["TMPDIR"] = str(MEMORY)

#: Seconds; a square of its length makes of such a text minutes, backtracking makes ages.
_ENDLESS = 120

pytest_plugins = ["sphinx.testing.fixtures"]


def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes run tests: one more than there are processors, for tests wait for
    browsers and for processes of their own."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the slow tests where they hold up nobody, and end hostile ones by force when they take a
    hundred times as long as they do."""
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
    """Return the path of the machine's Chromium.

    Without one the test is skipped; in CI that is a failure.
    """
    for name in ("chromium", "chromium-browser", "google-chrome"):
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
