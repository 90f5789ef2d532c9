"""Serves built documentation to a real browser and notes whatever goes wrong in it."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import http.server
import io
import math
import os
import subprocess
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath

import pytest
from sphinx.cmd.build import main
from sphinx.config import Config
from sphinx.locale import translators

from sphinx_filedocs.incremental.last_build import hold
from sphinx_filedocs.parse import isolation

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)

DEMO = Path(__file__).parents[2] / "demo_project" / "docs"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: How long anything is waited for, in milliseconds: for a machine that does other things too.
PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)

Build = Callable[..., str]
OpenPage = Callable[..., "Reader"]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Leave out what Playwright adds to a failure: all of the page, which hides what failed."""
    try:
        return (yield)
    except AssertionError as failure:
        said, page, _ = str(failure).partition("\nAria snapshot:")
        if not page:
            raise
        raise AssertionError(said).with_traceback(failure.__traceback__) from None


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files, says nothing, and has an answer for a browser that asks for an icon."""

    def do_GET(self) -> None:
        if self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (as inherited)
        pass


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """Return a folder and the address under which its files are served.

    All processes of a run have one folder, each serves it itself.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "served"
    folder.mkdir(exist_ok=True)
    handler = functools.partial(Handler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield folder, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def once(folder: Path, of: object, build: Callable[[], None]) -> None:
    """Build what a folder shall have, unless this or another process of the run has.

    :param of: what it is built of; that is the same for all.
    """
    digest = hashlib.sha256(repr(of).encode()).hexdigest()
    done = folder.with_name(f"{folder.name}.done")
    with held(Path(f"{done}.lock")):
        if not done.exists():
            build()
            done.write_text(digest)
    assert done.read_text() == digest, f"{folder.name} is the name of two"


def held(file: Path) -> contextlib.AbstractContextManager[object]:
    """Return what holds a file until it is left."""
    lock = hold(file)
    assert lock
    return contextlib.closing(lock)


def sphinx_build(builder: str, docs: Path, out: Path, doctrees: Path, theme: str = "") -> None:
    """Build documentation in this process, where Sphinx and all grammars are loaded already."""
    said = io.StringIO()
    # The words of another language, which a build in English would go on with.
    translators.clear()
    # Themes add the folders of their templates to this default value.
    Config.config_values["templates_path"].default.clear()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stderr(said):
        patch.setenv("DEMO_THEME", theme)
        # A process that is forked from this one would have its threads no more.
        patch.setattr(isolation, "_started", lambda *_: None)
        code = main(["-q", "-W", "-b", builder, "-d", str(doctrees), str(docs), str(out)])
    assert code == 0, said.getvalue()


def commit(tree: Path) -> None:
    """Make a Git repository of a folder."""
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    for command in (["init", "-q"], ["add", "."], [*who, "commit", "-q", "-m", "Begin"]):
        subprocess.run(["git", *command], cwd=tree, check=True)


@pytest.fixture(scope="package")
def documented(
    served: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., str]:
    """Return a function that builds the documentation of a tree and returns its address."""
    folder, address = served

    def make(
        name: str,
        files: Mapping[str, str],
        title: str,
        theme: str,
        url: str,
        more: str,
        builder: str,
    ) -> None:
        project = tmp_path_factory.mktemp(name)
        for path, text in files.items():
            file = project / "tree" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        docs = project / "docs"
        docs.mkdir()
        tree = {"path": "../tree", **({"title": title} if title else {})}
        if url:
            tree["url"] = url
            commit(project / "tree")
        (docs / "conf.py").write_text(
            f"extensions = ['sphinx_filedocs']\nfiledocs_trees = {{'source': {tree}}}\n"
            f"html_theme = {theme or 'alabaster'!r}\n{more}\n"
        )
        (docs / "index.rst").write_text("Docs\n====\n\n.. toctree::\n\n   source/index\n")
        sphinx_build(builder, docs, folder / name, project / "doctrees")

    def build(
        name: str,
        files: Mapping[str, str],
        title: str = "",
        theme: str = "",
        url: str = "",
        more: str = "",
        builder: str = "html",
    ) -> str:
        what = (name, files, title, theme, url, more, builder)
        once(folder / name, what, functools.partial(make, *what))
        return f"{address}/{name}"

    return build


@pytest.fixture(scope="package")
def demo(served: tuple[Path, str]) -> Build:
    """Return a function that builds the demo with a theme, once, and returns its address."""
    folder, address = served
    doctrees = folder.with_name("demo-doctrees")

    def make(theme: str, builder: str) -> None:
        # What is read is the same for all.
        with held(Path(f"{doctrees}.lock")):
            sphinx_build(builder, DEMO, folder / f"{theme}-{builder}", doctrees, theme)

    @functools.cache
    def build(theme: str, builder: str = "html") -> str:
        name = f"{theme}-{builder}"
        once(folder / name, name, functools.partial(make, theme, builder))
        return f"{address}/{name}"

    return build


@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    """Return a running Chromium."""
    # The one without windows finds no text on a page where no language is set.
    environment = {**os.environ, "LC_ALL": "en_US.UTF-8"}
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=chromium, args=ARGUMENTS, env=environment
        )
        yield running
        running.close()


