"""A list of hundreds of names, values or members keeps no query busy with all of them at once.

A pattern that captures the items of a list and asks for something behind it keeps a state for each
item, and compares all of these at each next one: 1,200 names took four seconds. The lists are made
from the golden sources: each item there that has others beside it is repeated.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tree_sitter import Node, Parser, QueryCursor

from sphinx_filedocs import languages
from sphinx_filedocs.languages.base import QUERIES
from tests.languages.test_outlines import SAMPLES

#: How many states may be open at once (real sources have 64), and how often an item is repeated.
STATES, REPEATED = 200, 250
SEPARATORS = frozenset({",", ";", "|", "&"})
#: A list of one of these is deep in fact, and every level is a state: its depth is bounded.
CHAINS = frozenset({"binary_expression", "binary_operator", "union_type"})
#: Items that stand before one definition, which nobody repeats: these take what the bound allows.
BEFORE_ONE = frozenset(
    {
        "modifier",
        "type_qualifier",
        "storage_class_specifier",
        "decorator",
        "string_lit",
    }
)
#: A file of several languages, whose parts are parsed apart from each other.
MIXED = frozenset({"vue"})


@pytest.mark.parametrize(
    "sample",
    [path for path in SAMPLES if path.parent.name not in MIXED],
    ids=lambda path: path.name,
)
def test_a_long_list_opens_few_states(sample) -> None:
    language = languages.load()[sample.parent.name]
    grammar = languages.grammar(language)
    joined = languages.joined(language, tuple(QUERIES)) if grammar else None
    if grammar is None or joined is None:
        pytest.skip("no grammar")
    parser, data = Parser(grammar), sample.read_bytes()
    root = parser.parse(data).root_node
    opened = {}
    for item, separator in repeatable(root):
        text = data[item.start_byte : item.end_byte] + separator
        longer = data[: item.start_byte] + text * REPEATED + data[item.start_byte :]
        made = parser.parse(longer).root_node
        if made.has_error and not root.has_error:
            continue
        cursor = QueryCursor(joined[0], match_limit=STATES)
        cursor.matches(made)
        if cursor.did_exceed_match_limit:
            opened[item.parent.type, item.type] = text.decode()
    assert opened == {}


def repeatable(root: Node) -> Iterator[tuple[Node, bytes]]:
    """Yield an item of each kind of list, with what stands between two of them."""
    seen = set()
    pending = [root]
    while pending:
        node = pending.pop()
        pending += node.children
        if node.type in CHAINS:
            continue
        types = [child.type for child in node.children]
        marks = SEPARATORS.intersection(types)
        for child in node.children:
            is_one_of_several = marks or types.count(child.type) > 1
            is_repeated = child.is_named and child.type not in BEFORE_ONE
            if is_repeated and is_one_of_several and (node.type, child.type) not in seen:
                seen.add((node.type, child.type))
                yield child, f"{next(iter(marks), '')}\n".encode()
