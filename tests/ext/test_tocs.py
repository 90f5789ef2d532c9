"""Tables of contents that are folded: as good as those that they stand for."""

from __future__ import annotations

import pickle

from docutils import nodes
from sphinx import addnodes

from sphinx_filedocs.ext.tocs import fold


def toc_of(*titles: str) -> nodes.bullet_list:
    made = nodes.bullet_list()
    for title in titles:
        link = nodes.reference("", title, internal=True, refuri="page", anchorname=f"#{title}")
        made += nodes.list_item("", addnodes.compact_paragraph("", "", link))
    return made


def test_it_has_the_entries_when_they_are_asked_for() -> None:
    whole = toc_of("one", "two")
    folded = fold(whole)
    assert "children" not in vars(folded)
    assert folded.pformat() == whole.pformat()
    assert [entry.parent for entry in folded] == [folded, folded]


def test_a_copy_is_a_plain_list() -> None:
    whole = toc_of("one")
    assert type(fold(whole).deepcopy()) is nodes.bullet_list
    assert fold(whole).deepcopy().pformat() == whole.pformat()


def test_what_was_changed_in_it_is_kept() -> None:
    folded = fold(toc_of("one"))
    folded[0][0][0]["secnumber"] = (1, 2)
    again = pickle.loads(pickle.dumps(folded))  # noqa: S301 (made here)
    assert "children" not in vars(again)
    assert again[0][0][0]["secnumber"] == (1, 2)


def test_it_is_small_before() -> None:
    whole = toc_of(*map(str, range(50)))
    assert len(pickle.dumps(fold(whole))) < 1.1 * len(pickle.dumps(whole))
