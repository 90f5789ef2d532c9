"""Which pages a tree has and what they are called."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import accumulate, chain
from typing import Literal, NamedTuple, cast

from sphinx_filedocs.model import Codebase
from sphinx_filedocs.packing import packed, unpacked
from sphinx_filedocs.pages import index
from sphinx_filedocs.pages.docnames import Suffixes, distinct, irregular
from sphinx_filedocs.pages.shards import Shard, divide, sort_key

PageKind = Literal["tree", "folder", "file", "keywords", "crossref", "dependencies", "unused"]


class Page(NamedTuple):
    """One page: ``path`` is the file or folder that it is about, ``part`` which of several parts
    of a list it has, 0-based."""

    docname: str
    kind: PageKind
    path: str = ""
    shard: Shard | None = None
    part: int = 0

    @property
    def label(self) -> str:
        """What tells this page from the others of its index or list."""
        return self.shard.label if self.shard else f"Part {self.part + 1}"

    def title(self, tree: str) -> str:
        """Return the page's title.

        :param tree: the title of the tree.
        """
        about = self.path or tree
        shard = f": {self.shard.label}" if self.shard and self.shard.slug else ""
        part = f", part {self.part + 1}" if self.part else ""
        return {
            "keywords": f"Keyword index of {about}{shard}",
            "crossref": f"Cross-references of {about}{shard}",
            "dependencies": f"Dependencies between the folders of {about}",
            "unused": f"Definitions that nothing uses in {about}{part}",
        }.get(self.kind, about)


class PagesByName(Mapping[str, str]):
    """The document names of the pages of an index, by the names on them: the first, where a name
    fills several.

    :param pages: in the order of the names.
    """

    def __init__(self, pages: tuple[Page, ...]) -> None:
        self._group = pages
        found = ((page.docname, page.shard) for page in pages if page.shard)
        self._pages = tuple((docname, shard) for docname, shard in found if not shard.part)
        self._firsts = [sort_key(shard.first) for _, shard in self._pages]
        counts = (shard.size for _, shard in self._pages)
        self._starts = tuple(accumulate(counts, initial=0))
        self._known: dict[str, tuple[str, int] | None] = {}

    def number(self, name: str) -> int:
        """Return the 0-based place of a name among all.

        :raises KeyError: when the index does not have it.
        """
        return self._place(name)[1]

    def _place(self, name: str) -> tuple[str, int]:
        found = self._found(name)
        if found is None:
            raise KeyError(name)
        return found

    def _found(self, name: str) -> tuple[str, int] | None:
        if name not in self._known:
            self._known[name] = self._find(name)
        return self._known[name]

    def _find(self, name: str) -> tuple[str, int] | None:
        at = bisect_right(self._firsts, sort_key(name)) - 1
        docname, shard = self._pages[at] if at >= 0 else ("", None)
        if shard is None or name not in shard.names:
            return None
        return docname, self._starts[at] + shard.names.index(name)

    def __getitem__(self, name: str) -> str:
        return self._place(name)[0]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._found(name) is not None

    def __iter__(self) -> Iterator[str]:
        return (name for _, shard in self._pages for name in shard.names)

    def __len__(self) -> int:
        return self._starts[-1]

    def __reduce__(self) -> tuple[type[PagesByName], tuple[tuple[Page, ...]]]:
        return PagesByName, (self._group,)


class KeywordPages(Mapping[str, tuple[Page, ...]]):
    """The pages of the keyword index of each folder that has one, by folder. They are packed until
    one is asked for: most edits concern none.

    :param entrances: the document name of the page that leads to all of an index, by folder.
    :param data: the packed pages.
    """

    def __init__(self, entrances: Mapping[str, str], data: bytes) -> None:
        self.entrances = entrances
        self._data = data

    @classmethod
    def of(cls, groups: Mapping[str, tuple[Page, ...]]) -> KeywordPages:
        """Return what holds some pages."""
        entrances = {path: group[0].docname for path, group in groups.items()}
        return cls(entrances, packed(groups))

    @cached_property
    def _groups(self) -> Mapping[str, tuple[Page, ...]]:
        return cast("Mapping[str, tuple[Page, ...]]", unpacked(self._data))

    def __getitem__(self, path: str) -> tuple[Page, ...]:
        return self._groups[path]

    def __contains__(self, path: object) -> bool:
        return path in self.entrances

    def __iter__(self) -> Iterator[str]:
        return iter(self.entrances)

    def __len__(self) -> int:
        return len(self.entrances)

    def __reduce__(self) -> tuple[type[KeywordPages], tuple[Mapping[str, str], bytes]]:
        return KeywordPages, (self.entrances, self._data)


class PagesByDocname(Mapping[str, Page]):
    """All pages of a plan by document name, each made when it is asked for."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._files = {docname: path for path, docname in plan.files.items()}
        self._folders = {docname: path for path, docname in plan.folders.items()}
        self._dependencies = {docname: path for path, docname in plan.dependencies.items()}
        self._listed = {page.docname: page for page in (*plan.crossref, *plan.unused)}

    @cached_property
    def _keywords(self) -> Mapping[str, Page]:
        return {page.docname: page for group in self._plan.keywords.values() for page in group}

    def __getitem__(self, docname: str) -> Page:
        if docname in self._files:
            return Page(docname, "file", self._files[docname])
        if docname in self._folders:
            path = self._folders[docname]
            return Page(docname, "folder" if path else "tree", path)
        if docname in self._dependencies:
            return Page(docname, "dependencies", self._dependencies[docname])
        if docname in self._listed:
            return self._listed[docname]
        if not docname.rpartition("/")[2].startswith("keywords"):
            raise KeyError(docname)
        return self._keywords[docname]

    def __iter__(self) -> Iterator[str]:
        listed = (self._folders, self._files, self._dependencies, self._keywords, self._listed)
        return chain.from_iterable(listed)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass(frozen=True)
