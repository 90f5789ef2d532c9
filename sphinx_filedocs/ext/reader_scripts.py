"""Data for scripts: cards of definitions and names, folders of sidebars, the finder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_filedocs.ext.addresses import address_suffix, has_pages_beside
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.output_files import delete
from sphinx_filedocs.ext.source_texts import delete_source_texts, write_source_texts
from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.reader_data import data_path, finder_scripts, hints_script, reader_data
from sphinx_filedocs.writing import write_whole

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_filedocs.pages.plan import Page
    from sphinx_filedocs.pages.site import Site


#: Below the output folder.
FOLDER = Path("_static", "filedocs")
_FILES, _HINTS = FOLDER / "files", FOLDER / "hints"
#: The texts that the finder searches, below that.
TEXTS = "text"
_WITH_SCRIPT = frozenset({"file", "folder", "tree"})


def page_of_file(app: Sphinx, docname: str) -> tuple[Site, Page] | None:
    """Return site and page of a file, for builders that write data beside pages."""
    site_and_page = _generated_page(app, docname)
    return site_and_page if site_and_page and site_and_page[1].kind == "file" else None


def _generated_page(app: Sphinx, docname: str) -> tuple[Site, Page] | None:
    domain = domain_of(app.env)
    if docname not in domain.fingerprints or not has_pages_beside(app.builder):
        return None
    return domain.page(docname)


def write_reader_scripts(app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
    """Write the data of a page when the page is written."""
    if not has_pages_beside(app.builder):
        return
    hints = domain_of(app.env).hints.pop(pagename, [])
    _write(app, _HINTS, pagename, hints_script(pagename, hints) if hints else "")
    site_and_page = _generated_page(app, pagename)
    if site_and_page is None or site_and_page[1].kind not in _WITH_SCRIPT:
        return
    site, page = site_and_page
    if page.kind == "file":
        text = reader_data(site, page.path)
    else:
        text = site.folder_views.names(page.path).script(pagename)
    _write(app, _FILES, pagename, text)


def _write(app: Sphinx, folder: Path, docname: str, text: str) -> None:
    target = Path(app.outdir, folder, data_path(docname))
    if text:
        target.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode("ascii")
        if not target.exists() or target.read_bytes() != data:
            write_whole(target, data)
    else:
        target.unlink(missing_ok=True)


def delete_reader_scripts(app: Sphinx, docnames: Iterable[str], extra: Iterable[str]) -> None:
    """Delete the data of pages that are gone.

    :param docnames: of the pages of all files and folders.
    :param extra: of pages that are no documents.
    """
    _delete_others(Path(app.outdir, _FILES), docnames)
    _delete_others(Path(app.outdir, _HINTS), (*app.env.found_docs, *docnames, *extra))


def _delete_others(folder: Path, docnames: Iterable[str]) -> None:
    current = {folder / data_path(name) for name in docnames}
    # All of them before the first is deleted: folders that are empty then are deleted too.
    for path in list(folder.rglob("*.js")):
        if path not in current and path.is_file():
            delete(folder, path)


def write_finder_scripts(
    app: Sphinx, sites: Mapping[str, Site], states: Mapping[str, str], known: dict[str, str]
) -> None:
    """Write the data of the finder for trees that have changed, and delete that of others.

    :param states: digests of the trees, by prefix.
    :param known: digests of the inputs of the existing data, by prefix; updated.
    """
    if not has_pages_beside(app.builder):
        return
    folder = Path(app.outdir, FOLDER)
    suffix = address_suffix(app.builder)
    current: set[Path] = set()
    which, texts = app.config.filedocs_text_search, folder / TEXTS
    for prefix, site in sites.items():
        # No prefix has a plus sign, so no two trees share a file.
        name = prefix.replace("/", "+")
        first = folder / f"{name}.js"
        state = digest(states[prefix], suffix, which)
        if known.get(prefix) != state or not first.exists():
            known.pop(prefix, None)
            _write_script(folder, name, finder_scripts(site, suffix))
            write_source_texts(texts / name, site, which)
            known[prefix] = state
        current |= {first, *folder.glob(f"{name}+-*.js")}
    for prefix in known.keys() - sites.keys():
        del known[prefix]
    for path in folder.glob("*.js"):
        if path not in current:
            path.unlink()
    for path in texts.glob("*"):
        if path.name.replace("+", "/") not in sites:
            delete_source_texts(path)


def _write_script(folder: Path, name: str, scripts: Mapping[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    texts = {
        folder / (f"{name}+-{part}.js" if part else f"{name}.js"): text.encode("ascii")
        for part, text in scripts.items()
    }
    for path in folder.glob(f"{name}+-*.js"):
        if path not in texts:
            path.unlink()
    for path, text in texts.items():
        if not path.exists() or path.read_bytes() != text:
            write_whole(path, text)
