"""Pure core: how macros look inside of declarations; only ``macros`` uses it.

Every pattern is read over a source whose comments, literals and directives are blank. All of
them run in linear time: repetitions never give back what they took, but for a few words.
"""

from __future__ import annotations

import re

# Brackets are followed to a fixed depth: deeper ones are no macro's arguments.
_PARENS = r"\((?:[^()]++|\((?:[^()]++|\((?:[^()]++|\([^()]*+\))*+\))*+\))*+\)"
_ANGLES = r"<(?:[^<>;{}]++|<(?:[^<>;{}]++|<[^<>;{}]*+>)*+>)*+>"
_CUDA = "global|device|host|shared|constant|managed|forceinline|noinline"
_EXPORT = r"\w++(?:(?<=_api)|(?<=_API)|(?<=_export)|(?<=_Export)|(?<=_EXPORT))"
_UPPER = rf"(?:_*+[A-Z][A-Z0-9_]++|{_EXPORT})(?!\w)"
_RESERVED = rf"(?!__(?:{_CUDA})__)__\w++"
_MACRO = rf"(?:{_UPPER}|{_RESERVED})"
_CALL = rf"(?:\s*+{_PARENS})?+"
# With a reserved name before one pair of brackets, a function is as likely: __f(int).
_LEADING = rf"(?:{_UPPER}{_CALL}|{_RESERVED}(?:\s*+(?=\(\s*+\(){_PARENS})?+)"
_ATTRIBUTE = rf"(?:_\w++\s*+|\w++\s*+(?=\(\s*+\()){_PARENS}"
_MACROS = rf"(?:{_LEADING}\s++){{1,8}}"
_NAME = rf"(?:::\s*+)?+[A-Za-z_]\w*+(?:\s*+{_ANGLES})?+(?:::[A-Za-z_]\w*+(?:\s*+{_ANGLES})?+)*+"
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

# Twice, as a macro may be told only when the one behind it is gone: A(x) B void f();
_BEFORE_A_DECLARATION = (
    rf"(?<![\w.:>])(?P<blank>{_LEADING})"
    rf"(?=\s++(?:(?:const|volatile)\s++)*+(?:(?:{_SPECIFIER})\b"
    rf"|(?!(?:{_NO_TYPE})\b)(?!(?<=\)\s){_MACRO}){_NAME}(?:\s*+[*&]|\s++const\b)*+\s*+\b[A-Za-z_]"
    rf"|~\s*+\w|(?:[A-Za-z_]\w*+(?:\s*+{_ANGLES})?+::)*+"
    r"operator\s++(?!new\b|delete\b|co_await\b)[A-Za-z_]))"
)

