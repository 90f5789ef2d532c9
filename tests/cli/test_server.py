"""The preview answers this machine alone, and no address breaks it."""

from __future__ import annotations

import asyncio
import html
import re
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote_from_bytes, unquote

import pytest

pytest.importorskip("uvicorn")

from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from sphinx_filedocs.cli.running import Progress
from sphinx_filedocs.cli.server import Site, serving

from .conftest import write

SECRET = "not for others"
UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
UPGRADE += "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
HOSTILE = ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evillocalhost"]
HOSTILE += ["0.0.0.0", "[::]", "192.168.0.7", "[fe80::1]", "localhost@evil.example", "", "::1"]  # noqa: S104
LOCAL = ["localhost", "LocalHost", "a.localhost", "127.0.0.1", "127.8.9.10", "[::1]"]


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A site whose first build is done."""
    write(tmp_path, {"secret": SECRET, "html/a.html": "<html>page</html>", "html/b/c.js": "1"})
    shown = Site(tmp_path / "html", "a.html", Progress)
    shown.finish()
    return shown


def ask(site: Site, path: str, *headers: tuple[str, str]) -> tuple[int, str]:
    """Ask without a network: the status and the text."""
    answers: list[dict] = []

    async def receive() -> dict:
        return {"type": "http.request", "body": b""}

    async def send(message: dict) -> None:
        answers.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": unquote(path),
        "query_string": b"",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
    }
    asyncio.run(site.app(scope, receive, send))
    body = b"".join(answer.get("body", b"") for answer in answers)
    return answers[0]["status"], body.decode()


@contextmanager
def served(site: Site) -> Iterator[str]:
    listener = socket.create_server(("127.0.0.1", 0))
    with serving(site, listener):
        yield f"127.0.0.1:{listener.getsockname()[1]}"


def _with_ports(places: Sequence[str]) -> list[str]:
    return [*places, *(f"{place}:8000" for place in places)]


@pytest.mark.parametrize("host", _with_ports(HOSTILE))
def test_names_that_are_not_of_this_machine_are_refused(site, host) -> None:
    assert ask(site, "/a.html", ("host", host))[0] == 403
    origin = ("origin", f"http://{host}")
    assert ask(site, "/a.html", ("host", "localhost"), origin)[0] == 403


@pytest.mark.parametrize("host", _with_ports(LOCAL))
def test_names_of_this_machine_are_answered(site, host) -> None:
    for headers in ([("host", host)], [("host", host), ("origin", f"http://{host}")]):
        status, page = ask(site, "/a.html", *headers)
        assert (status, page.startswith("<html>page</html>")) == (200, True)


def test_who_does_not_say_where_a_request_comes_from_is_refused(site) -> None:
    assert ask(site, "/a.html")[0] == 403
    assert ask(site, "/a.html", ("host", "localhost"), ("host", "localhost"))[0] == 403
    for origin in ("null", "", "localhost", "file://"):
        assert ask(site, "/a.html", ("host", "localhost"), ("origin", origin))[0] == 403


@given(st.text(st.characters(max_codepoint=255), max_size=30))
def test_no_other_name_is_taken_for_this_machine(name) -> None:
    site = Site(Path("nowhere"), "a.html", Progress)
    assert ask(site, "/a.html", ("host", f"{name}.example"))[0] == 403
    assert ask(site, "/a.html", ("host", f"localhost{name}!"))[0] == 403


@given(st.binary(max_size=60), st.sampled_from(["", "_serve/", "b/", "../", "%2e%2e/", "/"]))
def test_no_address_breaks_the_server_or_leads_out_of_its_folder(tmp_path_factory, data, start):
    folder = tmp_path_factory.getbasetemp() / "addresses"
    write(folder, {"secret": SECRET, "html/b/c.js": "1"})
    site = Site(folder / "html", "a.html", Progress)
    for is_done in (False, True):
        for path in (quote_from_bytes(data), f"{quote_from_bytes(data)}/../../secret"):
            status, text = ask(site, f"/{start}{path}", ("host", "localhost"))
            assert status in {200, 307, 404}
            assert SECRET not in text
        if is_done:
            site.finish()


@pytest.mark.parametrize(
    "path", ["%00.html", "b/%00", "_serve/%00.js", "x" * 5000 + ".html", "a.html/b", "%ff", "../x"]
)
def test_what_no_file_can_be_called_does_not_exist(site, tmp_path, path) -> None:
    """Also while other addresses are shown how far the first build is."""
    first = Site(tmp_path / "html", "a.html", Progress)
    for shown in (site,) if path == "%ff" else (site, first):
        assert ask(shown, f"/{path}", ("host", "localhost")) == (404, "Page not found.")


def test_a_request_of_the_network_is_refused_before_anything_is_said(site, capfd) -> None:
    requests = {
        "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n": "403",
        "GET / HTTP/1.0\r\n\r\n": "403",
        f"GET /websocket-reload HTTP/1.1\r\nHost: evil.example\r\n{UPGRADE}\r\n": "403",
        "GET / HTTP/1.1\r\nConnection: close\r\n\r\n": "400",
        "GET /%00.html HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n": "404",
    }
    with served(site) as place:
        host, port = place.split(":")
        for request, status in requests.items():
            with socket.create_connection((host, int(port))) as connection:
                connection.sendall(request.encode())
                answer = b"".join(iter(lambda: connection.recv(4096), b"")).decode()
            assert answer.split()[1] == status
            assert "page" not in answer.partition("\r\n\r\n")[0]
    assert capfd.readouterr() == ("", "")


class _Noted(socket.socket):
    """Listens, and keeps the connections of others."""

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        self.last, address = super().accept()
        return self.last, address


def test_the_end_of_an_answer_does_not_wait_for_the_confirmation_of_its_begin(site) -> None:
    listener = _Noted()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    with serving(site, listener), socket.create_connection(listener.getsockname()) as browser:
        browser.sendall(b"GET /a.html HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert browser.recv(4096)
        assert listener.last.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_only_pages_of_this_machine_hear_of_builds(site, capfd) -> None:
    with served(site) as place:
        address = f"ws://{place}/websocket-reload"
        for origin in ("http://evil.example", "null", f"http://{place}.evil.example"):
            with pytest.raises(InvalidStatus) as refused:
                connect(address, origin=origin)
            assert refused.value.response.status_code == 403
        with connect(address, origin=f"http://{place}") as page:
            site.look()
            assert page.recv(10) == "refresh"
    assert capfd.readouterr() == ("", "")


def test_a_page_is_loaded_again_when_its_file_is_another_one(site, tmp_path) -> None:
    """Half of a page is none yet; a page that is no more says so until it is back; others stay as
    they are."""
    written = tmp_path / "html"
    write(written, {"b.html": "<html>other</html>"})
    with served(site) as place, ExitStack() as stack:

        def opened(path: str) -> ClientConnection:
            script = re.search(r"reload\.js\?([^\"]+)", ask(site, path, ("host", "localhost"))[1])
            assert script
            return stack.enter_context(
                connect(f"ws://{place}/websocket-reload?{html.unescape(script[1])}")
            )

        def hears(page: ClientConnection) -> bool:
            site.look()
            with suppress(TimeoutError):
                return page.recv(0.3) == "refresh"
            return False

        page, other = opened("/a.html"), opened("/b.html")
        assert not hears(page)
        assert site.shown() == ["a", "b"]
        write(written, {"a.html": "<html>half"})
        assert not hears(page)
        write(written, {"a.html": "<html>whole</html>"})
        assert hears(page)
        assert not hears(page)
        late = opened("/a.html")
        write(written, {"a.html": "<html>later</html>"})
        assert hears(late)
        (written / "a.html").unlink()
        assert hears(late)
        assert not hears(other)
        site.finish()
        gone = opened("/a.html")
        assert not hears(gone)
        write(written, {"a.html": "<html>back</html>"})
        assert hears(gone)


def test_a_page_that_was_read_before_its_file_was_written_is_loaded_again_at_once(site) -> None:
    with served(site) as place:
        address = f"ws://{place}/websocket-reload"
        for path in ("a.html", "none.html", "b", "../secret", "%00", "%ff"):
            with connect(f"{address}?path={path}&digest=0") as old:
                assert old.recv(10) == "refresh"
