"""The table of all languages: ours, those of installed packages and those of ``conf.py``.

Additions are text, read once and handed to worker processes, so that all of a build has the same
table even if the files change. One table holds in a process at a time; :func:`use` replaces it, and
drops the results that depend on it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import ParamSpec, TypeVar, cast, get_type_hints

import msgspec

from sphinx_filedocs.languages.base import QUERY_FILES, TABLE, Language, LanguageError

_OWN = Path(__file__).resolve().parent
#: The keys that a language does not inherit: its files are its own.
_NOT_INHERITED = frozenset({"name", "extensions", "filenames", "interpreters", "content"})

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of data that was read.

    :param name: in its folder.
    :param place: its name in messages.
    """

    name: str
    place: str
    text: str


@dataclass(frozen=True, slots=True)
class LanguageFolder:
    """The files of a language's folder.

    :param key: of the language.
    :param origin: its source in messages, such as an option.
    """

    key: str
    files: tuple[DataFile, ...]
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Additions:
    """The additions of a project and of installed packages; of duplicates the later one counts.

    :param folders: of languages; a file takes the place of one of the same name of the same
        language.
    :param rules: files of evidence rules; a rule takes the place of one of the same name.
    :param rules_off: the ids of the rules that find nothing.
    :param code: the modules of hooks that are not ours, each with a digest of its source.
    :param languages_of: patterns in the syntax of ``.gitignore``, each with the language of the
        files that match it.
    :param encodings: the same with the encoding of files that are not UTF-8.
    """

    folders: tuple[LanguageFolder, ...] = ()
    rules: tuple[DataFile, ...] = ()
    rules_off: tuple[str, ...] = ()
    code: tuple[tuple[str, str], ...] = ()
    languages_of: tuple[tuple[str, str], ...] = ()
    encodings: tuple[tuple[str, str], ...] = ()


_NOTHING = Additions()
_used = [_NOTHING]
_caches: list[Callable[[], None]] = []


def per_table(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Cache the results of a function as long as the table of languages and rules stays."""
    cached = cache(cast("Callable[..., Hashable]", function))
    _caches.append(cached.cache_clear)
    return cast("Callable[Parameters, Result]", cached)


def forget() -> None:
    """Drop all cached results that depend on the table."""
    for clear in _caches:
        clear()


def use(additions: Additions) -> None:
    """Replace the table by one of our data and some additions."""
    if _used[0] != additions:
        _used[0] = additions
        forget()


def additions() -> Additions:
    """Return the current additions to our data."""
    return _used[0]


def read_folder(key: str, folder: Path, place: str, origin: str = "") -> LanguageFolder:
    """Return the files of a language's folder.

    :param place: the folder's name in messages.
    :raises OSError: when one can't be read.
    :raises UnicodeDecodeError: when one is no UTF-8.
    """
    names = (TABLE, *(f"{query}.scm" for query in QUERY_FILES))
    there = [(name, folder / name) for name in names if (folder / name).is_file()]
    read = (DataFile(name, f"{place}/{name}", path.read_text("utf-8")) for name, path in there)
    return LanguageFolder(key, tuple(read), origin)


@per_table
def files(key: str) -> Mapping[str, DataFile]:
    """Return the files of a language's folder by name, of several of a name the one that counts."""
    by_name: dict[str, DataFile] = {}
    own = read_folder(key, _OWN / key, f"languages/{key}")
    for folder in (own, *(added for added in additions().folders if added.key == key)):
        by_name.update((file.name, file) for file in folder.files)
    return MappingProxyType(by_name)


@per_table
def tables() -> Mapping[str, Mapping[str, object]]:
    """Return the keys of each language with inherited ones; additions are before ours."""
    own = sorted(path.parent.name for path in _OWN.glob(f"*/{TABLE}"))
    added = dict.fromkeys(folder.key for folder in reversed(additions().folders))
    return MappingProxyType({key: _inherited(key, ()) for key in dict.fromkeys((*added, *own))})


def _inherited(key: str, heirs: tuple[str, ...]) -> Mapping[str, object]:
    file = files(key).get(TABLE)
    if file is None:
        what = f"{heirs[-1]} inherits {key}, which" if heirs else f"the folder of {key}"
        raise LanguageError(f"{what} has no {TABLE}")
    try:
        table: dict[str, object] = tomllib.loads(file.text)
    except tomllib.TOMLDecodeError as error:
        raise LanguageError(f"{file.place}: {error}") from None
    base = table.get("inherits")
    if base is None:
        return table
    if not isinstance(base, str) or base in (*heirs, key):
        message = f"{file.place}: inherits = {base!r}: use the key of another language"
        raise LanguageError(message)
    above = _inherited(base, (*heirs, key))
    whole = {name: above[name] for name in above if name not in _NOT_INHERITED}
    for name, value in table.items():
        inherited = whole.get(name)
        whole[name] = value
        if name != "highlight" and isinstance(value, dict) and isinstance(inherited, dict):
            whole[name] = {**inherited, **value}
    return whole


@per_table
def load() -> Mapping[str, Language]:
    """Return all languages by their keys, in the order of their claims on files.

    :raises LanguageError: when a ``language.toml`` is wrong.
    """
    return MappingProxyType({key: _language(key, table) for key, table in tables().items()})


def _language(key: str, table: Mapping[str, object]) -> Language:
    place = files(key)[TABLE].place
    values = {name: value for name, value in table.items() if name != "inherits"}
    _check_keys(place, values, Language)
    for name in ("name", "lexer"):
        if not values.get(name):
            raise LanguageError(f"{place}: the key {name!r} is missing")
    try:
        return msgspec.convert({"family": key, **values, "key": key}, Language)
    except msgspec.ValidationError as error:
        raise LanguageError(f"{place}: {error}") from None


def _check_keys(place: str, table: Mapping[str, object], group: type) -> None:
    types = get_type_hints(group)
    allowed = types.keys() - {"key"}
    for name, value in table.items():
        if name not in allowed:
            others = ", ".join(sorted((*allowed, *(("inherits",) if group is Language else ()))))
            raise LanguageError(f"{place}: unknown key {name!r}; use one of {others}")
        if is_dataclass(types[name]) and isinstance(value, dict):
            _check_keys(f"{place}: [{name}]", value, types[name])


@per_table
def hook(reference: str) -> object:
    """Import a hook of a language: a module, or something in a module.

    :param reference: ``package.module`` or ``package.module:name``.
    :raises LanguageError: when it can't be imported.
    """
    module, _, name = reference.partition(":")
    try:
        imported: object = import_module(module)
        return getattr(imported, name) if name else imported
    except Exception as error:  # whatever a module of a user's own raises
        said = f"{type(error).__name__}: {error}"
        raise LanguageError(f"the hook {reference!r} can't be imported ({said})") from error


def query_file(key: str, name: str) -> DataFile | None:
    """Return the file of a query of a language: its own, else that of the one that it inherits."""
    known = key
    while known:
        if file := files(known).get(f"{name}.scm"):
            return file
        known = str(tables().get(known, {}).get("inherits", ""))
    return None
