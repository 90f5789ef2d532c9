"""A fact has one number: the pages of a build that count the same thing say the same."""

from __future__ import annotations

import json
import re
import shutil
from collections import defaultdict
from collections.abc import Iterator
from html import unescape
from pathlib import Path, PurePosixPath
from posixpath import normpath

import pytest

from tests.projects import INDEX, Output, Project, begun

DEMO = Path(__file__).parents[2] / "demo_project"
#: What is counted, of what, how many, and on which kind of page.
Fact = tuple[str, str, int, str]
_USES = r"([\d,]+) uses? in ([\d,]+) files?"
_FILE = r'<a class="reference internal" href="([^"#]+)(?:#[^"]*)?"[^>]*>(?:(?!</a>).)*</a>'
#: What an element says that a page shows of a file, behind or around a link to it.
_OF_FILES = {
    "list": re.compile(rf"<li><p>{_FILE} – used by ([\d,]+) files?</p>"),
    "start": re.compile(
        rf"<tr[^>]*><td><p>{_FILE}(?:(?!</tr>).)*?\(used by ([\d,]+) files?\)", re.DOTALL
    ),
}
_ENTRY = re.compile(
    r'<li><a href="([^"]*#def-[^"]*)">[^<]*</a> <small>\S+ – '
    + _USES
    + r"(.*?)(?=<li><a href=|\Z)",
    re.DOTALL,
)
_RANKED = re.compile(
    r"<code[^>]*>(?:<span[^>]*>)?([\w.]+)(?:</span>)?</code></a>(?:(?!<code).)*? in "
    r'<a class="reference internal" href="([^"#]+)#L(\d+)"(?:(?!<code class="src[^>]*><span '
    rf'class="pre">[\w.]+</span></code></a>(?:</p>)?.{{0,20}} – \w).)*?{_USES}',
    re.DOTALL,
)
_SUBJECT = re.compile(r'<p class="filedocs-facts[^"]*" id="name-[^"]*">(.*?)</p>')


def number(text: str) -> int:
    return int(text.replace(",", ""))


def at(page: str, address: str) -> str:
    """Return where an address on a page leads, relative to the output."""
    path, _, anchor = unescape(address).partition("#")
    place = normpath(str(PurePosixPath(page).parent / path)) if path else page
    return f"{place}#{anchor}" if anchor else place


def of_files(page: str, html: str) -> Iterator[Fact]:
    """Yield how many files use a file."""
    for where, pattern in _OF_FILES.items():
        for path, count in pattern.findall(html):
            yield "files that use", at(page, path), number(count), where
    if titled := re.search(r"Used by ([\d,]+) files?</p>", html):
        yield "files that use", page, number(titled[1]), "file"
        folded = re.search(r'<h2>Uses</h2> <span class="filedocs-count">([\d,]+)<', html)
        yield "files that use", page, number(folded[1]), "fold"
    table = re.search(r"<table[^>]*filedocs-files .*?</table>", html, re.DOTALL)
    titles = re.findall(r'<th class="head[^"]*"><p>(.*?)</p>', table[0]) if table else []
    if "Used by files" in titles:
        place = titles.index("Used by files")
        for row in re.findall(r"<tr.*?</tr>", table[0], re.DOTALL)[1:]:
            cells = re.findall(r"<td>(.*?)</td>", row, re.DOTALL)
            path = re.search(r'href="([^"#]+)"', cells[0])[1]
            count = re.sub("<[^>]*>", "", cells[place]).strip()
            yield "files that use", at(page, path), number(count or "0"), "table"


def of_imports(page: str, html: str) -> Iterator[Fact]:
    """Yield how many files import a file."""
    if titled := re.search(r"Imported by ([\d,]+) files?</p>", html):
        yield "importers", page, number(titled[1]), "file"


def of_definitions(page: str, html: str) -> Iterator[Fact]:
    """Yield on how many lines, in how many files, and by how many others a definition is used, as
    the pages of names say."""
    entries = _ENTRY.findall(html)
    for address, lines, files, rest in entries:
        definition = at(page, address)
        yield "uses", definition, number(lines), "entry"
        yield "files", definition, number(files), "entry"
        if called := re.search(r"<summary>Called by <small>([\d,]+) callers?<", rest):
            yield "callers", definition, number(called[1]), "entry"
    subject = _SUBJECT.search(html)
    if subject and (said := re.search(_USES, subject[1])):
        (definition,) = {at(page, address) for address, *_ in entries}
        yield "uses", definition, number(said[1]), "name"
        yield "files", definition, number(said[2]), "name"
        if called := re.search(r"([\d,]+) callers?", subject[1]):
            yield "callers", definition, number(called[1]), "name"


