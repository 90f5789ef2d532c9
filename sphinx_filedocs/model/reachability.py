"""What leads where, directly and through others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Node = TypeVar("Node")


def reachable(starts: Iterable[Node], leads: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """Return some nodes and all that they lead to.

    :param leads: returns what a node leads to directly; asked once for each.
    """
    nodes = set(starts)
    pending = list(nodes)
    while pending:
        new = set(leads(pending.pop())) - nodes
        nodes |= new
        pending += new
    return nodes
