"""The domain ``src``: the documented trees, their objects, and links to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast, get_args

from docutils import nodes
from sphinx import addnodes
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.util.nodes import make_refnode

from sphinx_filedocs.ext.addresses import (
    Addresses,
    External,
    has_line_anchors,
)
from sphinx_filedocs.ext.page_settings import page_settings, section_names
from sphinx_filedocs.ext.reference_targets import RoleTargets, Target, objects
from sphinx_filedocs.model.symbols import SymbolKind
from sphinx_filedocs.pages import sections
from sphinx_filedocs.pages.additions import additions
from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.document_names import Suffixes
from sphinx_filedocs.pages.nodes import Described, PageMention, index_body
from sphinx_filedocs.pages.plan import Page
from sphinx_filedocs.pages.sections import code_digest
from sphinx_filedocs.pages.settings import Settings
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.symbol_pane import UsePart
from sphinx_filedocs.pages.text import kind_name, printable_line
from sphinx_filedocs.pages.translation import _
from sphinx_filedocs.pages.view_models import FileView, FolderView

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.environment import BuildEnvironment


Table = TypeVar("Table")
#: The tables of notes by document.
_NOTED = ("read", "uses", "references", "mentions", "mention_lists", "descriptions")


class _Noted(Generic[Table]):
    """A table in the data of the domain. Example: ``domain.uses`` is ``domain.data["uses"]``."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, domain: SourceDomain, owner: type) -> Table:
        return cast("Table", domain.data[self._name])


class SourceRole(XRefRole):
    """A role whose target is a path or a symbol of a documented tree."""

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: nodes.Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        """Note the reference: the page is written again when its target moves."""
        domain = cast("SourceDomain", env.get_domain("src"))
        domain.note_reference(env.docname, str(refnode["reftype"]), target)
        return title, target


def domain_of(env: BuildEnvironment) -> SourceDomain:
    """Return the domain of an environment."""
    return cast("SourceDomain", env.get_domain("src"))


@dataclass(frozen=True, slots=True)
class Beyond:
    """Descriptions and mentions on hand-written pages."""

    described: Described = field(default_factory=Described)
    mentioned: Mapping[tuple[str, str], tuple[PageMention, ...]] = field(default_factory=dict)


