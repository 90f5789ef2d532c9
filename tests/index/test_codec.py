"""What was read of a file comes back from its bytes as it was, and nothing comes from others."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from types import NoneType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_filedocs.index import facts_encoding
from sphinx_filedocs.index.facts_encoding import (
    MalformedError,
    decode_facts,
    decode_names,
    encode_facts,
    encode_names,
    places,
    with_places,
)
from sphinx_filedocs.model.expressions import EXPRESSION_TYPES
from sphinx_filedocs.model.facts import Facts, Keyword
from sphinx_filedocs.model.files import Extract, File
from sphinx_filedocs.model.names import USE_KINDS, Binding, Names, Scope
from sphinx_filedocs.model.symbols import Span, Symbol
from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.phrases import Phrase
from tests.full import examples

#: How many scopes, bindings and expressions the names of a test have: each has a few numbers more
#: than it needs.
COUNT = 4
PLACES = {"scope", "parent", "binding", "expression", "owner", "bases", "type", "value"} | {
    "named",
    "passed",
    "plain",
    "statics",
    "parameters",
}
#: Names of files that are no UTF-8 have surrogates.
TEXT = st.text(st.characters(exclude_categories=()), max_size=8)
NUMBER = st.integers(-(2**30), 2**30) | st.sampled_from([-(2**31), 2**31 - 1])
PLACE = st.integers(-1, COUNT - 1)
SAMPLE = """\
import os.path as p
from a import b, c as d

class Ä(b):
    x: list[int] = []

    def f(self, *y, z=1):
        \"\"\"Say é.\"\"\"
        return super().f(self.x[0].g(z), p.join(d(), y)).h


def main():
    Ä().f(1)
