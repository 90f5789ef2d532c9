"""Brings the catalogues of translations up to date, with Babel.

``python .ci/catalogs.py`` extracts the messages of the program into the template, merges them into
the catalogue of each language and compiles these; ``--check`` only says what is not up to date, and
``--new fr`` begins a language. ``docs/translations.md`` says what a translator does with them.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import babel.messages.catalog
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "sphinx_filedocs"
LOCALE = PACKAGE / "locale"
TEMPLATE = LOCALE / "filedocs.pot"
#: The functions whose literals are messages, with the places of these among the arguments.
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "_": None,
    "deferred": None,
    "Phrase": None,
    "ngettext": (1, 2),
    "deferred_plural": (1, 2),
    "counted": (1, 2),
    "quantity": (2, 3),
}
#: The folder of the rules whose sentences are messages.
RULES = PACKAGE / "plugins" / "findings" / "rules"

# Whichever version of Babel writes a catalogue: it is the same.
babel.messages.catalog.VERSION = "2"  # type: ignore[attr-defined]

#: What a message says: itself, or in the singular and in the plural.
Message = str | tuple[str, ...]


def messages() -> Iterator[tuple[str, Message]]:
    """Yield every message of the program with the file that it stands in."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        for _, message, _, _ in extract_from_file("python", path, keywords=KEYWORDS):
            yield name, message
    for path in sorted(RULES.glob("*.toml")):
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
        aside = ("category", "shapes", "advice")
        advice = tables.get("advice", {}).values()
        rules = [one for name, one in tables.items() if name not in aside]
        for told in (*advice, *rules):
            for key in {"why", "fix"} & told.keys():
                yield path.relative_to(ROOT).as_posix(), told[key]
        for rule in rules:
            counts = rule.get("report") == "count"
            yield (
                path.relative_to(ROOT).as_posix(),
                (rule["one"], rule["text"]) if counts else rule["text"],
            )
    path = PACKAGE / "rules" / "credentials.toml"
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    for kind in (*tables["tokens"], *tables["values"]):
        yield path.relative_to(ROOT).as_posix(), kind


def template() -> Catalog:
    """Return the template as the program is now; its date is that of the last one."""
    made = begun(None, read(TEMPLATE).creation_date if TEMPLATE.exists() else now())
    for name, message in messages():
        made.add(message, locations=[(name, 0)])
    return made


def begun(language: str | None, date: datetime | str) -> Catalog:
    """Return a catalogue without messages; of no language, a template.

    :param date: of the template.
    """
    return Catalog(
        language,
        header_comment="# Messages of the pages that sphinx-filedocs makes.",
        project="sphinx-filedocs",
        version="(any)",
        creation_date=date,
        revision_date=now() if language else None,
        last_translator="the sphinx-filedocs authors",
        language_team="the sphinx-filedocs authors",
        fuzzy=False,
    )


def now() -> datetime:
    """Return the time, to the minute, as catalogues have it."""
    return datetime.now(UTC).replace(second=0, microsecond=0)


def read(path: Path, locale: str | None = None) -> Catalog:
    """Return the catalogue in a file."""
    with path.open("rb") as file:
        return read_po(file, locale=locale)


def text_of(catalog: Catalog) -> bytes:
    """Return a catalogue as it stands in a file: the files of messages without the lines, which
    change with every edit."""
    shown = BytesIO()
    write_po(shown, catalog, width=0, sort_output=True, include_lineno=False)
    return shown.getvalue()


def compiled(catalog: Catalog) -> bytes:
    """Return a catalogue as it is read by a build."""
    made = BytesIO()
    write_mo(made, catalog)
    return made.getvalue()


def wanted(new: str = "") -> Iterator[tuple[Path, bytes]]:
    """Yield every file that there shall be, with its content.

    :param new: a language to begin.
    """
    source = template()
    if TEMPLATE.exists() and TEMPLATE.read_bytes() != text_of(source):
        source.creation_date = now()
    yield TEMPLATE, text_of(source)
    languages = {path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/filedocs.po")}
    for language in sorted(languages | ({new} if new else set())):
        path = LOCALE / language / "LC_MESSAGES" / "filedocs.po"
        known = read(path, language) if path.exists() else begun(language, now())
        known.update(source, no_fuzzy_matching=True)
        known.obsolete.clear()
        yield path, text_of(known)
        yield path.with_suffix(".mo"), compiled(known)


def main() -> int:
    """Write what is not up to date, or name it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--new", default="", metavar="LANGUAGE", help="begin a language")
    options = parser.parse_args()
    outdated = [
        (path, data)
        for path, data in wanted(options.new)
        if not path.exists() or path.read_bytes() != data
    ]
    for path, data in outdated:
        print(f"{'not up to date' if options.check else 'written'}: {path.relative_to(ROOT)}")
        if not options.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return int(options.check and bool(outdated))


if __name__ == "__main__":
    sys.exit(main())
