"""The addresses of a repository's files at a forge such as GitHub."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from sphinx_filedocs.source.credentials import shown
from sphinx_filedocs.source.git import GitError, branch, head, run
from sphinx_filedocs.tree_options import TreeOptions

#: The forms of https://git-scm.com/docs/git-clone#_git_urls: with a scheme, and as scp has it. The
#: part before the host may be a password.
_URL = re.compile(
    r"(?P<scheme>https?|ssh|git)://(?:[^/@]*@)?(?P<host>[\w.-]+)(?P<port>:\d+)?/(?P<path>[^?#]+)"
)
_SCP = re.compile(r"(?:[\w.-]+@)?(?P<host>[\w.-]+\.[\w.-]+):(?P<path>[^/?#][^?#]*)")


@dataclass(frozen=True, slots=True)
class Forge:
    """A kind of forges.

    :param name: the readable name.
    :param words: each of which in a host's name is evidence of the kind.
    :param view: the rest of a file's address behind that of its repository.
    :param edit: the rest of the address to edit a file of a branch; ``""`` without one.
    :param commit: the rest of a commit's address.
    """

    name: str
    words: tuple[str, ...]
    view: str
    edit: str
    commit: str = "/commit/{commit}"


FORGES = {
    "github": Forge("GitHub", ("github",), "/blob/{ref}/{path}#L{line}", "/edit/{ref}/{path}"),
    "gitlab": Forge(
        "GitLab",
        ("gitlab",),
        "/-/blob/{ref}/{path}#L{line}",
        "/-/edit/{ref}/{path}",
        "/-/commit/{commit}",
    ),
    "gitea": Forge(
        "Gitea",
        ("codeberg", "forgejo", "gitea"),
        "/src/{type}/{ref}/{path}#L{line}",
        "/_edit/{ref}/{path}",
    ),
    "bitbucket": Forge(
        "Bitbucket",
        ("bitbucket",),
        "/src/{ref}/{path}#lines-{line}",
        "/src/{ref}/{path}?mode=edit",
        "/commits/{commit}",
    ),
    "sourcehut": Forge("sourcehut", ("git.sr.ht",), "/tree/{ref}/item/{path}#L{line}", ""),
}


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository at a forge.

    :param address: with its scheme, without a slash at the end, and without credentials.
    :param kind: a key of :data:`FORGES`.
    """

    address: str
    kind: str

    def view(self, ref: str, below: str, top: Path | None) -> str:
        """Return a template of the addresses of files, with ``{path}`` and ``{line}``.

        :param ref: a branch, a tag or a full hash.
        :param below: the folder that paths are relative to: its place in the repository, with a
            slash at the end; ``""`` for the top.
        :param top: the clone, to tell tags from branches.
        """
        form = FORGES[self.kind].view
        if "{type}" in form:
            form = form.replace("{type}", _type(ref, top))
        return self._filled(form, ref, below)

    def edit(self, branch: str, below: str) -> str | None:
        """Return a template of the addresses to edit files, with ``{path}``; ``None`` if the
        forge has none."""
        form = FORGES[self.kind].edit
        return self._filled(form, branch, below) if form else None

    def _filled(self, form: str, ref: str, below: str) -> str:
        # Quoted text has no braces, which would be fields of the template.
        place = quote(below.encode("utf-8", "surrogateescape"))
        return self.address + form.replace("{ref}", quote(ref)).replace("{path}", place + "{path}")


@dataclass(frozen=True, slots=True)
class Clone:
    """Git's data about the work tree around a folder.

    :param top: of the work tree, absolute.
    :param below: the folder's place in it, with a slash at the end; ``""`` at the top.
    :param remote: the address of ``origin`` as it is written; ``""`` without one.
    :param branch: that is checked out, or else the full hash; ``None`` without a commit.
    :param commit: that is checked out: its full hash.
    """

    top: Path
    below: str
    remote: str
    branch: str | None
    commit: str | None


def clone_around(folder: Path) -> Clone | None:
    """Return the clone that a folder lies in; ``None`` if there is none, or no Git."""
    try:
        said = run(folder, "rev-parse", "--show-toplevel", "--show-prefix")
        # As it is written: "git remote" prints it with the user's own detours.
        remote = run(folder, "config", "--get", "remote.origin.url", codes=(0, 1))
    except GitError:
        return None
    top, _, below = os.fsdecode(said).rstrip("\n").partition("\n")
    address = shown(remote.decode("utf-8", "replace").strip())
    return Clone(Path(top).resolve(), shown(below), address, branch(folder), head(folder))


def repository(remote: str, kind: str = "") -> Repository | None:
    """Return the repository at a remote's address; ``None`` if that is at no forge.

    :param kind: of the forge, if that is known; else the host's name says it.
    """
    match = _URL.fullmatch(remote) or _SCP.fullmatch(remote)
    if match is None:
        return None
    host = match["host"].lower()
    kinds = (key for key, forge in FORGES.items() if any(word in host for word in forge.words))
    kind = next(kinds, kind)
    path = quote(match["path"].strip("/").removesuffix(".git"), safe="/~")
    if not kind or not path:
        return None
    groups = match.groupdict()
    # The port of another protocol is none of the pages'.
    web = groups.get("scheme") in ("http", "https")
    scheme, port = (groups["scheme"], groups["port"] or "") if web else ("https", "")
    return Repository(f"{scheme}://{host}{port}/{path}", kind)


def commit_template(permalink: str) -> str | None:
    """Return a template of the addresses of commits, with ``{commit}``, from that of the lasting
    addresses of files; ``None`` if it is of no forge that is known."""
    for forge in FORGES.values():
        head = forge.view.partition("{path}")[0].replace("{type}", "commit")
        repository, known, _ = permalink.partition(head.replace("{ref}", "{commit}"))
        if known:
            return repository + forge.commit
    return None


def is_commit(ref: str) -> bool:
    """Return True if a reference is the full hash of a commit."""
    return len(ref) in (40, 64) and set(ref) <= set("0123456789abcdef")


def _type(ref: str, top: Path | None) -> str:
    """Return the kind of a reference: ``commit``, ``branch`` or ``tag``."""
    if is_commit(ref):
        return "commit"
    try:
        if top and run(top, "for-each-ref", "--count=1", "--", f"refs/tags/{ref}"):
            return "tag"
    except GitError:
        pass
    return "branch"


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


def with_addresses(tree: TreeOptions, ref: str, variables: Mapping[str, str]) -> TreeOptions:
    """Fill the templates of addresses of a tree. Only ``{path}`` and ``{line}`` stay open.

    :param ref: the branch, tag or commit to link to; ``""`` for what is checked out.
    :param variables: of the environment.
    """
    if tree.url == "":
        return tree
    clone = clone_around(tree.root)
    checked_out = clone.commit if clone else None
    hosts = (host for host in _hosts(variables) if host.commit and host.commit == checked_out)
    host = next(hosts, _Host("", "", ""))
    branch = host.branch or (clone.branch if clone and clone.branch else "")
    ref = ref or host.commit or branch or "HEAD"
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
