"""Short digests of the data of pages."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TypeVar

Answer = TypeVar("Answer")


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

    def noted(self, table: str, answers: Mapping[str, Answer]) -> Mapping[str, Answer]:
        """Return a table of answers that records each lookup."""


class NoRecorder:
    """Works everything out."""

    def digest(self, _made: str, _shape: str, make: Callable[[], str]) -> str:
        """Work a digest out."""
        return make()

    def noted(self, _table: str, answers: Mapping[str, Answer]) -> Mapping[str, Answer]:
        """Return the same."""
        return answers
