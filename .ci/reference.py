"""Directives of our own documentation: options, patches, languages and neighbours from the code.

``docs/conf.py`` loads this module as an extension.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from sphinx_filedocs import languages
from sphinx_filedocs.config import OPTIONS, Option
from sphinx_filedocs.ext.upstream import PATCHES

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_NEIGHBOURS = Path(__file__).parent.parent / "benchmarks" / "neighbours.toml"
#: The options by group.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "files": (
        "filedocs_trees",
        "filedocs_exclude",
        "filedocs_untracked",
        "filedocs_public_credentials",
        "filedocs_max_bytes",
        "filedocs_encodings",
        "filedocs_plain",
    ),
    "pages": (
        "filedocs_file_sections",
        "filedocs_file_sections_of",
        "filedocs_folder_sections",
        "filedocs_tree_sections",
        "filedocs_short_titles",
        "filedocs_private",
        "filedocs_search",
        "filedocs_text_search",
        "filedocs_history",
        "filedocs_blame",
        "filedocs_ref",
    ),
    "languages": (
        "filedocs_languages_of",
        "filedocs_languages",
        "filedocs_rules",
        "filedocs_rules_off",
    ),
    "builds": ("filedocs_executor", "filedocs_upstream_off"),
}


class _Made(SphinxDirective):
    """A directive whose content is Markdown made from the code."""

    def markdown(self) -> Iterable[str]:
        """Yield the lines."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        """Return the content."""
        self.env.note_dependency(__file__)
        return self.parse_text_to_nodes("\n".join(self.markdown()))


class Options(_Made):
    """``options``: those of a group, each as a ``confval``."""

    required_arguments = 1

    def markdown(self) -> Iterator[str]:
        """Yield a ``confval`` for each option."""
        known = {option.name: option for option in OPTIONS}
        for name in GROUPS[self.arguments[0]]:
            yield from _confval(known[name])


def _confval(option: Option) -> Iterator[str]:
    types = " or ".join(f"`{kind.__name__}`" for kind in dict.fromkeys(option.types))
    value = option.default
    if isinstance(value, list) and value:
        default = "all, in this order: " + ", ".join(f"`{name}`" for name in value)
    else:
        default = f"`{list(value) if isinstance(value, tuple) else value!r}`"
    yield from (f"````{{confval}} {option.name}", f":type: {types}", f":default: {default}", "")
    yield from (option.help, "````", "")


class Patches(_Made):
    """``patches``: those of Sphinx and of themes."""

    def markdown(self) -> Iterator[str]:
        """Yield a table."""
        yield from ("| patch | changes | why | without it |", "|---|---|---|---|")
        for patch in PATCHES:
            issues = " ".join(f"[#{link.rpartition('/')[2]}]({link})" for link in patch.issues)
            cells = (f"`{patch.name}`", patch.changes, f"{patch.why} {issues}")
            yield f"| {' | '.join(cells)} | {patch.without} |"


class Languages(_Made):
    """``languages``: those of the package."""

    def markdown(self) -> Iterator[str]:
        """Yield a table."""
        yield from ("| key | language | file names | names are |", "|---|---|---|---|")
        for key, language in sorted(languages.load().items()):
            names = " ".join(f"`{name}`" for name in (*language.extensions, *language.filenames))
            linked = "linked" if languages.query_text(language, "references") else "listed"
            yield f"| `{key}` | {language.name} | {names} | {linked} |"


class Neighbours(_Made):
    """``neighbours``: the extensions and themes that ``benchmarks/neighbours.py`` tries."""

    def markdown(self) -> Iterator[str]:
        """Yield a list by kind."""
        for kind, rows in tomllib.loads(_NEIGHBOURS.read_text("utf-8")).items():
            yield f"- {kind.capitalize()}: {', '.join(sorted(rows))}"


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directives."""
    for directive in (Options, Patches, Languages, Neighbours):
        app.add_directive(directive.__name__.lower(), directive)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