#: Each blanks what its group ``blank`` holds, and ``close`` where it has one.
_RULES = (
    # int x __attribute__((unused));  [[nodiscard]] int f();  They define nothing.
    rf"(?P<blank>(?:__(?:attribute__|declspec|launch_bounds__)|alignas)\s*+{_PARENS})",
    r"(?P<blank>\[\[(?:[^\[\]]++|\[[^\[\]]*+\])*+\]\])",
    # char *__restrict name
    r"\*\s*+(?P<blank>(?:_\w++|restrict))(?=\s++\w)",
    # EXPORT(int) f();  EXPORT(int) x;
    (
        rf"(?:^[ \t]*+|[;{{}}]\s*+|\b(?:extern|static|inline)\s++)(?!(?:{_STATEMENT})\b)"
        r"(?P<blank>[A-Za-z_]\w*+\s*+\()[\w\s:*&]++(?:<[\w\s:*&<>,]*+>[\s*&]*+)?+(?P<close>\))"
        rf"(?=[\s*&]++(?!(?:{_AFTER}|{_STATEMENT})\b)(?:(?!{_MACRO})\w++\s*+\(|\w++\s*+[;=\[,]))"
    ),
    # FOO(bar) or FOO on a line of its own between declarations.
    (
        r"(?:\A|(?<=[;{,])|(?<=\})[^\S\n]*+\n|\b(?:public|private|protected)\s*+:)\s*+"
        rf"(?P<blank>(?:(?:{_UPPER}\s*+{_PARENS}[ \t]*+(?:\n|\Z)\s*+"
        # A type may stand above its function: BOOL, f(x).
        rf"|{_MACRO}[ \t]*+(?:\n|\Z)\s*+(?!(?!{_MACRO})\w++[ \t]*+\()))++)"
        r"(?=[A-Za-z_~\[}]|\Z)"
    ),
    # void f OF((int x));
    rf"(?<=\w)\s++(?P<blank>[A-Z_]++\s*+\(){_PARENS}\s*+(?P<close>\))(?=\s*+;)",
    # class EXPORT Name FINAL : Base {
    (
        r"(?:class|struct|union|enum(?:\s++(?:class|struct))?+)\s++"
        rf"(?P<blank>{_MACROS})"
        rf"(?=(?!\w*FINAL\b){_NAME}\s*+(?:{_MACRO}\s*+)?+(?:final\b|:(?!\s*+\d)|\{{))"
    ),
    rf"(?:class|struct)\s++{_NAME}\s++(?P<blank>{_MACRO})(?=\s*+(?::(?!\s*+\d)|\{{))",
    # class EXPORT Name;
    rf"class\s++(?P<blank>{_MACROS})(?=\w++\s*+;)",
    rf"(?:struct|union)\s++(?P<blank>{_EXPORT})(?=\s++\w++\s*+;)",
    # template <typename T, REQUIRES(is_x<T>::value)>
    rf"(?P<blank>,\s*+{_UPPER}\s*+{_PARENS})(?=\s*+(?:=\s*+\w++\s*+)?+>)",
    rf"<\s*+(?P<blank>{_UPPER}\s*+{_PARENS})(?=\s*+>)",
    # void EXPORT f();
    (
        rf"(?<![\w.])(?!(?:{_BEFORE_A_TYPE})\b|(?:{_DECORATION})\s++\w)"
        r"[A-Za-z_]\w*+(?:\s*+[*&>])*+\s++"
        rf"(?P<blank>{_MACROS})(?=(?:\w++::)*+(?!(?:{_AFTER})\b)\w++\s*+\((?!\s*+\())"
    ),
    # EXPORT void f();  EXPORT Type f();  Q_OBJECT public:  EXPORT ~Name();
    *[_BEFORE_A_DECLARATION] * 2,
    # void f() FINAL {
    (
        rf"\b(?!(?:{_STATEMENT})\b)(?:operator\s*+(?:\(\s*+\)|[^\w\s(]++)|\w++)\s*+{_PARENS}\s*+"
        rf"(?:{_PARENS}\s*+)?+(?:(?:const|noexcept|override|final)\s++)*+"
        rf"(?P<blank>(?:(?:{_MACRO}{_CALL}|{_ATTRIBUTE})\s*+)++)"
        r"(?=[{;]|->|(?:const|noexcept|override|final)\b|:(?!:)|=\s*+(?:0|default|delete)\b)"
    ),
    # typedef struct { } ALIGNED name;  typedef struct { } name ALIGNED;
    rf"\}}\s*+(?P<blank>{_MACRO}{_CALL})(?=\s++\w++\s*+[;,])",
    rf"\}}\s*+\w++\s++(?P<blank>{_MACRO}{_CALL})(?=\s*+;)",
    # int x __unused;
    (
        rf"\b(?!(?:{_BEFORE_A_TYPE}|long|short|signed|unsigned)\b)[A-Za-z_]\w*+[\s*&]++"
        r"[A-Za-z_]\w*+(?:\[[^\[\]]*+\])*+\s++(?P<blank>__\w++)(?=\s*+[;=])"
    ),
    # (WINAPI *callback)(
    rf"\(\s*+(?P<blank>{_MACRO})(?=\s*+\*\s*+\w++\s*+\)\s*+\()",
    # if CONSTEXPR (x)
    rf"\bif\s++(?P<blank>{_UPPER})(?=\s*+\()",
    # signals:  public slots:
    r"(?<=[;{}])\s*+(?P<blank>(?:signals|Q_SIGNALS)\s*+:)(?!:)",
    r"\b(?:public|private|protected)\s++(?P<blank>slots|Q_SLOTS)(?=\s*+:)",
    # No macros, but what the grammar of C++ has no rule for: values of parameters, specifiers
    # of instances and conversions, three closing brackets (they end the configuration of a
    # kernel).
    r"(?<![=!<>+*/|&^%-])(?P<blank>=\s*+(?:\{\s*+\}|nullptr|0))(?=\s*+[,)>])",
    rf"(?P<blank>(?:extern\s++)?+template\s++(?:class|struct)\s++{_NAME}\s*+;)",
    r"(?P<blank>extern)(?=\s++template\b)",
    rf"(?P<blank>(?:constexpr|inline)\s++)(?=(?:\w++(?:\s*+{_ANGLES})?+::)++operator\s++\w)",
    r"(?<![<\s])(?P<blank><[^<>;{}()]*+>)(?=>>)",
)
RULES = tuple(re.compile(rule, re.MULTILINE) for rule in _RULES)

# EXPORT Name(int x) : x(x) {}   A constructor; any other name has its type before it.
CLASS = re.compile(r"(?:class|struct|union)\s++(\w++)")
MEMBER = re.compile(r"::(\w++)\s*+\(")
CONSTRUCTOR = re.compile(
    rf"(?<![\w.:>])(?P<blank>{_MACRO}{_CALL})\s++(?:\w++::)*+(?P<name>\w++)\s*+\("
)

# void f() = delete;   Outside of classes the grammar knows bodies only.
BODILESS = re.compile(r"[\w)&]\s*+(?P<blank>=)\s*+(?P<body>default|delete)\s*+(?P<close>;)")

# FOO(name);  FOO(Type, name) = 1;  FOO(name) { }   Between declarations no call can stand.
PIECE = re.compile(r"[^;{}]*+(?:[;{}]|\Z)")
CALL_ALONE = re.compile(
    r"(?:\s*+(?:public|private|protected)\s*+:)?+\s*+"
    rf"(?P<blank>(?P<name>{_UPPER})\s*+{_PARENS}\s*+(?:;|=(?!=)[^;{{}}]*+[;{{])?+)"
    r"(?P<block>\{)?+\Z"
)
DECLARATIONS = re.compile(r"\b(?:class|struct|union|namespace|extern)\b")
FUNCTION = re.compile(
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
