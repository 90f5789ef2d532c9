"""Which files a tree has: listed by Git, or walked."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_filedocs.source import git
from sphinx_filedocs.source.discover import Entry, TreeError, discover, make_folders, readme_of
from sphinx_filedocs.source.ignore import PatternError
from tests.full import examples
from tests.tables import Table

from .conftest import Repository

TABLE = Table(__file__)


def _write(root: Path, *paths: str, text: str = "x\n") -> None:
    for path in paths:
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


def _paths(root: Path, untracked: bool = True, **options: object) -> list[str]:
    """Return what is found; of a work tree also what was never added to it."""
    found = discover(root, untracked=untracked, **options)  # type: ignore[arg-type]
    assert found.diagnostics == ()
    return [entry.path for entry in found.entries]


@pytest.fixture(params=["walked", "listed"])
def tree(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return an empty tree, in and outside a work tree."""
    root = tmp_path / "tree"
    if request.param == "listed":
        Repository(root)
    else:
        root.mkdir()
    return root


def test_nested_ignore_files(tree: Path) -> None:
    _write(tree, "a.py", "a.log", "keep.log", "sub/b.log", "sub/keep.log", "sub/deep/c.log")
    _write(tree, "out/x", "sub/out/y", "*odd", "white/list/a.py", "white/list/a.c")
    (tree / ".gitignore").write_text("*.log\n!keep.log\n/out/\n")
    (tree / "sub/.gitignore").write_text("!b.log\nkeep.log\n")
    (tree / "white/.gitignore").write_text("*\n!*/\n!*.py\n")
    assert _paths(tree) == [
        "*odd",
        ".gitignore",
        "a.py",
        "keep.log",
        "sub/.gitignore",
        "sub/b.log",
        "sub/out/y",
        "white/list/a.py",
    ]


def test_entry_says_what_is_there(tree: Path) -> None:
    _write(tree, "plain", "run", text="four")
    (tree / "run").chmod(0o755)
    os.utime(tree / "plain", ns=(5, 7_000_000_001))
    plain, run = discover(tree, untracked=True).entries
    status = (tree / "plain").stat()
    noted = {"ctime_ns": status.st_ctime_ns, "inode": status.st_ino}
    assert plain == Entry("plain", 4, 7_000_000_001, executable=False, link=None, **noted)
    assert plain.changed_ns == status.st_ctime_ns
    assert run.executable


def test_names_of_any_bytes(tree: Path) -> None:
    names = ["a b", "'\"", "<script>", "new\nline", "é", "INDEX", "index", "-rf", ":(top)x", "a\\b"]
    _write(tree, *names)
    raw = b"latin-\xe9"
    (tree / os.fsdecode(raw)).write_bytes(b"")
    assert _paths(tree) == sorted([*names, os.fsdecode(raw)])


def test_links_are_listed_and_not_followed(tree: Path) -> None:
    _write(tree, "real/file")
    links = {
        "dangling": "nowhere",
        "folder": "real",
        "inside": "real/file",
        "loop": "loop",
        "outside": "/etc/hostname",
        "real/up": "..",
    }
    for name, target in links.items():
        (tree / name).symlink_to(target)
    found = {entry.path: entry.link for entry in discover(tree, untracked=True).entries}
    assert found == links | {"real/file": None}


