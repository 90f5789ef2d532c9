"""Which pages a tree has, what they are called, and where links to paths and names lead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Literal, NamedTuple
from urllib.parse import quote

from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.pages import alphabetical_index
from sphinx_filedocs.pages.alphabetical_index import LIMIT, NamePlace, Shard, divide
from sphinx_filedocs.pages.document_names import Suffixes, document_names, irregular
from sphinx_filedocs.pages.listing_links import definition_anchor
from sphinx_filedocs.pages.text import anchor
from sphinx_filedocs.pages.translation import _, deferred
from sphinx_filedocs.tree_options import TreeOptions

PageKind = Literal[
    "tree", "folder", "file", "keywords", "crossref", "dependencies", "added", "unused"
]


_TITLES: Mapping[PageKind, str] = {
    "keywords": deferred("Keyword index of {what}"),
    "crossref": deferred("Cross-references of {what}"),
    "dependencies": deferred("Dependencies between the folders of {what}"),
    "unused": deferred("Private names used nowhere else in {what}"),
}
#: The title of all pages of a single name but the first.
_NAME_CONTINUED = deferred("{name}, part {number}")


#: A name whose cross-references fill more than this share of a page, about seventy lines, has a
#: page of its own.
_OWN_PAGE = 25
#: The kinds of pages of which the first leads to those that follow.
_DIVIDED = frozenset({"keywords", "crossref", "added"})


class AddedPages(NamedTuple):
    """The pages of a plugin: their address, their number, the title of its section, and the titles
    of the first page and of further ones."""

    address: str
    number: int
    section: str
    titles: tuple[str, str]


class Page(NamedTuple):
    """A page about the file or folder ``path``; ``part`` is its number in a divided list,
    0-based.

    :param added: the name of a plugin's section, ``section`` its title.
    :param titles: of the first and the further pages of a plugin.
    """

    docname: str
    kind: PageKind
    path: str = ""
    shard: Shard | None = None
    part: int = 0
    added: str = ""
    section: str = ""
    titles: tuple[str, str] = ("", "")

    @property
    def label(self) -> str:
        """The label of a page among those of its index or list."""
        return self.shard.label if self.shard else _("Part {number}").format(number=self.part + 1)

    def title(self, tree: str) -> str:
        """Return the page's title.

        :param tree: the title of the tree.
        """
        about = self.path or tree
        if self.added:
            return _(self.titles[bool(self.part)]).format(what=about, number=self.part + 1)
        if self.kind not in _TITLES:
            return about
        if self.shard and self.shard.alone:
            name, number = self.shard.first, self.shard.part + 1
            return _(_NAME_CONTINUED).format(name=name, number=number) if number > 1 else name
        shard = f": {self.shard.label}" if self.shard and self.shard.slug else ""
        return _(_TITLES[self.kind]).format(what=about) + shard


def pages_of_names(pages: Iterable[Page]) -> dict[str, str]:
    """Return the document of each name on the pages of an index, its own page if it has one."""
    docnames: dict[str, str] = {}
    alone: dict[str, str] = {}
    for docname, shard in ((page.docname, page.shard) for page in pages):
        if shard and shard.alone:
            alone.setdefault(shard.first, docname)
        elif shard:
            docnames.update(dict.fromkeys(shard.names, docname))
    return docnames | alone


@dataclass(frozen=True)
class Plan:
    """The pages of one tree, and where to find each thing.

    :param files: the document name of each file's page, by path.
    :param folders: the same of each folder.
    :param keywords: the pages of each folder's keyword index, by folder; the first leads to all.
        A folder with nothing but one folder in it has the index of that one.
    :param crossref: the pages with the cross-references of names.
    :param dependencies: the page of the lines that tie a folder's subfolders together, by folder.
    :param unused: the page of the private names that stand nowhere else, ``""`` for none.
    :param name_places: the places of the uses of names.
    :param irregular: the document names of files and folders that do not follow from the path
        alone, by path, those of folders with a slash behind it.
    :param added: the pages of plugins, by the names of their sections.
    :param documents: the document names of files and folders in one, those of folders with a slash
        behind the path, that of the tree is ``/``; it is noted which are asked for.
    """

    prefix: str
    files: Mapping[str, str]
    folders: Mapping[str, str]
    keywords: Mapping[str, tuple[Page, ...]]
    crossref: tuple[Page, ...]
    dependencies: Mapping[str, str]
    unused: str
    name_places: Mapping[str, NamePlace]
    irregular: Mapping[str, str]
    added: Mapping[str, tuple[Page, ...]] = field(default_factory=dict)
    documents: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def pages(self) -> Mapping[str, Page]:
        """All pages, by document name."""
        pages = [
            Page(name, "folder" if path else "tree", path) for path, name in self.folders.items()
        ]
        pages += (Page(name, "file", path) for path, name in self.files.items())
        pages += (Page(name, "dependencies", path) for path, name in self.dependencies.items())
        pages += (page for group in self.keywords.values() for page in group)
        pages += [Page(self.unused, "unused")] if self.unused else []
        added = (page for group in self.added.values() for page in group)
        return {page.docname: page for page in (*pages, *self.crossref, *added)}

    def entrance(self, folder: str) -> str | None:
        """Return the first page of a folder's keyword index, if it has one."""
        group = self.keywords.get(folder)
        return group[0].docname if group else None

    def own_index(self, folder: str) -> str | None:
        """Return the first page of a folder's keyword index if that is no other folder's too."""
        group = self.keywords.get(folder)
        return group[0].docname if group and group[0].path == folder else None

    def group(self, page: Page) -> tuple[Page, ...]:
        """Return the pages of the index or list that a page belongs to."""
        if page.kind == "keywords":
            return self.keywords[page.path]
        return self.added[page.added] if page.added else self.crossref

    def own_page(self, page: Page, name: str) -> str:
        """Return the own page of a name on another page, or ``""``."""
        is_alone = page.shard is not None and page.shard.alone
        docname = self.name_places[name].docname
        return "" if is_alone or docname == page.docname else docname

    def following(self, page: Page) -> tuple[Page, ...]:
        """Return the other pages of the index or list that a page is the first of."""
        group = self.group(page) if page.kind in _DIVIDED else ()
        return group[1:] if group and page is group[0] else ()


