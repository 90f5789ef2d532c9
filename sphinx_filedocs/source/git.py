"""Runs Git, never on behalf of the tree, and asks it for files and branch."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sphinx_filedocs.shortening import shortened
from sphinx_filedocs.source.credentials import holds_credential, shown

#: In seconds, for one run of Git; a tree on a slow disk has to fit in.
TIMEOUT = 120.0
_OPTIONS = (
    "--no-pager",
    "-c",
    "core.fsmonitor=false",
    "-c",
    f"core.hooksPath={os.devnull}",
    "-c",
    "log.showSignature=false",
    "-c",
    "i18n.logOutputEncoding=UTF-8",
    "-c",
    "mailmap.file=",
)
#: The variables that a surrounding Git (a hook that builds the documentation) sets for its own
#: repository.
_FOREIGN = frozenset(
    {
        "GIT_DIR",
        "GIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_OBJECT_DIRECTORY",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_COMMON_DIR",
        "GIT_NAMESPACE",
        "GIT_PREFIX",
        "GIT_SHALLOW_FILE",
        "GIT_LITERAL_PATHSPECS",
        "GIT_GLOB_PATHSPECS",
        "GIT_NOGLOB_PATHSPECS",
        "GIT_ICASE_PATHSPECS",
    }
)
_SETTINGS = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    # A partial clone would fetch missing objects, with a program that its configuration names.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "LC_ALL": "C",
    # An error message must not stand behind a trace, which the user's settings may enable.
    **dict.fromkeys(("GIT_TRACE", "GIT_TRACE2", "GIT_TRACE2_EVENT", "GIT_TRACE2_PERF"), "0"),
}


class GitError(Exception):
    """Git gave no answer.

    ``kind`` says why: there is no Git (``missing``), the folder is in no work tree
    (``outside``), Git refuses to work for the folder's owner (``refused``), it prints too much or
    takes too long (``stopped``), or else (``failed``).
    """

    def __init__(
        self, kind: Literal["missing", "outside", "refused", "stopped", "failed"], message: str
    ) -> None:
        super().__init__(message)
        self.kind = kind


def prefix(folder: Path) -> str:
    """Return the place of a folder in its work tree, with a slash at the end; ``""`` at its top."""
    return os.fsdecode(run(folder, "rev-parse", "--show-prefix").removesuffix(b"\n"))


def run(
    folder: Path,
    *arguments: str,
    stdin: bytes = b"",
    codes: Collection[int] = (0,),
    warnings: list[str] | None = None,
) -> bytes:
    """Run Git in ``folder`` and return its output.

    :param warnings: gets the lines that Git writes to its standard error.
    :raises GitError: when it can't be started, takes too long or ends with another code.
    """
    try:
        done = subprocess.run(
            ["git", *_OPTIONS, *arguments],
            cwd=folder,
            env=_environment(),
            input=stdin,
            capture_output=True,
            check=False,
            timeout=TIMEOUT,
        )
    except FileNotFoundError as error:
        raise GitError("missing", "git is not installed") from error
    except subprocess.TimeoutExpired as error:
        raise GitError("failed", f"git took more than {TIMEOUT:.0f} seconds") from error
    except OSError as error:
        raise GitError("failed", f"git can't be run: {error.strerror}") from error
    if done.returncode in codes:
        if warnings is not None:
            warnings += os.fsdecode(done.stderr).split("\n")
        return done.stdout
    message = one_line(shown(done.stderr.decode("utf-8", "replace").partition("\n")[0]), 300)
    if "dubious ownership" in message or "unsafe repository" in message:
        raise GitError("refused", message)
    if "not a git repository" in message or "must be run in a work tree" in message:
        raise GitError("outside", message)
    raise GitError("failed", message or f"git {arguments[0]} ended with {done.returncode}")


def run_bounded(folder: Path, *arguments: str, most: int, timeout: float | None = None) -> bytes:
    """Run Git in ``folder`` and return its output of at most ``most`` bytes.

    :param timeout: in seconds; default: :data:`TIMEOUT`.
    :raises GitError: when it can't be started, prints more, takes too long or fails.
    """
    try:
        process = subprocess.Popen(
            ["git", *_OPTIONS, *arguments],
            cwd=folder,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        raise GitError("missing", f"git can't be run: {error.strerror}") from error
    alarm = threading.Timer(timeout or TIMEOUT, process.kill)
    alarm.daemon = True
    alarm.start()
    with process:
        printed = process.stdout.read(most + 1) if process.stdout else b""
        if len(printed) > most:
            # Nobody reads the rest.
            process.kill()
        code = process.wait()
    alarm.cancel()
    if len(printed) > most or code < 0:
        raise GitError("stopped", f"git {arguments[0]} printed too much or took too long")
    if code:
        raise GitError("failed", f"git {arguments[0]} ended with {code}")
    return printed


def _environment() -> dict[str, str]:
    known = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    return known | _SETTINGS


def one_line(text: str, limit: int) -> str:
    """Return a text without control characters and runs of blanks, cut off at ``limit``."""
    shown = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return shortened(shown, limit)


_UNREADABLE = "warning: could not open directory '"


@dataclass(frozen=True, slots=True)
class ListedFiles:
    """Git's list of files; ``unreadable`` are the folders that it could not open, with the
    reason."""

    files: tuple[ListedFile, ...]
    unreadable: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A path as Git lists it; a folder for another repository inside this one."""

    path: str
    tracked: bool


