"""Whether a tree that is built in parts has the pages and the links that it has when it is built
as one project.

::

    python benchmarks/shards.py TREE                 # in four parts of about the same size
    python benchmarks/shards.py TREE main= a=/a/     # in these, each with patterns of its files

Every link of every generated page is led back to the page that it names, whichever project that is
in. Those of a page in parts are then compared, in their order, with those of the single build: of
the same text, to the same page and place, and to a file that is there.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from html import unescape
from pathlib import Path
from posixpath import dirname, normpath
from urllib.parse import unquote

from scale_measure import Run, describe_machine
from scale_peers import files, html_pages, sphinx

_LINK = re.compile(r"<a\b([^>]*)>(.*?)</a>", re.DOTALL)
_ADDRESS = re.compile(r"""\bhref="?([^\s">]*)""")
_TAG = re.compile(r"<[^>]*>")
_LISTING = re.compile(r'<div class="[^"]*filedocs-listing.*?</pre>', re.DOTALL)
_WHOLE = "whole"
_SHOWN = 20

#: The text of a link, and the page and place to which it leads.
Link = tuple[str, str]


def balanced(tree: Path, count: int) -> dict[str, list[str]]:
    """Return parts of about the same number of bytes: folders are divided that are larger than a
    part, and what lies in these themselves is in the first part.

    :param tree: its root, absolute.
    """
    sizes: Counter[str] = Counter()
    below: dict[str, set[str]] = {}
    for path in files(tree):
        folder = path.relative_to(tree).parent.as_posix().removeprefix(".")
        size = path.stat().st_size
        while folder:
            sizes[folder] += size
            above = dirname(folder)
            below.setdefault(above, set()).add(folder)
            folder = above
    largest = sum(sizes[folder] for folder in below.get("", ())) / count
    units: list[str] = []
    waiting = sorted(below.get("", ()))
    while waiting:
        folder = waiting.pop()
        if sizes[folder] > largest and folder in below:
            waiting += sorted(below[folder])
        else:
            units.append(folder)
    parts: dict[str, list[str]] = {f"part{number}": [] for number in range(1, count + 1)}
    filled = dict.fromkeys(parts, 0)
    for folder in sorted(units, key=lambda one: (-sizes[one], one)):
        name = min(filled, key=lambda one: filled[one])
        filled[name] += sizes[folder]
        parts[name].append(f"/{folder}/")
    return parts


def write_project(folder: Path, tree: Path, parts: Mapping[str, Sequence[str]]) -> None:
    """Write the project that documents a divided tree."""
    folder.mkdir()
    mapping = {name: (f"../{name}", f"../inventories/{name}/objects.inv") for name in parts}
    trees = {"source": {"path": str(tree), "parts": {k: list(v) for k, v in parts.items()}}}
    (folder / "conf.py").write_text(
        'extensions = ["sphinx.ext.intersphinx", "sphinx_filedocs"]\n'
        f"filedocs_trees = {trees!r}\nintersphinx_mapping = {mapping!r}\n",
        "utf-8",
    )
    index = "Index\n=====\n\n.. toctree::\n\n   source/index\n"
    (folder / "index.rst").write_text(index, "utf-8")


def build(folder: Path, parts: Iterable[str]) -> dict[str, Run]:
    """Build the tree as one project, then the inventories of its parts, then each part, and
    return what each took."""
    source = folder / "docs"
    runs = {_WHOLE: sphinx(source, folder / _WHOLE, "-W")}
    runs["inventories"] = sphinx(source, folder / "inventories", "-W", "-b", "inventories")
    for name in parts:
        runs[name] = sphinx(source, folder / name, "-W", "-D", f"filedocs_part={name}")
    return {name: run.checked(f"the build of {name}") for name, run in runs.items()}


class Pages:
    """The generated pages of the outputs below a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._there: dict[str, bool] = {}

    def names(self, output: str) -> set[str]:
        """Return the pages of an output, relative to it."""
        root = self._folder / output
        return {path.relative_to(root).as_posix() for path in html_pages(root / "source")}

    def links(self, output: str, page: str) -> tuple[list[Link], list[Link]]:
        """Return the links of a page's listing, and all others of its body."""
        html = (self._folder / output / page).read_text("utf-8")
        body = html.partition('role="main"')[2].partition('<div class="sphinxsidebar"')[0]
        listings = _LISTING.findall(body)
        here = f"{output}/{page}"
        return (
            [link for text in listings for link in self._found(here, text)],
            list(self._found(here, _LISTING.sub("", body))),
        )

    def _found(self, page: str, html: str) -> Iterator[Link]:
        for attributes, content in _LINK.findall(html):
            address = _ADDRESS.search(attributes)
            text = unescape(_TAG.sub("", content))
            if address and text and "://" not in address[1]:
                yield text, self._target(page, unescape(address[1]))

    def _target(self, page: str, address: str) -> str:
        """Return the page and place of an address without the output, marked where there is no
        such file."""
        path, _, place = unquote(address).partition("#")
        target = normpath(f"{dirname(page)}/{path}") if path else page
        if target not in self._there:
            self._there[target] = (self._folder / target).is_file()
        missing = "" if self._there[target] else "MISSING "
        return f"{missing}{target.partition('/')[2]}#{place}"


