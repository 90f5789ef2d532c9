"""Edits a tree as people do: the body of a function, and a branch that touches 1 % of the files."""

from __future__ import annotations

import ast
import hashlib
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scale_peers import files, html_pages

#: Of so many files of a branch one is edited.
_EDITED = 100
#: Of so many files one is added, one is removed and one is renamed; at least one, at most five.
_MOVED = 1_000
_RETURN = re.compile(r"^([ \t]+)return\b[^\n]*;$", re.MULTILINE)
_SIMPLE = ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Return


def edited_body(text: str, lengthen: bool = False) -> str:
    r"""Return a Python text with one more statement in the body of its first function that ends
    with a plain statement of one line.

    :param text: lines end in ``\n``.
    :param lengthen: whether the statement has a line of its own, so that all lines below move.
    :raises ValueError: when there is no such function.
    """
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            last = node.body[-1]
            row = last.lineno - 1
            if _is_plain(last) and last.end_lineno == last.lineno > node.lineno:
                line = lines[row]
                indent = line[: len(line) - len(line.lstrip())]
                divider = "\n" + indent if lengthen else "; "
                lines[row] = f"{indent}_edited = {row}{divider}{line.lstrip()}"
                return "\n".join(lines)
    raise ValueError("no function whose body ends with a plain statement of one line")


def _is_plain(statement: ast.stmt) -> bool:
    """Tell whether another statement may stand before one on its line: not before a docstring."""
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant)
    return isinstance(statement, _SIMPLE)


def edited(path: str, text: str) -> str:
    """Return a text with one more statement in a function, or with a last line more where no
    function is found.

    :param path: tells the language.
    """
    if path.endswith(".py"):
        try:
            return edited_body(text, lengthen=True)
        except (SyntaxError, ValueError):
            return f"{text}\n# edited\n"
    found, count = _RETURN.subn(r"\1(void)0;\n\g<0>", text, count=1)
    return found if count else f"{text}\n// edited\n"


@dataclass(frozen=True, slots=True)
class Repository:
    """A Git repository of a copied tree.

    :param root: absolute.
    """

    root: Path

    def create(self) -> None:
        """Put all files of the tree under version control."""
        self._git("init", "--quiet", "--initial-branch=main")
        self._git("add", "--all", "--force")
        self._git("commit", "--quiet", "--message=All files")

    def branch(self, name: str) -> int:
        """Make a branch that touches 1 % of the files; return how many it touches."""
        self._git("checkout", "--quiet", "-b", name)
        paths = sorted(
            path.relative_to(self.root).as_posix()
            for path in files(self.root)
            if path.suffix in {".py", ".h", ".hpp", ".cpp", ".cuh", ".java"}
        )
        for path in paths[::_EDITED]:
            self.edit(path)
        moved = max(1, min(5, len(paths) // _MOVED))
        for number, path in enumerate(paths[1 : 3 * moved * _EDITED : _EDITED][: 2 * moved]):
            place = self.root / path
            if number % 2:
                place.unlink()
            else:
                place.rename(place.with_name(f"renamed_{place.name}"))
                added = place.with_name(f"added_{number}.py")
                added.write_text(f"def added_{number}():\n    return {number}\n", "utf-8")
        self._git("add", "--all", "--force")
        changed = self._git("diff", "--cached", "--name-only", "--no-renames").splitlines()
        self._git("commit", "--quiet", f"--message=Branch {name}")
        self._git("checkout", "--quiet", "main")
        return len(changed)

    def edit(self, path: str) -> None:
        """Edit a file."""
        place = self.root / path
        text = place.read_text("utf-8", "surrogateescape")
        place.write_text(edited(path, text), "utf-8", "surrogateescape")

    def edit_body(self, path: str) -> None:
        """Edit a Python file so that no line moves."""
        place = self.root / path
        place.write_text(edited_body(place.read_text("utf-8")), "utf-8")

    def check_out(self, name: str) -> None:
        """Change to a branch; what is not committed is lost."""
        self._git("checkout", "--quiet", "--force", name)

    def _git(self, *arguments: str) -> str:
        settings = ("user.name=benchmark", "user.email=benchmark@localhost", "gc.auto=0")
        options = [part for setting in settings for part in ("-c", setting)]
        command = [
            "git",
            *options,
            "-c",
            "commit.gpgsign=false",
            "-c",
            "core.compression=0",
            *arguments,
        ]
        done = subprocess.run(command, cwd=self.root, check=True, capture_output=True)
        return done.stdout.decode("utf-8", "surrogateescape")


@dataclass(frozen=True, slots=True)
class Written:
    """The pages that a build wrote.

    :param changed: those that show something else than before.
    :param needless: those that are as they were.
    """

    changed: tuple[str, ...]
    needless: tuple[str, ...]


#: Of each page, whether it was written since it was last looked at, and a digest of it.
Pages = Mapping[str, tuple[bool, str]]
#: The time that a page has from when it is looked at until it is written, in seconds: one that no
#: clock shows, for those of some systems stand still for a second and more. It lies ahead, or
#: Sphinx would take the page for older than its source.
_SEEN = 2_100_000_000


def pages(output: Path) -> Pages:
    """Return every HTML page below a folder, by its path there, and mark it as seen."""
    return dict(_pages(output))


def _pages(output: Path) -> Iterator[tuple[str, tuple[bool, str]]]:
    for path in html_pages(output):
        digest = hashlib.blake2b(path.read_bytes()).hexdigest()
        is_new = path.stat().st_mtime != _SEEN
        os.utime(path, (_SEEN, _SEEN))
        yield path.relative_to(output).as_posix(), (is_new, digest)


def written(before: Pages, after: Pages) -> Written:
    """Compare the pages before a build and after it."""
    touched = [name for name, (is_new, _) in after.items() if is_new]
    needless = {name for name in touched if name in before and before[name][1] == after[name][1]}
    return Written(
        tuple(sorted(name for name in touched if name not in needless)), tuple(sorted(needless))
    )
