"""Pages of a tree that was never analysed, for ``serve``.

A build lists the files, reads none, and writes the start page. Then it answers requests: a copy of
the process reads one file and writes its page. All of this goes to a folder of its own, and the
ordinary build goes on beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sphinx_filedocs.ext.collected_pages import PageWriter, Superseded
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.files_beside_pages import write_finder_scripts, write_image, write_names
from sphinx_filedocs.ext.resident import Application, in_copy
from sphinx_filedocs.ext.session import Built, Session, Unread
from sphinx_filedocs.index.reader import Reader
from sphinx_filedocs.pages.rendered.view import is_raster

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_filedocs.model.graph import Codebase

#: Of imported files, so many bytes are read for a page; that takes up to half a second.
_MOST_BYTES = 200_000


def serve_unread(
    source: Path, output: Path, requests: Iterable[str], answer: Callable[[str, bool], None]
) -> None:
    """Write the start page, and then pages until no more are asked for.

    :param source: the folder with ``conf.py``.
    :param requests: the names of pages.
    :param answer: called with the name of a page, and true if it was written.
    """

    def answer_all(built: Built) -> None:
        answer(built.app.config.root_doc, True)
        writer = PageWriter(built.app, cast("StandaloneHTMLBuilder", built.app.builder))
        _write_beside(built.app)
        for docname in requests:
            answer(docname, _write(built, writer, docname))
        raise Superseded

    with suppress(Superseded):
        Application(
            Session(unread=Unread(Reader(), answer_all)),
            srcdir=source,
            confdir=source,
            outdir=output / "html",
            doctreedir=output / "doctrees",
            buildername="html",
            # The ordinary build prints its lines and warnings.
            status=None,
            warning=None,
        ).build()


def _write_beside(app: Sphinx) -> None:
    """Write the data of the finder and of the sidebar."""
    sites = domain_of(app.env).sites
    write_finder_scripts(app, sites, dict.fromkeys(sites, ""), {})
    for site in sites.values():
        for folder in site.plan.folders:
            write_names(app, site, folder)


def _write(built: Built, writer: PageWriter, docname: str) -> bool:
    try:
        site, page = domain_of(built.app.env).page(docname)
    except KeyError:
        return False
    if page.kind == "folder":
        writer.write(docname)
    if page.kind != "file":
        return page.kind == "folder"
    return in_copy(lambda: _write_file(built, writer, site.tree.prefix, page.path))


def _write_file(built: Built, writer: PageWriter, prefix: str, path: str) -> bool:
    tree = built.trees[prefix]
    site = tree.edited([path])
    if site is None:
        return False
    if imported := [*_imported(site.codebase, path)]:
        site = tree.edited([path, *imported]) or site
    domain_of(built.app.env).sites[prefix] = site
    writer.write(site.plan.files[path])
    if is_raster(path):
        write_image(built.app, site, site.codebase.light[path])
    return True


def _imported(codebase: Codebase, path: str) -> Iterator[str]:
    """Yield the files that a file imports, as far as they can be read at once."""
    left = _MOST_BYTES
    paths = {target for entry in codebase.graph.imports.get(path, ()) for target in entry.resolved}
    for imported in sorted(paths - {path}, key=lambda name: codebase.light[name].size):
        left -= codebase.light[imported].size
        if left > 0 and codebase.light[imported].kind != "link":
            yield imported
