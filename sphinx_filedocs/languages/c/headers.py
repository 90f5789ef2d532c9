"""The headers that C, C++ and POSIX systems bring along.

Names after ISO/IEC 9899:2024, ISO/IEC 14882:2023 and POSIX.1-2024, with the widespread ones of
GNU/Linux, macOS and Windows.
"""

from __future__ import annotations

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


def standard(target: str, system: bool) -> bool:
    """Return whether an include names a header of the system.

    :param target: as written between the quotes or angle brackets.
    :param system: whether it stood in angle brackets; only then do whole folders count.
    """
    return target in STANDARD or (system and target.startswith(_SYSTEM_FOLDERS))
