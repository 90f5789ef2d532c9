"""Measures Sphinx's own search on built pages, as a reader meets it: at which place the right
answer stands, and what it takes until the first answer and until all of them are there; or the
finder: at which place it stands there, and what each key takes.

    python benchmarks/search.py OUTPUT_FOLDER [--queries FILE] [--finder PAGE]

Without a file the queries are those for redis. The finder is opened on a page of the tree, such as
``redis/index.html``.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import os
import statistics
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from playwright.sync_api import Browser, sync_playwright

#: What is typed, and the page or the place that is meant.
REDIS = {
    "server.c": "src/server.c",
    "src/server.c": "src/server.c",
    "server.h": "src/server.h",
    "t_string": "src/t_string.c",
    "server": "src/server.c",
    "redis.conf": "redis.conf",
    "README.md": "README.md",
    "deps/hiredis/sds.c": "deps/hiredis/sds.c",
    "sds.c": "src/sds.c",
    "setGenericCommand": "src/t_string.c#setGenericCommand",
    "createClient": "src/networking.c#createClient",
    "dictFind": "src/dict.c#dictFind",
    "zslInsert": "src/t_zset.c#zslInsert",
    "redisServer": "src/server.h#redisServer",
    "dictEntry": "src/dict.h#dictEntry",
    "OBJ_STRING": "src/server.h#OBJ_STRING",
    "setgeneric": "src/t_string.c#setGenericCommand",
    "redisCommand struct": "src/server.h#redisCommand",
    "set generic command": "src/t_string.c#setGenericCommand",
    "dict.c rehash": "src/dict.c#dictRehash",
}
_LINKS = "#search-results li > a:first-child, #search-results li > div > a:first-child"
_OPTIONS = "dialog.filedocs-finder [role=option]"
_TYPE = """async (box, text) => {
  const start = performance.now();
  box.value = text;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  const shown = () => document.querySelector("dialog.filedocs-finder [role=option], .fd-nothing");
  do await new Promise(requestAnimationFrame); while (!shown() && performance.now() - start < 5000);
  return performance.now() - start;
}"""
_DONE = "document.querySelector('.search-summary')?.innerText"
#: In milliseconds; a search that takes longer is cut off.
_PATIENCE = 120_000


class Answer(NamedTuple):
    """What a search gave: the place of the right answer, 1-based, 0 where it is not there; how many
    there are; requests and bytes; milliseconds until the first one, and until all are there."""

    rank: int
    found: int
    requests: int
    size: int
    first: float
    last: float


class Found(NamedTuple):
    """What the finder gave: the place of the right answer, 1-based, 0 where it is not there; how
    many are shown; milliseconds that a key took, half of them less, and the slowest."""

    rank: int
    shown: int
    median: float
    slowest: float


class _Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (as inherited)
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Give the address under which the files of a folder are served meanwhile."""
    handler = functools.partial(_Handler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def ask(browser: Browser, address: str, query: str, meant: str) -> Answer:
    """Search for something with an empty cache.

    :param meant: a path, with #name where a symbol is meant.
    """
    page = browser.new_page()
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    sizes: list[int] = []
    requests: list[str] = []
    network.on("Network.dataReceived", lambda event: sizes.append(event["dataLength"]))
    network.on("Network.requestWillBeSent", lambda event: requests.append(event["requestId"]))
    start = time.perf_counter()
    page.goto(f"{address}/search.html?q={quote(query)}", wait_until="commit")
    page.wait_for_function(f"document.querySelector('{_LINKS}') || {_DONE}", timeout=_PATIENCE)
    first = time.perf_counter() - start
    page.wait_for_function(_DONE, timeout=_PATIENCE)
    page.wait_for_load_state("networkidle")
    last = time.perf_counter() - start
    links = page.locator(_LINKS).evaluate_all("all => all.map((one) => one.getAttribute('href'))")
    page.close()
    rank = _rank([str(link) for link in links], meant)
    return Answer(rank, len(links), len(requests), sum(sizes), 1000 * first, 1000 * last)


def find(browser: Browser, address: str, query: str, meant: str) -> Found:
    """Type something into the finder of a page; the first key also loads what it looks through.

    :param meant: as for :func:`ask`.
    """
    page = browser.new_page()
    page.goto(address)
    page.keyboard.press("t")
    box = page.get_by_role("combobox")
    times: list[float] = []
    for at in range(1, len(query) + 1):
        # What it finds is there when the next frame has been drawn.
        took = box.evaluate(_TYPE, query[:at])
        times.append(float(took))
    links = page.locator(_OPTIONS).evaluate_all("all => all.map((one) => one.href)")
    page.close()
    rank = _rank([str(link) for link in links], meant)
    return Found(rank, len(links), statistics.median(times), max(times[1:], default=0))


def _rank(links: Sequence[str], meant: str) -> int:
    path, _, name = meant.partition("#")
    # A symbol may have its place in the listing or in the outline.
    ends = [f"/{path}.html#{place}-{name}" for place in ("def", "sym")]
    for number, link in enumerate(links, 1):
        if link.endswith(tuple(ends)) if name else link.partition("#")[0].endswith(f"/{path}.html"):
            return number
    return 0


def main() -> None:
    """Print a row for each query, and the worst of them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--queries", type=Path, help="a JSON object: query -> path, or path#name")
    parser.add_argument("--finder", metavar="PAGE", help="a page on which the finder is opened")
    parser.add_argument("--chromium", default=os.environ.get("CHROMIUM"), help="a browser's path")
    given = parser.parse_args()
    queries = json.loads(given.queries.read_text(encoding="utf-8")) if given.queries else REDIS
    if given.finder:
        _print_found(given, queries)
        return
    print(f"{'query':24}{'rank':>6}{'of':>6}{'requests':>10}{'kB':>9}{'first ms':>10}{'all ms':>9}")
    with served(given.folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=given.chromium)
        for query, meant in queries.items():
            rank, found, requests, size, first, last = ask(browser, address, query, meant)
            row = f"{query:24}{rank or '-':>6}{found:>6}{requests:>10}{size / 1000:>9.0f}"
            print(f"{row}{first:>10.0f}{last:>9.0f}", flush=True)
        browser.close()


def _print_found(given: argparse.Namespace, queries: Mapping[str, str]) -> None:
    print(f"{'query':24}{'rank':>6}{'shown':>7}{'ms a key':>10}{'slowest':>9}")
    with served(given.folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=given.chromium)
        for query, meant in queries.items():
            rank, shown, median, slowest = find(browser, f"{address}/{given.finder}", query, meant)
            row = f"{query:24}{rank or '-':>6}{shown:>7}{median:>10.0f}{slowest:>9.0f}"
            print(row, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
