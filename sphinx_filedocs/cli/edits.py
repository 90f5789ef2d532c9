"""Notes whether a tree is edited during its first build, when nothing else watches it."""

from __future__ import annotations

import threading
from pathlib import Path
from types import TracebackType
from typing import Self

from watchfiles import DefaultFilter, watch


class Edits:
    """Watches a folder, from entering to leaving.

    :param root: the folder.
    :param left_out: a folder that may lie in it, of which nothing counts.
    """

    def __init__(self, root: Path, left_out: Path) -> None:
        self._root = root
        self._filter = DefaultFilter(ignore_paths=[left_out])
        self._end = threading.Event()
        self._seen = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stop()

    def seen(self) -> bool:
        """End it, and return whether there was an edit."""
        self._stop()
        return self._seen.is_set()

    def _stop(self) -> None:
        self._end.set()
        self._thread.join()

    def _watch(self) -> None:
        for _ in watch(
            self._root,
            watch_filter=self._filter,
            stop_event=self._end,
            debounce=50,
            raise_interrupt=False,
        ):
            self._seen.set()
            return