class Reader:
    """Somebody who reads the pages below an address and notices everything that goes wrong."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.address = address
        self.troubles: list[str] = []
        self.page.on("console", self._note_message)
        self.page.on("pageerror", lambda error: self.troubles.append(f"script: {error}"))
        self.page.on("requestfailed", self._note_failure)
        self.page.on("response", self._note_response)
        self.page.on("dialog", self._note_dialog)

    def _note_message(self, message: ConsoleMessage) -> None:
        # The theme's own, as long as its reader has chosen none.
        is_pydata = message.text.startswith("Got invalid theme mode")
        if message.type in ("error", "warning") and not is_pydata:
            self.troubles.append(f"{message.type}: {message.text}")

    def _note_failure(self, request: Request) -> None:
        # A page that is left stops what it was loading, one without scripts does not begin ("csp").
        if request.failure not in ("net::ERR_ABORTED", "csp"):
            self.troubles.append(f"{request.failure} {request.url}")

    def _note_response(self, response: Response) -> None:
        if response.status >= 400 or not response.url.startswith(
            ("http://127.0.0.1:", "file:", "data:", "blob:")
        ):
            self.troubles.append(f"{response.status} {response.url}")

    def _note_dialog(self, dialog: Dialog) -> None:
        self.troubles.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def visit(self, path: str) -> None:
        """Go to a page as if its address had been typed."""
        if self.page.url != "about:blank":
            self.page.goto("about:blank")
        self.page.goto(f"{self.address}/{path}")

    def follow(self, text: str, within: str = "body") -> None:
        """Click the first link of the page's text that reads exactly *text*."""
        self.page.locator(within).get_by_role("link", name=text, exact=True).first.click()

    def unfold(self, title: str) -> None:
        """Open a section of a file's page."""
        closed = self.page.locator("details.filedocs-fold:not([open]) > summary")
        closed.filter(has_text=title).click()

    def click_number(self, line: int, **options) -> None:
        """Click the number of a line of the listing."""
        self.page.locator(f"#L{line}").click(position={"x": 12, "y": 8}, **options)

    def expect_address(self, end: str) -> None:
        """Wait until the address ends with *end*."""
        self.page.wait_for_url(lambda url: url.endswith(end))

    def expect_seen(self, selector: str) -> None:
        """Wait until an element can be seen without scrolling."""
        expect(self.page.locator(selector)).to_be_in_viewport()

    def expect_room(self, box: str, below: str) -> None:
        """Expect that a script's box did not move what is below it, whose room a style keeps."""
        expect(self.page.locator(box)).to_be_visible()
        before, after = self.page.locator(below).first.evaluate(
            """(element, box) => [0, 1].map(() => {
              const { top } = element.getBoundingClientRect();
              document.querySelector(box)?.remove();
              return top;
            })""",
            box,
        )
        assert before == after

    def visit_all(self, start: str, of_a_kind: float = math.inf) -> Iterator[str]:
        """Visit a page and all below ``source/`` to which links lead from there, each once.

        :param of_a_kind: visit so many whose names end or begin alike. Example: two files of Go.
        """
        todo, known, kinds = [start], {start}, Counter[str]()
        while todo:
            path = todo.pop()
            name = PurePosixPath(path.removesuffix(".html"))
            kinds[kind := name.suffix or name.name.partition("-")[0]] += 1
            if kinds[kind] > of_a_kind:
                continue
            self.page.goto(f"{self.address}/{path}")
            yield path
            links = self.page.locator("section#page a[href]").evaluate_all(
                # Those of pictures are no strings.
                "links => links.map((one) => new URL(one.getAttribute('href'), one.baseURI).href)"
            )
            new = {one.partition("#")[0].removeprefix(f"{self.address}/") for one in links} - known
            new = {path for path in new if path.startswith("source/")}
            known |= new
            todo += sorted(new)

    def background(self, number: int) -> str:
        """Return the background colour of a line of the listing."""
        line = self.page.locator(f"#L{number}")
        return line.evaluate("line => getComputedStyle(line).backgroundColor")

    def spoken(self, selector: str) -> list[str]:
        """Return what a screen reader says of the first such element: texts and names of links."""
        tree = self.page.context.new_cdp_session(self.page)
        document = tree.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        node = tree.send("DOM.querySelector", {"nodeId": document, "selector": selector})
        rows = tree.send("Accessibility.queryAXTree", {"nodeId": node["nodeId"]})["nodes"]
        said = [row for row in rows if row["role"]["value"] in ("link", "StaticText")]
        return [row["name"]["value"] for row in said]

    def marked(self, around: range) -> list[int]:
        """Return which lines look different from an unmarked line, of those *around*."""
        return self.page.locator("#L1").evaluate(
            """(first, numbers) => {
              const background = (line) => getComputedStyle(line).backgroundColor;
              return numbers.filter((number) =>
                background(document.getElementById(`L${number}`)) !== background(first));
            }""",
            list(around),
        )


@pytest.fixture
def read(browser: Browser, demo: Build) -> Iterator[OpenPage]:
    """Return a function that gives a reader to the demo; at the end none may have had trouble."""
    contexts: list[BrowserContext] = []
    readers: list[Reader] = []

    def start(
        theme: str = "alabaster",
        *,
        builder: str = "html",
        address: str = "",
        scheme: str = "light",
        width: int = 1280,
        javascript: bool = True,
    ) -> Reader:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            java_script_enabled=javascript,
            reduced_motion="reduce",
        )
        contexts.append(context)
        readers.append(Reader(context, address or demo(theme, builder)))
        return readers[-1]

    yield start
    for context in contexts:
        context.close()
    assert [trouble for reader in readers for trouble in reader.troubles] == []
