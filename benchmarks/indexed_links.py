"""What links are with an index of a compiler, and without one.

An index is made by scip-python or scip-typescript; then the same names are judged by jedi or by the
TypeScript compiler without an index, with that one, with one of which every second file is of
another state, with one that is cut off, and with our own. Ours is compared link for link too. The
exit code is 1 when an index that may not count changes a link, or our own one does.

    python benchmarks/indexed_links.py             the trees that there are indexers for
    python benchmarks/indexed_links.py flask zod   only these
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import jedi_oracle
import scip_oracle
import second_opinion
import typescript_oracle
from accuracy import TREES
from judging import RIGHT, Asked, Comparison, Found, Judged, Line, judge
from judging_report import share_of
from links import CACHE, JUDGED, NAMES, Options, Tree, paths_of
from our_links import found_links

from sphinx_filedocs import api
from sphinx_filedocs.plugins.scip.messages import DEFINITION, message
from sphinx_filedocs.plugins.scip.names import is_local
from sphinx_filedocs.plugins.scip.reader import read_documents

#: Where a name stands.
_Place = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Row:
    """The links of a tree with one index.

    :param title: which index it is.
    :param stale: the files of which it says nothing that counts.
    """

    title: str
    found: tuple[Found, ...]
    stale: frozenset[str] = frozenset()

    def differing(self, other: Row) -> set[_Place]:
        """Return the places of the names of which another row claims something else."""
        mine, others = _claims(self.found), _claims(other.found)
        return {place for place in {*mine, *others} if mine.get(place) != others.get(place)}


def _claims(found: Iterable[Found]) -> dict[_Place, tuple[Line, ...]]:
    return {
        (one.path, one.line, one.column): one.targets
        for one in found
        if one.claim and not one.definition
    }


def rows_of(root: Path, index: Path, title: str, folder: Path) -> Iterator[Row]:
    """Yield the links of a tree without an index, with this one, and with what was made of it.

    :param root: absolute.
    :param title: who made the index.
    :param folder: for what is made.
    """
    old, cut, own = folder / "old.scip", folder / "cut.scip", folder / "own.scip"
    stale = frozenset(age(index, old))
    cut.write_bytes(index.read_bytes()[:-1])
    with api.Tree.open(root) as tree, own.open("wb") as file:
        tree.write(file, "scip")
    yield Row("no index", found_links(root))
    yield Row(title, found_links(root, (index,)))
    yield Row("the same, of half of the files stale", found_links(root, (old,)), stale)
    yield Row("the same, cut off", found_links(root, (cut,)))
    yield Row("our own", found_links(root, (own,)))
    yield Row("our own, as it was written", _read_back(own))


def age(index: Path, target: Path) -> Iterator[str]:
    """Write an index in which every second file had a line more at its start; yield these files."""
    whole = message("Index")
    whole.ParseFromString(index.read_bytes())
    for document in whole.documents[::2]:
        for one in document.occurrences:
            numbers = list(one.range)
            lines = [0] if len(numbers) == 3 else [0, 2]
            one.range[:] = [number + (at in lines) for at, number in enumerate(numbers)]
        yield document.relative_path
    target.write_bytes(whole.SerializeToString())


def _read_back(index: Path) -> tuple[Found, ...]:
    """Return what an index says, read without the analysis."""
    defined: defaultdict[str, set[Line]] = defaultdict(set)
    documents = list(read_documents(index))
    for document in documents:
        for one in document.occurrences:
            if one.roles & DEFINITION:
                defined[_key(document.path, one.symbol)].add((document.path, one.line))
    return tuple(
        Found(
            path=document.path,
            line=one.line,
            column=one.start,
            name="",
            how="compiler",
            kind="",
            targets=tuple(sorted(defined[_key(document.path, one.symbol)])),
            definition=bool(one.roles & DEFINITION),
        )
        for document in documents
        for one in document.occurrences
    )


def _key(path: str, symbol: str) -> str:
    return f"{path} {symbol}" if is_local(symbol) else symbol


def asked_of(tree: Tree, root: Path, language: str, options: Options) -> list[Asked]:
    """Return what the judge of a language says of the names of a tree."""
    endings = scip_oracle.INDEXERS[language].endings
    paths = [path for path in paths_of(tree, root) if path.endswith(endings)]
    if language == "Python":
        return jedi_oracle.ask(root, paths, options.size, CACHE)[1]
    compiler = options.trees / second_opinion.COMPILER
    return typescript_oracle.ask(root, paths, compiler, options.size, CACHE)[1]


def report(title: str, rows: Sequence[Row], asked: Sequence[Asked]) -> None:
    """Print a table of what the judge says of the links with each index."""
    print(f"\n{title}, {len(asked)} names")
    for row in rows[:-1]:
        one = Comparison("", "", "", 0, judge(asked, row.found))
        claims = [each for each in row.found if each.claim and not each.definition]
        compiled = sum(each.how == "compiler" for each in claims)
        figures = [
            f"{len(claims)} links, {compiled} by compiler",
            f"{len(row.differing(rows[0]))} other than without",
            *([f"{len(row.stale)} files stale"] if row.stale else []),
        ]
        print(f"  {row.title}: {', '.join(figures)}")
        for names, local in (("all names", True), ("without local names", False)):
            print(f"    {names:20} precision {_share(one.claims(local=local))}", end=", ")
            print(f"recall {_share(one.resolved(local=local))}")
    for reason, count in sorted(compared(rows[0], rows[-1]).items()):
        print(f"  {rows[-1].title}: {count} {reason}")


def _share(judged: Sequence[Judged]) -> str:
    return share_of(sum(one.verdict in RIGHT for one in judged), len(judged))


def compared(ours: Row, index: Row) -> Counter[str]:
    """Return how many of our links an index has too, and how many it leaves out, link for link."""
    written = _claims(index.found)
    counts: Counter[str] = Counter()
    for place, targets in _claims(ours.found).items():
        if place in written:
            counts["the same" if written[place] == targets else "other than our link"] += 1
        elif len(targets) > 1:
            counts["left out: several definitions"] += 1
        else:
            counts["left out: a file" if targets[0][1] == 1 else "left out"] += 1
    return counts


def bad(rows: Sequence[Row]) -> Iterator[str]:
    """Yield what is wrong: an index that may not count or says the same has changed a link."""
    without, _, old, cut, own, written = rows
    if any(path in old.stale for path, _, _ in old.differing(without)):
        yield "a file whose index is stale has other links"
    if cut.differing(without):
        yield "an index that is cut off counts"
    if own.differing(without) or compared(without, written)["other than our link"]:
        yield "our own index says something else"


def main(arguments: list[str]) -> int:
    """Compare the links of trees with and without indexes; return 1 when something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("tree", nargs="*", help="name below the folder of trees")
    parser.add_argument("--trees", type=Path, default=TREES, help="the folder of trees")
    parser.add_argument("--names", type=int, default=NAMES, help="names sampled in each tree")
    given = parser.parse_args(arguments)
    options = Options(tuple(given.tree), given.trees, None, given.names, None)
    wrong: list[str] = []
    for tree in JUDGED:
        for language in tree.indexed:
            root = (
                options.root(tree.name, tree.root) if options.wants(tree.name, language) else None
            )
            indexer = scip_oracle.INDEXERS[language]
            program = scip_oracle.installed(indexer, CACHE) if root else None
            if root is None or program is None:
                continue
            paths = [path for path in paths_of(tree, root) if path.endswith(indexer.endings)]
            index = scip_oracle.index_of(root, paths, indexer, program, CACHE)
            with tempfile.TemporaryDirectory() as folder:
                rows = list(rows_of(root, index, f"with {indexer}", Path(folder)))
            report(f"{tree.name}, {language}", rows, asked_of(tree, root, language, options))
            wrong += [f"{tree.name}: {one}" for one in bad(rows)]
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
