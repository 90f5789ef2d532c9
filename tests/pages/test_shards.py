"""An index is divided into pages of bounded size, and loses no name."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.pages.shards import Pages, Shard, divide, letter_of, rows_of, sort_key

names = st.text(st.sampled_from("aAbBcz_é0~:"), min_size=1, max_size=6)


def test_a_small_index_is_one_page() -> None:
    assert divide({"b": 10, "_a": 10}, limit=100) == (Shard.of("A-Z", "", ("_a", "b")),)


def test_a_large_index_is_divided_by_letter_and_then_by_prefix() -> None:
    weights = {"alpha": 60, "Apple": 60, "beta": 60, "_gamma": 30}
    shards = divide(weights, limit=100)
    assert [(shard.label, shard.slug, shard.names) for shard in shards] == [
        ("AL", "al", ("alpha",)),
        ("AP", "ap", ("Apple",)),
        ("B–G", "b", ("beta", "_gamma")),
    ]


def test_a_name_too_large_for_a_page_fills_several() -> None:
    shards = divide({"main": 250, "x": 10}, limit=100)
    parts = [shard for shard in shards if shard.names == ("main",)]
    assert [shard.part for shard in parts] == [0, 1, 2]
    rows = list(range(10))
    assert [row for shard in parts for row in rows[rows_of(shard, rows)]] == rows


@given(st.dictionaries(names, st.integers(1, 120), min_size=1, max_size=40))
def test_every_name_is_on_a_page_and_no_page_is_too_large(weights: dict[str, int]) -> None:
    shards = divide(weights, limit=100)
    once = [shard for shard in shards if shard.part == 0]
    assert sorted(name for shard in once for name in shard.names) == sorted(weights)
    assert len({shard.slug.casefold() for shard in shards}) == len(shards)
    for shard in shards:
        weight = sum(weights[name] for name in shard.names)
        assert weight <= 100 * shard.parts


@given(st.dictionaries(names, st.integers(1, 120), min_size=1, max_size=40))
def test_pages_follow_the_alphabet(weights: dict[str, int]) -> None:
    firsts = [sort_key(shard.first) for shard in divide(weights, limit=100)]
    assert firsts == sorted(firsts)


@given(st.dictionaries(names, st.integers(1, 120), min_size=1, max_size=40))
def test_every_letter_leads_to_the_pages_of_its_names(weights: dict[str, int]) -> None:
    shards = [shard for shard in divide(weights, limit=100) if shard.part == 0]
    _, contents = Pages([("", None), *((shard.slug, shard) for shard in shards)]).ways(None)
    found = {letter: [docname for _, docname, _ in rows] for letter, rows in contents}
    assert found == {
        letter: [shard.slug for shard in shards if letter in map(letter_of, shard.names)]
        for letter in map(letter_of, weights)
    }


def test_the_letters_of_a_large_index_lead_to_its_entrance() -> None:
    al, ap, bc = (
        Shard.of("AL", "al", ("alpha",)),
        Shard.of("AP", "ap", ("apple",)),
        Shard.of("B–C", "b", ("beta", "cat")),
    )
    pages = Pages([("index", None), ("index-al", al), ("index-ap", ap), ("index-b", bc)])
    assert pages.ways(None)[1] == (
        ("A", (("AL", "index-al", ""), ("AP", "index-ap", ""))),
        ("B", (("B–C", "index-b", "letter-B"),)),
        ("C", (("B–C", "index-b", "letter-C"),)),
    )
    letters = tuple((letter, "index", f"letter-{letter}") for letter in "ABC")
    assert pages.ways(al) == pages.ways(bc) == ((letters,), ())
    assert pages.ways(None)[0] == ()


def test_the_letters_of_a_small_index_lead_to_their_place_on_the_page() -> None:
    every = Shard.of("A-Z", "", ("alpha", "beta"))
    letters = (("A", "index", "letter-A"), ("B", "index", "letter-B"))
    assert Pages([("index", every)]).ways(every) == ((letters,), ())
    only = Shard.of("A-Z", "", ("alpha",))
    assert Pages([("index", only)]).ways(only) == ((), ())


def test_the_parts_of_a_large_name_lead_to_one_another() -> None:
    parts = [Shard.of("main", f"main-{part}", ("main",), part, 2) for part in range(2)]
    pages = Pages([("index", None), *((f"index-{part.part}", part) for part in parts)])
    assert pages.ways(parts[1])[0] == ((("1", "index-0", ""), ("2", "index-1", "")),)
    assert pages.ways(None)[1] == (("M", (("main", "index-0", ""),)),)
