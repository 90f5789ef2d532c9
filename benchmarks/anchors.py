"""Finds links of built pages that lead nowhere: to a page that is not there, or to an id that its
page does not have.

    python benchmarks/anchors.py OUTPUT_FOLDER
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

#: How many dead links are shown.
_SHOWN = 40


class DeadLink(NamedTuple):
    """A link that leads nowhere: the page it stands on, and its address there."""

    page: str
    address: str


class _Page(HTMLParser):
    """The ids of a page, and the addresses of its links.

    :param html: the page.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.addresses: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag is or leads to."""
        given = dict(attrs)
        self.ids.update(given[key] or "" for key in ("id", "name") if key in given)
        address = given.get("href") if tag == "a" else None
        if address:
            self.addresses.add(address)


def dead_links(folder: Path) -> Iterator[DeadLink]:
    """Yield every link of the pages in a folder that leads to no file in it, or to no id."""
    ids: dict[Path, set[str]] = {}
    addresses: dict[Path, set[str]] = {}
    # A folder of the documented tree may be called so, too.
    for path in sorted(path for path in folder.resolve().rglob("*.html") if path.is_file()):
        page = _Page(path.read_text(encoding="utf-8"))
        ids[path], addresses[path] = page.ids, page.addresses
    for path, hrefs in addresses.items():
        for address in sorted(hrefs):
            if not _leads(path, address, ids):
                yield DeadLink(path.relative_to(folder.resolve()).as_posix(), address)


def _leads(page: Path, address: str, ids: dict[Path, set[str]]) -> bool:
    """Tell whether an address on a page leads somewhere; all that is outside does."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return True
    target = Path(*(page.parent / unquote(parts.path)).parts) if parts.path else page
    target = target.resolve()
    if target.is_dir():
        target /= "index.html"
    if target not in ids:
        return target.is_file()
    # The empty fragment is the top of the page.
    return not parts.fragment or unquote(parts.fragment) in ids[target]


def main() -> int:
    """Say which links of a folder's pages are dead; return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("folder", type=Path, help="what sphinx-build wrote")
    dead = list(dead_links(parser.parse_args().folder))
    for link in dead[:_SHOWN]:
        sys.stdout.write(f"{link.page}: {link.address}\n")
    sys.stdout.write(f"{len(dead)} dead links\n")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
