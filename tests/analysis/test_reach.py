from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.index import import_graph as module
from sphinx_filedocs.index.import_graph import reach
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.graph import Reach

from .graphs import graphs, imports_of, shortest


def naive(imports: Mapping[str, Sequence[Import]]) -> dict[str, Reach]:
    after = {path: {to for one in rows for to in one.resolved} for path, rows in imports.items()}
    before = {path: {other for other in after if path in after[other]} for path in after}
    found = {}
    for path in imports:
        down, up = shortest(after, path), shortest(before, path)
        if down or up:
            furthest = max(down.values(), default=0), max(up.values(), default=0)
            found[path] = Reach(len(down), furthest[0], len(up), furthest[1])
    return found


@given(graphs(), st.sampled_from([1, 20, 2**29]))
def test_counts_are_those_of_a_plain_search(imports, bits) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MOST_BITS", bits)
        assert reach(imports) == naive(imports)


def test_a_file_does_not_count_itself() -> None:
    assert reach(imports_of({"a": ["b"], "b": ["a"], "c": []})) == {
        "a": Reach(1, 1, 1, 1),
        "b": Reach(1, 1, 1, 1),
    }


def chain(names: Iterable[str]) -> dict[str, tuple[Import, ...]]:
    files = list(names)
    return imports_of({one: files[at + 1 : at + 2] for at, one in enumerate(files)})


@pytest.mark.parametrize(("length", "steps"), [(101, 100), (102, None)])
def test_what_is_very_far_is_not_looked_for(length, steps) -> None:
    found = reach(chain(f"{number:03}" for number in range(length)))
    assert found["000"].imported_steps == steps
    assert found["000"].imported == length - 1
    assert found["001"].imported_steps == 100 - (steps is not None)


def test_a_long_chain_is_counted_as_far_as_it_is_followed() -> None:
    found = reach(chain(f"{number:05}" for number in range(3000)))
    assert found["00000"] == Reach(101, None, 0, 0)
    assert found["02998"] == Reach(1, 1, 101, None)
