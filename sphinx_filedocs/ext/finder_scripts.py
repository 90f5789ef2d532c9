"""Writes what the finder looks through, into the folder of static files of a builder's output."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sphinx_filedocs.ext.addresses import has_pages_beside
from sphinx_filedocs.ext.output_files import write_whole
from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.finder import finder_scripts

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_filedocs.pages.site import Site

#: Below the output folder.
FOLDER = Path("_static", "filedocs")


def write_finder_scripts(app: Sphinx, sites: Mapping[str, Site], states: Mapping[str, str]) -> None:
    """Write the scripts of the trees that have changed, and delete those of trees and parts that
    are no more.

    :param states: what tells whether a tree shows something else, by prefix.
    """
    if not has_pages_beside(app.builder):
        return
    folder = Path(app.outdir, FOLDER)
    suffix = _suffix(cast("StandaloneHTMLBuilder", app.builder))
    kept: set[Path] = set()
    for prefix, site in sites.items():
        # No prefix has a plus sign, so no two trees share a file.
        name = prefix.replace("/", "+")
        first = folder / f"{name}.js"
        key = f"// {digest(states[prefix], suffix)}\n"
        if _first_line(first) != key:
            _write(folder, name, key, finder_scripts(site, suffix))
        kept |= {first, *folder.glob(f"{name}+-??.js")}
    for path in folder.glob("*.js"):
        if path not in kept:
            path.unlink()


def _write(folder: Path, name: str, key: str, scripts: Mapping[str, str]) -> None:
    """Write the scripts of a tree, the first one last: it says that all are there."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = {folder / f"{name}+-{part}.js": text for part, text in scripts.items() if part}
    for path in folder.glob(f"{name}+-??.js"):
        if path not in parts:
            path.unlink()
    for path, text in parts.items():
        write_whole(path, text.encode("ascii"))
    write_whole(folder / f"{name}.js", f"{key}{scripts['']}".encode("ascii"))


def _first_line(path: Path) -> str:
    try:
        with path.open(encoding="ascii", errors="replace") as script:
            return script.readline()
    except OSError:
        return ""


def _suffix(builder: StandaloneHTMLBuilder) -> str:
    """Return what an address ends in behind the name of a document."""
    name = "filedocs"
    return builder.get_target_uri(name).removeprefix(name)
