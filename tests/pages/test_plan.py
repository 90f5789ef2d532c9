"""The pages of an index are found by the names on them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.pages.alphabetical_index import divide
from sphinx_filedocs.pages.plan import Page, pages_of_names

NAMES = st.text(st.sampled_from("aAbBcz_é0~:{"), min_size=1, max_size=6)


@given(weights=st.dictionaries(NAMES, st.integers(1, 250), max_size=40), other=NAMES)
def test_a_name_leads_to_its_own_page_or_to_that_of_its_prefix(
    weights: dict[str, int], other: str
) -> None:
    shards = divide(weights, 3, 100) if weights else ()
    group = tuple(Page(f"names-{one.slug}", "crossref", shard=one) for one in shards)
    pages = pages_of_names(group)
    first = [page for page in group if not page.shard.part]
    by_name = {name: page for page in first if not page.shard.alone for name in page.shard.names}
    by_name |= {page.shard.first: page for page in first if page.shard.alone}
    assert pages == {name: page.docname for name, page in by_name.items()}
    assert (other in pages) == (other in weights)
