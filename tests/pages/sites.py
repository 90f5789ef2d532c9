"""The site of a small tree whose sources are at hand, and all that its pages show."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from sphinx_filedocs.analysis.analyse import analyse
from sphinx_filedocs.config import FILE_SECTIONS, FOLDER_SECTIONS, TREE_SECTIONS
from sphinx_filedocs.incremental.recorder import Recorder
from sphinx_filedocs.index.extraction import Analysis
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.index.trace import Tracer
from sphinx_filedocs.pages import sections
from sphinx_filedocs.pages.document_names import Suffixes
from sphinx_filedocs.pages.html import HtmlWriter, html_list
from sphinx_filedocs.pages.nodes import markup
from sphinx_filedocs.pages.settings import Settings
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.source.content import read_text
from sphinx_filedocs.tree_options import Sources, TreeOptions

SETTINGS = Settings(FILE_SECTIONS, FOLDER_SECTIONS, TREE_SECTIONS, Suffixes())


class Made:
    """Such a site; all of its files are of the same time, long ago."""

    def __init__(
        self,
        sources: Mapping[str, str],
        folder: Path,
        time: int = 1_000_000_000,
        title: str = "Tree",
    ) -> None:
        self.root = folder / "tree"
        for path, text in sources.items():
            self.write(path, text, time)
        self.store = Store(folder / "cache.sqlite", 1_000_000)
        self.analysis = Analysis(self.root, Sources(title), history=False)
        self.recorder = Recorder(self.store, Tracer())
        self.codebase = analyse(
            self.analysis, self.store, lambda files, _: iter(files), recorder=self.recorder
        )
        tree = TreeOptions(prefix="source", root=self.root, title=title)
        self.site = Site(
            tree, SETTINGS, self, lambda: self.codebase, recorder=lambda: self.recorder
        )

    def write(self, path: str, text: str, time: int = 1_000_000_000) -> None:
        """Write a file.

        :param time: when it is said to be written, in seconds.
        """
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        os.utime(target, (time, time))

    def keywords(self, file):
        return self.store.recall_keywords(file)

    def places(self, file):
        return self.store.recall_places(file)

    def text(self, path):
        return read_text(self.root, path, 1_000_000)

    def lines(self, path):
        return self.text(path).split("\n")

    def fingerprints(self) -> dict[str, str]:
        """Return the fingerprint of every page."""
        site = self.site
        found = {docname: site.fingerprint(page) for docname, page in site.plan.pages.items()}
        self.recorder.save()
        return found

    def shown(self, docname: str) -> str:
        """Return everything that a page shows."""
        page = self.site.plan.pages[docname]
        names = {"file": FILE_SECTIONS, "folder": FOLDER_SECTIONS, "tree": TREE_SECTIONS}
        view = self.site.view(page)
        if page.kind not in names:
            return view.title + self._html(sections.index_page(view))
        parts = [view.title]
        # Sidebars show them, by what is written with the page.
        if page.kind != "file":
            parts.append(repr(self.site.folder_views.names(page.path)))
        for node in sections.page(view, names[page.kind]):
            parts.append(node.astext())
            parts += [self._html(one.blocks) for one in node.findall(markup)]
        if page.kind == "file":
            file = self.site.codebase.files[page.path]
            every = range(1, file.facts.lines.total + 1)
            marks = self.site.marks.marks(
                page.path, self.places(file), every, self._uri, lambda _: None
            )
            parts += [repr(self.lines(file.path)), repr(marks)]
        return "\n".join(parts)

    def _html(self, blocks) -> str:
        return HtmlWriter(self._uri, self._uses, excerpt=self._excerpt).write(blocks)

    def _excerpt(self, block) -> str:
        places = self.places(self.site.codebase.files[block.path])
        shown = range(block.first, block.last + 1)
        marks = self.site.marks.in_excerpt(block.path, places, shown, self._uri)
        return "\n".join((*self.lines(block.path)[block.first - 1 : block.last], repr(marks)))

    def _uri(self, docname, place) -> str:
        return f"{docname}#{place}"

    def _uses(self, block) -> str:
        site, rows = self.site, slice(block.start, block.stop)
        items = site.use_views.items(site.line_text, block.kind, block.key, rows)
        return html_list(items, self._uri)
