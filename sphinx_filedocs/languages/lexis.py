"""What words, comments and literals of each language look like, for ``highlight``.

The groups of a pattern are named after the classes that Pygments gives such parts in HTML. What
matches without a group is a word, looked up in the language's table. Every repetition is
possessive, and a literal that is never closed reaches to an end or is limited, so that a pattern
takes a time by the text's length whatever the text is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from sphinx_filedocs.languages import Language
from sphinx_filedocs.patterns import compile_pattern


@dataclass(frozen=True, slots=True)
class Lexis:
    """How the parts of a language's texts are told.

    :param words: the class of each word that has one; a dot is before it where it counts behind
        a dot only.
    :param defining: the class of the name behind a word.
    """

    pattern: re.Pattern[str]
    words: Mapping[str, str]
    defining: Mapping[str, str]


#: A word, or what stands behind a dot. It comes first, for most of a text is words; but letters
#: before a quote may be part of a literal. Then comes, before the other choices, what they begin
#: with: the engine is fast in seeing that none of them fits.
_WORD = r"""[^\W\d]\w*+(?!["'])|\.[^\W\d]\w*+"""
_NUMBER = r"(?P<m>\.?+\d(?:\w(?:(?<=\d[eE])[+-])?+|\.(?=\d))*+)"
_SLASHES = r"(?P<c1>//(?:[^\n\\]|\\.?)*+|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z))"
_TEXT = r'"(?:[^"\\\n]|\\.)*+"?+'
#: Where the closing quote must be there, what may stand before it is limited.
_CHARACTER = r"'(?:[^'\\\n]|\\.){0,500}+'"
_BACKTICKS = r"`(?:[^`\\]|\\.)*+(?:`|\Z)"
_LONG = r"""(?:\"\"\"(?:[^"\\]|\\.|"(?!""))*+(?:\"\"\"|\Z)|'''(?:[^'\\]|\\.|'(?!''))*+(?:'''|\Z))"""

_PYTHON = rf"""
    {_WORD}
  | (?=["'\#@\n\w.])(?:
        (?P<s>(?:[rRbBfFuUtT]{{1,2}}(?=['"]))?+(?:{_LONG}|{_TEXT}|'(?:[^'\\\n]|\\.)*+'?+))
      | (?P<c1>\#[^\n]*+)
      | \n[ \t]*+(?:
            (?P<sd>[rRuU]?+{_LONG})
          | (?P<nd>@[^\W\d][\w.]*+)
          | (?P<k>(?:match|case)(?=\ [^\n=]*:)
                | type(?=\ ++[^\W\d]\w*+(?:\[[^\]\n]*+\])?+\ *+=)) )
      | {_NUMBER} | \w )
"""
_C = rf"""
    {_WORD}
  | (?=["'/\n<\w.])(?:
        {_SLASHES}
      | (?P<s>(?:u8|[uUL])?+R"(?P<mark>[^()\\\s"]{{0,16}}+)
                \((?:[^)]|\)(?!(?P=mark)"))*+(?:\)(?P=mark)"|\Z)
            | (?:(?:u8|[uUL])(?=['"]))?+(?:{_TEXT}|{_CHARACTER}))
      | (?P<m>\.?+\d(?:\w(?:(?<=\d[eE])[+-])?+|\.|'(?=\w))*+)
      | \n[ \t]*+(?P<cp>\#[ \t]*+\w++)
      | (?P<cpf>(?<=include\ )<[^>\n]*+>)
      | \w )
"""
_ECMASCRIPT = rf"""
    (?=[gimst])(?P<k>(?:get|is|module|set|type)(?=\ [\w$\[{{*"'\#]))
  | [^\W\d][\w$]*+|\.[^\W\d][\w$]*+
  | (?=["'`/\n@\d.(,=:\[!&|?{{}};+\-*%<>~^])(?:
        (?P<s>"(?:[^"\\\n]|\\.){{0,500}}+"|{_CHARACTER}
            | `(?:[^`\\$]|\\.|\$\{{(?:[^{{}}`]|\{{[^{{}}]*+\}}|{_BACKTICKS})*+\}}|\$(?!\{{))*+`?+)
      | {_SLASHES}
      | \n(?P<ch>\#![^\n]*+)
      | (?:[^"'`/@\d.][ \t]*+|(?<=\breturn\ ))
            (?P<sr>/(?![*/])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*+\])++/[a-z]*+)
      | (?P<nd>@[^\W\d][\w.]*+)
      | {_NUMBER} )
"""
_RUST = rf"""
    [^\W\d]\w*+(?!["'\#])!?+|\.[^\W\d]\w*+
  | (?=["'/\#\w.])(?:
        (?P<s>[bc]?r(?P<mark>\#*+)"(?:[^"]|"(?!(?P=mark)))*+(?:"(?P=mark)|\Z)
            | (?:[bc](?=['"]))?+(?:"(?:[^"\\]|\\.)*+(?:"|\Z)
                | '(?:[^'\\\n]|\\(?:u\{{\w*+\}}|x\w\w|.))'))
      | (?P<sd>//[/!][^\n]*+)
      | (?P<c1>//[^\n]*+
            | /\*(?:[^*/]|\*(?!/)|/(?!\*)|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z))*+(?:\*/|\Z))
      | (?P<nl>'[^\W\d]\w*+)
      | (?P<cp>\#!?+\[[^\]\n]{{0,500}}+\])
      | {_NUMBER} | \w )
"""
_GO = rf"""
    {_WORD}
  | (?=["'`/\d.])(?:
        {_SLASHES} | (?P<s>{_TEXT}|`[^`]*+(?:`|\Z)|{_CHARACTER}) | {_NUMBER} )
"""
_JAVA = rf"""
    {_WORD}
  | (?=["'/@\d.])(?:
        {_SLASHES} | (?P<s>{_LONG}|{_TEXT}|{_CHARACTER})
      | (?P<nd>@(?!interface\b)[^\W\d][\w.]*+) | {_NUMBER} )
"""
_BASH = r"""
    [^\W\d][\w./+-]*+(?![\w./+=(-]) | [/.+-][\w./+-]*+
  | (?=["'\#<$\\\n\w])(?:
        (?P<c1>(?<![^\s;&|()`])\#[^\n]*+)
      | (?P<s><<-?+[ \t]*+(?P<quote>['"]?+)(?P<mark>\w++)(?P=quote)[^\n]*+
              (?:\n(?![ \t]*+(?P=mark)$)[^\n]*+)*+(?:\n[ \t]*+(?P=mark)$)?+
            | \$?+"(?:[^"\\]|\\.)*+(?:"|\Z) | \$'(?:[^'\\]|\\.)*+(?:'|\Z) | '[^']*+(?:'|\Z))
      | (?P<nv>\$(?:\w++|\{[^{}\n]*+\}|[@*\#?$!-])|[^\W\d]\w*+(?=\+?=))
      | (?P<nf>[^\W\d][\w.:-]*+(?=[ \t]*+\(\)))
      | \\. | (?P<m>\d++)(?![\w.-]) | [\w./+-]++ )
"""

_C_WORDS = {
    "k": "alignas alignof asm auto break case const constexpr continue default do else enum extern "
    "for goto if inline register restrict return sizeof static static_assert struct switch "
    "thread_local typedef typeof union volatile while _Alignas _Alignof _Atomic _Generic _Noreturn "
    "_Static_assert _Thread_local __asm__ __attribute__ __declspec __extension__ __inline "
    "__inline__ __restrict __restrict__ __volatile__",
    "kt": "bool char double float int long short signed unsigned void wchar_t _Bool _Complex "
    "size_t ssize_t ptrdiff_t intptr_t uintptr_t int8_t int16_t int32_t int64_t uint8_t uint16_t "
    "uint32_t uint64_t",
    "kc": "true false nullptr NULL",
    "cp": "defined __has_include __VA_ARGS__",
}
_CPP_WORDS = {
    **_C_WORDS,
    "k": f"{_C_WORDS['k']} catch class co_await co_return co_yield concept consteval constinit "
    "const_cast decltype delete dynamic_cast explicit export final friend mutable namespace new "
    "noexcept operator override private protected public reinterpret_cast requires static_cast "
    "template throw try typeid typename using virtual "
    "__constant__ __device__ __forceinline__ __global__ __host__ __managed__ __shared__",
    "kt": f"{_C_WORDS['kt']} char8_t char16_t char32_t",
    "ow": "and and_eq bitand bitor compl not not_eq or or_eq xor xor_eq",
    "bp": "this",
}
_JAVASCRIPT_WORDS = {
    "k": "async await break case catch class const continue debugger default do else export "
    "extends finally for function if implements let new return static switch throw try using var "
    "while with yield as enum of",
    "kn": "import from",
    "ow": "delete in instanceof typeof void keyof",
    "kc": "true false null undefined NaN Infinity",
    "bp": "this super",
}
_TYPESCRIPT_WORDS = {
    **_JAVASCRIPT_WORDS,
    "k": f"{_JAVASCRIPT_WORDS['k']} abstract asserts declare infer interface namespace override "
    "private protected public readonly satisfies",
    "kt": "any bigint boolean never number object string symbol unknown",
}
_WORDS: Mapping[str, Mapping[str, str]] = {
    "python": {
        "k": "as assert async await break class continue def del elif else except finally for "
        "global if lambda nonlocal pass raise return try while with yield",
        "kn": "import from",
        "ow": "and in is not or",
        "kc": "True False None",
        "bp": "self cls",
    },
    "c": _C_WORDS,
    "cpp": _CPP_WORDS,
    "cuda": _CPP_WORDS,
    "javascript": _JAVASCRIPT_WORDS,
    "typescript": _TYPESCRIPT_WORDS,
    "tsx": _TYPESCRIPT_WORDS,
    "rust": {
        "k": "as async await .await break const continue crate dyn else enum extern fn for if impl "
        "in let loop match mod move mut pub ref return static struct super trait type unsafe use "
        "where while yield",
        "kc": "true false",
        "kt": "bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize",
        "bp": "self Self",
        "fm": "assert! assert_eq! assert_ne! cfg! concat! dbg! debug_assert! debug_assert_eq! "
        "debug_assert_ne! env! eprint! eprintln! format! format_args! include! include_bytes! "
        "include_str! line! macro_rules! matches! panic! print! println! stringify! thread_local! "
        "todo! try! unimplemented! unreachable! vec! write! writeln!",
    },
    "go": {
        "k": "break case chan const continue default defer else fallthrough for func go goto if "
        "interface map range return select struct switch type var",
        "kn": "import package",
        "kc": "true false nil iota",
        "kt": "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 "
        "int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr",
    },
    "java": {
        "k": "abstract assert break case catch class .class continue default do else enum extends "
        "final finally for if implements instanceof interface native new permits private protected "
        "public record return sealed static strictfp switch synchronized throw throws transient "
        "try var volatile while yield",
        "kn": "import package",
        "kc": "true false null",
        "kt": "boolean byte char double float int long short void",
        "bp": "this .this super",
    },
    "bash": {
        "k": "case do done elif else esac fi for function if in select then until while time",
    },
}
_ECMASCRIPT_DEFINING = {"nf": "function", "nc": "class interface enum type", "nn": "namespace"}
_DEFINING: Mapping[str, Mapping[str, str]] = {
    "python": {"nf": "def", "nc": "class", "nn": "from"},
    "c": {},
    "cpp": {"nc": "class", "nn": "namespace"},
    "cuda": {"nc": "class", "nn": "namespace"},
    "javascript": _ECMASCRIPT_DEFINING,
    "typescript": _ECMASCRIPT_DEFINING,
    "tsx": _ECMASCRIPT_DEFINING,
    "rust": {"nf": "fn", "nc": "struct enum trait union type", "nn": "mod"},
    "go": {"nf": "func", "nc": "type", "nn": "package"},
    "java": {"nc": "class interface enum record", "nn": "package import"},
    "bash": {"nf": "function"},
}
_PATTERNS: Mapping[str, str] = {
    "python": _PYTHON,
    "c": _C,
    "cpp": _C,
    "cuda": _C,
    "javascript": _ECMASCRIPT,
    "typescript": _ECMASCRIPT,
    "tsx": _ECMASCRIPT,
    "rust": _RUST,
    "go": _GO,
    "java": _JAVA,
    "bash": _BASH,
}


@cache
def lexis(language: Language) -> Lexis | None:
    """Return how the parts of a language's texts are told; ``None`` where only Pygments knows."""
    if language.key not in _PATTERNS:
        return None
    words = dict.fromkeys(language.builtins, "nb")
    for css, listed in _WORDS[language.key].items():
        words.update(dict.fromkeys(listed.split(), css))
    defining = {
        word: css for css, listed in _DEFINING[language.key].items() for word in listed.split()
    }
    flags = re.VERBOSE | re.DOTALL | re.MULTILINE
    return Lexis(compile_pattern(_PATTERNS[language.key], flags), words, defining)
