"""The script with the authors of a file's lines."""

from __future__ import annotations

import json

from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.text import printable_line
from sphinx_filedocs.pages.translation import _


def blame_script(site: Site, path: str) -> str:
    """Return the script for a file, or ``""``.

    A commit is its hash, date, number of its author and subject; ``runs`` has pairs of a commit's
    number and a number of lines, with the numbers of
    :class:`~sphinx_filedocs.model.files.Blame` for lines without a commit.
    """
    blame = site.details.blame(site.codebase.light[path])
    if blame is None:
        return ""
    authors: dict[str, int] = {}
    commits = [
        (
            commit.commit,
            commit.date[:10],
            authors.setdefault(commit.author, len(authors)),
            printable_line(commit.subject),
        )
        for commit in blame.commits
    ]
    data = {
        "url": site.documents.commit_url,
        "later": _("Not committed yet"),
        "older": _("Older than this clone"),
        "unknown": _("This clone lacks older commits: who wrote these lines is not known."),
        "authors": [*map(printable_line, authors)],
        "commits": commits,
        "runs": [number for run in blame.runs for number in run],
    }
    shown = json.dumps(data, separators=(",", ":"))
    return f"filedocsReader.blame({json.dumps(site.plan.files[path])},{shown});\n"
