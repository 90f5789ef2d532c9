"""The directives of the domain: what stands on generated pages, for hand-written ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from sphinx_filedocs.config import FILE_SECTIONS, FOLDER_SECTIONS, TREE_SECTIONS, OptionError
from sphinx_filedocs.ext import reference_targets
from sphinx_filedocs.model.symbols import walk
from sphinx_filedocs.pages import index_pages, sections
from sphinx_filedocs.pages.file import listing_of
from sphinx_filedocs.pages.markup import Block, Bullets, Code, Inline, PageLink, bullets
from sphinx_filedocs.pages.nodes import markup, mention_list, packed
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.translation import _
from sphinx_filedocs.pages.view_models import FileView, FolderView, KeywordsView
from sphinx_filedocs.pages.words import sentence_of

if TYPE_CHECKING:
    from sphinx_filedocs.ext.domain import SourceDomain

logger = logging.getLogger(__name__)

_LINES = re.compile(r"\s*([0-9]+)\s*(?:-\s*([0-9]+)\s*)?")


#: The attribute that tells of a node, until its page is read, what a directive shows there: how
#: that is to be understood (``shown`` is followed by the tree's prefix, the path and the symbol,
#: if it is one; else it is the name of a role, which is followed by its target).
SHOWN = "filedocs_shown"


class TargetError(Exception):
    """The argument or an option of a directive is wrong; the message says how."""


def _names(argument: str) -> list[str]:
    return [name for name in re.split(r"[\s,]+", argument) if name]


class SourceDirective(SphinxDirective):
    """A directive whose argument is a path of a documented tree, or of a file beside it."""

    required_arguments = 1
    final_argument_whitespace = True
    #: What it is about; see :data:`SHOWN`.
    shown: tuple[str, ...] = ()

    def run(self) -> list[nodes.Node]:
        """Return the content; a wrong argument is a located warning and gives none."""
        try:
            content = self.content_nodes(self.arguments[0].strip() if self.arguments else "")
        except TargetError as error:
            logger.warning(
                "%s: %s",
                self.name,
                error,
                location=self.get_location(),
                type="filedocs",
                subtype="directive",
            )
            return []
        if self.shown and content and isinstance(content[0], nodes.Element):
            content[0][SHOWN] = self.shown
        return content

    def content_nodes(self, argument: str) -> list[nodes.Node]:
        """Return what the directive shows.

        :raises TargetError: when that can't be found.
        """
        raise NotImplementedError

    @property
    def domain_object(self) -> SourceDomain:
        """The domain with the documented trees."""
        return cast("SourceDomain", self.env.get_domain("src"))

    def file_view(self, path: str) -> FileView:
        """Return what the page of a file shows, or would show for one outside every tree.

        :raises TargetError: when there is no such file.
        """
        for site, relative in self.domain_object.targets.site_paths(path):
            self._note(site.tree.prefix, relative)
            if relative in site.plan.files:
                self.shown = ("shown", site.tree.prefix, relative, "")
                return site.file_view(relative)
        _, absolute = self.env.relfn2path(path, self.env.docname)
        self.env.note_dependency(absolute)
        config = self.config
        try:
            view = reference_targets.outside_file_view(
                absolute,
                path,
                config.filedocs_max_bytes,
                config.filedocs_public_credentials,
                tuple(config.filedocs_plain),
            )
        except OSError as error:
            msg = f"{path}: no documented tree has this file, and {error.strerror}: {absolute}"
            raise TargetError(msg) from None
        except reference_targets.CredentialsError as error:
            msg = f"{path}: {error}"
            raise TargetError(msg) from None
        self.domain_object.note_secrets(self.env.docname, absolute, view.file.diagnostics)
        return view

    def folder_view(self, path: str) -> FolderView:
        """Return what the page of a folder shows.

        :raises TargetError: when no tree has it.
        """
        for site, relative in self.domain_object.targets.site_paths(
            "" if path in (".", "/") else path
        ):
            self._note(site.tree.prefix, f"{relative}/")
            if relative in site.plan.folders:
                return site.folder_view(relative)
        msg = f"{path}: no documented tree has this folder"
        raise TargetError(msg)

    def _note(self, prefix: str, path: str) -> None:
        """Note that the page shows what may be there, or that it is missing."""
        self.domain_object.note_use(self.env.docname, prefix, path)

    def site_of(self, view: FileView) -> Site | None:
        """Return the tree that a file belongs to."""
        return self.domain_object.sites.get(view.prefix)


class _WholePage(SourceDirective):
    """The sections of a page, all of them or those of the option ``:sections:``."""

    option_spec: ClassVar[dict[str, Any]] = {"sections": directives.unchanged_required}

    def chosen(self, known: Sequence[str], default: Sequence[str]) -> list[str]:
        """Return the names of the sections to show.

        :raises TargetError: when one is unknown.
        """
        names = _names(self.options.get("sections", "")) or list(default)
        for name in names:
            if name not in known and "." not in name:
                msg = f":sections: {name}: allowed are {', '.join(known)}"
                raise TargetError(msg)
            if name not in known:
                self._note("", name)
        return names


class FilePage(_WholePage):
    """``src:file``: the page of a file."""

    def content_nodes(self, argument: str) -> list[nodes.Node]:
        """Return the file's sections, with rubrics for their titles."""
        names = self.chosen(FILE_SECTIONS, self.domain_object.settings.file_sections)
        return _with_rubrics(self.file_view(argument), names, always=len(names) > 1)


