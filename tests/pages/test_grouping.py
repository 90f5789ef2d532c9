"""The modules of a flat folder are grouped by use."""

from __future__ import annotations

import random
from itertools import permutations
from typing import NamedTuple

from sphinx_filedocs.pages.grouping import grouped, prefix


class Used(NamedTuple):
    names: tuple[str, ...]


Pairs = dict[tuple[str, str], list[Used]]


def circle(names: str) -> Pairs:
    """Return modules that all use one another, each a name that only they know."""
    return {(one, other): [Used((f"of_{other}",))] for one, other in permutations(names, 2)}


#: Seven circles of six: of each of them fewer than a fifth of all uses anything.
CIRCLES = ["abcdef", "ghijkl", "mnopqr", "stuvwx", "ABCDEF", "GHIJKL", "MNOPQR"]
MEMBERS = "".join(CIRCLES)
PAIRS: Pairs = {ends: rows for one in CIRCLES for ends, rows in circle(one).items()}


def groups(members: str, pairs: Pairs) -> set[tuple[str, str]]:
    return {(group.kind, "".join(group.members)) for group in grouped(list(members), pairs)}


def test_modules_that_use_one_another_stand_together() -> None:
    found = groups(f"{MEMBERS}yz", {**PAIRS, ("a", "g"): [Used(("once",))]})
    assert found == {*(("group", one) for one in CIRCLES), ("others", "yz")}


def test_what_a_fifth_uses_is_the_core_and_binds_nobody() -> None:
    pairs = {**PAIRS, **{(user, "z"): [Used(("log",))] for user in MEMBERS}}
    assert groups(f"{MEMBERS}z", pairs) == {*(("group", one) for one in CIRCLES), ("core", "z")}


def test_what_many_use_says_less_than_what_two_share() -> None:
    # "a" uses as many names of one circle as of the other, but those of the latter are its alone.
    pairs = {ends: rows for ends, rows in PAIRS.items() if "a" not in ends}
    pairs |= {("a", one): [Used((f"of_{one}",))] for one in "bcdef"}
    pairs |= {("a", one): [Used((f"rare_{one}",))] for one in "ghijkl"}
    assert ("group", "aghijkl") in groups(MEMBERS, pairs)


def test_a_group_without_a_strong_member_is_none() -> None:
    ring = "abcdefghijklmnopqrstuvwxyz"
    pairs: Pairs = {ends: [Used(("x",))] for ends in zip(ring, ring[1:] + ring[:1], strict=True)}
    for kind, members in groups(ring, pairs):
        # Each has two neighbours: that is a third of the others in no more than seven.
        assert kind == "others" or len(members) <= 7


def test_the_order_of_what_is_given_says_nothing() -> None:
    rows = list(PAIRS.items())
    for seed in range(3):
        random.Random(seed).shuffle(rows)  # noqa: S311 (no secret)
        assert grouped(list(MEMBERS), dict(rows)) == grouped(list(MEMBERS), PAIRS)


def test_uses_from_elsewhere_do_not_count() -> None:
    outside: Pairs = {("far/out", member): [Used((member,))] for member in "abc"}
    assert groups("abc", outside) == {("others", "abc")}


def test_a_group_is_named_by_what_most_of_its_names_begin_with() -> None:
    assert prefix(["src/t_list.c", "src/t_set.c", "src/t_zset.c", "src/object.c"]) == "t_"
    assert prefix(["JsonParser.java", "JsonFactory.java", "JsonToken.java"]) == "Json"
    assert prefix(["cluster.c", "cluster_slot.c", "cluster_legacy.c"]) == "cluster"
    # Neither a part of a word nor what few have.
    assert prefix(["rax.c", "ram.c", "rat.c"]) == ""
    assert prefix(["t_a.c", "t_b.c", "c.c", "d.c", "e.c"]) == ""


def test_groups_that_begin_alike_are_not_called_so() -> None:
    def named(first: str, second: str) -> set[str]:
        spelled = {name: f"{first}_{name}" for name in "abcdef"}
        spelled |= {name: f"{second}_{name}" for name in "ghijkl"}
        new = [spelled.get(name, name) for name in MEMBERS]
        pairs = {
            (spelled.get(one, one), spelled.get(other, other)): rows
            for (one, other), rows in PAIRS.items()
        }
        return {group.prefix for group in grouped(new, pairs)}

    assert named("read", "write") == {"read_", "write_", ""}
    assert named("cmd", "cmd") == {""}