class SourceDomain(Domain):
    """Files, folders and symbols of the documented trees, and what plugins describe."""

    name = "src"
    label = "Source"
    data_version = 5
    object_types: ClassVar[dict[str, ObjType]] = {
        "file": ObjType("file", "file"),
        "folder": ObjType("folder", "folder"),
        **{kind: ObjType(kind, "symbol") for kind in get_args(SymbolKind)},
    }
    roles: ClassVar[dict[str, Any]] = {
        name: SourceRole(warn_dangling=True, innernodeclass=nodes.literal)
        for name in ("file", "folder", "symbol", "crossref")
    }
    initial_data: ClassVar[dict[str, Any]] = {"made_by": "", **{name: {} for name in _NOTED}}

    #: The fingerprint of each page when it was read.
    read = _Noted[dict[str, str]]()
    #: The files and folders that the directives of each hand-written page show, as prefix and path,
    #: with the fingerprint when read (``None`` for missing ones). The prefix ``""`` stands for the
    #: dotted path of a section of one's own.
    uses = _Noted[dict[str, dict[tuple[str, str], str | None]]]()
    #: The type and target of the roles of each hand-written page.
    references = _Noted[dict[str, list[tuple[str, str]]]]()
    #: The files and symbols that each hand-written page is about: id and title of the section, the
    #: kind of the mention, and its words.
    mentions = _Noted[dict[str, list[tuple[str, ...]]]]()
    #: The files, as prefix and path, whose mentions each hand-written page lists.
    mention_lists = _Noted[dict[str, list[tuple[str, str]]]]()
    #: The object descriptions of each hand-written page, as fields of
    #: :class:`sphinx_filedocs.ext.mentions.ObjectDescription`.
    descriptions = _Noted[dict[str, list[tuple[str, ...]]]]()
    #: The documented trees by prefix. An attribute and not in ``data``: forked readers inherit
    #: it, and nothing pickles it.
    sites: dict[str, Site]
    #: The fingerprint that each page has now.
    fingerprints: Mapping[str, str]
    #: The generated pages that are no documents in this build.
    collected: AbstractSet[str]
    #: Finds descriptions and mentions, when all pages are read.
    find_beyond: Callable[[], Beyond]
    #: The suffixes of output files.
    suffixes: Suffixes
    #: Links to other projects; see :mod:`sphinx_filedocs.ext.external_names`.
    external: dict[tuple[str, str], External | None]
    #: Hints of names in listings, by page.
    hints: dict[str, list[str]]
    #: The parts of the uses on each page of a name that is being written.
    name_parts: dict[str, Sequence[UsePart]]
    #: The builder; Sphinx has no public way from an environment to it.
    builder: Builder

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        self.sites = {}
        self.fingerprints = {}
        self.collected = frozenset()
        self.find_beyond = Beyond
        self.suffixes = Suffixes()
        self.external, self.hints, self.name_parts = {}, {}, {}
        self._added_roles: set[str] = set()

    def add_roles(self) -> None:
        """Add the roles of plugins."""
        added = additions(section_names(self.env.config)).values()
        self._added_roles = {addition.role for addition in added if addition.role}
        for role in self._added_roles:
            self.add_object_type(role, ObjType(role, role))
            self.roles[role] = SourceRole(warn_dangling=True, innernodeclass=nodes.inline)

    @cached_property
    def addresses(self) -> Addresses:
        """Makes addresses of pages in HTML."""
        builder = cast("StandaloneHTMLBuilder", self.builder)
        return Addresses(builder, self.unlisted, self.fingerprints)

    @cached_property
    def unlisted(self) -> frozenset[str]:
        """The documents of files whose pages have no listing."""
        return frozenset(
            docname
            for site in self.sites.values()
            for path, docname in site.plan.files.items()
            if not site.settings.anchors(path)
        )

    @property
    def described(self) -> Described:
        """Definitions that hand-written pages describe."""
        return self.find_beyond().described

    @property
    def mentioned(self) -> Mapping[tuple[str, str], tuple[PageMention, ...]]:
        """Hand-written pages about each file, by the tree's prefix and the path."""
        return self.find_beyond().mentioned

    def get_type_name(self, type: ObjType, primary: bool = False) -> str:  # noqa: A002 (as inherited)
        """Return the name of a type of objects in search results, translated."""
        names = {"file": _("file"), "folder": _("folder")}
        names |= {role: _(role) for role in self._added_roles}
        kind = type.lname
        return _("Source {kind}").format(
            kind=names.get(kind) or kind_name(cast("SymbolKind", kind))
        )

    def clear_doc(self, docname: str) -> None:
        """Remove all notes of a document."""
        for name in _NOTED:
            self.data[name].pop(docname, None)

    def merge_domaindata(self, docnames: Iterable[str], otherdata: dict[str, Any]) -> None:
        """Copy the notes of a parallel reader."""
        for name in _NOTED:
            for docname in docnames:
                if docname in otherdata[name]:
                    self.data[name][docname] = otherdata[name][docname]

    def note_reference(self, docname: str, reftype: str, target: str) -> None:
        """Note the target of a role."""
        self.references.setdefault(docname, []).append((reftype, target))

    def note_use(self, docname: str, prefix: str, path: str) -> None:
        """Note a file, a folder, a name or, without a prefix, a function that a directive shows."""
        self.uses.setdefault(docname, {})[prefix, path] = self.current_use(prefix, path)

    def current_use(self, prefix: str, path: str) -> str | None:
        """Return the current fingerprint of such a thing; ``None`` if it is missing."""
        if not prefix:
            return code_digest(path)
        site = self.sites.get(prefix)
        if site is None:
            return None
        if path.endswith("::"):
            name = path[:-2]
            known = name in site.plan.name_places
            return site.fingerprints.name(name) if known else None
        if path.endswith("/"):
            folder = path[:-1]
            return (
                site.folder_views.view(folder).fingerprint()
                if folder in site.plan.folders
                else None
            )
        if "\0" in path:
            # A directive of a plugin shows something of the path.
            path, _zero, section = path.partition("\0")
            return digest(site.additions[section].below(path))
        if path not in site.plan.files:
            return None
        return site.file_fingerprint(path)

    @property
    def settings(self) -> Settings:
        """The options that pages depend on."""
        return page_settings(self.env.config, self.suffixes)

    @property
    def targets(self) -> RoleTargets:
        """Finds the targets of roles."""
        return RoleTargets(self.sites)

    def page(self, docname: str) -> tuple[Site, Page]:
        """Return the site and the page of a docname.

        :raises KeyError: for a hand-written document.
        """
        for site in self.sites.values():
            if page := site.plan.pages.get(docname):
                return site, page
        raise KeyError(docname)

    def title(self, docname: str) -> str:
        """Return the title of a generated page."""
        site, page = self.page(docname)
        if site.settings.short_titles and page.kind in ("file", "folder"):
            return printable_line(page.path.rpartition("/")[2])
        return printable_line(page.title(site.tree.title))

    @property
    def cuts_toctrees(self) -> bool:
        """Whether toctrees leave out pages that are no documents: with ``numfig`` Sphinx looks for
        figures in the doctrees of all entries."""
        return bool(self.collected) and bool(self.env.config.numfig)

    def state(self, docname: str) -> str:
        """Return a digest of the inputs of the doctree of a generated page."""
        return f"{self.fingerprints[docname]}{'-' if self.cuts_toctrees else ''}"

    def fill(self, docname: str, document: nodes.document) -> dict[str, Any]:
        """Fill *document* with a generated page, and return its metadata."""
        site, page = self.page(docname)
        settings = site.settings
        metadata: dict[str, Any] = {}
        if page.kind in ("file", "folder", "tree"):
            view = cast("FileView | FolderView", site.view(page))
            content = sections.page(view, _section_names(settings, page))
            below = view.children if isinstance(view, FolderView) else ()
        else:
            content = [index_body("", docname=docname)]
            below = tuple((part.label, part.docname) for part in site.plan.following(page))
        if below:
            content.append(_toctree(docname, below, is_cut=self.cuts_toctrees))
        # The search finds names as objects; as words they would swell it.
        is_index = page.kind in ("keywords", "crossref", "added", "unused")
        if is_index or not self.env.config.filedocs_search:
            metadata["nosearch"] = "true"
        if page.kind == "tree":
            # A theme's sidebar must not hold the whole tree.
            metadata["tocdepth"] = 1
        title = nodes.title("", self.title(docname))
        if page.kind == "file" and not settings.short_titles:
            title["folder"] = len(printable_line(page.path.rpartition("/")[0]))
        document += nodes.section("", title, *content, ids=["page"])
        for title in document.findall(nodes.title):
            # Labels that other extensions make from titles are unique with this; a folder may be
            # called like one of its sections.
            place = " ".join(title.parent["ids"])
            title.rawsource = f"{docname} {place} {title.astext()}"
        return metadata

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        """Return the link of a role, or of a generated page to another."""
        if typ == "page":
            return self._reference(
                builder,
                fromdocname,
                Target(target, node["refanchor"], ""),
                contnode,
                node["reftitle"],
            )
        match = self.targets.find(typ, target)
        if isinstance(match, str):
            node["filedocs_problem"] = match
            return None
        if typ in self._added_roles and not node["refexplicit"]:
            # By its title, as a section; nobody reads the name that sources have for it.
            contnode = nodes.inline("", match.text, classes=contnode["classes"])
        return self._reference(builder, fromdocname, match, contnode, "")

    def _reference(
        self,
        builder: Builder,
        fromdocname: str,
        target: Target,
        content: nodes.Node,
        title: str,
    ) -> nodes.reference:
        place = target.anchor
        docname = target.docname
        is_line = place.startswith(("L", "def-"))
        has_lines = has_line_anchors(builder) and docname not in self.unlisted
        if is_line and not has_lines:
            place = ""
        if builder.name == "singlehtml":
            attributes = {"reftitle": title} if title else {}
            address = self.addresses(docname, place)
            return nodes.reference("", "", content, refuri=address, internal=True, **attributes)
        return make_refnode(builder, fromdocname, docname, place, content, title or None)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Return nothing: targets of other domains come first; see :meth:`resolve_any`."""
        return []

    def resolve_any(
        self, app: Sphinx, env: BuildEnvironment, node: nodes.Element, contnode: nodes.Element
    ) -> nodes.reference | None:
        """Resolve the role ``any`` to a path, or to a name that nothing else has.

        A handler of ``missing-reference``: beside names of other domains, the many names in sources
        would be ambiguous.
        """
        if node["reftype"] != "any":
            return None
        match = self.targets.find_any(node["reftarget"])
        if match is None:
            return None
        return self._reference(app.builder, node["refdoc"], match, contnode, "")

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield every file, folder and symbol, for inventories and the search."""
        seen: set[tuple[str, str]] = set()
        for site in self.sites.values():
            for row in objects(site):
                if row[0].isprintable() and (row[0], row[2]) not in seen:
                    seen.add((row[0], row[2]))
                    yield row if self.env.config.filedocs_search else (*row[:5], -1)


def _section_names(settings: Settings, page: Page) -> tuple[str, ...]:
    if page.kind == "file":
        return settings.sections(page.path)
    return settings.tree_sections if page.kind == "tree" else settings.folder_sections


def _toctree(docname: str, entries: Iterable[tuple[str, str]], *, is_cut: bool) -> nodes.Node:
    """Return a hidden toctree, which gives the pages parents and neighbours.

    :param is_cut: see :attr:`SourceDomain.cuts_toctrees`.
    """
    rows = [(printable_line(title), name) for title, name in entries]
    return nodes.compound(
        "",
        addnodes.toctree(
            "",
            parent=docname,
            entries=[] if is_cut else rows,
            includefiles=[name for _, name in rows],
            maxdepth=1,
            caption=None,
            glob=False,
            hidden=True,
            includehidden=False,
            numbered=0,
            titlesonly=True,
            rawentries=[],
        ),
        classes=["toctree-wrapper"],
    )
