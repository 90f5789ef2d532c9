"""Writes the lists in ``docs/options.md`` and ``docs/upstream.md``, of options and of patches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from sphinx_filedocs.config import OPTIONS, Option
from sphinx_filedocs.ext.upstream import PATCHES
from sphinx_filedocs.ext.upstream.patch import Patch

_DOCS = Path(__file__).resolve().parent.parent / "docs"
_BEGIN, _END = "<!-- made by .ci/reference.py -->\n\n", "\n<!-- end -->"
#: The options as the reference groups them.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "What is documented": (
        "filedocs_trees",
        "filedocs_exclude",
        "filedocs_untracked",
        "filedocs_public_credentials",
        "filedocs_max_bytes",
        "filedocs_encodings",
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
        "filedocs_text_search",
        "filedocs_history",
        "filedocs_ref",
    ),
    "Languages and rules": (
        "filedocs_languages_of",
        "filedocs_languages",
        "filedocs_rules",
        "filedocs_rules_off",
    ),
    "Builds": ("filedocs_upstream_off",),
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


def patches_table() -> str:
    """Return the patches as a Markdown table."""
    rows = ["| Patch | What it changes | Why | Without it |", "|---|---|---|---|"]
    for patch in PATCHES:
        where = " ".join(f"([#{issue.rpartition('/')[2]}]({issue}))" for issue in patch.issues)
        why = f"{patch.why} {where}".strip()
        of_theme = f" ({patch.versions})" if patch.versions != Patch.versions else ""
        size = ", large" if patch.is_for_size else ""
        cells = (f"`{patch.name}`{of_theme}{size}", patch.changes, why, patch.without)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


#: What makes the list of each page.
LISTS = {_DOCS / "options.md": options_list, _DOCS / "upstream.md": patches_table}


def page(text: str, made: str) -> str:
    """Return a page with its list as it is now.

    :param text: the page.
    :param made: the list.
    """
    (before, _, _), (_, _, after) = text.partition(_BEGIN), text.partition(_END)
    return before + _BEGIN + made + _END + after


if __name__ == "__main__":
    for path, make in LISTS.items():
        path.write_text(page(path.read_text("utf-8"), make()), "utf-8")
