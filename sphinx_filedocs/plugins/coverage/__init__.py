"""The builder ``filedocs-coverage``: symbols that no hand-written page is about."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import IO, TYPE_CHECKING

from sphinx.util import logging

from sphinx_filedocs import __version__
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.mentions import find_described, find_mentions
from sphinx_filedocs.ext.tree_file_builder import TreeFileBuilder
from sphinx_filedocs.model.symbols import WRAPPERS, Outlined, walk
from sphinx_filedocs.pages.text import english_quantity, printable_line
from sphinx_filedocs.pages.view_models import symbol_anchor

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_filedocs.pages.nodes import PageMention
    from sphinx_filedocs.pages.site import Site

logger = logging.getLogger(__name__)
#: Kinds of symbols to document; pages describe constants, variables and fields seldom.
_KINDS = frozenset(
    {"class", "struct", "union", "enum", "interface", "trait", "function", "method", "macro"}
)
#: Kinds whose members are public.
_OPEN = frozenset({*WRAPPERS, *_KINDS - {"function", "method", "macro"}})


class CoverageBuilder(TreeFileBuilder):
    """Writes ``coverage.txt``, as :mod:`sphinx.ext.coverage` does for objects of Python, C and C++:
    tests, examples, generated and vendored files are left out, and names that begin with ``_``."""

    name = "filedocs-coverage"
    epilog = "What no hand-written page is about is listed in %(outdir)s."
    stem = "coverage"
    suffix = "txt"

    def write_tree(self, file: IO[bytes], site: Site) -> None:
        """Write the list of a tree, and log the share that is covered."""
        domain = domain_of(self.env)
        mentions = find_mentions(domain, find_described(domain))
        blocks: list[str] = []
        covered = total = 0
        for path, known in sorted(site.codebase.files.items()):
            if path in site.layout.less_telling:
                continue
            symbols = list(_public(walk(known.facts.symbols)))
            places = _places(mentions.get((site.tree.prefix, path), ()))
            missing = [entry for entry in symbols if not _is_among(places, entry)]
            total += len(symbols)
            covered += len(symbols) - len(missing)
            if missing:
                head = f"{path}: {len(missing):,} of {english_quantity(len(symbols), 'symbol')}"
                rows = (_row(entry) for entry in missing)
                blocks.append("\n".join((printable_line(head), *rows)))
        share = f" ({100 * covered // total} %)" if total else ""
        said = f"{covered:,} of {english_quantity(total, 'public symbol')}{share}"
        said += " on hand-written pages"
        file.write("\n\n".join([said, *blocks, ""]).encode("utf-8", "backslashreplace"))
        logger.info("filedocs: %s: %s", site.tree.prefix, said)


def _row(entry: Outlined) -> str:
    symbol = entry.symbol
    return f"  {symbol.kind} {printable_line(entry.qualified)}, line {symbol.line}"


def _public(symbols: Iterator[Outlined]) -> Iterator[Outlined]:
    hidden = -1
    for entry in symbols:
        if 0 <= hidden < entry.depth:
            continue
        kind = entry.symbol.kind
        is_private = entry.symbol.name.startswith("_")
        hidden = entry.depth if is_private or kind not in _OPEN else -1
        if kind in _KINDS and not is_private:
            yield entry


def _places(mentions: Sequence[PageMention]) -> set[str]:
    return {place for mention in mentions for _name, place in mention.names}


def _is_among(places: Container[str], entry: Outlined) -> bool:
    return symbol_anchor(entry) in places or f"L{entry.symbol.line}" in places


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the builder."""
    app.add_builder(CoverageBuilder)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
