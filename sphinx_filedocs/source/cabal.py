"""Which programs a ``.cabal`` file makes of which sources of Haskell, and what it offers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

#: How much of one is read, in characters.
_LIMIT = 200_000
_STANZA = re.compile(r"(?P<kind>[A-Za-z][\w-]*)(?:[ \t]+(?P<name>[\w.+-]{1,100}))?[ \t]*\Z")
_FIELD = re.compile(r"(?P<indent>[ \t]+)(?P<name>[A-Za-z][\w-]*)[ \t]*:(?P<value>.*)\Z")
_PARTS = re.compile(r"[\s,]+")

_Fields = Mapping[str, list[str]]


class Program(NamedTuple):
    """A program, with the file that has its ``main``, as seen from each of some folders."""

    name: str
    main: str
    folders: tuple[str, ...]


def programs(text: str) -> list[Program]:
    """Return the programs of a ``.cabal`` file; tests and benchmarks are none."""
    made: list[Program] = []
    stanzas = list(_stanzas(text[:_LIMIT]))
    common = {name: fields for kind, name, fields in stanzas if kind == "common"}
    for kind, name, fields in stanzas:
        if kind == "executable" and name and (main := fields.get("main-is")):
            every = [fields, *(common.get(imported, {}) for imported in fields.get("import", ()))]
            folders = [folder for stanza in every for folder in stanza.get("hs-source-dirs", ())]
            made.append(Program(name, main[0], tuple(folders) or (".",)))
    return made


def modules(text: str) -> list[str]:
    """Return the files of the modules that the library of a ``.cabal`` file offers, as seen from
    each of its folders."""
    return [
        f"{folder}/{module.replace('.', '/')}.hs"
        for kind, name, fields in list(_stanzas(text[:_LIMIT]))
        if kind == "library" and not name
        for folder in fields.get("hs-source-dirs") or (".",)
        for module in fields.get("exposed-modules", ())
    ]


def _stanzas(text: str) -> Iterator[tuple[str, str, _Fields]]:
    """Yield the kind, the name and the fields of each stanza, with the parts of their values; in
    small letters but for names and values."""
    fields: defaultdict[str, list[str]] = defaultdict(list)
    name, indent = "", 0
    for line in text.split("\n"):
        bare = line.strip()
        if not bare or bare.startswith("--"):
            continue
        if not line[0].isspace():
            name, fields = "", defaultdict(list)
            if stanza := _STANZA.match(bare):
                yield stanza["kind"].lower(), stanza["name"] or "", fields
        elif field := _FIELD.match(line.rstrip()):
            name, indent = field["name"].lower(), len(field["indent"])
            fields[name] += _words(field["value"])
        elif name and len(line) - len(line.lstrip()) > indent:
            fields[name] += _words(bare)
        else:
            # What is there under a condition.
            name = ""


def _words(value: str) -> list[str]:
    return [part.strip('"') for part in _PARTS.split(value.strip()) if part]
