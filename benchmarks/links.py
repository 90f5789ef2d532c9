"""How many of the links in real source trees lead to the right place.

Python is judged by jedi and C and C++ by libclang, on a sample of the names in each tree; links of
the other languages by people, whose verdicts are kept in ``links/``; scip-python, scip-typescript
and the TypeScript compiler say what they think of Python and TypeScript. Every figure is printed
with its counts. The exit code is 1 when one is below its bound.

    python benchmarks/links.py                     the trees below the folder of trees
    python benchmarks/links.py flask path/to/tree  only these
    python benchmarks/links.py --draw go cobra     draws links to be judged by hand, and shows them
    python benchmarks/links.py --unjudged go       shows those that nobody has judged
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import clang_oracle
import hand_checked
import jedi_oracle
import scip_oracle
import second_opinion
import typescript_oracle
from accuracy import TREES
from judging import Asked, Comparison, judge, sample
from judging_report import report
from our_links import found_links

from sphinx_filedocs.languages import load

#: Where the oracles' answers are kept.
CACHE = Path(os.environ.get("FILEDOCS_ORACLE_CACHE", TREES.parent / "oracle-cache"))
#: How many names of a tree are sampled, and how many links are drawn to be judged by hand.
NAMES = 4_000
LINKS = 100
#: The least precision, and the least recall without local names.
BOUNDS = {"Python": (0.99, 0.96), "C": (0.95, 0.0), "C++": (0.95, 0.0), "TypeScript": (0.99, 0.96)}
#: The languages of these that jedi and libclang judge.
_ORACLES = ("Python", "C", "C++")


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree with an oracle for some of its files.

    :param root: relative to the folder of trees, or absolute.
    :param languages: of ``BOUNDS``.
    :param folders: below the root, with the files whose names are sampled.
    :param without: a pattern of the paths of files that are left out.
    :param files: how many files are sampled at most.
    :param defines: macros that the tree's build defines.
    :param indexed: of ``scip_oracle.INDEXERS``: what indexers are asked about too.
    """

    name: str
    root: Path
    languages: tuple[str, ...]
    folders: tuple[str, ...] = ("",)
    without: str = "^$"
    files: int | None = None
    defines: tuple[str, ...] = ()
    indexed: tuple[str, ...] = ()


JUDGED = (
    Tree("flask", Path("flask"), ("Python",), indexed=("Python",)),
    Tree("zod", Path("zod"), (), indexed=("TypeScript",)),
    Tree("torch", Path("torch/torch/distributed"), ("Python",)),
    Tree(
        "sphinx-filedocs",
        Path(__file__).resolve().parent.parent,
        ("Python",),
        ("sphinx_filedocs", "tests", "benchmarks"),
        # Input of the tests, with faults made on purpose.
        without=r"^tests/(roots|languages/[^/]+)/",
    ),
    Tree("hiredis", Path("hiredis"), ("C",)),
    Tree("libuv", Path("libuv"), ("C",)),
    Tree(
        "leveldown",
        Path("leveldown"),
        ("C++",),
        defines=("LEVELDB_PLATFORM_POSIX=1", "OS_LINUX=1"),
    ),
    Tree("fmt", Path("fmt"), ("C++",)),
    Tree(
        "torch",
        Path("torch/torch/include"),
        ("C++",),
        # What an ordinary compiler can read: no CUDA, no Metal.
        ("ATen/core", "c10/core", "c10/util"),
        files=60,
    ),
)


def compare(tree: Tree, root: Path, language: str, options: Options) -> Comparison:
    """Judge the links of a tree by the oracle of a language.

    :param root: absolute.
    """
    size = options.size
    asked: list[Asked]
    if language == "Python":
        paths = [path for path in paths_of(tree, root) if path.endswith(".py")]
        population, asked = jedi_oracle.ask(root, paths, size, CACHE)
        oracle = jedi_oracle.VERSION
    else:
        read = {path: clang_oracle.language_of(root, path) for path in paths_of(tree, root)}
        sources = {path: known for path, known in read.items() if known == language}
        if tree.files is not None:
            sources = {path: sources[path] for path in sample(list(sources), tree.files)}
        population, asked = clang_oracle.ask(root, sources, tree.defines, size, CACHE)
        oracle = clang_oracle.VERSION
    judged = judge(asked, found_links(root, options.scip))
    return Comparison(tree.name, language, oracle, population, judged)


