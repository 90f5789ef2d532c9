"""Where the imports of a tree lead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sphinx_filedocs.model import Import


@dataclass(frozen=True, slots=True)
class Resolution:
    """The imports of every file with the files of the tree that they lead to.

    :param find_root: returns the files of the tree that a word such as ``crate`` means in a file
        (its path) on a line.
    """

    imports: Mapping[str, tuple[Import, ...]]
    find_root: Callable[[str, str, int], tuple[str, ...]]
