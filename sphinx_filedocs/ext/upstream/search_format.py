"""Writes the search index compressed.

Changed is ``indexer_format`` of the builder, where it is Sphinx's own: the search index of a large
tree is many megabytes, which a browser loads before it finds anything, and from a disk or a plain
server they come as they are. Looked at in Sphinx 8.2, 9.0 and 9.2.
"""

from __future__ import annotations

import base64
import json
import zlib
from typing import IO, TYPE_CHECKING, Any

from sphinx.search import js_index

from sphinx_filedocs.ext.upstream.patch import Name, Patch

if TYPE_CHECKING:
    from sphinx.application import Sphinx

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
        """Return the index in a script, also in Sphinx's own, from when the project was small.

        :raises ValueError: when it is another script.
        """
        if not (script.startswith(_BEFORE) and script.endswith(_AFTER)):
            plain = js_index.loads(script) if script.startswith(js_index.PREFIX) else {}
            if "docnames" not in plain:
                raise ValueError("no compressed search index")
            return plain
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


class CompressedSearch(Patch):
    """The search index is compressed."""

    name = "compressed_search"
    is_for_size = True
    changes = "`searchindex.js` holds the search index in compressed form and unpacks it."
    why = (
        "The index of a large tree has many megabytes, which a browser loads before it finds "
        "anything."
    )
    without = "The search finds the same, but starts later."
    needs = (Name("builder.indexer_format"),)

    def concerns(self, app: Sphinx) -> bool:
        """Tell whether the builder makes an index for browsers as Sphinx does."""
        is_own = getattr(app.builder, "indexer_format", js_index) is js_index
        return app.builder.name in ("html", "dirhtml") and is_own

    def apply(self, app: Sphinx) -> None:
        """Give the builder the other format."""
        builder: Any = app.builder
        builder.indexer_format = CompressedIndex()
