"""Links from names outside of the trees to other projects, through sphinx.ext.intersphinx."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Protocol

from sphinx_filedocs import languages
from sphinx_filedocs.ext.addresses import External, seen_from
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.translation import _

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


class InventoryItem(Protocol):
    """An entry of an inventory; Sphinx has only a private name for its type."""

    @property
    def project_name(self) -> str:
        """The name of the project."""

    @property
    def project_version(self) -> str:
        """The version of that project."""

    @property
    def uri(self) -> str:
        """Its address: relative to the root of the output, or absolute."""


def external_link(
    builder: Builder, docname: str, language: str | None, name: str
) -> tuple[str, str] | None:
    """Return the address of a name, relative to a page, and its text on hover.

    :param language: the key of the file's language.
    :param name: joined with dots. Example: ``os.path.join``.
    """
    external = _find(builder.env, language or "", name)
    if external is None:
        return None
    return seen_from(builder, docname, external.uri), external.hint


def external_digest(env: BuildEnvironment, language: str | None, names: Iterable[str]) -> str:
    """Return a digest of the links of some names, whatever their order."""
    externals = {name: _find(env, language or "", name) for name in names}
    return digest(
        sorted(
            (name, external.uri, external.hint) for name, external in externals.items() if external
        )
    )


def inventory_digest(env: BuildEnvironment) -> str:
    """Return a digest of all inputs of :func:`external_link` but the name."""
    if "intersphinx_mapping" not in env.config or not env.config.intersphinx_mapping:
        return ""
    inventory = _inventory(env)
    domains = {domain for known in languages.load().values() for domain in known.domains}
    kinds = sorted(kind for kind in inventory if kind.partition(":")[0] in domains)
    items = ((kind, sorted(inventory[kind].items())) for kind in kinds)
    return digest(sorted(env.config.intersphinx_disabled_reftypes), *items)


def _find(env: BuildEnvironment, language: str, name: str) -> External | None:
    known_language = languages.load().get(language)
    domains = known_language.domains if known_language else {}
    if not domains or "intersphinx_mapping" not in env.config:
        return None
    known = domain_of(env).external
    key = (language, name)
    if key not in known:
        known[key] = _look_up(env, domains, name) if env.config.intersphinx_mapping else None
    return known[key]


def _look_up(env: BuildEnvironment, domains: Mapping[str, str], name: str) -> External | None:
    inventory = _inventory(env)
    disabled = set(env.config.intersphinx_disabled_reftypes)
    for domain, joint in domains.items():
        if disabled & {"*", f"{domain}:*"}:
            continue
        written = name.replace(".", joint)
        for kind in sorted(inventory):
            if not kind.startswith(f"{domain}:") or kind in disabled:
                continue
            if item := inventory[kind].get(written):
                return External(item.uri, _hint(kind.partition(":")[2], written, item))
    return None


def _inventory(env: BuildEnvironment) -> Mapping[str, Mapping[str, InventoryItem]]:
    return getattr(env, "intersphinx_inventory", {})


def _hint(kind: str, name: str, item: InventoryItem) -> str:
    version = item.project_version
    numbered = f" v{version}" if version[:1].isdigit() else f" {version}" if version else ""
    return _("{what} (in {project})").format(
        what=f"{kind} {name}", project=f"{item.project_name}{numbered}"
    )
