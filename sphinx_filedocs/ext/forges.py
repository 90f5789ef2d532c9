"""Addresses of files at a forge, from the options of themes, variables of hosts, and the remote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx_filedocs.source.forge import (
    Clone,
    Repository,
    clone_around,
    commit_template,
    is_commit,
    repository,
)

if TYPE_CHECKING:
    from sphinx.config import Config

    from sphinx_filedocs.tree_options import TreeOptions

#: The servers of forges that have one.
_SERVERS = {
    "github": "https://github.com",
    "gitlab": "https://gitlab.com",
    "gitea": "https://codeberg.org",
    "bitbucket": "https://bitbucket.org",
}


#: A placeholder for the commit of a permalink.
_ANY_COMMIT = "0" * 40


@dataclass(frozen=True, slots=True)
class _Settings:
    """The repository around ``conf.py``, as options of themes name it.

    :param docs: the folder of ``conf.py`` in it.
    """

    repository: Repository
    branch: str
    docs: str


@dataclass(frozen=True, slots=True)
class _Host:
    """The repository that a host builds, as its variables name it.

    :param top: the folder of its clone.
    """

    repository: Repository | None
    commit: str
    branch: str
    top: Path


def with_addresses(
    tree: TreeOptions, config: Config, confdir: Path, variables: Mapping[str, str]
) -> TreeOptions:
    """Fill the templates of addresses of a tree. Only ``{path}`` and ``{line}`` stay open.

    :param variables: of the environment.
    """
    if tree.url == "":
        return tree
    clone = clone_around(tree.root)
    settings = next(_settings(config), None)
    if settings and not _is_about(settings, clone, confdir):
        settings = None
    host = next((host for host in _hosts(variables) if _is_built(host, clone, tree.root)), None)
    repositories = (
        settings.repository if settings else None,
        host.repository if host else None,
        repository(clone.remote) if clone else None,
    )
    place = next(filter(None, repositories), None)
    branches = (
        settings.branch if settings else "",
        host.branch if host else "",
        clone.branch if clone and clone.branch else "",
    )
    branch = next(filter(None, branches), "")
    commit = host.commit if host else ""
    ref = config.filedocs_ref or commit or branch or "HEAD"
    if tree.url:
        # The form of Gitea and Forgejo.
        lasting = tree.url.replace("/src/branch/{ref}", "/src/commit/{ref}")
        permalink = lasting.replace("{ref}", "{commit}") if "{ref}" in tree.url else None
        return replace(
            tree,
            url=tree.url.replace("{ref}", quote(ref)),
            permalink=permalink,
            commit_url=commit_template(permalink or ""),
        )
    below = _below(tree.root, clone, settings, host, confdir)
    if place is None or below is None:
        return tree
    editable = bool(branch) and not is_commit(branch)
    lasting = place.view(_ANY_COMMIT, below, clone.top if clone else None)
    permalink = lasting.replace(_ANY_COMMIT, "{commit}")
    return replace(
        tree,
        url=place.view(ref, below, clone.top if clone else None),
        permalink=permalink,
        commit_url=commit_template(permalink),
        edit_url=place.edit(branch, below) if editable else None,
    )


def _is_about(settings: _Settings, clone: Clone | None, confdir: Path) -> bool:
    own = clone_around(confdir)
    return (own and own.top) == (clone and clone.top)


def _is_built(host: _Host, clone: Clone | None, root: Path) -> bool:
    """Tell whether a host builds the repository of a tree, at the commit that is checked out."""
    if not root.is_relative_to(host.top):
        return False
    return clone is None or (clone.top == host.top and clone.commit in (host.commit, None))


def _below(
    root: Path, clone: Clone | None, settings: _Settings | None, host: _Host | None, confdir: Path
) -> str | None:
    """Return the place of a tree in its repository; ``None`` if unknown."""
    if clone:
        return clone.below
    top = host.top if host else None
    if settings and not top:
        docs = Path(settings.docs.strip("/"))
        if confdir.parts[len(confdir.parts) - len(docs.parts) :] == docs.parts:
            top = Path(*confdir.parts[: len(confdir.parts) - len(docs.parts)])
    if top is None or not root.is_relative_to(top):
        return None
    below = root.relative_to(top).as_posix()
    return "" if below == "." else f"{below}/"


def _settings(config: Config) -> Iterator[_Settings]:
    """Yield what the options of themes say: furo's, those of sphinx-book-theme, and those in
    ``html_context`` of pydata-sphinx-theme, sphinx-rtd-theme and Read the Docs.

    https://pradyunsg.me/furo/customisation/top-of-page-buttons/
    https://sphinx-book-theme.readthedocs.io/en/stable/components/source-files.html
    https://pydata-sphinx-theme.readthedocs.io/en/stable/user_guide/source-buttons.html
    https://docs.readthedocs.com/platform/stable/guides/edit-source-links-sphinx.html
    """
    theme, context = config.html_theme_options, config.html_context
    kind = _text(theme, "repository_provider").lower()
    for address, branch, docs in (
        ("source_repository", "source_branch", "source_directory"),
        ("repository_url", "repository_branch", "path_to_docs"),
    ):
        place = repository(_text(theme, address).rstrip("/"), kind if kind in _SERVERS else "")
        if place:
            yield _Settings(place, _text(theme, branch), _text(theme, docs))
    docs = _text(context, "doc_path") or _text(context, "conf_py_path")
    for kind, usual in _SERVERS.items():
        user, name = _text(context, f"{kind}_user"), _text(context, f"{kind}_repo")
        host = _text(context, f"{kind}_host")
        server = _text(context, f"{kind}_url") or (f"https://{host}" if host else usual)
        place = repository(f"{server.rstrip('/')}/{user}/{name}", kind) if user and name else None
        if place:
            yield _Settings(place, _text(context, f"{kind}_version"), docs)


def _text(values: Mapping[str, object], name: str) -> str:
    value = values.get(name)
    return value if isinstance(value, str) and value != "None" else ""


def _hosts(variables: Mapping[str, str]) -> Iterator[_Host]:
    """Yield what hosts say in variables.

    https://docs.readthedocs.com/platform/stable/reference/environment-variables.html
    https://docs.github.com/en/actions/reference/workflows-and-actions/variables
    https://docs.gitlab.com/ci/variables/predefined_variables/
    """

    def get(name: str) -> str:
        return variables.get(name, "")

    def host(address: str, kind: str, commit: str, branch: str, top: str) -> Iterator[_Host]:
        if is_commit(commit) and top:
            yield _Host(repository(address, kind), commit, branch, Path(top).resolve())

    if get("READTHEDOCS") == "True":
        is_branch = get("READTHEDOCS_VERSION_TYPE") == "branch"
        yield from host(
            get("READTHEDOCS_GIT_CLONE_URL"),
            "",
            get("READTHEDOCS_GIT_COMMIT_HASH"),
            get("READTHEDOCS_GIT_IDENTIFIER") if is_branch else "",
            get("READTHEDOCS_REPOSITORY_PATH"),
        )
    if get("GITHUB_ACTIONS") == "true":
        # That of a pull request is in another repository perhaps.
        is_branch = get("GITHUB_REF_TYPE") == "branch" and not get("GITHUB_HEAD_REF")
        yield from host(
            f"{get('GITHUB_SERVER_URL')}/{get('GITHUB_REPOSITORY')}",
            "github",
            get("GITHUB_SHA"),
            get("GITHUB_REF_NAME") if is_branch else "",
            get("GITHUB_WORKSPACE"),
        )
    if get("GITLAB_CI") == "true":
        yield from host(
            get("CI_PROJECT_URL"),
            "gitlab",
            get("CI_COMMIT_SHA"),
            get("CI_COMMIT_BRANCH"),
            get("CI_PROJECT_DIR"),
        )
