"""Gitignore patterns, with Git itself as the oracle."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sphinx_filedocs.source.ignore import PatternError, parse_file, parse_line, parse_patterns
from tests.full import examples

#: What a pattern may hold, with few letters so that something matches.
_PIECES = st.sampled_from(
    b"a b ab c . - / / * ** **/ /** ? [ ] [ab] [!a] [^b] [a-c] [c-a] []a] [!]-] [a\\]b]".split()
    + b"[[:alpha:]] [[:foo:]] [a/b] \\ \\a \\* ! # \xc3\xa4 [\xc3]".split()
    + [b" ", b"\\ ", b"\r", b"\t"]
)
_LINE = st.builds(
    lambda mark, pieces: mark + b"".join(pieces),
    st.sampled_from([b"", b"", b"", b"!"]),
    st.lists(_PIECES, min_size=1, max_size=6),
)
_NAMES = st.sampled_from(["a", "b", "ab", "c", "a b", "a]", "-", "a*", "ä", "#a", "!a", "a.b", " "])
_PATH = st.lists(_NAMES, min_size=1, max_size=4).map("/".join)


@pytest.fixture(scope="module")
def empty_repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("ignore")
    subprocess.run(["git", "init", "--quiet"], cwd=root, check=True)
    return root


def _ignored_by_git(root: Path, lines: list[bytes], paths: list[str]) -> set[str]:
    (root / ".gitignore").write_bytes(b"\n".join(lines))
    done = subprocess.run(
        ["git", "check-ignore", "--no-index", "-z", "--stdin"],
        cwd=root,
        input="".join(f"./{path}\0" for path in paths).encode(),
        capture_output=True,
        check=False,
    )
    assert done.returncode in {0, 1}, done.stderr
    return {path.removeprefix("./") for path in done.stdout.decode().split("\0")[:-1]}


@settings(max_examples=examples(250))
@example([b"**\\/**"], ["a", "a/b"])
@given(st.lists(_LINE, min_size=1, max_size=4), st.lists(_PATH, min_size=1, max_size=8))
def test_verdicts_are_gits(empty_repository: Path, lines: list[bytes], paths: list[str]) -> None:
    """None of the paths is there, so Git takes the last part for a file."""
    rules = parse_file(b"\n".join(lines))
    expected = _ignored_by_git(empty_repository, lines, paths)
    for path in paths:
        parts = path.split("/")
        verdict = False
        for depth in range(1, len(parts) + 1):
            level = "/".join(parts[:depth]).encode()
            if rules.verdict(level, depth < len(parts)):
                verdict = True
                break
        assert verdict == (path in expected), (lines, path)


@pytest.mark.parametrize(
    ("lines", "path", "is_folder", "verdict"),
    [
        ("*\n!*/\n!*.py", "src", True, False),
        ("*\n!*/\n!*.py", "src/a.py", False, False),
        ("*\n!*/\n!*.py", "src/a.c", False, True),
        ("foo/**\n!foo/bar", "foo", True, None),
        ("foo/**\n!foo/bar", "foo/bar", False, False),
        ("build/", "build", False, None),
        ("build/", "a/build", True, True),
        ("/build", "a/build", True, None),
        ("a/**/b", "a/b", False, True),
        ("a/**/b", "a/x/y/b", False, True),
        ("?**b/c", "a/b/c", False, None),
        ("x/a**/b", "x/a/y/b", False, True),
        ("x/a**", "x/a", False, True),
        ("\ufeffname", "name", False, True),
        ("name\r\n", "name", False, True),
        ("na me  ", "na me", False, True),
        ("end\\ ", "end ", False, True),
        ("\\#no comment", "#no comment", False, True),
        ("[[:digit:]]", "5", False, True),
        ("x[!a]y", "x/y", False, None),
        ("line\nbreak", "line\nbreak", False, None),
    ],
)
def test_verdict(lines: str, path: str, is_folder: bool, verdict: bool | None) -> None:
    assert parse_file(lines.encode()).verdict(path.encode(), is_folder) is verdict


@pytest.mark.parametrize("pattern", ["a[", "[[:foo:]]", "a\\", "[a\\", "x" * 5000])
def test_malformed_pattern(pattern: str) -> None:
    with pytest.raises(PatternError):
        parse_line(pattern.encode())


@pytest.mark.hostile
@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("*a" * 20 + "b", "a" * 250),
        ("**/a" * 20 + "/b", "a/" * 500 + "c"),
        ("*a*/" * 10 + "b", "aaaaaaaa/" * 100 + "c"),
        ("**/*a*a/**/*a*a/**/*a*a/b", "aaaaaaaa/" * 100 + "c"),
    ],
)
def test_hostile_pattern_is_quick(pattern: str, name: str) -> None:
    rules = parse_file(pattern.encode())
    assert rules.verdict(name.encode(), False) is None


@pytest.mark.parametrize(
    ("patterns", "path", "selected"),
    [
        (["*.py"], "a/b.py", True),
        (["docs/"], "docs/a/b.md", True),
        (["docs/"], "docs", False),
        (["docs/", "!docs/old/"], "docs/old/a.md", False),
        (["vendor/", "!vendor/mine.c"], "vendor/mine.c", False),
        (["vendor/", "!vendor/mine.c"], "vendor/theirs.c", True),
        ([], "a", False),
        (["# comment", ""], "a", False),
    ],
)
def test_option_patterns(patterns: list[str], path: str, selected: bool) -> None:
    assert parse_patterns(patterns).selects(path) is selected
