"""Files beside the pages: scripts, style sheets, images, and data of cards, sidebars and the
finder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util import logging

from sphinx_filedocs.ext.addresses import address_suffix, has_pages_beside
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.output_files import Manifest, delete
from sphinx_filedocs.ext.source_texts import delete_source_texts, write_source_texts
from sphinx_filedocs.incremental.last_build import TreeState
from sphinx_filedocs.pages.blame_data import blame_script
from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.reader_data import data_path, finder_scripts, hints_script, reader_data
from sphinx_filedocs.pages.rendered import view
from sphinx_filedocs.pages.translation import _
from sphinx_filedocs.source import credentials
from sphinx_filedocs.writing import write_whole

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_filedocs.model.files import File
    from sphinx_filedocs.pages.plan import Page
    from sphinx_filedocs.pages.site import Site

logger = logging.getLogger(__name__)
STATIC = Path(__file__).resolve().parent.parent / "static"


def add_script(app: Sphinx, prefixes: Iterable[str]) -> None:
    """Add the script with its texts to each page.

    :param prefixes: of the trees.
    """
    about: dict[str, Any] = {
        "data-trees": " ".join(prefixes),
        "data-find": _("Find a file or a symbol"),
        "data-close": _("Close"),
        "data-wrap": _("Wrap lines"),
        "data-copied": _("Copied:"),
        "data-copy-path": _("Copy the path"),
        "data-callers": _("Called by"),
        "data-calls": _("Calls"),
        "data-may-call": _("may call: {count}"),
        "data-tests": _("Tests and examples"),
        "data-none": _("Nothing found"),
        "data-files": _("Files"),
        "data-vendored": _("vendored"),
        "data-filter-files": _("Filter {count} files"),
        "data-filter-names": _("Filter {count} names"),
        "data-all-names": _("All {count} names"),
        "data-filter-uses": _("Filter {count} uses by file, caller or text"),
        "data-by-file": _("By file"),
        "data-by-caller": _("By caller"),
        "data-between": _("Calls between this and another function"),
        "data-no-calls": _("No known calls lead there."),
        "data-cut-calls": _(
            "Only a part was searched ({count} files): there may be other, shorter ways."
        ),
        "data-unseen-calls": _("Calls through pointers and interfaces are not seen."),
        "data-suffix": address_suffix(app.builder),
        "data-text": "1" if app.config.filedocs_text_search else "",
        "data-version": digest([script.read_bytes() for script in sorted(STATIC.glob("*.js"))])[:8],
    }
    app.add_js_file("filedocs.js", loading_method="defer", **about)


#: A comment of our scripts: of types, or on lines of its own.
_COMMENT = re.compile(r"/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*|^[ \t]*//.*\n", re.MULTILINE)


def delivered(script: Path) -> bytes:
    """Return a script without its comments, a quarter of its size."""
    return _COMMENT.sub("", script.read_text(encoding="utf-8")).encode("utf-8")


def _write_scripts(app: Sphinx) -> None:
    for script in STATIC.glob("*.js") if app.builder.format == "html" else ():
        target, text = Path(app.outdir, "_static", script.name), delivered(script)
        if target.exists() and target.read_bytes() != text:
            write_whole(target, text)


def write_files(
    app: Sphinx, manifest: Manifest, states: Mapping[str, TreeState], made_by: str
) -> None:
    """Write the data of the finder and the images, and delete those of files that are gone.

    :param states: of the trees, by prefix.
    :param made_by: a digest of the program and its options.
    """
    sites = domain_of(app.env).sites
    digests = {
        prefix: digest(state.inputs, made_by, app.config.language)
        for prefix, state in states.items()
    }
    pages = {name for state in states.values() for name in state.fingerprints}
    try:
        _write_scripts(app)
        write_finder_scripts(app, sites, digests, manifest.scripts)
        delete_reader_scripts(app, pages)
        write_images(app, sites, digests, manifest.images)
    except OSError as error:
        # The pages are there; the next build tries again.
        logger.info("scripts or images beside the pages can't be written: %s", error)


#: The style sheet of an EPUB: its checkers and many readers know plain selectors alone.
_OF_EPUB = "filedocs-book.css"


def add_style_sheet(app: Sphinx) -> None:
    """Add the style sheet for the builder to each page."""
    app.add_css_file(_OF_EPUB if app.builder.name == "epub" else "filedocs.css")


def leave_out_of_epub(app: Sphinx, manifest: Path) -> None:
    """Exclude doctrees and the manifest from an EPUB, which packs the whole folder."""
    outdir = Path(app.outdir)
    static = (outdir / "_static" / path.name for path in STATIC.iterdir() if path.name != _OF_EPUB)
    others = [manifest, *static, *Path(app.doctreedir).rglob("*")]
    app.config.epub_exclude_files = [
        *app.config.epub_exclude_files,
        *(str(path.relative_to(outdir)) for path in others if path.is_relative_to(outdir)),
    ]


#: Below the output folder.
IMAGES = "_images/filedocs"


def image_address(builder: StandaloneHTMLBuilder, site: Site, file: File) -> str:
    """Return the address of an image, relative to the current page; ``""`` for a hidden one."""
    if not view.is_raster(file.path):
        return view.svg_address("\n".join(site.details.lines(file.path)))
    if not _shown(site.root, file, tuple(builder.config.filedocs_public_credentials)):
        return ""
    here = builder.get_target_uri(builder.current_docname)
    return f"{'../' * here.count('/')}{IMAGES}/{_name(file)}"


def write_images(
    app: Sphinx, sites: Mapping[str, Site], states: Mapping[str, str], known: dict[str, str]
) -> None:
    """Copy the images of the trees, and delete those that no tree has.

    :param states: digests of the trees, by prefix.
    :param known: the same of the copied images; updated.
    """
    if not has_pages_beside(app.builder):
        return
    folder = Path(app.outdir, IMAGES)
    if known == states:
        return
    known.clear()
    public = tuple(app.config.filedocs_public_credentials)
    wanted = {
        _name(file): (site, file)
        for site in sites.values()
        for file in site.codebase.light.values()
        if view.is_raster(file.path)
        and site.settings.views(file.path)
        and _shown(site.root, file, public)
    }
    for site, file in wanted.values():
        write_image(app, site, file)
    for path in folder.glob("*"):
        if path.name not in wanted:
            path.unlink()
    known.update(states)


def write_image(app: Sphinx, site: Site, file: File) -> None:
    """Copy an image, unless its copy is there."""
    target = Path(app.outdir, IMAGES, _name(file))
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, _read(site.root / file.path))


def _name(file: File) -> str:
    return f"{file.digest[:24]}{view.suffix(file.path)}"


@lru_cache(maxsize=1000)
def _shown(root: Path, file: File, public: tuple[str, ...]) -> bool:
    """Tell whether an image has the format of its name and no credentials.

    :param root: of its tree.
    """
    kind = view.view_kind(file)
    if kind is None or not kind.fits:
        return False
    data = _read(root / file.path)
    if not view.is_whole(file.path, data):
        return False
    if credentials.is_public(file.path, public):
        return True
    # Its texts, such as the remarks of a camera or an editor.
    return not credentials.holds_credential(data)


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as opened:
            return opened.read(view.LARGEST + 1)
    except OSError:
        return b""


#: Below the output folder.
FOLDER = Path("_static", "filedocs")
_FILES, _HINTS, _BLAME = FOLDER / "files", FOLDER / "hints", FOLDER / "blame"
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
        _write(app, _FILES, pagename, reader_data(site, page.path))
        _write(app, _BLAME, pagename, blame_script(site, page.path))
    else:
        write_names(app, site, page.path)


def write_names(app: Sphinx, site: Site, folder: str) -> None:
    """Write the names in a folder for the sidebar."""
    docname = site.plan.folders[folder]
    _write(app, _FILES, docname, site.folder_views.names(folder).script(docname))


def _write(app: Sphinx, folder: Path, docname: str, text: str) -> None:
    target = Path(app.outdir, folder, data_path(docname))
    if text:
        target.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode("ascii")
        if not target.exists() or target.read_bytes() != data:
            write_whole(target, data)
    else:
        target.unlink(missing_ok=True)


def delete_reader_scripts(app: Sphinx, docnames: Iterable[str]) -> None:
    """Delete the data of pages that are gone.

    :param docnames: of the pages of all files and folders.
    """
    for folder in (_FILES, _BLAME):
        _delete_others(Path(app.outdir, folder), docnames)
    _delete_others(Path(app.outdir, _HINTS), (*app.env.found_docs, *docnames))


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
