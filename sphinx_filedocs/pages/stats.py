"""Counts and first words of folders, for their own pages and those above."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from sphinx_filedocs.model import Codebase, File, Folder, LineCounts, Symbol
from sphinx_filedocs.pages.text import first_sentence, size_text
from sphinx_filedocs.pages.views import FileRow, Totals

#: Files whose first documentation speaks for their folder where it has no README.
_SPEAKERS = (
    "__init__.py",
    "doc.go",
    "package-info.java",
    "mod.rs",
    "lib.rs",
    "index.ts",
    "index.js",
)

_MAIN_NAMES = 4
#: Definitions that say less of what a file is for than others do.
_MINOR = ("constant", "variable", "field", "macro", "type")
_WRAPPERS = ("namespace", "module")


def file_row(file: File) -> FileRow:
    """Return what the page of its folder shows of a file."""
    return FileRow(
        path=file.path,
        sentence=first_sentence(file.facts.doc),
        defines=main_names(file),
        language=file.language_name,
        lines=file.facts.lines.total,
        symbols=sum(count for _, count in file.facts.kinds),
        size=0 if file.facts.lines.total else file.size,
    )


def folder_purpose(codebase: Codebase, folder: Folder) -> tuple[str, str | None]:
    """Return the folder's own words and the file that they come from."""
    base = f"{folder.path}/" if folder.path else ""
    for path in (folder.readme, *(f"{base}{name}" for name in _SPEAKERS)):
        if path and (file := codebase.files.get(path)) and (doc := file.facts.doc):
            return doc, path
    return "", None


class Sum:
    """The counts of everything below a folder."""

    def __init__(self) -> None:
        self.files = self.folders = self.bytes = 0
        self.lines = LineCounts()
        self.symbols: Counter[str] = Counter()
        self.language_files: Counter[str] = Counter()
        self.language_lines: Counter[str] = Counter()

    def add_file(self, file: File) -> None:
        """Count a file."""
        self.files += 1
        self.bytes += file.size
        self.lines += file.facts.lines
        self.symbols.update(dict(file.facts.kinds))
        if file.language_name:
            self.language_files[file.language_name] += 1
            self.language_lines[file.language_name] += file.facts.lines.total

    def add(self, other: Sum) -> None:
        """Count a subfolder."""
        self.files += other.files
        self.folders += other.folders + 1
        self.bytes += other.bytes
        self.lines += other.lines
        self.symbols.update(other.symbols)
        self.language_files.update(other.language_files)
        self.language_lines.update(other.language_lines)

    def totals(self) -> Totals:
        """Return what is shown of them."""
        ranked = sorted(self.language_files, key=lambda n: (-self.language_lines[n], n))
        return Totals(
            self.files,
            self.folders,
            size_text(self.bytes),
            self.lines,
            tuple(sorted(self.symbols.items(), key=lambda item: (-item[1], item[0]))),
            tuple((n, self.language_files[n], self.language_lines[n]) for n in ranked),
        )


def folder_sums(codebase: Codebase) -> Mapping[str, Sum]:
    """Return the counts of everything below each folder."""
    sums = {path: Sum() for path in codebase.folders}
    for path in sorted(codebase.folders, key=lambda p: p.count("/") + bool(p), reverse=True):
        folder = codebase.folders[path]
        for child in folder.files:
            sums[path].add_file(codebase.light[child])
        for sub in folder.folders:
            sums[path].add(sums[sub])
    return sums


def main_names(file: File) -> tuple[str, ...]:
    """Return the names of a file's outermost definitions, those that hold most others first."""
    symbols: list[Symbol] = []
    pending = list(file.facts.symbols)
    while pending:
        symbol = pending.pop(0)
        if symbol.kind in _WRAPPERS:
            pending = [*symbol.children, *pending]
        elif symbol.kind != "heading":
            symbols.append(symbol)
    ranked = sorted(symbols, key=_importance)
    return tuple(dict.fromkeys(symbol.name for symbol in ranked))[:_MAIN_NAMES]


def _importance(symbol: Symbol) -> tuple[bool, bool, int]:
    return symbol.name.startswith("_"), symbol.kind in _MINOR, -len(symbol.children)
