"""The speed of analysis beside tree-sitter's bare parse, and of highlighting beside Pygments'.

Each file goes through both, one right after the other in one process, so that both see the same
state of the machine. Grammars and queries are loaded before.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import tree_sitter
from scale_builds import Bench, Tree
from scale_measure import Failed
from scale_peers import files

from sphinx_filedocs import languages
from sphinx_filedocs.languages import file_types
from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.source import content

#: Larger files, in bytes, are not read: the default of ``filedocs_max_bytes``.
_LIMIT = 2_000_000


@dataclass(frozen=True, slots=True)
class Speeds:
    """What two programs take for the same texts.

    :param size: of all texts, in characters.
    :param ours: and *peer*: CPU seconds.
    """

    size: int
    ours: float
    peer: float

    def our_speed(self) -> float:
        """Return our speed in million characters a second."""
        return self.size / self.ours / 1e6

    def peer_speed(self) -> float:
        """Return the peer's speed in million characters a second."""
        return self.size / self.peer / 1e6


def analysis(tree: Tree) -> Speeds:
    """Compare the analysis of all files that have a grammar with a bare parse of them."""
    size, ours, peer = 0, 0.0, 0.0
    warm = set()
    for _, language, text in texts(tree.root):
        tongue = languages.grammar(language)
        if tongue is None:
            continue
        parser = tree_sitter.Parser(tongue)
        if language.key not in warm:
            warm.add(language.key)
            extract(text, language.key)
        data = text.encode("utf-8", "replace")
        start = process_time()
        parser.parse(data)
        parsed = process_time()
        extract(text, language.key)
        ours += process_time() - parsed
        peer += parsed - start
        size += len(text)
    return _speeds(size, ours, peer)


def texts(root: Path) -> Iterator[tuple[str, languages.Language, str]]:
    """Yield path, language and text of each file below a folder that is in a known language."""
    known = languages.load()
    for path in files(root):
        relative = path.relative_to(root).as_posix()
        text = content.read(root, relative, _LIMIT).text
        language = known.get(file_types.of_text(relative, text).language or "") if text else None
        if language:
            yield relative, language, text


def highlighting(bench: Bench) -> Speeds:
    """Compare writing listings, links included, with Pygments' HtmlFormatter."""
    tree = bench.mixed
    with tempfile.NamedTemporaryFile("r", encoding="utf-8", dir=bench.folder) as times:
        conf = (
            f"import sys\nsys.path.append({str(Path(__file__).parent)!r})\n"
            'extensions.append("scale_listing_times")\n'
            f"listing_times_file = {times.name!r}\nlisting_times_root = {str(tree.root)!r}\n"
        )
        bench.once(tree, conf)
        rows = [line.split() for line in times]
    size = sum(int(row[0]) for row in rows)
    return _speeds(size, sum(float(row[1]) for row in rows), sum(float(row[2]) for row in rows))


def _speeds(size: int, ours: float, peer: float) -> Speeds:
    if not size:
        raise Failed("no text was measured")
    return Speeds(size, ours, peer)
