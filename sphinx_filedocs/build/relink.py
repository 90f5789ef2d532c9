"""Links those files of a tree again whose links a change may have changed.

A change of a file changes the meaning of some names: of those that the file gives to others in
another way than before, of all whose meaning depends on such a name, of what is visible through
changed includes. Every file that mentions such a name is linked again. Where a change gives names
to other files without saying them, all files are linked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import count

from sphinx_filedocs.index.lazy import Loaded
from sphinx_filedocs.index.links.directory import Directory, make_directories
from sphinx_filedocs.index.links.faces import Face, Modules, make_face, name_of
from sphinx_filedocs.index.links.given import Given, given, words
from sphinx_filedocs.index.links.kept import Kept, KeptTree, checksum, file_key
from sphinx_filedocs.index.links.link import Linker, Progress, link_all, quietly
from sphinx_filedocs.index.links.modules import Module, family, make_module
from sphinx_filedocs.index.links.tree import stem
from sphinx_filedocs.index.resolution import Resolution
from sphinx_filedocs.model import Definition, Facts, File, Names, folders_of

#: When more than this part of the files is to be linked again, all are.
_MOST = 0.5

Earlier = Callable[[str], tuple[Facts, Names] | None]


class _EverythingError(Exception):
    """Says that all files are to be linked again."""


def relink(
    before: KeptTree,
    files: Mapping[str, File],
    names: Mapping[str, Names],
    resolution: Resolution,
    earlier: Earlier,
    progress: Progress = quietly,
) -> KeptTree:
    """Return the links of a tree of which an earlier state was linked; what that needs is
    linked again.

    :param names: of every file whose language has scopes.
    :param earlier: returns what was read from a content by its key, if that is still known.
    """
    try:
        return _Relinker(before, files, names, resolution, earlier, progress).relink()
    except _EverythingError:
        return link_all(files, names, resolution, progress)


@dataclass(frozen=True, slots=True)
class Sources:
    """What is known of the files of a tree; see :func:`relink`.

    :param known: all files, if need be without their facts.
    """

    files: Mapping[str, File]
    known: Mapping[str, File]
    names: Mapping[str, Names]
    earlier: Earlier


@dataclass(frozen=True, slots=True)
class Relinked:
    """What :func:`relink_own` finds.

    :param files: those that were linked again.
    :param moved: definitions that have another place or signature, with what they are now.
    :param directories: those that changed.
    """

    files: Mapping[str, Kept]
    moved: Mapping[Definition, Definition]
    directories: Mapping[str, Directory]


def relink_own(
    before: KeptTree,
    sources: Sources,
    resolution: Resolution,
    own: Collection[str],
    kin: Callable[[Iterable[str | None]], Collection[str]],
    progress: Progress = quietly,
) -> Relinked | None:
    """Link again what :func:`relink` does where the content of some files is all that changed.

    The table of *before* is changed. Nothing is returned where all files are to be linked again.

    :param own: the files that changed; they have names, and lead where they led.
    :param kin: returns the languages that share names with one of some.
    """
    relinker = _Relinker(
        before,
        sources.files,
        sources.names,
        resolution,
        sources.earlier,
        progress,
        sources.known,
    )
    try:
        return relinker.relink_own(own, kin)
    except _EverythingError:
        return None


class _Relinker:
    def __init__(
        self,
        before: KeptTree,
        files: Mapping[str, File],
        names: Mapping[str, Names],
        resolution: Resolution,
        earlier: Earlier,
        progress: Progress,
        known: Mapping[str, File] | None = None,
    ) -> None:
        self._before = before
        self._files = files
        self._earlier = earlier
        self._resolution = resolution
        self._modules = Modules(files, names, known)
        self._links = before.links
        self._again: set[str] = set()
        self._affected: set[str] = set()
        self._progress = progress
        #: The definitions that are what they were but for their place or their signature.
        self._moved: dict[Definition, Definition] = {}

    def relink(self) -> KeptTree:
        before, files = self._before, self._files
        keys = {path: file_key(file) for path, file in files.items()}
        old_keys = {**before.others, **{path: one.key for path, one in before.files.items()}}
        self._tell_places(old_keys.keys(), keys.keys())
        changed = {path for path in keys if keys[path] != old_keys.get(path)}
        gone = old_keys.keys() - keys.keys()
        if any(path.endswith("Cargo.toml") for path in (*changed, *gone)):
            self._link_paths()
        moved = {path for path in self._modules if self._resolved(path) != self._old_resolved(path)}
        if not changed and not gone and not moved:
            return before
        own = {path for path in changed if path in self._modules}
        lost = {path for path in gone | changed if path in before.files} - own
        faces = self._faces(own, self._modules)
        self._again |= own | moved
        self._tell_sight(moved | own | lost, faces)
        for path in sorted(own | moved | lost):
            self._tell(path, same=path in moved and path not in own)
        self._close()
        made = self._linked(keys, faces)
        kept = {path: made.get(path) or before.files[path] for path in self._modules}
        others = {path: key for path, key in keys.items() if path not in kept}
        return KeptTree(kept, others, before.links, make_directories(faces))

    def relink_own(
        self, own: Collection[str], kin: Callable[[Iterable[str | None]], Collection[str]]
    ) -> Relinked:
        """Link files of which only the content changed, and those that this concerns."""
        self._again |= set(own)
        for path in sorted(own):
            self._tell(path, same=False)
        self._close()
        before = self._before.files
        keys = {path: before[path].key for path in self._again.difference(own)}
        keys |= {path: file_key(self._files[path]) for path in own}
        near = kin(self._modules.language(path).key for path in self._again)
        paths = [path for path in self._modules if self._modules.language(path).key in near]
        faces = self._faces(own, paths)
        directories = self._directories(own, faces, set(map(family, near)))
        made = self._linked(keys, faces, directories)
        changed = {
            name: one
            for name, one in (directories or {}).items()
            if one is not self._before.directories[name]
        }
        return Relinked(made, self._moved, changed)

    def _faces(self, own: Collection[str], paths: Iterable[str]) -> Mapping[str, Face]:
        modules, files = self._modules, self._before.files

        def face(path: str) -> Face:
            return make_face(modules[path]) if path in own else files[path].face()

        return Loaded(paths, face)

    def _directories(
        self, own: Collection[str], faces: Mapping[str, Face], families: AbstractSet[str]
    ) -> dict[str, Directory] | None:
        """Return the directories of some groups of languages as they are now, if all have one."""
        before = self._before
        if not before.directories.keys() >= families:
            return None
        known = {name: before.directories[name] for name in families}
        for path in own:
            name = family(faces[path].language)
            known[name] = known[name].replaced(path, before.files[path].face(), faces[path])
        return known

    def _resolved(self, path: str) -> tuple[tuple[str, ...], ...]:
        return tuple(one.resolved for one in self._resolution.imports.get(path, ()))

    def _old_resolved(self, path: str) -> tuple[tuple[str, ...], ...] | None:
        kept = self._before.files.get(path)
        return kept.resolved if kept else None

    # --- what changed -----------------------------------------------------------------------------

    def _tell_places(self, before: AbstractSet[str], now: AbstractSet[str]) -> None:
        """Note which files came or went, folders with them, and folders whose package they are:
        modules and packages may be named like them."""
        other = before ^ now
        homes = {path.rpartition("/")[0] for path in other if stem(path) == "__init__"}
        for place in {*other, *homes, *(folders_of(before) ^ folders_of(now) if other else ())}:
            part = place.rpartition("/")[2]
            self._affected |= {part, part.partition(".")[0], part.rpartition(".")[0]}

    def _link_paths(self) -> None:
        """Link all files again whose names are reached by paths of modules."""
        for path in self._modules:
            if self._modules.language(path).module_paths:
                self._again.add(path)

    def _tell(self, path: str, *, same: bool) -> None:
        """Note what a file gives in another way than before.

        :param same: whether only its imports lead elsewhere.
        """
        old = None
        if kept := self._before.files.get(path):
            old = self._old_module(path, kept, same=same)
        new = None
        if path in self._modules:
            module = self._modules[path]
            new = module, given(module, self._resolution.imports.get(path, ()))
        nothing = Given(None, None, {}, {})
        one, other = old[1] if old else nothing, new[1] if new else nothing
        differing = one.differing(other)
        if not (old and new):
            for found in (old, new):
                differing -= _only_imported(found[0]) if found else set()
        self._affected |= differing
        if one.header != other.header:
            for found in (old, new):
                self._affected |= set(words(found[0].package)) if found else set()
        if old and new and not same:
            self._replace(old[0], new[0])
        for found in (old, new):
            if found and self._is_root(found[0], one.differing(other)):
                raise _EverythingError
        self._tell_wild(old, new)

    def _old_module(self, path: str, kept: Kept, *, same: bool) -> tuple[Module, Given]:
        if same:
            module = self._modules[path]
            imports = self._resolution.imports.get(path, ())
        else:
            known = self._earlier(kept.key)
            if known is None:
                raise _EverythingError
            facts, names = known
            file = File(path, "text", 0, "", kept.face().language, facts=facts)
            module, imports = make_module(file, names), facts.imports
        if len(imports) != len(kept.resolved):
            raise _EverythingError
        resolved = [one.resolve(to) for one, to in zip(imports, kept.resolved, strict=True)]
        return module, given(module, resolved)

    def _is_root(self, module: Module, names: set[str]) -> bool:
        """Tell whether the type that all types of a language extend changed."""
        return module.language.root.rpartition(".")[2] in names - {""}

    def _tell_wild(
        self, old: tuple[Module, Given] | None, new: tuple[Module, Given] | None
    ) -> None:
        """Note what a file passes on without saying it."""
        one = old[1].wild if old else ((), ())
        other = new[1].wild if new else ((), ())
        languages = [found[0].language for found in (old, new) if found]
        if any(language.module_paths for language in languages):
            changed = not old or not new or old[1].differing(new[1]) or one != other
            if changed:
                self._link_paths()
        elif one != other:
            if any(not language.package_clause for language in languages):
                raise _EverythingError
            for found in (old, new):
                self._affected |= set(found[1].names) if found else set()

    def _replace(self, old: Module, new: Module) -> None:
        """Put the definitions of a changed file in the place of what they were before."""
        now = dict(_numbered(new))
        changed = {one: now.get(key, one) for key, one in _numbered(old)}
        changed = {one: other for one, other in changed.items() if one != other}
        if not changed:
            return
        self._links.replace(new.path, changed)
        self._moved.update(changed)

    # --- what is seen -----------------------------------------------------------------------------

    def _tell_sight(self, paths: Collection[str], faces: Mapping[str, Face]) -> None:
        """Note what became visible, or no longer is, through changed files."""
        before = {path: kept.resolved for path, kept in self._before.files.items()}
        seeing = []
        for path in paths:
            kept = self._before.files.get(path)
            languages = {kept.face().language} if kept else set()
            languages |= {faces[path].language} if path in faces else set()
            if any(self._modules.sees_through_imports(language) for language in languages):
                seeing.append(path)
        differing: set[str] = set()
        for path in seeing:
            differing |= _reached(path, before.get) ^ _reached(path, self._resolved_or_none)
        for path in differing:
            old = self._before.files.get(path)
            for face in ([old.face()] if old else []) + ([faces[path]] if path in faces else []):
                if face.opened:
                    raise _EverythingError
                self._affected |= _names_of(face)
            if path in self._modules:
                self._again.add(path)

    def _resolved_or_none(self, path: str) -> tuple[tuple[str, ...], ...] | None:
        return self._resolved(path) if path in self._modules else None

    # --- who is affected --------------------------------------------------------------------------

    def _close(self) -> None:
        """Find the files that mention an affected name, and the names that depend on such ones."""
        told: dict[str, Given] = {}
        known: set[str] = set()
        waiting = sorted(self._again)
        while fresh := self._affected - known:
            known |= fresh
            sums = {checksum(name) for name in known}
            for path, kept in self._before.files.items():
                known_well = path in self._again or path not in self._modules
                if not known_well and not sums.isdisjoint(kept.mentions()):
                    self._again.add(path)
                    waiting.append(path)
            if len(self._again) > _MOST * len(self._modules):
                raise _EverythingError
            for path in waiting:
                told[path] = given(self._modules[path], self._resolution.imports.get(path, ()))
            waiting = []
            for one in told.values():
                self._affected |= one.carried(known)
        if len(self._again) > _MOST * len(self._modules):
            raise _EverythingError

    def _linked(
        self,
        keys: Mapping[str, str],
        faces: Mapping[str, Face],
        directories: Mapping[str, Directory] | None = None,
    ) -> dict[str, Kept]:
        """Return the files that are linked again."""
        for path in self._again & self._before.files.keys():
            # Most of its links are what they were.
            self._links.know({*self._before.files[path].links().expressions} - {-1})
        linker = Linker(
            self._modules, faces, self._files, self._resolution, self._links, directories
        )
        paths = self._progress(sorted(self._again), len(self._again))
        made = {path: linker.link(path, keys[path]) for path in paths}
        linker.let_go()
        return made


def _only_imported(module: Module) -> set[str]:
    """Return the names that a file that came or went imports and does not define, where others
    see them through an import of the file alone: that leads elsewhere now."""
    if not module.language.import_only:
        return set()
    return module.imported.keys() - {one.name for one in module.all()}


def _numbered(module: Module) -> Iterator[tuple[tuple[str, int], Definition]]:
    """Yield every definition of a file with its name and its number among those of that name."""
    numbers: dict[str, Iterator[int]] = {}
    for one in module.all():
        yield (one.name, next(numbers.setdefault(one.name, count()))), one.definition


def _names_of(face: Face) -> set[str]:
    names = {name_of(row) for _, row in face.rows}
    return names | {alias.rpartition(".")[2] for alias in face.aliases} | set(face.spaces)


def _reached(path: str, resolved: Callable[[str], tuple[tuple[str, ...], ...] | None]) -> set[str]:
    """Return a file and all that it includes, directly or not, of those that have links."""
    found: set[str] = set()
    waiting = [path]
    while waiting:
        at = waiting.pop()
        rows = resolved(at)
        if at not in found and rows is not None:
            found.add(at)
            waiting += (one for row in rows for one in row)
    return found
