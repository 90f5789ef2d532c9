"""Pages of the preview in a browser, under the strictest policy of all that pages need."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from playwright.sync_api import expect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sphinx_filedocs.cli.running import Progress
from sphinx_filedocs.cli.server import Site, serving

pytestmark = pytest.mark.browser

POLICY = b"default-src 'self'; img-src 'self' data:"


class _Strict:
    """Adds the policy to all answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_more(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"].append((b"content-security-policy", POLICY))
            await send(message)

        await self._app(scope, receive, send_more)


def test_a_page_is_waited_for_and_follows_builds(browser, tmp_path):
    progress = [Progress(1, 40, "shop/money.py")]
    site = Site(tmp_path, "a.html", lambda: progress[-1])
    site.app.add_middleware(_Strict)
    listener = socket.create_server(("127.0.0.1", 0))
    page = browser.new_page()
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    with serving(site, listener):
        page.goto(f"http://127.0.0.1:{listener.getsockname()[1]}/")
        expect(page.locator("h1")).to_have_text("This page is not written yet")
        expect(page.locator("p")).to_have_text("shop/money.py")
        expect(page.locator("li[aria-current] progress")).to_have_js_property("value", 40)
        expect(page.locator("li").first).to_have_css("display", "flex")
        progress.append(Progress(3, 70, "a"))
        expect(page.locator("p")).to_have_text("a")

        (tmp_path / "a.html").write_text("<html><p>before</p></html>")
        expect(page.locator("p")).to_have_text("before")
        assert page.url.endswith("/a.html")

        site.finish()
        for text in ("after", "in the end"):
            (tmp_path / "a.html").write_text(f"<html><p>{text}</p></html>")
            site.look()
            expect(page.locator("p")).to_have_text(text)
        assert [text for text in said if "favicon" not in text] == []
    page.close()


_NOTE = (
    '<p id=filedocs-more role=status data-progress="Mehr folgt: {step}" '
    'data-steps=\'["a", "Namen", "c", "Seiten"]\'>Mehr folgt.</p>'
)
#: What stands beside the text, and what is hidden, scrolls with nothing.
_BESIDE = "<link rel=stylesheet href=a.css><p id=sign hidden></p><p id=beside>Files</p>"
#: What a reader has scrolled to, between what can be unfolded.
_TAIL = "".join(
    f"<details><summary>Uses {at}</summary></details><p id=L{at}>{at}</p>" for at in range(200)
)


class _Early:
    """Has one early page."""

    edited: frozenset[str] = frozenset()

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, docname: str) -> bool:
        text = f"<html>{_BESIDE}<main><h1>early</h1>{_NOTE}{_TAIL}</main></html>"
        (self.folder / f"{docname}.html").write_text(text)
        return True


def test_an_early_page_says_that_more_follows_until_it_does(browser, tmp_path):
    pages, early = tmp_path / "html", tmp_path / "early"
    pages.mkdir()
    early.mkdir()
    (pages / "a.css").write_text("#beside { position: fixed; top: 1rem }")
    progress = [Progress(1, 40, "shop/money.py")]
    site = Site(pages, "a.html", lambda: progress[-1], _Early(early))
    site.app.add_middleware(_Strict)
    page = browser.new_page()
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    listener = socket.create_server(("127.0.0.1", 0))
    with serving(site, listener):
        page.goto(f"http://127.0.0.1:{listener.getsockname()[1]}/")
        note = page.get_by_role("status")
        expect(page.locator("h1")).to_have_text("early")
        expect(note).to_have_text("Mehr folgt: Namen 40 %")
        expect(note).to_have_css("position", "fixed")
        progress.append(Progress(3, 70, "a"))
        expect(note).to_have_text("Mehr folgt: Seiten 70 %")
        # The reader has scrolled, and unfolded a part; another page has more above that.
        fold, line = page.locator("details").nth(101), page.locator("#L100")
        fold.locator("summary").click()
        page.evaluate("document.getElementById('L100').scrollIntoView({behavior: 'instant'})")
        page.evaluate("scrollBy({top: -30, behavior: 'instant'})")
        top = line.bounding_box()["y"]
        above = "<p>Used by</p>" * 40
        whole = f"<html>{_BESIDE}<main><h1>all of it</h1>{above}{_TAIL}</main></html>"
        (pages / "a.html").write_text(whole)
        site.look()
        expect(page.locator("h1")).to_have_text("all of it")
        expect(note).to_have_count(0)
        expect(fold).to_have_attribute("open", "")
        expect(page.locator("details[open]")).to_have_count(1)
        assert abs(line.bounding_box()["y"] - top) < 2
        assert [text for text in said if "favicon" not in text and "404" not in text] == []
    page.close()


def test_a_page_is_not_loaded_again_under_a_reader_who_selects_text(browser, tmp_path):
    file = tmp_path / "a.html"
    file.write_text("<html><p>before</p></html>")
    site = Site(tmp_path, "a.html", Progress)
    site.finish()
    page = browser.new_page()
    listener = socket.create_server(("127.0.0.1", 0))
    with serving(site, listener):
        with page.expect_websocket() as opened:
            page.goto(f"http://127.0.0.1:{listener.getsockname()[1]}/")
        page.evaluate("getSelection().selectAllChildren(document.querySelector('p'))")
        file.write_text("<html><p>after</p></html>")
        with opened.value.expect_event("framereceived"):
            site.look()
        # It looks every 500 ms whether they still do.
        assert page.evaluate(
            "new Promise((end) => setTimeout(() => end(String(getSelection())), 700))"
        )
        page.evaluate("getSelection().removeAllRanges()")
        expect(page.locator("p")).to_have_text("after")
    page.close()


def test_a_page_hears_of_the_next_command_on_its_port(browser, tmp_path):
    (tmp_path / "a.html").write_text("<html><p>before</p></html>")
    page = browser.new_page()
    port = 0
    for text in ("before", "after"):
        (tmp_path / "a.html").write_text(f"<html><p>{text}</p></html>")
        site = Site(tmp_path, "a.html", Progress)
        site.finish()
        listener = socket.create_server(("127.0.0.1", port))
        with serving(site, listener):
            if not port:
                port = listener.getsockname()[1]
                page.goto(f"http://127.0.0.1:{port}/")
            expect(page.locator("p")).to_have_text(text)
    page.close()
