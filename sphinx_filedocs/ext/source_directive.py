"""The base class of directives with a path, and the directive ``src:listing`` with the options of
``literalinclude``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.directives.code import LiteralIncludeReader, container_wrapper
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from sphinx_filedocs.model.symbols import walk
from sphinx_filedocs.pages.file_sections import listing_of
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.view_models import FileView, FolderView

if TYPE_CHECKING:
    from sphinx_filedocs.ext.domain import SourceDomain

logger = logging.getLogger(__name__)

#: The attribute that tells of a node, until its page is read, what a directive shows there: how
#: that is to be understood (``shown`` is followed by the tree's prefix, the path and the symbol,
#: if it is one; else it is the name of a role, which is followed by its target).
SHOWN = "filedocs_shown"


class TargetError(Exception):
    """Raised for a wrong argument or option of a directive."""


class SourceDirective(SphinxDirective):
    """A directive whose argument is a path in a documented tree."""

    required_arguments = 1
    final_argument_whitespace = True
    #: The subject; see :data:`SHOWN`.
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
        """Return the content of the directive.

        :raises TargetError: if the target is missing.
        """
        raise NotImplementedError

    @property
    def domain_object(self) -> SourceDomain:
        """The domain with the documented trees."""
        return cast("SourceDomain", self.env.get_domain("src"))

    def file_view(self, path: str) -> FileView:
        """Return the view of a file.

        :raises TargetError: if there is no such file.
        """
        for site, relative in self.domain_object.targets.site_paths(path):
            self._note(site.tree.prefix, relative)
            if relative in site.plan.files:
                self.shown = ("shown", site.tree.prefix, relative, "")
                return site.file_views.view(relative)
        msg = f"{path}: no documented tree has this file"
        raise TargetError(msg)

    def folder_view(self, path: str) -> FolderView:
        """Return the view of a folder.

        :raises TargetError: if no tree has it.
        """
        for site, relative in self.domain_object.targets.site_paths(
            "" if path in (".", "/") else path
        ):
            self._note(site.tree.prefix, f"{relative}/")
            if relative in site.plan.folders:
                return site.folder_views.view(relative)
        msg = f"{path}: no documented tree has this folder"
        raise TargetError(msg)

    def _note(self, prefix: str, path: str) -> None:
        self.domain_object.note_use(self.env.docname, prefix, path)

    def site_of(self, view: FileView) -> Site:
        """Return the tree that a file belongs to."""
        return self.domain_object.sites[view.prefix]


#: A line, or a range of lines.
_LINES = re.compile(r"\s*([0-9]+)\s*(?:-\s*([0-9]+)\s*)?")
#: The same with optional ends.
_LINE_RANGE = re.compile(r"\s*([0-9]{1,9})?\s*(-)?\s*([0-9]{1,9})?\s*")


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
        "dedent": lambda argument: (
            int(directives.nonnegative_int(argument)) if argument and argument.strip() else None
        ),
        "caption": directives.unchanged_required,
        "name": directives.unchanged_required,
    }

    def content_nodes(self, argument: str) -> list[nodes.Node]:
        """Return the listing."""
        path, _, name = argument.partition("::")
        name = name or self.options.get("symbol", "")
        view = self.file_view(path)
        if view.file.kind != "text":
            msg = f"{path}: no listing, because the file is {view.file.kind}"
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
        text = self.site_of(view).details.text(view.file.path)
        return text.split("\n")[: view.facts.lines.total]

    def _between(self, lines: list[str]) -> tuple[int, int]:
        """Return the 0-based range of lines that options such as ``start-at`` select."""
        try:
            reader = LiteralIncludeReader("", self.options, self.config)
            started = reader.start_filter(lines)
            count = len(reader.end_filter(started))
        except ValueError as error:
            raise TargetError(str(error)) from None
        if not count:
            msg = "the texts of the options enclose no lines"
            raise TargetError(msg)
        first = len(lines) - len(started)
        return first, first + count

    def _emphasized(self, count: int) -> tuple[int, ...]:
        written = self.options.get("emphasize-lines", "")
        numbers: set[int] = set()
        for part in written.split(",") if written else ():
            match = _LINE_RANGE.fullmatch(part)
            first = int(match[1] or 1) if match else 0
            last = int(match[3] or count) if match and match[2] else first
            if not 1 <= first <= last <= count:
                msg = (
                    f":emphasize-lines: {written}: use lines of the listing from 1 to "
                    f"{count}, such as 1,3-5"
                )
                raise TargetError(msg)
            numbers.update(range(first - 1, last))
        return tuple(sorted(numbers))

    def _dedent(self, lines: Sequence[str], start: int) -> int:
        """Return the number of blanks to remove from each line; without a value all common ones.

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
                msg = f":dedent: {wanted}: line {number} begins with only {count} blanks"
                raise TargetError(msg)
        return int(wanted)

    def _named(self, content: list[nodes.Node]) -> list[nodes.Node]:
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
        msg = f":lines: {value}: use a line or first-last, from 1 to {end}"
        raise TargetError(msg)
