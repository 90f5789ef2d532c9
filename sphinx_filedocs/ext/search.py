"""A search index that a browser can load for a large tree: names as short entries, nothing twice,
and compressed."""

from __future__ import annotations

import base64
import json
import os
import zlib
from collections import defaultdict
from contextlib import contextmanager
from functools import cache
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import IO, TYPE_CHECKING, Any, cast

import sphinx
from sphinx.search import IndexBuilder

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.pages.digests import digest_of
from sphinx_filedocs.pages.markup import SEARCHED
from sphinx_filedocs.pages.views import SYMBOL

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from docutils import nodes
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.environment import BuildEnvironment


#: What a browser runs. Sphinx's search waits for its index (``Search.deferQuery``), so that it may
#: come a moment later.
_BEFORE = """\
(async () => {
  const packed = Uint8Array.from(atob("\
"""
_AFTER = """\
"), (one) => one.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  Search.setIndex(await new Response(unpacked).json());
})();
"""


class CompressedIndex:
    """How a builder writes and reads its search index (``StandaloneHTMLBuilder.indexer_format``):
    as JSON, compressed with deflate, in a script that unpacks it.

    An instance comes in the place of Sphinx's own format, ``sphinx.search.js_index``.
    """

    def dumps(self, index: object) -> str:
        """Return the script for an index."""
        text = json.dumps(index, separators=(",", ":"), sort_keys=True)
        packed = base64.b64encode(zlib.compress(text.encode("ascii"))).decode("ascii")
        return f"{_BEFORE}{packed}{_AFTER}"

    def loads(self, script: str) -> Any:
        """Return the index in a script.

        :raises ValueError: when it is another script.
        """
        if not (script.startswith(_BEFORE) and script.endswith(_AFTER)):
            raise ValueError("no compressed search index")
        try:
            text = zlib.decompress(base64.b64decode(script[len(_BEFORE) : -len(_AFTER)]))
        except zlib.error as error:
            raise ValueError(str(error)) from None
        return json.loads(text)

    def dump(self, index: object, file: IO[str]) -> None:
        """Write the script for an index."""
        file.write(self.dumps(index))

    def load(self, file: IO[str]) -> Any:
        """Return the index in a file with a script.

        :raises ValueError: when it has another script.
        """
        return self.loads(file.read())


