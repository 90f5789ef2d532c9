"""Generated pages that wait for a process that writes them: Sphinx resolves them faster than the
others write, and the doctrees of a large tree would fill the memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx.util.docutils import LoggingReporter

from sphinx_filedocs.packing import packed, unpacked

if TYPE_CHECKING:
    from collections.abc import Collection
    from collections.abc import Set as AbstractSet

    from docutils import nodes
    from sphinx.builders import Builder

#: So many generated pages are written sooner than a process is started for them.
_FEW = 4


def let_few_not_wait(builder: Builder, pages: AbstractSet[str]) -> None:
    """Have a few generated pages written by the process that resolves them.

    :param pages: the document names of generated pages.
    """
    changed: Any = builder
    write = changed.write_documents

    def write_documents(docnames: AbstractSet[str]) -> None:
        if len(docnames) <= _FEW and docnames <= pages:
            changed.parallel_ok = False
        write(docnames)

    changed.write_documents = write_documents


def install(builder: Builder, pages: Collection[str]) -> None:
    """Keep doctrees of generated pages packed from when they are resolved until they are written.

    :param pages: the document names of generated pages.
    """
    # What a parallel build calls first in its main process, then in another.
    changed: Any = builder
    resolved, write = changed.write_doc_serialized, changed.write_doc

    def write_doc_serialized(docname: str, doctree: nodes.document) -> None:
        resolved(docname, doctree)
        if docname in pages:
            _pack(doctree)

    def write_doc(docname: str, doctree: nodes.document) -> None:
        write(docname, _unpacked(builder, docname, doctree) if docname in pages else doctree)

    changed.write_doc_serialized, changed.write_doc = write_doc_serialized, write_doc


def _pack(doctree: nodes.document) -> None:
    """Leave of a doctree nothing but its pickle."""
    # As Sphinx pickles one; the rest belongs to the process.
    changed: Any = doctree
    changed.reporter = changed.transformer = None
    settings: Any = doctree.settings
    settings.env = settings.warning_stream = settings.record_dependencies = None
    data = packed(doctree)
    vars(doctree).clear()
    vars(doctree)["packed"] = data


def _unpacked(builder: Builder, docname: str, doctree: nodes.document) -> nodes.document:
    """Return what was packed, as Sphinx's environment returns a doctree."""
    whole: nodes.document = unpacked(vars(doctree)["packed"])
    settings: Any = whole.settings
    settings.env = builder.env
    whole.reporter = LoggingReporter(str(builder.env.doc2path(docname)))
    return whole
