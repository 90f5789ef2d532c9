"""The style sheet of each builder's pages, and what of the static files an EPUB does without."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_filedocs.ext.files_beside_pages import STATIC

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: The style sheet of an EPUB: its checkers and many readers know plain selectors alone.
_OF_EPUB = "filedocs-book.css"


def add_style_sheet(app: Sphinx) -> None:
    """Have each page load the style sheet for its builder."""
    app.add_css_file(_OF_EPUB if app.builder.name == "epub" else "filedocs.css")


def leave_out_of_epub(app: Sphinx, manifest: Path) -> None:
    """Keep out of an EPUB what lies in the folder of its files and is none of its own: it packs all
    that is there, doctrees too, and warns of each.

    :param manifest: of what was written.
    """
    outdir = Path(app.outdir)
    static = (outdir / "_static" / path.name for path in STATIC.iterdir() if path.name != _OF_EPUB)
    others = [manifest, *static, *Path(app.doctreedir).rglob("*")]
    app.config.epub_exclude_files = [
        *app.config.epub_exclude_files,
        *(str(path.relative_to(outdir)) for path in others if path.is_relative_to(outdir)),
    ]
