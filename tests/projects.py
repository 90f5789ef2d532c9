"""Builds small documented trees with Sphinx."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinx.testing.util import SphinxTestApp

from sphinx_filedocs.pages.listing import with_quotes
from tests.stamps import stamps

INDEX = "Docs\n====\n\n.. toctree::\n\n   source/index\n"


@dataclass
class Project:
    """A source tree with its documentation, in a folder of the test's own."""

    folder: Path

    @property
    def tree(self) -> Path:
        """The root of the documented tree."""
        return self.folder / "tree"

    def write(self, files: Mapping[str, str | bytes], base: str = "tree") -> None:
        """Write files below *base*."""
        for path, text in files.items():
            target = self.folder / base / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text if isinstance(text, bytes) else textwrap.dedent(text).encode())

    def build(
        self,
        builder: str = "html",
        *,
        jobs: int = 1,
        freshenv: bool = False,
        every: bool = False,
        hook: tuple[Any, ...] | None = None,
        **options: object,
    ) -> Output:
        """Build the documentation and return what came of it.

        :param every: whether all pages are written, as with the option ``-a``.
        :param hook: an event of Sphinx, a handler to connect to it, and its priority.
        """
        status, warning = io.StringIO(), io.StringIO()
        overrides: dict[str, object] = {
            "extensions": ["sphinx_filedocs"],
            "filedocs_trees": {"source": "../tree"},
            "html_theme": "basic",
            "version": "1",
            "copyright": "the authors",
            # Themes add to the list that is Sphinx's default.
            "templates_path": [],
            **options,
        }
        out = self.folder / "out"
        app = SphinxTestApp(
            builder,
            srcdir=self.folder / "docs",
            builddir=out,
            status=status,
            warning=warning,
            confoverrides=overrides,
            freshenv=freshenv,
            parallel=jobs,
            verbosity=1,
        )
        if hook:
            app.connect(*hook)
        try:
            app.build(force_all=every)
        finally:
            app.cleanup()
        return Output(Path(app.outdir), status.getvalue(), warning.getvalue())

    def rebuilt(self, change: Callable[[], object], **options: object) -> set[str]:
        """Return which pages a second build writes after *change*.

        :param options: what :meth:`build` takes besides the builder.
        """
        before = self.build(**options).times()
        change()
        after = self.build(**options).times()
        return {name for name, time in after.items() if before.get(name) != time}

    def rebuilt_of_tree(self, change: Callable[[], object], **options: object) -> set[str]:
        """Return which of them are pages of the tree."""
        return {name for name in self.rebuilt(change, **options) if name.startswith("source/")}


@dataclass
class Output:
    """What a build wrote and said."""

    folder: Path
    status: str
    warnings: str

    def read(self, name: str) -> str:
        """Return a file of the output, a page with all attributes in quotes."""
        text = (self.folder / name).read_text(encoding="utf-8")
        return with_quotes(text) if name.endswith(".html") else text

    @property
    def names(self) -> set[str]:
        """The paths of all files of the output."""
        return {
            p.relative_to(self.folder).as_posix() for p in self.folder.rglob("*") if p.is_file()
        }

    def times(self) -> dict[str, int]:
        """Return for each page a number that is another one when it was written again."""
        pages = [self.folder / name for name in self.names if ".html" in name]
        return {p.relative_to(self.folder).as_posix(): at for p, at in stamps(pages).items()}


def begun(
    folder: Path, tree: Mapping[str, str | bytes], docs: Mapping[str, str] | None = None
) -> Project:
    """Return a project from the files of a tree."""
    made = Project(folder)
    made.tree.mkdir()
    made.write(tree)
    made.write({"conf.py": "", "index.rst": INDEX, **(docs or {})}, "docs")
    return made
