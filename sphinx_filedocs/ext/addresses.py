"""Addresses of pages, relative to the page that is being written."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx.builders import Builder
from sphinx.util.osutil import relative_uri

if TYPE_CHECKING:
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_filedocs.pages.site import Site


@dataclass(frozen=True, slots=True)
class External:
    """A description in another project.

    :param uri: its address; relative to the root of the output, or absolute.
    :param hint: its kind, name and project.
    """

    uri: str
    hint: str


def has_line_anchors(builder: Builder) -> bool:
    """Tell whether listings have an id for each line."""
    return builder.format == "html"


def has_pages_beside(builder: Builder) -> bool:
    """Tell whether a builder can write pages that are no documents."""
    return builder.format == "html" and builder.name not in ("epub", "singlehtml")


def is_collected(builder: Builder) -> bool:
    """Tell whether generated pages come with the event ``html-collect-pages``."""
    return builder.name in ("html", "dirhtml")


def id_prefix(builder: Builder, docname: str) -> str:
    """Return the prefix of ids in a document: its name if all documents are one page."""
    return f"{docname}/" if builder.name == "singlehtml" else ""


def has_keywords(builder: Builder) -> bool:
    """Tell whether a builder shows keyword indices: in a book they are longer than the sources."""
    return builder.format not in ("latex", "texinfo") and builder.name != "epub"


def keywords_place(builder: Builder, site: Site, path: str) -> tuple[str, str] | None:
    """Return document and anchor of a file's keyword index, if it has one."""
    names = site.codebase.light[path].facts.keywords
    has_index = names and "keywords" in site.settings.sections(path) and has_keywords(builder)
    return (site.plan.files[path], "keywords") if has_index else None


def address_suffix(builder: Builder) -> str:
    """Return the suffix of addresses. Example: ``.html``, or ``/`` with dirhtml."""
    name = "filedocs"
    return builder.get_target_uri(name).removeprefix(name)


def seen_from(builder: Builder, docname: str, uri: str) -> str:
    """Return an address of an inventory, relative to a document."""
    is_absolute = "://" in uri or uri.startswith("/")
    return uri if is_absolute else "../" * builder.get_target_uri(docname).count("/") + uri


class Addresses:
    """Makes addresses for an HTML builder, much faster than :meth:`Builder.get_relative_uri`: it
    computes the path to each folder once a page.

    :param unlisted: the documents of files whose pages have no listing.
    :param generated: the generated pages, whose ids may have a prefix.
    """

    def __init__(
        self,
        builder: StandaloneHTMLBuilder,
        unlisted: Container[str],
        generated: Container[str],
    ) -> None:
        self._builder = builder
        self._unlisted = unlisted
        self._generated = generated
        self._single = builder.name == "singlehtml"
        own = type(builder).get_relative_uri is not Builder.get_relative_uri
        self._relative = self._of_builder if own else self._by_folder
        self._targets: dict[str, tuple[str, str]] = {}
        self._here: str | None = None
        self._pages: dict[str, str] = {}
        self._folders: dict[str, str] = {}

    def __call__(self, docname: str, place: str) -> str:
        """Return the address of an anchor on a document; of the document itself for ``""``."""
        if self._builder.current_docname != self._here:
            self._here = self._builder.current_docname
            self._pages = {self._here: ""}
            self._folders = {}
        page = self._pages.get(docname)
        if page is None:
            page = self._pages[docname] = self._relative(docname)
        if not place or (docname in self._unlisted and place.startswith(("L", "def-"))):
            return page or "#"
        if self._single and page[0] == "#":
            is_own = docname in self._generated
            return f"#{id_prefix(self._builder, docname) if is_own else ''}{place}"
        return f"{page}#{place}"

    def _of_builder(self, docname: str) -> str:
        return self._builder.get_relative_uri(self._builder.current_docname, docname)

    def _by_folder(self, docname: str) -> str:
        folder, name = self._target(docname)
        if folder not in self._folders:
            here = self._builder.get_target_uri(self._builder.current_docname)
            # With the place of a name: the way from a folder to itself would be empty.
            place = f"{folder}/-" if folder else "-"
            self._folders[folder] = relative_uri(here, place)[:-1]
        return self._folders[folder] + name or "./"

    def _target(self, docname: str) -> tuple[str, str]:
        if docname not in self._targets:
            folder, _, name = self._builder.get_target_uri(docname).rpartition("/")
            self._targets[docname] = (folder, name)
        return self._targets[docname]
