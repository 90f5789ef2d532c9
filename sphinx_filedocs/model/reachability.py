"""Computes the nodes of a graph that are reachable, directly and through others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Node = TypeVar("Node")


def reachable(starts: Iterable[Node], leads: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """Return some nodes and all that are reachable from them.
    :param leads: returns the direct successors of a node; called once for each.
    """
    nodes = set(starts)
    pending = list(nodes)
    while pending:
        new = set(leads(pending.pop())) - nodes
        nodes |= new
        pending += new
    return nodes
