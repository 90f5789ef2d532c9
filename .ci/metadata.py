"""Makes the description of the distributions from README: a package index shows no relative links.

A hook of hatchling, which builds the distributions; ``files`` in ``pyproject.toml`` is the address
of a file of the project, with ``{kind}`` for ``blob`` or ``raw``, ``{version}`` and ``{path}``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?P<path>(?![a-z]+:|#)[^)\s]+)\)")
_PICTURES = re.compile(r"<!-- pictures -->\n(.*?)<!-- end of pictures -->\n+", re.DOTALL)


def description(readme: str, address: str, version: str) -> str:
    """Return README as a package index can show it.

    :param address: of the project's files; ``""`` as long as they have none: pictures are left out
        then, and links are their texts.
    """

    def link(match: re.Match[str]) -> str:
        picture, text, path = match.groups()
        if not address:
            return text
        kind = "raw" if picture else "blob"
        return f"{picture}[{text}]({address.format(kind=kind, version=version, path=path)})"

    return _LINK.sub(link, _PICTURES.sub(r"\1\n" if address else "", readme))


def urls(address: str, version: str) -> dict[str, str]:
    """Return the addresses that a package index shows beside the description.

    :param address: as for :func:`description`.
    """
    if not address:
        return {}
    home = address.partition("/{kind}")[0].removesuffix("/-")
    changes = address.format(kind="blob", version=version, path="docs/changelog.md")
    return {"Source": home, "Issues": f"{home}/issues", "Changelog": changes}


class Readme(MetadataHookInterface):  # type: ignore[misc]
    """Puts the description and the addresses into the metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add them."""
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = description(readme, self.config["files"], metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = urls(self.config["files"], metadata["version"])