def make_plan(
    prefix: str,
    codebase: Codebase,
    weights: Mapping[str, int],
    has_unused: bool,
    suffixes: Suffixes,
    added: Mapping[str, AddedPages] = MappingProxyType({}),
    has_listing: Callable[[str], bool] = lambda _: False,
) -> Plan:
    """Lay out the pages of *codebase* below the docname *prefix*.

    :param weights: see :func:`sphinx_filedocs.pages.alphabetical_index.crossref_weights`.
    :param has_unused: whether there are unused definitions.
    :param added: the pages of plugins, by the names of their sections.
    :param has_listing: returns whether the page of a file has its listing.
    """
    lists = {pages.address for pages in added.values()}
    files, folders = document_names(prefix, codebase.folders, lists, suffixes)
    keywords: dict[str, tuple[Page, ...]] = {}
    for path, entries in alphabetical_index.keyword_weights(codebase).items():
        if entries:
            base = folders[path].removesuffix("index") + "keywords"
            keywords[path] = _index_pages("keywords", path, base, entries)
    for path in codebase.folders:
        if group := keywords.get(alphabetical_index.indexed_folder(codebase, path)):
            keywords[path] = group
    rows = alphabetical_index.local_names(codebase.graph, weights, LIMIT // _OWN_PAGE)
    local = {row.name: _home(files, row) for row in rows if has_listing(row.path)}
    crossref = _index_pages(
        *("crossref", "", f"{prefix}/crossref"),
        {name: weight for name, weight in weights.items() if name not in local},
    )
    dependencies = {
        path: folders[path].removesuffix("index") + "dependencies"
        for path in codebase.graph.structure
    }
    return Plan(
        prefix,
        files,
        folders,
        keywords,
        crossref,
        dependencies,
        f"{prefix}/unused" if has_unused else "",
        local | _places(crossref),
        irregular(prefix, files, folders),
        added={name: _added(prefix, name, pages) for name, pages in added.items()},
        documents=_by_path(files, folders),
    )


def _home(files: Mapping[str, str], row: Definition) -> NamePlace:
    return NamePlace(files[row.path], definition_anchor(row.qualified, row.number))


def _places(crossref: Iterable[Page]) -> dict[str, NamePlace]:
    return {
        name: NamePlace(docname, f"name-{anchor(name)}")
        for name, docname in pages_of_names(crossref).items()
    }


def with_new_files(plan: Plan, codebase: Codebase, suffixes: Suffixes) -> Plan | None:
    """Return a plan with the pages of new files and folders; ``None`` if other pages move.

    :param plan: of the tree before. The pages of removed files stay in it, since pages link to
        them, and lists of names stay as they are.
    """
    first = plan.prefix + "/"
    lists = {page.docname.removeprefix(first) for pages in plan.added.values() for page in pages}
    files, folders = document_names(plan.prefix, codebase.folders, lists, suffixes)
    if not (_agree(plan.files, files) and _agree(plan.folders, folders)):
        return None
    files = {**plan.files, **files}
    return replace(
        plan,
        files=files,
        folders=folders,
        irregular=irregular(plan.prefix, files, folders),
        documents=_by_path(files, folders),
    )


def _agree(before: Mapping[str, str], now: Mapping[str, str]) -> bool:
    return all(now[path] == before[path] for path in now.keys() & before.keys())


def _by_path(files: Mapping[str, str], folders: Mapping[str, str]) -> dict[str, str]:
    return {**files, **{f"{path}/": name for path, name in folders.items()}}


def _added(prefix: str, name: str, pages: AddedPages) -> tuple[Page, ...]:
    """Return the pages of a plugin. Example: ``source/findings``, ``source/findings-2``."""
    base = f"{prefix}/{pages.address}"
    docnames = (f"{base}-{part + 1}" if part else base for part in range(pages.number))
    return tuple(
        Page(docname, "added", "", None, part, name, pages.section, pages.titles)
        for part, docname in enumerate(docnames)
    )


def _index_pages(
    kind: PageKind, path: str, base: str, weights: Mapping[str, int]
) -> tuple[Page, ...]:
    if not weights:
        return ()
    return tuple(
        Page(f"{base}-{shard.slug}" if shard.slug else base, kind, path, shard)
        for shard in divide(weights, _OWN_PAGE if kind == "crossref" else 0)
    )


class Documents:
    """The documents of one tree.

    :param tree: its options.
    """

    def __init__(self, tree: TreeOptions, codebase: Codebase, plan: Plan) -> None:
        self._tree = tree
        self._codebase = codebase
        self._plan = plan

    def of(self, paths: Iterable[str]) -> dict[str, str]:
        """Return the documents of files, by path; of others nothing."""
        files = self._plan.files
        return {path: files[path] for path in sorted(set(paths)) if path in files}

    def packages(self, imports: Iterable[Import]) -> dict[str, str]:
        """Return the documents of the folders of packages that are imported."""
        folders = self._plan.folders
        packages = {folder for import_statement in imports for folder in import_statement.packages}
        return {folder: folders[folder] for folder in sorted(packages) if folder in folders}

    def uses_of(self, names: Iterable[str]) -> dict[str, NamePlace]:
        """Return the places of the uses of names, as far as they have any."""
        known = self._plan.name_places
        return {name: known[name] for name in sorted(set(names)) if name in known}

    def crumbs(self, path: str) -> tuple[tuple[str, str], ...]:
        """Return label and docname of the tree's start page and of the folders above a path."""
        above = []
        while path:
            path = path.rpartition("/")[0]
            above.append((path.rpartition("/")[2] or self._tree.title, self._plan.folders[path]))
        return tuple(reversed(above))

    def crumbs_to(self, path: str) -> tuple[tuple[str, str], ...]:
        """Return the way to a page about a folder: the folder itself is the last step."""
        label = path.rpartition("/")[2] or self._tree.title
        return (*(self.crumbs(path) if path else ()), (label, self._plan.folders[path]))

    def forge_addresses(self, path: str) -> tuple[str, str]:
        """Return the addresses of a file at a forge, to view and to edit."""
        quoted = quote(path.encode("utf-8", "surrogateescape"))
        url, edit_url = self._tree.url or "", self._tree.edit_url or ""
        return url.replace("{path}", quoted), edit_url.replace("{path}", quoted)

    @property
    def commit_url(self) -> str:
        """The address of a commit at a forge, with ``{commit}`` left open; ``""`` for none."""
        return self._tree.commit_url or ""

    def permalink(self, path: str) -> str:
        """Return the address of a file at its last commit, with ``{line}`` left open, or ``""``."""
        change = self._codebase.light[path].change
        if change is None or not self._tree.permalink:
            return ""
        quoted = quote(path.encode("utf-8", "surrogateescape"))
        return self._tree.permalink.replace("{commit}", change.commit).replace("{path}", quoted)
