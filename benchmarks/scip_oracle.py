"""What indexers in SCIP, scip-python and scip-typescript, say of the names in a tree.

They come from npm, and read the sources without running them: a copy of these, for scip-typescript
writes a configuration beside them. Where npm can't be had, they are left out.
"""

from __future__ import annotations

import ast
import shutil
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from judging import Asked, Line, Said, keep, kept, sample, state_of
from python_names import names

from sphinx_filedocs.plugins.scip.messages import DEFINITION
from sphinx_filedocs.plugins.scip.names import columns_of, is_local, name_of
from sphinx_filedocs.plugins.scip.reader import Document, Occurrence, read_documents

#: So many seconds an indexer may take.
_SECONDS = 900
_PYTHON_KINDS = {
    "local variable": "local",
    "own definition": "global",
    "import-bound": "global",
    "unbound (builtin)": "builtin",
    "keyword argument": "keyword argument",
    "import path": "import",
    "imported name": "import",
}
#: What answers depend on besides the sources and the indexer.
_RULES = (Path(__file__), Path(__file__).with_name("python_names.py"))


@dataclass(frozen=True, slots=True)
class Indexer:
    """A program that writes an index in SCIP.

    :param package: of npm.
    :param endings: of the files that are asked about.
    """

    program: str
    package: str
    version: str
    endings: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.program} {self.version}"


INDEXERS = {
    "Python": Indexer("scip-python", "@sourcegraph/scip-python", "0.6.6", (".py",)),
    "TypeScript": Indexer("scip-typescript", "@sourcegraph/scip-typescript", "0.4.0", (".ts",)),
}


def installed(indexer: Indexer, cache: Path) -> Path | None:
    """Return where an indexer is, installed if need be; none where npm does not give it.

    :param cache: a folder where it is kept for the next time.
    """
    if there := shutil.which(indexer.program):
        return Path(there)
    program = cache / "npm" / "node_modules" / ".bin" / indexer.program
    npm = shutil.which("npm")
    if npm and not program.exists():
        wanted = f"{indexer.package}@{indexer.version}"
        options = ("--prefix", str(cache / "npm"), "--no-save", "--ignore-scripts")
        (cache / "npm").mkdir(parents=True, exist_ok=True)
        subprocess.run([npm, "install", *options, wanted], capture_output=True, check=False)
    return program if program.exists() else None


def ask(
    root: Path, paths: Sequence[str], language: str, program: Path, size: int, cache: Path
) -> tuple[int, list[Asked]]:
    """Return how many names the files have, and what the indexer says of a sample of them.

    :param root: absolute.
    :param paths: relative to *root*.
    :param language: of :data:`INDEXERS`.
    :param cache: a folder where answers are kept for the next time.
    """
    indexer = INDEXERS[language]
    versions = (str(indexer), str(size), *(one.read_text("utf-8") for one in _RULES))
    store = cache / f"{indexer.program}-{root.name}-{state_of(root, paths, *versions)}.json"
    if not store.exists():
        documents = list(read_documents(index_of(root, paths, indexer, program, cache)))
        keep(store, *_asked(root, paths, language, documents, size))
    return kept(store)


def index_of(
    root: Path, paths: Sequence[str], indexer: Indexer, program: Path, cache: Path
) -> Path:
    """Return the index that an indexer writes of the files; the parameters are those of
    :func:`ask`."""
    state = state_of(root, paths, str(indexer), *(one.read_text("utf-8") for one in _RULES))
    index = cache / f"{indexer.program}-{root.name}-{state}.scip"
    if not index.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            shutil.move(_written(root, indexer, program, Path(folder)), index)
    return index


def _written(root: Path, indexer: Indexer, program: Path, folder: Path) -> Path:
    copy, index = folder / root.name, folder / "index.scip"
    ignore = shutil.ignore_patterns(".git", "node_modules")
    shutil.copytree(root, copy, ignore=ignore, symlinks=True)
    command = [str(program), "index", "--output", str(index)]
    if indexer.program == "scip-python":
        environment = folder / "environment.json"
        environment.write_text("[]", encoding="utf-8")
        command += ["--project-name", root.name, "--project-version", "1"]
        command += ["--environment", str(environment)]
    else:
        command.append("--infer-tsconfig")
    run = subprocess.run(command, cwd=copy, capture_output=True, timeout=_SECONDS, check=False)
    if run.returncode or not index.exists():
        raise RuntimeError(run.stderr.decode("utf-8", "replace")[-2_000:])
    return index


