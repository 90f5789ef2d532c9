"""Builds one project again and again in this process, for ``serve``."""

from __future__ import annotations

import gc
import sys
from argparse import Namespace
from collections.abc import Callable, Collection
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from jinja2.bccache import Bucket, BytecodeCache
from sphinx.application import Sphinx
from sphinx.cmd.build import handle_exception
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_filedocs.ext.early_pages import write_early
from sphinx_filedocs.ext.session import Built, Session, Superseded, join


class _Application(Sphinx):
    def __init__(self, session: Session, **options: Any) -> None:
        join(self, session)
        super().__init__(**options)


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
        #: Whether garbage was looked for since the last build.
        self._is_tidy = True
        #: What docutils knows of the nodes, roles and directives of the last build.
        self._names = ExitStack()

    def build(self, first: Collection[str] = ()) -> int | None:
        """Build the project; return the exit status, or ``None`` if another build was asked for
        before all pages were written.

        :param first: the names of pages to write first.
        """
        # What the last build knew is not needed any more, and may be much.
        self.close()
        if not self._is_tidy:
            gc.collect()
        self._is_tidy = False
        self._names.enter_context(patch_docutils(str(self._source)))
        self._names.enter_context(docutils_namespace())
        session = Session(first, self._tell, self._is_superseded, self._templates)
        app = None
        try:
            streams = {"status": sys.stdout, "warning": sys.stderr}
            app = _Application(session, **self._options, **streams)
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