def compare_by_indexers(tree: Tree, root: Path, options: Options) -> bool:
    """Print what indexers in SCIP say of the links of a tree: opinions, for where they differ from
    ours they are often wrong themselves. Tell whether the TypeScript compiler finds enough of them
    right.

    :param root: absolute.
    """
    enough = True
    for language, indexer in scip_oracle.INDEXERS.items():
        paths = [path for path in paths_of(tree, root) if path.endswith(indexer.endings)]
        if not paths or language not in tree.indexed or not options.wants(tree.name, language):
            continue
        program = scip_oracle.installed(indexer, CACHE)
        if program is None:
            print(f"\n{tree.name}: {indexer} can't be had from npm, left out")
            continue
        population, asked = scip_oracle.ask(root, paths, language, program, options.size, CACHE)
        judged = judge(asked, found_links(root, options.scip))
        report(Comparison(tree.name, language, str(indexer), population, judged), options.limit)
        compiler = options.trees / second_opinion.COMPILER
        if language == "TypeScript" and second_opinion.available(options.trees):
            population, asked = typescript_oracle.ask(root, paths, compiler, options.size, CACHE)
            oracle = typescript_oracle.version(compiler)
            judged = judge(asked, found_links(root, options.scip))
            one = Comparison(tree.name, language, oracle, population, judged)
            report(one, options.limit)
            enough = enough and good(one)
    return enough


def paths_of(tree: Tree, root: Path) -> Iterator[str]:
    """Yield the files of a tree whose names are sampled."""
    for folder in tree.folders:
        for path in sorted((root / folder).rglob("*")):
            relative = path.relative_to(root).as_posix()
            if path.is_file() and not path.is_symlink() and not re.search(tree.without, relative):
                yield relative


def good(one: Comparison) -> bool:
    """Tell whether there are links to judge and enough of them are right."""
    precision, recall = BOUNDS[one.language]
    enough = one.precision() >= precision and one.recall(local=False) >= recall
    return bool(one.claims()) and enough


@dataclass(frozen=True, slots=True)
class Options:
    """What is asked for on the command line.

    :param names: of trees or paths; all trees when there are none.
    :param trees: the folder of trees.
    :param language: its key.
    :param size: how many names of a tree are sampled.
    :param limit: how many differences of each sort are shown.
    :param scip: indexes of compilers that the analysis takes.
    """

    names: tuple[str, ...]
    trees: Path
    language: str | None
    size: int
    limit: int | None
    scip: tuple[Path, ...] = ()

    def wants(self, tree: str, language: str) -> bool:
        """Tell whether a tree and language are asked for."""
        return (not self.names or tree in self.names) and self.language in {None, language}

    def root(self, tree: str, path: Path) -> Path | None:
        """Return the root of a tree; one that is not there is named."""
        root = (self.trees / path).resolve()
        if root.is_dir():
            return root
        print(f"\n{tree}: not in {self.trees}, left out; benchmarks/get_trees.sh may fetch it")
        return None


