"""How many of the definitions in real source trees are found, measured against an oracle.

For each tree and language: the definitions (name, kind class, line) that the oracle and the
analysis agree on, precision and recall, raw and without the differences that
``accuracy_explained.toml`` explains, then the differences that are left. The exit code is 1 when
a recall or precision without explained differences is below its bound.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import second_opinion
from differences import Comparison, Difference, Explanation, compare, explain, read_explanations
from oracle import Entries, Entry, Kind, definitions, language_of, plain

from sphinx_filedocs import languages
from sphinx_filedocs.model.symbols import Symbol
from sphinx_filedocs.parse import outline, parser

EXPLAINED = Path(__file__).with_name("accuracy_explained.toml")
#: Where get_trees.sh puts its trees.
TREES = Path(os.environ.get("FILEDOCS_TREES", Path.home() / ".cache" / "sphinx-filedocs" / "trees"))
#: Trees that are judged only where they are named: for one of their languages, or for links alone.
_ONLY_NAMED = frozenset({"capacitor", "edge", "expo-modules-core", "scopt", "torch"})
#: The least precision and recall without the explained differences.
BOUNDS = {"Python": 0.99}
BOUND = 0.97

_KINDS: dict[str, Kind] = {
    **dict.fromkeys(("class", "struct", "union", "enum", "interface", "trait"), "class"),
    "function": "function",
    "method": "method",
}


def measured(
    root: Path, paths: Mapping[str, str], expected: Entries
) -> tuple[Entries, dict[str, str]]:
    """Return what the analysis finds in the files, and the name of each file's language.

    :param expected: what an oracle finds: some list the places, too, where a file only declares
        what it defines.
    """
    entries: dict[str, frozenset[Entry]] = {}
    names: dict[str, str] = {}
    for path, oracle_language in paths.items():
        data = (root / path).read_bytes()
        language = languages.detect(path, data[:10_000])
        names[path] = language.name if language else oracle_language
        if language is None:
            entries[path] = frozenset()
            continue
        text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
        symbols = outline.nest(parser.parse(text, language).definitions)
        entries[path] = frozenset(
            entry for entry, is_defined in _flat(symbols) if is_defined or entry in expected[path]
        )
    return entries, names


def _flat(symbols: tuple[Symbol, ...]) -> Iterator[tuple[Entry, bool]]:
    """Yield the places of symbols, with whether they are defined there."""
    stack = [(symbol, False) for symbol in symbols]
    while stack:
        symbol, local = stack.pop()
        kind = _KINDS.get(symbol.kind)
        if kind:
            for line in (*symbol.declared, symbol.line):
                yield Entry(plain(symbol.name), kind, line, local), line == symbol.line
        inside = local or kind in {"function", "method"}
        stack.extend((child, inside) for child in symbol.children)


def compare_tree(
    root: Path, explanations: list[Explanation], trees: Path = TREES
) -> list[Comparison]:
    """Compare all files of a tree, one comparison for each of its languages."""
    candidates = sorted(path for path in root.rglob("*") if path.is_file())
    files = {
        path.relative_to(root).as_posix(): language
        for path in candidates
        if "\n" not in path.name and (language := language_of(path))
    }
    expected = definitions(root, files)
    found, names = measured(root, files, expected)
    comparisons = []
    for name in sorted(set(names.values())):
        paths = [path for path in files if names[path] == name]
        differences = [
            difference
            for path in paths
            for difference in compare(root, path, expected[path], found[path])
        ]
        explained = explain(differences, name, explanations)
        if name in second_opinion.LANGUAGES and second_opinion.available(trees):
            explained = second_opinion.settle(trees, root, explained)
        comparisons.append(
            Comparison(
                tree=root.name,
                language=name,
                files=len(paths),
                expected=sum(len(expected[path]) for path in paths),
                found=sum(len(found[path]) for path in paths),
                differences=explained,
            )
        )
    return comparisons


def report(comparisons: list[Comparison], limit: int | None) -> None:
    """Print the table, the explanations that were used, and the differences left."""
    print(f"{'':24}{'':>7}{'definitions':>18}{'as it is':>20}{'explained':>11}{'without':>16}")
    print(
        f"{'tree':12}{'language':12}{'files':>7}{'oracle':>9}{'ours':>9}"
        f"{'precision':>12}{'recall':>8}{'':>11}{'precision':>12}{'recall':>8}"
    )
    for one in comparisons:
        explained = sum(difference.reason is not None for difference in one.differences)
        print(
            f"{one.tree:12.12}{one.language:12}{one.files:7}{one.expected:9}{one.found:9}"
            f"{_share(one.precision()):>12}{_share(one.recall()):>8}{explained:11}"
            f"{_share(one.precision(explained=True)):>12}{_share(one.recall(explained=True)):>8}"
        )
    reasons = Counter(difference.reason for one in comparisons for difference in one.differences)
    print("\nExplained differences")
    for reason, count in reasons.most_common():
        if reason is not None:
            print(f"{count:7}  {reason}")
    for one in comparisons:
        _list([d for d in one.differences if d.reason is None], one, limit)


def _list(differences: list[Difference], one: Comparison, limit: int | None) -> None:
    if not differences:
        return
    kinds = Counter(difference.sort for difference in differences)
    counts = ", ".join(f"{count} {sort}" for sort, count in sorted(kinds.items()))
    print(f"\n{one.tree}, {one.language}: {counts}")
    for difference in differences[:limit]:
        print(f"  {difference}")
    if limit is not None and len(differences) > limit:
        print(f"  … {len(differences) - limit} more (--all shows them)")


def _share(value: float) -> str:
    """Return a share with four digits, cut and not rounded: 1.0000 is said of nothing less."""
    return f"{int(value * 10_000) / 10_000:.4f}"


def good(one: Comparison) -> bool:
    """Tell whether a comparison reaches the bounds of its language."""
    bound = BOUNDS.get(one.language, BOUND)
    return min(one.precision(explained=True), one.recall(explained=True)) >= bound


def main(arguments: list[str]) -> int:
    """Run the benchmark over the trees of a folder, or those of its trees that are named."""
    parser = argparse.ArgumentParser(description="Compare found symbols with an oracle's.")
    parser.add_argument("tree", nargs="*", help="name below the folder of trees, or any path")
    parser.add_argument("--trees", type=Path, default=TREES, help="the folder of trees")
    parser.add_argument("--language", help="only this language, by its name")
    parser.add_argument("--limit", type=int, default=8, help="differences shown for each row")
    parser.add_argument("--all", action="store_true", help="show every difference")
    options = parser.parse_args(arguments)
    found = (path.name for path in options.trees.glob("*/") if not path.name.startswith("."))
    names = options.tree or sorted(set(found) - _ONLY_NAMED)
    if not names:
        parser.error(f"no trees in {options.trees}: benchmarks/get_trees.sh fetches some")
    roots = [Path(name) if Path(name).is_dir() else options.trees / name for name in names]
    for root in roots:
        if not root.is_dir():
            parser.error(f"no such tree: {root}")
    explanations = read_explanations(EXPLAINED)
    comparisons = [
        one
        for root in roots
        for one in compare_tree(root.resolve(), explanations, options.trees)
        if options.language in {None, one.language}
    ]
    report(comparisons, None if options.all else options.limit)
    bad = [f"{one.tree} ({one.language})" for one in comparisons if not good(one)]
    if bad:
        print(f"\nBelow the bounds: {', '.join(bad)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
