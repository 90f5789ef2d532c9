"""Readers who type into Sphinx's own search what they know of a name."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from tests.browser.conftest import once, sphinx_build
from tests.full import THEMES, rows
from tests.samples import trees

pytestmark = pytest.mark.browser

FILES = trees(Path(__file__).with_name("search_trees.txt"))["FILES"]


@pytest.fixture(scope="module")
def site(documented) -> str:
    """Return the address of the documentation of a small tree."""
    return documented("search", FILES)


def search(reader, query: str) -> list[str]:
    """Search for something, and return what the results lead to, the best first."""
    reader.page.goto(f"{reader.address}/search.html?q={query}")
    reader.page.wait_for_function("document.querySelector('.search-summary')?.innerText")
    links = reader.page.locator("#search-results ul.search > li > a:first-of-type")
    addresses = links.evaluate_all("all => all.map((one) => one.getAttribute('href'))")
    return [address.removeprefix("source/") for address in addresses]


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("server.c", "src/server.c.html"),
        ("src/server.h", "src/server.h.html"),
        ("vendor/tool/server.c", "vendor/tool/server.c.html"),
        ("tool/server.c", "vendor/tool/server.c.html"),
        ("client", "src/client.c.html"),
        ("startServer", "src/server.c.html#sym-startServer"),
        ("startserver()", "src/server.c.html#sym-startServer"),
        ("Series.total", "lib/series.py.html#sym-Series.total"),
        ("total", "lib/series.py.html#sym-Series.total"),
        ("LIMIT", "src/server.h.html#sym-LIMIT"),
        ("depth", "lib/Ring.cs.html#sym-Ring.depth"),
        ("start server", "src/server.c.html#sym-startServer"),
        ("series.py total_of", "lib/series.py.html#sym-total_of"),
        ("function total", "lib/series.py.html#sym-total_of"),
        ("talks", "src/client.c.html"),
    ],
)
def test_what_is_meant_comes_first(read, site, query, meant):
    assert search(read(address=site), query)[0] == meant


def test_a_definition_comes_before_declarations_and_tests(read, site):
    found = search(read(address=site), "startServer")
    places = [address.partition(".html")[0] for address in found]
    assert places[:3] == ["src/server.c", "src/server.h", "tests/server.c"]


def test_tests_and_what_is_somebody_elses_come_last(read, site):
    found = [address.removesuffix(".html") for address in search(read(address=site), "server.c")]
    assert found[0] == "src/server.c"
    assert set(found[-2:]) == {"tests/server.c", "vendor/tool/server.c"}


PROSE = {
    "index.rst": "Shop\n====\n\n.. toctree::\n\n   guide\n   source/index\n",
    "guide.rst": (
        "Guide\n=====\n\nA frozenset is used.\n\n.. py:function:: shop.pay(sum)\n\n   Pays a sum.\n"
    ),
}
SHOP = {
    "shop.py": "def pay(sum):\n    return sum\n\n\nclass Payment:\n    frozen = 1\n",
    "config.json": '{"pay": 1}\n',
    "tests/test_pay.py": "class Pay:\n    def pay(self):\n        return frozen\n",
    "examples/pay.py": "def pay():\n    pass\n",
}


@pytest.fixture(scope="module")
def shop(served, tmp_path_factory) -> tuple[str, str]:
    """Return the addresses of a project with prose: with sources, and without."""
    folder, address = served

    def build(name: str, conf: str) -> None:
        project = tmp_path_factory.mktemp(name)
        for path, text in {**PROSE, "conf.py": conf}.items():
            (project / path).write_text(text, encoding="utf-8")
        for path, text in SHOP.items():
            file = project / "tree" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        if not conf:
            index = PROSE["index.rst"].replace("   source/index\n", "")
            (project / "index.rst").write_text(index, encoding="utf-8")
        sphinx_build("html", project, folder / name, project / "doctrees")

    ours = "extensions = ['sphinx_filedocs']\nfiledocs_trees = {'source': 'tree'}\n"
    confs = {"shop-whole": ours, "shop-plain": ""}
    for name, conf in confs.items():
        once(folder / name, (conf, PROSE, SHOP), functools.partial(build, name, conf))
    return f"{address}/shop-whole", f"{address}/shop-plain"


@pytest.mark.parametrize("query", ["pay", "frozen", "shop", "guide", "sum pay", "test"])
def test_a_project_with_prose_has_the_results_first_that_it_has_without_sources(
    read, shop, query
) -> None:
    whole, plain = (search(read(address=address), query) for address in shop)
    assert whole[: len(plain)] == plain


def test_after_prose_come_definitions_of_the_program_then_data_then_tests(read, shop) -> None:
    whole, plain = (search(read(address=address), "pay") for address in shop)
    sources = [page.partition(".html")[0] for page in whole[len(plain) :]]
    assert sources[:2] == ["shop.py", "shop.py"]
    last = {"tests/test_pay.py", "examples/pay.py"}
    assert [page in last for page in sources] == sorted(page in last for page in sources)


def test_a_page_that_has_one_of_two_words_is_no_result(read, site):
    found = search(read(address=site), "server.c")
    assert "src/client.c.html" in found, "its comment has both"
    assert "lib/series.py.html" not in found


@pytest.mark.parametrize("theme", rows(THEMES, "pydata_sphinx_theme"))
def test_no_page_is_loaded_for_a_summary_in_any_theme(read, theme):
    reader = read(theme)
    loaded: list[str] = []
    reader.page.on("request", lambda request: loaded.append(request.url.partition("?")[0]))
    found = search(reader, "frame.c")
    sources = [address for address in found if address.startswith("firmware/")]
    assert sources[0] == "firmware/frame.c.html"
    assert len(found) > 3, "there are other frames"
    reader.page.wait_for_load_state("networkidle")
    # Those that are written by hand have summaries as before.
    assert [address for address in loaded if "/source/" in address] == []


def test_a_page_that_is_written_by_hand_is_found_by_its_title(read):
    assert search(read("alabaster"), "Architecture")[0] == "architecture.html"
