"""Files are analysed by any executor, with the same facts, also where it fails."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

from sphinx_filedocs.api import Options, Tree
from sphinx_filedocs.index import executors, extraction
from sphinx_filedocs.index.extraction import Chunk, analyse_chunk
from sphinx_filedocs.languages.table import Additions
from sphinx_filedocs.model.files import File

MODULE = "from shop.m{before} import f{before}\n\n\ndef f{this}():\n    return f{before}()\n"


class Lost(Executor):
    """Refuses everything, as the executor of a cluster that is gone."""

    def submit(self, *_: object) -> Future[object]:
        raise ConnectionError("the scheduler is gone")


class Deaf(Executor):
    """Answers nothing."""

    def submit(self, *_: object) -> Future[object]:
        return Future()


class Deadly(ThreadPoolExecutor):
    """Loses each second worker with its task."""

    _sent = 0

    def submit(self, fn, /, *args, **kwargs):
        self._sent += 1
        if self._sent % 2:
            return super().submit(fn, *args, **kwargs)
        future: Future[object] = Future()
        future.set_exception(RuntimeError("the worker died"))
        return future


def nothing() -> None:
    """Return no executor."""


class Read(NamedTuple):
    files: list[object]
    symbols: list[object]
    callers: list[object]
    doubts: tuple[str, ...]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a tree of fifty modules, each calling the one before."""
    root = tmp_path_factory.mktemp("shop")
    (root / "shop").mkdir()
    for this in range(50):
        text = MODULE.format(this=this, before=(this - 1) % 50)
        (root / "shop" / f"m{this}.py").write_text(text)
    return root


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send some five files at once."""
    monkeypatch.setattr(extraction, "_CHUNK", 400)


def read(root: Path, executor: Callable[[], Executor] | None) -> Read:
    with Tree.open(root, Options(executor=executor)) as tree:
        (called,) = tree.find("f7")
        callers = [(caller.path, caller.lines) for caller in tree.callers(called)]
        return Read([*tree.files()], [*tree.symbols()], callers, tree.doubts)


def test_a_cluster_of_two_workers_finds_the_same(shop: Path) -> None:
    """Its processes know nothing of the tree but the texts that they get."""
    distributed = pytest.importorskip("distributed")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        there = read(shop, client.get_executor)
    assert there == read(shop, None)
    assert there.callers == [("shop/m8.py", (5,))]


@pytest.mark.parametrize(
    ("executor", "count", "error"),
    [
        (Lost, 50, "the scheduler is gone"),
        (Deaf, 50, "no answer"),
        (Deadly, 24, "worker died"),
        (nothing, 50, "the function returned None"),
    ],
)
def test_lost_files_are_analysed_here(shop, monkeypatch, executor, count, error) -> None:
    monkeypatch.setattr(executors, "PATIENCE", 0.1)
    result = read(shop, executor)
    assert result[:3] == read(shop, None)[:3]
    (doubt,) = result.doubts
    assert doubt.startswith(f"{count} files were analysed on this machine")
    assert error in doubt


def test_a_worker_of_another_version_refuses() -> None:
    text = File("a.py", "text", 1, "digest", language="python"), "a"
    with pytest.raises(RuntimeError, match="another version"):
        analyse_chunk(Chunk("1", Additions(), (text,)))
