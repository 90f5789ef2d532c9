"""The scripts of pages: plain JavaScript, small, with types that a compiler checks."""

from __future__ import annotations

import gzip
import shutil
import subprocess
from pathlib import Path

import pytest

from sphinx_filedocs.ext.files_beside_pages import delivered

ROOT = Path(__file__).parents[1]
SCRIPTS = sorted((ROOT / "sphinx_filedocs" / "static").glob("*.js"))
#: In bytes, compressed, of what readers load.
MOST = 48_000


def test_all_scripts_together_are_small() -> None:
    assert len(SCRIPTS) >= 3
    assert sum(len(gzip.compress(delivered(script))) for script in SCRIPTS) <= MOST


def test_types_of_scripts_are_right() -> None:
    tsc = shutil.which("tsc")
    if tsc is None:
        pytest.skip("there is no tsc; tox run -e scripts has one")
    done = subprocess.run([tsc, "-p", ROOT / ".ci"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
