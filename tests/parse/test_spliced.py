"""Whatever expressions a program is put together from, its facts are found.

The programs are the samples of each language, into which pieces of one another are put: in place of
an expression another one, in brackets, in a list, or as the owner of a member.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import tree_sitter
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_filedocs import languages
from sphinx_filedocs.parse.facts import extract
from tests.full import examples, rows

SAMPLES = Path(__file__).parents[1] / "languages"
KEYS = sorted(
    key
    for key, language in languages.load().items()
    if (SAMPLES / key).is_dir() and languages.has_query(language, "locals")
)
#: What is in the name that a grammar gives to an expression.
EXPRESSIONS = (
    *("expression", "call", "identifier", "literal", "string", "array", "list", "tuple"),
    *("member", "selector", "field", "object", "index", "subscript"),
)
#: In how many bytes a piece ends that is put somewhere else.
LONGEST_PIECE = 400
FORMS = ("{0}", "({0})", "[{0}]", "({0}).a()", "([{0}], {1}).b", "({0}, {1})", "{0}[{1}]")


def expressions(text: bytes, parser: tree_sitter.Parser) -> list[tuple[int, int]]:
    """Return where the expressions of a text are, in bytes."""

    def below(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
        yield node
        for child in node.named_children:
            yield from below(child)

    return [
        (node.start_byte, node.end_byte)
        for node in below(parser.parse(text).root_node)
        if any(part in node.type for part in EXPRESSIONS)
        if node.end_byte - node.start_byte < LONGEST_PIECE
    ]


def spliced(key: str, chance: Random) -> str:
    """Return a sample of a language with other expressions than it has."""
    tongue = languages.grammar(languages.load()[key])
    assert tongue is not None
    parser = tree_sitter.Parser(tongue)
    samples = sorted(path for path in (SAMPLES / key).iterdir() if path.suffix != ".outline")
    text = chance.choice(samples).read_bytes()
    for _ in range(chance.randint(1, 5)):
        places = expressions(text, parser)
        if not places:
            # The last piece made one error of all that is left.
            break
        (start, end), (first, last) = chance.choice(places), chance.choice(places)
        pieces = text[first:last].decode(), text[start:end].decode()
        made = chance.choice(FORMS).format(*pieces)
        text = text[:start] + made.encode() + text[end:]
    return text.decode()


@pytest.mark.parametrize("key", rows(KEYS, *KEYS[::4]))
@settings(max_examples=examples(40), deadline=None)
@given(chance=st.randoms(use_true_random=True))
def test_no_expression_is_too_strange(key: str, chance: Random) -> None:
    text = spliced(key, chance)
    assert extract(text, key).facts.lines.total >= text.count("\n")
