"""Divides an alphabetical index into pages of bounded size, by prefix, so that an edit moves
few names from one page to another."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from sphinx_filedocs.pages.digests import digest_of
from sphinx_filedocs.pages.text import anchor
from sphinx_filedocs.pages.translation import _, deferred

#: No index page shall be larger, in bytes of HTML, its theme's share left aside.
LIMIT = 150_000
#: In characters; prefixes may be as long as the longest name.
_LONGEST_SLUG, _LONGEST_LABEL = 60, 40
#: Of so many names is remembered where they stand: most are in the index of several folders.
_REMEMBERED = 1 << 18
#: What has the names that begin with neither a letter nor a digit.
_SYMBOLS = deferred("Symbols")
#: Stands behind each name of a page; no text that was read has it.
_END = "\0"


class Shard(NamedTuple):
    """The names on one page of an index.

    :param label: the prefix that they share, as a reader finds it; ``A-Z`` for all names.
    :param slug: ends the page's document name; ``""`` for an index of a single page.
    :param text: all names. A tree has half a million of them on its pages, of which a build after
        an edit asks for few: as one text they are read in no time.
    :param part: 0-based, and ``parts`` their number, where one name alone fills several pages.
    """

    label: str
    slug: str
    text: str
    part: int = 0
    parts: int = 1

    @classmethod
    def of(
        cls, label: str, slug: str, names: Iterable[str], part: int = 0, parts: int = 1
    ) -> Shard:
        """Return the shard of some names, which have no NUL in them."""
        return cls(label, slug, "".join([f"{name}{_END}" for name in names]), part, parts)

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in order."""
        return _names(self.text)

    @property
    def first(self) -> str:
        """The first name."""
        return self.text.partition(_END)[0]

    @property
    def size(self) -> int:
        """How many names there are."""
        return self.text.count(_END)


@lru_cache(4096)
def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(_END)[:-1])


@lru_cache(_REMEMBERED)
def sort_key(name: str) -> tuple[str, str]:
    """Return what an index sorts *name* by: without case and leading marks, then exactly."""
    bare = name.lstrip("_~$@#.-/").casefold()
    return (bare, name)


@lru_cache(_REMEMBERED)
def letter_of(name: str) -> str:
    """Return the letter or digit under which an index has *name*, or ``Symbols``."""
    first = sort_key(name)[0][:1].upper()
    return first if first.isalnum() else _SYMBOLS


def letter_label(letter: str) -> str:
    """Return what a letter's heading says."""
    return _(letter) if letter == _SYMBOLS else letter


def letter_id(letter: str) -> str:
    """Return the id of a letter's heading."""
    return f"letter-{anchor(letter)}"


def divide(weights: Mapping[str, int], limit: int = LIMIT) -> tuple[Shard, ...]:
    """Return the pages of an index.

    :param weights: the estimated bytes of HTML of each name's entry.
    """
    names = sorted(weights, key=sort_key)
    bare = [sort_key(name)[0] for name in names]
    before = list(accumulate((weights[name] for name in names), initial=0))
    if before[-1] <= limit:
        return (Shard.of("A-Z", "", names),)
    shards: list[tuple[Shard, int]] = []
    pending = [(1, 0, len(names))]
    while pending:
        length, start, stop = pending.pop()
        while start < stop:
            end = _end_of_prefix(bare, start, stop, length)
            weight = before[end] - before[start]
            if weight <= limit:
                prefix = _prefix(bare[start], length)
                shard = Shard.of(_label(prefix), _slug(prefix), names[start:end])
                shards.append((shard, weight))
            elif length < max(map(len, bare[start:end])):
                pending.append((length + 1, start, end))
            else:
                slug = _slug(_prefix(bare[start], length))
                shards += _by_part(names[start:end], weights, slug, limit)
            start = end
    shards.sort(key=lambda found: (sort_key(found[0].first), found[0].part))
    return tuple(_distinct(_merged(shards, limit)))


def _end_of_prefix(bare: Sequence[str], start: int, stop: int, length: int) -> int:
    """Return where the names end that have the prefix of the one at *start*."""
    prefix = _prefix(bare[start], length)
    if prefix:
        return bisect_right(bare, prefix, start, stop, key=lambda one: one[:length])
    return next((at for at in range(start, stop) if bare[at][:1].isalnum()), stop)