class FolderPage(_WholePage):
    """``src:folder``: the page of a folder."""

    def content_nodes(self, argument: str) -> list[nodes.Node]:
        """Return the folder's sections, with rubrics for their titles."""
        known = tuple(dict.fromkeys((*FOLDER_SECTIONS, *TREE_SECTIONS)))
        names = self.chosen(known, self.domain_object.settings.folder_sections)
        return _with_rubrics(self.folder_view(argument), names, always=len(names) > 1)


def _with_rubrics(
    view: FileView | FolderView, names: Sequence[str], always: bool
) -> list[nodes.Node]:
    """Return sections for a page that has a structure of its own: titles become rubrics, and
    ids, which belong to the page of the file itself, are left out."""
    content: list[nodes.Node] = []
    try:
        made = sections.build(view, names)
    except OptionError as error:
        raise TargetError(str(error)) from error
    for built in made:
        if not isinstance(built, nodes.section):
            if isinstance(built, mention_list):
                built["heading"] = "rubric" if always else ""
            content.append(built)
            continue
        title, *body = built.children
        if always:
            content.append(nodes.rubric("", title.astext()))
        content += body
    return _without_ids(content)


def _without_ids(content: list[nodes.Node]) -> list[nodes.Node]:
    for node in content:
        for element in node.findall(nodes.Element):
            element["ids"] = []
            if isinstance(element, markup):
                element["bare"] = True
    return content


class OneSection(SourceDirective):
    """A directive that is one section of a file's page."""

    section: ClassVar[str]

    def content_nodes(self, argument: str) -> list[nodes.Node]:
        """Return the section's content without its title."""
        return _with_rubrics(self.file_view(argument), [self.section], always=False)


class MetadataDirective(OneSection):
    """``src:metadata``: what is known of a file from outside."""

    section = "metadata"


class OutlineDirective(OneSection):
    """``src:outline``: the definitions of a file."""

    section = "outline"


class ImportsDirective(OneSection):
    """``src:imports``: what a file imports and what imports it, to a depth."""

    section = "dependencies"
    option_spec: ClassVar[dict[str, Any]] = {"depth": directives.unchanged_required}

    def file_view(self, path: str) -> FileView:
        """Return what the page of a file shows, with what it imports over several steps.

        :raises TargetError: when there is no such file, or the depth is none.
        """
        written = self.options.get("depth", "1").strip()
        if not re.fullmatch("all|0*[1-9][0-9]{0,5}", written):
            msg = f":depth: {written}: allowed are a whole number above 0, and all"
            raise TargetError(msg)
        view = super().file_view(path)
        site = self.site_of(view)
        depth = None if written == "all" else int(written)
        if site is None or depth == 1:
            return view
        deep = site.deep_file_view(view.file.path, depth)
        self._note(view.prefix, f"{view.file.path}\0{depth or 'all'}")
        return deep


class KeywordsDirective(SourceDirective):
    """``src:keywords``: the keywords of a file with their lines, or the way to those of a
    folder."""

    def content_nodes(self, argument: str) -> list[nodes.Node]:
        """Return the keywords by kind."""
        for site, relative in self.domain_object.targets.site_paths(argument):
            self._note(site.tree.prefix, f"{relative}/")
            if docname := site.plan.entrance(relative):
                title = _("Keyword index of {what}").format(what=argument)
                return packed([bullets([[PageLink(docname, title)]])])
        file_view = self.file_view(argument)
        own = self.site_of(file_view)
        if own is None:
            words = reference_targets.outside_keywords(
                file_view,
                self.config.filedocs_max_bytes,
                self.config.filedocs_public_credentials,
                tuple(self.config.filedocs_plain),
            )
            shown = KeywordsView("", None, argument, path=file_view.file.path, keywords=words)
        else:
            shown = own.keywords_view(file_view.file.path)
        return packed(index_pages.keywords(shown))