def is_ignored(folder: Path) -> bool:
    """Return True if the work tree's ignore rules leave out ``folder`` with all in it.

    :raises GitError: when Git can't say.
    """
    if not prefix(folder):
        return False
    return bool(run(folder, "check-ignore", "-z", "--stdin", stdin=b".\0", codes=(0, 1)))


def files(folder: Path) -> ListedFiles:
    """Return the tracked files and those neither tracked nor ignored, each once.

    Paths are relative to ``folder``, with undecodable bytes as surrogates.

    :raises GitError: when Git can't list them.
    """
    warnings: list[str] = []
    options = ("-z", "-t", "--cached", "--others", "--exclude-standard")
    out = run(folder, "ls-files", *options, "--", ".", warnings=warnings)
    listed: dict[str, ListedFile] = {}
    for record in _split(out):
        # git-ls-files(1), -t: one letter and a space; a question mark says "not tracked".
        path = os.fsdecode(record[2:]).removesuffix("/")
        listed[path] = ListedFile(path, not record.startswith(b"? "))
    rows = (row.removeprefix(_UNREADABLE) for row in warnings if row.startswith(_UNREADABLE))
    said = (row.rpartition("': ") for row in rows)
    unreadable = [(path.removesuffix("/"), reason) for path, _, reason in said]
    if unreadable:
        # Git gives these from the top of the work tree.
        top = prefix(folder)
        unreadable = [(path.removeprefix(top), reason) for path, reason in unreadable]
    return ListedFiles(tuple(listed.values()), tuple(unreadable))


def head(folder: Path) -> str | None:
    """Return the full hash of the commit that is checked out; ``None`` without one."""
    try:
        return run(folder, "rev-parse", "--verify", "--quiet", "HEAD^{commit}").decode().strip()
    except GitError:
        return None


def branch(folder: Path) -> str | None:
    """Return the name of the branch, or the full hash if none is checked out or the name holds a
    credential."""
    try:
        ref = run(folder, "symbolic-ref", "--quiet", "HEAD").decode(errors="replace").strip()
    except GitError:
        return head(folder)
    name = ref.removeprefix("refs/heads/")
    return head(folder) if holds_credential(name) else name


def top(folder: Path) -> Path:
    """Return the top of the work tree around a folder.

    :raises GitError: if there is none.
    """
    return Path(os.fsdecode(run(folder, "rev-parse", "--show-toplevel").removesuffix(b"\n")))


@dataclass(frozen=True, slots=True)
class Gaps:
    """The parts of a history that a clone lacks.

    :param shallow: the commits that a clone with ``--depth`` begins with.
    :param grafted: the commits whose parents ``info/grafts`` takes away.
    :param is_partial: True for a clone with ``--filter``, without contents of old commits.
    """

    shallow: frozenset[str] = frozenset()
    grafted: frozenset[str] = frozenset()
    is_partial: bool = False


def gaps(folder: Path) -> Gaps:
    """Return the parts of the history that a clone lacks.

    :raises GitError: outside of a repository.
    """
    shallow, grafts = (_rows(place) for place in _edge_files(folder))
    promised = run(folder, "config", "--get-regexp", _PROMISED, codes=(0, 1))
    cut = (row.split() for row in grafts if not row.startswith("#"))
    grafted = frozenset(row[0] for row in cut if len(row) == 1)
    return Gaps(frozenset(filter(None, shallow)), grafted, bool(promised.strip()))


_PROMISED = r"^(remote\..*\.(promisor|partialclonefilter)|extensions\.partialclone)$"


def _edge_files(folder: Path) -> tuple[Path, Path]:
    out = run(folder, "rev-parse", "--git-path", "shallow", "--git-path", "info/grafts")
    # A folder above may have a line end in its name.
    shallow, name, grafts = os.fsdecode(out).removesuffix("\n").rpartition("shallow\n")
    return folder / f"{shallow}{name}".removesuffix("\n"), folder / grafts


def _rows(path: Path) -> list[str]:
    try:
        return path.read_text("ascii", "replace").split("\n")
    except OSError:
        return []


def state(root: Path) -> str:
    """Return a text that changes with the history of a tree; ``""`` outside of a repository."""
    try:
        place = top(root)
        edges = _edge_files(root)
    except GitError:
        return ""
    names = (place / ".mailmap", place / ".git-blame-ignore-revs")
    return f"{head(root)} {place} {[*map(_stat, (*names, *edges))]}"


def _stat(path: Path) -> tuple[int, int] | None:
    try:
        known = path.stat()
    except OSError:
        return None
    return known.st_size, known.st_mtime_ns


def _split(records: bytes) -> list[bytes]:
    return records.split(b"\0")[:-1]
