"""Trees in text files, with what is expected of them.

A file is one tree, or several below lines such as ``=== name``. Lines such as ``== path`` begin the
files of a tree; the last of these parts is what is expected. With ``FILEDOCS_REGENERATE=1``, tests
write that anew: read the difference before keeping it.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from sphinx_filedocs import languages

_TREE = re.compile(r"^=== (.+)\n", re.MULTILINE)
_PART = re.compile(r"^== (.+)\n", re.MULTILINE)


@dataclass(frozen=True)
class Sample:
    """A tree of a file of samples.

    :param at: its place in the file, cut at the names of trees.
    """

    file: Path
    at: int

    def read(self) -> tuple[dict[str, str], str, str]:
        """Return the parts of the tree by title, the title of the last one, and its text."""
        _, *parts = _PART.split(self._texts()[self.at])
        texts = dict(zip(parts[::2], parts[1::2], strict=True))
        title, expected = texts.popitem()
        for path, text in texts.items():
            language = languages.detect(path, text.encode())
            if language is not None and languages.grammar(language) is None:
                pytest.skip(f"{language.grammar} is not installed")
        return texts, title, expected

    def expect(self, result: str) -> None:
        """Compare with the last part, or write that."""
        texts = self._texts()
        expected = _PART.split(texts[self.at])[-1]
        if not os.environ.get("FILEDOCS_REGENERATE"):
            assert result == expected
            return
        texts[self.at] = texts[self.at].removesuffix(expected) + result
        heads = [f"=== {text}\n" if at % 2 else text for at, text in enumerate(texts)]
        self.file.write_text("".join(heads), encoding="utf-8")

    @property
    def name(self) -> str:
        """Its name, which stands before it in the file."""
        return self._texts()[self.at - 1].removeprefix("=== ").strip()

    def _texts(self) -> list[str]:
        return _TREE.split(self.file.read_text(encoding="utf-8"))


def trees(file: Path) -> dict[str, dict[str, str]]:
    """Return the files of all trees of a file, without what is expected of edits of them."""
    _, *parts = _TREE.split(file.read_text(encoding="utf-8"))
    found = {}
    for name, text in zip(parts[::2], parts[1::2], strict=True):
        _, *files = _PART.split(text)
        found[name] = dict(zip(files[::2], files[1::2], strict=True))
        found[name].pop("edits", None)
    return found


def samples(*files: Path) -> list[object]:
    """Return the trees of some files as parameters of a test."""
    found: list[object] = []
    for file in files:
        _, *parts = _TREE.split(file.read_text(encoding="utf-8"))
        names = [f"{file.stem}: {name}" for name in parts[::2]]
        found += [pytest.param(Sample(file, 2 * at + 2), id=name) for at, name in enumerate(names)]
        if not names:
            found.append(pytest.param(Sample(file, 0), id=file.stem))
    return found
