"""Makes the tag of a style sheet or a script once for all pages of a folder.

Changed are the functions ``css_tag`` and ``js_tag`` in the context of a page: each call reads the
file for its checksum, and every page has the same files. Looked at in Sphinx 8.2, 9.0 and 9.2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sphinx_filedocs.ext.upstream.patch import Patch

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

_Tag = Callable[[Any], str]


class AssetTags(Patch):
    """The tags of style sheets and scripts are remembered."""

    name = "asset_tags"
    changes = "The tags of style sheets and scripts are built once for each depth of folders."
    why = "For every page, Sphinx reads all these files to compute their checksums."
    without = "Pages are written more slowly."

    def __init__(self) -> None:
        # By the code of the function, way to the root of the output, and file.
        self._made: dict[tuple[object, str, object], str] = {}

    def concerns(self, app: Sphinx) -> bool:
        """Tell whether the builder writes HTML."""
        return app.builder.format == "html"

    def apply(self, app: Sphinx) -> None:
        """Connect the handler: when themes have put in what they have."""
        app.connect("html-page-context", self.replace, priority=900)

    def replace(
        self,
        app: Sphinx,
        pagename: str,
        templatename: str,
        context: dict[str, Any],
        doctree: nodes.document | None,
    ) -> None:
        """Have a page's context remember the tags."""
        for name in ("css_tag", "js_tag"):
            if name in context and "content_root" in context:
                context[name] = self._remembered(context["content_root"], context[name])

    def _remembered(self, root: str, function: _Tag) -> _Tag:
        # An extension may have put in another for some pages, such as one for missing pages whose
        # addresses begin at the root of the host.
        code = getattr(function, "__code__", function)

        def tag(file: object) -> str:
            key = (code, root, file)
            if key not in self._made:
                self._made[key] = function(file)
            return self._made[key]

        return tag
