"""Watches the documented files of a tree.

Only the folders of documented files are watched. An event in another file is no edit yet: the tree
is listed again and compared.
"""

from __future__ import annotations

import os
import platform
import threading
from collections.abc import Callable, Collection, Iterable
from pathlib import Path, PurePath
from types import TracebackType
from typing import Any, Self

from watchfiles import Change, watch

from sphinx_filedocs.cli.project import SiteOptions
from sphinx_filedocs.config import OPTIONS
from sphinx_filedocs.model.files import folders_of
from sphinx_filedocs.pages.text import printable_line
from sphinx_filedocs.source.discover import Inputs, TreeError, look
from sphinx_filedocs.source.git import GitError, run

#: Milliseconds: without an event until the end of a batch; until an answer without one; between two
#: polls.
_STEP, _ANSWER, _POLL = 20, 250, 1000
#: The failures of watching before polling, and seconds until the next try.
_TRIES, _PAUSE = 3, 0.1


class Edits:
    """Watches a tree, from entering to leaving.

    :param site: the options of the tree.
    :param warn: called with the folders that can't be watched.
    :param noted: called with the paths of edited files, relative to the root of the tree.
    """

    def __init__(
        self,
        site: SiteOptions,
        warn: Callable[[str], None],
        noted: Callable[[Iterable[PurePath]], None] = lambda _: None,
    ) -> None:
        self._site = site
        self._warn = warn
        self._noted = noted
        self._warned: set[str] = set()
        self._inputs: Inputs | None = None
        self._files: frozenset[str] = frozenset()
        self._folders: frozenset[str] = frozenset()
        self._heads: frozenset[str] = frozenset()
        self._failures = 0
        self._polls = False
        self._edited = threading.Event()
        #: The files that were edited since.
        self._paths: set[str] = set()
        self._lock = threading.Lock()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End it."""
        self._end.set()
        self._thread.join()

    def wait(self) -> frozenset[str]:
        """Wait for an edit; return the edited, new and removed files that are known."""
        # Without an end Windows would not let it be interrupted.
        while not self._edited.wait(1):
            pass
        with self._lock:
            self._edited.clear()
            paths, self._paths = self._paths, set()
        return frozenset(paths)

    def doubt(self) -> None:
        """Take it that anything may have changed."""
        self._add(())

    def _add(self, paths: Collection[str]) -> None:
        with self._lock:
            self._paths.update(paths)
            self._edited.set()
        self._noted([PurePath(path).relative_to(self._site.root) for path in paths])

    def _follow(self) -> None:
        while not self._end.is_set():
            try:
                self._look()
                self._watch()
            except (OSError, RuntimeError, TreeError) as error:
                self._note_failure(error)
                self._end.wait(_PAUSE)

    def _watch(self) -> None:
        """Note edits until other folders have to be watched.

        :raises OSError: if folders can't be watched, and ``RuntimeError`` for that or for a name
            that is not UTF-8.
        """
        folders, is_watching = self._folders, False
        for changes in watch(
            *self._watched(),
            watch_filter=self._concerns,
            step=_STEP,
            stop_event=self._end,
            rust_timeout=_ANSWER,
            yield_on_timeout=True,
            raise_interrupt=False,
            force_polling=self._polls or None,
            poll_delay_ms=_POLL,
            recursive=_is_deep(),
        ):
            # The first answer shows that it watches: look for edits before that.
            if changes or not is_watching:
                is_watching, self._failures = True, 0
                self._note(changes)
            if folders != self._folders or any(path in folders for _, path in changes):
                return

    def _note_failure(self, error: Exception) -> None:
        """After several failures, look at the tree every second instead."""
        reason = str(error).partition(" about ")[0].rstrip(".")
        if isinstance(error, TreeError):
            self._warn_once(reason)
            return
        self._failures += 1
        if self._failures < _TRIES:
            return
        if self._polls:
            self._warn_once(f"edits are not seen: {reason}")
        else:
            self._warn_once(f"folders can't be watched ({reason}); looking every second instead")
            self._polls, self._failures = True, 0

    def _note(self, changes: Collection[tuple[Change, str]]) -> None:
        # Many editors write another file, and give it the name of the first.
        edited = {path for _, path in changes if path in self._files and os.path.lexists(path)}
        if edited:
            self._add(edited)
        self._look(is_noted=bool(edited))

    def _look(self, is_noted: bool = False) -> None:
        """List the tree, and note an edit if it has changed.

        :param is_noted: whether edits of known files count too.
        :raises TreeError: if the root is gone.
        """
        site, before = self._site, self._inputs
        options = {option.name: option.default for option in OPTIONS}
        options |= {**site.settings, **site.options}
        value: Callable[[str], Any] = options.__getitem__
        inputs = look(
            site.root,
            site.include,
            (*value("filedocs_exclude"), *site.exclude),
            history=value("filedocs_history"),
            untracked=value("filedocs_untracked"),
            public=tuple(value("filedocs_public_credentials")),
        )
        is_other = before and before.digest != inputs.digest
        if before and is_other and (before.shape != inputs.shape or not is_noted):
            old, new = (
                {entry.path: entry.state for entry in looked.discovery.entries}
                for looked in (before, inputs)
            )
            differing = (path for path in old.keys() | new.keys() if old.get(path) != new.get(path))
            self._add({str(site.root / path) for path in differing})
        self._inputs = inputs
        discovery = inputs.discovery
        paths = [entry.path for entry in discovery.entries]
        self._files = frozenset(str(site.root / path) for path in paths)
        folders = {"", *folders_of(paths), *discovery.folders}
        self._folders = frozenset(str(site.root / folder) for folder in folders)
        self._heads = _heads(site.root) if discovery.tracked else frozenset()

    def _watched(self) -> list[str]:
        """Return the folders to watch, and warn of others."""
        heads = {str(Path(path).parent) for path in self._heads}
        if _is_deep():
            return [str(self._site.root), *heads]
        closed = {folder for folder in self._folders if not _is_open(folder)}
        for folder in sorted(closed):
            shown = printable_line(folder)
            self._warn_once(f"{shown} can't be watched: edits in it are built with later ones")
        return sorted((self._folders | heads) - closed)

    def _concerns(self, change: Change, path: str) -> bool:
        """Tell whether an event may be about a documented file."""
        if path in self._files or path in self._heads:
            return True
        places = {path, str(Path(path).parent)}
        return change != Change.modified and not places.isdisjoint(self._folders)

    def _warn_once(self, text: str) -> None:
        if text not in self._warned:
            self._warned.add(text)
            self._warn(f"Warning: {text}")


def _is_deep() -> bool:
    """Tell whether the system watches all subfolders of a folder at no cost."""
    return platform.system() in {"Darwin", "Windows"}


def _is_open(folder: str) -> bool:
    try:
        folder.encode()
    except UnicodeEncodeError:
        return False
    return os.access(folder, os.R_OK) or not os.path.lexists(folder)


def _heads(root: Path) -> frozenset[str]:
    """Return Git's files that change with the index or the checked-out commit."""
    try:
        folder = Path(os.fsdecode(run(root, "rev-parse", "--absolute-git-dir").removesuffix(b"\n")))
    except GitError:
        return frozenset()
    return frozenset({str(folder / "index"), str(folder / "HEAD")})
