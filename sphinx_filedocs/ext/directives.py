"""The directives of the domain: parts of generated pages on hand-written ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from sphinx_filedocs.config import FILE_SECTIONS, FOLDER_SECTIONS, TREE_SECTIONS
from sphinx_filedocs.ext.source_directive import ListingDirective, SourceDirective, TargetError
from sphinx_filedocs.hooks import OptionError
from sphinx_filedocs.pages import index_sections, sections
from sphinx_filedocs.pages.markup import (
    Block,
    Bullets,
    Code,
    Inline,
    PageLink,
    bullets,
)
from sphinx_filedocs.pages.nodes import markup, mention_list, packed
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.translation import _
from sphinx_filedocs.pages.view_models import FileView, FolderView
from sphinx_filedocs.pages.words import sentence_of


def _names(argument: str) -> list[str]:
    return [name for name in re.split(r"[\s,]+", argument) if name]


class _WholePage(SourceDirective):
    option_spec: ClassVar[dict[str, Any]] = {"sections": directives.unchanged_required}

    def chosen(self, known: Sequence[str], default: Sequence[str]) -> list[str]:
        """Return the names of the sections to show.

        :raises TargetError: when one is unknown.
        """
        names = _names(self.options.get("sections", "")) or list(default)
        for name in names:
            if name not in known and "." not in name:
                msg = f":sections: {name}: use {', '.join(known)}"
                raise TargetError(msg)
            if name not in known:
                self._note("", name)
        return names


class FilePage(_WholePage):
    """``src:file``: the page of a file."""

    def content_nodes(self, argument: str) -> list[nodes.Node]:
        """Return the file's sections, with rubrics for their titles."""
        view = self.file_view(argument)
        settings = self.domain_object.settings.with_languages(lambda _: view.file.language_name)
        names = self.chosen(FILE_SECTIONS, settings.sections(view.file.path))
        return _with_rubrics(view, names, always=len(names) > 1)


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
    """Turn titles into rubrics, and remove ids, which belong to the page of the file."""
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


class FolderSection(SourceDirective):
    """A directive that is one section of a folder's page; without an argument, of a tree's."""

    required_arguments = 0
    optional_arguments = 1
    section: ClassVar[str]
    #: Why there may be none.
    missing: ClassVar[str]

    def content_nodes(self, argument: str) -> list[nodes.Node]:
        """Return the section's content without its title."""
        view = self.folder_view(argument or next(iter(self.domain_object.sites), ""))
        content = _with_rubrics(view, [self.section], always=False)
        if not content:
            msg = f"{argument or view.title}: {self.missing}"
            raise TargetError(msg)
        return content


class MapDirective(FolderSection):
    """``src:map``: the parts of a folder and the uses between them."""

    section = "parts"
    missing = "the folder has no parts that use one another"


class TreemapDirective(FolderSection):
    """``src:treemap``: the files below a folder, as areas by their lines."""

    section = "map"
    missing = "the folder has too few files for a map, or contains only one folder"


class MetadataDirective(OneSection):
    """``src:metadata``: size, owners, licence and history of a file."""

    section = "metadata"


class OutlineDirective(OneSection):
    """``src:outline``: the definitions of a file."""

    section = "outline"


class ImportsDirective(OneSection):
    """``src:imports``: imports and importers of a file."""

    section = "dependencies"


class KeywordsDirective(SourceDirective):
    """``src:keywords``: the keyword index of a file, or a link to that of a folder."""

    def content_nodes(self, argument: str) -> list[nodes.Node]:
        """Return the keywords by kind."""
        for site, relative in self.domain_object.targets.site_paths(argument):
            self._note(site.tree.prefix, f"{relative}/")
            if docname := site.plan.entrance(relative):
                title = _("Keyword index of {what}").format(what=argument)
                return packed([bullets([[PageLink(docname, title)]])])
        view = self.file_view(argument)
        shown = self.site_of(view).file_views.keywords_view(view.file.path)
        return packed(index_sections.keywords(shown))


class CrossReferenceDirective(SourceDirective):
    """``src:crossref``: every definition and every use of a name."""

    def content_nodes(self, argument: str) -> list[nodes.Node]:
        """Return the definitions and uses of the name in every tree that has it."""
        content: list[Block] = []
        self.shown = ("crossref", argument)
        for site in self.domain_object.sites.values():
            self._note(site.tree.prefix, f"{argument}::")
            if argument in site.plan.name_places:
                view = site.use_views.crossref_of(argument)
                for name in view.names:
                    content += index_sections.crossref_entry(view, name)
        if not content:
            msg = f"{argument}: no documented tree defines or imports this name"
            raise TargetError(msg)
        return _without_ids(packed(content))


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
    "map": MapDirective,
    "treemap": TreemapDirective,
}
