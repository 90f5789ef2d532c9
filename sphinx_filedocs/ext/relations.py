"""What the page of a document says of others because of the toctrees: those before, after and
above it, and those in its sidebar. Sphinx does not write a page again because its neighbour is
another now."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import cache
from typing import TYPE_CHECKING

from sphinx_filedocs.pages.digests import digest

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


def toctrees_digest(env: BuildEnvironment, generated: Container[str]) -> str:
    """Return a digest of what the sidebar of any page may show: the toctrees of documents, and
    the headings.

    :param generated: the pages of which no sidebar shows more than the way to itself.
    """
    written = sorted(name for name in env.tocs if name not in generated)
    return digest(
        [(name, env.tocs[name].pformat(), env.toc_secnumbers.get(name)) for name in written]
    )


def relations(env: BuildEnvironment, named: Mapping[str, str]) -> dict[str, str]:
    """Return a digest of what each document's page says of its neighbours.

    :param named: the documents whose titles follow from their names and that of their tree, which
        is given.
    """
    found = env.collect_relations()

    @cache
    def title(docname: str | None) -> str:
        if docname is None:
            return ""
        known = named.get(docname)
        return f"{docname} {env.titles.get(docname, '') if known is None else known}"

    above: dict[str | None, str] = {None: ""}
    shown: dict[str, str] = {}
    # Every document comes after the one above it.
    for docname, (parent, before, after) in found.items():
        if parent not in above:
            grandparent = found[parent][0] if parent in found else None
            above[parent] = digest(above.get(grandparent), title(parent))
        shown[docname] = digest(above[parent], title(before), title(after))
    return shown
