"""Reads texts for what they say of other files, each within a budget."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Mapping
from typing import NamedTuple

from sphinx_filedocs.index.extraction import bounds_of
from sphinx_filedocs.index.store import Reading, Store
from sphinx_filedocs.model.files import Diagnostic, File
from sphinx_filedocs.parse.isolation import Bounded, Bounds, Stopped, Workers, fault_of
from sphinx_filedocs.phrases import Phrase

#: A text of so many characters is read in this process: its readers take linear time, and a fork
#: takes longer, for all that this process writes to is then copied.
_SMALL = 16_000


class BoundedReaders:
    """Calls readers of texts. The store remembers those that exceeded their budget.

    :param file_of: returns a file by its path.
    :param report: takes the trouble with a text.
    """

    def __init__(
        self,
        store: Store,
        file_of: Callable[[str], File],
        report: Callable[[Diagnostic], object],
    ) -> None:
        self._store = store
        self._file_of = file_of
        self._report = report
        self._stopped = store.stopped()
        self._workers = Workers(Bounded(_result, _bounds))

    def known_troubles(self, files: Mapping[str, File]) -> Mapping[Diagnostic, None]:
        """Return the troubles that an earlier build had with the same contents, each once."""
        return dict.fromkeys(
            trouble
            for (path, digest, _), trouble in self._stopped.items()
            if path in files and files[path].digest == digest
        )

    def ask(self, path: str, reader: Callable[[str], object], text: str) -> object:
        """Call a reader, with an empty text if it exceeded its budget on this content."""
        # It is known by its name, as for another process.
        name = hashlib.blake2b(pickle.dumps(reader), digest_size=12).hexdigest()
        reading = Reading(path, self._file_of(path).digest, name)
        if reading not in self._stopped:
            call = _Call(reader, text)
            result = _read_here(call) if len(text) <= _SMALL else self._workers.ask(call)
            if not isinstance(result, Stopped):
                return result
            message = Phrase(
                "what it says of other files is ignored: {reason}", reason=result.reason
            )
            trouble = self._stopped[reading] = Diagnostic(path, "budget", message)
            self._report(trouble)
            self._store.keep_stopped(reading, trouble)
        return reader("")

    def close(self) -> None:
        """End the processes."""
        self._workers.close()


class _Call(NamedTuple):
    reader: Callable[[str], object]
    text: str


def _result(call: _Call) -> object:
    return call.reader(call.text)


def _read_here(call: _Call) -> object:
    try:
        return _result(call)
    except Exception as error:  # noqa: BLE001 - no file ends a build
        return Stopped(fault_of(error))


def _bounds(call: _Call) -> Bounds:
    return bounds_of(len(call.text))
