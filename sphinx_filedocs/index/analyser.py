"""Digests the inputs of the analysis besides the tree: our code, languages, rules and parsers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.metadata import distributions
from importlib.util import find_spec
from pathlib import Path

from sphinx_filedocs import hooks, languages
from sphinx_filedocs.languages.base import QUERY_FILES, TABLE, Language
from sphinx_filedocs.languages.table import additions, per_table, tables
from sphinx_filedocs.parse import finders

_PACKAGE = Path(__file__).resolve().parent.parent
_FOLDERS = (
    *("model", "source", "languages", "parse", "index", "resolve", "insight", "incremental"),
    *("analysis", "plugins"),
)
#: The groups of entry points whose code has an influence.
_HOOKS = ("reports", "comments", "findings")
#: Distributions that parse, besides the grammars of languages.
_PARSERS = ("charset-normalizer", "docstring-parser", "markdown-it-py", "pygments", "tree-sitter")


@per_table
def analyser_version() -> str:
    """Return a digest of everything besides the tree that facts depend on."""
    return _digest(sorted(inputs()))


def inputs() -> Iterator[tuple[str, str]]:
    """Yield the inputs of the analysis besides the tree, as keys and digests.

    Keys: ``program``, ``languages of`` files, ``encodings``, ``rules off``, ``language KEY`` (its
    table, queries, foreign hooks and grammar), ``rules FILE``, ``parser NAME``.
    """
    yield "program", _digest(list(_program()))
    for key, language in languages.load().items():
        known = _parser(language.grammar.replace("_", "-").lower()) or _module(language.grammar)
        yield f"language {key}", _digest(_language(language), known)
    for file in (*finders.sources(), *additions().rules):
        yield f"rules {file.place}", _digest(file.text)
    for entry in (entry for group in _HOOKS for entry in hooks.installed(group)):
        yield f"{entry.group} {entry.name}", _digest(entry.value, entry.dist and entry.dist.version)
    yield "rules off", _digest(additions().rules_off)
    yield "languages of", _digest(additions().languages_of)
    yield "encodings", _digest(additions().encodings)
    yield from ((f"parser {name}", _parser(name)) for name in _PARSERS)


def _digest(*values: object) -> str:
    return hashlib.blake2b(repr(values).encode(), digest_size=12).hexdigest()


def _program() -> Iterator[tuple[str, bytes]]:
    parts = [_PACKAGE / name for name in ("patterns.py", "phrases.py")]
    for folder in _FOLDERS:
        parts += sorted((_PACKAGE / folder).rglob("*.py"))
        parts += sorted((_PACKAGE / folder).rglob("*.sql"))
    data = (_PACKAGE / "languages").rglob("*.toml")
    parts += sorted(path for path in data if path.name != TABLE)
    parts += sorted((_PACKAGE / "rules").glob("*.toml"))
    for part in parts:
        yield part.relative_to(_PACKAGE).as_posix(), part.read_bytes()


def _language(language: Language) -> list[object]:
    modules = {hook.partition(":")[0] for hook in language.hooks.references()}
    code = [(module, known) for module, known in additions().code if module in modules]
    texts = [languages.query_text(language, name) for name in QUERY_FILES]
    return [sorted(map(repr, tables()[language.key].items())), texts, code]


def _parser(name: str) -> str:
    for distribution in distributions(name=name):
        return _digest(
            distribution.version,
            _sizes(Path(str(distribution.locate_file(name.replace("-", "_"))))),
        )
    return ""


def _module(name: str) -> str:
    try:
        spec = find_spec(name) if name.isidentifier() else None
    except (ImportError, ValueError):
        return ""
    if spec is None or spec.origin is None:
        return ""
    place = Path(spec.origin)
    return _digest(_sizes(place.parent) if spec.submodule_search_locations else _size(place))


def _sizes(folder: Path) -> tuple[tuple[str, int], ...]:
    try:
        return tuple(sorted(_size(path) for path in folder.iterdir() if path.is_file()))
    except OSError:
        return ()


def _size(file: Path) -> tuple[str, int]:
    return file.name, file.stat().st_size
