"""Titles and tables of contents that are folded: as good as those that they stand for."""

from __future__ import annotations

import pickle

from docutils import nodes
from sphinx import addnodes

from sphinx_filedocs.ext.folded import fold_title, fold_toc


def toc_of(*titles: str) -> nodes.bullet_list:
    made = nodes.bullet_list()
    for title in titles:
        link = nodes.reference("", title, internal=True, refuri="page", anchorname=f"#{title}")
        made += nodes.list_item("", addnodes.compact_paragraph("", "", link))
    return made


def test_it_has_the_entries_when_they_are_asked_for() -> None:
    whole = toc_of("one", "two")
    folded = fold_toc(whole)
    assert "children" not in vars(folded)
    assert folded.pformat() == whole.pformat()
    assert [entry.parent for entry in folded] == [folded, folded]


def test_a_copy_is_a_plain_list() -> None:
    whole = toc_of("one")
    assert type(fold_toc(whole).deepcopy()) is nodes.bullet_list
    assert fold_toc(whole).deepcopy().pformat() == whole.pformat()


def test_what_was_changed_in_it_is_kept() -> None:
    folded = fold_toc(toc_of("one"))
    folded[0][0][0]["secnumber"] = (1, 2)
    again = pickle.loads(pickle.dumps(folded))  # noqa: S301 (made here)
    assert "children" not in vars(again)
    assert again[0][0][0]["secnumber"] == (1, 2)


def test_it_is_small_before() -> None:
    whole = toc_of(*map(str, range(50)))
    assert len(pickle.dumps(fold_toc(whole))) < len(pickle.dumps(whole)) / 2


def test_a_title_has_its_text_when_it_is_asked_for() -> None:
    whole = nodes.title("", "", nodes.literal("", "a.py"), ids=["one"])
    folded = pickle.loads(pickle.dumps(fold_title(whole)))  # noqa: S301 (made here)
    assert "children" not in vars(folded)
    assert folded.astext() == "a.py"
    assert folded["ids"] == ["one"]
    assert folded[0].parent is folded


def test_a_copy_of_a_title_is_a_plain_title() -> None:
    whole = nodes.title("", "", nodes.literal("", "a.py"), ids=["one"])
    again = fold_title(whole).deepcopy()
    assert type(again) is nodes.title
    assert again.pformat() == whole.pformat()


def test_a_node_has_nothing_that_the_usual_one_has_not() -> None:
    folded = fold_title(nodes.title("", "a"))
    assert not hasattr(folded, "entries")
    assert not hasattr(folded, "__deepcopy__")
