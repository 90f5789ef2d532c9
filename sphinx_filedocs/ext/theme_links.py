"""Where themes' own buttons lead that show or edit the source of a page: on the page of a file to
that file at its forge. On other generated pages there is no such button."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sphinx_filedocs.pages.file import whole_file
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.source.forge import FORGES, repository


def set_source_links(sites: Iterable[Site], docname: str, context: dict[str, Any]) -> None:
    """Set what themes ask of a generated page.

    :param context: of the template, which is changed.
    """
    view, edit = _addresses(sites, docname)
    place = repository(view)
    kind = place.kind if place else ""
    # sphinx-rtd-theme, which knows these.
    context["display_vcs_links"] = kind in ("github", "gitlab", "bitbucket")
    if not view:
        return
    context["meta"] = {**(context.get("meta") or {}), f"{kind}_url": view}
    # The suffix stands for a page's source; it is never shown.
    # sphinx-book-theme offers to download the source of each page that has one: it gets none.
    is_book = "theme_use_download_button" in context
    if "theme_source_view_link" in context:
        # Furo, which fills in {filename}.
        context["theme_source_view_link"] = view
        context["theme_source_edit_link"] = edit
        # Without one it would make a link from these.
        context["theme_source_repository"] = ""
        context["page_source_suffix"] = " "
    elif edit and "theme_use_edit_page_button" in context and not is_book:
        context["edit_page_url_template"] = f"{edit}{{# file_name #}}"
        context["edit_page_provider_name"] = FORGES[kind].name if place else ""
        context["sourcename"], context["page_source_suffix"] = "", " "


def _addresses(sites: Iterable[Site], docname: str) -> tuple[str, str]:
    """Return where the file of a page is seen and edited; ``""`` for what is not known."""
    for site in sites:
        page = site.plan.pages.get(docname)
        if page is not None and page.kind == "file":
            url, edit_url = site.documents.forge_addresses(page.path)
            return whole_file(url), edit_url
    return "", ""
