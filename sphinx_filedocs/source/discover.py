"""Finds the files of a tree, and the metadata that changes with them."""

from __future__ import annotations

import hashlib
import os
import posixpath
import stat
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

from sphinx_filedocs.model.files import Diagnostic, File, Folder, folders_above
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source import content, credentials, git, git_index, ignore, walk
from sphinx_filedocs.source.git import one_line

_READMES = (
    *("readme.md", "readme.markdown", "readme.rst"),
    *("readme.adoc", "readme.asciidoc", "readme.txt", "readme"),
)
#: A folder that GitHub searches for a project's README too.
_FOR_HOSTS = ".github"
#: Of a path in a message, in characters.
_LONGEST_PLACE = 300


class TreeError(ValueError):
    """The root of a tree is not there, is no folder or can't be read."""


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """A file of the tree, or a symbolic link in it.

    :param path: POSIX, relative to the root, with undecodable bytes as surrogates.
    :param size: in bytes.
    :param link: the target of a symbolic link, which is not followed.
    :param ctime_ns: when the file system last noted a change, which no program can set back.
    :param inode: the number of the file, which another one in its place has not.
    """

    path: str
    size: int
    mtime_ns: int
    executable: bool = False
    link: str | None = None
    ctime_ns: int = 0
    inode: int = 0

    @classmethod
    def of_file(cls, root: Path, path: str) -> Entry | None:
        """Return the entry of a regular file, if one is there."""
        try:
            status = os.lstat(f"{root}/{path}")
        except OSError:
            return None
        return cls.of_status(path, status) if stat.S_ISREG(status.st_mode) else None

    @classmethod
    def of_status(cls, path: str, status: os.stat_result) -> Entry:
        """Return the entry of a regular file."""
        is_executable, changed = bool(status.st_mode & 0o111), status.st_ctime_ns
        size, modified = status.st_size, status.st_mtime_ns
        return cls(path, size, modified, is_executable, None, changed, status.st_ino)

    @property
    def state(self) -> tuple[int, int, int, int]:
        """The metadata that changes with the content, except for changes at the same time: see
        :data:`sphinx_filedocs.source.discover.RACY`."""
        return self.size, self.mtime_ns, self.ctime_ns, self.inode

    @property
    def changed_ns(self) -> int:
        """When the file changed last."""
        return max(self.mtime_ns, self.ctime_ns)


