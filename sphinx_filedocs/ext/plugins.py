"""Languages, rules and sections that a project and installed packages add."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from pygments.lexers import find_lexer_class_by_name
from pygments.util import ClassNotFound

from sphinx_filedocs import hooks
from sphinx_filedocs.config import OF_LANGUAGE, nearest
from sphinx_filedocs.hooks import OptionError
from sphinx_filedocs.languages import LanguageError, file_types, hook, load, query_text
from sphinx_filedocs.languages.base import (
    CAPTURES,
    QUERIES,
    TABLE,
    Language,
    unknown_captures,
    unmet_needs,
)
from sphinx_filedocs.languages.table import (
    Additions,
    DataFile,
    LanguageFolder,
    query_file,
    read_folder,
    use,
)
from sphinx_filedocs.pages import sections
from sphinx_filedocs.pages.sections import code_digest
from sphinx_filedocs.parse import finders
from sphinx_filedocs.parse.highlight import lexis

if TYPE_CHECKING:
    from sphinx.config import Config

_LANGUAGES, _RULES = "filedocs_languages", "filedocs_rules"
_RULES_OFF = "filedocs_rules_off"
_LANGUAGES_OF = "filedocs_languages_of"
_SECTIONS, _SECTIONS_OF = "filedocs_file_sections", "filedocs_file_sections_of"
#: The groups of entry points are called as the package.
_GROUP = __name__.partition(".")[0]
#: A single letter is a drive of Windows.
_PACKAGED = re.compile(r"([^\W\d]\w+(?:\.[^\W\d]\w*)*):(.*)")


def add(config: Config, confdir: Path) -> None:
    """Add languages, rules and sections: those of installed packages, then those of ``conf.py``,
    which win.

    :raises OptionError: for the first wrong one.
    """
    folders = [*_installed_folders(), *_folders(config[_LANGUAGES], confdir)]
    files = [*_installed_rules(), *_rules(config[_RULES], confdir)]
    added = Additions(
        tuple(folders),
        tuple(file for _, file in files),
        rules_off=tuple(sorted(set(config[_RULES_OFF]))),
        languages_of=tuple(config[_LANGUAGES_OF].items()),
        encodings=tuple(config.filedocs_encodings.items()),
    )
    use(added)
    try:
        _check_rules(files)
        _check_rules_off(config[_RULES_OFF])
        own = [_checked(folder) for folder in folders]
        use(replace(added, code=tuple(_code(own))))
        for pattern, name in config[_LANGUAGES_OF].items():
            _check_name(f"{_LANGUAGES_OF}[{pattern!r}]", name)
        for chosen in config[_SECTIONS_OF]:
            if chosen.startswith(OF_LANGUAGE):
                _check_name(_SECTIONS_OF, chosen.removeprefix(OF_LANGUAGE))
    except OptionError:
        use(Additions())
        raise
    installed = list(hooks.sections(hooks.installed("sections")))
    for kind in ("file", "folder", "tree"):
        name = f"filedocs_{kind}_sections"
        changes = (section.change for section in installed if section.page == kind)
        config[name] = sections.arranged(name, config[name], changes)
    config[_SECTIONS_OF] = {
        pattern: sections.changed(f"{_SECTIONS_OF}[{pattern!r}]", config[_SECTIONS], names)
        for pattern, names in config[_SECTIONS_OF].items()
    }


def _folders(value: Mapping[object, object], confdir: Path) -> Iterator[LanguageFolder]:
    for key, place in value.items():
        option = f"{_LANGUAGES}[{key!r}]"
        if not isinstance(key, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", key):
            allowed = "use small letters, digits and _, beginning with a letter"
            raise OptionError(_LANGUAGES, key, allowed)
        yield _folder(option, key, _place(option, place, confdir), str(place))


def _installed_folders() -> Iterator[LanguageFolder]:
    for entry in hooks.installed("languages"):
        place = _packaged(hooks.origin(entry), entry.value, entry.value)
        yield _folder(hooks.origin(entry), entry.name, place, entry.value.replace(".", "/"))


def _folder(option: str, key: str, path: Path, place: str) -> LanguageFolder:
    try:
        folder = read_folder(key, path, place.replace(":", "/"), option)
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(option, place, f"a file in it can't be read ({error})") from None
    if not folder.files:
        allowed = f"use a folder with {TABLE} and queries, such as tags.scm"
        raise OptionError(option, place, f"{path} contains no language; {allowed}")
    return folder


def _checked(folder: LanguageFolder) -> Language:
    try:
        language = load()[folder.key]
        for reference in language.hooks.references():
            hook(reference)
        lexis(language)
        for pattern in language.content.values():
            re.compile(pattern)
        find_lexer_class_by_name(language.lexer)
    except (LanguageError, ClassNotFound, re.error) as error:
        raise OptionError(folder.origin, folder.key, str(error)) from error
    _check_captures(folder)
    _check_needs(folder.origin, language)
    names = {file.name for file in folder.files}
    named = folder.origin.startswith(_LANGUAGES) and TABLE in names
    grammar = language.grammar
    if named and grammar and not (grammar.isidentifier() and find_spec(grammar)):
        allowed = "use the name of an installed module, such as 'tree_sitter_zig'"
        raise OptionError(folder.origin, grammar, f"unknown grammar; {allowed}")
    return language


def _check_name(option: str, name: str) -> None:
    if file_types.named(name) is None:
        near = get_close_matches(name.casefold(), file_types.names(), 3)
        meant = dict.fromkeys(language.name for language in map(file_types.named, near) if language)
        hint = f"; did you mean {' or '.join(meant)}?" if meant else ""
        allowed = "unknown language; use a language's key, or its name in Linguist"
        raise OptionError(option, name, allowed + hint)


def _check_captures(folder: LanguageFolder) -> None:
    for file in folder.files:
        query = file.name.removesuffix(".scm")
        wrong = unknown_captures(query, file.text) if query in CAPTURES else ()
        if wrong:
            names = ", ".join(f"@{name}" for name in wrong)
            allowed = ", ".join(f"@{name}" for name in sorted(CAPTURES[query]))
            said = f"unknown capture {names}; use {allowed}, or a name that begins with @_"
            raise OptionError(folder.origin, file.place, said)


def _check_needs(origin: str, language: Language) -> None:
    texts = {query: query_text(language, query) for query in QUERIES}
    for need in unmet_needs(texts):
        reason = f"@{need.capture} in {_query_place(language, need.query)} needs it {need.purpose}"
        said = f"{language.name} lacks @{need.counterpart} in this query; {reason}"
        raise OptionError(origin, _query_place(language, need.other), said)


def _query_place(language: Language, query: str) -> str:
    file = query_file(language.key, query)
    return file.place if file else f"{query}.scm"


def _code(own: Iterable[Language]) -> Iterator[tuple[str, str]]:
    """Yield the modules of foreign hooks, each with a digest of its code."""
    hooks = sorted(
        {
            reference.partition(":")[0]
            for language in own
            for reference in language.hooks.references()
        }
    )
    for module in hooks:
        if module.partition(".")[0] != _GROUP:
            yield module, code_digest(f"{module}.hook")


def _rules(value: Iterable[object], confdir: Path) -> Iterator[tuple[str, DataFile]]:
    for entry in value:
        for file in _rule_files(_RULES, str(entry), _place(_RULES, entry, confdir)):
            yield _RULES, file


def _installed_rules() -> Iterator[tuple[str, DataFile]]:
    for entry in hooks.installed("rules"):
        option = hooks.origin(entry)
        place = _packaged(option, entry.value, entry.value)
        for file in _rule_files(option, entry.value.replace(".", "/"), place):
            yield option, file


def _rule_files(option: str, place: str, path: Path) -> Iterator[DataFile]:
    paths = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    if not paths:
        allowed = "use a .toml file of rules, or a folder with such files"
        raise OptionError(option, place, f"{path} contains no .toml file; {allowed}")
    for rule_path in paths:
        name = f"{place}/{rule_path.name}" if path.is_dir() else place
        try:
            yield DataFile(rule_path.name, name, rule_path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise OptionError(option, place, f"{rule_path} can't be read ({error})") from None


def _check_rules(files: Iterable[tuple[str, DataFile]]) -> None:
    for option, file in files:
        try:
            for finder in finders.finders():
                finder.check(file)
        except ValueError as error:
            raise OptionError(option, file.place, str(error)) from error


def _check_rules_off(ids: Iterable[str]) -> None:
    known = finders.rules()
    for name in ids:
        if name not in known:
            raise OptionError(_RULES_OFF, name, f"unknown rule{nearest(name, known)}")


def _place(option: str, value: object, confdir: Path) -> Path:
    """Return the absolute path of a value of ``conf.py``: below its folder or in a package."""
    if not isinstance(value, str | Path) or "\0" in str(value):
        raise OptionError(option, value, "use a path, or 'package:path' for a file in a package")
    if match := _PACKAGED.fullmatch(str(value)):
        return _packaged(option, str(value), f"{match[1]}.{match[2]}" if match[2] else match[1])
    place = (confdir / value).resolve()
    if not place.exists():
        raise OptionError(option, str(value), f"{place} does not exist")
    return place


def _packaged(option: str, value: str, place: str) -> Path:
    """Return the path of a file in an installed package, without importing it.

    :param place: the package and the path in it, joined by dots or slashes.
    """
    top, _, rest = place.replace(":", ".").partition(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        spec = None
    for folder in (spec.submodule_search_locations if spec else None) or ():
        for parts in (rest, rest.replace(".", "/")):
            if (candidate := Path(folder, parts)).exists():
                return candidate
    raise OptionError(option, value, f"no such file or folder in the package {top!r}")
