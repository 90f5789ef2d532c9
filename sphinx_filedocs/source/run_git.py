"""Runs Git as a program, never on behalf of the tree: hooks, the file system monitor,
signature checks and fetching are off, and nothing in the repository is written."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Collection
from pathlib import Path
from typing import Literal

from sphinx_filedocs.shortening import shortened
from sphinx_filedocs.source.credentials import shown

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
#: What a surrounding Git (a hook that builds the documentation) sets for its own repository.
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
    # A partial clone would fetch what is missing, with a program that its configuration names.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "LC_ALL": "C",
    # What it says of an error must not stand behind a trace, which the user's settings may ask for.
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
    """Run Git in ``folder`` and return what it prints.

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


def run_bounded(folder: Path, *arguments: str, most: int) -> bytes:
    """Run Git in ``folder`` and return what it prints, unless that is more than ``most`` bytes.

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
    alarm = threading.Timer(TIMEOUT, process.kill)
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
