"""Links between hand-written pages and sources: mentions of files, and object descriptions of other
domains, such as ``py:function``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_filedocs.ext.domain import Beyond, domain_of
from sphinx_filedocs.ext.reference_targets import RoleTargets, Target, place_of
from sphinx_filedocs.ext.source_directive import SHOWN
from sphinx_filedocs.model.symbols import Definition, walk
from sphinx_filedocs.pages.markup import Block, OutlineBlock, PageLink
from sphinx_filedocs.pages.nodes import (
    Described,
    PageMention,
    SourceLocation,
    markup,
    mention_list,
    mention_nodes,
    page_reference,
    source_link,
)
from sphinx_filedocs.pages.text import printable_line
from sphinx_filedocs.pages.translation import _
from sphinx_filedocs.pages.view_models import symbol_anchor

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_filedocs.ext.domain import SourceDomain
    from sphinx_filedocs.resolve.definition_lookup import DefinitionLookup

#: The domains of Sphinx whose descriptions are of source code.
DOMAINS = frozenset({"c", "cpp", "js", "py"})


@dataclass(frozen=True, slots=True)
class ObjectDescription:
    """An object description on a hand-written page.

    :param domain: the name of its domain.
    :param module: the module in the description, or ``""``.
    :param name: with its owners; ``""`` if only the domain knows it.
    :param target: its id on the page; ``""`` for none.
    :param place: id and title of the section around it.
    """

    domain: str
    module: str
    name: str
    target: str
    place: tuple[str, str]


def _note_descriptions(domain: SourceDomain, docname: str, doctree: nodes.document) -> None:
    """Note the descriptions on a hand-written page, and add a placeholder for the link of each."""
    noted: list[tuple[str, ...]] = []
    for described in list(doctree.findall(addnodes.desc)):
        kind = str(described.get("domain", ""))
        for signature in described.children if kind in DOMAINS else ():
            if not isinstance(signature, addnodes.desc_signature):
                continue
            ids = signature["ids"]
            noted.append(
                (
                    kind,
                    str(signature.get("module") or ""),
                    str(signature.get("fullname") or ""),
                    str(ids[0]) if ids else "",
                    *section_of(signature),
                )
            )
            signature.append(source_link("", docname=docname, number=len(noted) - 1))
    if noted:
        domain.descriptions[docname] = noted


def section_of(node: nodes.Node) -> tuple[str, str]:
    """Return id and title of the section around a node; ``""`` for the section of the page."""
    at: nodes.Node | None = node
    while at is not None and not isinstance(at, nodes.section):
        at = at.parent
    if at is None or not at["ids"] or _is_page(at):
        return "", ""
    title = next(iter(at.findall(nodes.title)), None)
    return str(at["ids"][0]), printable_line(title.astext()) if title else ""


def _is_page(section: nodes.section) -> bool:
    top = section.parent
    first = top.first_child_matching_class(nodes.section)
    return isinstance(top, nodes.document) and first == top.index(section)


def find_described(domain: SourceDomain) -> Described:
    """Find the definitions that hand-written pages describe."""
    if not domain.descriptions:
        return Described()
    # Looking up needs most of the analysis, which is slow to import.
    from sphinx_filedocs.resolve.definition_lookup import DefinitionLookup  # noqa: PLC0415

    lookups = {
        prefix: DefinitionLookup(site.codebase, site.details.names, site.root.parts[1:])
        for prefix, site in domain.sites.items()
    }
    known = names_of_ids(domain)
    sources: dict[tuple[str, int], SourceLocation] = {}
    symbols: defaultdict[tuple[str, str], defaultdict[str, list[tuple[str, str, str]]]]
    symbols = defaultdict(lambda: defaultdict(list))
    remembered: dict[tuple[str, str, str], SourceLocation | None] = {}
    for docname, number, description in descriptions(domain):
        name = description.name or known.get((description.domain, docname, description.target), "")
        key = (description.domain, description.module, name)
        if name and key not in remembered:
            remembered[key] = _find_definition(domain, lookups, key)
        source = remembered.get(key)
        if source is None:
            continue
        sources[docname, number] = source
        if source.symbol and description.target:
            shown = f"{description.module}.{name}" if description.module else name
            targets = symbols[source.prefix, source.path][source.symbol]
            targets.append((docname, description.target, shown))
    return Described(sources, {key: dict(rows) for key, rows in symbols.items()})


def descriptions(domain: SourceDomain) -> Iterator[tuple[str, int, ObjectDescription]]:
    """Yield each description with its page and its number there, by page."""
    for docname in sorted(domain.descriptions):
        for number, (kind, module, name, target, *place) in enumerate(domain.descriptions[docname]):
            yield (
                docname,
                number,
                ObjectDescription(kind, module, name, target, (place[0], place[1])),
            )


def names_of_ids(domain: SourceDomain) -> dict[tuple[str, str, str], str]:
    """Return the names that only the domains of C and C++ know, by domain, page and id."""
    wanted = {
        description.domain for _, _, description in descriptions(domain) if not description.name
    }
    known: dict[tuple[str, str, str], str] = {}
    for kind in sorted(wanted):
        for name, _shown, what, docname, target, _rank in domain.env.get_domain(kind).get_objects():
            # Parameters have the id of their function.
            if not what.endswith("Param"):
                # Until it is stored, C++ knows an enumerator by its name in the scope around too.
                key = kind, docname, target
                known[key] = max(known.get(key, ""), name, key=len)
    return known


def _find_definition(
    domain: SourceDomain, lookups: Mapping[str, DefinitionLookup], key: tuple[str, str, str]
) -> SourceLocation | None:
    kind, module, name = key
    matches: list[tuple[str, Definition]] = []
    for prefix, lookup in lookups.items():
        if kind == "py":
            match = lookup.python(module, name)
        elif kind == "js":
            match = lookup.script(module, name)
        else:
            match = lookup.c_family(name)
        if match is not None:
            matches.append((prefix, match))
    if len(matches) != 1:
        return None
    prefix, definition = matches[0]
    settings = domain.sites[prefix].settings
    outlined = settings.outlined(definition.path) and lookups[prefix].is_outlined(definition)
    return SourceLocation(
        prefix,
        definition.path,
        domain.sites[prefix].plan.files[definition.path],
        definition.line,
        symbol_anchor(definition) if outlined else "",
        definition.qualified,
    )


class DescriptionLinks(SphinxPostTransform):
    """Links descriptions to the source and back, for the builders of :mod:`sphinx.ext.linkcode`."""

    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        """Fill every place for such a link, or remove it."""
        domain = domain_of(self.env)
        linked = domain.builder.format == "html"
        seen: set[tuple[int, str]] = set()
        for place in list(self.document.findall(source_link)):
            source = domain.described.sources.get((place["docname"], place["number"]))
            link = _to_source(domain, source) if source and linked else None
            # Signatures of one description that mean the same thing have one link.
            key = (id(place.parent.parent), f"{source}")
            if link is None or key in seen:
                place.parent.remove(place)
            else:
                seen.add(key)
                place.replace_self(link)
        symbols = domain.described.symbols
        for node in self.document.findall(markup) if linked and symbols else ():
            node.blocks = [_with_descriptions(block, symbols) for block in node.blocks]


def _to_source(domain: SourceDomain, source: SourceLocation) -> nodes.Node:
    anchored = domain.sites[source.prefix].settings.anchors(source.path)
    name = printable_line(source.path.rpartition("/")[2])
    shown = nodes.inline("", f"[{name}]", classes=["viewcode-link", "filedocs-source"])
    target = f"L{source.line}" if anchored else source.symbol
    hint = _("{path}, line {line}").format(path=source.path, line=source.line)
    return page_reference(source.docname, shown, target, hint)


def _with_descriptions(
    block: Block,
    described: Mapping[tuple[str, str], Mapping[str, Sequence[tuple[str, str, str]]]],
) -> Block:
    rows = described.get((block.prefix, block.path)) if isinstance(block, OutlineBlock) else None
    if not rows or not isinstance(block, OutlineBlock):
        return block
    symbols = (
        symbol._replace(
            links=(
                *symbol.links,
                *(
                    PageLink(docname, _("[docs]"), place, name, "filedocs-lines filedocs-docs")
                    for docname, place, name in rows.get(symbol.identifier, ())
                ),
            )
        )
        for symbol in block.symbols
    )
    return block._replace(symbols=tuple(symbols))


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
            mentions[*section_of(node), *what] = None
    if mentions:
        domain.mentions[docname] = list(mentions)
    lists = [(str(place["prefix"]), str(place["path"])) for place in doctree.findall(mention_list)]
    if lists:
        domain.mention_lists[docname] = lists
    _note_descriptions(domain, docname, doctree)


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
    for docname, number, description in descriptions(domain):
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
    described = find_described(domain)
    return Beyond(described, find_mentions(domain, described))


def noted(domain: SourceDomain) -> Iterator[object]:
    """Yield everything besides the trees that :func:`beyond_by_page` depends on."""
    for table in (domain.references, domain.uses, domain.mention_lists, domain.descriptions):
        yield sorted(table.items(), key=lambda row: row[0])
    titles = domain.env.titles
    for docname in sorted(domain.mentions.keys() | domain.descriptions.keys()):
        title = titles[docname].astext() if docname in titles else None
        yield docname, title, domain.mentions.get(docname)
    yield sorted(names_of_ids(domain).items())


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