def test_pipes_and_sockets_are_no_files(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(tree, "file")
    os.mkfifo(tree / "pipe")
    monkeypatch.chdir(tree)
    with socket.socket(socket.AF_UNIX) as end:
        # Its name has to be short.
        end.bind("socket")
        assert _paths(tree) == ["file"]


def test_include_and_exclude(tree: Path) -> None:
    _write(tree, "a.py", "b.c", "sub/c.py", "sub/old/d.py", "sub/old/keep.py", "vendor/e.py")
    assert _paths(tree, include=["*.py"], exclude=["vendor/", "**/old/*", "!keep.py"]) == [
        "a.py",
        "sub/c.py",
        "sub/old/keep.py",
    ]
    assert _paths(tree, include=["/sub/"], exclude=["old"]) == ["sub/c.py"]
    assert _paths(tree, exclude=["*"]) == []
    with pytest.raises(PatternError):
        discover(tree, include=["a["])


def test_skipped_folders(tree: Path, tmp_path: Path) -> None:
    _write(tree, "a", "docs/_build/html/b", "docs/c", "docs_build/d")
    alias = tmp_path / "alias"
    alias.symlink_to(tree)
    assert _paths(tree, skip=[alias / "docs/_build"]) == ["a", "docs/c", "docs_build/d"]
    assert len(_paths(tree, skip=[tree, tree.parent, Path("/elsewhere")])) == 4


@pytest.mark.parametrize(
    "marks",
    [
        [".buildinfo"],
        ["environment.pickle"],
        ["objects.inv", "searchindex.js"],
        [".filedocs-html.json"],
    ],
)
def test_output_folders(tree: Path, marks: list[str]) -> None:
    _write(tree, "a", "built/page.html", "built/sub/other.html", "other/objects.inv")
    _write(tree, *(f"built/{mark}" for mark in marks))
    assert _paths(tree) == ["a", "other/objects.inv"]


def test_output_folders_without_marks(tree: Path) -> None:
    _write(tree, "_build/doctrees/environment.pickle", "_build/text/a.txt", "_build/own/b")
    _write(tree, "man/.doctrees/environment.pickle", "man/tool.1", "src/text/a.txt", "src/man/b")
    assert _paths(tree) == ["_build/own/b", "src/man/b", "src/text/a.txt"]


def test_the_root_may_be_an_output_folder(tree: Path) -> None:
    _write(tree, ".buildinfo", "index.html")
    assert _paths(tree) == [".buildinfo", "index.html"]


def test_version_control_and_junk(tree: Path) -> None:
    _write(tree, "a.py", ".hg/store", "sub/.svn/entries", "__pycache__/a.pyc", "sub/.bzr")
    _write(tree, "node_modules/x/index.js", "sub/.mypy_cache/y", "venv.py")
    assert _paths(tree) == ["a.py", "venv.py"]


def test_virtual_environment_is_not_walked_into(tmp_path: Path) -> None:
    _write(tmp_path, "a.py", "env/pyvenv.cfg", "env/lib/x.py")
    assert _paths(tmp_path) == ["a.py"]


def test_empty_tree(tree: Path) -> None:
    assert discover(tree).entries == ()


@pytest.mark.parametrize(("name", "message"), [("no", "does not exist"), ("f", "is not a folder")])
def test_no_tree(tmp_path: Path, name: str, message: str) -> None:
    _write(tmp_path, "f")
    with pytest.raises(TreeError, match=message):
        discover(tmp_path / name)


def test_unreadable_folder(ordinary_user: Path) -> None:
    _write(ordinary_user, "a", "closed/b", "z/c")
    (ordinary_user / "closed").chmod(0)
    found = discover(ordinary_user)
    assert [entry.path for entry in found.entries] == ["a", "z/c"]
    (trouble,) = found.diagnostics
    assert (trouble.path, trouble.subtype) == ("closed", "unreadable")
    assert "Permission denied" in trouble.message
    ordinary_user.chmod(0)
    with pytest.raises(TreeError, match="Permission denied"):
        discover(ordinary_user)


def test_unreadable_folder_in_a_work_tree(ordinary_user: Path) -> None:
    repository = Repository(ordinary_user / "repository")
    repository.commit("one", {"sub/a": "", "sub/tracked/b": ""})
    repository.write({"sub/untracked/c": ""})
    for name in ("tracked", "untracked"):
        (repository.root / "sub" / name).chmod(0)
    found = discover(repository.root / "sub", untracked=True)
    assert [entry.path for entry in found.entries] == ["a"]
    assert {trouble.path for trouble in found.diagnostics} == {"tracked", "untracked"}


def test_git_knows_better(repository: Repository) -> None:
    """Tracked though ignored, deleted but tracked, staged, ignored in Git's own file."""
    repository.commit("one", {".gitignore": "*.log\n", "gone": "", "a": "", "sub/b": ""})
    repository.write({"tracked.log": "", "private": "", "new": ""})
    repository("add", "--force", "tracked.log")
    (repository.root / ".git/info/exclude").write_text("private\n")
    (repository.root / "gone").unlink()
    tracked = [".gitignore", "a", "sub/b", "tracked.log"]
    found = discover(repository.root)
    assert [entry.path for entry in found.entries] == tracked
    assert found.untracked == 1, "what is ignored is not counted"
    found = discover(repository.root, untracked=True)
    assert (found.tracked, found.untracked) == (True, 0)
    assert [entry.path for entry in found.entries] == [
        ".gitignore",
        "a",
        "new",
        "sub/b",
        "tracked.log",
    ]
    assert _paths(repository.root / "sub") == ["b"]


def test_conflict_lists_a_path_once(repository: Repository) -> None:
    repository.commit("base", {"a": "1\n"})
    repository("checkout", "--quiet", "-b", "side")
    repository.commit("side", {"a": "2\n"})
    repository("checkout", "--quiet", "main")
    repository.commit("main", {"a": "3\n"})
    with pytest.raises(subprocess.CalledProcessError):
        repository("merge", "side")
    assert _paths(repository.root) == ["a"]


def test_submodules_and_clones(repository: Repository, tmp_path: Path) -> None:
    other = Repository(tmp_path / "other")
    other.commit("one", {".gitignore": "*.o\n", "lib.c": ""})
    repository.commit("one", {"a": ""})
    for name in ("checked", "empty"):
        repository("submodule", "--quiet", "add", str(other.root), name)
    repository("submodule", "--quiet", "deinit", "--force", "empty")
    repository("clone", "--quiet", str(other.root), "clone")
    repository.write({"checked/lib.o": "", "checked/new.c": "", "clone/lib.o": ""})
    assert _paths(repository.root) == [
        ".gitmodules",
        "a",
        "checked/.gitignore",
        "checked/lib.c",
        "checked/new.c",
        "clone/.gitignore",
        "clone/lib.c",
    ]
    assert _paths(repository.root, include=["*.c"])[0] == "checked/lib.c"
    assert "clone/lib.c" not in _paths(repository.root, exclude=["/clone/"])
    found = discover(repository.root)
    assert [entry.path for entry in found.entries] == [
        ".gitmodules",
        "a",
        "checked/.gitignore",
        "checked/lib.c",
    ]
    assert found.untracked == 2, "a new file in the submodule, and the clone"


def test_what_lies_in_the_place_of_a_submodule_is_tracked_by_nobody(
    repository: Repository, tmp_path: Path
) -> None:
    other = Repository(tmp_path / "other")
    other.commit("one", {"lib.c": ""})
    repository("submodule", "--quiet", "add", str(other.root), "lib")
    repository("submodule", "--quiet", "deinit", "--force", "lib")
    repository.write({"lib/notes.txt": ""})
    assert _paths(repository.root, untracked=False) == [".gitmodules"]
    assert _paths(repository.root) == [".gitmodules", "lib/notes.txt"]


def test_of_a_work_tree_without_commits_what_is_added_is_found(repository: Repository) -> None:
    repository.write({"a": "", "b": ""})
    found = discover(repository.root)
    assert (found.entries, found.untracked, found.tracked) == ((), 2, True)
    repository("add", "a")
    assert _paths(repository.root, untracked=False) == ["a"]


def test_what_was_left_out_by_which_option_is_told(tree: Path) -> None:
    _write(tree, "a.py", "b.c", "old/c.py")
    assert discover(tree, untracked=True).unselected == set()
    assert discover(tree, include=["*.rs"], untracked=True).unselected == {"include"}
    assert discover(tree, exclude=["old"], untracked=True).unselected == {"exclude"}
    found = discover(tree, include=["*.rs"], exclude=["old/"], untracked=True)
    assert found.unselected == {"include", "exclude"}
    assert discover(tree, include=["*"], untracked=True).unselected == set()


def test_tracked_folder_that_became_a_link(repository: Repository, tmp_path: Path) -> None:
    _write(tmp_path, "outside/secret")
    repository.commit("one", {"a": "", "folder/secret": ""})
    (repository.root / "folder/secret").unlink()
    (repository.root / "folder").rmdir()
    (repository.root / "folder").symlink_to(tmp_path / "outside")
    assert _paths(repository.root) == ["a", "folder"]


def test_root_that_the_work_tree_ignores(repository: Repository) -> None:
    repository.commit("one", {".gitignore": "build/\n"})
    repository.write(
        {"build/lib/a.py": "", "build/lib/.gitignore": "*.pyc\n", "build/lib/a.pyc": ""}
    )
    found = discover(repository.root / "build/lib")
    assert [entry.path for entry in found.entries] == [".gitignore", "a.py"]
    assert not found.tracked


Refusal = Callable[[Repository, pytest.MonkeyPatch], object]


def _refuse(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)


def _broken(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    (repository.root / ".git/HEAD").write_text("nothing\n")


def _hanging(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    _program(repository, monkeypatch, "sleep 60")
    monkeypatch.setattr(git, "TIMEOUT", 0.01)


def _program(repository: Repository, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    program = repository.root.parent / "bin/git"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{text}\n")
    program.chmod(0o700)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")


REFUSALS: dict[str, tuple[Refusal, str]] = {
    "another owner": (_refuse, "git config --global --add safe.directory"),
    "no git": (lambda _, patch: patch.setenv("PATH", ""), "git is not installed"),
    "broken": (_broken, "not a git repository"),
    "code 128": (lambda *to: _program(*to, "echo fatal: no mood >&2; exit 128"), "no mood"),
    "hanging": (_hanging, "took more than"),
}


@pytest.mark.parametrize("kind", REFUSALS)
@pytest.mark.parametrize("below", ["", "sub"])
@pytest.mark.parametrize("link", [False, True])
def test_what_nobody_tracks_stays_out_where_git_does_not_answer(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, kind: str, below: str, link: bool
) -> None:
    repository.commit("one", {".gitignore": "*.o\n", "a.c": "", "sub/b.c": "", "gone.c": ""})
    (repository.root / "gone.c").unlink()
    repository.write({"a.o": "", "new.c": "", "sub/new.c": "", "sub/b.o": "", "private.c": ""})
    (repository.root / ".git/info/exclude").write_text("private.c\n")
    root = repository.root / below
    if link:
        (root.parent / "link").symlink_to(root)
        root = root.parent / "link"
    expected = discover(root).entries
    refuse, said = REFUSALS[kind]
    refuse(repository, monkeypatch)
    found = discover(root)
    assert found.entries == expected != ()
    assert not found.tracked
    (trouble,) = found.diagnostics
    assert (trouble.path, trouble.subtype) == ("", "git")
    assert said in trouble.message
    assert "without history" in trouble.message
    # Who asks for what is not tracked gets it, and not what is ignored.
    asked = {entry.path for entry in discover(root, untracked=True).entries}
    assert asked == {entry.path for entry in expected} | (
        {"new.c"} if below else {"new.c", "sub/new.c"}
    )


def test_every_work_tree_has_its_own_ignored_files_where_git_does_not_answer(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clone and a submodule below, a further work tree beside: .git differs in each."""
    other = Repository(tmp_path / "other")
    other.commit("one", {"lib.c": ""})
    repository("submodule", "--quiet", "add", str(other.root), "lib")
    repository("clone", "--quiet", str(other.root), "clone")
    repository.commit("one", {".gitignore": "*.o\n", "a.c": ""})
    second = tmp_path / "second"
    repository("worktree", "add", "--quiet", str(second))
    for top, excludes in (
        (repository.root, ".git/info/exclude"),
        (repository.root / "clone", ".git/info/exclude"),
        (repository.root / "lib", "../.git/modules/lib/info/exclude"),
        (second, "../repository/.git/info/exclude"),
    ):
        (top / excludes).parent.mkdir(exist_ok=True)
        (top / excludes).write_text("/private.c\n/sub/hidden.c\n")
        _write(top, "private.c", "sub/hidden.c", "sub/private.c")
    roots = (repository.root, repository.root / "sub", repository.root / "clone", second)
    answered = [discover(root, untracked=True).entries for root in roots]
    assert [len(entries) for entries in answered] == [8, 1, 2, 4]
    _refuse(repository, monkeypatch)
    refused = [discover(root, untracked=True) for root in roots]
    assert [search.entries for search in refused] == answered
    assert [len(search.diagnostics) for search in refused] == [3, 1, 1, 1]
    for trouble in (trouble for search in refused for trouble in search.diagnostics):
        assert "core.excludesFile was not read" in trouble.message


@pytest.mark.parametrize("lost", ["exclude", "folder"])
def test_nothing_untracked_is_published_where_nobody_knows_what_is_ignored(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    repository.commit("one", {"a.c": ""})
    second = tmp_path / "second"
    repository("worktree", "add", "--quiet", str(second))
    _write(second, "private.c")
    _refuse(repository, monkeypatch)
    excludes = repository.root / ".git/info/exclude"
    if lost == "exclude":
        excludes.unlink()
        excludes.mkdir()
    else:
        (repository.root / ".git").rename(tmp_path / "moved")
    found = discover(second, untracked=True)
    assert found.entries == ()
    (trouble,) = found.diagnostics
    assert "no file of it is documented" in trouble.message


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda path: path.write_bytes(b"no index"), "it is damaged"),
        (lambda path: path.write_bytes(path.read_bytes()[:-30]), "it is damaged"),
        (lambda path: path.unlink(), "No such file"),
        (lambda path: (path.unlink(), os.mkfifo(path)), "not a regular file"),
    ],
)
def test_nothing_is_documented_of_a_damaged_repository(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, damage, said: str
) -> None:
    repository.commit("one", {"a": ""})
    damage(repository.root / ".git/index")
    monkeypatch.setenv("PATH", "")
    found = discover(repository.root)
    assert found.entries == ()
    (trouble,) = found.diagnostics
    assert said in trouble.message
    assert "no file of it is documented" in trouble.message


def test_a_folder_that_git_knows_nothing_of_is_walked(tmp_path: Path, monkeypatch) -> None:
    _write(tmp_path, "a", "sub/b")
    monkeypatch.setenv("PATH", "")
    found = discover(tmp_path)
    assert [entry.path for entry in found.entries] == ["a", "sub/b"]
    assert found.diagnostics == ()


def test_a_clone_in_a_folder_says_what_it_tracks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(tmp_path, "notes")
    clone = Repository(tmp_path / "deep/clone")
    clone.commit("one", {"a": ""})
    clone.write({"new": ""})
    tracked = ["deep/clone/a", "notes"]
    assert _paths(tmp_path, untracked=False) == tracked
    assert _paths(tmp_path) == ["deep/clone/a", "deep/clone/new", "notes"]
    _refuse(clone, monkeypatch)
    found = discover(tmp_path)
    assert [entry.path for entry in found.entries] == tracked
    assert [(trouble.path, trouble.subtype) for trouble in found.diagnostics] == [
        ("deep/clone", "git")
    ]


def test_submodules_and_work_trees_have_indices_elsewhere(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Repository(tmp_path / "other")
    other.commit("one", {"lib.c": ""})
    repository("submodule", "--quiet", "add", str(other.root), "lib")
    repository.commit("one", {"a": ""})
    repository("worktree", "add", "--quiet", str(tmp_path / "second"))
    repository("-C", str(tmp_path / "second"), "rm", "-q", "--cached", "a")
    repository.write({"lib/new.c": ""})
    monkeypatch.setenv("PATH", "")
    for root, paths in (
        (repository.root, [".gitmodules", "a", "lib/lib.c"]),
        (tmp_path / "second", [".gitmodules"]),
    ):
        assert [entry.path for entry in discover(root).entries] == paths


def test_repository_can_not_run_programs(repository: Repository, tmp_path: Path) -> None:
    repository.commit("one", {"a": ""})
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    program.chmod(0o755)
    repository("config", "core.fsmonitor", str(program))
    repository("status")
    assert (tmp_path / "ran").exists(), "the trap works"
    (tmp_path / "ran").unlink()
    assert _paths(repository.root) == ["a"]
    assert not (tmp_path / "ran").exists()


def test_inside_a_git_hook(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(tmp_path, "plain/a")
    repository.commit("one", {"b": ""})
    monkeypatch.setenv("GIT_DIR", str(repository.root / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(repository.root))
    assert _paths(tmp_path / "plain") == ["a"]


def test_deep_tree(tmp_path: Path) -> None:
    place = os.open(tmp_path, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=place)
        below = os.open("d", os.O_RDONLY, dir_fd=place)
        os.close(place)
        place = below
    os.close(os.open("leaf", os.O_CREAT | os.O_WRONLY, dir_fd=place))
    os.close(place)
    assert _paths(tmp_path) == ["d/" * 1500 + "leaf"]
    subprocess.run(["rm", "-rf", str(tmp_path / "d")], check=True)


_PATTERNS = st.lists(
    st.sampled_from(
        [
            "a",
            "b/",
            "/a",
            "*",
            "!a",
            "!*/",
            "!b",
            "a/b",
            "a/*",
            "a/**",
            "**/b",
            "*.c",
            "!*.c",
            "!/b/a",
        ]
    ),
    max_size=4,
)
_FOLDERS = st.sampled_from(["", "a", "b", "a/b", "b/a", "a/a", "a/b/c.c"])
_FILES = st.sampled_from(["a", "b", "c.c", "a.c"])


@settings(max_examples=examples(60))
@given(
    st.dictionaries(_FOLDERS, _PATTERNS, max_size=4),
    st.sets(st.tuples(_FOLDERS, _FILES), max_size=12),
)
def test_walking_finds_what_git_lists(
    rules: dict[str, list[str]], files: set[tuple[str, str]]
) -> None:
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for folder, file in [*files, *((folder, ".gitignore") for folder in rules)]:
            place = root / folder / file
            try:
                place.parent.mkdir(parents=True, exist_ok=True)
                lines = rules.get(folder, []) if file == ".gitignore" else []
                place.write_text("".join(f"{line}\n" for line in lines))
            except (NotADirectoryError, FileExistsError, IsADirectoryError):
                continue
        walked = discover(root)
        subprocess.run(["git", "init", "--quiet"], cwd=root, check=True)
        listed = discover(root, untracked=True)
    assert (walked.tracked, listed.tracked) == (False, True)
    assert walked.entries == listed.entries


def test_readme() -> None:
    TABLE.check("readmes", lambda names: readme_of(names.split()))


def test_folders() -> None:
    folders = make_folders(["README.md", "a/b/c/deep", "a/b/x", "a/y", "z/README"], {})
    assert {path: (folder.folders, folder.files) for path, folder in folders.items()} == {
        "": (("a", "z"), ("README.md",)),
        "a": (("a/b",), ("a/y",)),
        "a/b": (("a/b/c",), ("a/b/x",)),
        "a/b/c": ((), ("a/b/c/deep",)),
        "z": ((), ("z/README",)),
    }
    assert (folders[""].readme, folders["a"].readme) == ("README.md", None)
    assert list(make_folders([], {})) == [""]


@pytest.mark.parametrize(
    ("paths", "readme"),
    [
        ([".github/README.md", "README"], "README"),
        ([".github/README.md", "a.c"], ".github/README.md"),
        ([".github/CODEOWNERS", "a.c"], None),
    ],
)
def test_a_readme_for_hosts_is_that_of_the_project(paths: list[str], readme: str | None) -> None:
    folders = make_folders(paths, {})
    assert (folders[""].readme, folders[".github"].readme) == (readme, None)


@pytest.mark.parametrize(
    ("link", "readme"),
    [
        ("pkg/README.md", "pkg/README.md"),
        ("./pkg/../pkg/README.md", "pkg/README.md"),
        ("../pkg/README.md", "README.md"),
        ("/pkg/README.md", "README.md"),
        ("docs", "README.md"),
        ("README.md", "README.md"),
    ],
)
def test_a_readme_that_is_a_link_is_the_file_of_the_tree_to_which_it_leads(link, readme) -> None:
    paths = ["README.md", "docs/a", "pkg/README.md"]
    assert make_folders(paths, {"README.md": link})[""].readme == readme
