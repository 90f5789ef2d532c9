"""Pages that are there before the first build of ``serve`` has read the tree."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path, PurePath

import pytest
from websockets.sync.client import connect

from sphinx_filedocs.cli.builder import Builder
from sphinx_filedocs.cli.early import Early, opened
from sphinx_filedocs.cli.project import ProjectFolders, SiteOptions, write_project
from sphinx_filedocs.cli.running import Output, Progress
from sphinx_filedocs.cli.server import Site, serving
from sphinx_filedocs.parse.isolation import forks

from .conftest import write
from .test_serve import PATIENCE, fetch, served, wait

pytestmark = pytest.mark.skipif(not forks(), reason="this system has no fork")

CART, MONEY = "source/shop/cart.py", "source/shop/money.py"


@pytest.fixture
def project(shop: Path, tmp_path: Path) -> ProjectFolders:
    write(
        shop,
        {
            "shop/broken.py": "import hashlib\n\nhashlib.md5(b'')\ndef half(:\n",
            "shop/logo.svg": "<svg></svg>",
        },
    )
    return write_project(SiteOptions(shop), tmp_path / "cache")


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


@pytest.mark.slow
def test_pages_say_of_each_file_what_it_says_itself(shop: Path, project: ProjectFolders) -> None:
    """The start page knows names and the README; a file's page the file and whom it imports. What
    follows from all files is left out, and the output folder stays as it is."""
    with Early(project) as early:

        def page(docname: str) -> str:
            return (early.folder / f"{docname}.html").read_text() if early.write(docname) else ""

        start = page("source/index")
        assert "Sells things" in words(start)
        assert "7 files" in words(start)
        assert not re.search(r"\blines?\b|Start here|Most used", words(start), re.IGNORECASE)

        cart = page(CART)
        assert "What a customer is about to buy." in cart
        assert "id=L7>" in cart
        assert "<a class=nn href=money.py.html>money<" in cart
        assert re.search(r"<a href=\"?money.py.html#[^>]*>euro<", cart)
        assert "Cart.total" in cart
        assert not re.search(r"Used by|Uses names|use in", words(cart))

        assert "cart.py" in page("source/shop/index")
        assert "id=L1>" in page("source/shop/broken.py")
        assert page("source/shop/logo.svg")
        assert not any(map(page, ("source/none.py", "source/findings", "../cart", "")))

        assert 'data-theme="dark"' in (early.folder / "_static" / "pygments.css").read_text()
        beside = early.folder / "_static" / "filedocs"
        finder = (beside / "source.js").read_text()
        assert "shop/cart.py" in finder
        assert "symbols follow" in finder
        assert "cart.py" in (beside / "files" / "source+" / "shop+" / "index.js").read_text()
        assert {"source/index", CART} <= {*opened(project.early)}

        edited = shop / "shop" / "cart.py"
        edited.write_text(edited.read_text().replace("about to buy", "about to return"))
        assert "about to buy" in page(CART)
        early.renew([CART])
        assert "about to return" in page(CART)
    assert not project.early.exists()
    assert not project.html.exists()
    assert not early.write(MONEY)


class Written:
    """Has two early pages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self.edited: frozenset[str] = frozenset()
        self.text = "early"

    def renew(self, docnames: set[str]) -> None:
        self.edited |= docnames

    def write(self, docname: str) -> bool:
        self.asked.append(docname)
        if docname in {"a", "b/index"}:
            write(self.folder, {f"{docname}.html": f"<html>{self.text}</html>"})
        return docname in {"a", "b/index"}


@pytest.fixture
def early(tmp_path: Path) -> Written:
    return Written(write(tmp_path / "early", {"_static/a.css": "early {}"}))


@pytest.fixture
def place(tmp_path: Path, early: Written) -> Iterator[tuple[Site, str]]:
    (tmp_path / "html").mkdir()
    shown = Site(tmp_path / "html", "a.html", lambda: Progress(0, 12, "a.py"), early)
    listener = socket.create_server(("127.0.0.1", 0))
    with serving(shown, listener):
        yield shown, f"http://127.0.0.1:{listener.getsockname()[1]}/"


def test_an_early_page_stands_in_the_place_of_one_that_is_not_written(
    place: tuple[Site, str], early: Written, tmp_path: Path
) -> None:
    site, address = place
    for path in ("", "a.html", "b/", "b/index.html"):
        assert fetch(address + path)[2].startswith("<html>early</html>\n<script")
    assert json.loads(fetch(address + "a.html?filedocs-progress")[2])["percent"] == 12
    assert fetch(address + "_static/a.css")[2] == "early {}"
    assert "not written yet" in fetch(address + "none.html")[2]
    assert fetch(address + "none.css")[0] == 404
    assert fetch(address + "%2e%2e/early/a.html")[0] == 404
    # Half a page is none yet.
    write(tmp_path / "html", {"a.html": "<html>", "_static/a.css": "a {}"})
    script = re.search(r"reload\.js\?([^\"]+&early)\"", fetch(address + "a.html")[2])
    assert script
    assert fetch(address + "_static/a.css")[2] == "a {}"
    with connect(f"ws{address.removeprefix('http')}websocket-reload?{script[1]}") as page:
        site.look()
        with pytest.raises(TimeoutError):
            page.recv(0.3)
        write(tmp_path / "html", {"a.html": "<html>all of it</html>"})
        site.look()
        assert page.recv(PATIENCE) == "refresh"
    written = fetch(address + "a.html")[2]
    assert "early" not in written
    # Edited behind that, it is early again.
    early.text = "edited early"
    script = re.search(r"reload\.js\?([^\"]+)\"", written)
    assert script
    with connect(f"ws{address.removeprefix('http')}websocket-reload?{script[1]}") as page:
        site.renew([PurePath("none"), PurePath("a")])
        assert page.recv(PATIENCE) == "refresh"
    assert "edited early" in fetch(address + "a.html")[2]
    early.asked.clear()
    site.finish()
    assert [fetch(address + path)[0] for path in ("b/", "none.html")] == [404, 404]
    assert not early.asked


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system has no /proc")
def test_a_build_pauses_while_a_page_is_written(tmp_path: Path) -> None:
    builder = Builder([], tmp_path, Output("", verbose=False), lambda: None, lambda: None)
    with subprocess.Popen(["sleep", "60"], process_group=0) as process:
        builder._process = process

        def is_paused() -> bool:
            state = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0]
            return state == "T"

        with builder.paused():
            with builder.paused():
                wait(is_paused, tmp_path)
            assert is_paused()
        wait(lambda: not is_paused(), tmp_path)
        process.kill()
    with builder.paused():
        pass


@pytest.mark.slow
def test_a_command_that_is_killed_leaves_no_early_page_to_the_next(
    shop: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "cache" / "doctrees" / "early"
    with served(shop, tmp_path, until="shows pages") as (process, address, _):
        for path in ("", f"{CART}.html"):
            status, _, page = fetch(address + path)
            assert (status, "not written yet" in page) == (200, False)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)
    left = folder.exists()
    with served(shop, tmp_path) as (process, address, log):
        assert not folder.exists()
        assert "Used by" in words(fetch(f"{address}{MONEY}.html")[2])
        wait(lambda: "&early" not in fetch(f"{address}{CART}.html")[2], log)
    assert left
