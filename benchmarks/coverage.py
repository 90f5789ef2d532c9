"""How much of the documentation that stands at the head of files is shown as what they are.

An independent simple reading says which own files have words: Pygments' comments and docstrings
before the first line of code; imports, guards of headers and the like are passed over, notices of
licences, what four files or more begin with and what has fewer than four words are left out. What
stands right above a definition, a macro too, is that one's, but where it is named like the file. A
file is shown where its row has words.

    python benchmarks/coverage.py TREE...            a table of the trees
    python benchmarks/coverage.py --missed TREE...   and what is not shown, with its words
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from accuracy import TREES
from pygments.lexers import get_lexer_for_filename
from pygments.token import Comment, String
from pygments.util import ClassNotFound
from statements import Documented, documented

from sphinx_filedocs.model.files import File

#: Roles of files that are no code of the project's own.
_ASIDE = frozenset({"test", "example", "benchmark", "generated", "vendored", "documentation"})
_NOTICE = re.compile(
    r"copyright|licen[sc]e|SPDX|all rights reserved|warrant|distribut|this software", re.IGNORECASE
)
_MARKS = re.compile(r"^[\s/*#!;\"'`%=_~+-]+|[\s/*#\"'`=_~+-]+$|\\brief\b|@file\S*")
_WORD = re.compile(r"[^\W\d_]{2,}")
#: Lines of code that stand before a documented file's first definition.
_PASSED = re.compile(
    r"\s*(?:import|package|from|use|using|mod|extern|export \*"
    r"|#\s*(?:include|if|ifndef|ifdef|define\s+\w+\s*$|pragma|endif|undef|import)"
    r"|@|\"use strict\"|require|[)}\]]|\"[^\"]*\"\s*$)"
)
_NO_WORDS = (Comment.Preproc, Comment.PreprocFile, Comment.Hashbang)
_FEWEST, _LOOKED = 4, 40_000
#: What so many files begin with is about none of them.
_BOILERPLATE = 4


def words_at_head(name: str, text: str) -> str:
    """Return the first paragraph of words that stands before the code of a text, if there is one.

    :param name: of the file.
    """
    try:
        lexer = get_lexer_for_filename(name)
    except ClassNotFound:
        return ""
    lines: dict[int, str] = {}
    code: dict[int, str] = {}
    line = 1
    for kind, value in lexer.get_tokens(text[:_LOOKED]):
        is_words = _is_below(kind, Comment) and not any(_is_below(kind, one) for one in _NO_WORDS)
        for at, part in enumerate(value.split("\n")):
            target = lines if is_words or _is_below(kind, String.Doc) else code
            if part.strip() or target is lines:
                target[line + at] = target.get(line + at, "") + part
        line += value.count("\n")
    for at in sorted(code):
        shown = text.split("\n")[at - 1]
        if at not in lines and not _PASSED.match(shown):
            end = at
            while end - 1 in lines and Path(name).stem.lower() not in shown.lower():
                end -= 1
            lines = {number: part for number, part in lines.items() if number < end}
            break
    lines = {at: part for at, part in lines.items() if at not in code}
    return next(_paragraphs(lines), "")


def documented_files(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the words at the head of each file of a tree that has words of its own.

    :param texts: by path.
    """
    found = {path: words_at_head(Path(path).name, text) for path, text in texts.items()}
    counts = Counter(found.values())
    return {path: words for path, words in found.items() if words and counts[words] < _BOILERPLATE}


def _is_below(kind: tuple[str, ...], above: tuple[str, ...]) -> bool:
    return kind[: len(above)] == above


def _paragraphs(lines: dict[int, str]) -> Iterator[str]:
    block: list[str] = []
    last = 0
    for at in [*sorted(lines), -1]:
        shown = _MARKS.sub("", lines[at]).strip() if at > 0 else ""
        if at != last + 1 or not shown:
            said = " ".join(block)
            if len(_WORD.findall(said)) >= _FEWEST and not _NOTICE.search(said):
                yield said
            block = []
        if shown:
            block.append(shown)
        last = at


def _own(tree: Documented) -> Iterator[tuple[str, File]]:
    for path, file in tree.codebase.light.items():
        roles = {role.name for role in file.roles}
        if file.kind == "text" and file.language and not roles & _ASIDE:
            yield path, file


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("trees", nargs="+", help="names below the folder of trees, or folders")
    parser.add_argument("--missed", action="store_true", help="what is not shown, too")
    given = parser.parse_args()
    print(f"{'tree':16} {'own':>6} {'words':>6} {'shown':>6} {'share':>6} {'rows':>6}")
    for name in given.trees:
        root = Path(TREES, name).resolve()
        with documented(root) as tree:
            own = dict(_own(tree))
            said = tree.codebase.graph.descriptions
            found = documented_files({path: "\n".join(tree.lines(path)) for path in own})
            missed = {path: words for path, words in found.items() if not said.get(path)}
            rows = sum(said.get(path) is not None for path in own)
        share = f"{1 - len(missed) / len(found):.2f}" if found else "–"
        shown = len(found) - len(missed)
        print(f"{name:16} {len(own):6} {len(found):6} {shown:6} {share:>6} {rows:6}", flush=True)
        if given.missed:
            for path, words in missed.items():
                print(f"    {path}: {words[:110]}")


if __name__ == "__main__":
    main()
