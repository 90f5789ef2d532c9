"""Links between object descriptions of other domains, such as ``py:function``, and sources."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.pages.markup import Block, OutlineBlock, PageLink
from sphinx_filedocs.pages.mentions import Described, SourceLocation
from sphinx_filedocs.pages.nodes import markup, page_reference, source_link
from sphinx_filedocs.pages.text import printable_line
from sphinx_filedocs.pages.translation import _
from sphinx_filedocs.pages.view_models import symbol_anchor

if TYPE_CHECKING:
    from sphinx_filedocs.ext.domain import SourceDomain
    from sphinx_filedocs.index.links.definition_lookup import DefinitionLookup

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


def note(domain: SourceDomain, docname: str, doctree: nodes.document) -> None:
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
    from sphinx_filedocs.index.links.definition_lookup import DefinitionLookup  # noqa: PLC0415

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
            remembered[key] = _find(domain, lookups, key)
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


def _find(
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
