"""A Sphinx extension of the benchmark: takes the time of writing each listing, and that of
Pygments' HtmlFormatter for the same text, and appends both to a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import process_time

from docutils import nodes
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from sphinx_filedocs.languages.file_types import lexer_name
from sphinx_filedocs.pages.nodes import listing
from sphinx_filedocs.source import content

_LIMIT = 2_000_000
Visit = Callable[[HTML5Translator, listing], None]


def setup(app: Sphinx) -> dict[str, bool]:
    """Replace what writes listings; called by Sphinx after it has set up sphinx_filedocs."""
    app.add_config_value("listing_times_file", "", "", (str,))
    app.add_config_value("listing_times_root", "", "", (str,))
    visit, _ = app.registry.translation_handlers["html"]["listing"]
    app.add_node(listing, override=True, html=(_timed(app, visit), None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _timed(app: Sphinx, visit: Visit) -> Visit:
    """Return what writes a listing as *visit* does, and takes the times."""
    formatter: HtmlFormatter[str] = HtmlFormatter()

    def timed(translator: HTML5Translator, node: listing) -> None:
        text = content.read(Path(app.config.listing_times_root), node["path"], _LIMIT).text
        lexer = get_lexer_by_name(lexer_name(node["language"]))
        start = process_time()
        try:
            visit(translator, node)
        except nodes.SkipNode:
            written = process_time()
            highlight(text, lexer, formatter)
            row = f"{len(text)} {written - start} {process_time() - written}\n"
            # One short write at the end of a file: processes do not mix theirs.
            with Path(app.config.listing_times_file).open("a", encoding="utf-8") as file:
                file.write(row)
            raise

    return timed
