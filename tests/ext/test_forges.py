"""Links from pages to a forge: what says where the files are, and what comes first."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

OTHER = "f" * 40


def git(folder: Path, *words: str) -> str:
    author = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    done = subprocess.run(
        ["git", "-C", folder, *author, *words], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.fixture
def made(project, monkeypatch):
    """A tree and its documentation in one repository without a remote, on no host."""
    for name in ("READTHEDOCS", "GITHUB_ACTIONS", "GITLAB_CI"):
        monkeypatch.delenv(name, raising=False)
    made = project({"a b.py": "x = 1\n", "c/d.py": ""})
    git(made.folder, "init", "-q", "-b", "trunk")
    git(made.folder, "add", "tree", "docs")
    git(made.folder, "commit", "-q", "-m", "first")
    return made


def links(output, page="source/a b.py.html") -> list[str]:
    """Return the addresses in a page's details: where its file is seen, and where edited."""
    details = output.read(page).split(">Path<")[1].split(">Digest<")[0]
    return re.findall(r'href="(https?://[^"]*)"', details)


def test_a_tree_without_a_forge_has_no_links(made) -> None:
    for remote in ("", "file:///srv/r.git", "ssh://git@unknown.example.org/o/r"):
        git(made.folder, "config", "remote.origin.url", remote)
        assert links(made.build()) == []


def test_the_remote_of_the_clone_says_where_files_are_without_its_password(made) -> None:
    git(made.folder, "config", "remote.origin.url", "https://me:hunter2@github.com/o/r.git")
    output = made.build()
    assert links(output) == [
        "https://github.com/o/r/blob/trunk/tree/a%20b.py",
        "https://github.com/o/r/edit/trunk/tree/a%20b.py",
    ]
    written = [one.read_bytes() for one in made.folder.rglob("*") if one.is_file()]
    assert sum(b"hunter2" in one for one in written) == 1, "in .git/config alone"


HOSTS = {
    "Read the Docs": {
        "READTHEDOCS": "True",
        "READTHEDOCS_GIT_COMMIT_HASH": "COMMIT",
        "READTHEDOCS_GIT_IDENTIFIER": "main",
        "READTHEDOCS_VERSION_TYPE": "branch",
    },
    "GitHub": {
        "GITHUB_ACTIONS": "true",
        "GITHUB_SHA": "COMMIT",
        "GITHUB_REF_TYPE": "branch",
        "GITHUB_REF_NAME": "main",
    },
    "GitLab": {"GITLAB_CI": "true", "CI_COMMIT_SHA": "COMMIT", "CI_COMMIT_BRANCH": "main"},
}
#: Of a server of one's own, whose name says nothing.
REMOTES = {"Read the Docs": "https://github.com/o/r.git"}


@pytest.mark.parametrize("host", HOSTS)
def test_hosts_say_the_kind_of_forge_the_commit_and_the_branch(made, host, monkeypatch) -> None:
    remote = REMOTES.get(host, "https://me:hunter2@code.example.org/o/r.git")
    git(made.folder, "config", "remote.origin.url", remote)
    commit = git(made.folder, "rev-parse", "HEAD")
    for name, value in HOSTS[host].items():
        monkeypatch.setenv(name, commit if value == "COMMIT" else value)
    view, edit = links(made.build())
    assert f"/{commit}/tree/a%20b.py" in view
    assert "/edit/main/tree/a%20b.py" in edit
    # The variables of another commit's build are not of this clone.
    for name, value in HOSTS[host].items():
        if value == "COMMIT":
            monkeypatch.setenv(name, OTHER)
    assert not any(commit in shown for shown in links(made.build()))


def test_an_option_says_what_is_linked_to(made) -> None:
    git(made.folder, "config", "remote.origin.url", "https://codeberg.org/o/r")
    git(made.folder, "tag", "v1")
    assert links(made.build(filedocs_ref="v1")) == [
        "https://codeberg.org/o/r/src/tag/v1/tree/a%20b.py",
        "https://codeberg.org/o/r/_edit/trunk/tree/a%20b.py",
    ]
    git(made.folder, "checkout", "-q", "--detach")
    commit = git(made.folder, "rev-parse", "HEAD")
    address = f"https://codeberg.org/o/r/src/commit/{commit}/tree/a%20b.py"
    assert links(made.build()) == [address], "a commit can't be edited"
    tree = {"path": "../tree", "url": "https://example.org/{ref}/{path}?at={line}"}
    shown = links(made.build(filedocs_trees={"source": tree}, filedocs_ref="v1"))
    assert shown == ["https://example.org/v1/a%20b.py?at=1"]
    assert links(made.build(filedocs_trees={"source": {"path": "../tree", "url": ""}})) == []


def test_another_branch_writes_the_pages_that_have_addresses_and_no_others(made) -> None:
    git(made.folder, "config", "remote.origin.url", "git@github.com:o/r.git")
    made.build()
    pages = made.rebuilt_of_tree(lambda: git(made.folder, "checkout", "-q", "-b", "next"))
    # The start page names the branch.
    assert pages == {"source/a b.py.html", "source/c/d.py.html", "source/index.html"}
    assert "/blob/next/" in made.build().read("source/c/d.py.html")


def theme_links(output, page: str) -> list[str]:
    html = output.read(page)
    details = re.compile(r'<dl class="[^"]*metadata.*?</dl>', re.DOTALL)
    # The page links to commits itself.
    found = re.findall(r'href="(https://github.com/o/r/(?!commit/)[^"]*)"', details.sub("", html))
    return sorted(set(found))


THEMES = {
    "furo": ({}, ["blob", "edit"]),
    "pydata_sphinx_theme": ({"use_edit_page_button": True}, ["edit"]),
    "sphinx_book_theme": ({"use_source_button": True}, []),
    "sphinx_rtd_theme": ({}, ["blob"]),
}


@pytest.mark.parametrize("theme", THEMES)
def test_the_buttons_of_themes_lead_to_the_file(made, theme) -> None:
    git(made.folder, "config", "remote.origin.url", "git@github.com:o/r.git")
    options, shown = THEMES[theme]
    context = {"github_user": "o", "github_repo": "r", "github_version": "trunk"}
    context |= {"display_github": True, "doc_path": "docs", "conf_py_path": "/docs/"}
    output = made.build(html_theme=theme, html_context=context, html_theme_options=options)
    assert output.warnings == ""
    address = "https://github.com/o/r/{}/trunk/tree/c/d.py"
    assert theme_links(output, "source/c/d.py.html") == [address.format(one) for one in shown]
    assert theme_links(output, "source/c/index.html") == []