class SearchIndex(IndexBuilder):
    """An index in which generated pages take little room.

    An instance comes into being by :func:`shorten`, which changes the class of Sphinx's own index.
    """

    pages: AbstractSet[str]
    indices: AbstractSet[str]
    #: A digest of what each document was added with.
    fed: dict[str, str]
    _words: list[str]

    def _word_collector(self, doctree: nodes.document) -> Any:
        found = super()._word_collector(doctree)
        self._words = [*found.title_words, "", *found.words]
        return found

    def feed(
        self, docname: str, filename: str | os.PathLike[str], title: str, doctree: nodes.document
    ) -> None:
        """Add a document; indices are none of those that a search shall find."""
        if docname not in self.indices:
            # No search shows the file of a page, and that of a generated one is its name.
            shown = "" if docname in self.pages else filename
            self._words = []
            super().feed(docname, shown, title, doctree)
            more = self._all_titles[docname], self._index_entries.get(docname)
            self.fed[docname] = digest_of((f"{shown}\n{title}\n{more!r}", *self._words))

    @contextmanager
    def added(self) -> Iterator[None]:
        """Add what is here to another index, which is loaded meanwhile."""
        names = ("_titles", "_filenames", "_all_titles", "_index_entries")
        known = {name: getattr(self, name) for name in names}
        words = self._mapping, self._title_mapping
        yield
        for name, values in known.items():
            getattr(self, name).update(values)
        for new, old in zip((self._mapping, self._title_mapping), words, strict=True):
            for word, docnames in old.items():
                if docnames:
                    new.setdefault(word, set()).update(docnames)

    def load(self, stream: Any, format: Any) -> None:  # noqa: A002 (as inherited)
        """Take up an index, and the index entries in it: Sphinx leaves them behind, and with them
        those of every document that is not written again."""
        frozen = format.load(stream)
        super().load(stream, SimpleNamespace(load=lambda _: frozen))
        entries: defaultdict[str, list[tuple[str, str, str]]] = defaultdict(list)
        for entry, places in frozen["indexentries"].items():
            for number, target, is_main in places:
                name = frozen["docnames"][number]
                entries[name].append((entry, target, "main" if is_main else ""))
        self._index_entries = dict(entries)

    def prune(self, docnames: Iterable[str]) -> None:
        """Forget what other documents had: of every word, which goes by the size of the smaller
        set, if both are sets."""
        kept = frozenset(docnames)
        super().prune(kept)
        entries = self._index_entries.items()
        self._index_entries = {name: rows for name, rows in entries if name in kept}

    def freeze(self) -> dict[str, Any]:
        """Return the index; its order is that of a clean build."""
        frozen = super().freeze()
        for places in frozen["indexentries"].values():
            places.sort()
        for name in ("terms", "titleterms"):
            # Sphinx keeps words that are nowhere any more.
            frozen[name] = {word: where for word, where in frozen[name].items() if where != []}
        return frozen

    def get_objects(
        self, fn2index: dict[str, int]
    ) -> dict[str, list[tuple[int, int, int, str, str]]]:
        """Return the objects by what stands before the last dot of their names.

        The id of most symbols follows from the name: for a dash, the search puts the second part
        of the type's entry and a dash before it (``performObjectSearch`` in searchtools.js).
        """
        found = super().get_objects(fn2index)
        plain = unescape if _shows_text() else str
        # Many classes have methods of one name, and finding a word's stem takes long.
        is_word = cache(self._is_word)
        kinds = {number: kind for (name, kind), number in self._objtypes.items() if name == "src"}
        for number in kinds:
            self._objnames[number] = ("src", SYMBOL, self._objnames[number][2])
        short: dict[str, list[tuple[int, int, int, str, str]]] = {}
        for escaped_prefix, rows in found.items():
            prefix = plain(escaped_prefix)
            for document, number, priority, anchor, escaped_name in rows:
                name = plain(escaped_name)
                # Files and folders are found by their titles, other symbols as words of a page.
                kind = kinds.get(number, "class")
                if kind not in SEARCHED and (kind != "method" or is_word(name)):
                    continue
                full = f"{prefix}.{name}" if prefix else name
                known = number in kinds and anchor == f"{SYMBOL}-{full}"
                row = (document, number, priority, "-" if known else anchor, name)
                short.setdefault(prefix, []).append(row)
        return short

    def _is_word(self, name: str) -> bool:
        """Tell whether the search finds a name as a word: it passes over those that every text
        has, such as ``to``, ``not`` and ``owned``, and divides others."""
        known = {name.lower(), self.lang.stem(name.lower())}
        return known.isdisjoint(self.lang.stopwords) and self.lang.split(name) == [name]


@cache
def _shows_text() -> bool:
    """Tell whether Sphinx's search escapes the names that it shows, as from Sphinx 9 on: names that
    are escaped in the index too, as Sphinx leaves them, would be shown as ``operator&lt;``."""
    script = Path(sphinx.__file__).parent / "themes" / "basic" / "static" / "searchtools.js"
    return "_escapeHTML(title)" in script.read_text(encoding="utf-8")


def shorten(builder: StandaloneHTMLBuilder, env: BuildEnvironment) -> SearchIndex:
    """Make the index of a build one that is short, and return it."""
    index: Any = builder.indexer
    index.__class__ = SearchIndex
    index.fed = {}
    index.pages = domain_of(env).fingerprints.keys()
    index.indices = {
        docname for docname in index.pages if "nosearch" in env.metadata.get(docname, ())
    }
    return cast("SearchIndex", index)
