"""The state that builds of one process share, and the lock between builds of all processes."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_filedocs.ext.collected_pages import GeneratedPages, Request
from sphinx_filedocs.incremental.last_build import hold

if TYPE_CHECKING:
    from jinja2 import BytecodeCache
    from sphinx.application import Sphinx

    from sphinx_filedocs.ext.output_files import Manifest
    from sphinx_filedocs.ext.trees import BuildTree
    from sphinx_filedocs.index.reader import Reader

logger = logging.getLogger(__name__)
LOCK = "filedocs.lock"
#: The locks of this process: an earlier application may never have ended.
_HELD: dict[Path, sqlite3.Connection] = {}
#: The attribute of an application that has its session.
_NAME = "filedocs_session"


@dataclass(frozen=True, slots=True)
class Built:
    """A build that has ended or is writing pages.

    :param trees: by prefix.
    """

    app: Sphinx
    trees: Mapping[str, BuildTree]
    manifest: Manifest
    pages: GeneratedPages


@dataclass(frozen=True, slots=True)
class Unread:
    """A build that reads no files.

    :param reader: analyses files that are asked for later.
    :param answer: called before generated pages are written.
    """

    reader: Reader
    answer: Callable[[Built], None]


@dataclass(slots=True)
class Session:
    """The state that a build gets from the one before.

    :param request: of the one who asks for this build.
    :param templates: compiled templates of the theme; ``None`` in a process with one build.
    :param built: the last build, once it knows all pages.
    :param unread: in a build that reads no files.
    """

    request: Request = field(default_factory=Request)
    templates: BytecodeCache | None = None
    built: Built | None = None
    unread: Unread | None = None


def join(app: Sphinx, session: Session) -> None:
    """Give an application a session, before it loads extensions."""
    setattr(app, _NAME, session)


def session_of(app: Sphinx) -> Session:
    """Return the session of an application, or a new one."""
    session = getattr(app, _NAME, None)
    return session if isinstance(session, Session) else Session()


class Lock:
    """The lock of a folder of doctrees: two builds at once would overwrite each other's files."""

    def __init__(self) -> None:
        self._file: Path | None = None

    def take(self, folder: Path) -> None:
        """Wait for the lock of a folder. Go on without one in a read-only folder."""
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        self._file = folder.resolve() / LOCK
        if self._file not in _HELD and (
            lock := hold(self._file, lambda: logger.info("waiting for another build in %s", folder))
        ):
            _HELD[self._file] = lock

    def release(self) -> None:
        """Release the lock."""
        if self._file and (lock := _HELD.pop(self._file, None)):
            lock.close()
