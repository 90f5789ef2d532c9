"""Where a newcomer begins to read a tree: a program or a library that a manifest or its own text
shows to be what the tree is about, and behind it what most modules use."""

from __future__ import annotations

import posixpath
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sphinx_filedocs.model.files import folders_above, is_header
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.pages.composition import (
    LEAST_USERS,
    Users,
    is_code,
    modules,
    ordered,
    reached_from,
)
from sphinx_filedocs.pages.starts import (
    MAIN,
    Start,
    imports_own,
    is_namesake,
    is_own_code,
    of_what_is_shown,
    plain,
    run_by_readme,
    shown_uses,
    stem,
    telling,
    titles_of,
    uses_in_docs,
)
from sphinx_filedocs.pages.use_rows import used_by
from sphinx_filedocs.phrases import Phrase

#: A language of which there is less than this part of what there is of the main one is for what
#: stands beside the program.
_SMALL = 1 / 5
_NEARLY_ALL = 9 / 10
_MOST_TO_READ, _MOST_PROGRAMS = 7, 3
_NAMESAKE = Phrase("it has the name of the project")
_SAYS_WHAT = Phrase("it says what the project is")
#: Folders of what is no library: of what is kept for those who still use it, and of commands.
_NO_LIBRARY = frozenset({"attic", "cmd", "deprecated", "legacy", "obsolete", "old"})
#: Languages of what builds a program in another one.
_OF_BUILDS = frozenset({"bash", "batch", "cmake", "m4", "make", "perl", "powershell"})
#: What compilers write, and of what.
_COMPILED = {".lua": (".tl", ".moon", ".fnl"), ".js": (".ts", ".tsx", ".coffee")}

#: The modules that use each module.
Using = Mapping[str, Collection[str]]


class ToRead(NamedTuple):
    """A file that a newcomer should read, and why."""

    path: str
    reason: Phrase


def reading_order(codebase: Codebase, users: Users, entries: Sequence[Start]) -> tuple[ToRead, ...]:
    """Return the files that a newcomer should read, in that order: where the program or library
    starts; then what most others use, a file before those that it uses. Where it is not known
    where it starts there are none.

    :param users: of own files, own files only.
    :param entries: the entry points of the program.
    """
    stands_for = modules(codebase)
    using = _using(codebase, users, stands_for)
    lines = _code_lines(codebase)
    main = _main_language(lines)
    entries = _telling(codebase, users, entries, main)
    starts = [entry._replace(path=stands_for.get(entry.path, entry.path)) for entry in entries]
    own = {module[:2]: entry.path for module, entry in zip(starts, entries, strict=True)}
    linked = {path for module, members in using.items() for path in (module, *members)}

    if main and not any(codebase.light[path].language == main for path in linked):
        # Of most of the tree it is not known what uses what.
        program_entries = [entry for entry in entries if _is_main(codebase, lines, entry.path)]
        beginning = _beginning_without_links(codebase, program_entries, stands_for, main)
        return (_public(codebase, _followed(codebase, beginning)),) if beginning else ()
    starts = [entry for entry in starts if _is_main(codebase, lines, entry.path)]
    first = _first(codebase, using, starts, _namesake(codebase, using, stands_for, main))
    if first is None:
        return ()
    named = first._replace(path=own.get(first, first.path))
    begin = _public(codebase, _followed(codebase, named))
    # What stands first already, or is no part of what begins there.
    passed = {first.path, stands_for.get(begin.path, begin.path), *_beside(first.path, using)}
    return (begin, *_most_used(codebase, using, lines, passed))


def _main_language(lines: Counter[str]) -> str:
    return max(lines, key=lambda language: (lines[language], language), default="")


