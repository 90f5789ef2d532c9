"""The edits of ``edits.toml``: of one file of a tree its text, its place, or its being there."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("edits.toml")
#: The order of the table.
REPLACEMENTS = (
    *("body, same lines", "body, a line more", "definition added", "definition removed"),
    *("import added", "import removed", "signature changed"),
)


@dataclass(frozen=True, slots=True)
class Replacement:
    """One passage of a text, and what stands there afterwards.

    :param until: where the passage ends if it is longer than ``old``; not a part of it.
    """

    old: str
    new: str
    until: str = ""

    def apply(self, text: str) -> str:
        """Return the text after the edit.

        :raises ValueError: when it does not have the passage exactly once.
        """
        if text.count(self.old) != 1:
            raise ValueError(f"{self.old!r} is there {text.count(self.old)} times")
        start = text.index(self.old)
        end = start + len(self.old)
        if self.until:
            end = text.index(self.until, end)
        return text[:start] + self.new + text[end:]


@dataclass(frozen=True, slots=True)
class Subject:
    """A file of a tree, and what is done to it and beside it.

    :param trees: by a tree's name, the folder in it that all paths here are relative to.
    :param added: the path and the text of a file.
    :param renamed: the path before and after.
    :param bound: CPU seconds that a build after an edit may take, if that is promised.
    """

    trees: Mapping[str, str]
    file: str
    replace: Mapping[str, Replacement]
    added: tuple[str, str]
    removed: str
    renamed: tuple[str, str]
    bound: float | None = None

    def edits(self, tree: Path, name: str) -> Iterator[str]:
        """Make one edit after the other in a copy of the tree; yield after each what it was.

        :param name: of the tree.
        """
        folder = tree / self.trees[name]
        for edit in REPLACEMENTS:
            file = folder / self.file
            text = file.read_bytes().decode("utf-8", "surrogateescape")
            changed = self.replace[edit].apply(text)
            file.write_bytes(changed.encode("utf-8", "surrogateescape"))
            yield edit
        path, text = self.added
        (folder / path).write_text(text.lstrip("\n"), "utf-8")
        yield "file added"
        (folder / self.removed).unlink()
        yield "file removed"
        (folder / self.renamed[0]).rename(folder / self.renamed[1])
        yield "file renamed"


def read_subjects(file: Path = FILE) -> list[Subject]:
    """Read the subjects.

    :raises TypeError: when a table has a key that is not known.
    """
    tables = tomllib.loads(file.read_text("utf-8"))["subject"]
    return [_subject(table) for table in tables]


def _subject(table: dict[str, object]) -> Subject:
    match table:
        case {
            "trees": dict(trees),
            "file": str(file),
            "replace": dict(replace),
            "added": [str(path), str(text)],
            "removed": str(removed),
            "renamed": [str(before), str(after)],
            **rest,
        }:
            edits = {name: Replacement(**one) for name, one in replace.items()}
            bound = rest.get("bound")
            if set(edits) == set(REPLACEMENTS) and isinstance(bound, float | None):
                place = (before, after)
                return Subject(trees, file, edits, (path, text), removed, place, bound)
    raise TypeError(f"a subject lacks something: {table.get('file')}")
