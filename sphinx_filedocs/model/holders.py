"""The copyright holders of a tree's files, from their notices."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from sphinx_filedocs.model.files import File

#: The files in the root of a tree that name the owner of all of it.
_OF_THE_ROOT = re.compile(
    r"(?:un)?(?:licen[cs]es?|copying|copyright|authors|notice|readme)(?:[.-][\w.-]*)?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{2,}")
#: So long a word may be a part of another one, as ``redis`` is of ``redislabs``.
_TELLING = 4
#: Words in many notices that name nobody.
_SAYS_NOTHING = frozenset(
    (
        "all", "and", "any", "author", "authors", "by", "co", "contributor", "contributors",
        "copyright", "corp", "corporation", "developers", "et", "al", "for", "foundation", "free",
        "from", "gmbh", "group", "holder", "holders", "http", "https", "inc", "in", "its", "com",
        "org", "net", "license", "licensed", "limited", "llc", "ltd", "maintainers", "name", "of",
        "or", "other", "others", "owner", "owners", "portions", "present", "project", "reserved",
        "rights", "see", "software", "team", "the", "to", "under", "www", "year", "years",
    )
)  # fmt: skip


def words(holders: str) -> frozenset[str]:
    """Return the words of the names in a notice of copyright."""
    return frozenset(map(str.lower, _WORD.findall(holders))) - _SAYS_NOTHING


def own_words(files: Mapping[str, File], code: Iterable[str]) -> frozenset[str]:
    """Return the words of the names of those whose a tree is: those that its root names, and those
    in the notices of most folders of its code that have such, if these are no few; none if it
    says of neither.

    :param code: the paths of the files that count as its own code.
    """
    named: set[str] = set()
    for file in files.values():
        if not file.folder and _OF_THE_ROOT.fullmatch(file.name):
            named |= words(file.facts.holders)
    # Somebody else's library has many files, but in few folders.
    by_folder: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
    for path in code:
        by_folder[files[path].folder].append(words(files[path].facts.holders))
    noted = [heads for heads in by_folder.values() if any(heads)]
    if len(noted) * 2 > len(by_folder):
        counts = Counter(word for heads in noted for word in _in_most(heads))
        named.update(word for word, count in counts.items() if count * 2 > len(noted))
    return frozenset(named)


def _in_most(heads: list[frozenset[str]]) -> Iterator[str]:
    counts = Counter(word for head in heads for word in head)
    return (word for word, count in counts.items() if count * 2 > len(heads))


def is_elses(holders: str, own: AbstractSet[str]) -> bool:
    """Return True if a notice names holders of whom none is one of those whose the tree is.

    :param own: the words of the names of these; if there are none, nothing is known.
    """
    named = words(holders)
    return bool(own and named) and not any(
        _are_alike(name, own_name) for name in named for own_name in own
    )


def _are_alike(word: str, other: str) -> bool:
    if word == other:
        return True
    return min(len(word), len(other)) >= _TELLING and (word in other or other in word)
