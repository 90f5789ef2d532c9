"""The server of ``serve``: pages, progress in the place of missing ones, and reloads."""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import mimetypes
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath, PurePosixPath
from socket import IPPROTO_TCP, TCP_NODELAY, socket
from typing import NamedTuple, Self
from urllib.parse import quote

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, QueryParams
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose, WebSocketDisconnect

from sphinx_filedocs.cli.early import Early
from sphinx_filedocs.cli.running import Progress

#: Our own scripts and style, and where they are served.
_WEB, _OURS = Path(__file__).parent / "web", "_serve/"
#: The query of a page that waits for the first build.
_QUESTION = "filedocs-progress"
#: In the place of the digest of a page that is not there.
_GONE = "gone"
#: The end of a whole page.
_END = b"</html>"
#: The host and port of an address; nothing else may stand in it.
_PLACE = re.compile(r"(?:\[(?P<v6>[0-9a-f:.]+)\]|(?P<name>[a-z0-9.-]+))(?::\d+)?", re.IGNORECASE)


class Site:
    """The pages to serve.

    :param folder: of the pages.
    :param first: the path of the page that the root redirects to, without a slash at its start.
    :param progress: returns the progress of the first build.
    :param early: writes pages that this build has not written yet.
    """

    def __init__(
        self,
        folder: Path,
        first: str,
        progress: Callable[[], Progress],
        early: Early | None = None,
    ) -> None:
        self._folder = folder
        self._first = first
        self._progress = progress
        self._early = early
        self._begun = time.time()
        self._is_whole = False
        #: The content of each open page; ``None`` if unknown.
        self._open: dict[WebSocket, _Shown | None] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        routes = [
            WebSocketRoute("/websocket-reload", self._follow),
            Route("/{path:path}", self._answer),
        ]
        self.app = Starlette(routes=routes, middleware=[Middleware(LocalOnly)])

    def finish(self) -> None:
        """Note the end of the first build: other addresses do not exist then."""
        self._is_whole = True

    def look(self) -> None:
        """Have the open pages loaded again whose files are others now."""
        if self._loop:
            asyncio.run_coroutine_threadsafe(self._tell(), self._loop)

    def renew(self, paths: Iterable[PurePath]) -> None:
        """Show the early pages of edited files anew, until the first build has ended.

        :param paths: relative to the root of the tree.
        """
        if self._early is None or self._is_whole:
            return
        folder = PurePosixPath(self._first).parent
        names = {(folder / path).as_posix() for path in paths}
        self._early.renew(names)
        for name in names.intersection(self.shown()):
            self._early.write(name)
        self.look()

    def shown(self) -> list[str]:
        """Return the names of the pages that are open."""
        paths = {shown.path for shown in [*self._open.values()] if shown}
        return sorted(path.removesuffix(".html") for path in paths)

    async def _tell(self) -> None:
        for page, shown in [*self._open.items()]:
            await self._tell_of(page, shown)

    async def _tell_of(self, page: WebSocket, shown: _Shown | None) -> None:
        """Have a page loaded again if its file is another one now; half of one is none yet."""
        now = None
        if page not in self._open:
            return
        if shown:
            with suppress(OSError, RuntimeError, ValueError):
                now = self._content(shown.path)
                if now is None or now == shown:
                    return
        self._open[page] = now
        with suppress(RuntimeError, WebSocketDisconnect):
            await page.send_text("refresh")

    def _content(self, path: str) -> _Shown | None:
        try:
            return _Shown.of(path, self._current(self._place(path)).read_bytes())
        except FileNotFoundError:
            return _Shown(path, _GONE)

    async def _follow(self, page: WebSocket) -> None:
        self._loop = asyncio.get_running_loop()
        await page.accept()
        shown = self._open[page] = _Shown.said(page.query_params)
        try:
            if shown:
                await self._tell_of(page, shown)
            async for _ in page.iter_text():
                pass
        finally:
            del self._open[page]

    def _answer(self, request: Request) -> Response:
        path: str = request.path_params["path"]
        try:
            file = self._place(path or self._first)
            if path.endswith("/"):
                file /= "index.html"
            elif file.is_dir():
                return RedirectResponse(f"./{quote(file.name)}/")
            current = self._current(file, asks=True)
            data = self._read(current)
        except FileNotFoundError:
            return self._missing(request, path)
        except (OSError, RuntimeError, ValueError):
            return _no_page()
        if not path:
            return RedirectResponse(f"/{self._first}")
        is_early = current != file
        if is_early and request.url.query == _QUESTION:
            return JSONResponse(self._progress()._asdict())
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        if kind == "text/html" and not path.startswith(_OURS):
            data += self._script(self._path(file), _digest(data), "&early" if is_early else "")
        # All may be another in a moment.
        return Response(data, media_type=kind, headers={"Cache-Control": "no-cache"})

    def _script(self, path: str, digest: str, more: str = "") -> bytes:
        """Return the script that loads a page again when it has changed."""
        shown = f"/{_OURS}reload.js?digest={digest}&path={quote(path)}{more}"
        return f'\n<script src="{shown}"></script>\n'.encode()

    def _missing(self, request: Request, path: str) -> Response:
        """Return how far the first build is, where an address may become a page, and later a page
        that waits for its file to come back."""
        suffix = PurePosixPath(request.url.path).suffix
        if suffix != ".html" and (self._is_whole or suffix):
            return _no_page()
        if self._is_whole:
            data = (_WEB / "missing.html").read_bytes()
            return HTMLResponse(data + self._script(path, _GONE), 404)
        if request.url.query == _QUESTION:
            return JSONResponse(self._progress()._asdict())
        return HTMLResponse((_WEB / "waiting.html").read_bytes())

    def _place(self, path: str) -> Path:
        """Return the file of an address.

        :raises ValueError: for what leads out of the folder, and for what no file can be called.
        """
        base, name = self._folder, path
        if path.startswith(_OURS):
            base, name = _WEB, path.removeprefix(_OURS)
        file = (base / name).resolve()
        if not file.is_relative_to(base.resolve()):
            raise ValueError(path)
        return file

    def _current(self, file: Path, *, asks: bool = False) -> Path:
        """Return the early page in the place of one that this build has not written.

        :param asks: True to have it written.
        """
        if self._early is None or self._is_whole or file.is_relative_to(_WEB):
            return file
        path = self._path(file)
        if path.removesuffix(".html") not in self._early.edited:
            with suppress(FileNotFoundError):
                self._read(file)
                return file
        if asks and file.suffix == ".html":
            self._early.write(path.removesuffix(".html"))
        early = self._early.folder / path
        return early if early.is_file() else file

    def _path(self, file: Path) -> str:
        return file.relative_to(self._folder.resolve()).as_posix()

    def _read(self, file: Path) -> bytes:
        """Return what a file holds as this build makes it.

        :raises OSError: where it is none, is not whole, or is of an earlier build.
        """
        data = file.read_bytes()
        is_sure = self._is_whole or file.suffix != ".html"
        if not is_sure and (file.stat().st_mtime < self._begun or _END not in data[-64:]):
            raise FileNotFoundError(file)
        return data


