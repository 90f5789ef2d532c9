"""Resolves the names of a text by its own imports: after ``from hashlib import sha1``, ``sha1``
is ``hashlib.sha1``. No other file is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sphinx_filedocs.model.facts import Import

#: Names that stand for the whole import.
_WHOLE = frozenset({"default", "self"})


@dataclass(frozen=True, slots=True)
class BoundImports:
    """The names that a text's imports bind.

    :param full: local name -> full name.
    :param renamed: those whose full name ends otherwise.
    :param stars: the modules of star imports.
    """

    full: Mapping[str, str] = field(default_factory=dict)
    renamed: frozenset[str] = frozenset()
    stars: tuple[str, ...] = ()

    def meanings(self, name: str) -> tuple[str, ...]:
        """Return the full names that a name as written may stand for: that of an attribute of
        something that is no import has none."""
        head, dot, rest = dotted(name).partition(".")
        if known := self.full.get(head):
            return (known + dot + rest,)
        whole = head + dot + rest
        starred = tuple(f"{star}.{whole}" for star in self.stars)
        return starred if dot and "::" not in name else (whole, *starred)


def dotted(name: str) -> str:
    """Return a name with dots between its parts, as most languages write it."""
    return "".join(name.split()).replace("::", ".")


def imported_names(imports: Sequence[Import]) -> BoundImports:
    """Return the names that imports bind; the last import of a local name counts."""
    full: dict[str, str] = {}
    stars: list[str] = []
    for entry in imports:
        base = dotted(_without_scheme(entry.target))
        if not entry.names and (entry.alias or "/" in base):
            full[entry.alias or _last(base)] = base
        elif not entry.names:
            # A name with dots binds its first part.
            first = base.partition(".")[0]
            full[first] = first
        for name, alias in entry.names:
            if name == "*":
                stars.append(base)
            elif name in _WHOLE:
                full[alias or _last(base)] = base
            else:
                # Java names the class as a part of the import.
                full[alias or name] = base if base.endswith(f".{name}") else f"{base}.{name}"
    renamed = (name for name, whole in full.items() if _last(whole) != name)
    return BoundImports(full, frozenset(renamed), tuple(stars))


def _without_scheme(target: str) -> str:
    """Drop what Node.js may write before one of its own modules. Example: ``node:fs``."""
    scheme, _, rest = target.partition(":")
    return rest if scheme.isalpha() and rest and rest[0] != ":" else target


def _last(base: str) -> str:
    parts = base.replace("/", ".").split(".")
    is_version = parts[-1][:1] == "v" and parts[-1][1:].isdecimal()
    return parts[-2] if is_version and len(parts) > 1 else parts[-1]
