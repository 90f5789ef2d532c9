"""The texts that the finder searches, in scripts.

A script holds whole files and is named by a digest of them, so it is written once and stays in the
cache of a browser. The table of a tree lists the scripts and their files in the order of the
search.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from sphinx_filedocs.ext.output_files import delete
from sphinx_filedocs.ext.page_inputs import code_version
from sphinx_filedocs.index.store import file_key
from sphinx_filedocs.model.files import LONGEST_LINE, File
from sphinx_filedocs.model.symbols import walk
from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.reader_data import finder_paths, group_of
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.text import printable, printable_line
from sphinx_filedocs.pages.translation import _, ngettext
from sphinx_filedocs.parse.highlight import literals
from sphinx_filedocs.writing import write_whole

_TABLE = "table.js"
#: A part has so many bytes of text at most, unless it is one file. What a browser decodes at once
#: is searched in some milliseconds, and few such scripts are a whole program.
_MOST = 512_000
#: From half of that on it ends behind one file in so many, chosen by its path: where a file comes
#: or goes, the parts behind it stay what they were.
_EVERY = 8


class Part(NamedTuple):
    """Files that are searched together."""

    name: str
    files: tuple[File, ...]


def write_source_texts(folder: Path, site: Site, which: str | bool) -> None:
    """Write the table and the missing scripts of a tree, and delete others.

    :param folder: of the tree.
    :param which: the value of ``filedocs_text_search``.
    """
    parts, left = _chosen(site, which) if which else ([], Counter[str]())
    scripts = {folder / f"{part.name}.js": part for part in parts}
    if which:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / _TABLE, _table(site, parts, left).encode("ascii"))
    for path, part in scripts.items():
        if not path.exists():
            write_whole(path, _script(site, part))
    delete_source_texts(folder, {*scripts, *([folder / _TABLE] if which else ())})


def delete_source_texts(folder: Path, but: Iterable[Path] = ()) -> None:
    """Delete all scripts in a folder but some."""
    for path in set(folder.glob("*.js")).difference(but):
        delete(folder.parent, path)


def _chosen(site: Site, which: str | bool) -> tuple[list[Part], Counter[str]]:
    """Return the parts, and the numbers of other files by reason."""
    left: Counter[str] = Counter()
    files: list[File] = []
    for path in finder_paths(site):
        file = site.codebase.light[path]
        if reason := _left_out(site, file, which):
            left[reason] += 1
        else:
            files.append(file)
            left["cut"] += file.cut > 0
    files.sort(key=_order)
    common = (code_version(), site.settings.private)
    parts = [
        Part(digest(common, [(file.path, file_key(file)) for file in some]), some)
        for some in _divided(files)
    ]
    return parts, left


def _left_out(site: Site, file: File, which: str | bool) -> str:
    """Return the reason why a file is not searched, or ``""``."""
    if file.kind != "text" or not site.settings.anchors(file.path):
        return file.kind if file.kind != "text" else "hidden"
    if any(provenance.kind == "minified" for provenance in file.provenance):
        return "minified"
    is_foreign = group_of(file) == "v" or any(origin.kind == "lock" for origin in file.provenance)
    return "foreign" if which == "own" and is_foreign else ""


def _order(file: File) -> tuple[int, bool, str]:
    """Sort own programs first, then documents and data, tests, foreign files."""
    group = "otv".index(group_of(file))
    return group, group == 0 and file.language_type != "programming", file.path


def _divided(files: Iterable[File]) -> Iterator[tuple[File, ...]]:
    some: list[File] = []
    size = 0
    for file in files:
        if some and size + file.size > _MOST:
            yield tuple(some)
            some, size = [], 0
        some.append(file)
        size += file.size
        is_end = zlib.crc32(file.path.encode("utf-8", "surrogateescape")) % _EVERY == 0
        if is_end and size > _MOST // 2:
            yield tuple(some)
            some, size = [], 0
    if some:
        yield tuple(some)


def _table(site: Site, parts: Sequence[Part], left: Counter[str]) -> str:
    """Return the script with the table: files are places in the list of the finder, as
    differences."""
    places = {path: at for at, path in enumerate(finder_paths(site))}
    every = [file for part in parts for file in part.files]
    languages = {name: at for at, name in enumerate(sorted({f.language_name for f in every}))}
    rows: list[object] = []
    before = 0
    for part in parts:
        here: list[int] = []
        for file in part.files:
            here.append(places[file.path] - before)
            before = places[file.path]
        rows.append([part.name, here, [languages[file.language_name] for file in part.files]])
    data = {
        "parts": rows,
        "languages": list(languages),
        "bytes": sum(file.size for file in every),
        "left": _said_of(left),
        "texts": _texts(),
    }
    return _call("texts", site.plan.prefix, data)


def _call(function: str, *values: object) -> str:
    shown = ",".join(json.dumps(value, separators=(",", ":")) for value in values)
    return f"filedocsFinder.{function}({shown});\n"


def _script(site: Site, part: Part) -> bytes:
    """Return the script of a part: its texts, and a last line with their definitions."""
    texts = [_shown_text(site, file) for file in part.files]
    known = [_known(site, file, text) for file, text in zip(part.files, texts, strict=True)]
    tail = json.dumps(known, separators=(",", ":"))
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = packer.compress("".join((*texts, tail)).encode("utf-8")) + packer.flush()
    return _call("text", part.name, base64.b64encode(data).decode("ascii")).encode("ascii")


def _shown_text(site: Site, file: File) -> str:
    text = printable(site.details.text(file.path))
    if file.cut:
        text = "\n".join(line[:LONGEST_LINE] for line in text.split("\n"))
    return text if text.endswith("\n") or not text else f"{text}\n"


def _known(site: Site, file: File, text: str) -> list[object]:
    """Return length (in UTF-16), definitions and literals of a text."""
    counted = text
    if not text.isascii() and max(text) > "\uffff":
        # A script counts two for these characters.
        counted = "".join(character * (1 + (character > "\uffff")) for character in text)
    return [len(counted), list(_definitions(site, file)), _literals(file, counted)]


def _definitions(site: Site, file: File) -> Iterator[int | str]:
    """Yield first line (as a difference), number of further lines, and name of each definition."""
    before = 0
    for entry in walk(site.codebase.files[file.path].facts.symbols):
        if entry.private and not site.settings.private:
            continue
        span = entry.symbol.span
        yield from (span.start - before, span.end - span.start, printable_line(entry.qualified))
        before = span.start


def _literals(file: File, text: str) -> list[int] | None:
    """Return distance and length of each string and comment, negative for comments; ``None`` if
    unknown."""
    spans = None if file.language_type == "prose" else literals(text, file.shown_as)
    if spans is None:
        return None
    before = 0
    rows: list[int] = []
    for start, end, is_comment in spans:
        rows += start - before, start - end if is_comment else end - start
        before = end
    return rows


def _said_of(left: Counter[str]) -> str:
    """Return a sentence about the files that are not searched."""
    said = {
        "foreign": ngettext(
            "{count:,} file of others or lock file", "{count:,} files of others or lock files",
            left["foreign"],
        ),
        "binary": ngettext("{count:,} binary file", "{count:,} binary files", left["binary"]),
        "minified": ngettext(
            "{count:,} minified file", "{count:,} minified files", left["minified"]
        ),
        "huge": ngettext("{count:,} too large file", "{count:,} too large files", left["huge"]),
        "hidden": ngettext(
            "{count:,} file without a listing", "{count:,} files without a listing", left["hidden"]
        ),
        "unreadable": ngettext(
            "{count:,} unreadable file", "{count:,} unreadable files", left["unreadable"]
        ),
        "cut": ngettext(
            "the ends of long lines in {count:,} file",
            "the ends of long lines in {count:,} files",
            left["cut"],
        ),
    }  # fmt: skip
    kinds = ", ".join(text.format(count=left[kind]) for kind, text in said.items() if left[kind])
    return _("Not searched: {kinds}").format(kinds=kinds) if kinds else ""


def _texts() -> Mapping[str, str]:
    return {
        "line": ngettext("{count} line", "{count} lines", 1),
        "lines": ngettext("{count} line", "{count} lines", 2),
        "file": ngettext("{count} file", "{count} files", 1),
        "files": ngettext("{count} file", "{count} files", 2),
        "both": _("{lines} in {files}"),
        "cut": _("The first {shown} are shown"),
        "searching": _("Searching …"),
        "none": _("Nothing found"),
        "wrong": _("The regular expression has an error"),
        "refused": _("Look-around and back-references are not supported"),
        "slow": _("Ended: this expression takes too long"),
        "strings": _("strings"),
        "code": _("code"),
        "comments": _("comments"),
        "case": _("Match case"),
        "word": _("Whole words"),
        "expression": _("Regular expression"),
        "folder": _("in folder/"),
        "folderLabel": _("Search only below this folder"),
        "language": _("Language"),
        "languages": _("All languages"),
        "t": _("Tests and examples"),
        "v": _("Vendored"),
        "more_t": _("{lines} in tests and examples"),
        "more_v": _("{lines} in vendored code"),
    }
