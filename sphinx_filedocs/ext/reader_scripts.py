"""Writes what cards show of the definitions of each file, beside what the finder looks through."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_filedocs.ext.addresses import has_pages_beside
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.finder_scripts import FOLDER
from sphinx_filedocs.ext.output_files import write_whole
from sphinx_filedocs.pages.reader_data import data_path, reader_data

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

    from sphinx_filedocs.pages.plan import Page
    from sphinx_filedocs.pages.site import Site

_FOLDER = FOLDER / "files"


def page_of_file(app: Sphinx, docname: str) -> tuple[Site, Page] | None:
    """Return the page of a file and its site, where the output may have something beside it."""
    domain = domain_of(app.env)
    if docname not in domain.fingerprints or not has_pages_beside(app.builder):
        return None
    site, page = domain.page(docname)
    return (site, page) if page.kind == "file" else None


def write_reader_script(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Write the script of a file when its page is written: it follows from what the page does."""
    found = page_of_file(app, pagename) if doctree is not None else None
    if found is None:
        return
    site, page = found
    target = Path(app.outdir, _FOLDER, data_path(pagename))
    if text := reader_data(site, page.path):
        target.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode("ascii")
        if not target.exists() or target.read_bytes() != data:
            write_whole(target, data)
    else:
        target.unlink(missing_ok=True)


def delete_reader_scripts(app: Sphinx, docnames: Iterable[str]) -> None:
    """Delete the scripts of files that have no page any more.

    :param docnames: of all pages that there are.
    """
    folder = Path(app.outdir, _FOLDER)
    kept = {folder / data_path(name) for name in docnames}
    for path in folder.rglob("*.js"):
        if path not in kept and path.is_file():
            path.unlink()
            for parent in path.relative_to(folder).parents:
                above = folder / parent
                if any(above.iterdir()):
                    break
                above.rmdir()
