"""Books: what LaTeX makes of sources that hold any character, and what is too much for paper."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

#: A box, a tick, Chinese, an emoji, Greek, a combining accent, a private character.
ODD = "┬ ✗ 中文 😀 Ωж e\u0301 \ue000"
SOURCE = f'"""Draws {ODD}."""\n\n\ndef draw():\n    """Return {ODD}."""\n    return "{ODD}"\n'
TREE = {
    "odd ✗ 中.py": SOURCE,
    "README.md": f"# Boxes ┬ {ODD}\n\nThey are drawn by `draw`.\n",
    "plain.txt": f"{ODD}\n\t{'┬' * 200}\n",
}


def run(folder: Path, *command: str) -> tuple[int, str]:
    """Run a command, and return its exit code and what it printed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return done.returncode, done.stdout.decode("utf-8", "replace")


@pytest.mark.parametrize("builder", ["latex", "texinfo", "epub"])
def test_a_book_has_keywords_of_files_where_they_are_asked_for(project, builder: str) -> None:
    made = project(TREE)

    def titles(**options: str) -> int:
        output = made.build(builder, freshenv=True, **options)
        texts = [output.read(n) for n in output.names if n.endswith((".tex", ".texi", ".xhtml"))]
        return sum(text.count("Keywords") for text in texts)

    assert titles() == titles(filedocs_keywords="none") == 0
    assert titles(filedocs_keywords="everywhere") > 0


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["pdflatex", "xelatex", "lualatex"])
def test_a_book_is_typeset_whatever_its_sources_hold(project, engine: str) -> None:
    if not shutil.which(engine):
        pytest.skip(f"there is no {engine}")
    output = project(TREE).build("latex", latex_engine=engine, language="en")
    document = next(output.folder.glob("*.tex"))
    code, said = run(
        output.folder, engine, "-interaction=nonstopmode", "-halt-on-error", document.name
    )
    assert code == 0, said[-3000:]
    if engine == "pdflatex" and shutil.which("pdftotext"):
        _, shown = run(output.folder, "pdftotext", document.with_suffix(".pdf").name, "-")
        assert "U+2717" in shown
        assert "U+1F600" in shown
