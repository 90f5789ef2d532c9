"""An index is divided into pages of bounded size by prefix, and loses no name; what is added to it
moves few names."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.pages.alphabetical_index import (
    Pages,
    Shard,
    by_letter,
    divide,
    letter_of,
    path_of,
    rows_of,
    sort_key,
)

LIMIT, SHARE = 1_000, 3
names = st.text(st.sampled_from("aAbBcz_é0~:"), min_size=1, max_size=6)
indices = st.dictionaries(names, st.integers(1, 1_200), min_size=1, max_size=40)


def pages_of(weights: dict[str, int]) -> dict[str, str]:
    """Return the prefix of the page that each name shares with others."""
    shards = [shard for shard in divide(weights, SHARE, LIMIT) if not shard.alone]
    return {name: shard.prefix for shard in shards for name in shard.names}


def test_a_small_index_is_one_page() -> None:
    (every,) = divide({"b": 10, "_a": 10}, SHARE, LIMIT)
    assert (every.label, every.slug, every.names) == ("A-Z", "", ("_a", "b"))


def test_a_large_index_is_divided_by_letter_and_then_by_prefix() -> None:
    weights = {"alpha": 300, "Apple": 300, "_april": 300, "able": 160, "beta": 300, "_rare": 20}
    assert [(shard.label, shard.slug, shard.names) for shard in divide(weights, SHARE, LIMIT)] == [
        ("A-Z", "", ("_rare",)),
        ("A", "a", ("able",)),
        ("AL", "al", ("alpha",)),
        ("AP", "ap", ("Apple", "_april")),
        ("B", "b", ("beta",)),
    ]


def test_names_with_few_beside_them_stay_on_the_page_of_a_shorter_prefix() -> None:
    weights = {"serve": 300, "server": 300, "service": 300, "size": 300}
    weights |= {"sa": 160, "sky": 20, "so": 10, "zebra": 20}
    assert [(shard.label, shard.names) for shard in divide(weights, SHARE, LIMIT)] == [
        ("A-Z", ("zebra",)),
        ("S", ("sa", "sky", "so")),
        ("SE", ("serve", "server", "service")),
        ("SI", ("size",)),
    ]


def test_of_more_than_fits_on_a_page_less_stays() -> None:
    weights = dict.fromkeys("abcdefg", 160) | {"h": 80, "i": 84}
    assert [(shard.label, shard.names) for shard in divide(weights, SHARE, LIMIT)] == [
        ("A-Z", ("h",)),
        *((letter.upper(), (letter,)) for letter in "abcdefgi"),
    ]


def test_a_large_name_has_a_page_of_its_own_to_which_its_prefix_leads() -> None:
    first, main, *others = divide({"main": 334, "_getName": 900, "small": 10}, SHARE, LIMIT)
    assert first.names == ("_getName", "main", "small")
    assert (main.names, main.slug) == (("_getName",), "_name-_getname-" + main.slug[-24:])
    assert [(shard.names, shard.slug) for shard in others] == [(("main",), "_name-main")]


def test_a_name_too_large_for_a_page_fills_several() -> None:
    parts = [shard for shard in divide({"main": 2_500, "x": 10}, SHARE, LIMIT) if shard.alone]
    assert [shard.slug for shard in parts] == ["_name-main", "_name-main-2", "_name-main-3"]
    rows = list(range(10))
    assert [row for shard in parts for row in rows[rows_of(shard, rows)]] == rows


def test_labels_show_what_addresses_spell_out() -> None:
    shown = {prefix: Shard(prefix, "").label for prefix in ("se", "-e9-", "-4e", "_", "_-25-a")}
    assert shown == {"se": "SE", "-e9-": "É", "-4e": "U+4E…", "_": "Symbols", "_-25-a": "%A"}


@given(indices)
def test_every_name_is_on_a_page_and_no_page_is_too_large(weights: dict[str, int]) -> None:
    shards = divide(weights, SHARE, LIMIT)
    shared = [shard for shard in shards if not shard.alone]
    assert sorted(name for shard in shared for name in shard.names) == sorted(weights)
    assert len({shard.slug.casefold() for shard in shards}) == len(shards)
    alone = {shard.first: shard.parts for shard in shards if shard.alone}
    assert alone == {
        name: -(-one // LIMIT) for name, one in weights.items() if one > LIMIT // SHARE
    }
    for shard in shared:
        kept = [name for name in shard.names if name not in alone]
        # Those that differ in case and marks alone can't be divided.
        same = [name for name in kept if path_of(name) == shard.prefix]
        assert sum(weights[name] for name in kept if name not in same) <= LIMIT


def test_a_prefix_that_only_leads_to_longer_ones_has_a_page() -> None:
    weights = {f"redis{letter}": 300 for letter in "abcd"}
    shards = divide(weights, SHARE, LIMIT)
    assert [shard.prefix for shard in shards if not shard.names] == [
        "",
        "r",
        "re",
        "red",
        "redi",
        "redis",
    ]
    _, contents = Pages([(shard.slug, shard) for shard in shards]).ways(shards[1])
    assert [label for label, _, _ in contents["R"]] == ["REDISA", "REDISB", "REDISC", "REDISD"]
    long = {f"{'redis' * 99}{letter}": 300 for letter in "abcd"}
    assert len(divide(long, SHARE, LIMIT)) < 60


@given(indices, names, st.integers(1, 1_200))
def test_another_name_moves_only_those_of_a_prefix_that_grows_too_large(
    weights: dict[str, int], name: str, weight: int
) -> None:
    """Whatever moves leaves or enters a page whose prefix the new name has, too."""
    before, after = pages_of(weights), pages_of({**weights, name: weight})
    for other in before.keys() - {name}:
        if before[other] != after[other]:
            shorter = min(before[other], after[other], key=len)
            assert path_of(name).startswith(shorter), (other, before[other], after[other])


@given(indices, st.data())
def test_a_name_that_gets_a_page_of_its_own_moves_alone(
    weights: dict[str, int], data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(sorted(weights)))
    small, large = ({**weights, name: weight} for weight in (LIMIT // SHARE, 2 * LIMIT))
    assert pages_of(small) == pages_of(large)


@given(indices)
def test_a_page_depends_on_the_names_of_its_prefix_alone(weights: dict[str, int]) -> None:
    """Where an index is divided by its first letter, each letter is as if it were alone."""
    before = pages_of(weights)
    heavy = {f"{letter}{number}": 300 for letter in "xy" for number in range(9)}
    after = pages_of({**weights, **heavy})
    again = pages_of({name: weights[name] for name in weights if path_of(name)[0] == "a"} | heavy)
    assert {n: after[n] for n in before if path_of(n)[0] == "a"} == {
        n: again[n] for n in before if path_of(n)[0] == "a"
    }


@given(indices)
def test_every_letter_leads_to_the_pages_of_its_names(weights: dict[str, int]) -> None:
    shards = [shard for shard in divide(weights, SHARE, LIMIT) if not shard.alone]
    _, contents = Pages([(shard.slug, shard) for shard in shards]).ways(shards[0])
    found = {letter: {docname for _, docname, _ in rows} for letter, rows in contents.items()}
    letters = {letter_of(name) for shard in shards[1:] for name in shard.names}
    assert found == {
        letter: {shard.slug for shard in shards[1:] if letter in map(letter_of, shard.names)}
        for letter in letters
    }


@given(st.lists(names, unique=True))
def test_letters_have_each_name_once(every: list[str]) -> None:
    found = by_letter(sorted(every, key=sort_key), ["Q"])
    assert sorted(name for row in found.values() for name in row) == sorted(every)
    assert all(letter_of(name) == letter for letter, row in found.items() for name in row)
    assert "Q" in found


def test_the_letters_of_a_large_index_lead_to_its_first_page() -> None:
    every = Shard.of("", ("cat", "%x"))
    a, al, ap = (Shard.of("a", ("at",)), Shard.of("al", ("alpha",)), Shard.of("ap", ("apple",)))
    pages = Pages([("index", every), ("index-a", a), ("index-al", al), ("index-ap", ap)])
    letters = tuple((one, "index", f"letter-{one}") for one in ("Symbols", "A", "C"))
    assert pages.ways(every) == (
        (letters,),
        {"A": (("A", "index-a", ""), ("AL", "index-al", ""), ("AP", "index-ap", ""))},
    )
    assert pages.ways(a) == (
        (letters,),
        {"A": (("AL", "index-al", ""), ("AP", "index-ap", ""))},
    )
    assert pages.ways(al) == ((letters,), {})


def test_the_letters_of_a_small_index_lead_to_their_place_on_the_page() -> None:
    every = Shard.of("", ("alpha", "beta"))
    letters = (("A", "index", "letter-A"), ("B", "index", "letter-B"))
    assert Pages([("index", every)]).ways(every) == ((letters,), {})
    only = Shard.of("", ("alpha",))
    assert Pages([("index", only)]).ways(only) == ((), {})


def test_the_parts_of_a_large_name_lead_to_one_another() -> None:
    every = Shard.of("", ("main",))
    parts = [Shard.of("", ("main",), True, part, 2) for part in range(2)]
    pages = Pages([("index", every), *((f"index-{part.part}", part) for part in parts)])
    assert pages.ways(parts[1])[0] == ((("1", "index-0", ""), ("2", "index-1", "")),)
    assert pages.ways(every) == ((), {})