@dataclass(frozen=True, slots=True)
class Discovery:
    """The files of a tree, sorted by path, and the diagnostics.

    :param tracked: True if Git was asked for the list.
    :param untracked: the number of files, or whole repositories, left out because Git does not
        track them.
    :param credentials: the files that are left out because they hold credentials by their kind,
        each with its readable kind.
    :param unselected: those of the options ``include`` and ``exclude`` that left something out.
    :param folders: those in which a new file would be documented, although Git does not list it.
    """

    entries: tuple[Entry, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    tracked: bool = False
    untracked: int = 0
    credentials: tuple[tuple[str, str], ...] = ()
    unselected: frozenset[str] = frozenset()
    folders: frozenset[str] = frozenset()

    @property
    def why_empty(self) -> str:
        """The reason why there are no files, as the end of a sentence about the root folder."""
        if self.untracked:
            return "has no files that git tracks; run `git add`, or set filedocs_untracked"
        if self.credentials:
            return "contains only files that hold credentials, which are left out"
        if self.unselected:
            names = " and ".join(sorted(self.unselected))
            return f"contains no files that are left by its patterns ({names})"
        return "contains no files"


def discover(
    root: Path,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    skip: Sequence[Path] = (),
    untracked: bool = False,
    public: Sequence[str] = (),
) -> Discovery:
    """Return the files below ``root``: if Git lists them, those that it tracks.

    :param include: patterns in the syntax of ``.gitignore``, the last one that matches a path or a
        folder above it decides; none stands for every file.
    :param exclude: patterns of files to leave out, read in the same way.
    :param skip: absolute folders that are left out; never the root or a folder above it.
    :param untracked: True if those that Git neither tracks nor ignores are returned too.
    :param public: patterns of the files that are returned though they hold credentials.
    :raises TreeError: when ``root`` is not a folder that can be read.
    :raises sphinx_filedocs.source.ignore.PatternError: for a malformed pattern.
    """
    root = root.absolute()
    if not os.path.lexists(root):
        raise TreeError(f"the folder {root} does not exist")
    if not root.is_dir():
        raise TreeError(f"{root} is not a folder")
    ignore.parse_patterns(public)
    search = _Search(root, skip, include, exclude, untracked, public)
    entries = search.entries()
    return Discovery(
        tuple(sorted(entries)),
        tuple(search.diagnostics),
        search.tracked,
        search.untracked,
        tuple(sorted(search.credentials)),
        frozenset(search.unselected),
        frozenset(search.entered() if untracked or not search.tracked else ()),
    )


class _Search:
    def __init__(
        self,
        root: Path,
        skip: Sequence[Path],
        include: Sequence[str],
        exclude: Sequence[str],
        untracked: bool,
        public: Sequence[str],
    ) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.tracked = False
        self.untracked = 0
        self.credentials: list[tuple[str, str]] = []
        self.unselected: set[str] = set()
        self._root = str(root).rstrip("/")
        self._include = ignore.parse_patterns(include)
        self._exclude = ignore.parse_patterns(exclude)
        self._with_untracked = untracked
        self._public = public
        # Without a negated pattern nothing in an excluded folder can be wanted after all.
        self._prunes = not any(rule.negated for rule in self._exclude.rules)
        self._skip = _below(root, skip)
        self._enterable = {"": True}
        #: Of repositories that are walked through: the top of the work tree, and the rules of its
        #: own ignore file.
        self._ignoring: dict[str, tuple[str, bytes]] = {}

    def entries(self) -> list[Entry]:
        entries: dict[str, Entry] = {}
        pending, listed = [""], {""}
        while pending:
            for path, is_shown in self._paths(pending.pop()):
                if not self._may_enter(path.rpartition("/")[0]):
                    continue
                status = self._status(path)
                if status is None:
                    continue
                if stat.S_ISDIR(status.st_mode):
                    # Another repository in this one: a submodule, or a plain clone.
                    if path not in listed and self._may_enter(path):
                        listed.add(path)
                        if is_shown:
                            pending.append(path)
                        else:
                            self.untracked += 1
                elif self._is_wanted(path) and (entry := self._entry(path, status)):
                    if not is_shown:
                        self.untracked += 1
                    elif kind := self._credential_kind(entry):
                        self.credentials.append((credentials.shown(path), kind))
                    else:
                        entries[path] = entry
        return list(entries.values())

    def entered(self) -> Iterator[str]:
        """Yield the folders that were looked into, those without a file too."""
        return (folder for folder, is_entered in self._enterable.items() if is_entered)

    def _paths(self, base: str) -> Iterator[tuple[str, bool]]:
        """Yield the paths below ``base``, the root or another repository, and True for those
        that may be documented as far as Git knows."""
        listed = self._listed(base)
        if listed is None:
            # In the place of a submodule that is not checked out nothing is tracked.
            is_shown = not base or self._with_untracked
            above = self._ignoring.get(base, ("", b""))
            for path in walk.walk(self._root, base, self._may_enter, self._note_folder, *above):
                yield path, is_shown
            return
        for file in listed:
            if file.tracked or not walk.is_junk(file.path):
                path = f"{base}/{file.path}" if base else file.path
                yield path, file.tracked or self._with_untracked

    def _credential_kind(self, entry: Entry) -> str | None:
        path = entry.path
        if credentials.is_public(path, self._public):
            return None
        if entry.link is not None:
            return credentials.kind_of_name(path)
        return credentials.kind_of(path, lambda: content.read_head(Path(self._root), path))

    def _listed(self, base: str) -> tuple[git.ListedFile, ...] | None:
        folder = Path(self._root or "/", base)
        if base and not os.path.lexists(f"{self._root}/{base}/.git"):
            return None
        try:
            if git.is_ignored(folder):
                return None
            listing = git.files(folder)
        except git.GitError as error:
            return self._of_index(base, folder, error)
        self.tracked = self.tracked or not base
        for path, reason in listing.unreadable:
            place = f"{base}/{path}" if base else path
            self.diagnostics.append(_unreadable(place, reason))
        return listing.files

    def _of_index(
        self, base: str, folder: Path, error: git.GitError
    ) -> tuple[git.ListedFile, ...] | None:
        """Return the files in the index of a repository that Git can't list: none if the index
        can't be read either, for untracked files are not meant to be seen. Outside of a
        repository there is no list."""
        top = git_index.top_of(folder)
        if top is None:
            return None
        place = one_line(str(top), _LONGEST_PLACE)
        said = f"git does not answer for {place}: {error}"
        if error.kind == "refused":
            said += f"; `git config --global --add safe.directory {place}` allows it"
        paths: list[str] | None = None
        try:
            if self._with_untracked:
                self._ignoring[base] = str(top), git_index.excluded(top)
                done = Phrase(
                    "{error}; all files that neither a .gitignore nor .git/info/exclude ignores "
                    "are documented, without history; core.excludesFile was not read",
                    error=said,
                )
            else:
                paths = git_index.tracked(folder)
                done = Phrase(
                    "{error}; the files in its index are documented, without history", error=said
                )
        except git_index.UnreadableIndexError as unread:
            paths = []
            done = Phrase(
                "{error}; its index or .git/info/exclude can't be read ({reason}), so no file of "
                "it is documented",
                error=said,
                reason=str(unread),
            )
        self.diagnostics.append(Diagnostic(base, "git", done))
        return None if paths is None else tuple(git.ListedFile(path, True) for path in paths)

    def _is_wanted(self, path: str) -> bool:
        if path.rpartition("/")[2] in walk.VERSION_CONTROL:
            return False
        if self._exclude.selects(path):
            self.unselected.add("exclude")
            return False
        if self._include.rules and not self._include.selects(path):
            self.unselected.add("include")
            return False
        return True

    def _may_enter(self, folder: str) -> bool:
        unknown: list[str] = []
        while folder not in self._enterable:
            unknown.append(folder)
            folder = folder.rpartition("/")[0]
        verdict = self._enterable[folder]
        for below in reversed(unknown):
            verdict = verdict and self._may_enter_itself(below)
            self._enterable[below] = verdict
        return verdict

    def _may_enter_itself(self, folder: str) -> bool:
        if folder.rpartition("/")[2] in walk.VERSION_CONTROL or folder in self._skip:
            return False
        if self._prunes and self._exclude.selects(folder, is_folder=True):
            self.unselected.add("exclude")
            return False
        # Git still lists the files of a folder that is a link now.
        status = self._status(folder)
        is_folder = status is not None and stat.S_ISDIR(status.st_mode)
        return is_folder and not walk.is_output(f"{self._root}/{folder}")

    def _status(self, path: str) -> os.stat_result | None:
        try:
            return os.lstat(f"{self._root}/{path}")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            folder = path.rpartition("/")[0]
            self._enterable[folder] = False
            self._note_folder(folder, error)
            return None

    def _entry(self, path: str, status: os.stat_result) -> Entry | None:
        if stat.S_ISREG(status.st_mode):
            return Entry.of_status(path, status)
        if not stat.S_ISLNK(status.st_mode):
            return None
        try:
            return Entry(path, status.st_size, status.st_mtime_ns, link=self._target(path))
        except OSError:
            return None

    def _target(self, path: str) -> str:
        target = os.readlink(f"{self._root}/{path}")  # noqa: PTH115 - as written
        return target if credentials.is_public(path, self._public) else credentials.shown(target)

    def _note_folder(self, folder: str, error: OSError) -> None:
        reason = error.strerror or type(error).__name__
        if not folder:
            raise TreeError(f"{self._root or '/'} can't be read: {reason}")
        self.diagnostics.append(_unreadable(folder, reason))


def _unreadable(folder: str, reason: str) -> Diagnostic:
    return Diagnostic(
        credentials.shown(folder),
        "unreadable",
        Phrase("the folder can't be read: {reason}", reason=reason),
    )


def _below(root: Path, folders: Sequence[Path]) -> frozenset[str]:
    below = set()
    for folder in folders:
        for top, place in ((root, folder), (root.resolve(), folder.resolve())):
            if place.is_relative_to(top):
                below.add(place.relative_to(top).as_posix())
    return frozenset(below - {"."})


def make_folders(paths: Sequence[str], links: Mapping[str, str]) -> dict[str, Folder]:
    """Return every folder that holds a path, by its own path, the root ``""`` always.

    :param links: the target of each symbolic link among them.
    """
    known = {*paths} - {*links}
    files: defaultdict[str, list[str]] = defaultdict(list)
    for path in paths:
        files[path.rpartition("/")[0]].append(path)
    folders: defaultdict[str, set[str]] = defaultdict(set)
    for path in files:
        below = path
        for folder in folders_above(path):
            folders[folder].add(below)
            below = folder
    readmes = {path: _readme(files[path], known, links) for path in sorted({"", *files, *folders})}
    if _FOR_HOSTS in readmes:
        # It is that of the project.
        readmes[""] = readmes[""] or readmes[_FOR_HOSTS]
        readmes[_FOR_HOSTS] = None
    return {
        path: Folder(path, tuple(sorted(folders[path])), tuple(sorted(files[path])), readmes[path])
        for path in sorted(readmes)
    }


def _readme(paths: Sequence[str], known: AbstractSet[str], links: Mapping[str, str]) -> str | None:
    """Return the README of a folder. A link counts as its target in the tree if there is one,
    else as a name alone: files outside are not read."""
    path = readme_of(paths)
    if path is None or path in known:
        return path
    target = posixpath.normpath(posixpath.join(path.rpartition("/")[0], links[path]))
    return target if target in known else path


def readme_of(paths: Sequence[str]) -> str | None:
    """Return the README among the files of one folder: Markdown before reStructuredText before
    AsciiDoc before plain text before none, in any case of letters."""
    by_name: dict[str, str] = {}
    for path in sorted(paths):
        by_name.setdefault(path.rpartition("/")[2].lower(), path)
    return next((by_name[name] for name in _READMES if name in by_name), None)


#: A file that changed so shortly before it was read may have changed again in the same tick of
#: the file system's clock (git calls such an entry racy); in nanoseconds.
RACY = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Inputs:
    """The inputs of a build from a tree.

    :param shape: a digest of every path, and of Git's data about them.
    :param digest: of that and of the state of each file.
    :param began: start of the search, in nanoseconds since 1970.
    """

    discovery: Discovery
    shape: str
    digest: str
    began: int

    @property
    def recent(self) -> frozenset[str]:
        """The paths of files so new that they may change again without another digest."""
        limit = self.began - RACY
        return frozenset(entry.path for entry in self.discovery.entries if entry.changed_ns > limit)

    def unsure(self, files: Iterable[File]) -> dict[str, str]:
        """Return the digest of the content of each of the tree's files that may become another
        one without another digest of the inputs: it is too new, or could not be read."""
        recent = self.recent
        return {
            file.path: file.digest
            for file in files
            if file.kind == "unreadable" or (file.path in recent and file.kind != "link")
        }


def look(
    root: Path,
    include: tuple[str, ...] = (),
    exclude: tuple[str, ...] = (),
    skip: tuple[Path, ...] = (),
    history: bool = True,
    untracked: bool = False,
    public: tuple[str, ...] = (),
) -> Inputs:
    """Find the inputs of a build from a tree; see :func:`sphinx_filedocs.source.discover.discover`.

    :param history: True if the last change of each file is asked for.
    """
    began = time.time_ns()
    discovery = discover(root, include, exclude, skip, untracked, public)
    known = [git.branch(root) if discovery.tracked else None, git.state(root) if history else ""]
    places = ((entry.path, entry.executable, entry.link) for entry in discovery.entries)
    shape = _digest((*places, *discovery.diagnostics, *known))
    contents = (entry.state for entry in discovery.entries)
    return Inputs(discovery, shape, _digest((shape, *contents)), began)


def _digest(parts: Iterable[object]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(f"{part!r}\0".encode("utf-8", "backslashreplace"))
    return digest.hexdigest()


def are_same(
    root: Path, digests: Mapping[str, str], limit: int, public: tuple[str, ...] = ()
) -> bool:
    """Return True if files have the content that they had.

    :param digests: of the content, by path relative to ``root``.
    :param limit: and *public*: see :func:`sphinx_filedocs.source.content.read`.
    """
    return all(
        content.read(root, path, limit, public).digest == digest for path, digest in digests.items()
    )
