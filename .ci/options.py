"""Writes ``docs/options.md`` from the options of ``sphinx_filedocs/config.py``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from sphinx_filedocs.config import OPTIONS, Option

PAGE = Path(__file__).resolve().parent.parent / "docs" / "options.md"
_BEGIN = "<!-- options: made by .ci/options.py -->\n\n"
_END = "\n<!-- end of options -->"
#: The options as the reference groups them.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "What is documented": (
        "filedocs_trees",
        "filedocs_exclude",
        "filedocs_untracked",
        "filedocs_public_credentials",
        "filedocs_max_bytes",
        "filedocs_plain",
    ),
    "What pages show": (
        "filedocs_file_sections",
        "filedocs_file_sections_of",
        "filedocs_folder_sections",
        "filedocs_tree_sections",
        "filedocs_short_titles",
        "filedocs_keywords",
        "filedocs_private",
        "filedocs_search",
        "filedocs_history",
        "filedocs_ref",
    ),
    "Languages and rules": (
        "filedocs_languages_of",
        "filedocs_languages",
        "filedocs_rules",
        "filedocs_rules_off",
    ),
    "Builds": ("filedocs_part", "filedocs_upstream_off"),
}


def options_list() -> str:
    """Return the options by group as Markdown, for the page."""
    known = {option.name: option for option in OPTIONS}
    return "\n".join(
        f"## {title}\n\n{_rows(known[name] for name in names)}" for title, names in GROUPS.items()
    )


def _rows(options: Iterable[Option]) -> str:
    rows: list[str] = []
    for option in options:
        shown = option.default
        if isinstance(shown, list) and shown:
            default = "all, in this order: " + ", ".join(f"`{name}`" for name in shown)
        else:
            default = f"`{list(shown) if isinstance(shown, tuple) else shown!r}`"
        rows.append(f"- **`{option.name}`** ({default}): {option.help}")
    return "\n".join(rows) + "\n"


def page(text: str) -> str:
    """Return the page with the options as they are now.

    :param text: the page.
    """
    (before, _, _), (_, _, after) = text.partition(_BEGIN), text.partition(_END)
    return before + _BEGIN + options_list() + _END + after


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
