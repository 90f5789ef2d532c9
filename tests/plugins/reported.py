"""Trees for readers of reports."""

from __future__ import annotations

from collections.abc import Mapping

from sphinx_filedocs.model.facts import Facts, LineCounts
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.reports import ReportedTree


def reported_tree(
    texts: Mapping[str, str], root: str = "/tree", language: str | None = None
) -> ReportedTree:
    """Return a tree of texts in one language."""
    files = {
        path: File(path, "text", len(text), "", language, facts=_facts(text))
        for path, text in texts.items()
    }
    return ReportedTree(root, files, texts.get, lambda path: files[path].facts)


def _facts(text: str) -> Facts:
    return Facts(lines=LineCounts(len(text.splitlines()), 0, 0, 0))
