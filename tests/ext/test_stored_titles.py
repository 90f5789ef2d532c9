"""Titles and tables of contents that are packed: as good as those that they stand for."""

from __future__ import annotations

import pickle
from typing import Any

from docutils import nodes
from sphinx import addnodes

from sphinx_filedocs.ext.upstream.stored_titles import StoredNodes


def toc_of(*titles: str) -> nodes.bullet_list:
    made = nodes.bullet_list()
    for title in titles:
        link = nodes.reference("", title, internal=True, refuri="page", anchorname=f"#{title}")
        made += nodes.list_item("", addnodes.compact_paragraph("", "", link))
    return made


def stored(node: nodes.Element) -> StoredNodes[Any]:
    made = StoredNodes({"page": node, "other": nodes.paragraph("", "as it is")})
    made.store("page")
    return made


def saved(known: StoredNodes[Any]) -> StoredNodes[Any]:
    found: StoredNodes[Any] = pickle.loads(pickle.dumps(known))  # noqa: S301 (made here)
    return found


def test_a_node_has_what_is_in_it_when_it_is_asked_for() -> None:
    whole = toc_of("one", "two")
    found = saved(stored(whole))["page"]
    assert type(found) is nodes.bullet_list
    assert found.pformat() == whole.pformat()
    assert [entry.parent for entry in found] == [found, found]


def test_what_is_not_packed_is_kept_as_it_is() -> None:
    known = stored(toc_of("one"))
    assert known["other"] is known["other"]
    assert saved(known)["other"].astext() == "as it is"


def test_what_was_changed_in_a_node_is_kept() -> None:
    known = stored(toc_of("one"))
    known["page"][0][0][0]["secnumber"] = (1, 2)
    assert known["page"][0][0][0]["secnumber"] == (1, 2)
    assert saved(known)["page"][0][0][0]["secnumber"] == (1, 2)


def test_a_node_that_hangs_in_another_one_is_saved_without_that() -> None:
    known = stored(toc_of("one"))
    nodes.list_item("", known["page"])
    assert saved(known)["page"].parent is None


def test_it_is_small_in_a_file() -> None:
    whole = toc_of(*map(str, range(50)))
    assert len(pickle.dumps(stored(whole))) < len(pickle.dumps(whole)) / 2


def test_one_node_for_two_is_packed_once() -> None:
    titles = stored(nodes.title("", "a.py"))
    long_titles = stored(nodes.title("", "a.py"))
    data = titles.store("page")
    assert long_titles.store("page", data) is data
    assert long_titles["page"].astext() == "a.py"


def test_a_node_that_is_put_in_its_place_is_what_is_found() -> None:
    known = stored(toc_of("one"))
    assert known["page"].astext() == "one"
    known["page"] = toc_of("two")
    assert known["page"].astext() == "two"
    assert saved(known)["page"].astext() == "two"


def test_it_is_a_mapping_of_all_documents() -> None:
    known = stored(toc_of("one"))
    assert list(known) == ["page", "other"]
    assert "page" in known
    assert known.pop("page").astext() == "one"
    assert known.get("page") is None
    assert len(known) == 1
