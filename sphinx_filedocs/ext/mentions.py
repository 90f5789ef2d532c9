"""Mentions of files on hand-written pages, which the page of the file lists."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_filedocs.ext import descriptions
from sphinx_filedocs.ext.domain import Beyond, domain_of
from sphinx_filedocs.ext.reference_targets import RoleTargets, Target, place_of
from sphinx_filedocs.ext.source_directive import SHOWN
from sphinx_filedocs.model.symbols import walk
from sphinx_filedocs.pages.mentions import Described, PageMention, mention_nodes
from sphinx_filedocs.pages.nodes import mention_list
from sphinx_filedocs.pages.text import printable_line

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_filedocs.ext.domain import SourceDomain

#: A file of a tree, by the tree's prefix and the path.
Key = tuple[str, str]

_ROLES = frozenset({"file", "symbol", "crossref"})


def note(app: Sphinx, doctree: nodes.document) -> None:
    """Note the files that a hand-written page is about, and its object descriptions."""
    domain = domain_of(app.env)
    docname = app.env.docname
    if docname in domain.fingerprints:
        return
    mentions: dict[tuple[str, ...], None] = {}
    for node in doctree.findall(nodes.Element):
        what = _named(node)
        if what:
            mentions[*descriptions.section_of(node), *what] = None
    if mentions:
        domain.mentions[docname] = list(mentions)
    lists = [(str(place["prefix"]), str(place["path"])) for place in doctree.findall(mention_list)]
    if lists:
        domain.mention_lists[docname] = lists
    descriptions.note(domain, docname, doctree)


def _named(node: nodes.Element) -> tuple[str, ...]:
    """Return what a node names of the trees: how that is to be understood, and the words."""
    if SHOWN in node:
        shown = tuple(map(str, node[SHOWN]))
        del node[SHOWN]
        return shown
    if not isinstance(node, addnodes.pending_xref) or node.get("intersphinx"):
        return ()
    kind = str(node.get("reftype"))
    mine = node.get("refdomain") == "src" and kind in _ROLES
    return (kind, str(node["reftarget"])) if mine else ()


def find_mentions(domain: SourceDomain, described: Described) -> dict[Key, tuple[PageMention, ...]]:
    """Return the mentions of each file, in the order of the pages."""
    targets = domain.targets
    rows_by_file: defaultdict[Key, dict[tuple[str, str, str], dict[str, str]]] = defaultdict(dict)
    for docname in sorted(domain.mentions):
        for anchor, section, *what in domain.mentions[docname]:
            if meant := _find(domain, targets, what):
                key, name, place = meant
                names = rows_by_file[key].setdefault((docname, anchor, section), {})
                if name:
                    names.setdefault(place, name)
    for docname, number, description in descriptions.descriptions(domain):
        if source := described.sources.get((docname, number)):
            place = source.symbol or f"L{source.line}"
            names = rows_by_file[source.prefix, source.path].setdefault(
                (docname, *description.place), {}
            )
            names.setdefault(place, source.qualified)
    titles = domain.env.titles
    return {
        key: tuple(
            PageMention(
                docname,
                printable_line(titles[docname].astext()) if docname in titles else docname,
                anchor,
                section,
                tuple((name, place) for place, name in names.items()),
            )
            for (docname, anchor, section), names in sorted(rows.items(), key=lambda row: row[0][0])
        )
        for key, rows in rows_by_file.items()
    }


def _find(
    domain: SourceDomain, targets: RoleTargets, what: list[str]
) -> tuple[Key, str, str] | None:
    """Return the file of a mention, and name and anchor of the symbol in it."""
    kind, *words = what
    if kind == "shown":
        prefix, path, name = words
        return _shown(domain, (prefix, path), name)
    (target,) = words
    # The cross-references of a name are about a file if that alone defines it.
    match = targets.find("symbol" if kind == "crossref" else kind, target)
    if not isinstance(match, Target):
        return None
    site, page = domain.page(match.docname)
    key = (site.tree.prefix, page.path)
    if kind == "file":
        return key, match.anchor.replace("-", "–"), match.anchor
    return key, target.partition("::")[2] or target, match.anchor


def _shown(domain: SourceDomain, key: Key, name: str) -> tuple[Key, str, str] | None:
    site = domain.sites.get(key[0])
    if site is None or key[1] not in site.plan.files:
        return None
    for entry in walk(site.codebase.files[key[1]].facts.symbols) if name else ():
        if name in (entry.qualified, entry.symbol.name):
            return key, name, place_of(site, key[1], entry)
    return key, "", ""


def find_beyond(domain: SourceDomain) -> Beyond:
    """Find descriptions and mentions, after all pages are read."""
    described = descriptions.find_described(domain)
    return Beyond(described, find_mentions(domain, described))


def noted(domain: SourceDomain) -> Iterator[object]:
    """Yield everything besides the trees that :func:`beyond_by_page` depends on."""
    for table in (domain.references, domain.uses, domain.mention_lists, domain.descriptions):
        yield sorted(table.items(), key=lambda row: row[0])
    titles = domain.env.titles
    for docname in sorted(domain.mentions.keys() | domain.descriptions.keys()):
        title = titles[docname].astext() if docname in titles else None
        yield docname, title, domain.mentions.get(docname)
    yield sorted(descriptions.names_of_ids(domain).items())


def beyond_by_page(domain: SourceDomain) -> Mapping[str, object]:
    """Return the descriptions and mentions that each page shows."""
    return dict(_beyond_by_page(domain))


def _beyond_by_page(domain: SourceDomain) -> Iterator[tuple[str, object]]:
    described, mentioned = domain.described, domain.mentioned
    for prefix, path in sorted(described.symbols.keys() | mentioned.keys()):
        key = (prefix, path)
        docname = domain.sites[prefix].plan.files[path]
        yield docname, (described.symbols.get(key), mentioned.get(key))
    written = domain.descriptions.keys() | domain.mention_lists.keys() | domain.uses.keys()
    for docname in sorted(written):
        count = len(domain.descriptions.get(docname, ()))
        sources = [described.sources.get((docname, number)) for number in range(count)]
        lists = [mentioned.get(key) for key in domain.mention_lists.get(docname, ())]
        outlines = [described.symbols.get(key) for key in sorted(domain.uses.get(docname, ()))]
        yield docname, (sources, lists, outlines)


class MentionLists(SphinxPostTransform):
    """Fills the places for the hand-written pages that are about a file."""

    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        """Replace each place with the list, or with nothing."""
        domain = domain_of(self.env)
        for place in list(self.document.findall(mention_list)):
            key = (place["prefix"], place["path"])
            page = domain.sites[place["prefix"]].plan.files[place["path"]]
            # A page that shows the list is not in it.
            here = () if place["heading"] == "section" else (self.env.docname,)
            rows = [
                mention for mention in domain.mentioned.get(key, ()) if mention.docname not in here
            ]
            place.replace_self(mention_nodes(rows, page, place["heading"]))
