"""Values as short bytes, for what is kept and rarely looked at."""

from __future__ import annotations

import pickle
import zlib
from typing import Any


def packed(value: object) -> bytes:
    """Return the compressed pickle of a value; more than the least effort gains little."""
    return zlib.compress(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), 1)


def unpacked(data: bytes) -> Any:
    """Return the value of :func:`packed`.

    :param data: made by this program alone: pickles of others run what they please.
    :raises zlib.error: when it is damaged.
    """
    return pickle.loads(zlib.decompress(data))  # noqa: S301 (ours)
