"""What a build leaves behind: what its search finds, its inventory, its large pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import process_time

from scale_measure import Failed
from scale_peers import html_pages
from scale_speed import texts
from sphinx.search import js_index
from sphinx.search.en import SearchEnglish
from sphinx.util.inventory import InventoryFile

from sphinx_filedocs.model.symbols import walk
from sphinx_filedocs.parse.facts import extract

#: The kinds of symbols that are classes and functions, in any language.
_KINDS = frozenset(("class", "struct", "union", "enum", "interface", "trait", "function", "method"))


def definitions(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the path and the name of each class and function of a tree that the analysis finds."""
    for path, language, text in texts(root):
        for outlined in walk(extract(text, language.key).facts.symbols):
            if outlined.symbol.kind in _KINDS:
                yield path, outlined.symbol.name


class SearchIndex:
    """The index of a build's words and objects.

    :param text: of ``searchindex.js``.
    :raises Failed: when it is none.
    """

    def __init__(self, text: str) -> None:
        try:
            index = js_index.loads(text)
        except ValueError as error:
            raise Failed(f"searchindex.js: {error}") from None
        self._documents: list[str] = index["docnames"]
        self._terms: dict[str, int | list[int]] = index["terms"]
        self._titles: dict[str, int | list[int]] = index["titleterms"]
        self._stem = SearchEnglish({}).stem
        self._objects = {
            (self._documents[row[0]], row[4].rpartition(".")[2].lower())
            for rows in index["objects"].values()
            for row in rows
        }

    def finds(self, name: str, document: str) -> bool:
        """Tell whether a search for a name leads to a document, as an object or as a word."""
        if (document, name.rpartition(".")[2].lower()) in self._objects:
            return True
        stem = self._stem(name.lower())
        return any(document in self._found(words, stem) for words in (self._terms, self._titles))

    def _found(self, words: dict[str, int | list[int]], stem: str) -> list[str]:
        found = words.get(stem, [])
        return [self._documents[at] for at in (found if isinstance(found, list) else [found])]


def unfound(output: Path, root: Path) -> list[str]:
    """Return the classes and functions that a search does not find on the page of their file.

    :param output: the folder of the build of the tree with this *root*.
    """
    index = SearchIndex((output / "searchindex.js").read_text("utf-8"))
    return [
        f"{path}::{name}"
        for path, name in definitions(root)
        if not index.finds(name, f"source/{path}")
    ]


def inventory_seconds(output: Path) -> float:
    """Return the CPU seconds that a second project takes to load the inventory of a build."""
    data = (output / "objects.inv").read_bytes()
    start = process_time()
    InventoryFile.loads(data, uri="https://example.org/")
    return process_time() - start


def largest_page(output: Path, root: Path, limit: int) -> tuple[int, str]:
    """Return the size in bytes and the path of the largest HTML page, without those that show a
    source as large.

    :param limit: from which size a source may make a page large, in bytes.
    """
    sizes = [(0, "")]
    for page in html_pages(output):
        path = page.relative_to(output).as_posix()
        source = root / path.removeprefix("source/").removesuffix(".html")
        if not (source.is_file() and source.stat().st_size > limit):
            sizes.append((page.stat().st_size, path))
    return max(sizes)
