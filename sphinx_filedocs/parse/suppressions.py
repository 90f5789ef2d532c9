"""Comments by which people silence a tool on a line, such as ``# nosec B324``: what they silence
there is no finding of ours either."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files

from sphinx_filedocs.parse.rules import EvidenceRule

#: No longer line is looked at.
_LONGEST = 2000
#: Letters before the number of a rule, by the names of tools that comments have in its place.
_TOOLS = {"gosec": re.compile(r"G\d+"), "all": re.compile("")}
#: What one of the comments has, to begin with: most lines have none.
_ANY = re.compile(
    r"(?i)nosec|noqa|nolint|eslint-disable|nosem|nosonar|lgtm|codeql|shellcheck|list\s+secret"
)


@dataclass(frozen=True, slots=True)
class Suppression:
    """A kind of such comments.

    :param next: whether it is about the line below.
    :param category: the only kind of rules that it is about; ``""`` for all.
    """

    mark: re.Pattern[str]
    next: bool = False
    category: str = ""


@cache
def suppressions() -> tuple[Suppression, ...]:
    """Return the comments that ``rules/suppressions.toml`` knows."""
    text = (files("sphinx_filedocs") / "rules" / "suppressions.toml").read_text("utf-8")
    return tuple(
        Suppression(re.compile(row["mark"]), row.get("next", False), row.get("category", ""))
        for row in tomllib.loads(text)["suppression"]
    )


def is_silenced(rule: EvidenceRule, line: int, lines: Sequence[str]) -> bool:
    """Return whether a comment at a line, or above it, silences a rule there.

    :param line: 1-based.
    """
    here, above = _line(lines, line), _line(lines, line - 1)
    if not (_ANY.search(here) or _ANY.search(above)):
        return False
    return any(
        _names(rule, match["ids"] if "ids" in match.re.groupindex else None)
        for kind in suppressions()
        if kind.category in ("", rule.category)
        and (match := kind.mark.search(above if kind.next else here))
    )


def _line(lines: Sequence[str], line: int) -> str:
    return lines[line - 1][:_LONGEST] if 0 < line <= len(lines) else ""


def _names(rule: EvidenceRule, ids: str | None) -> bool:
    """Return whether the ids of a comment name a rule; without any, it is about all."""
    if ids is None or not ids.strip():
        return True
    known = (rule.id, *rule.same_as)
    for pattern in re.split(r"[,\s]+", ids.strip()):
        tool = _TOOLS.get(pattern)
        if any(fnmatchcase(name, pattern) for name in known):
            return True
        if tool and any(tool.fullmatch(name) or pattern == "all" for name in known):
            return True
    return False
