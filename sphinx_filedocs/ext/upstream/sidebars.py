"""Shows themes of the trees the way to the page, and no more, when they make navigation.

The patch replaces the function ``toctree`` in the context of a page, and those that pydata adds,
and, while these work, ``toctree_includes``, ``tocs`` and ``metadata`` of the environment and
``get_relative_uri`` of the builder. A theme makes the sidebar of each page from the toctrees of all
documents, which takes the square of the number of pages (Sphinx's issue 14277, pydata's 364). Here
it sees the hand-written documents, the start pages of the trees and, on a page of a tree, the
folders above it and the page itself. Furo parses each text that it gets and keeps all: it gets the
same text for all pages of a folder, and its result is finished for each. Checked with Sphinx 8.2,
9.0 and 9.2, pydata-sphinx-theme 0.20 and Furo 2025.12.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import chain
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.page_context import on_page
from sphinx_filedocs.ext.upstream.patch import Name, Patch
from sphinx_filedocs.pages.text import printable_line

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_filedocs.ext.domain import SourceDomain
    from sphinx_filedocs.pages.site import Site

#: The functions whose results are whole sidebars: each is called once for all pages of a folder.
_REMEMBERED = ("toctree", "generate_toctree_html")
#: The functions of the theme pydata and of its descendants.
_OF_PYDATA = ("generate_toctree_html", "generate_header_nav_html", "suppress_sidebar_toctree")
#: The name of Furo's result in the context of a page.
_OF_FURO = "furo_navigation_tree"
#: Placeholders in such a sidebar for the path to the root of the output, the page's address and its
#: title: characters without a meaning in Unicode, so that no title has them.
_ROOT, _OWN, _TITLE = "\ufdd0", "\ufdd1", "\ufdd2"


@dataclass(frozen=True, slots=True)
class SidebarPlace:
    """The place of a page in a tree.

    :param above: docname and title of the start page and of the folders down to the page.
    :param title: of the page in navigation, as HTML.
    :param root: the relative path from the page to the root of the output.
    """

    docname: str
    above: tuple[tuple[str, str], ...]
    title: str
    root: str

    def way(self) -> dict[str, tuple[str, str | None]]:
        """Return each page down to this one, with its title and the next page."""
        below = (*(docname for docname, _ in self.above[1:]), self.docname)
        way: dict[str, tuple[str, str | None]] = {
            docname: (title, name) for (docname, title), name in zip(self.above, below, strict=True)
        }
        return way | {self.docname: (_TITLE, None)}

    def finish(self, html: str) -> str:
        """Fill the placeholders in the sidebar of a folder."""
        html = html.replace(_ROOT, self.root).replace(_OWN, "#")
        return html.replace(_TITLE, self.title)


class Sidebars(Patch):
    """The navigation of all pages of one build."""

    name = "sidebars"
    changes = "Of a tree, the navigation shows only the path to the current page."
    why = "For each page, Sphinx builds a sidebar from the toctrees of all documents."
    without = (
        "If a theme shows the whole toctree, sidebars grow with the tree, pages take longer, and "
        "a changed title or heading writes all pages again."
    )
    issues = (
        "https://github.com/sphinx-doc/sphinx/issues/14277",
        "https://github.com/pydata/pydata-sphinx-theme/issues/364",
        "https://github.com/pradyunsg/furo/pull/939",
    )
    needs = (
        Name("env.toctree_includes", dict),
        Name("env.tocs", Mapping),
        Name("env.metadata", Mapping),
        Name("builder.get_relative_uri", takes=("from_", "to", "typ")),
        Name("builder.get_target_uri", takes=("docname", "typ")),
    )

    def __init__(self) -> None:
        self._made: dict[tuple[object, ...], str] = {}
        self._includes: dict[str, list[str]] | None = None
        self._names: set[str] | None = None
        #: Of the last page.
        self._place: SidebarPlace | None = None
        #: True while Furo works.
        self._is_unfinished = False

    def concerns(self, app: Sphinx) -> bool:
        """Tell whether the builder writes HTML."""
        return app.builder.format == "html"

    def apply(self, app: Sphinx) -> None:
        """Connect the handlers: for Sphinx's function before those of themes, for a theme's own
        after."""
        on_page(app, partial(self._replace, names=("toctree",)), priority=100)
        on_page(app, partial(self._replace, names=_OF_PYDATA), priority=900)
        if "furo" in app.extensions:
            on_page(app, self._begin_furo, priority=100)
            on_page(app, self._end_furo, priority=900)

    def _begin_furo(self, app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
        self._is_unfinished = "toctree" in context

    def _end_furo(self, app: Sphinx, pagename: str, context: dict[str, Any]) -> None:
        self._is_unfinished = False
        place = self._place
        if place and place.docname == pagename and _OF_FURO in context:
            context[_OF_FURO] = place.finish(context[_OF_FURO])

    def _replace(
        self, app: Sphinx, pagename: str, context: dict[str, Any], *, names: Sequence[str]
    ) -> None:
        """Replace functions of a page's context."""
        if "toctree" not in context or not any(name in context for name in names):
            return
        domain = domain_of(app.env)
        self._place = place = place_of(domain, pagename, context)
        for name in names:
            if name in context:
                # The theme's cache of results knows only its own arguments.
                function = getattr(context[name], "__wrapped__", context[name])
                context[name] = self._bounded(domain, place, name, function)

    def _hand_written(self, domain: SourceDomain) -> dict[str, list[str]]:
        if self._includes is None:
            known = domain.fingerprints
            includes = domain.env.toctree_includes
            self._includes = {name: includes[name] for name in includes if name not in known}
        return self._includes

    def _named(self, domain: SourceDomain) -> AbstractSet[str]:
        """Return the entries of the toctrees of hand-written pages and of the root document."""
        if self._names is None:
            env = domain.env
            root = env.toctree_includes.get(env.config.root_doc, ())
            self._names = {*root, *chain.from_iterable(self._hand_written(domain).values())}
        return self._names

    def _bounded(
        self,
        domain: SourceDomain,
        place: SidebarPlace | None,
        name: str,
        function: Callable[..., Any],
    ) -> Callable[..., Any]:
        includes = self._hand_written(domain)

        def call(*args: Any, **kwargs: Any) -> Any:
            kind = kwargs.get("kind", args[0] if args else "sidebar")
            if place is None or name not in _REMEMBERED or kind != "sidebar":
                with _narrowed(domain, includes, place):
                    return function(*args, **kwargs)
            # A page that a document names is marked there as the current one.
            own = place.docname if place.docname in self._named(domain) else ""
            key = (name, place.above, own, args, tuple(sorted(kwargs.items())))
            if key not in self._made:
                with _narrowed(domain, includes, place), self._for_folder(domain, place):
                    self._made[key] = str(function(*args, **kwargs))
            return self._made[key] if self._is_unfinished else place.finish(self._made[key])

        return call

    @contextmanager
    def _for_folder(self, domain: SourceDomain, place: SidebarPlace) -> Iterator[None]:
        """Make links that :meth:`SidebarPlace.finish` adapts to each page."""
        builder: Any = domain.builder
        before = builder.get_relative_uri

        def relative_uri(from_: str, to: str, typ: str | None = None) -> str:
            return _OWN if to == place.docname else _ROOT + str(builder.get_target_uri(to, typ))

        builder.get_relative_uri = relative_uri
        try:
            yield
        finally:
            builder.get_relative_uri = before


