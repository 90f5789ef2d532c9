"""The views of the files of one tree as documents, tables and images."""

from __future__ import annotations

from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.pages.digests import digest_of
from sphinx_filedocs.pages.plan import Plan
from sphinx_filedocs.pages.rendered.slots import Rendering
from sphinx_filedocs.pages.rendered.targets import Targets
from sphinx_filedocs.pages.rendered.view import LINKING, render, view_kind
from sphinx_filedocs.pages.settings import Details, Settings


class RenderedViews:
    """Makes the views of one tree.

    :param details: what is read again of a file.
    """

    def __init__(
        self, codebase: Codebase, plan: Plan, settings: Settings, details: Details
    ) -> None:
        self._codebase = codebase
        self._plan = plan
        self._settings = settings
        self._details = details
        #: What was made for a digest and not shown yet.
        self._made: dict[str, Rendering] = {}

    def targets(self, path: str) -> Targets:
        """Return what targets in the text of a file mean."""
        return Targets(path, self._plan.documents, self._codebase.files)

    def said(self, path: str) -> str:
        """Return a digest of what the view of a file shows of other files."""
        light = self._codebase.light[path]
        kind = view_kind(light) if self._settings.views(path) else None
        if kind is None or kind.name not in LINKING:
            return ""
        # Asked for, so that it is noted: another text has other links.
        made = self._made[path] = self._render(self._codebase.files[path])
        return digest_of(map(self.targets(path).shown, made.slots))

    def take(self, path: str) -> Rendering:
        """Return the view of a file, which is shown once."""
        return self._made.pop(path, None) or self._render(self._codebase.light[path])

    def _render(self, file: File) -> Rendering:
        text = "" if file.kind == "binary" else "\n".join(self._details.lines(file.path))
        return render(file, text)
