"""Writes what the finder looks through, into the folder of static files of a builder's output."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_filedocs.ext.addresses import address_suffix, has_pages_beside
from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.finder import finder_scripts
from sphinx_filedocs.writing import write_whole

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_filedocs.pages.site import Site

#: Below the output folder.
FOLDER = Path("_static", "filedocs")


def write_finder_scripts(
    app: Sphinx, sites: Mapping[str, Site], states: Mapping[str, str], known: dict[str, str]
) -> None:
    """Write the scripts of the trees that have changed, and delete those of trees and parts that
    are no more.

    :param states: what tells whether a tree shows something else, by prefix.
    :param known: digests of what the scripts that are there were made from, by prefix; changed.
    """
    if not has_pages_beside(app.builder):
        return
    folder = Path(app.outdir, FOLDER)
    suffix = address_suffix(app.builder)
    current: set[Path] = set()
    for prefix, site in sites.items():
        # No prefix has a plus sign, so no two trees share a file.
        name = prefix.replace("/", "+")
        first = folder / f"{name}.js"
        state = digest(states[prefix], suffix)
        if known.get(prefix) != state or not first.exists():
            known.pop(prefix, None)
            _write(folder, name, finder_scripts(site, suffix))
            known[prefix] = state
        current |= {first, *folder.glob(f"{name}+-*.js")}
    for prefix in known.keys() - sites.keys():
        del known[prefix]
    for path in folder.glob("*.js"):
        if path not in current:
            path.unlink()


def _write(folder: Path, name: str, scripts: Mapping[str, str]) -> None:
    """Write the scripts of a tree where they are others than before."""
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