def check_by_oracles(options: Options) -> list[str]:
    """Print what the oracles say of the trees; return those below the bounds."""
    known = {tree.name for tree in JUDGED}
    others = [
        Tree(name, Path(name).absolute(), _ORACLES, indexed=tuple(scip_oracle.INDEXERS))
        for name in options.names
    ]
    bad = []
    for tree in (*JUDGED, *(one for one in others if one.name not in known and one.root.is_dir())):
        judges = {*tree.languages, *tree.indexed}
        languages = [one for one in tree.languages if options.wants(tree.name, one)]
        wanted = any(options.wants(tree.name, one) for one in judges)
        root = options.root(tree.name, tree.root) if wanted else None
        if root is None:
            continue
        if not compare_by_indexers(tree, root, options):
            bad.append(f"{tree.name} (TypeScript)")
        for language in languages:
            one = compare(tree, root, language, options)
            if one.population or tree.name in known:
                report(one, options.limit)
                bad += [] if good(one) else [f"{tree.name} ({language})"]
    return bad


def check_by_hand(options: Options) -> list[str]:
    """Print what people have said of links of the trees; return what is below the bound."""
    bad = []
    for path in sorted(hand_checked.FOLDER.glob("*.toml")):
        language = load()[path.stem].name
        rows = hand_checked.read(path)
        together = []
        for tree in sorted({row.tree for row in rows}):
            name = tree.partition("/")[0]
            root = options.root(name, Path(tree)) if options.wants(name, language) else None
            if root:
                mine = [row for row in rows if row.tree == tree]
                checked = hand_checked.check(root, mine, found_links(root))
                hand_checked.report(f"{tree}, {language}, judged by hand", checked)
                together += checked
        if together and not hand_checked.good(together):
            bad.append(f"{language} (by hand)")
    return bad


def draw(language: str, options: Options) -> None:
    """Draw links to be judged by hand from the trees, and show those without a verdict.

    :param language: a language's key.
    """
    path = hand_checked.FOLDER / f"{language}.toml"
    known = hand_checked.read(path) if path.exists() else []
    samples = []
    for name in options.names:
        root = options.root(name, Path(name))
        if root:
            claims = hand_checked.claims_of(found_links(root), language)
            number = LINKS // len(options.names)
            samples.append(hand_checked.draw(root, name, claims, known, number))
    hand_checked.write(path, samples)
    show_unjudged(language, options)


def show_unjudged(language: str, options: Options) -> None:
    """Show the links of a sample that have no verdict that counts, with the lines around them."""
    rows = hand_checked.read(hand_checked.FOLDER / f"{language}.toml")
    for tree in sorted({row.tree for row in rows}):
        root = options.root(tree, Path(tree))
        if root:
            mine = [row for row in rows if row.tree == tree]
            checked = hand_checked.check(root, mine, found_links(root))
            for line in hand_checked.show(root, checked):
                print(line)


def main(arguments: list[str]) -> int:
    """Run the benchmark, or draw and show links that are to be judged by hand."""
    parser = argparse.ArgumentParser(description="Judge the links in the sources of trees.")
    parser.add_argument("tree", nargs="*", help="name below the folder of trees, or any path")
    parser.add_argument("--trees", type=Path, default=TREES, help="the folder of trees")
    parser.add_argument("--language", help="only this language, by its name")
    parser.add_argument("--names", type=int, default=NAMES, help="names sampled in each tree")
    parser.add_argument("--limit", type=int, default=8, help="differences shown of each sort")
    parser.add_argument("--all", action="store_true", help="show every difference")
    parser.add_argument("--draw", metavar="KEY", help="draw links of this language in the trees")
    parser.add_argument("--unjudged", metavar="KEY", help="show drawn links without a verdict")
    parser.add_argument("--scip", type=Path, action="append", default=[], help="an index to use")
    given = parser.parse_args(arguments)
    limit = None if given.all else given.limit
    tree, scip = tuple(given.tree), tuple(given.scip)
    options = Options(tree, given.trees, given.language, given.names, limit, scip)
    if given.draw:
        if not options.names:
            parser.error("--draw needs a tree")
        draw(given.draw, options)
        return 0
    if given.unjudged:
        show_unjudged(given.unjudged, options)
        return 0
    bad = [*check_by_oracles(options), *check_by_hand(options)]
    if bad:
        print(f"\nBelow the bounds: {', '.join(bad)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
