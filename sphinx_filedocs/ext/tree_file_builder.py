"""Builders that write one file for each tree and no pages: an index in SCIP, a report in SARIF, and
which files and symbols no hand-written page is about."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container, Iterator, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import IO, TYPE_CHECKING

from sphinx.builders import Builder
from sphinx.util import logging

from sphinx_filedocs import __version__
from sphinx_filedocs.ext.descriptions import find_described
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.errors import UserError
from sphinx_filedocs.ext.mentions import find_mentions
from sphinx_filedocs.model.symbols import WRAPPERS, Outlined, walk
from sphinx_filedocs.pages.text import english_quantity, printable_line
from sphinx_filedocs.pages.view_models import symbol_anchor
from sphinx_filedocs.plugins.sarif.writer import CheckedTree, write_report
from sphinx_filedocs.plugins.scip.messages import MissingLibraryError
from sphinx_filedocs.plugins.scip.writer import IndexedTree, write_index
from sphinx_filedocs.writing import written

if TYPE_CHECKING:
    from docutils import nodes

    from sphinx_filedocs.pages.mentions import PageMention
    from sphinx_filedocs.pages.site import Site


class TreeFileBuilder(Builder):
    """Writes a file for the only tree, or for each one that is named for its prefix. It reads none
    of the generated pages, and writes no page at all.

    :cvar stem: what the file of the only tree is called, without the suffix.
    """

    stem = ""
    suffix = ""

    @abstractmethod
    def write_tree(self, file: IO[bytes], site: Site) -> None:
        """Write the file of a tree."""

    def init(self) -> None:
        """Prepare nothing."""

    def get_outdated_docs(self) -> Iterator[str]:
        """Return no document: none is written."""
        return iter(())

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        """Return no address: there are no pages."""
        return ""

    def prepare_writing(self, docnames: AbstractSet[str]) -> None:
        """Prepare nothing."""

    def write_documents(self, docnames: AbstractSet[str]) -> None:
        """Write no document."""

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Write no document."""

    def finish(self) -> None:
        """Write the files."""
        sites = domain_of(self.env).sites
        for prefix, site in sites.items():
            name = self.stem if len(sites) == 1 else prefix.replace("/", "-")
            with written(Path(self.outdir, f"{name}.{self.suffix}")) as file:
                self.write_tree(file, site)


class SarifBuilder(TreeFileBuilder):
    """Writes ``findings.sarif``."""

    name = "sarif"
    epilog = "The reports are in %(outdir)s."
    stem = "findings"
    suffix = "sarif"

    def write_tree(self, file: IO[bytes], site: Site) -> None:
        """Write the report of a tree: of the tools whose reports were read it says nothing."""
        tree = CheckedTree.of(site.codebase, site.details.lines)
        write_report(file, tree, __version__)


class ScipBuilder(TreeFileBuilder):
    """Writes ``index.scip``."""

    name = "scip"
    epilog = "The indexes are in %(outdir)s."
    stem = "index"
    suffix = "scip"

    def write_tree(self, file: IO[bytes], site: Site) -> None:
        """Write the index of a tree.

        :raises UserError: when the library is missing.
        """
        details, address = site.details, site.tree.root.as_uri()
        tree = IndexedTree(site.tree.title, address, site.codebase, details.names, details.lines)
        try:
            write_index(file, tree, __version__)
        except MissingLibraryError:
            msg = 'the builder scip needs protobuf: pip install "sphinx-filedocs[scip]"'
            raise UserError(msg) from None


logger = logging.getLogger(__name__)
#: What others use of a module; of constants, variables and fields a page says something seldom.
_KINDS = frozenset(
    {"class", "struct", "union", "enum", "interface", "trait", "function", "method", "macro"}
)
#: What is in these is seen from outside.
_OPEN = frozenset({*WRAPPERS, *_KINDS - {"function", "method", "macro"}})


class CoverageBuilder(TreeFileBuilder):
    """Writes ``coverage.txt``, as :mod:`sphinx.ext.coverage` does for objects of Python, C and C++:
    tests, examples, generated and vendored files are left out, and names that begin with ``_``."""

    name = "filedocs-coverage"
    epilog = "What no hand-written page is about is listed in %(outdir)s."
    stem = "coverage"
    suffix = "txt"

    def write_tree(self, file: IO[bytes], site: Site) -> None:
        """Write the list of a tree, and say how much of it is covered."""
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
