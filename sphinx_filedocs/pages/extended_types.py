"""Types that extend others, as pages show them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class TypePlace(NamedTuple):
    """A type of a file's outline, as its file names it."""

    path: str
    qualified: str
    number: int


#: A type, and one that extends it.
Extension = tuple[TypePlace, TypePlace]


class Types(NamedTuple):
    """Types that extend others.

    :param anchors: of all of these, on the pages of their files.
    """

    pairs: tuple[Extension, ...] = ()
    anchors: Mapping[TypePlace, str] = MappingProxyType({})
