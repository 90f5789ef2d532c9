"""The state that builds of one process share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sphinx_filedocs.ext.collected_pages import GeneratedPages, Request

if TYPE_CHECKING:
    from jinja2 import BytecodeCache
    from sphinx.application import Sphinx

    from sphinx_filedocs.ext.output_files import Manifest
    from sphinx_filedocs.ext.trees import BuildTree
    from sphinx_filedocs.index.reader import Reader

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
