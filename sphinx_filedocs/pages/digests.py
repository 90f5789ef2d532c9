"""Short digests of what pages show."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def digest_of(parts: Iterable[str]) -> str:
    """Return a digest of texts, which may hold any characters."""
    text = "\0".join(parts)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def digest(*values: object) -> str:
    """Return a digest of values by their representation."""
    return digest_of(map(repr, values))
