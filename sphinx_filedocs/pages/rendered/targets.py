"""What the targets of links and images in a file of a tree lead to, and the views with them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.symbols import walk
from sphinx_filedocs.pages.digests import digest_of
from sphinx_filedocs.pages.plan import Plan
from sphinx_filedocs.pages.rendered.elements import LINES, PREFIX, Rendering, Slot, Slugs, slug
from sphinx_filedocs.pages.rendered.view import LINKING, render, view_kind
from sphinx_filedocs.pages.settings import Details, Settings

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
#: Where links may lead besides the tree: no other scheme is passed on.
_OUTSIDE = re.compile(r"(?i)(?:https?://|mailto:)[^\s<>\"]+")
_LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class LinkedPlace:
    """A document of the tree and an anchor on it, ``""`` for none."""

    docname: str
    anchor: str = ""


@dataclass(frozen=True)
class Targets:
    """Resolves targets in the file ``path``."""

    path: str
    documents: Mapping[str, str]
    files: Mapping[str, File]

    def outside(self, target: str) -> str:
        """Return a target as an address outside, or ``""``."""
        cleaned = target.strip()[:_LONGEST]
        if cleaned.startswith("//"):
            cleaned = f"https:{cleaned}"
        return cleaned if _OUTSIDE.fullmatch(cleaned) else ""

    def within(self, target: str) -> LinkedPlace | None:
        """Resolve a target in the tree."""
        if not target.strip() or len(target) > _LONGEST or _SCHEME.match(target.strip()):
            return None
        if target.startswith("//"):
            return None
        written, _, fragment = target.strip().partition("#")
        fragment = unquote(fragment)
        path = self._path(written)
        if path is None:
            return None
        docname = self.documents.get(path) if path else None
        if docname is None:
            docname = self.documents.get(f"{path.rstrip('/')}/")
            return LinkedPlace(docname) if docname else None
        return LinkedPlace(docname, self._anchor(path, fragment, written))

    def image(self, target: str) -> File | None:
        """Return the file of an image of the tree that fits on a page."""
        if len(target) > _LONGEST or _SCHEME.match(target.strip()) or target.startswith("//"):
            return None
        path = self._path(target.strip().partition("#")[0])
        file = self.files.get(path) if path and self.documents.get(path) else None
        kind = view_kind(file) if file else None
        return file if kind and kind.name == "image" and kind.fits else None

    def shown(self, slot: Slot) -> str:
        """Return the inputs of a slot, as a text to compare."""
        file = self.image(slot.target) if slot.alternative is not None else None
        return f"{file.path} {file.digest}" if file else repr(self.within(slot.target))

    def _path(self, written: str) -> str | None:
        if not written:
            return self.path
        path = unquote(written.partition("?")[0])
        folder = "" if path.startswith("/") else self.path.rpartition("/")[0]
        joined = posixpath.normpath(posixpath.join(folder, path.lstrip("/")))
        if joined == "." or path == "/":
            return ""
        return None if joined.startswith("..") else joined

    def _anchor(self, path: str, fragment: str, written: str) -> str:
        if not fragment:
            return ""
        if match := LINES.fullmatch(fragment):
            return f"L{match[1]}"
        if not written:
            return f"{PREFIX}{slug(fragment)}"
        file = self.files.get(path)
        kind = view_kind(file) if file else None
        if file is None or kind is None or kind.name not in {"markdown", "restructuredtext"}:
            return ""
        # The headings of that view, as far as the outline has them.
        slugs = Slugs()
        known = {slugs.identifier(entry.symbol.name) for entry in walk(file.facts.symbols)}
        wanted = f"{PREFIX}{slug(fragment)}"
        return wanted if kind.fits and wanted in known else ""


@dataclass(eq=False, repr=False)
class WrittenTargets:
    """Writes targets; see :class:`~sphinx_filedocs.pages.rendered.elements.LinkAddresses`."""

    targets: Targets
    address: Callable[[str, str], str]
    source: Callable[[File], str]

    def href(self, target: str) -> str:
        """Return the address of a link, or ``""``."""
        if outside := self.targets.outside(target):
            return outside
        place = self.targets.within(target)
        return self.address(place.docname, place.anchor) if place else ""

    def image(self, target: str) -> str:
        """Return the address of an image of the tree, or ``""``."""
        file = self.targets.image(target)
        return self.source(file) if file else ""


@dataclass(eq=False, repr=False)
class RenderedViews:
    """Makes the rendered views of one tree."""

    codebase: Codebase
    plan: Plan
    settings: Settings
    details: Details
    #: What was made for a digest and not shown yet.
    _made: dict[str, Rendering] = field(init=False, default_factory=dict)

    def targets(self, path: str) -> Targets:
        """Return the targets in the text of a file."""
        return Targets(path, self.plan.documents, self.codebase.files)

    def said(self, path: str) -> str:
        """Return a digest of other files in the view of a file."""
        light = self.codebase.light[path]
        kind = view_kind(light) if self.settings.views(path) else None
        if kind is None or kind.name not in LINKING:
            return ""
        # Asked for, so that it is noted: another text has other links.
        made = self._made[path] = self._render(self.codebase.files[path])
        return digest_of(map(self.targets(path).shown, made.slots))

    def take(self, path: str) -> Rendering:
        """Return the view of a file, which is shown once."""
        return self._made.pop(path, None) or self._render(self.codebase.light[path])

    def _render(self, file: File) -> Rendering:
        text = "" if file.kind == "binary" else "\n".join(self.details.lines(file.path))
        return render(file, text)