def _telling(
    codebase: Codebase, users: Users, entries: Sequence[Start], main: str
) -> Sequence[Start]:
    """Return the entry points that tell where the tree begins: what the README runs alone rather
    than what nothing else names, where it does not show a library.

    :param main: the language of most of the tree.
    """
    examples = shown_uses(codebase, main, is_own_code)
    in_docs = uses_in_docs(codebase, main, is_own_code)
    run = run_by_readme(codebase)
    installs = any(entry.is_command and entry.is_of_root for entry in entries)
    declared = [entry for entry in entries if not entry.is_run]
    entries = of_what_is_shown(codebase, declared, examples, in_docs)
    # One example may show what a program can be besides.
    is_library = examples > 1 and (
        any(entry.is_of_root for entry in declared) or _has_outermost(codebase, main)
    )
    if len(run) == 1 and not (installs or is_library):
        entries = [*run, *(entry for entry in entries if entry.path != run[0].path)]
    return telling(codebase, users, entries)


def _has_outermost(codebase: Codebase, language: str) -> bool:
    """Return whether own code in a language lies in the outermost folder, as that of a library."""
    files = codebase.folders[""].files if "" in codebase.folders else ()
    return any(
        codebase.light[path].language == language and is_own_code(codebase.light[path])
        for path in files
    )


def known_reading(codebase: Codebase, users: Users, entries: Sequence[Start]) -> tuple[ToRead, ...]:
    """Return what a newcomer may read where it is not known where a tree starts: the README that
    says what it is, the programs in its main language, where these are few, and what most modules
    use.

    :param users: of own files, own files only.
    :param entries: the entry points of the program.
    """
    root = codebase.folders.get("")
    readme = codebase.light.get(root.readme or "") if root else None
    words = codebase.graph.descriptions.get("")
    said: list[ToRead] = []
    if readme and readme.facts.purpose[0]:
        is_shown = words is not None and words.path == readme.path
        by_name = Phrase("its name is {name}", name=readme.name)
        said.append(ToRead(readme.path, _SAYS_WHAT if is_shown else by_name))
    using = _using(codebase, users, modules(codebase))
    lines = _code_lines(codebase)
    telling_entries = _telling(codebase, users, entries, _main_language(lines))
    programs = [entry for entry in telling_entries if _is_main(codebase, lines, entry.path)]
    shown = [ToRead(*entry[:2]) for entry in programs] if len(programs) <= _MOST_PROGRAMS else []
    passed = {entry.path for entry in shown}
    used = (read for read in _most_used(codebase, using, lines) if read.path not in passed)
    return (*said, *shown, *used)


def _most_used(
    codebase: Codebase, using: Using, lines: Counter[str], passed: Collection[str] = ()
) -> Iterator[ToRead]:
    """Yield the modules that most others use, one before those that it uses; where few have users,
    the one with most of them.

    :param lines: of own code, by language.
    :param passed: those that are left out.
    """
    ranked = sorted(using, key=lambda path: (-len(using[path]), path))
    ranked = [path for path in ranked if path not in passed and _is_main(codebase, lines, path)]
    central = [path for path in ranked if len(using[path]) >= LEAST_USERS][: _MOST_TO_READ - 1]
    if not (central or passed):
        most = [path for path in ranked if len(using[path]) == len(using[ranked[0]]) > 0]
        central = most if len(most) == 1 else []
    weights = {(user, path): 1 for path in central for user in using[path] if user in central}
    return (ToRead(path, _used_by(codebase, path)) for path in ordered(central, weights))


def _is_main(codebase: Codebase, lines: Counter[str], path: str) -> bool:
    """Return whether a file is in a language of which there is much of what most is in."""
    most = max(lines.values(), default=0)
    return lines[codebase.light[path].language or ""] >= most * _SMALL


def _first(
    codebase: Codebase, using: Using, starts: Iterable[Start], namesake: ToRead | None
) -> ToRead | None:
    """Return what a tree begins with: the module that is called as it rather than a main that does
    not lead there, which is that of a helper."""
    beginnings = _Beginnings(codebase, using)
    best = beginnings.best(starts)
    if best is None or namesake is None or not Start(*best).by_itself:
        return best or namesake
    is_led = namesake.path in {best.path, *beginnings.reached(best.path)}
    return best if is_led or stem(best.path) == MAIN else namesake


