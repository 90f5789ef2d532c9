"""Transforms for each builder: listings, markup, titles and keywords."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from sphinx_filedocs.ext.addresses import has_keywords, has_pages_beside, id_prefix
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.html_writing import use_items
from sphinx_filedocs.ext.latex_pages import listing_parts
from sphinx_filedocs.languages.file_types import lexer_name
from sphinx_filedocs.pages import index_sections, sections
from sphinx_filedocs.pages.lexer_colours import has_colours
from sphinx_filedocs.pages.list_items import plain_list
from sphinx_filedocs.pages.listing import select_lines
from sphinx_filedocs.pages.nodes import (
    file_keywords,
    file_view,
    folded,
    index_body,
    listing,
    markup,
    packed,
    unpacked,
)
from sphinx_filedocs.pages.pictures import Picture
from sphinx_filedocs.pages.text import printable, printable_line
from sphinx_filedocs.pages.translation import _

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.domains import Domain

logger = logging.getLogger(__name__)


class PlainText(SphinxPostTransform):
    """Replaces markup and listings by docutils' nodes, for builders without HTML."""

    default_priority = 6

    def run(self, **kwargs: Any) -> None:
        """Replace markup, and each listing with a literal block."""
        domain = domain_of(self.env)
        if not has_pages_beside(domain.builder):
            self._leave_out_pictures()
        if domain.builder.format == "html":
            return
        for body in list(self.document.findall(index_body)):
            site, page = domain.page(body["docname"])
            body.replace_self(packed(sections.index_page(site.view(page))))
        is_latex = domain.builder.format == "latex"
        for node in list(self.document.findall(markup)):
            content = unpacked(
                node,
                lambda uses: plain_list(use_items(domain, uses)),
                is_compact=is_latex,
            )
            if domain.builder.name == "linkcheck":
                # All follow from options: the forge would be asked for each file.
                for link in [link for part in content for link in part.findall(nodes.reference)]:
                    link.replace_self(link.children)
            node.replace_self(content)
        for place in list(self.document.findall(listing)):
            source = domain.sites[place["root"]].details.text(place["path"])
            whole = select_lines(printable(source), place["start"], place["end"])
            lines = [line[place.get("dedent", 0) :] for line in whole]
            emphasized: list[int] = [line + 1 for line in place.attributes.get("emphasized", ())]
            lexer = lexer_name(place["language"])
            if domain.builder.format != "latex":
                place.replace_self(_block(lines, lexer, place["start"], emphasized))
                continue
            if not has_colours(lines, lexer):
                lexer = "text"
            parts: list[nodes.Node] = [
                _block(part, lexer, place["start"] + at, [line - at for line in emphasized])
                for at, part in listing_parts(lines)
            ]
            place.replace_self(parts)

    def _leave_out_pictures(self) -> None:
        """Remove sections that hold nothing but pictures, such as *Map*."""
        for node in list(self.document.findall(markup)):
            around = node.parent
            is_picture = all(isinstance(block, Picture) for block in node.blocks)
            if is_picture and isinstance(around, nodes.section) and len(around) == 2:
                around.parent.remove(around)


def _block(
    lines: Sequence[str], lexer: str, start: int, emphasized: Iterable[int]
) -> nodes.literal_block:
    text = "\n".join(lines)
    numbers = [line for line in emphasized if 0 < line <= len(lines)]
    return nodes.literal_block(
        text,
        text,
        language=lexer,
        linenos=True,
        highlight_args={"linenostart": start, "hl_lines": numbers},
        force=True,
    )


class FileTitles(SphinxPostTransform):
    """Marks the folder in the title of a file's page, and adds a link to the source for
    keyboards."""

    default_priority = 5
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Divide the title, and put a link behind it."""
        title = self.document.next_node(nodes.title)
        domain = domain_of(self.env)
        if title is None or self.env.docname not in domain.fingerprints:
            return
        if title.get("folder"):
            text = title.astext()
            name = text[title["folder"] + 1 :]
            folder = nodes.inline("", text[: -len(name)], classes=["filedocs-folder"])
            title.children = []
            title += [folder, nodes.Text(name)]
        page = title.parent
        has_source = any(
            "listing" in section["ids"] for section in self.document.findall(nodes.section)
        )
        if has_source and isinstance(page, nodes.section) and has_pages_beside(domain.builder):
            skip = f'<a class="fd-skip" href="#listing">{_("Skip to the source")}</a>\n'
            page.insert(1, nodes.raw("", skip, format="html"))


class ViewsLeftOut(SphinxPostTransform):
    """Removes rendered files from books, which show listings alone."""

    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        """Remove the sections."""
        if has_pages_beside(domain_of(self.env).builder):
            return
        for node in list(self.document.findall(file_view)):
            node.parent.parent.remove(node.parent)


class UniqueSections(SphinxPostTransform):
    """Adds the docname to ids of sections in singlehtml. Example: ``source/a.py/listing``."""

    # When all sections are there.
    default_priority = 6
    builders = ("singlehtml",)

    def run(self, **kwargs: Any) -> None:
        """Change the ids."""
        generated = domain_of(self.env).fingerprints
        done: set[int] = set()
        # A document stands in the one whose toctree names it: the inner ones come first.
        for start in reversed(list(self.document.findall(addnodes.start_of_file))):
            for section in start.findall(nodes.section):
                if id(section) not in done and start["docname"] in generated:
                    prefix = id_prefix(domain_of(self.env).builder, start["docname"])
                    section["ids"] = [prefix + name for name in section["ids"]]
                done.add(id(section))


class KeywordSections(SphinxPostTransform):
    """Inserts a file's keywords, or removes their section from a book."""

    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        """Replace the placeholders."""
        builder = domain_of(self.env).builder
        for node in list(self.document.findall(file_keywords)):
            if not has_keywords(builder) and isinstance(node.parent, folded):
                node.parent.parent.remove(node.parent)
                continue
            site = domain_of(self.env).sites[node["prefix"]]
            view = site.file_views.keywords_view(node["path"])
            node.replace_self(packed(index_sections.keywords(view)))


def cut_toctrees(app: Sphinx, doctree: nodes.document) -> None:
    """Remove pages from hand-written toctrees that must not name them, with a warning."""
    domain = domain_of(app.env)
    if not domain.cuts_toctrees or app.env.docname in domain.fingerprints:
        return
    for toctree in doctree.findall(addnodes.toctree):
        cut = [entry for entry in toctree["entries"] if entry[1] in domain.collected]
        for entry in cut:
            toctree["entries"].remove(entry)
            logger.warning(
                "%r is left out of the toctree: with numfig, a toctree can name no page of a tree "
                "but its start page; use :doc:",
                entry[1],
                location=toctree,
                type="filedocs",
                subtype="toctree",
            )
        if cut:
            app.env.note_reread()


def warn_missing(app: object, domain: Domain | None, node: addnodes.pending_xref) -> bool | None:
    """Warn of a role's wrong target, instead of Sphinx's warning."""
    if domain is None or domain.name != "src":
        return None
    logger.warning(
        "%s: %s (src:%s)",
        printable_line(str(node["reftarget"])),
        node.get("filedocs_problem", "not found"),
        node["reftype"],
        location=node,
        type="filedocs",
        subtype="reference",
    )
    return True
