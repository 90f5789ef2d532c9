"""Data of JSON, TOML and YAML, folded below its keys; each value says its path."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, cast

from sphinx_filedocs.pages.rendered.parts import element, note, opening, text
from sphinx_filedocs.pages.translation import quantity

try:
    from yaml import BaseLoader, YAMLError, load_all

    _HAS_YAML = True
except ImportError:  # pragma: no cover (the dependencies of tests have it)
    _HAS_YAML = False

#: So many values are shown, so deep, with so many characters of each.
_VALUES, _DEPTH, _LONGEST = 2_000, 30, 300
#: Down to here what is folded is open at first.
_OPEN = 1
_PLAIN_KEY = re.compile(r"[A-Za-z_]\w*")


class _StructureReader(Protocol):
    def __call__(self, source: str, /) -> object: ...


def _json(source: str) -> object:
    # Numbers as they are written.
    return json.loads(source, parse_int=str, parse_float=str, parse_constant=str)


def _yaml(source: str) -> object:
    # Of this loader all values are texts: no tag makes an object. The one in C knows no bounds of
    # depth.
    try:
        documents = list(load_all(source, Loader=BaseLoader))
    except YAMLError as error:
        raise ValueError(str(error)) from error
    return documents[0] if len(documents) == 1 else documents


def readers() -> Mapping[str, _StructureReader]:
    """Return what reads each format of which there is a reader."""
    by_format: dict[str, _StructureReader] = {"json": _json, "toml": tomllib.loads}
    return {**by_format, "yaml": _yaml} if _HAS_YAML else by_format


def structure(source: str, form: str) -> str:
    """Return data as HTML; ``""`` where it can't be read or holds one value alone.

    :param form: one of :func:`readers`.
    """
    try:
        value = readers()[form](source)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(value, Mapping | list) or not value:
        return ""
    writer = _StructureWriter()
    made = writer.children(value, "", 0)
    if writer.left < 0:
        made += note(quantity(_VALUES, "The first value.", "The first {count} values."))
    return f'<div class="fd-data">{made}</div>\n'


class _StructureWriter:
    """Writes values, as long as there is room.

    ``left`` is how many more are shown; below 0 some were not.
    """

    def __init__(self) -> None:
        self.left = _VALUES

    def children(self, value: object, path: str, depth: int) -> str:
        rows = []
        for key, step, part in _items(value):
            self.left -= 1
            if self.left < 0:
                break
            rows.append(f"<li>{self._row(key, part, path + step, depth)}</li>\n")
        return f"<ul>{''.join(rows)}</ul>"

    def _row(self, key: str, value: object, path: str, depth: int) -> str:
        name = element("code", text(_cut(key)), class_="fd-key", title=_cut(path.lstrip(".")))
        if isinstance(value, Mapping | list) and value:
            count = element("span", _amount(value), class_="filedocs-count")
            if depth >= _DEPTH:
                return f"{name} {count}"
            inside = self.children(value, path, depth + 1)
            fold = opening("details").replace(">", " open>") if depth < _OPEN else "<details>"
            return f"{fold}<summary>{name} {count}</summary>{inside}</details>"
        return f"{name} {element('code', text(_cut(_shown(value))), class_='fd-value')}"


def _items(value: object) -> Iterator[tuple[str, str, object]]:
    if isinstance(value, Mapping):
        for key, part in cast("Mapping[object, object]", value).items():
            name = str(key)
            is_plain = _PLAIN_KEY.fullmatch(name)
            yield name, f".{name}" if is_plain else f"[{json.dumps(name)}]", part
    else:
        for number, part in enumerate(cast("Sequence[object]", value)):
            yield str(number), f"[{number}]", part


def _amount(value: Mapping[object, object] | Sequence[object]) -> str:
    if isinstance(value, Mapping):
        return quantity(len(value), "{count:,} key", "{count:,} keys")
    return quantity(len(value), "{count:,} entry", "{count:,} entries")


def _shown(value: object) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, Mapping | list):
        return "{}" if isinstance(value, Mapping) else "[]"
    return str(value)


def _cut(shown: str) -> str:
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