@contextmanager
def _narrowed(
    domain: SourceDomain, includes: dict[str, list[str]], place: SidebarPlace | None
) -> Iterator[None]:
    """Hide all pages of trees from Sphinx but start pages and the path to one page.

    :param includes: the toctrees of hand-written pages.
    """
    env: Any = domain.env
    way = place.way() if place else {}
    before = env.toctree_includes, env.tocs, env.metadata
    env.toctree_includes = includes | {name: [below] for name, (_, below) in way.items() if below}
    env.tocs = _Tocs(domain, env.tocs, way)
    # The depth that a start page sets is for what sees the whole tree.
    env.metadata = ChainMap({name: {} for name in way}, env.metadata)
    try:
        yield
    finally:
        env.toctree_includes, env.tocs, env.metadata = before


class _Tocs(Mapping[str, nodes.bullet_list]):
    """Tables of contents: of a generated page a link, and the next page on the path to the current
    one."""

    def __init__(
        self,
        domain: SourceDomain,
        tocs: Mapping[str, nodes.bullet_list],
        way: Mapping[str, tuple[str, str | None]],
    ) -> None:
        self._domain = domain
        self._tocs = tocs
        self._way = way

    def __getitem__(self, docname: str) -> nodes.bullet_list:
        title, below = self._way.get(docname, (None, None))
        if title is None:
            toc = self._tocs[docname]
            if docname not in self._domain.fingerprints:
                return toc
            title = self._domain.env.titles[docname].astext()
        link = nodes.reference("", title, internal=True, refuri=docname, anchorname="")
        entry = nodes.list_item("", addnodes.compact_paragraph("", "", link))
        if below:
            inner = addnodes.toctree("", entries=[(None, below)], parent=docname)
            entry += nodes.bullet_list("", inner)
        return nodes.bullet_list("", entry)

    def __iter__(self) -> Iterator[str]:
        return iter(self._tocs)

    def __len__(self) -> int:
        return len(self._tocs)


def place_of(
    domain: SourceDomain, pagename: str, context: Mapping[str, Any]
) -> SidebarPlace | None:
    """Return the place of a page below a start page; ``None`` for others."""
    # The model of a tree in which nothing has changed is not made for this.
    if pagename not in domain.fingerprints:
        return None
    for site in domain.sites.values():
        page = site.plan.pages.get(pagename)
        title = str(context.get("title", ""))
        if page is None or page.kind == "tree":
            continue
        if page.kind in ("folder", "file"):
            folder, _, name = page.path.rpartition("/")
            title = escape(printable_line(name))
        else:
            folder = page.path
        return SidebarPlace(pagename, _above(domain, site, folder), title, context["content_root"])
    return None


def _above(domain: SourceDomain, site: Site, folder: str) -> tuple[tuple[str, str], ...]:
    """Return docname and title of a tree's start page and of the folders down to *folder*."""
    start = site.plan.folders[""]
    steps = [(start, domain.env.titles[start].astext())]
    parts = folder.split("/") if folder else []
    for depth, name in enumerate(parts, 1):
        docname = site.plan.folders["/".join(parts[:depth])]
        steps.append((docname, printable_line(name)))
    return tuple(steps)
