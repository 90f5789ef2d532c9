"""Makes source trees of names that nobody chose and of real sources with something wrong, and edits
them. All that follows from a seed is the same in every run."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from sphinx_filedocs.pages.document_names import Suffixes

#: Bytes; longer sources are cut, or a tree would take minutes.
LONGEST = 12_000
#: Files of a folder that is copied.
MOST_COPIED = 40
#: A word and a line.
_PIECES = (re.compile(rb"\w+"), re.compile(rb"(?m)^.*\n"))
#: What no file system takes, or stands for something else.
_IMPOSSIBLE = frozenset({"", ".", "..", ".git"})
_SUFFIXES = (".py", ".c", ".h", ".cpp", ".js", ".ts", ".rs", ".go", ".java", ".sh", ".md", ".rst")
#: Characters that nobody sees, or that no text has.
_UNSEEN = "\0\u200b\u202e\xad\u2028\ufeff\uffff\x7f"
#: Where a character is drawn from: ASCII, Latin, other scripts, marks that nobody sees, symbols.
_RANGES = ((1, 0x7F), (0x80, 0x24F), (0x250, 0xD7FF), (0x2000, 0x206F), (0x1F300, 0x1FAFF))


def sources(folders: Sequence[Path]) -> list[Path]:
    """Return the files to take content from, in order."""
    found = (path for folder in folders for path in folder.rglob("*") if ".git" not in path.parts)
    return sorted(path for path in found if path.is_file() and not path.is_symlink())


class Tree:
    """A tree that is edited again and again.

    :param root: its folder, which is not there yet.
    :param pool: see :func:`sources`.
    """

    def __init__(self, root: Path, pool: Sequence[Path], random: Random) -> None:
        self.root = root
        self._pool = pool
        self._random = random
        root.mkdir()
        if random.random() < 0.5:
            self._copy()
        else:
            for _ in range(random.randint(1, 14)):
                self._add()
        self._fill()

    def edit(self) -> str:
        """Make one change, after which there is still a file; return what was done."""
        often = [self._change, self._reword] * 2
        change = self._random.choice([*often, self._add, self._remove, self._rename, self._turn])
        done = f"{change.__name__.strip('_')}: {change()!r}"
        self._fill()
        return done

    def _fill(self) -> None:
        """See that there is a file: of a tree without one a build says so."""
        while not self._files():
            self._add()

    def _copy(self) -> None:
        """Copy a folder of the pool, whose files use one another."""
        start = self._random.choice(self._pool)
        folder = start.parents[self._random.randrange(3)]
        for path in [path for path in self._pool if path.is_relative_to(folder)][:MOST_COPIED]:
            self._write(self.root / path.relative_to(folder), path.read_bytes()[:LONGEST])

    # --- changes ---

    def _add(self) -> str:
        parts = [self._name() for _ in range(self._random.choice((1, 1, 2, 3)))]
        folders = [path for path in self._paths() if path.is_dir()]
        base = self._random.choice([self.root, *folders])
        return self._write(base.joinpath(*parts), self._content())

    def _change(self) -> str:
        if not (files := self._files()):
            return self._add()
        path = self._random.choice(files)
        return self._write(path, _mutated(path.read_bytes(), self._random, self._content))

    def _reword(self) -> str:
        """Replace a word or a line by one of another file, as an edit by hand does."""
        if not (files := self._files()):
            return self._add()
        path, pattern = self._random.choice(files), self._random.choice(_PIECES)
        source, other = path.read_bytes(), self._random.choice(files).read_bytes()
        pieces, instead = list(pattern.finditer(source)), pattern.findall(other)
        if not pieces or not instead:
            return self._change()
        piece = self._random.choice(pieces)
        new = self._random.choice((b"", self._random.choice(instead)))
        return self._write(path, source[: piece.start()] + new + source[piece.end() :])

    def _remove(self) -> str:
        if not (paths := self._paths()):
            return self._add()
        path = self._random.choice(paths)
        _delete(path)
        return path.name

    def _rename(self) -> str:
        if not (paths := self._paths()):
            return self._add()
        path = self._random.choice(paths)
        new = path.with_name(self._name())
        if not os.path.lexists(new):
            self._try(lambda: path.rename(new))
        return f"{path.name} {new.name}"

    def _turn(self) -> str:
        """Make a folder of a file, or a file of a folder."""
        if not (paths := self._paths()):
            return self._add()
        path = self._random.choice(paths)
        is_folder = path.is_dir()
        _delete(path)
        return self._write(path if is_folder else path / self._name(), self._content())

    # --- what they are made of ---

    def _paths(self) -> list[Path]:
        return sorted(self.root.rglob("*"))

    def _files(self) -> list[Path]:
        return [path for path in self._paths() if path.is_file()]

    def _write(self, path: Path, content: bytes) -> str:
        def write() -> None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

        self._try(write)
        return path.name

    def _try(self, work: Callable[[], object]) -> None:
        """Do what a file system may refuse: a name that is too long, a file that is a folder."""
        try:
            work()
        except (OSError, ValueError):
            return

    def _name(self) -> str:
        """Return a name: any text, or one near to what is there or to what pages are called."""
        random = self._random
        known = [path.name for path in self._paths()] or ["a"]
        stem = random.choice(
            (self._text(), random.choice(known), random.choice(("index", "keywords", "crossref-")))
        )
        ending = random.choice(
            ("", self._text(), random.choice(_SUFFIXES), random.choice(Suffixes().documents))
        )
        name = random.choice((stem, stem.swapcase(), f".{stem}")) + ending
        return name.replace("/", "-").replace("\0", "") if name not in _IMPOSSIBLE else "x"

    def _text(self) -> str:
        random = self._random
        if random.random() < 0.05:
            return os.fsdecode(bytes(random.choices(range(1, 256), k=random.randint(1, 6))))
        start, stop = random.choice(_RANGES)
        return "".join(chr(random.randint(start, stop)) for _ in range(random.randint(1, 6)))

    def _content(self) -> bytes:
        source = self._source()[:LONGEST]
        while self._random.random() < 0.7:
            source = _mutated(source, self._random, self._source)
        return source[: 2 * LONGEST]

    def _source(self) -> bytes:
        return self._random.choice(self._pool).read_bytes()


def _delete(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def _mutated(source: bytes, random: Random, other: Callable[[], bytes]) -> bytes:
    """Return a source with one thing changed."""
    at, end = sorted(random.choices(range(len(source) + 1), k=2))
    part = source[at : min(end, at + random.choice((1, 8, 200, 4000)))]
    times = min(random.choice((2, 3, 300)), 1 + LONGEST // (len(part) + 1))
    lines = source.splitlines(keepends=True)
    random.shuffle(lines)
    half = other()[:LONGEST]
    instead: tuple[bytes | None, ...] = (
        b"",  # something is missing
        part * times,  # is there again and again
        part.swapcase(),
        part + bytes(random.choices(range(256), k=random.randint(1, 9))),  # of no encoding
        "".join(random.choices(_UNSEEN, k=3)).encode(),
        None,
    )
    if (new := random.choice(instead)) is not None:
        return source[:at] + new + source[at + len(part) :]
    whole = (
        source[:at],  # it ends in the middle
        source[:at] + half[random.randrange(len(half) + 1) :],  # in another language
        b"".join(lines),
        source.replace(b"\n", random.choice((b"\r\n", b"\r", b" ", b"\n\n", b"\x0c\n"))),
    )
    return random.choice(whole)
