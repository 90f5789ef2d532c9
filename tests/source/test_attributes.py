"""Attributes of files, with Git itself as the oracle."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sphinx_filedocs.source.gitattributes import NAME, Attribute, Attributes, load
from tests.full import examples

NAMES = ("x", "y")
_WORDS = st.sampled_from(
    [
        "x",
        "-x",
        "!x",
        "x=1",
        "x=false",
        "-x=1",
        "y",
        "-y",
        "!y",
        "y=",
        "m",
        "-m",
        "!m",
        "n",
        "x\ty",
        "--x",
        "x!",
        "ä",
        "=x",
        "other",
        "",
        " ",
        "\r",
        "#",
    ]
)
_PIECES = st.sampled_from(
    [
        "a",
        "b",
        "c",
        ".",
        "-",
        "/",
        "/",
        "*",
        "**",
        "**/",
        "?",
        "[ab]",
        "[!a]",
        "[",
        "\\",
        "#",
        "!",
        '"',
        "ä",
        "\\!",
    ]
)
_GLOB = (
    st.lists(_PIECES, min_size=1, max_size=5)
    .map("".join)
    .filter(lambda pattern: not pattern.startswith('"'))
)
_PATTERN = st.one_of(
    _GLOB,
    st.sampled_from(["*", "a", "a/*", "**", "/a", "a/", "a/**", "[attr]m", "[attr]n", "[attr]x"]),
)
_LINE = st.builds(
    lambda indent, pattern, gap, words: f"{indent}{pattern}{gap}{' '.join(words)}",
    st.sampled_from(["", "", "", " ", "\t"]),
    _PATTERN,
    st.sampled_from([" ", " ", "\t", "  ", ""]),
    st.lists(_WORDS, max_size=4),
)
_TEXT = st.lists(_LINE, max_size=5).map("\n".join)
_NAME = st.sampled_from(["a", "b", "c", "ab", "a b", "#a", "!a", "ä", "a.b", "-"])
_PATH = st.lists(_NAME, min_size=1, max_size=3).map("/".join)
_PLACE = st.sampled_from(["", "", "a/", "a/b/", "b/"])


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Nothing that the machine's Git is set to."""
    home = tmp_path_factory.mktemp("home")
    alone = {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_ATTR_NOSYSTEM": "1",
        "LC_ALL": "C.UTF-8",
    }
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**kept, **alone}


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory, environment: Mapping[str, str]) -> Path:
    root = tmp_path_factory.mktemp("attributes")
    subprocess.run(["git", "init", "--quiet"], cwd=root, env=environment, check=True)
    return root


def gits(
    root: Path, environment: Mapping[str, str], texts: Mapping[str, str], paths: list[str]
) -> dict[tuple[str, str], str]:
    for old in root.rglob(NAME):
        old.unlink()
    for path, text in texts.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())
    done = subprocess.run(
        ["git", "check-attr", "-z", "--stdin", *NAMES],
        cwd=root,
        env=environment,
        input="".join(f"./{path}\0" for path in paths).encode(),
        capture_output=True,
        check=True,
    )
    words = done.stdout.decode().split("\0")[:-1]
    rows = zip(words[::3], words[1::3], words[2::3], strict=True)
    return {(path.removeprefix("./"), name): value for path, name, value in rows}


def shown(attribute: Attribute | None) -> str:
    if attribute is None or attribute.state is None:
        return "unspecified"
    if isinstance(attribute.state, str):
        return attribute.state
    return "set" if attribute.state else "unset"


@settings(
    max_examples=examples(250),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@example({"": "[attr]m x -y\n* m", "a/": "* !x"}, ["a", "a/b"])
@example({"": "[attr]m x\n[attr]m y\n[attr]n m\n*  n -n\na n"}, ["a", "b"])
@example({"": "\ufeff* x"}, ["a"])
@example({"": "* x " + "z" * 2050}, ["a"])
@given(
    st.dictionaries(_PLACE, _TEXT, min_size=1, max_size=3),
    st.lists(_PATH, min_size=1, max_size=6),
)
def test_what_is_said_is_what_git_says(repository, environment, texts, paths) -> None:
    files = {f"{place}{NAME}": text for place, text in texts.items()}
    # As they are read from disk, without a mark.
    found = Attributes({path: text.removeprefix("\ufeff") for path, text in files.items()}, NAMES)
    said = {(path, name): shown(found.of(path).get(name)) for path in paths for name in NAMES}
    assert said == gits(repository, environment, files, paths)


def test_the_nearest_file_says_it_and_where() -> None:
    texts = {NAME: "# first\n* x\n", f"lib/{NAME}": "\n\n*.c -x y\n"}
    found = load([*texts, "lib/a.c", "a.c"], texts.get, NAMES)
    assert found.of("a.c") == {"x": Attribute(True, NAME, 2)}
    assert found.of("lib/a.c") == {
        "x": Attribute(False, f"lib/{NAME}", 3),
        "y": Attribute(True, f"lib/{NAME}", 3),
    }
    assert found.paths == texts.keys()


def test_a_macro_of_ten_thousand_steps() -> None:
    steps = "".join(f"[attr]m{number} m{number + 1}\n" for number in range(10_000))
    found = Attributes({NAME: f"{steps}[attr]m10000 x\n* m0\n"}, NAMES)
    assert found.of("a")["x"].state is True
