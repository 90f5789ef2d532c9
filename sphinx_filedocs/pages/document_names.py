"""Parts of document names that are distinct in every output."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from unicodedata import normalize

from sphinx_filedocs.model.files import Folder

#: What a document name may hold besides letters and digits: nothing that a file system, an
#: address or LaTeX gives a meaning to.
_PLAIN = frozenset(" ._+-@=~,()[]!$")
#: In bytes of UTF-8: with a digest and a suffix behind it, it is still a file's name everywhere.
_LONGEST = 180
#: A folder's own pages: those of one name, and those whose names may have more behind a hyphen.
_OWN = frozenset({"index", "dependencies"})
_INDEX, _ROOT_INDICES = "keywords", frozenset({"crossref", "unused"})


@dataclass(frozen=True, slots=True)
class Suffixes:
    """The endings of output files, in lower case, each with its dot.

    :param documents: of documents, in any builder.
    :param beside: of documents beside a folder of their further pages, and of doctrees there.
    """

    documents: tuple[str, ...] = (
        ".html", ".xhtml", ".txt", ".xml", ".pseudoxml", ".fjson", ".fpickle", ".pot", ".doctree",
    )  # fmt: skip
    beside: tuple[str, ...] = (".html", ".fjson", ".fpickle", ".doctree")

    def more(self, documents: Iterable[str], beside: Iterable[str]) -> Suffixes:
        """Return these and others, as builders have them."""
        beside = {*self.beside, *filter(None, map(str.casefold, beside))}
        every = {*self.documents, *beside, *filter(None, map(str.casefold, documents))}
        return Suffixes(tuple(sorted(every)), tuple(sorted(beside)))


@cache
def segment(name: str) -> str:
    """Return a name as a part of a document name.

    It has no dot at its beginning (hosts hide such files), and no dot or space at its end
    (Windows).
    """
    shown = f"dot-{name[1:]}" if name.startswith(".") else name
    safe = "".join(c if c.isalnum() or c in _PLAIN else _coded(c) for c in shown)
    if safe.endswith((".", " ")):
        safe = safe[:-1] + _coded(safe[-1])
    if len(safe.encode()) <= _LONGEST:
        return safe
    return f"{safe.encode()[: _LONGEST - 20].decode(errors='ignore')}-{_digest(name)}"


def _coded(character: str) -> str:
    return f"-{ord(character):x}-"


def _digest(*parts: str) -> str:
    text = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(text, digest_size=6).hexdigest()


def distinct(
    files: Sequence[str], folders: Sequence[str], lists: Collection[str], suffixes: Suffixes
) -> dict[str, str]:
    """Return a part of a document name for each file and folder in a folder.

    If the outputs of two names collide, one of them gets a digest. No third name has an influence.

    :param lists: the names of lists of the whole tree, in its root.
    """
    folder = _FolderNames(files, folders, lists, suffixes)
    parts = {name: part for name in files if (part := folder.regular(name, suffixes.beside))}
    parts |= {name: part for name in folders if (part := folder.regular(name, suffixes.documents))}
    for is_file, names in ((True, files), (False, folders)):
        for name in names:
            if name not in parts:
                parts[name] = folder.irregular(name, is_file)
    return parts


class _FolderNames:
    def __init__(
        self,
        files: Sequence[str],
        folders: Sequence[str],
        lists: Collection[str],
        suffixes: Suffixes,
    ) -> None:
        self._lists = lists
        self._suffixes = suffixes
        self._first: dict[str, str] = {}
        for name in (*files, *folders):
            self._first.setdefault(_key(segment(name)), name)
        self._taken = set(self._first)
        #: What has an output file, which no folder may be called like.
        self._documents = {_key(segment(name)) for name in files}

    def regular(self, name: str, suffixes: Collection[str]) -> str:
        """Return the part that follows from a name alone, ``""`` if it is not free.

        :param suffixes: of output files that a folder called like it would be in the way of.
        """
        part = segment(name)
        key = _key(part)
        return part if self._first[key] == name and not self._is_blocked(key, suffixes) else ""

    def irregular(self, name: str, is_file: bool) -> str:
        """Return document names that do not follow from their paths, folders with a slash at the
        end."""
        candidates = (f"{segment(name)}~{_digest(name, str(number))[:6]}" for number in count())
        part = next(part for part in candidates if self._is_free(_key(part)))
        key = _key(part)
        self._taken.add(key)
        if is_file:
            self._documents.add(key)
        return part

    def _is_free(self, key: str) -> bool:
        suffixes = self._suffixes.documents
        above = {key, *(key + suffix for suffix in suffixes)}
        return self._taken.isdisjoint(above) and not self._is_blocked(key, suffixes)

    def _is_blocked(self, key: str, suffixes: Collection[str]) -> bool:
        return self._is_own(key) or any(
            key.endswith(suffix)
            and (self._is_own(bare := key.removesuffix(suffix)) or bare in self._documents)
            for suffix in suffixes
        )

    def _is_own(self, key: str) -> bool:
        first = key.partition("-")[0]
        return key in _OWN or (
            # No such page has a tilde in its name.
            "~" not in key and (first == _INDEX or first in self._lists)
        )


def _key(part: str) -> str:
    """Return the name as file systems compare it: without case, in one Unicode form (UAX 15)."""
    return part.lower() if part.isascii() else normalize("NFC", normalize("NFC", part).casefold())


def irregular(prefix: str, files: Mapping[str, str], folders: Mapping[str, str]) -> dict[str, str]:
    """Return document names that do not follow from their paths, folders with a slash at the
    end."""
    docnames = {
        path: docname
        for path, docname in files.items()
        if docname != "/".join((prefix, *map(segment, path.split("/"))))
    }
    for path, docname in folders.items():
        parts = path.split("/") if path else ()
        if docname != "/".join((prefix, *map(segment, parts), "index")):
            docnames[f"{path}/"] = docname
    return docnames


def document_names(
    prefix: str, tree: Mapping[str, Folder], lists: Collection[str], suffixes: Suffixes
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the document names of files and folders.

    :param lists: the addresses of plugins' pages.
    """
    reserved = _ROOT_INDICES | {_key(address).partition("-")[0] for address in lists}
    files: dict[str, str] = {}
    folders: dict[str, str] = {}
    stack = [("", prefix)]
    while stack:
        path, base = stack.pop()
        folder = tree[path]
        folders[path] = f"{base}/index"
        names = distinct(
            [p.rpartition("/")[2] for p in folder.files],
            [p.rpartition("/")[2] for p in folder.folders],
            () if path else reserved,
            suffixes,
        )
        for child in folder.files:
            files[child] = f"{base}/{names[child.rpartition('/')[2]]}"
        stack += [(sub, f"{base}/{names[sub.rpartition('/')[2]]}") for sub in folder.folders]
    return files, folders