@dataclass
class Comparison:
    """How many links there are on the pages of the single build and of all parts together.

    A page that several parts have counts once.
    """

    single: int = 0
    parts: int = 0
    equal: int = 0
    missing: list[str] = field(default_factory=list)

    def add(self, page: str, whole: Sequence[Link], found: Sequence[Link]) -> None:
        """Compare the links of one page."""
        self.single += len(whole)
        self.parts += len(found)
        if whole == found:
            self.equal += len(whole)
            return
        same = SequenceMatcher(None, whole, found, autojunk=False).get_opcodes()
        for kind, first, last, _, _ in same:
            if kind == "equal":
                self.equal += last - first
            else:
                self.missing += [f"{page}: {text!r} to {to}" for text, to in whole[first:last]]


def compare(
    folder: Path, parts: Iterable[str]
) -> tuple[Comparison, Comparison, list[str], Counter[int]]:
    """Return how the links in listings compare, how all others do, the pages that only one of
    both has, and how many pages are in so many parts."""
    pages = Pages(folder)
    listings, others = Comparison(), Comparison()
    whole = pages.names(_WHOLE)
    count: Counter[str] = Counter()
    for name in parts:
        for page in sorted(pages.names(name)):
            count[page] += 1
            if page not in whole:
                continue
            single, found = pages.links(_WHOLE, page), pages.links(name, page)
            if count[page] == 1 or single != found:
                listings.add(page, single[0], found[0])
                others.add(page, single[1], found[1])
    return listings, others, sorted(whole ^ count.keys()), Counter(count.values())


def main(arguments: Sequence[str]) -> int:
    """Build, compare and print; the exit code is 1 where a link differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tree", type=Path)
    parser.add_argument("parts", nargs="*", metavar="NAME=PATTERN,PATTERN")
    parser.add_argument("--count", type=int, default=4, help="of parts, where none are named")
    options = parser.parse_args(arguments)
    tree = options.tree.resolve()
    named = (one.partition("=") for one in options.parts)
    parts = {name: [p for p in value.split(",") if p] for name, _, value in named}
    parts = parts or balanced(tree, options.count)
    with tempfile.TemporaryDirectory(prefix="shards-") as name:
        folder = Path(name)
        write_project(folder / "docs", tree, parts)
        runs = build(folder, parts)
        listings, others, single, shared = compare(folder, parts)
    print("\n".join(f"{name}: {value}" for name, value in describe_machine().items()))
    for name, run in runs.items():
        print(f"{name}: {run.cpu:.1f} s CPU, {run.peak / 1e9:.2f} GB")
    for times, pages in sorted(shared.items()):
        print(f"pages in {times} of {len(parts)} parts: {pages:,}")
    print(f"pages in the single build or in parts alone: {len(single):,} {single[:_SHOWN]}")
    for name, one in (("links in listings", listings), ("all other links", others)):
        print(f"{name}: single {one.single:,}, parts {one.parts:,}, equal {one.equal:,}")
        print("".join(f"  missing: {row}\n" for row in one.missing[:_SHOWN]), end="")
    fine = all(one.single == one.parts == one.equal for one in (listings, others)) and not single
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
