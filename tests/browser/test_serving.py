"""A page that is open while the command changes from one server to the next."""

from __future__ import annotations

import socket
import threading
import time

import pytest
import uvicorn
from playwright.sync_api import expect
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route, WebSocketRoute

from sphinx_filedocs.cli.first_build import Progress, served_while_built

pytestmark = pytest.mark.browser


async def _say_refresh(socket_of_page):
    await socket_of_page.accept()
    await socket_of_page.send_text("refresh")


def test_a_page_of_the_first_build_hears_of_an_edit_from_the_next_server(browser, tmp_path):
    (tmp_path / "a.html").write_text("<html><p>before</p></html>")
    with socket.create_server(("127.0.0.1", 0)) as free:
        place = free.getsockname()
    page = browser.new_page()
    with served_while_built(place, tmp_path, "/a.html", time.time() - 9, Progress):
        page.goto(f"http://127.0.0.1:{place[1]}/")
        expect(page.locator("p")).to_have_text("before")
    routes = [
        WebSocketRoute("/websocket-reload", _say_refresh),
        Route("/a.html", lambda _: HTMLResponse("<p>after</p>")),
    ]
    following = uvicorn.Server(
        uvicorn.Config(Starlette(routes=routes), port=place[1], log_level="warning")
    )
    thread = threading.Thread(target=following.run)
    thread.start()
    expect(page.locator("p")).to_have_text("after")
    following.should_exit = True
    page.close()
    thread.join()
