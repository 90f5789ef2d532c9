"""The base class of directives with a path: they find the target, and report a wrong one."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from sphinx_filedocs.ext import reference_targets
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
    """A directive whose argument is a path in a documented tree, or of a file outside."""

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
        """Return the content of the directive.

        :raises TargetError: if the target is missing.
        """
        raise NotImplementedError

    @property
    def domain_object(self) -> SourceDomain:
        """The domain with the documented trees."""
        return cast("SourceDomain", self.env.get_domain("src"))

    def file_view(self, path: str) -> FileView:
        """Return the view of a file, also of one outside of every tree.

        :raises TargetError: if there is no such file.
        """
        for site, relative in self.domain_object.targets.site_paths(path):
            self._note(site.tree.prefix, relative)
            if relative in site.plan.files:
                self.shown = ("shown", site.tree.prefix, relative, "")
                return site.file_views.view(relative)
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
            msg = (
                f"{path}: not in a documented tree, and {absolute} can't be read: {error.strerror}"
            )
            raise TargetError(msg) from None
        except reference_targets.CredentialsError as error:
            msg = f"{path}: {error}"
            raise TargetError(msg) from None
        self.domain_object.note_secrets(self.env.docname, absolute, view.file.diagnostics)
        return view

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

    def site_of(self, view: FileView) -> Site | None:
        """Return the tree that a file belongs to."""
        return self.domain_object.sites.get(view.prefix)