"""


def of_type(hint: type[Any], field: str = "") -> st.SearchStrategy[Any]:
    """Return values of a type; of a symbol without children, and of names that refer to nothing
    that is not there."""
    arguments = get_args(hint)
    if get_origin(hint) is Literal:
        return st.sampled_from(arguments)
    if NoneType in arguments:
        return st.none() | of_type(arguments[0])
    if get_origin(hint) is tuple:
        if arguments[0] is Symbol:
            return symbols()
        if arguments[-1] is Ellipsis:
            return st.lists(of_type(arguments[0], field), max_size=3).map(tuple)
        return st.tuples(*map(of_type, arguments))
    known = {
        str: TEXT,
        int: PLACE if field in PLACES else NUMBER,
        bool: st.booleans(),
        Phrase: PHRASES,
    }
    if hint in known:
        return known[hint]
    hints = get_type_hints(hint)
    names = [one.name for one in fields(hint)] if is_dataclass(hint) else hint._fields
    return st.builds(hint, **{name: of_type(hints[name], name) for name in names})


def phrase(text: str, number: int, *, counts: bool) -> Phrase:
    """Return a phrase with another one in it."""
    inner = Phrase("of {what}", what=text)
    if counts:
        return Phrase.counted("{count} file {of}", "{count} files {of}", number, of=inner)
    return Phrase("line {line} {of}", line=number, of=inner)


PHRASES = st.builds(phrase, TEXT, NUMBER, counts=st.booleans())


def symbols() -> st.SearchStrategy[tuple[Symbol, ...]]:
    """Return outlines: each symbol takes some of those before it as its children."""
    hints = get_type_hints(Symbol)
    own = {one: of_type(hints[one]) for one in Symbol._fields if one != "children"}
    # What an index of a compiler says is added when files are linked.
    own["compiled"] = st.just(False)
    one = st.builds(Symbol, **own, children=st.just(()))
    return st.lists(st.tuples(one, st.integers(0, 2)), max_size=4).map(nested)


def nested(rows: list[tuple[Symbol, int]]) -> tuple[Symbol, ...]:
    made: list[Symbol] = []
    for one, count in rows:
        first = max(len(made) - count, 0)
        made[first:] = [one._replace(children=tuple(made[first:]))]
    return tuple(made)


def some(shape: type[Any]) -> st.SearchStrategy[Any]:
    return st.lists(of_type(shape), min_size=COUNT, max_size=COUNT).map(tuple)


def _names(draw: st.DrawFn) -> Names:
    expression = st.one_of(*map(of_type, EXPRESSION_TYPES))
    checksum = st.integers(0, 2**31) | st.just(2**32 - 1)
    used = draw(st.lists(st.tuples(checksum, st.integers(0, len(USE_KINDS) - 1))))
    return Names(
        draw(some(Scope)),
        draw(some(Binding)),
        tuple(draw(st.lists(expression, min_size=COUNT, max_size=COUNT))),
        checksums=array("I", [checksum for checksum, _ in used]),
        kinds=array("B", [kind for _, kind in used]),
    )


NAMES = st.composite(_names)()


class Pair(NamedTuple):
    encode: Callable[[Any], bytes]
    decode: Callable[[bytes], Any]
    values: st.SearchStrategy[Any]


def _read(text: str) -> Extract:
    return extract(text, "python")


PAIRS = {
    "file": Pair(
        facts_encoding.encode_file,
        facts_encoding.decode_file,
        of_type(File).map(lambda file: file._replace(facts=file.facts.light)),
    ),
    "facts": Pair(encode_facts, decode_facts, of_type(Facts)),
    "keywords": Pair(
        facts_encoding.encode_keywords,
        facts_encoding.decode_keywords,
        st.lists(of_type(Keyword), max_size=5).map(tuple),
    ),
    "names": Pair(encode_names, decode_names, NAMES),
    "places": Pair(
        facts_encoding.encode_places,
        facts_encoding.decode_places,
        st.sampled_from(["", SAMPLE, "x = 1\n"]).map(lambda text: places(_read(text).names)),
    ),
}
KINDS = pytest.mark.parametrize("kind", PAIRS)


@KINDS
@settings(max_examples=examples(40))
@given(data=st.data())
def test_all_comes_back_as_it_was(kind, data) -> None:
    pair = PAIRS[kind]
    value = data.draw(pair.values)
    found = pair.decode(pair.encode(value))
    assert found == value
    # Tuples are equal whatever their classes.
    assert repr(found) == repr(value)


def test_what_was_read_of_a_text_comes_back() -> None:
    names = _read(SAMPLE).names
    found = decode_names(encode_names(names))
    assert not found.lines
    assert with_places(found, places(names)) == names


@KINDS
@settings(max_examples=examples(40))
@given(
    data=st.data(),
    flips=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=4),
    cut=st.integers(0, 9),
)
def test_other_bytes_are_malformed_or_something_of_the_same_type(kind, data, flips, cut) -> None:
    pair = PAIRS[kind]
    raw = bytearray(zlib.decompress(pair.encode(data.draw(pair.values))))
    for place, byte in flips:
        raw[int(place * len(raw))] = byte
    try:
        found = pair.decode(zlib.compress(raw[: len(raw) - cut]))
    except MalformedError:
        return
    assert repr(pair.decode(pair.encode(found))) == repr(found)


@KINDS
@given(junk=st.binary(max_size=200))
def test_junk_is_malformed(kind, junk) -> None:
    for data in (junk, zlib.compress(junk), zlib.compress(b"\4\0\0\0null" + junk)):
        with pytest.raises(MalformedError):
            PAIRS[kind].decode(data)


def test_an_outline_may_be_deeper_than_calls() -> None:
    one = Symbol("a", "class", 1, Span(1, 1))
    for _ in range(3000):
        one = Symbol("a", "class", 1, Span(1, 1), children=(one,))
    found = decode_facts(encode_facts(Facts(symbols=(one,)))).symbols
    depth = 0
    while found:
        depth, found = depth + 1, found[0].children
    assert depth == 3001


@given(PHRASES)
def test_a_phrase_comes_back_with_what_it_is_made_of(one: Phrase) -> None:
    facts = decode_facts(encode_facts(Facts(misfits=(one,))))
    (found,) = facts.misfits
    assert (found.message, found.plural, found.values) == (one.message, one.plural, one.values)
    assert found == one
    assert [type(value) for _, value in found.values] == [type(value) for _, value in one.values]
