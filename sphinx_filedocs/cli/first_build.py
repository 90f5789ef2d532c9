"""A server for the time of a first build: pages as they are written, and what is being done where
one is not there yet."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

#: What a page asks to hear how far the build is, and whether it is written itself.
_QUESTION = "filedocs-progress"
#: What a page does until it is loaded again: it waits for the server that follows edits, and hears
#: of them as the pages of that server do.
_FOLLOWING = b"""
<script>
(function follow() {
  const socket = new WebSocket(`ws://${location.host}/websocket-reload`);
  socket.onmessage = () => location.reload();
  socket.onclose = () => setTimeout(follow, 1000);
})();
</script>
"""
#: What the last bytes of a page hold when it is whole.
_END = b"</html>"


class Progress(NamedTuple):
    """How far a build is.

    :param step: the place of what is being done among all steps, from 0.
    :param percent: how much of it is done.
    :param what: what is worked on, such as the path of a file.
    """

    step: int = 0
    percent: int = 0
    what: str = ""


class _FirstBuildHandler(SimpleHTTPRequestHandler):
    """Answers with a page that is written, else with the one that waits for it."""

    def __init__(
        self,
        *args: object,
        folder: Path,
        first: str,
        begun: float,
        progress: Callable[[], Progress],
    ) -> None:
        self._first = first
        self._begun = begun
        self._progress = progress
        super().__init__(*args, directory=str(folder))  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Answer a browser."""
        address = urlsplit(self.path)
        path = self._first if address.path == "/" else address.path
        is_there = self._is_written(Path(self.translate_path(path)))
        if address.query == _QUESTION:
            said = {**self._progress()._asdict(), "written": is_there}
            self._answer(json.dumps(said).encode(), "application/json")
        elif is_there and path != address.path:
            self.send_response(HTTPStatus.FOUND)
            self.send_header("Location", path)
            self.end_headers()
        elif is_there and Path(path).suffix == ".html":
            page = Path(self.translate_path(path)).read_bytes()
            self._answer(page + _FOLLOWING, "text/html; charset=utf-8")
        elif is_there:
            super().do_GET()
        elif Path(path).suffix in ("", ".html"):
            page = files("sphinx_filedocs.cli").joinpath("first_build.html").read_bytes()
            self._answer(page, "text/html; charset=utf-8")
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        """Say that nothing is to be kept: all may be another in a moment."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (its name there)
        """Say nothing of requests."""

    def _is_written(self, file: Path) -> bool:
        """Tell whether a file is there as this build makes it: whole, and not of the last one."""
        try:
            if file.suffix != ".html":
                return file.is_file()
            with file.open("rb") as page:
                page.seek(max(0, file.stat().st_size - 64))
                return file.stat().st_mtime >= self._begun and _END in page.read()
        except OSError:
            return False

    def _answer(self, data: bytes, kind: str) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def served_while_built(
    place: tuple[str, int], folder: Path, first: str, begun: float, progress: Callable[[], Progress]
) -> Iterator[None]:
    """Serve what a build writes until it is done.

    :param place: a host and a port.
    :param folder: where the pages are written.
    :param first: the path of the page that the root leads to.
    :param begun: when the build began: older pages are not shown.
    """
    handler = partial(
        _FirstBuildHandler, folder=folder, first=first, begun=begun, progress=progress
    )
    with ThreadingHTTPServer(place, handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()