def of_cards(script: str) -> Iterator[Fact]:
    """Yield the same, as the cards of a file say."""
    found = re.fullmatch(r'filedocsReader\.page\(("[^"]*"),(.*)\);\n', script, re.DOTALL)
    page = f"{json.loads(found[1])}.html"
    for anchor, said in json.loads(found[2]).get("of", {}).items():
        _doc, _fields, uses, callers, *_ = [*said, "", "", "", []]
        if counted := re.match(_USES, uses or ""):
            yield "uses", f"{page}#{anchor}", number(counted[1]), "card"
            yield "files", f"{page}#{anchor}", number(counted[2]), "card"
        if callers:
            yield "callers", f"{page}#{anchor}", callers[0], "card"


def of_rankings(page: str, html: str, anchors: dict[tuple[str, str], set[str]]) -> Iterator[Fact]:
    """Yield the uses of the definitions that pages of folders name."""
    for name, path, _line, lines, files in _RANKED.findall(html):
        known = anchors.get((at(page, path), name), set())
        if len(known) == 1:
            (definition,) = known
            yield "uses", definition, number(lines), "ranking"
            yield "files", definition, number(files), "ranking"


def facts(output: Output) -> Iterator[Fact]:
    pages = {name: output.read(name) for name in sorted(output.names) if name.endswith(".html")}
    anchors: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for page, html in pages.items():
        yield from of_files(page, html)
        yield from of_imports(page, html)
        if "/crossref" in page:
            for fact in of_definitions(page, html):
                path, _, anchor = fact[1].partition("#")
                anchors[path, anchor.removeprefix("def-").rpartition(".")[2]].add(fact[1])
                anchors[path, anchor.removeprefix("def-")].add(fact[1])
                yield fact
    for page, html in pages.items():
        if page.endswith("index.html"):
            yield from of_rankings(page, html, anchors)
    for name in sorted(output.names):
        if name.startswith("_static/filedocs/files/"):
            yield from of_cards(output.read(name))


def check(output: Output, wanted: set[str]) -> None:
    """Assert that no fact has two numbers, and that each kind of page says some."""
    found: defaultdict[tuple[str, str], defaultdict[int, set[str]]] = defaultdict(
        lambda: defaultdict(set)
    )
    kinds: set[str] = set()
    for what, subject, count, where in facts(output):
        found[what, subject][count].add(where)
        kinds.add(where)
    differing = {fact: dict(numbers) for fact, numbers in found.items() if len(numbers) > 1}
    assert differing == {}
    assert kinds >= wanted


def test_the_demo_says_one_number_for_one_fact(tmp_path: Path) -> None:
    made = Project(tmp_path)
    ignored = shutil.ignore_patterns("docs", "_build", "__pycache__", "target", "node_modules")
    shutil.copytree(DEMO, made.tree, ignore=ignored)
    made.write({"conf.py": "", "index.rst": INDEX}, "docs")
    output = made.build(filedocs_untracked=True, suppress_warnings=["filedocs"])
    check(output, {"list", "table", "file", "fold", "entry", "card", "ranking"})


LIBRARY = (
    "class Library:\n    def lend(self):\n        return self.find()\n\n    def find(self): ...\n"
)
USER = (
    "from shop.library import Library, helper\n\n\ndef run_{0}():\n"
    "    library = Library()\n    helper()\n    return library.lend(), library.find()\n"
)


def tree() -> dict[str, str]:
    """Return a tree in which much uses one class: own code, tests, examples and guesses."""
    library = f"{LIBRARY}\n\ndef helper():\n    return helper()\n"
    files = {
        "shop/__init__.py": "",
        "shop/library.py": library,
        "shop/main.py": USER.format("main"),
    }
    files |= {f"shop/part{n}.py": USER.format(n) for n in range(14)}
    files |= {f"tests/test_{n}.py": USER.format(f"test_{n}") for n in range(9)}
    files |= {f"examples/e{n}.py": "def f(x):\n    return x.lend()\n" for n in range(5)}
    files |= {f"other/o{n}.py": USER.format(f"other{n}") for n in range(30)}
    files["list.h"] = "int add(int n);\n#define LIMIT 2\n"
    files["list.c"] = '#include "list.h"\nint add(int n) { return n + LIMIT; }\n'
    files |= {
        f"c{n}.c": f'#include "list.h"\nint c{n}(void) {{ return add({n}) + LIMIT; }}\n'
        for n in range(12)
    }
    return files


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Output:
    return begun(tmp_path_factory.mktemp("counts"), tree()).build()


def test_a_library_that_much_uses_has_one_number(generated: Output) -> None:
    check(generated, {"list", "start", "table", "file", "fold", "entry", "name"})
    check(generated, {"card", "ranking"})
    counted = {
        count
        for what, subject, count, _ in facts(generated)
        if (what, subject) == ("files", "source/shop/library.py.html#def-Library")
    }
    assert counted == {54}


def test_dependencies_count_what_a_file_imports(generated: Output) -> None:
    html = generated.read("source/list.c.html")
    assert '<h2>Dependencies</h2> <span class="filedocs-count">1<' in html
    header = generated.read("source/list.h.html")
    assert "Imported by 13 files" in header
    assert "<h2>Dependencies</h2> <span" not in header
