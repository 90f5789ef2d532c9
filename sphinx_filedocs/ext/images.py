"""The images of the trees in the output of a builder: copied once each, by their content."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_filedocs.ext.addresses import has_pages_beside
from sphinx_filedocs.pages.rendered.view import (
    LARGEST,
    is_raster,
    is_whole,
    suffix,
    svg_address,
    view_kind,
)
from sphinx_filedocs.source import credentials
from sphinx_filedocs.writing import write_whole

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_filedocs.model.files import File
    from sphinx_filedocs.pages.site import Site

#: Below the output folder.
FOLDER = "_images/filedocs"


def image_address(builder: StandaloneHTMLBuilder, site: Site, file: File) -> str:
    """Return the address of an image as seen from the page that is written; ``""`` for one that is
    not shown."""
    if not is_raster(file.path):
        return svg_address("\n".join(site.details.lines(file.path)))
    if not _shown(site.root, file, tuple(builder.config.filedocs_public_credentials)):
        return ""
    here = builder.get_target_uri(builder.current_docname)
    return f"{'../' * here.count('/')}{FOLDER}/{_name(file)}"


def write_images(
    app: Sphinx, sites: Mapping[str, Site], states: Mapping[str, str], known: dict[str, str]
) -> None:
    """Copy the images of the trees, and delete those that no tree has any more.

    :param states: what tells whether a tree shows something else, by prefix.
    :param known: those of which the images are there; changed.
    """
    if not has_pages_beside(app.builder):
        return
    folder = Path(app.outdir, FOLDER)
    if known == states:
        return
    known.clear()
    public = tuple(app.config.filedocs_public_credentials)
    wanted = {
        _name(file): site.root / file.path
        for site in sites.values()
        for file in site.codebase.light.values()
        if is_raster(file.path)
        and site.settings.views(file.path)
        and _shown(site.root, file, public)
    }
    for name, source in wanted.items():
        if not (folder / name).exists():
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(folder / name, _read(source))
    for path in folder.glob("*"):
        if path.name not in wanted:
            path.unlink()
    known.update(states)


def _name(file: File) -> str:
    return f"{file.digest[:24]}{suffix(file.path)}"


@lru_cache(maxsize=1000)
def _shown(root: Path, file: File, public: tuple[str, ...]) -> bool:
    """Return whether an image is what its name says and holds no credentials.

    :param root: of its tree.
    """
    kind = view_kind(file)
    if kind is None or not kind.fits:
        return False
    data = _read(root / file.path)
    if not is_whole(file.path, data):
        return False
    if credentials.is_public(file.path, public):
        return True
    # What stands in it as text, such as the remarks of a camera or an editor.
    return not credentials.holds_credential(data)


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as opened:
            return opened.read(LARGEST + 1)
    except OSError:
        return b""
