"""No credential is published, in any format, and whoever builds is told of each."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from secrets_trial import (
    BUILDERS,
    Trial,
    build,
    leaks,
    left_out,
    made_up,
    private_key,
    trials,
    write,
)

from sphinx_filedocs.source.credentials import MASK

TOKEN = made_up("gh+p_", 36)
INDEX = "Docs\n====\n\n.. toctree::\n\n   source/index\n"
WARNED = re.compile(r"WARNING: (.*) \[filedocs\.secret\]")


@pytest.fixture(autouse=True)
def _own_git(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)


@pytest.mark.slow
@pytest.mark.parametrize(("tracked", "builders"), [(False, BUILDERS[:1]), (True, BUILDERS)])
def test_nothing_is_published_in_any_format(
    tmp_path: Path, tracked: bool, builders: Sequence[str]
) -> None:
    (tmp_path / "tree").mkdir()
    write(tmp_path / "tree", tracked)
    done = [build(tmp_path, builder) for builder in builders]
    assert {one.returncode for one in done} == {0}
    assert {path: places for path, places in leaks(tmp_path / "out").items() if places} == {}
    masked = {"notes.txt", "config.py", "docs/setup.md", "aws.md"}
    for one in done:
        # In every build, also where the pages were read by another one.
        said = re.findall(r"/tree/(\S+?):\d+: WARNING: .*\[filedocs\.secret\]", one.stderr)
        assert set(said) == (masked if tracked else set())
        named = {trial.path for trial in trials()} - masked if tracked else set()
        assert left_out(one.stdout) == named
    if tracked:
        assert MASK * 10 in (tmp_path / "out/html/source/config.py.html").read_text("utf-8")
        again = build(tmp_path, "html", arguments=("-W",))
        assert again.returncode == 1, "also where nothing has changed"
        masked_will_do = "suppress_warnings = ['filedocs.secret']"
        assert build(tmp_path, "html", masked_will_do, arguments=("-W",)).returncode == 0
        assert not any(leaks(tmp_path / "out").values())


def test_the_trial_finds_what_is_published(tmp_path: Path) -> None:
    """It does not pass because it does not look."""
    (tmp_path / "tree").mkdir()
    write(tmp_path / "tree", tracked=True)
    build(tmp_path, "html", "filedocs_public_credentials = ['*']")
    found = leaks(tmp_path / "out/html")
    assert all(found.values())
    assert "source/config.py.html" in found["config.py"]
    assert any("searchindex.js" in name for name in found["aws.md"])


def test_what_is_meant_to_be_seen_is_seen_whole(project) -> None:
    made = project({"a.txt": TOKEN, "tests/.env": "A=b\n", "tests/key.txt": private_key()})
    output = made.build()
    assert len(WARNED.findall(output.warnings)) == 2
    assert "source/tests/dot-env.html" not in output.names
    for patterns in (["tests/"], ["tests/*"], ["*", "!a.txt"]):
        output = made.build(filedocs_public_credentials=patterns)
        (said,) = WARNED.findall(output.warnings)
        assert said.startswith("line 1 holds a credential (GitHub token), which is masked; ")
        assert private_key().split("\n")[2] in output.read("source/tests/key.txt.html")
        assert TOKEN not in output.read("source/a.txt.html")
        assert "source/tests/dot-env.html" in output.names
    # Nothing that was kept of it comes back.
    output = made.build()
    assert private_key().split("\n")[2] not in output.read("source/tests/key.txt.html")
    assert "source/tests/dot-env.html" not in output.names


def test_two_files_of_one_content_are_two(project) -> None:
    made = project({"a/t.py": f'x = "{TOKEN}"\n', "b/t.py": f'x = "{TOKEN}"\n'})
    output = made.build(filedocs_public_credentials=["b/"])
    assert TOKEN not in output.read("source/a/t.py.html")
    assert TOKEN in output.read("source/b/t.py.html")


def test_a_credential_that_comes_by_an_edit_is_told(project) -> None:
    files = {f"m{n}.py": f"x = {n}\n" for n in range(30)}
    made = project(files)
    for path in made.tree.iterdir():
        os.utime(path, (1_700_000_000, 1_700_000_000))
    assert made.build().warnings == ""
    made.write({"m1.py": f"x = 1  # {TOKEN}\n"})
    for _ in range(3):
        output = made.build()
        assert len(WARNED.findall(output.warnings)) == 1
        assert "1 credential masked" in output.status
    made.write({"m1.py": "x = 1  # none\n"})
    assert made.build().warnings == ""


def test_the_page_says_that_something_is_masked_and_the_start_page_does_not(project) -> None:
    output = project({"a.py": f'x = "{TOKEN}"\n'}).build("text")
    assert "line 1 holds a credential (GitHub token), which is masked" in output.read(
        "source/a.py.txt"
    )
    assert "credential" not in output.read("source/index.txt")


def test_quoted_lines_signatures_and_purposes_hold_none(project) -> None:
    tree = {
        "README.md": f"# Use\n\nThe key is {TOKEN}.\n",
        "a.py": f'"""Sends {TOKEN}."""\n\n\ndef send(token="{TOKEN}"):\n    """Use {TOKEN}."""\n',
        "b.py": f'import a\n\na.send("{TOKEN}")\n',
        "package.json": f'{{"description": "Has {TOKEN}", "main": "x.js"}}\n',
    }
    made = project(tree)
    for builder in ("html", "text"):
        output = made.build(builder)
        for name in output.names:
            assert TOKEN.encode() not in (output.folder / name).read_bytes(), name
        assert len(WARNED.findall(output.warnings)) == 6


LISTING = f"{INDEX}\n.. src:listing:: beside.txt\n"


def test_a_file_beside_the_trees_is_masked_too(project) -> None:
    made = project({"a.py": ""}, {"index.rst": LISTING, "beside.txt": f"a\n{TOKEN}\n"})
    for _ in range(3):
        output = made.build()
        (said,) = WARNED.findall(output.warnings)
        assert said.startswith("line 2 holds a credential")
        assert TOKEN not in output.read("index.html")
    assert TOKEN in made.build(filedocs_public_credentials=["beside.txt"]).read("index.html")
    made.write({"index.rst": INDEX}, "docs")
    assert made.build().warnings == ""


def test_a_file_of_credentials_beside_the_trees_is_not_shown(project) -> None:
    page = LISTING.replace("beside.txt", ".env")
    made = project({"a.py": ""}, {"index.rst": page, ".env": "SECRET=xyzzy\n"})
    output = made.build()
    assert "the file holds credentials (environment file) and is not shown" in output.warnings
    assert "xyzzy" not in output.read("index.html")
    assert "xyzzy" in made.build(filedocs_public_credentials=[".env"]).read("index.html")


def test_a_file_of_a_tree_that_is_left_out_is_no_file_beside_it(project) -> None:
    page = LISTING.replace("beside.txt", "../tree/.env")
    made = project({"a.py": "", ".env": "SECRET=xyzzy\n"}, {"index.rst": page})
    output = made.build()
    assert "is not shown" in output.warnings
    assert "xyzzy" not in output.read("index.html")


def test_the_trials_are_what_they_are_called() -> None:
    assert len({trial.path for trial in trials()}) == len(trials()) >= 9
    assert all(isinstance(trial, Trial) and trial.secret in trial.text for trial in trials())
