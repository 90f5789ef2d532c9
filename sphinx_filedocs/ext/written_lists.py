"""Lists of uses copied from the page of the last build.

A page of cross-references has some fifty names, and an edit changes one or two. A comment at the
end of the page has digests of the inputs of each list, and a checksum of all lists.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_filedocs.ext.addresses import address_suffix
from sphinx_filedocs.ext.output_files import output_file
from sphinx_filedocs.pages.digests import digest, digest_of
from sphinx_filedocs.pages.markup import NAME_CLASS
from sphinx_filedocs.pages.plan import Page
from sphinx_filedocs.pages.text import anchor

if TYPE_CHECKING:
    from sphinx.builders import Builder

    from sphinx_filedocs.ext.domain import SourceDomain
    from sphinx_filedocs.pages.site import Site

#: The length of a digest.
_DIGEST = 10
_MARK = re.compile(r"<!-- filedocs ([0-9a-f]{8}) ((?:[0-9a-f]{10})*) -->\n")
#: Begins what stands between two lists: the next name, or the letter before it.
_BETWEEN = re.compile(
    rf'^<p class="(?:{NAME_CLASS}" id="name-([^"]*)"|rubric)[^\n]*\n', re.MULTILINE
)


class WrittenLists:
    """The lists of uses on a page of many names.

    :param page: with :meth:`has`.
    """

    def __init__(self, domain: SourceDomain, site: Site, page: Page) -> None:
        builder = domain.builder
        stamp = digest(
            *(site.settings, domain.env.config.language, builder.name, address_suffix(builder)),
        )
        self._digests = {
            name: digest_of((stamp, said))[:_DIGEST]
            for name, said in site.fingerprints.said_of_names(page).items()
        }
        self._shown: dict[str, str] = {}
        before = _read(output_file(builder, page.docname))
        #: The lists that are as they were, by name.
        self.same: Mapping[str, str] = {
            name: before[anchor(name), said]
            for name, said in self._digests.items()
            if (anchor(name), said) in before
        }

    @staticmethod
    def has(builder: Builder, page: Page) -> bool:
        """Tell whether a page has many names and a file of its own."""
        is_crossref = page.kind == "crossref" and page.shard is not None and not page.shard.alone
        return is_crossref and builder.name != "singlehtml"

    def take(self, name: str, write: Callable[[], str]) -> str:
        """Return the list of a name, from the last build if it has not changed."""
        self._shown[name] = self.same.get(name) or write()
        return self._shown[name]

    def mark(self) -> str:
        """Return the comment for the next build."""
        digests = "".join(self._digests[name] for name in self._shown)
        return f"<!-- filedocs {_checksum(self._shown.values())} {digests} -->\n"


def _read(path: Path | None) -> Mapping[tuple[str, str], str]:
    """Return the lists of a written page by anchor and digest; none if the checksum is wrong."""
    try:
        text = path.read_text("utf-8") if path else ""
    except (OSError, ValueError):
        return {}
    mark = _MARK.search(text)
    if not mark:
        return {}
    places = [*_BETWEEN.finditer(text, 0, mark.start())]
    ends = [*(place.start() for place in places[1:]), mark.start()]
    lists = [
        (place[1], shown)
        for place, end in zip(places, ends, strict=True)
        if place[1] and (shown := text[place.end() : end])
    ]
    digests = [mark[2][at : at + _DIGEST] for at in range(0, len(mark[2]), _DIGEST)]
    if len(digests) != len(lists) or _checksum(shown for _, shown in lists) != mark[1]:
        return {}
    return {(name, said): shown for (name, shown), said in zip(lists, digests, strict=True)}


def _checksum(lists: Iterable[str]) -> str:
    checksum = 0
    for shown in lists:
        checksum = zlib.crc32(shown.encode("utf-8", "surrogatepass"), checksum)
    return f"{checksum:08x}"
