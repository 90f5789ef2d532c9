"""Builds one project again and again in this process, for ``serve``. Pages of edited files come
first; the build that follows writes them again."""

from __future__ import annotations

import gc
import logging
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from jinja2.bccache import Bucket, BytecodeCache
from sphinx.application import Sphinx
from sphinx.cmd.build import handle_exception
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_filedocs.ext.collected_pages import PageWriter, Request, Superseded
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.output_files import delete_vanished
from sphinx_filedocs.ext.session import Built, Session, join
from sphinx_filedocs.ext.trees import pages_below
from sphinx_filedocs.parse.isolation import Bounds, forks, leave_no_trace, within

if TYPE_CHECKING:
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_filedocs.pages.site import Site

#: Of so many edited files of a tree the pages are written before the build.
_FEW = 8
#: What that may take, with the analysis of the files: then the build writes the pages.
_BOUNDS = Bounds(seconds=10.0, memory=1_000_000_000)


def write_early(built: Built, edited: Collection[Path], shown: Collection[str]) -> bool:
    """Write the pages of edited files, and open pages that have changed; delete those of removed
    files. Of many edited files, only open pages are written. Tell whether that was done.

    A fork of this process does it and exits, so this process stays as the last build left it.

    :param edited: files of the trees, absolute; new and removed ones too.
    :param shown: the names of open pages.
    """
    return in_copy(lambda: _write(built, edited, shown))


def in_copy(write: Callable[[], bool]) -> bool:
    """Call a function in a fork of this process, which stays as it is; tell whether it returned
    true."""
    if not forks():
        return False
    copy = os.fork()
    if copy:
        return os.waitpid(copy, 0)[1] == 0
    status = 1
    try:
        # A search for garbage would touch, and so copy, all that there is.
        gc.disable()
        # The build that follows reports errors.
        logging.disable()
        leave_no_trace()
        with within(_BOUNDS):
            status = 0 if write() else 1
    finally:
        # Nothing is committed, flushed or called at the end.
        os._exit(status)


def _write(built: Built, edited: Collection[Path], shown: Collection[str]) -> bool:
    app, domain = built.app, domain_of(built.app.env)
    removed: set[str] = set()
    own: list[str] = []
    sites = {}
    for prefix, site, paths in _edited_sites(built, edited, shown):
        sites[prefix], names = site, site.plan.files
        for path in filter(names.__contains__, paths):
            if os.path.lexists(site.root / path):
                own.append(names[path])
            else:
                removed.add(names[path])
    if not sites:
        return False
    domain.sites = {**domain.sites, **sites}
    every = {page for site in domain.sites.values() for page in site.plan.pages}
    if new := every - built.pages.every:
        built.pages.add(new, map(pages_below, sites.values()))
    built.pages.announce(set())
    builder = cast("StandaloneHTMLBuilder", app.builder)
    if new:
        builder.relations = app.env.collect_relations()
    built.manifest.begin(removed)
    delete_vanished(app, removed, every - removed)
    writer = PageWriter(app, builder)
    trees = [(built.trees[prefix], site) for prefix, site in sites.items()]
    others = (name for name in shown if any(tree.differs(site, name) for tree, site in trees))
    written: set[str] = {*removed, *built.pages.documents}
    for docname in chain(own, others):
        if docname not in written and (docname in built.manifest.written or docname in new):
            written.add(docname)
            built.manifest.begin([docname])
            writer.write(docname)
    return True


def _edited_sites(
    built: Built, edited: Collection[Path], shown: Collection[str]
) -> Iterator[tuple[str, Site, list[str]]]:
    for prefix, tree in built.trees.items():
        root, names = tree.site.root, tree.site.plan.files
        paths = [path.relative_to(root).as_posix() for path in edited if path.is_relative_to(root)]
        if len(paths) > _FEW:
            # The others can wait for the build.
            paths = [path for path in paths if names.get(path) in shown][:_FEW]
        site = tree.edited(paths) if paths else None
        if site:
            yield prefix, site, paths


class Application(Sphinx):
    """An application with a session. Its pages are read while it writes others."""

    def __init__(self, session: Session, **options: Any) -> None:
        join(self, session)
        super().__init__(**options)
        self.connect("html-collect-pages", _finish_style, priority=1)


def _finish_style(app: Sphinx) -> Iterable[tuple[str, dict[str, Any], str]]:
    """Have the theme do already what it does when all pages are written. Example: furo adds the
    colours of code on dark pages."""
    for listener in app.events.listeners["build-finished"]:
        if listener.handler.__module__.partition(".")[0] == app.config.html_theme:
            listener.handler(app, None)
    return ()


class CompiledTemplates(BytecodeCache):
    """The compiled templates of a theme, for all builds of a process."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Return the bytecode of a template."""
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the bytecode of a template."""
        self._code[bucket.key] = bucket.bytecode_to_string()


class Resident:
    """A project that is built to HTML more than once.

    :param source: the folder with ``conf.py``.
    :param jobs: the number of processes.
    :param is_superseded: tells whether another build is asked for.
    :param tell: called when the first pages of a build are written.
    """

    def __init__(
        self,
        source: Path,
        output: Path,
        doctrees: Path,
        jobs: int,
        is_superseded: Callable[[], bool] = lambda: False,
        tell: Callable[[], None] = lambda: None,
    ) -> None:
        self._options = {
            "srcdir": source,
            "confdir": source,
            "outdir": output,
            "doctreedir": doctrees,
            "buildername": "html",
            "parallel": jobs,
        }
        self._source = source
        self._is_superseded = is_superseded
        self._tell = tell
        self._built: Built | None = None
        self._templates = CompiledTemplates()
        #: Whether garbage was collected since the last build.
        self._is_tidy = True
        #: The nodes, roles and directives of the last build in docutils.
        self._names = ExitStack()

    def build(self, first: Iterable[str] = ()) -> int | None:
        """Build the project; return the exit status, or ``None`` if another build was asked for
        before all pages were written.

        :param first: the names of pages to write first.
        """
        # The last build may hold much memory.
        self.close()
        if not self._is_tidy:
            gc.collect()
        self._is_tidy = False
        self._names.enter_context(patch_docutils(str(self._source)))
        self._names.enter_context(docutils_namespace())
        session = Session(Request(first, self._tell, self._is_superseded), self._templates)
        app = None
        try:
            streams = {"status": sys.stdout, "warning": sys.stderr}
            app = Application(session, **self._options, **streams)
            app.build()
        except Superseded as end:
            if app is not None:
                app.events.emit("build-finished", end)
            self._built = session.built
            return None
        except Exception as error:  # noqa: BLE001 (as Sphinx does)
            how = Namespace(pdb=False, verbosity=0, traceback=False)
            handle_exception(app, how, error, sys.stderr)
            return 2
        self._built = session.built
        return app.statuscode

    def write_early(self, edited: Collection[Path], shown: Collection[str]) -> bool:
        """Write the pages of edited files before a build."""
        return self._built is not None and write_early(self._built, edited, shown)

    def close(self) -> None:
        """Forget the last build."""
        self._built = None
        self._names.close()

    def rest(self) -> None:
        """Prepare for the next build while idle."""
        for tree in self._built.trees.values() if self._built else ():
            tree.know()
        gc.collect()
        self._is_tidy = True
