"""Where the files of a tree are seen at a forge such as GitHub, as its clone in Git knows that."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

from sphinx_filedocs.source.run_git import GitError, prefix, run

#: The forms of https://git-scm.com/docs/git-clone#_git_urls: with a scheme, and as scp has it.
_URL = re.compile(r"(?:https?|ssh|git)://(?:[^/@]*@)?(?P<host>[\w.-]+)(?::\d+)?/(?P<path>[^?#]+)")
_SCP = re.compile(r"(?:[\w.-]+@)?(?P<host>[\w.-]+\.[\w.-]+):(?P<path>[^/?#][^?#]*)")
#: How the address of a file goes on behind that of its repository, by a word of the host's name.
_FORMS = {
    "github": "/blob/{ref}/{path}#L{line}",
    "gitlab": "/-/blob/{ref}/{path}#L{line}",
    "codeberg": "/src/branch/{ref}/{path}#L{line}",
    "gitea": "/src/branch/{ref}/{path}#L{line}",
    "forgejo": "/src/branch/{ref}/{path}#L{line}",
    "bitbucket": "/src/{ref}/{path}#lines-{line}",
    "git.sr.ht": "/tree/{ref}/item/{path}#L{line}",
}


def file_address(folder: Path) -> str | None:
    """Return the template of the addresses of a folder's files, with ``{ref}``, ``{path}`` and
    ``{line}``; ``None`` where the folder has no remote ``origin`` at a forge that is known.
    """
    try:
        # As it is written: what "git remote" prints follows the user's own detours.
        remote = run(folder, "config", "--get", "remote.origin.url").decode("utf-8", "replace")
        below = prefix(folder)
    except GitError:
        return None
    return _template(remote.strip(), quote(below.encode("utf-8", "surrogateescape")))


def _template(remote: str, below: str) -> str | None:
    """Return the template for a remote.

    :param below: the folder's place in its work tree, quoted, with a slash at the end.
    """
    match = _URL.fullmatch(remote) or _SCP.fullmatch(remote)
    if match is None:
        return None
    host = match["host"].lower()
    form = next((form for word, form in _FORMS.items() if word in host), None)
    # What is quoted has no braces, which would be fields of the template.
    repository = quote(match["path"].strip("/").removesuffix(".git"), safe="/~")
    if form is None or not repository:
        return None
    return f"https://{host}/{repository}{form.replace('{path}', f'{below}{{path}}')}"
