"""Writes what cards show of the definitions of each file, and sidebars of the names in each folder,
beside what the finder looks through."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_filedocs.ext.addresses import has_pages_beside
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.finder_scripts import FOLDER
from sphinx_filedocs.ext.output_files import delete, write_whole
from sphinx_filedocs.pages.reader_data import data_path, reader_data

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

    from sphinx_filedocs.pages.plan import Page
    from sphinx_filedocs.pages.site import Site

_FOLDER = FOLDER / "files"
_WITH_SCRIPT = frozenset({"file", "folder", "tree"})


def page_of_file(app: Sphinx, docname: str) -> tuple[Site, Page] | None:
    """Return the page of a file and its site, where the output may have something beside it."""
    found = _generated_page(app, docname)
    return found if found and found[1].kind == "file" else None


def _generated_page(app: Sphinx, docname: str) -> tuple[Site, Page] | None:
    domain = domain_of(app.env)
    if docname not in domain.fingerprints or not has_pages_beside(app.builder):
        return None
    return domain.page(docname)


def write_reader_script(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Write the script of a file or folder when its page is written: it follows from what the page
    does."""
    found = _generated_page(app, pagename) if doctree is not None else None
    if found is None or found[1].kind not in _WITH_SCRIPT:
        return
    site, page = found
    target = Path(app.outdir, _FOLDER, data_path(pagename))
    if page.kind == "file":
        text = reader_data(site, page.path)
    else:
        text = site.folder_views.names(page.path).script(pagename)
    if text:
        target.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode("ascii")
        if not target.exists() or target.read_bytes() != data:
            write_whole(target, data)
    else:
        target.unlink(missing_ok=True)


def delete_reader_scripts(app: Sphinx, docnames: Iterable[str]) -> None:
    """Delete the scripts of files and folders that have no page any more.

    :param docnames: of all pages that there are.
    """
    folder = Path(app.outdir, _FOLDER)
    kept = {folder / data_path(name) for name in docnames}
    # All of them before the first is deleted: folders that are empty then are deleted too.
    for path in list(folder.rglob("*.js")):
        if path not in kept and path.is_file():
            delete(folder, path)
