"""Pure core: blanks what a grammar of the C family cannot know: macros inside declarations.

A grammar sees no preprocessor: ``class EXPORT_MACRO Name {`` is a function to it. The rules
below find by their surroundings what can only be a macro; where a text is right without the
rule, the rule does not apply. Nothing moves: what goes becomes blanks of the same length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sphinx_filedocs.analysis.conditionals import Directive, Range, directive, settle

_NOISE = re.compile(
    r"""
      (?P<comment> /\*(?s:.*?\*/|.*) | //(?:[^\\\n]|\\(?s:.)?)*+ )
    | (?P<string> (?<!\w)(?:u8|[uUL])?R"(?P<mark>[^()\\\s"]{0,16})\((?s:.*?\)(?P=mark)"|.*)
                | "(?:[^"\\\n]|\\(?s:.))*+"?
                | (?<![0-9])'(?:[^'\\\n]|\\(?s:.))++' )
    | (?P<condition> ^[ \t]*+\#[ \t]*+(?:if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b
        (?: [^\n/\\] | \\\n?+ | /(?![*/]) | (?>/\*(?s:.*?)\*/)(?=[ \t]*+[^\s/]) )*+ )
    | (?P<directive> ^[ \t]*+\#(?:[^\n/\\]|\\\n?+|/\*(?s:.*?\*/|.*)|/)*+ )
    """,
    re.VERBOSE | re.MULTILINE,
)
_VISIBLE = re.compile(r"[^\n]")
_CODE = re.compile(r"\S++")

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
_MACROS = rf"(?:{_LEADING}\s++)+"
_NAME = rf"(?:::\s*+)?+[A-Za-z_]\w*+(?:\s*+{_ANGLES})?+(?:::[A-Za-z_]\w*+(?:\s*+{_ANGLES})?+)*+"
_BASIC = "auto|bool|char|char8_t|char16_t|char32_t|double|float|int|long|short|void|wchar_t"
_SPECIFIER = (
    f"{_BASIC}|alignas|class|consteval|constexpr|constinit|decltype|enum|explicit|extern|friend|"
    "inline|mutable|namespace|private|protected|public|register|signed|static|struct|template|"
    f"thread_local|typedef|typename|union|unsigned|using|virtual|__(?:{_CUDA})__"
)
_NO_TYPE = (
    "and|bitand|bitor|const|final|noexcept|not|operator|or|override|requires|volatile|xor"
)
_BEFORE_A_TYPE = (
    "auto|case|class|const|consteval|constexpr|constinit|delete|do|else|enum|explicit|extern|"
    "friend|goto|inline|mutable|namespace|new|operator|register|return|static|struct|"
    "thread_local|throw|typedef|typename|union|using|virtual|volatile"
)
_AFTER = "_*asm_*|const|final|mutable|noexcept|override|requires|throw|try|volatile"
_STATEMENT = "if|for|while|switch|return|catch|sizeof|defined|alignas|decltype|_*typeof_*"

# Twice, as a macro may be told only when the one behind it is gone: A(x) B void f();
_BEFORE_A_DECLARATION = (
    rf"(?<![\w.:>])(?P<blank>{_LEADING})"
    rf"(?=\s++(?:(?:const|volatile)\s++)*+(?:(?:{_SPECIFIER})\b"
    rf"|(?!(?:{_NO_TYPE})\b)(?!(?<=\)\s){_MACRO}){_NAME}(?:\s*+[*&]|\s++const\b)*+\s*+\b[A-Za-z_]"
    rf"|~\s*+\w|(?:[A-Za-z_]\w*+(?:\s*+{_ANGLES})?+::)*+operator\s++(?!new\b|delete\b|co_await\b)[A-Za-z_]))"
)

#: Each blanks what its group ``blank`` holds, and ``close`` where it has one.
_RULES = (
    # int x __attribute__((unused));  [[nodiscard]] int f();  They define nothing.
    rf"(?P<blank>__(?:attribute__|declspec|launch_bounds__)\s*+{_PARENS})",
    r"(?P<blank>\[\[(?:[^\[\]]++|\[[^\[\]]*+\])*+\]\])",
    # char *__restrict name
    r"\*\s*+(?P<blank>(?:_\w++|restrict))(?=\s++\w)",
    # EXPORT(int) f();  EXPORT(int) x;
    rf"(?:^[ \t]*+|[;{{}}]\s*+|\b(?:extern|static|inline)\s++)(?!(?:{_STATEMENT})\b)"
    r"(?P<blank>[A-Za-z_]\w*+\s*+\()[\w\s:*&]++(?:<[\w\s:*&<>,]*+>[\s*&]*+)?+(?P<close>\))"
    rf"(?=[\s*&]++(?!(?:{_AFTER})\b)(?:(?!{_MACRO})\w++\s*+\(|\w++\s*+[;=\[,]))",
    # FOO(bar) or FOO on a line of its own between declarations.
    r"(?:\A|(?<=[;{,])|(?<=\})[^\S\n]*+\n|\b(?:public|private|protected)\s*+:)\s*+"
    rf"(?P<blank>(?:{_LEADING}[ \t]*+(?:\n|\Z)\s*+)++)"
    r"(?=[A-Za-z_~\[}]|\Z)",
    # void f OF((int x));
    rf"(?<=\w)\s++(?P<blank>[A-Z_]++\s*+\(){_PARENS}\s*+(?P<close>\))(?=\s*+;)",
    # class EXPORT Name FINAL : Base {
    r"(?:class|struct|union|enum(?:\s++(?:class|struct))?+)\s++"
    rf"(?P<blank>{_MACROS})(?=(?!\w*FINAL\b){_NAME}\s*+(?:{_MACRO}\s*+)?+(?:final\b|:(?!\s*+\d)|\{{))",
    rf"(?:class|struct)\s++{_NAME}\s++(?P<blank>{_MACRO})(?=\s*+(?::(?!\s*+\d)|\{{))",
    # class EXPORT Name;
    rf"class\s++(?P<blank>{_MACROS})(?=\w++\s*+;)",
    rf"(?:struct|union)\s++(?P<blank>{_EXPORT})(?=\s++\w++\s*+;)",
    # template <typename T, REQUIRES(is_x<T>::value)>
    rf"(?P<blank>,\s*+{_UPPER}\s*+{_PARENS})(?=\s*+(?:=\s*+\w++\s*+)?+>)",
    rf"<\s*+(?P<blank>{_UPPER}\s*+{_PARENS})(?=\s*+>)",
    # EXPORT void f();  EXPORT Type f();  Q_OBJECT public:  EXPORT ~Name();
    *[_BEFORE_A_DECLARATION] * 2,
    # void EXPORT f();
    rf"(?<![\w.])(?!(?:{_BEFORE_A_TYPE})\b)[A-Za-z_]\w*+(?:\s*+[*&>])*+\s++"
    rf"(?P<blank>{_MACROS})(?=(?:\w++::)*+(?!(?:{_AFTER})\b)\w++\s*+\((?!\s*+\())",
    # void f() FINAL {
    rf"\b(?!(?:{_STATEMENT})\b)(?:operator\s*+(?:\(\s*+\)|[^\w\s(]++)|\w++)\s*+{_PARENS}\s*+"
    rf"(?:(?:const|noexcept|override|final)\s++)*+"
    rf"(?P<blank>(?:(?:{_MACRO}{_CALL}|_\w++\s*+{_PARENS})\s*+)++)"
    r"(?=[{;]|->|(?:const|noexcept|override|final)\b|:(?!:)|=\s*+(?:0|default|delete)\b)",
    # typedef struct { } ALIGNED name;  typedef struct { } name ALIGNED;
    rf"\}}\s*+(?P<blank>{_MACRO}{_CALL})(?=\s++\w++\s*+[;,])",
    rf"\}}\s*+\w++\s++(?P<blank>{_MACRO}{_CALL})(?=\s*+;)",
    # int x __unused;
    rf"\b(?!(?:{_BEFORE_A_TYPE}|long|short|signed|unsigned)\b)[A-Za-z_]\w*+[\s*&]++[A-Za-z_]\w*+(?:\[[^\[\]]*+\])*+\s++(?P<blank>__\w++)(?=\s*+[;=])",
    # (WINAPI *callback)(
    rf"\(\s*+(?P<blank>{_MACRO})(?=\s*+\*\s*+\w++\s*+\)\s*+\()",
    # No macros, but what the grammar of C++ has no rule for: values of parameters, a deleted
    # function, specifiers of a conversion, three closing brackets (they end the configuration
    # of a kernel).
    r"(?<![=!<>+*/|&^%-])(?P<blank>=\s*+(?:\{\s*+\}|nullptr|0))(?=\s*+[,)>])",
    r"(?P<blank>=\s*+(?:default|delete))(?=\s*+;)",
    rf"(?P<blank>(?:constexpr|inline)\s++)(?=(?:\w++(?:\s*+{_ANGLES})?+::)++operator\s++\w)",
    r"(?<![<\s])(?P<blank><[^<>;{}()]*+>)(?=>>)",
)
_COMPILED = tuple(re.compile(rule, re.MULTILINE) for rule in _RULES)

# EXPORT Name(int x) : x(x) {}   A constructor; any other name has its type before it.
_CLASS = re.compile(r"(?:class|struct|union)\s++(\w++)")
_MEMBER = re.compile(r"::(\w++)\s*+\(")
_CONSTRUCTOR = re.compile(
    rf"(?<![\w.:>])(?P<blank>{_MACRO}{_CALL})\s++(?:\w++::)*+(?P<name>\w++)\s*+\("
)

# FOO(name);  FOO(Type, name) = 1;   In a class or a namespace no call can stand.
_PIECE = re.compile(r"[^;{}]*+(?:[;{}]|\Z)")
_CALL_ALONE = re.compile(
    rf"(?:\s*+(?:public|private|protected)\s*+:)?+\s*+(?P<blank>{_MACRO}\s*+{_PARENS}\s*+"
    r"(?:;|=(?!=)[^;{}]*+[;{]))\Z"
)
_DECLARATIONS = re.compile(r"\b(?:class|struct|union|namespace|extern)\b")
_FUNCTION = re.compile(
    r"\)\s*+(?:(?:const|final|mutable|noexcept|override|volatile|try)\b\s*+|&\s*+|->[^{]*+)*+\{\Z"
)

# A comment or a bracket in the text of a long macro confuses the grammars.
_DEFINE = re.compile(
    r"""^([ \t]*+\#[ \t]*+define[ \t]++\w++(?:\([^()\n]*+\))?+)
        ( (?:[^\n\\]|\\(?!\n))*+ \\\n (?:[^\n\\]|\\\n?+)*+ )""",
    re.MULTILINE | re.VERBOSE,
)
_BODY = re.compile(r"\\(?!\n)|[^\s\\]")
# #if __has_include(<x>)
_ARGUMENT = re.compile(r"(?<=\w\()[<\"][^()\n]*+(?=\))")
_WORD = re.compile(rb'"(?:[^"\\]|\\.)*+"|//.*|/\*|[A-Za-z_]\w*+')


def blank(data: bytes) -> bytes:
    """Return a source with its macro noise, and conditional branches that cannot be read
    together, as blanks of the same length.

    :param data: C, C++ or CUDA as UTF-8, lines ending in ``\\n``.
    """
    # Every byte is a character of Latin-1: positions stay, and no name but ASCII matters here.
    source = data.decode("latin-1")
    shadow, directives = _shadow(source)
    spans: list[Range] = []
    for rule in _COMPILED:
        found = list(_found(rule.finditer(shadow), shadow))
        shadow = _erase(shadow, found)
        spans += found
    members = _MEMBER.finditer(shadow)
    classes = {one[1] for one in members if shadow.endswith(one[1], 0, one.start())}
    classes.update(_CLASS.findall(shadow))
    constructors = (one for one in _CONSTRUCTOR.finditer(shadow) if one["name"] in classes)
    found = list(_found(constructors, shadow))
    shadow = _erase(shadow, found)
    spans += found
    found = list(settle(shadow, directives))
    spans += found
    spans += _calls(_erase(shadow, found))
    for one in directives:
        spans += (part.span() for part in _ARGUMENT.finditer(source, one.start, one.end))
    return _DEFINE.sub(_without_body, _erase(source, spans)).encode("latin-1")


def hidden(data: bytes, blanked: bytes) -> Iterator[tuple[bytes, int]]:
    """Yield the names that :func:`blank` took away, with their lines."""
    lines = zip(data.split(b"\n"), blanked.split(b"\n"), strict=True)
    for number, (before, after) in enumerate(lines, 1):
        if before != after:
            for word in _WORD.finditer(before):
                if word[0][:1] not in b'"/' and after[word.start() : word.start() + 1] == b" ":
                    yield word[0], number


def _shadow(source: str) -> tuple[str, list[Directive]]:
    """Return a source with comments, literals and directives blanked, and its conditions."""
    directives: list[Directive] = []
    parts = []
    end = 0
    for match in _NOISE.finditer(source):
        parts.append(source[end : match.start()])
        end = match.end()
        text = match.group()
        if match.lastgroup == "condition":
            directives.append(directive(text, match.start()))
        if match.lastgroup == "string" and len(text) > 1:
            parts.append('"' + _VISIBLE.sub("_", text[1:-1]) + '"')
        else:
            parts.append(_VISIBLE.sub(" ", text))
    parts.append(source[end:])
    return "".join(parts), directives


def _found(matches: Iterable[re.Match[str]], shadow: str) -> Iterator[Range]:
    """Yield the code in the groups of matches, without the blanks between."""
    for match in matches:
        for name in match.groupdict():
            if name != "name":
                for piece in _CODE.finditer(shadow, *match.span(name)):
                    yield piece.span()


def _calls(shadow: str) -> Iterator[Range]:
    """Yield where macros are called between declarations, with what is assigned to them."""
    #: For each open brace, whether it holds declarations, and where a call before it starts.
    stack: list[tuple[bool, int]] = [(True, -1)]
    for piece in _PIECE.finditer(shadow):
        text = piece[0]
        declares, start = stack[-1]
        call = _CALL_ALONE.match(text) if declares else None
        # struct { } NAME(x);  is no call.
        if call and shadow.endswith("}", 0, piece.start()) and "\n" not in text[: call.start("blank")]:
            call = None
        if text.endswith("}"):
            if start >= 0:
                yield start, piece.end()
            if len(stack) > 1:
                stack.pop()
        elif text.endswith("{"):
            inner = bool(_DECLARATIONS.search(text)) and not _FUNCTION.search(text)
            stack.append((inner, piece.start() + call.start("blank") if call else -1))
        elif call:
            yield piece.start() + call.start("blank"), piece.end()


def _erase(text: str, spans: list[Range]) -> str:
    if not spans:
        return text
    parts = []
    end = 0
    for start, stop in sorted(spans):
        if stop > end:
            parts += text[end : max(start, end)], _VISIBLE.sub(" ", text[max(start, end) : stop])
            end = stop
    parts.append(text[end:])
    return "".join(parts)


def _without_body(define: re.Match[str]) -> str:
    return define[1] + _BODY.sub("_", define[2])
