"""The directives of the domain: what stands on generated pages, for hand-written ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.directives.code import container_wrapper
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from sphinx_filedocs.config import FILE_SECTIONS, FOLDER_SECTIONS, TREE_SECTIONS, OptionError
from sphinx_filedocs.ext import reference_targets
from sphinx_filedocs.model.symbols import walk
from sphinx_filedocs.pages import index_pages, sections
from sphinx_filedocs.pages.file import listing_of
from sphinx_filedocs.pages.finding_lists import SEVERITIES
from sphinx_filedocs.pages.findings import findings_by_file
from sphinx_filedocs.pages.markup import (
    Block,
    Bullets,
    Code,
    Inline,
    Muted,
    PageLink,
    UseList,
    bullets,
    paragraph,
)
from sphinx_filedocs.pages.nodes import markup, mention_list, packed
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.translation import _
from sphinx_filedocs.pages.view_models import FileView, FolderView, KeywordsView
from sphinx_filedocs.pages.words import sentence_of
from sphinx_filedocs.source.content import read_text

if TYPE_CHECKING:
    from sphinx_filedocs.ext.domain import SourceDomain

logger = logging.getLogger(__name__)

_LINES = re.compile(r"\s*([0-9]+)\s*(?:-\s*([0-9]+)\s*)?")


#: A line, or a range of lines of which an end may be left out.
_LINE_RANGE = re.compile(r"\s*([0-9]{1,9})?\s*(-)?\s*([0-9]{1,9})?\s*")

#: The attribute that tells of a node, until its page is read, what a directive shows there: how
#: that is to be understood (``shown`` is followed by the tree's prefix, the path and the symbol,
#: if it is one; else it is the name of a role, which is followed by its target).
SHOWN = "filedocs_shown"


#: Behind the path of a file or folder: its findings are shown.
FINDINGS = "\0findings"


class TargetError(Exception):
    """The argument or an option of a directive is wrong; the message says how."""


def _optional_number(argument: str | None) -> int | None:
    """Return the number that an option has, if it has one."""
    return int(directives.nonnegative_int(argument)) if argument and argument.strip() else None


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
    """``src:map``: the parts of a folder, and which uses which."""

    section = "parts"
    missing = "the folder has no parts that use one another"


class TreemapDirective(FolderSection):
    """``src:treemap``: the files below a folder, as areas by their lines."""

    section = "map"
    missing = "the folder has too few files for a map, or only holds another one"


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


class CallersDirective(SourceDirective):
    """``src:callers``: the lines that use a definition, with the definitions that they are in."""

    def content_nodes(self, argument: str) -> list[nodes.Node]:
        """Return the lines by file, without those that import it.

        :raises TargetError: where none or several are called so.
        """
        path, separator, wanted = argument.rpartition("::")
        wanted = wanted.replace("::", ".")
        name = wanted.rpartition(".")[2]
        self.shown = ("symbol", argument)
        found: dict[tuple[Site, str, str], None] = {}
        for site in self.domain_object.sites.values():
            self._note(site.tree.prefix, f"{name}::")
            readings = [
                one for own, one in self.domain_object.targets.site_paths(path) if own is site
            ]
            for one in site.codebase.graph.cross_referenced.get(name, ()):
                is_there = not separator or one.path in readings
                if is_there and wanted in (one.qualified, one.name):
                    found[site, one.path, one.qualified] = None
        if len(found) != 1:
            shown = ", ".join(f"{path}::{qualified}" for _site, path, qualified in [*found][:5])
            more = f" and {len(found) - 5} more" if len(found) > 5 else ""
            said = (
                f"several definitions are called so: {shown}{more}"
                if found
                else ("no documented tree defines this name")
            )
            msg = f"{argument}: {said}"
            raise TargetError(msg)
        ((site, *key),) = found
        if not site.use_views.callers(*key):
            return packed([paragraph(Muted(_("no use found")))])
        return packed([UseList(site.tree.prefix, "callers", tuple(key))])


class FindingsDirective(SourceDirective):
    """``src:findings``: what is found in a file, or in the files below a folder."""

    required_arguments = 0
    optional_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"severity": directives.unchanged_required}

    def content_nodes(self, argument: str) -> list[nodes.Node]:
        """Return the findings by file, the project's own alone.

        :raises TargetError: when no tree has the file or folder.
        """
        least = self.options.get("severity", SEVERITIES[-1])
        if least not in SEVERITIES:
            msg = f":severity: {least}: allowed are {', '.join(SEVERITIES)}"
            raise TargetError(msg)
        path = argument or next(iter(self.domain_object.sites), "")
        for site, relative in self.domain_object.targets.site_paths(
            "" if path in (".", "/") else path
        ):
            self._note(site.tree.prefix, f"{relative}{FINDINGS}")
            if relative in site.plan.folders or relative in site.plan.files:
                view = site.findings_below(relative, SEVERITIES.index(least))
                return packed(findings_by_file(view))
        msg = f"{path}: no documented tree has this file or folder"
        raise TargetError(msg)


class ListingDirective(SourceDirective):
    """``src:listing``: the source of a file, or a part of it."""

    option_spec: ClassVar[dict[str, Any]] = {
        "lines": directives.unchanged_required,
        "symbol": directives.unchanged_required,
        "start-at": directives.unchanged_required,
        "start-after": directives.unchanged_required,
        "end-at": directives.unchanged_required,
        "end-before": directives.unchanged_required,
        "emphasize-lines": directives.unchanged_required,
        "dedent": _optional_number,
        "caption": directives.unchanged_required,
        "name": directives.unchanged_required,
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
        lines = self._text(view)[start - 1 : end]
        first, last = self._between(lines)
        lines = lines[first:last]
        content = listing_of(view, start + first, start + last - 1, anchors=False)
        for node in content:
            if isinstance(node, nodes.Element):
                node["emphasized"] = self._emphasized(len(lines))
                node["dedent"] = self._dedent(lines, start + first)
        return self._named(content)

    def _text(self, view: FileView) -> list[str]:
        """Return the lines of a file as they are now."""
        site = self.site_of(view)
        text = read_text(
            site.root if site else Path(view.root),
            view.file.path,
            self.config.filedocs_max_bytes,
            self.config.filedocs_public_credentials,
        )
        return text.split("\n")[: view.facts.lines.total]

    def _between(self, lines: Sequence[str]) -> tuple[int, int]:
        """Return the first of some lines to show and the one behind the last, 0-based, by the text
        that is in those around them.

        :raises TargetError: when no line has the text, or there are two options for one end.
        """
        first = self._place(lines, 0, "start-at", "start-after")
        # As for literalinclude, the line that a listing starts at does not end it.
        at = self.options.get("start-at") is not None
        last = self._place(lines, first + at, "end-before", "end-at") or len(lines)
        if first >= last:
            msg = "no line is left between the texts of its options"
            raise TargetError(msg)
        return first, last

    def _place(self, lines: Sequence[str], begin: int, here: str, behind: str) -> int:
        """Return the number of the first line with the text of an option, or the next number by
        the other option; 0 without either."""
        if here in self.options and behind in self.options:
            msg = f":{here}: and :{behind}: exclude one another"
            raise TargetError(msg)
        option = here if here in self.options else behind
        if option not in self.options:
            return 0
        text = self.options[option]
        for number, line in enumerate(lines[begin:], begin):
            if text in line:
                return number + (option == behind)
        msg = f":{option}: {text}: no line of the listing has this text"
        raise TargetError(msg)

    def _emphasized(self, count: int) -> tuple[int, ...]:
        """Return the lines to emphasize, 0-based, of those that are shown."""
        written = self.options.get("emphasize-lines", "")
        numbers: set[int] = set()
        for part in written.split(",") if written else ():
            match = _LINE_RANGE.fullmatch(part)
            first = int(match[1] or 1) if match else 0
            last = int(match[3] or count) if match and match[2] else first
            if not 1 <= first <= last <= count:
                msg = (
                    f":emphasize-lines: {written}: allowed are lines of the listing such as "
                    f"1,3-5, from 1 to {count}"
                )
                raise TargetError(msg)
            numbers.update(range(first - 1, last))
        return tuple(sorted(numbers))

    def _dedent(self, lines: Sequence[str], start: int) -> int:
        """Return how many characters each line loses: all that are blank in each, without a number.

        :param start: the number of the first line in its file.
        """
        if "dedent" not in self.options:
            return 0
        blanks = [len(line) - len(line.lstrip()) for line in lines]
        filled = [count for count, line in zip(blanks, lines, strict=True) if line.strip()]
        wanted = self.options["dedent"]
        if wanted is None:
            return min(filled, default=0)
        for number, (count, line) in enumerate(zip(blanks, lines, strict=True), start):
            if line.strip() and count < wanted:
                msg = f":dedent: {wanted}: line {number} begins with {count} blanks"
                raise TargetError(msg)
        return int(wanted)

    def _named(self, content: list[nodes.Node]) -> list[nodes.Node]:
        """Return a listing with its caption and its name."""
        if not content or not self.options.keys() & {"caption", "name"}:
            return content
        if caption := self.options.get("caption"):
            try:
                wrapped = container_wrapper(self, cast("nodes.literal_block", content[0]), caption)
            except ValueError as error:
                raise TargetError(f":caption: {error}") from None
        else:
            wrapped = nodes.container("", content[0])
        self.add_name(wrapped)
        return [wrapped]

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
    "map": MapDirective,
    "treemap": TreemapDirective,
    "callers": CallersDirective,
    "findings": FindingsDirective,
}