class CrossReferenceDirective(SourceDirective):
    """``src:crossref``: every definition and every use of a name."""

    def content_nodes(self, argument: str) -> list[nodes.Node]:
        """Return the definitions and uses of the name in every tree that has it."""
        content: list[Block] = []
        self.shown = ("crossref", argument)
        for site in self.domain_object.sites.values():
            self._note(site.tree.prefix, f"{argument}::")
            if argument in site.plan.crossref_pages:
                view = site.use_views.crossref_of(argument)
                for one in view.names:
                    content += index_pages.crossref_entry(view, one)
        if not content:
            msg = f"{argument}: no documented tree defines or imports this name"
            raise TargetError(msg)
        return _without_ids(packed(content))


class ListingDirective(SourceDirective):
    """``src:listing``: the source of a file, or a part of it."""

    option_spec: ClassVar[dict[str, Any]] = {
        "lines": directives.unchanged_required,
        "symbol": directives.unchanged_required,
    }

    def content_nodes(self, argument: str) -> list[nodes.Node]:
        """Return the listing."""
        path, _, name = argument.partition("::")
        name = name or self.options.get("symbol", "")
        view = self.file_view(path)
        if view.file.kind != "text":
            msg = f"{path}: the file is {view.file.kind} and has no listing"
            raise TargetError(msg)
        start, end = 1, view.facts.lines.total
        if name:
            start, end = self._symbol(view, name)
            self.shown = (*self.shown[:-1], name) if self.shown else ()
        if "lines" in self.options:
            start, end = self._lines(self.options["lines"], end=view.facts.lines.total)
        return listing_of(view, start, end, anchors=False)

    def _symbol(self, view: FileView, name: str) -> tuple[int, int]:
        wanted = name.replace("::", ".")
        for entry in walk(view.facts.symbols):
            if wanted in (entry.qualified, entry.symbol.name):
                return entry.symbol.span.start, entry.symbol.span.end
        msg = f"{view.file.path} defines no symbol {name}"
        raise TargetError(msg)

    def _lines(self, value: str, end: int) -> tuple[int, int]:
        match = _LINES.fullmatch(value)
        if match:
            first, last = int(match[1]), int(match[2] or match[1])
            if 1 <= first <= last <= end:
                return first, last
        msg = f":lines: {value}: allowed is a line, or first-last, from 1 to {end}"
        raise TargetError(msg)


class TreeContents(SourceDirective):
    """``src:tree``: the folders and files below a folder, to a depth."""

    required_arguments = 0
    optional_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"depth": directives.positive_int}

    def content_nodes(self, argument: str) -> list[nodes.Node]:
        """Return nested lists of links."""
        view = self.folder_view(argument or next(iter(self.domain_object.sites), ""))
        site = self.domain_object.sites[view.prefix]
        return packed([self._level(site, view.folder.path, self.options.get("depth", 2))])

    def _level(self, site: Site, path: str, depth: int) -> Bullets:
        """Return the list of what is directly in a folder, with the lists below it inside."""
        self._note(site.tree.prefix, f"{path}/")
        folder, descriptions = site.codebase.folders[path], site.codebase.graph.descriptions
        rows: list[list[Inline | Bullets]] = []
        for sub in folder.folders:
            words = sentence_of(descriptions.get(sub))
            row = _entry(site.plan.folders[sub], f"{sub.rpartition('/')[2]}/", words)
            rows.append([*row, self._level(site, sub, depth - 1)] if depth > 1 else row)
        for file in folder.files:
            words = sentence_of(descriptions.get(file))
            rows.append(_entry(site.plan.files[file], file.rpartition("/")[2], words))
        return bullets(rows)


def _entry(docname: str, name: str, words: Sequence[Inline]) -> list[Inline | Bullets]:
    about: list[Inline] = [" – ", *words] if words else []
    return [PageLink(docname, Code(name)), *about]


DIRECTIVES: dict[str, type[SourceDirective]] = {
    "file": FilePage,
    "folder": FolderPage,
    "metadata": MetadataDirective,
    "outline": OutlineDirective,
    "imports": ImportsDirective,
    "keywords": KeywordsDirective,
    "crossref": CrossReferenceDirective,
    "listing": ListingDirective,
    "tree": TreeContents,
}