class Plan:
    """The pages of one tree, and where to find each thing.

    :param files: the document name of each file's page, by path.
    :param folders: the same of each folder.
    :param keywords: the pages of each folder's keyword index, by folder; the first leads to all.
    :param crossref: the pages with the cross-references of names.
    :param dependencies: the page of the lines that tie a folder's subfolders together, by folder.
    :param unused: the pages of the definitions that nothing uses.
    :param crossref_pages: the document names of those in *crossref*, by name.
    :param irregular: the document names of files and folders that do not follow from the path
        alone, by path, those of folders with a slash behind it.
    :param parts: where the tree is divided among several projects, the parts of it that have each
        page, by its document name; links lead to the first of them.
    :param elsewhere: the part to which links to each page lead that this project does not have.
    :param listings: how many lines each page has of a listing that is divided, by the file's path.
    """

    prefix: str
    files: Mapping[str, str]
    folders: Mapping[str, str]
    keywords: KeywordPages
    crossref: tuple[Page, ...]
    dependencies: Mapping[str, str]
    unused: tuple[Page, ...]
    crossref_pages: Mapping[str, str]
    irregular: Mapping[str, str]
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    listings: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def pages(self) -> Mapping[str, Page]:
        """All pages, by document name."""
        return PagesByDocname(self)

    def __reduce__(self) -> tuple[type[Plan], tuple[object, ...]]:
        return Plan, tuple(getattr(self, one.name) for one in fields(self))

    @property
    def own(self) -> Iterator[Page]:
        """The pages that this project has."""
        return (page for name, page in self.pages.items() if name not in self.elsewhere)

    def group(self, page: Page) -> tuple[Page, ...]:
        """Return the pages of the index or list that a page belongs to."""
        if page.kind == "keywords":
            return self.keywords[page.path]
        return self.crossref if page.kind == "crossref" else self.unused

    def following(self, page: Page) -> tuple[Page, ...]:
        """Return the other pages of the index or list that a page is the first of."""
        group = self.group(page) if page.kind in ("keywords", "crossref", "unused") else ()
        return group[1:] if group and page is group[0] else ()


def make_plan(
    prefix: str,
    codebase: Codebase,
    weights: Mapping[str, int],
    unused_parts: int,
    suffixes: Suffixes,
) -> Plan:
    """Lay out the pages of *codebase* below the docname *prefix*.

    :param weights: of the entries of the cross-references; see
        :func:`sphinx_filedocs.pages.index.crossref_weights`.
    :param unused_parts: how many pages the list of unused definitions fills.
    :param suffixes: of output files.
    """
    files: dict[str, str] = {}
    folders: dict[str, str] = {}
    stack = [("", prefix)]
    while stack:
        path, base = stack.pop()
        folder = codebase.folders[path]
        folders[path] = f"{base}/index"
        names = distinct(
            [p.rpartition("/")[2] for p in folder.files],
            [p.rpartition("/")[2] for p in folder.folders],
            not path,
            suffixes,
        )
        for child in folder.files:
            files[child] = f"{base}/{names[child.rpartition('/')[2]]}"
        stack += [(sub, f"{base}/{names[sub.rpartition('/')[2]]}") for sub in folder.folders]
    keywords: dict[str, tuple[Page, ...]] = {}
    for path, entries in index.keyword_weights(codebase).items():
        if entries:
            base = folders[path].removesuffix("index") + "keywords"
            keywords[path] = _index_pages("keywords", path, base, entries)
    crossref = crossref_pages(prefix, weights)
    dependencies = {
        path: folders[path].removesuffix("index") + "dependencies"
        for path in codebase.graph.structure
    }
    unused = tuple(
        Page(f"{prefix}/unused" + (f"-{part + 1}" if part else ""), "unused", part=part)
        for part in range(unused_parts)
    )
    return Plan(
        prefix,
        files,
        folders,
        KeywordPages.of(keywords),
        crossref,
        dependencies,
        unused,
        PagesByName(crossref),
        irregular(prefix, files, folders),
    )


def crossref_pages(prefix: str, weights: Mapping[str, int]) -> tuple[Page, ...]:
    """Return the pages of the cross-references below the docname *prefix*.

    :param weights: of the entries.
    """
    return _index_pages("crossref", "", f"{prefix}/crossref", weights)


def _index_pages(
    kind: PageKind, path: str, base: str, weights: Mapping[str, int]
) -> tuple[Page, ...]:
    """Return the pages of an index; with more than one, the first only leads to the others."""
    if not weights:
        return ()
    shards = divide(weights)
    if len(shards) == 1:
        return (Page(base, kind, path, shards[0]),)
    entrance = Page(base, kind, path)
    return (entrance, *(Page(f"{base}-{s.slug}", kind, path, s) for s in shards))
