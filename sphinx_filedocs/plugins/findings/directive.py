"""The directive ``src:findings``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from docutils import nodes
from docutils.parsers.rst import directives

from sphinx_filedocs import __version__
from sphinx_filedocs.ext.source_directive import SourceDirective, TargetError
from sphinx_filedocs.model.facts import SEVERITIES
from sphinx_filedocs.pages.nodes import packed
from sphinx_filedocs.plugins.findings.pages import FindingPages

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

#: The name of the section.
_NAME = "findings"


class FindingsDirective(SourceDirective):
    """``src:findings``: findings in a file, or below a folder."""

    required_arguments = 0
    optional_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"severity": directives.unchanged_required}

    def content_nodes(self, argument: str) -> list[nodes.Node]:
        """Return the findings in the project's own files, by file.

        :raises TargetError: if no tree has the file or folder.
        """
        least = self.options.get("severity", SEVERITIES[-1])
        if least not in SEVERITIES:
            msg = f":severity: {least}: use one of {', '.join(SEVERITIES)}"
            raise TargetError(msg)
        path = argument or next(iter(self.domain_object.sites), "")
        for site, relative in self.domain_object.targets.site_paths(
            "" if path in (".", "/") else path
        ):
            self._note(site.tree.prefix, f"{relative}\0{_NAME}")
            if relative in site.plan.folders or relative in site.plan.files:
                pages = cast("FindingPages", site.additions[_NAME])
                return packed(pages.below(relative, SEVERITIES.index(least)))
        msg = f"{path}: no documented tree has this file or folder"
        raise TargetError(msg)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_directive_to_domain("src", _NAME, FindingsDirective)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
