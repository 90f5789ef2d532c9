"""Short digests of what pages show."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Protocol


def digest_of(parts: Iterable[str]) -> str:
    """Return a digest of texts, which may hold any characters."""
    text = "\0".join(parts)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def digest(*values: object) -> str:
    """Return a digest of values by their representation."""
    return digest_of(map(repr, values))


class DigestRecorder(Protocol):
    """What knows which digests rest on something else than in the last build."""

    def digest(self, made: str, shape: str, make: Callable[[], str]) -> str:
        """Return the digest of something.

        :param made: its name.
        :param shape: a digest of what it follows from beside the answers that are asked for.
        :param make: works it out.
        """

    def addresses(self, pages: Mapping[str, str]) -> Mapping[str, str]:
        """Return the pages of names so that it is noted which are asked for."""

    def documents(self, pages: Mapping[str, str]) -> Mapping[str, str]:
        """Return the documents of paths so that it is noted which are asked for."""

    def less_telling(self, paths: AbstractSet[str]) -> AbstractSet[str]:
        """Return files whose uses say less, so that it is noted which are asked for."""


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
