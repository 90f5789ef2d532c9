"""Short digests of the data of pages."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Protocol


def digest_of(parts: Iterable[str]) -> str:
    """Return a digest of texts with any characters."""
    text = "\0".join(parts)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def digest(*values: object) -> str:
    """Return a digest of values by their representation."""
    return digest_of(map(repr, values))


class DigestRecorder(Protocol):
    """Records the questions behind digests, to recompute only outdated ones."""

    def digest(self, made: str, shape: str, make: Callable[[], str]) -> str:
        """Return a digest, computed again only if an answer behind it changed.

        :param made: its name.
        :param shape: a digest of its other inputs.
        :param make: computes it.
        """

    def addresses(self, pages: Mapping[str, str]) -> Mapping[str, str]:
        """Return pages of names that record each lookup."""

    def documents(self, pages: Mapping[str, str]) -> Mapping[str, str]:
        """Return documents of paths that record each lookup."""

    def less_telling(self, paths: AbstractSet[str]) -> AbstractSet[str]:
        """Return files aside that record each lookup."""


class NoRecorder:
    """Works everything out."""

    def digest(self, _made: str, _shape: str, make: Callable[[], str]) -> str:
        """Work a digest out."""
        return make()

    def addresses(self, pages: Mapping[str, str]) -> Mapping[str, str]:
        """Return the same."""
        return pages

    def documents(self, pages: Mapping[str, str]) -> Mapping[str, str]:
        """Return the same."""
        return pages

    def less_telling(self, paths: AbstractSet[str]) -> AbstractSet[str]:
        """Return the same."""
        return paths
