"""Scripts that a script reads: a shell's ``source`` and ``.``, CMake's ``include``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.source.tree import ListedTree, beside, by_ending, join, parent

#: Ways to write "the folder of this script"; each begins in its own way and has no repetition
#: inside another.
_OWN_FOLDER = re.compile(
    r"""dirname \s+ (?:--\s+)? "? \$
        (?: 0 | \{0\} | BASH_SOURCE | \{BASH_SOURCE(?:\[0\])?\} | \{\(%\):-%[xN]\} )
      | \$\{ (?:0|BASH_SOURCE(?:\[0\])?) %/\* \}
      | \$\{0:(?:a:)?h\}""",
    re.VERBOSE,
)


class Source:
    """Finds scripts by plain paths, by the script's own folder, and below a variable.

    A plain path is looked for from the script's folder and then from the root. What a variable
    holds is not known: the rest of the path leads to a file only if exactly one file of the
    tree ends in it.
    """

    def __init__(self, tree: ListedTree, paths: Sequence[str]) -> None:
        self._tree = tree
        wanted = {_downward(_tail(import_.target)) for import_ in tree.imports(paths)}
        self._endings = by_ending(tree.files, wanted - {""})

    def resolve(self, path: str, import_: Import) -> Iterable[str]:
        """Return the script that the file ``path`` reads, if it is one of the tree."""
        folder = parent(path)
        target = import_.target.replace('"', "").replace("'", "").strip()
        if "$" not in target and "`" not in target:
            return self._written(folder, target)
        tail = _tail(target)
        if not tail:
            return ()
        up = _steps_up(import_.target)
        if up is not None:
            place = join(folder, "../" * up + tail)
            return [place] if self._tree.has(place) else ()
        candidates = self._endings.get(_downward(tail), [])
        return candidates if len(candidates) == 1 else ()

    def _written(self, folder: str, target: str) -> list[str]:
        """Return what a path without expansions names."""
        for home in (folder, ""):
            place = join(home, target) if target else None
            # CMake's add_subdirectory names a folder for the script in it.
            for path in () if place is None else (place, beside(place, "CMakeLists.txt")):
                if path in self._tree.files:
                    return [path]
        return []


def _tail(target: str) -> str:
    """Return the literal end of a path after its last expansion, ``""`` without one."""
    bare = target.replace('"', "").replace("'", "").strip()
    end = max(bare.rfind("}"), bare.rfind(")"), bare.rfind("`"))
    dollar = bare.rfind("$")
    if max(end, dollar) < 0:
        return ""
    tail = bare[end + 1 :] if end > dollar else bare[dollar:]
    # Between an expansion and the tail there is a slash, or the name is not known in full.
    head, slash, rest = tail.partition("/")
    whole = not head if end > dollar else re.fullmatch(r"\$\w+", head) is not None
    return rest.lstrip("/") if slash and whole else ""


def _steps_up(target: str) -> int | None:
    """Return how far above the script's folder an expansion leads; ``None`` if elsewhere."""
    own = _OWN_FOLDER.search(target)
    if own is None:
        return None
    outer = max(target.count("dirname") - 1, 0)
    # In "$(cd "$(dirname "$0")/.." && pwd)/x" there are steps before the expansion ends.
    inner, _, _ = target[own.end() :].rpartition(")")
    return outer + inner.count("/..")


def _downward(tail: str) -> str:
    """Return a path without the steps up and around at its beginning."""
    while tail.startswith(("../", "./")):
        tail = tail.partition("/")[2]
    return join("", tail) or ""
