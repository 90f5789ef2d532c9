"""The patterns of macros inside of declarations; only ``macros`` uses it.

Every pattern is read over a source whose comments, literals and directives are blank. All of them
run in linear time: repetitions are possessive, but for a few words. A pattern is slow as it is
tried at every character, so each has a sign: a much faster pattern that is in every text with a
match.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from sphinx_filedocs.patterns import compile_pattern

# Brackets are followed to a fixed depth: deeper ones are no macro's arguments.
_PARENS = r"\((?:[^()]++|\((?:[^()]++|\((?:[^()]++|\([^()]*+\))*+\))*+\))*+\)"
_ANGLES = r"<(?:[^<>;{}]++|<(?:[^<>;{}]++|<[^<>;{}]*+>)*+>)*+>"
_CUDA = "global|device|host|shared|constant|managed|forceinline|noinline"
_EXPORT = r"\w++(?:(?<=_api)|(?<=_API)|(?<=_export)|(?<=_Export)|(?<=_EXPORT))"
_UPPER = rf"(?:_*+[A-Z][A-Z0-9_]++|{_EXPORT})(?!\w)"
_RESERVED = rf"(?!__(?:{_CUDA})__)__\w++"
_MACRO = rf"(?:{_UPPER}|{_RESERVED})"
_CALL = rf"(?:\s*+{_PARENS})?+"
# With a reserved name before one pair of brackets, a function is as likely, __f(int), but for
# brackets that begin with a value, or stand before a type, a name and brackets.
_RESERVED_CALL = rf"\s*+(?:(?=\(\s*+[\d\"(])|(?={_PARENS}\s++(?:\w++[\s*&]++)++\w*+\()){_PARENS}"
_LEADING = rf"(?:{_UPPER}{_CALL}|{_RESERVED}(?:{_RESERVED_CALL})?+)"
_ATTRIBUTE = rf"(?:_\w++\s*+|\w++\s*+(?=\(\s*+\()){_PARENS}"
_MACROS = rf"(?:{_LEADING}\s++){{1,8}}"
_NAME = rf"(?:::\s*+)?+[A-Za-z_]\w*+(?:\s*+{_ANGLES})?+(?:::[A-Za-z_]\w*+(?:\s*+{_ANGLES})?+)*+"
# Name<T>::
_OWNER = rf"(?:[A-Za-z_]\w*+(?:\s*+{_ANGLES})?+::)"
_BASIC = "auto|bool|char|char8_t|char16_t|char32_t|double|float|int|long|short|void|wchar_t"
_SPECIFIER = (
    f"{_BASIC}|alignas|class|consteval|constexpr|constinit|decltype|enum|explicit|extern|friend|"
    "inline|mutable|namespace|private|protected|public|register|signed|static|struct|template|"
    f"thread_local|typedef|typename|union|unsigned|using|virtual|__(?:{_CUDA})__"
)
_NO_TYPE = "and|bitand|bitor|const|final|noexcept|not|operator|or|override|requires|volatile|xor"
_BEFORE_A_TYPE = (
    "auto|case|class|const|consteval|constexpr|constinit|delete|do|else|enum|explicit|extern|"
    "friend|goto|inline|mutable|namespace|new|operator|register|return|static|struct|"
    "thread_local|throw|typedef|typename|union|using|virtual|volatile"
)
# Two macros before a name: the first is the type if it does not look like one of these.
_DECORATION = r"__\w++|\w*(?:API|CONSTEXPR|DEPRECATED|EXPORT|EXTERN|INLINE|STATIC)\w*+"
_AFTER = "_*asm_*|const|final|mutable|noexcept|override|requires|throw|try|volatile"
_STATEMENT = (
    "if|for|while|switch|return|catch|sizeof|defined|alignas|decltype|static_assert|_*typeof_*"
)

_TYPE_IN_PARENS = (
    r"[\w\s:*&]++(?:<[\w\s:*&<>,]*+>[\s*&]*+)?+(?P<close>\))"
    rf"(?=[\s*&]++(?!(?:{_AFTER}|{_STATEMENT})\b)(?:(?!{_MACRO})\w++\s*+\(|\w++\s*+[;=\[,]))"
)
_CALL_LINE = rf"{_UPPER}\s*+{_PARENS}[ \t]*+(?:\n|\Z)\s*+"
# A type may stand above its function: BOOL, f(x).
_NAME_LINE = rf"{_MACRO}[ \t]*+(?:\n|\Z)\s*+(?!(?!{_MACRO})\w++[ \t]*+\()"
_LINE_OF_ITS_OWN = f"(?:{_CALL_LINE}|{_NAME_LINE})"
# The content of braces behind these, and text behind a comma, is a list: its last name is an item.
_LIST = r"(?:\benum\b[^;{}()]*+|=\s*+)\{"
_LINE_IN_A_LIST = rf"(?:{_CALL_LINE}|{_NAME_LINE}(?!\}}))"
_CALLED = rf"(?={_OWNER}*+(?!(?:{_AFTER})\b)\w++\s*+\((?!\s*+\())"
_BEHIND_PARAMETERS = (
    r"(?:(?:const|noexcept|override|final)\s++)*+"
    rf"(?P<blank>(?:(?:{_MACRO}{_CALL}|{_ATTRIBUTE})\s*+)++)"
    r"(?=[{;]|->|(?:const|noexcept|override|final)\b|:(?!:)|=\s*+(?:0|default|delete)\b)"
)
# Twice, as a macro may be told only when the one behind it is gone: A(x) B void f();
_BEFORE_A_DECLARATION = (
    rf"(?<![\w.:>])(?P<blank>{_LEADING})"
    rf"(?=\s++(?:(?:const|volatile)\s++)*+(?:(?:{_SPECIFIER})\b"
    rf"|(?!(?:{_NO_TYPE})\b)(?!(?<=\)\s){_MACRO}){_NAME}(?:\s*+[*&]|\s++const\b)*+\s*+"
    r"(?:\b[A-Za-z_]|\((?:\s*+\*)*+\s*+\w++\s*+\)\s*+\()"
    rf"|~\s*+\w|{_OWNER}*+"
    r"operator\s++(?!new\b|delete\b|co_await\b)[A-Za-z_]))"
)
_OLD_PARAMETERS = r"\(\s*+\w++(?:\s*+,\s*+\w++)*+\s*+\)(?=\s++(?:[A-Za-z_][^;{}=#]*+;\s*+)++\{)"


@dataclass(frozen=True, slots=True)
class MacroRule:
    """A pattern that blanks its group ``blank``, and ``close`` if it has one.

    :param sign: is in every text that the pattern matches in, and fast to search: it begins with a
        fixed character.
    :param begins: True if the sign has to stand at the beginning of a macro.
    :param behind: the last visible characters that may stand before the sign.
    :param leads: True if the pattern itself matches nowhere but there.
    """

    pattern: re.Pattern[str]
    sign: re.Pattern[str] | None = None
    begins: bool = False
    behind: re.Pattern[str] | None = None
    leads: bool = False

    def find(self, shadow: str, macros: Sequence[int]) -> Iterator[re.Match[str]]:
        """Return the matches in a shadow.

        :param macros: the possible starts of macros.
        """
        if self.leads:
            return _at(self.pattern, shadow, macros)
        if self.sign is not None and not any(self._signs(shadow, macros)):
            return iter(())
        return self.pattern.finditer(shadow)

    def _signs(self, shadow: str, macros: Sequence[int]) -> Iterator[bool]:
        sign, behind = cast("re.Pattern[str]", self.sign), self.behind
        if self.begins:
            places = (at for at in macros if not behind or _is_behind(behind, shadow, at))
            yield from (sign.match(shadow, at) is not None for at in places)
        else:
            hits = (hit.start() for hit in sign.finditer(shadow))
            yield from (not behind or _is_behind(behind, shadow, at) for at in hits)


def _is_behind(before: re.Pattern[str], text: str, place: int) -> bool:
    """Return True if the last visible character before a place fits, or if there is none."""
    while place and text[place - 1].isspace():
        place -= 1
    return not place or before.match(text, place - 1) is not None


def _at(pattern: re.Pattern[str], text: str, places: Iterable[int]) -> Iterator[re.Match[str]]:
    match = pattern.match
    end = 0
    for place in places:
        if place >= end and (hit := match(text, place)):
            yield hit
            end = hit.end()


def beginnings(shadow: str) -> list[int]:
    """Return the starts of words that may be macros, in order."""
    starts = {match.start() for match in _CAPITAL.finditer(shadow)}
    for match in _EXPORTED.finditer(shadow):
        start = match.start()
        while start and (shadow[start - 1].isalnum() or shadow[start - 1] == "_"):
            start -= 1
        starts.add(start)
    return sorted(starts)


def _rule(
    pattern: str, sign: str = "", behind: str = "", *, begins: bool = False, leads: bool = False
) -> MacroRule:
    return MacroRule(
        compile_pattern(pattern, re.MULTILINE),
        compile_pattern(sign) if sign else None,
        begins,
        re.compile(behind) if behind else None,
        leads,
    )


# The first letter of a word that looks like a macro, but for what only its end tells.
_CAPITAL = re.compile(r"[A-Z_](?<!\w.)(?:[A-Z0-9_]++(?!\w)|(?<=_)_)")
_EXPORTED = re.compile(r"_(?:api|API|export|Export|EXPORT)(?!\w)")

RULES = (
    # int x __attribute__((unused));  [[nodiscard]] int f();  They define nothing.
    _rule(
        rf"(?P<blank>(?:__(?:attribute__|declspec|launch_bounds__)|alignas)\s*+{_PARENS})",
        r"__(?:attribute__|declspec|launch_bounds__)|alignas",
    ),
    _rule(r"(?P<blank>\[\[(?:[^\[\]]++|\[[^\[\]]*+\])*+\]\])"),
    # char *__restrict name
    _rule(r"\*\s*+(?P<blank>(?:_\w++|restrict))(?=\s++\w)"),
    # EXPORT(int) f();  EXPORT(int) x;
    _rule(
        rf"(?:^[ \t]*+|[;{{}}]\s*+|\b(?:extern|static|inline)\s++)(?!(?:{_STATEMENT})\b)"
        rf"(?P<blank>[A-Za-z_]\w*+\s*+\(){_TYPE_IN_PARENS}",
        r"\(" + _TYPE_IN_PARENS,
        r"\w",
    ),
    # FOO(bar) or FOO on a line of its own between declarations.
    _rule(
        rf"{_LIST}\s*+\w*+"
        r"|(?:\A|(?<=[;{])|(?<=@end)|(?<=\})[^\S\n]*+\n|\b(?:public|private|protected)\s*+:)\s*+"
        rf"(?P<blank>(?:{_LINE_OF_ITS_OWN})++)(?=[A-Za-z_~\[}}@+-]|\Z)",
        _LINE_OF_ITS_OWN,
        r"[;{}:d]",
        begins=True,
    ),
    _rule(
        rf"(?:,|{_LIST})\s*+(?P<blank>(?:{_LINE_IN_A_LIST})++)(?=[A-Za-z_~\[}}]|\Z)",
        _LINE_OF_ITS_OWN,
        "[,{]",
        begins=True,
    ),
    # void f OF((int x));
    _rule(
        rf"(?<=\w)\s++(?P<blank>[A-Z_]++\s*+\(){_PARENS}\s*+(?P<close>\))(?=\s*+;)",
        r"\(\(",
        "[A-Z_]",
    ),
    # class EXPORT Name FINAL : Base {
    _rule(
        r"(?:class|struct|union|enum(?:\s++(?:class|struct))?+)\s++"
        rf"(?P<blank>{_MACROS})"
        rf"(?=(?!\w*FINAL\b){_NAME}\s*+(?:{_MACRO}\s*+)?+(?:final\b|:(?!\s*+\d)|\{{))"
    ),
    _rule(
        rf"(?:class|struct)\s++{_NAME}\s++(?P<blank>{_MACRO})(?=\s*+(?::(?!\s*+\d)|\{{))",
        rf"{_MACRO}\s*+[:{{]",
        begins=True,
    ),
    # class EXPORT Name;
    _rule(rf"class\s++(?P<blank>{_MACROS})(?=\w++\s*+;)"),
    _rule(rf"(?:struct|union)\s++(?P<blank>{_EXPORT})(?=\s++\w++\s*+;)"),
    # template <typename T, REQUIRES(is_x<T>::value)>
    _rule(rf"(?P<blank>,\s*+{_UPPER}\s*+{_PARENS})(?=\s*+(?:=\s*+\w++\s*+)?+>)"),
    _rule(rf"<\s*+(?P<blank>{_UPPER}\s*+{_PARENS})(?=\s*+>)"),
    # void EXPORT f();
    _rule(
        rf"(?<![\w.])(?!(?:{_BEFORE_A_TYPE})\b|(?:{_DECORATION})\s++\w)"
        rf"[A-Za-z_]\w*+(?:\s*+[*&>])*+\s++(?P<blank>{_MACROS}){_CALLED}",
        rf"{_MACROS}{_CALLED}",
        begins=True,
    ),
    # EXPORT void f();  EXPORT Type f();  Q_OBJECT public:  EXPORT ~Name();
    *[_rule(_BEFORE_A_DECLARATION, leads=True)] * 2,
    # void f() FINAL {
    _rule(
        rf"\b(?!(?:{_STATEMENT})\b)(?:operator\s*+(?:\(\s*+\)|[^\w\s(]++)|\w++)\s*+{_PARENS}\s*+"
        rf"(?:{_PARENS}\s*+)?+{_BEHIND_PARAMETERS}",
        rf"\)\s*+{_BEHIND_PARAMETERS.replace('?P<blank>', '?:')}",
    ),
    # typedef struct { } ALIGNED name;  typedef struct { } name ALIGNED;
    _rule(rf"\}}\s*+(?P<blank>{_MACRO}{_CALL})(?=\s++\w++\s*+[;,])"),
    _rule(rf"\}}\s*+\w++\s++(?P<blank>{_MACRO}{_CALL})(?=\s*+;)"),
    # int x __unused;
    _rule(
        rf"\b(?!(?:{_BEFORE_A_TYPE}|long|short|signed|unsigned)\b)[A-Za-z_]\w*+[\s*&]++"
        r"[A-Za-z_]\w*+(?:\[[^\[\]]*+\])*+\s++(?P<blank>__\w++)(?=\s*+[;=])",
        r"__(?<=\s__)\w++\s*+[;=]",
    ),
    # int x GUARDED_BY(mutex);  Two words before it: a function has its type alone there.
    _rule(
        rf"\b(?!(?:{_BEFORE_A_TYPE}|{_NO_TYPE}|long|short|signed|unsigned)\b|{_MACRO})"
        rf"[A-Za-z_]\w*+(?:\s*+{_ANGLES})?+[\s*&]++(?:const\s++)?+"
        rf"(?!(?:{_SPECIFIER}|{_NO_TYPE})\b|{_MACRO})[A-Za-z_]\w*+(?:\[[^\[\]]*+\])*+"
        rf"\s++(?P<blank>(?:{_UPPER}\s*+{_PARENS}\s*+)++)(?=;|=(?!=))",
        rf"{_UPPER}\s*+{_PARENS}\s*+(?:;|=(?!=))",
        r"[\w\])]",
        begins=True,
    ),
    # char *f(text) char *text; {   static f(a) int a; {   No macros, but what a function that
    # declares its parameters behind them cannot have to the grammar of C.
    _rule(
        rf"^(?:\w++[ \t]++)*?\w++[ \t]*+(?P<blank>\*[\s*]*+)\w++\s*+{_OLD_PARAMETERS}",
        _OLD_PARAMETERS,
    ),
    _rule(rf"^(?P<blank>static)\s++\w++\s*+{_OLD_PARAMETERS}", _OLD_PARAMETERS),
    # (WINAPI *callback)(
    _rule(rf"\(\s*+(?P<blank>{_MACRO})(?=\s*+\*\s*+\w++\s*+\)\s*+\()"),
    # if CONSTEXPR (x)
    _rule(rf"if(?<!\wif)\s++(?P<blank>{_UPPER})(?=\s*+\()"),
    # signals:  public slots:
    _rule(r"(?<=[;{}])\s*+(?P<blank>(?:signals|Q_SIGNALS)\s*+:)(?!:)", r"signals|Q_SIGNALS"),
    _rule(r"\b(?:public|private|protected)\s++(?P<blank>slots|Q_SLOTS)(?=\s*+:)", r"slots|Q_SLOTS"),
    # emit changed(x);
    _rule(
        r"(?:[;{}):]|\belse)\s*+(?P<blank>emit|Q_EMIT)(?=\s++\w++\s*+(?:\(|::|\.|->))",
        r"(?:emit|Q_EMIT)\s",
    ),
    # No macros, but what the grammar of C++ has no rule for: values of parameters, specifiers
    # of instances and conversions, three closing brackets (they end the configuration of a
    # kernel). What has no type before it gets a value: (struct ops) { .open = 0, .close = shut }
    _rule(
        r"\.\s*+\w++\s*+=|(?<=[(,;{}])\s*+\w++\s*+=\s*+(?:0|nullptr)\b"
        r"|(?P<blank>=(?<![=!<>+*/|&^%-]=)\s*+(?:\{\s*+\}|nullptr|0))(?=\s*+[,)>])",
        r"=(?<![=!<>+*/|&^%-]=)\s*+(?:\{\s*+\}|nullptr|0)\s*+[,)>]",
    ),
    _rule(
        rf"(?P<blank>(?:extern\s++)?+template)(?=\s++(?:class|struct)\s++{_NAME}\s*+;)",
        r"template\s++(?:class|struct)",
    ),
    _rule(r"(?P<blank>extern)(?=\s++template\b)"),
    _rule(
        rf"(?P<blank>(?:constexpr|inline)\s++)(?={_OWNER}++operator\s++\w)",
        r"::operator",
    ),
    _rule(r"(?<![<\s])(?P<blank><[^<>;{}()]*+>)(?=>>)", r">>>"),
)

# EXPORT Name(int x) : x(x) {}   INLINE Name<T>::~Name() {}   A constructor or destructor; any other
# name has its type before it.
CLASS = re.compile(r"(?:class|struct|union)\s++(\w++)")
MEMBER = re.compile(rf"(?:::|{_ANGLES}::)~?+(\w++)\s*+\(")
CONSTRUCTOR = _rule(
    rf"(?<![\w.:>])(?P<blank>{_MACRO}{_CALL})\s++{_OWNER}*+~?+(?P<name>\w++)\s*+\(", leads=True
)

# typedef NS_ENUM(NSInteger, Name) {   Only an enumeration can have its name there.
ENUM = compile_pattern(
    rf"(?P<head>typedef(?<!\wtypedef)\s++{_UPPER}\s*+\(\s*+[\w\s]++,)\s*+\w++\s*+(?P<close>\))(?=\s*+\{{)"
)

# struct frame { int size; } PACKED;   It names no variable if it is known to be a macro.
BEHIND_A_BODY = _rule(rf"\}}\s*+(?P<blank>(?P<name>{_MACRO}))\s*+;", rf"\}}\s*+{_MACRO}")
DEFINED = re.compile(r"^[ \t]*+#[ \t]*+define[ \t]++(\w++)(?!\()", re.MULTILINE)

# #define API
EMPTY = compile_pattern(r"[ \t]*+#[ \t]*+define[ \t]++(\w++)\s*+(?:(?:/\*(?s:.*?)\*/|//.*+)\s*+)*+")

# void f() = delete;   Outside of classes the grammar knows bodies only.
BODILESS = _rule(
    r"[\w)&]\s*+(?P<blank>=)\s*+(?P<body>default|delete)\s*+(?P<close>;)",
    r"=\s*+(?:default|delete)",
)

# FOO(name);  FOO(Type, name) = 1;  FOO(name) { }   Between declarations no call can stand.
PIECE = re.compile(r"[^;{}]*+(?:[;{}]|\Z)")
CALL_ALONE = compile_pattern(
    r"(?:\s*+(?:public|private|protected)\s*+:)?+\s*+"
    rf"(?P<blank>(?P<name>{_UPPER})\s*+{_PARENS}\s*+(?:;|=(?!=)[^;{{}}]*+[;{{])?+)"
    r"(?P<block>\{)?+\Z"
)
DECLARATIONS = re.compile(r"\b(?:class|struct|union|namespace|extern)\b")
FUNCTION = compile_pattern(
    r"\)\s*+(?:(?:const|final|mutable|noexcept|override|volatile|try)\b\s*+|&\s*+|->[^{]*+)*+\{\Z"
)

KEYWORDS = frozenset(
    b"""alignas alignof and asm auto bool break case catch char class const const_cast consteval
    constexpr constinit continue decltype default defined delete do double dynamic_cast else enum
    explicit export extern false final float for friend goto if inline int long mutable namespace
    new noexcept not nullptr operator or override private protected public register reinterpret_cast
    requires restrict return short signed sizeof static static_assert static_cast struct switch
    template this thread_local throw true try typedef typeid typename union unsigned using virtual
    void volatile wchar_t while""".split()
)
