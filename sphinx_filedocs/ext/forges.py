"""Addresses of files at a forge, from the remote of the clone and the variables of hosts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from sphinx_filedocs.source.forge import clone_around, commit_template, is_commit, repository

if TYPE_CHECKING:
    from sphinx.config import Config

    from sphinx_filedocs.tree_options import TreeOptions


#: A placeholder for the commit of a permalink.
_ANY_COMMIT = "0" * 40


class _Host(NamedTuple):
    """The clone that a host builds.

    :param kind: of the forge; ``""`` if the address of the remote has to tell.
    :param branch: ``""`` for a tag or a pull request.
    """

    kind: str
    commit: str
    branch: str


def with_addresses(tree: TreeOptions, config: Config, variables: Mapping[str, str]) -> TreeOptions:
    """Fill the templates of addresses of a tree. Only ``{path}`` and ``{line}`` stay open.

    :param variables: of the environment.
    """
    if tree.url == "":
        return tree
    clone = clone_around(tree.root)
    checked_out = clone.commit if clone else None
    hosts = (host for host in _hosts(variables) if host.commit and host.commit == checked_out)
    host = next(hosts, _Host("", "", ""))
    branch = host.branch or (clone.branch if clone and clone.branch else "")
    ref = config.filedocs_ref or host.commit or branch or "HEAD"
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
    place = repository(clone.remote, host.kind) if clone else None
    if clone is None or place is None:
        return tree
    editable = bool(branch) and not is_commit(branch)
    lasting = place.view(_ANY_COMMIT, clone.below, clone.top)
    permalink = lasting.replace(_ANY_COMMIT, "{commit}")
    return replace(
        tree,
        url=place.view(ref, clone.below, clone.top),
        permalink=permalink,
        commit_url=commit_template(permalink),
        edit_url=place.edit(branch, clone.below) if editable else None,
    )


def _hosts(variables: Mapping[str, str]) -> Iterator[_Host]:
    """Yield the clones that hosts name in variables.

    https://docs.readthedocs.com/platform/stable/reference/environment-variables.html
    https://docs.github.com/en/actions/reference/workflows-and-actions/variables
    https://docs.gitlab.com/ci/variables/predefined_variables/
    """

    def get(name: str) -> str:
        return variables.get(name, "")

    if get("READTHEDOCS") == "True":
        is_branch = get("READTHEDOCS_VERSION_TYPE") == "branch"
        branch = get("READTHEDOCS_GIT_IDENTIFIER") if is_branch else ""
        yield _Host("", get("READTHEDOCS_GIT_COMMIT_HASH"), branch)
    if get("GITHUB_ACTIONS") == "true":
        # The branch of a pull request may be in another repository.
        is_branch = get("GITHUB_REF_TYPE") == "branch" and not get("GITHUB_HEAD_REF")
        yield _Host("github", get("GITHUB_SHA"), get("GITHUB_REF_NAME") if is_branch else "")
    if get("GITLAB_CI") == "true":
        yield _Host("gitlab", get("CI_COMMIT_SHA"), get("CI_COMMIT_BRANCH"))