def _using(codebase: Codebase, users: Users, stands_for: Mapping[str, str]) -> dict[str, set[str]]:
    """Return the modules that use each, given the files that use each file."""
    using: defaultdict[str, set[str]] = defaultdict(set)
    for path, file_users in users.items():
        if is_code(codebase.light[path]):
            using[stands_for.get(path, path)].update(
                stands_for.get(user, user) for user in file_users
            )
    for path, members in using.items():
        members.discard(path)
    return dict(using)


def _beginning_without_links(
    codebase: Codebase, entries: Sequence[Start], stands_for: Mapping[str, str], main: str
) -> ToRead | None:
    """Return where a tree begins by what its manifest and names say alone.

    :param main: the language of most of it, which may be that of a single script that helps to
        build the rest.
    """
    of_main = (entry for entry in entries if codebase.light[entry.path].language == main)
    return (
        _declared(codebase, of_main)
        or _namesake(codebase, {}, stands_for, main)
        or _declared(codebase, (entry for entry in entries if not entry.by_itself))
    )


def _followed(codebase: Codebase, begin: ToRead) -> ToRead:
    """Return the file that a beginning leads to which a manifest or its language names."""
    start = Start(*begin)
    if start.is_run or (start.by_itself and not start.is_command):
        return begin
    target, is_only = _lead(codebase, begin.path)
    if not target:
        return begin
    said = {"path": begin.path, "reason": begin.reason}
    if is_only:
        return ToRead(target, Phrase("{path} only leads to it: {reason}", **said))
    return ToRead(target, Phrase("{path} leads to it: {reason}", **said))


def _lead(codebase: Codebase, path: str) -> tuple[str, bool]:
    """Return the file that *path* leads to, if all it does is to import, and whether it imports no
    other; ``""`` where there is none.

    Other imports may be of parts of what has its name, but for marks between words. A package of
    Python may also hand on what the one file defines, unless it says what it is itself.
    """
    graph = codebase.graph
    defined = [definition.name for definition in graph.outlines.get(path, ())]
    hands_on = path in graph.re_exports
    if codebase.light[path].language == "python":
        defined = [name for name in defined if not name.startswith("__")]
    if hands_on and (codebase.light[path].language != "python" or codebase.light[path].facts.doc):
        return "", False
    imports = [
        import_statement
        for import_statement in graph.imports.get(path, ())
        if import_statement.target != "__future__"
    ]
    leads = sorted(
        {target for import_statement in imports for target in import_statement.resolved}
        & codebase.light.keys()
    )
    if defined or not leads or not all(import_statement.resolved for import_statement in imports):
        return "", False
    if len(leads) == 1:
        return leads[0], True
    if hands_on:
        return "", False
    namesake = next((lead for lead in leads if stem(lead) == stem(path)), "")
    parts = f"{posixpath.splitext(namesake)[0]}/"
    return (
        namesake if all(lead == namesake or lead.startswith(parts) for lead in leads) else "",
        False,
    )


def _public(codebase: Codebase, begin: ToRead) -> ToRead:
    """Return the header of a library that is called as the project, rather than what implements it:
    that is what others include."""
    header = codebase.graph.twins.get(begin.path, "")
    is_library = begin.reason == _NAMESAKE and is_header(header)
    return begin._replace(path=header) if is_library else begin


def _used_by(codebase: Codebase, path: str) -> Phrase:
    files = used_by(codebase.graph, path)
    return Phrase.counted("used by {count} file", "used by {count} files", files)


def _code_lines(codebase: Codebase) -> Counter[str]:
    """Return how many lines of own code are in each language in which programs are written, be it
    that no definition is known in it."""
    lines: Counter[str] = Counter()
    known = {file.language for file in codebase.light.values() if file.facts.kinds} | _OF_BUILDS
    for file in codebase.light.values():
        is_own = is_own_code(file) or (file.language not in known and not file.roles)
        if file.language and file.language_type == "programming" and is_own:
            lines[file.language] += file.facts.lines.code
    return lines


