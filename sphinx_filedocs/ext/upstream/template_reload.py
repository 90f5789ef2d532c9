"""Keeps Jinja from looking for every page whether a template has changed.

Changed is ``auto_reload`` of the environment in which Sphinx renders templates: by itself Jinja
looks at the file of each template and of each one that it includes, for each page, and no template
changes while a build goes on. Looked at in Sphinx 8.2, 9.0 and 9.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_filedocs.ext.upstream.patch import Name, Patch

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class TemplateReload(Patch):
    """Templates are read once in a build."""

    name = "template_reload"
    changes = "Jinja does not check whether a template has changed."
    why = "It checks the file of each template for each page."
    without = "Pages are written more slowly."
    needs = (Name("builder.templates.environment.auto_reload", bool),)

    def concerns(self, app: Sphinx) -> bool:
        """Tell whether the builder has templates."""
        return getattr(app.builder, "templates", None) is not None

    def apply(self, app: Sphinx) -> None:
        """Turn it off for the builder's templates."""
        builder: Any = app.builder
        builder.templates.environment.auto_reload = False
