"""Reads the project files that say where imports lead, whatever is in them."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping

#: Every alternative that begins also ends, at the end of the text at the latest, so that a
#: text is gone through once.
_JSONC = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\Z)|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_COMMA = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\Z)|,(?=\s*[}\]])', re.DOTALL)


def toml(text: str) -> Mapping[str, object]:
    """Return a TOML document, an empty one when the text is not TOML."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}


def jsonc(text: str) -> Mapping[str, object]:
    """Return a JSON object, written with or without comments and final commas.

    Anything else gives an empty object.
    """
    bare = _JSONC.sub(lambda part: part[0] if part[0].startswith('"') else " ", text)
    bare = _COMMA.sub(lambda part: part[0] if part[0].startswith('"') else " ", bare)
    try:
        return table(json.loads(bare))
    except (ValueError, RecursionError):
        return {}


def table(value: object) -> Mapping[str, object]:
    """Return a value that is a table, else an empty table."""
    return value if isinstance(value, dict) else {}


def strings(value: object) -> list[str]:
    """Return the strings of a value: itself, those of a list, or none."""
    values = value if isinstance(value, list) else [value]
    return [item for item in values if isinstance(item, str)]


def tables(value: object) -> list[Mapping[str, object]]:
    """Return the tables of a value that is a list of them, else none."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def string(value: object) -> str:
    """Return a value that is a string, else an empty string."""
    return value if isinstance(value, str) else ""