def _declared(codebase: Codebase, entries: Iterable[Start]) -> ToRead | None:
    """Return the file with which the whole tree begins, if there is exactly one: what the manifest
    at its root names rather than what is only called as the tree; of several the one that is called
    so."""
    named = [
        entry
        for entry in entries
        if (entry.manifest and "/" not in entry.manifest) or is_namesake(codebase, entry.path)
    ]
    candidates = [entry for entry in named if not entry.by_itself] or named
    titles = titles_of(codebase)
    matches = [
        entry for entry in candidates if titles & {stem(entry.path), plain(entry.program)}
    ] or candidates
    return ToRead(*matches[0][:2]) if len(matches) == 1 else None


def _namesake(
    codebase: Codebase, using: Using, stands_for: Mapping[str, str], language: str
) -> ToRead | None:
    """Return the module of a library that has the name of the project, if it is the only one and
    others use it, be it tests, where any does: what a library that starts nowhere is made for."""
    titles = titles_of(codebase)
    candidates = {
        stands_for.get(path, path)
        for path, file in codebase.light.items()
        if file.language == language
        and is_own_code(file)
        and stem(path) in titles
        and codebase.graph.outlines.get(path)
        and _NO_LIBRARY.isdisjoint(path.lower().split("/"))
    }
    path = candidates.pop() if len(candidates) == 1 else ""
    most = max(map(len, using.values()), default=0)
    enough = min(most, LEAST_USERS)
    is_used = len(using.get(path, ())) >= enough or len(codebase.graph.users.get(path, ())) > 1
    is_it = path and is_used and not _shows_others(codebase, path)
    return ToRead(_source(codebase, path), _NAMESAKE) if is_it else None


def _source(codebase: Codebase, path: str) -> str:
    """Return the source beside a file that a compiler writes, or the file where there is none."""
    stem, ending = posixpath.splitext(path)
    sources = (stem + source_ending for source_ending in _COMPILED.get(ending, ()))
    return next((source for source in sources if source in codebase.light), path)


def _shows_others(codebase: Codebase, path: str) -> bool:
    """Return whether the README names definitions of other files, and none of a module that has the
    project's name only without the language that it is for."""
    root = codebase.folders.get("")
    if stem(path) == plain(codebase.title) or root is None or not root.readme:
        return False
    named = {
        definition.path
        for mention in codebase.light[root.readme].facts.mentions
        for definition in codebase.graph.definitions.get(mention.name.rpartition(".")[2], ())
        if is_own_code(codebase.light[definition.path])
    }
    return bool(named) and path not in named


def _leads(using: Using) -> dict[str, list[str]]:
    """Return the modules that each uses, given those that use each."""
    leads: dict[str, list[str]] = {path: [] for path in using}
    for path in sorted(using):
        for user in using[path]:
            leads.setdefault(user, []).append(path)
    return leads


def _top(path: str) -> str:
    return path.partition("/")[0] if "/" in path else ""


def _beside(first: str, using: Using) -> frozenset[str]:
    """Return the modules of a part of the tree that the first one to read does not lead to: what
    only the rest of a folder uses is for that folder alone, unless that is the main one."""
    reached = reached_from(first, _leads(using))
    main = {"", _top(first), _top(_core(using))}
    return frozenset(
        path
        for path, members in using.items()
        if path not in reached
        and _top(path) not in main
        and all(_top(user) == _top(path) for user in members)
    )


def _core(using: Using) -> str:
    return max(using, key=lambda module: (len(using[module]), module), default="")