def _asked(
    root: Path, paths: Sequence[str], language: str, documents: Sequence[Document], size: int
) -> tuple[int, list[Asked]]:
    known = {one.path: one for one in documents if one.path in {*paths}}
    defined: defaultdict[str, set[Line]] = defaultdict(set)
    for path, document in known.items():
        for one in document.occurrences:
            if one.roles & DEFINITION:
                defined[_key(path, one)].add((path, one.line))
    population = [
        (path, line, column, name, kind, occurrence)
        for path, document in sorted(known.items())
        for line, column, name, kind, occurrence in _uses(root / path, document, language)
    ]
    bound = {
        path: names((root / path).read_bytes().decode("utf-8-sig", "replace"))
        for path in (known if language == "Python" else ())
    }

    def others(name: str, exact: set[Line]) -> frozenset[Line]:
        again = (
            (path, other)
            for path, line in exact
            if path in bound
            for other in bound[path].bound_with(name, line)
        )
        return frozenset(again) - exact

    return len(population), [
        Asked(
            path=path,
            line=line,
            column=column,
            name=name,
            kind=kind,
            local=kind == "local",
            said=_said(occurrence, defined[_key(path, occurrence)]),
            exact=frozenset(defined[_key(path, occurrence)]),
            others=others(name, defined[_key(path, occurrence)]),
        )
        for path, line, column, name, kind, occurrence in sample(population, size)
    ]


def _said(one: Occurrence, defined: set[Line]) -> Said:
    """Return whether the index says where a name leads: what is local to a file and defined nowhere
    in it came by an import."""
    if defined:
        return "in the tree"
    return "nothing" if is_local(one.symbol) else "outside"


def _key(path: str, one: Occurrence) -> str:
    return f"{path} {one.symbol}" if is_local(one.symbol) else one.symbol


def _uses(
    file: Path, document: Document, language: str
) -> Iterator[tuple[int, int, str, str, Occurrence]]:
    """Yield the names that define nothing where they stand: line, column, text and kind."""
    text = file.read_bytes().decode("utf-8-sig", "replace")
    lines = text.split("\n")
    kinds = _python_kinds(text) if language == "Python" else None
    seen: set[tuple[int, int]] = set()
    defining = {(one.line, one.start) for one in document.occurrences if one.roles & DEFINITION}
    for one in document.occurrences:
        ends = columns_of(document.encoding, one, lines)
        if ends is None or (one.line, one.start) in defining or (one.line, one.start) in seen:
            continue
        seen.add((one.line, one.start))
        line = lines[one.line - 1]
        name = line[ends[0] : ends[1]]
        if language == "TypeScript" and _is_shorthand(line, *ends):
            continue
        # An import that renames has a symbol of another name.
        if not name.isidentifier() or not (is_local(one.symbol) or name == name_of(one.symbol)):
            continue
        kind = kinds.get((one.line, ends[0]), "") if kinds is not None else _kind(one.symbol)
        if kind:
            yield one.line, ends[0], name, kind, one


def _is_shorthand(line: str, start: int, end: int) -> bool:
    """Tell whether a name may be a shorthand, ``{a}``, for a key and a variable: the index has only
    the key."""
    before, after = line[:start].rstrip(), line[end:].lstrip()
    return before[-1:] in ("{", ",", "") and after[:1] in ("}", ",", "")


def _kind(symbol: str) -> str:
    """Return what sort of name a symbol is, by its descriptors."""
    if is_local(symbol):
        return "local"
    if symbol.endswith("#"):
        return "type"
    return "member" if "#" in symbol.rpartition("`/")[2] else "global"


def _python_kinds(text: str) -> Mapping[tuple[int, int], str]:
    """Return the kinds of the names in a source by their places."""
    uses = names(text).uses
    if not uses:
        return {}
    annotated = [
        (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
        for node in _annotations(ast.parse(text))
    ]
    lines = [line.isascii() for line in text.split("\n")]
    inside = {
        (line, column)
        for first, start, last, end in annotated
        for line in range(first, (last or first) + 1)
        if lines[line - 1]
        for column in range(start if line == first else 0, (end or 0) if line == last else 1_000)
    }
    return {
        (use.line, use.column): "annotation"
        if (use.line, use.column) in inside
        else _PYTHON_KINDS.get(use.kind, "member")
        for use in uses
    }


def _annotations(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        for field in ("annotation", "returns"):
            if isinstance(found := getattr(node, field, None), ast.expr):
                yield found
