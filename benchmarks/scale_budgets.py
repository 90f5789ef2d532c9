"""What each budget asks of a build of whole trees; see :mod:`scale`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

import scale_sizes
import scale_speed
from scale_builds import Bench, Tree
from scale_edits import Written
from scale_measure import Run
from scale_peers import files
from scale_report import Question

_MB = 1_000_000
_GB = 1_000_000_000
#: The most bytes of a page, and what a source must have for its page to be larger.
_PAGE = 2 * _MB
#: How many names a note has.
_SHOWN = 10
_THEMES = ("furo", "pydata_sphinx_theme", "sphinx_book_theme")


def _limit(value: float) -> Callable[[], float]:
    return lambda: value


def _size(bench: Bench, tree: Tree) -> int:
    bench.clean(tree)
    return sum(1 for _ in files(tree.root))


def _listed(names: Sequence[str]) -> str:
    """Return how many names there are, and the first of them."""
    more = ", …" if len(names) > _SHOWN else ""
    return f"{len(names)}: {', '.join(names[:_SHOWN])}{more}" if names else "none"


def _pages(written: Written) -> str:
    return f"changed {_listed(written.changed)}; written as they were {_listed(written.needless)}"


def whole_tree(bench: Bench) -> Iterator[Question]:
    """Ask for a clean build of the whole tree beside Doxygen."""

    def doxygen() -> Run:
        return bench.peers.run("Doxygen", bench.whole.root)

    def ours() -> Run:
        return bench.clean(bench.whole)

    yield Question(
        1, "whole tree, clean: CPU", "s", lambda: ours().cpu, "Doxygen", lambda: doxygen().cpu
    )
    yield Question(
        1,
        "whole tree, clean: peak memory",
        "GB",
        lambda: ours().peak / _GB,
        "Doxygen",
        lambda: doxygen().peak / _GB,
        0.4,
    )


def part_of_tree(bench: Bench) -> Iterator[Question]:
    """Ask for a clean build of a part beside plain Sphinx and sphinx-autoapi."""
    for peer, bound in (("plain Sphinx", 1.0), ("sphinx-autoapi", 0.15)):
        yield Question(
            2,
            "part of the tree, clean: CPU",
            "s",
            lambda peer=peer: bench.part_beside(peer)[0],  # type: ignore[misc]
            peer,
            lambda peer=peer: bench.part_beside(peer)[1],  # type: ignore[misc]
            bound,
        )


def themes(bench: Bench) -> Iterator[Question]:
    """Ask for clean builds of the whole tree with other themes."""
    for theme in _THEMES:
        yield Question(
            3,
            f"whole tree, clean, {theme}: CPU",
            "s",
            lambda theme=theme: bench.themed(bench.whole, theme).cpu,  # type: ignore[misc]
            "alabaster",
            lambda: bench.clean(bench.whole).cpu,
            2.0,
        )


def edits(bench: Bench) -> Iterator[Question]:
    """Ask for builds after edits of the whole tree; they change its output."""

    def nothing() -> float:
        return bench.incremental.nothing

    yield Question(4, "nothing changed: CPU", "s", nothing, "limit", _limit(5))
    yield from _edit(
        "a function's body edited",
        lambda: bench.incremental.body,
        lambda: bench.incremental.body_pages,
        nothing,
    )
    yield from _edit(
        "a line added to a function's body",
        lambda: bench.incremental.longer.cpu,
        lambda: bench.incremental.longer_pages,
        nothing,
    )
    yield Question(
        4,
        "a branch that touches 1 % of the files: CPU",
        "s",
        lambda: bench.incremental.branch.cpu,
        "clean build",
        lambda: bench.clean(bench.whole).cpu,
        0.05,
    )


def _edit(
    title: str,
    cpu: Callable[[], float],
    pages: Callable[[], Written],
    nothing: Callable[[], float],
) -> Iterator[Question]:
    yield Question(4, f"{title}: CPU", "s", cpu, "nothing changed", nothing, 1.5)
    yield Question(
        4,
        "… pages written that show nothing else",
        "pages",
        lambda: len(pages().needless),
        "limit",
        _limit(0),
        tell=lambda: _pages(pages()),
    )


def growth(bench: Bench) -> Iterator[Question]:
    """Ask for the time per file of trees of different size."""
    if bench.subjects.part:
        yield Question(
            5,
            "whole tree, clean: CPU per 1,000 files",
            "s",
            lambda: 1_000 * bench.clean(bench.whole).cpu / _size(bench, bench.whole),
            "part of the tree",
            lambda: 1_000 * bench.clean(bench.part).cpu / _size(bench, bench.part),
            1.2,
        )
    java = bench.subjects.java
    if java:
        yield Question(
            5,
            "the Java tree: exit code",
            "",
            lambda: bench.once(java).code,
            "limit",
            _limit(0),
        )


def speeds(bench: Bench) -> Iterator[Question]:
    """Ask for the speed of analysis and of highlighting."""
    analysis = cache(lambda: scale_speed.analysis(bench.whole))
    highlighting = cache(lambda: scale_speed.highlighting(bench))
    yield Question(
        6,
        "analysis",
        "MB/s",
        lambda: analysis().our_speed(),
        "tree-sitter's parse",
        lambda: analysis().peer_speed(),
        0.25,
        at_least=True,
    )
    yield Question(
        6,
        "listings with links",
        "MB/s",
        lambda: highlighting().our_speed(),
        "Pygments",
        lambda: highlighting().peer_speed(),
        3.0,
        at_least=True,
    )


def sizes(bench: Bench) -> Iterator[Question]:
    """Ask for the search index, the inventory and large pages."""

    def python() -> Tree:
        return Tree(bench.whole.root, ("*.py",))

    def index() -> float:
        return (bench.output(python()) / "searchindex.js").stat().st_size / _MB

    yield Question(
        7,
        "searchindex.js of the Python files",
        "MB",
        index,
        "plain Sphinx",
        lambda: bench.peers.run("plain Sphinx", bench.whole.root).search_index / _MB,
        0.15,
    )
    unfound = cache(lambda: scale_sizes.unfound(bench.output(bench.whole), bench.whole.root))
    largest = cache(
        lambda: scale_sizes.largest_page(bench.output(bench.whole), bench.whole.root, _PAGE)
    )
    yield Question(
        7,
        "classes and functions that it does not find",
        "names",
        lambda: len(unfound()),
        "limit",
        _limit(0),
        tell=lambda: _listed(unfound()),
    )
    yield Question(
        7,
        "loading objects.inv: CPU",
        "s",
        lambda: scale_sizes.inventory_seconds(bench.output(bench.whole)),
        "limit",
        _limit(2),
    )
    yield Question(
        7,
        "largest page, but of sources over 2 MB",
        "MB",
        lambda: largest()[0] / _MB,
        "limit",
        _limit(_PAGE / _MB),
        tell=lambda: largest()[1],
    )


#: What each budget asks, in the order of measuring: edits change the output that others look at.
BUDGETS = {
    1: whole_tree,
    2: part_of_tree,
    3: themes,
    5: growth,
    6: speeds,
    7: sizes,
    4: edits,
}
