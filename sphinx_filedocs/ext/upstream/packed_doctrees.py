"""Keeps the doctrees of generated pages packed while they wait for a process that writes them.

Changed are ``write_doc_serialized`` and ``write_doc`` of the builder, which a parallel build calls
first in its main process, then in another: Sphinx resolves our pages faster than the others write,
and the doctrees of a large tree would fill the memory. Looked at in Sphinx 8.2, 9.0 and 9.2;
Sphinx's issue 11448 is about how it shares out documents.
"""

from __future__ import annotations

import pickle
import zlib
from typing import TYPE_CHECKING, Any

from sphinx.util.docutils import LoggingReporter

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.upstream.patch import Name, Patch

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


class PackedDoctrees(Patch):
    """Doctrees of generated pages are packed from when they are resolved until they are written."""

    name = "packed_doctrees"
    is_for_size = True
    changes = (
        "In a parallel build of many pages, doctrees are packed while they wait to be written."
    )
    why = "Sphinx resolves pages faster than other processes write them, and keeps them in memory."
    without = "A parallel build of a large tree uses more memory."
    issues = ("https://github.com/sphinx-doc/sphinx/issues/11448",)
    needs = (
        Name("builder.write_doc_serialized", takes=("docname", "doctree")),
        Name("builder.write_doc", takes=("docname", "doctree")),
    )

    def apply(self, app: Sphinx) -> None:
        """Have the builder pack what it has resolved."""
        builder: Any = app.builder
        pages = domain_of(app.env).fingerprints.keys()
        resolved, write = builder.write_doc_serialized, builder.write_doc

        def write_doc_serialized(docname: str, doctree: nodes.document) -> None:
            resolved(docname, doctree)
            if docname in pages:
                _pack(doctree)

        def write_doc(docname: str, doctree: nodes.document) -> None:
            write(docname, _unpacked(app.env, docname, doctree) if docname in pages else doctree)

        builder.write_doc_serialized, builder.write_doc = write_doc_serialized, write_doc


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


def _unpacked(env: BuildEnvironment, docname: str, doctree: nodes.document) -> nodes.document:
    whole: nodes.document = unpacked(vars(doctree)["packed"])
    settings: Any = whole.settings
    settings.env = env
    whole.reporter = LoggingReporter(str(env.doc2path(docname)))
    return whole


def packed(value: object) -> bytes:
    """Return the compressed pickle of a value; more than the least effort gains little."""
    return zlib.compress(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), 1)


def unpacked(data: bytes) -> Any:
    """Return the value of :func:`packed`.

    :param data: made by this program alone: pickles of others run what they please.
    :raises zlib.error: when it is damaged.
    """
    return pickle.loads(zlib.decompress(data))  # noqa: S301 (ours)
