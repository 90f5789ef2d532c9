"""``#include`` of C, C++ and CUDA, through the folders a compiler would be told of.

The names of headers that C, C++ and POSIX systems bring along are after ISO/IEC 9899:2024,
ISO/IEC 14882:2023 and POSIX.1-2024, with the widespread ones of GNU/Linux, macOS and Windows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sphinx_filedocs.languages.c.build_files import IncludeFolders
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.source.tree import (
    ListedTree,
    ancestors,
    beside,
    by_ending,
    join,
    nearest,
    parent,
    secluded,
)

_C = """
assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h
setjmp.h signal.h stdalign.h stdarg.h stdatomic.h stdbit.h stdbool.h stdckdint.h stddef.h stdint.h
stdio.h stdlib.h stdnoreturn.h string.h tgmath.h threads.h time.h uchar.h wchar.h wctype.h
"""
_CPP = """
algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv cfloat charconv
chrono cinttypes ciso646 climits clocale cmath codecvt compare complex concepts condition_variable
coroutine csetjmp csignal cstdalign cstdarg cstdbool cstddef cstdint cstdio cstdlib cstring ctgmath
ctime cuchar cwchar cwctype debugging deque exception execution expected filesystem flat_map
flat_set format forward_list fstream functional future generator hazard_pointer hive
initializer_list inplace_vector iomanip ios iosfwd iostream istream iterator latch limits linalg
list locale map mdspan memory memory_resource mutex new numbers numeric optional ostream print
queue random ranges ratio rcu regex scoped_allocator semaphore set shared_mutex simd
source_location span spanstream sstream stack stacktrace stdexcept stdfloat stop_token streambuf
string string_view strstream syncstream system_error text_encoding thread tuple type_traits
typeindex typeinfo unordered_map unordered_set utility valarray variant vector version
"""
_SYSTEM = """
aio.h alloca.h byteswap.h conio.h cpio.h crypt.h devctl.h direct.h dirent.h dlfcn.h elf.h endian.h
err.h execinfo.h fcntl.h features.h fmtmsg.h fnmatch.h ftw.h getopt.h glob.h grp.h iconv.h
ifaddrs.h immintrin.h intrin.h io.h langinfo.h libgen.h libintl.h malloc.h memory.h monetary.h
mqueue.h ndbm.h netdb.h nl_types.h paths.h poll.h process.h pthread.h pty.h pwd.h regex.h sched.h
search.h semaphore.h shadow.h spawn.h strings.h stropts.h syslog.h tar.h termios.h trace.h ulimit.h
unistd.h utime.h utmp.h utmpx.h values.h varargs.h windows.h winsock.h winsock2.h wordexp.h
ws2tcpip.h x86intrin.h
"""
STANDARD = frozenset((_C + _CPP + _SYSTEM).split())
_SYSTEM_FOLDERS = (
    "arpa/", "asm/", "bits/", "linux/", "mach/", "machine/", "net/", "netinet/", "sys/",
)  # fmt: skip
#: Names of folders that compilers are commonly told to search, besides the root, likelier first.
_ROOTS = ("include", "inc", "includes", "src")
_LIBRARIES = frozenset(_ROOTS) - {"src"}


def standard(target: str, system: bool) -> bool:
    """Return True if an include names a header of the system.

    :param target: as written between the quotes or angle brackets.
    :param system: True if it stood in angle brackets; only then do whole folders count.
    """
    return target in STANDARD or (system and target.startswith(_SYSTEM_FOLDERS))


class Include:
    """Finds headers by the few known options of the compiler.

    A quoted header is first looked for beside the including file. Then, quoted or not: in the
    folders that build files name; below an include folder that belongs to a folder above the
    including file, else anywhere, if one file whose path ends in the whole target is strictly the
    nearest; for a bare name that file must also be a likely one, or the only one if no build file
    names folders. A standard header is unresolved unless an ``include`` folder, or one that a build
    file names, offers it. A header in a folder of the root's name may be installed there: the only
    header of the rest's name.
    """

    def __init__(self, tree: ListedTree, paths: Sequence[str]) -> None:
        self._tree = tree
        wanted = {_normal(import_.target) for import_ in tree.imports(paths)}
        self._own = f"{tree.root_name[-1]}/" if tree.root_name else "/"
        wanted |= {target.removeprefix(self._own) for target in wanted}
        self._endings = by_ending(tree.files, wanted - {""})
        self._folders = IncludeFolders(tree)
        self._known: dict[tuple[str, str, bool], tuple[str, ...]] = {}

    def resolve(self, path: str, import_: Import) -> Iterable[str]:
        """Return the header that an include in the file ``path`` reads, if the tree has it."""
        key = (parent(path), import_.target, import_.system)
        if key not in self._known:
            self._known[key] = tuple(self._find(*key))
        return self._known[key]

    def _find(self, folder: str, written: str, system: bool) -> Sequence[str]:
        place = join(folder, _plain(written)) or ""
        if not system and place in self._tree.files:
            return (place,)
        for named in self._folders.of(folder):
            place = join(named, _plain(written)) or ""
            if place in self._tree.files:
                return (place,)
        target = _normal(written)
        candidates = self._endings.get(target, [])
        if not candidates:
            installed = self._endings.get(target.removeprefix(self._own), [])
            return installed if len(installed) == 1 else ()
        if standard(target, system):
            return self._below(folder, target, ("include",))
        if headers := self._below(folder, target, _ROOTS):
            return headers
        if "/" in target:
            return nearest(candidates, folder)
        # A bare name is weak evidence: the config.h of some test is not the one that is meant.
        headers = nearest(candidates, folder, accept=lambda path: self._may_be(path, folder))
        alone = len(candidates) == 1 and not self._folders.of(folder)
        return [path for path in headers if not system or alone or _library(path, folder)]

    def _may_be(self, path: str, folder: str) -> bool:
        """Return True if a bare name in a folder may mean a header elsewhere: one in a folder
        above, or own code that is near, or in a folder of headers or sources."""
        home = parent(path)
        if home in ancestors(folder):
            return True
        is_near = path.partition("/")[0] == folder.partition("/")[0]
        is_aside = self._tree.light[path].has_role("test", "example", "benchmark")
        of_sources = not {*_ROOTS}.isdisjoint(home.split("/")[-2:])
        return (is_near or of_sources) and not is_aside and not secluded(path, folder)

    def _below(self, folder: str, target: str, names: Sequence[str]) -> Sequence[str]:
        for above in ancestors(folder):
            for name in names:
                place = f"{beside(above, name)}/{target}"
                if place in self._tree.files:
                    return (place,)
        return (target,) if target in self._tree.files and names is _ROOTS else ()


def _library(path: str, folder: str) -> bool:
    """Return True if a bare name in angle brackets may mean a file: they name libraries.

    Such a file is in an include folder, in a folder of its own in one, or beside the including
    file.
    """
    home = parent(path)
    return home == folder or not _LIBRARIES.isdisjoint(home.split("/")[-2:])


def _plain(written: str) -> str:
    return written.strip().replace("\\", "/")


def _normal(written: str) -> str:
    """Return a target as a path without ``..``, ``""`` when it is absolute or outside of every
    include folder."""
    return join("", _plain(written)) or ""
