"""Real repositories for the tests of sources."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest


class Repository:
    """A real repository; each commit is a day after the one before."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._day = 0
        root.mkdir(parents=True, exist_ok=True)
        self("init", "--quiet", "--initial-branch=main")

    def __call__(self, *arguments: str) -> str:
        date = f"{1_700_000_000 + self._day * 86_400} +0100"
        environment = os.environ | {
            "GIT_AUTHOR_NAME": "Ada Lovelace",
            "GIT_AUTHOR_EMAIL": "ada@example.org",
            "GIT_COMMITTER_NAME": "Ada Lovelace",
            "GIT_COMMITTER_EMAIL": "ada@example.org",
            "GIT_AUTHOR_DATE": date,
            "GIT_COMMITTER_DATE": date,
        }
        command = ["git", "-c", "protocol.file.allow=always", *arguments]
        done = subprocess.run(
            command, cwd=self.root, env=environment, check=True, capture_output=True
        )
        return done.stdout.decode()

    def write(self, files: dict[str, str]) -> None:
        for path, text in files.items():
            place = self.root / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")

    def commit(self, subject: str, files: dict[str, str] | None = None) -> str:
        """Commit everything, with ``files`` written first, and return the hash."""
        self._day += 1
        self.write(files or {})
        self("add", "--all")
        self("commit", "--quiet", "--allow-empty", "--message", subject)
        return self("rev-parse", "HEAD").strip()

    def last(self, path: str) -> str:
        """Return the hash of the last change of one path, as Git says it."""
        return self("log", "-1", "--format=%H", "--", path).strip()


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Return an empty repository."""
    return Repository(tmp_path / "repository")