class _Beginnings:
    """Of the entry points of a tree, that with which it begins.

    :param using: the modules that use each.
    """

    def __init__(self, codebase: Codebase, using: Using) -> None:
        self._codebase = codebase
        self._using = using
        self._leads = _leads(using)
        self._core = _core(using)
        self._is_tested = any(len(codebase.graph.tests.get(path, ())) > 1 for path in using)

    def best(self, entries: Iterable[Start]) -> ToRead | None:
        """Return the entry point with which the tree begins: one that a manifest names rather than
        one that nothing names, that lies highest, that is called as the program, and from which
        most is reached; nothing where several are as good.

        :param entries: each with the path of its module.
        """
        entries = [entry for entry in entries if self._may_lead(entry)]
        first = min(map(self._rank, entries), default=None)
        candidates = [entry for entry in entries if self._rank(entry) == first]
        if len({_top(entry.path) for entry in candidates if not entry.by_itself}) > 1:
            # Several packages that lie side by side.
            return None
        reached = {entry.path: len(self.reached(entry.path)) for entry in candidates}
        # Programs of one code base reach nearly the same: of these that one which uses most itself.
        least = max(reached.values(), default=0) * _NEARLY_ALL
        most = {
            entry: len(self._leads.get(entry.path, ()))
            for entry in candidates
            if reached[entry.path] >= least
        }
        best = [entry for entry in most if most[entry] == max(most.values())]
        if len(best) > 1 and all(entry.by_itself for entry in best):
            # Several programs beside a library, such as samples of it.
            return None
        chosen = min(best, key=lambda entry: entry.path, default=None)
        return chosen and ToRead(chosen.path, chosen.reason)

    def reached(self, path: str) -> Collection[str]:
        return reached_from(path, self._leads)

    def _rank(self, entry: Start) -> tuple[bool, int, bool, int, bool]:
        is_other, is_tied = not self._is_called_as_tree(entry), self._is_tied(entry.path)
        depth = entry.manifest.count("/")
        return entry.by_itself, depth, not is_tied, entry.path.count("/"), is_other

    def _is_tied(self, path: str) -> bool:
        return bool(self._leads.get(path)) or imports_own(self._codebase, path)

    def _may_lead(self, entry: Start) -> bool:
        """Return whether an entry point may be that of the whole tree: what begins away from the
        module that most others use is a tool, an example, or a package beside that."""
        path, core = entry.path, self._core
        # A tool beside what lies in the outermost folder.
        is_beside = "/" in path and bool(core) and "/" not in core
        if entry.by_itself and (is_beside or self._is_helper(path)):
            return False
        if not core or self._is_called_as_tree(entry):
            return True
        if "/" in entry.manifest or (entry.manifest and not entry.is_command):
            # The library of all, or something of a part.
            return "/" not in entry.manifest
        light = self._codebase.light
        if entry.by_itself and self._is_part(path):
            return False
        if not self._is_tied(path) and light[path].language != light[core].language:
            return False
        folder = path.rpartition("/")[0]
        if entry.by_itself and not folder and "/" in core:
            # Beside the package that the program is, scripts help those who work on it.
            return stem(path) == MAIN
        if not folder or folder in folders_above(core):
            return True
        return _top(path) == _top(core) and not (entry.by_itself and self._is_tested)

    def _is_part(self, path: str) -> bool:
        """Return whether other files use a program of a library with tests: it may be tried by
        itself, too. What most of them use is what they are made for."""
        is_used = bool(self._using.get(path)) and not is_header(path) and path != self._core
        return self._is_tested and is_used and stem(path) != MAIN

    def _is_helper(self, path: str) -> bool:
        """Return whether others use a program that uses none of them and has another name than the
        tree."""
        is_used = self._using.get(path) and not self._is_tied(path)
        return bool(is_used) and stem(path) not in {MAIN, *titles_of(self._codebase)}

    def _is_called_as_tree(self, entry: Start) -> bool:
        """Return whether an entry point has the tree's name: a program that nothing else names has
        to have just that, itself or its own folder, for packages of Java have it too; or it is
        called main, and uses what has it."""
        titles = titles_of(self._codebase)
        if not entry.by_itself:
            # What lies below may have the name of all and go on behind that.
            is_part = "/" in entry.manifest and plain(entry.program) not in titles
            is_called = is_namesake(self._codebase, entry.path) and not (is_part and entry.program)
            return is_called or plain(entry.program) in titles
        *folders, name = entry.path.split("/")
        if stem(name) == MAIN and any(
            stem(lead) in titles for lead in self._leads.get(entry.path, ())
        ):
            return True
        return not titles.isdisjoint({stem(name), *map(plain, folders[-1:])})