def _merged(shards: Iterable[tuple[Shard, int]], limit: int) -> list[Shard]:
    """Put neighbours that fit on one page together: a reader opens fewer pages.

    :param shards: with the weight of each.
    """
    merged: list[Shard] = []
    room = 0
    for shard, weight in shards:
        if shard.parts == 1 and weight <= room:
            first = merged[-1]
            label = f"{first.label.partition('–')[0]}–{shard.label}"
            merged[-1] = Shard(label, first.slug, first.text + shard.text)
            room -= weight
        else:
            merged.append(shard)
            room = limit - weight if shard.parts == 1 else 0
    return merged


def _prefix(bare: str, length: int) -> str:
    return bare[:length] if bare[:1].isalnum() else ""


def _label(prefix: str) -> str:
    shown = prefix if len(prefix) <= _LONGEST_LABEL else f"{prefix[: _LONGEST_LABEL - 1]}…"
    return shown.upper() or "#"


def _slug(prefix: str) -> str:
    """Return what ends the document name of the page of a prefix, which is as long as names are."""
    slug = anchor(prefix) or "symbols"
    return slug if len(slug) <= _LONGEST_SLUG else f"{slug[:_LONGEST_SLUG]}-{digest_of([slug])[:8]}"


def _by_part(
    names: Sequence[str], weights: Mapping[str, int], slug: str, limit: int
) -> Iterator[tuple[Shard, int]]:
    """Divide names that differ in nothing an index sorts by; one may need several pages."""
    for count, name in enumerate(names, 1):
        parts = -(-weights[name] // limit)
        own = f"{slug}-{count}" if len(names) > 1 else slug
        for part in range(parts):
            place = f"{own}-part-{part + 1}" if part else own
            yield Shard.of(name, place, (name,), part, parts), weights[name]


def _distinct(shards: Sequence[Shard]) -> list[Shard]:
    """Give shards of one prefix (``ab`` itself and what is longer) slugs of their own."""
    seen: set[str] = set()
    distinct: list[Shard] = []
    for shard in shards:
        slug, number = shard.slug, 1
        while slug in seen:
            number += 1
            slug = f"{shard.slug}.{number}"
        seen.add(slug)
        distinct.append(shard._replace(slug=slug))
    return distinct


def rows_of(shard: Shard, rows: Sequence[object]) -> slice:
    """Return which of the rows of a shard's only name stand on its page."""
    size = -(-len(rows) // shard.parts)
    return slice(shard.part * size, (shard.part + 1) * size)


#: Links to parts of an index: label, page and anchor of each.
Letters = tuple[tuple[str, str, str], ...]
#: The links of a page of an index: to the letters, and to the parts of the name that fills it,
#: where there is something to choose; of the page that leads to all, for each letter those to all
#: its pages.
Ways = tuple[tuple[Letters, ...], tuple[tuple[str, Letters], ...]]


class Pages:
    """The ways from each page of an index to the others: a large one has too many pages for each
    to link them all, and would be written again whenever one of them gets another name.

    :param group: the pages of the index, by document name; that without a shard leads to all.
    """

    def __init__(self, group: Sequence[tuple[str, Shard | None]]) -> None:
        entrance = next((docname for docname, shard in group if shard is None), None)
        by_letter: defaultdict[str, list[tuple[str, str, str]]] = defaultdict(list)
        parts: defaultdict[str, list[tuple[str, str, str]]] = defaultdict(list)
        for docname, shard in group:
            if shard is None:
                continue
            letters = _letters(shard.names)
            for letter in () if shard.part else letters:
                place = letter_id(letter) if len(letters) > 1 else ""
                by_letter[letter].append((shard.label, docname, place))
            if shard.parts > 1:
                parts[shard.first].append((str(shard.part + 1), docname, ""))
        self._letters = tuple(
            (letter_label(letter), entrance or rows[0][1], letter_id(letter))
            for letter, rows in by_letter.items()
        )
        self._parts = {name: tuple(rows) for name, rows in parts.items()}
        self._contents = tuple((letter, tuple(rows)) for letter, rows in by_letter.items())

    def ways(self, shard: Shard | None) -> Ways:
        """Return the links of one page."""
        if shard is None:
            return (), self._contents
        parts = self._parts.get(shard.first, ()) if shard.parts > 1 else ()
        return tuple(row for row in (self._letters, parts) if len(row) > 1), ()


def _letters(names: Sequence[str]) -> list[str]:
    """Return the letters of names, which are in the order of an index."""
    if not names:
        return []
    first, last = (sort_key(name)[0][:1] for name in (names[0], names[-1]))
    # Between two that begin alike all do.
    return list(dict.fromkeys(map(letter_of, names[:1] if first == last else names)))