class _Shown(NamedTuple):
    """A page in a browser.

    :param path: of its file.
    """

    path: str
    digest: str

    @classmethod
    def of(cls, path: str, data: bytes) -> Self | None:
        """Return the content of a page for a browser; nothing of a half-written one."""
        return cls(path, _digest(data)) if _END in data[-64:] else None

    @classmethod
    def said(cls, query: QueryParams) -> Self | None:
        """Return the page that a browser names."""
        path, digest = query.get("path"), query.get("digest")
        return cls(path, digest) if path and digest else None


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def _no_page() -> Response:
    return PlainTextResponse("Page not found.", 404)


class LocalOnly:
    """Refuses requests for other hosts than this machine: any website could have its name lead
    here."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it with the status 403."""
        if scope["type"] == "lifespan" or _is_local(Headers(scope=scope)):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            # Not accepted: that is 403 in HTTP.
            await WebSocketClose()(scope, receive, send)
        else:
            said = "Only pages and addresses of this machine, such as localhost, are answered."
            await PlainTextResponse(said, 403)(scope, receive, send)


def _is_local(headers: Headers) -> bool:
    hosts, origins = headers.getlist("host"), headers.getlist("origin")
    # A page without an origin of its own says "null".
    places = [*hosts, *(origin.partition("://")[2] for origin in origins)]
    return len(hosts) == 1 and all(map(_is_loopback, places))


def _is_loopback(place: str) -> bool:
    """Tell whether a host, with or without a port, is this machine."""
    parts = _PLACE.fullmatch(place)
    if not parts:
        return False
    name = (parts["v6"] or parts["name"]).lower()
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


@contextmanager
def serving(site: Site, listener: socket) -> Iterator[None]:
    """Serve a site until the ``with`` ends.

    :param listener: a listening socket, closed at the end.
    """
    # Its connections have it too: the end of an answer does not wait until a browser, 40 ms later,
    # has confirmed the begin.
    listener.setsockopt(IPPROTO_TCP, TCP_NODELAY, True)
    config = uvicorn.Config(
        site.app,
        lifespan="off",
        log_config=None,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join()
