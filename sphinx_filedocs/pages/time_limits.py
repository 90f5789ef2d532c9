"""Bounds of processor time for what works on texts of strangers."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class TooSlowError(Exception):
    """Something takes more time over a text than it may."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """End what is done within after so much processor time: Python looks for signals while it
    matches a pattern. Windows has no such signal, and only the main thread gets any.

    One within another ends at its own time, and the outer one goes on.

    :raises TooSlowError: then.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGVTALRM, stop)
    # Again after a second: what is stopped may have caught the first one.
    left, _ = signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_VIRTUAL, left, 1.0)
