"""What a file says of itself, without what is no prose: notices, names, rulers, marks of tools."""

from __future__ import annotations

import re

from sphinx_filedocs.parse.line_ends import goes_on
from sphinx_filedocs.patterns import compile_pattern

#: What version control put into a text: SCCS; CVS, Subversion, RCS.
_WHAT_STRING = re.compile(r"@\(#\)[ \t]*")
_KEYWORD = compile_pattern(
    r"(?<![@(#)\s])[@(#)\s]*+\$(?:(?:Id|Header|Revision|Date|Author|RCSfile|Source|Log|Name|State"
    r"|LastChanged\w+|Rev|URL|HeadURL)(?::[^$\n]{0,300})?"
    # A repository may add its own name.
    r"|[A-Z]\w{0,30}[a-z]\w{0,30}: [^$\n]{0,300} |(?:Open|Free|Net)BSD)\$\S?"
)
_RULER = re.compile(r"\s*[-=*#/~_+.^<>|\\\s]{3,}\s*")
_RULED = compile_pattern(r"[-=*]{3,}+\s++(\S.*?)(?:\s+[-=*]{3,})?")
#: A picture of letters: more signs than anything else.
_SIGNS = re.compile(r"[^\w\s]|_")
_QUOTED = re.compile(r"\"[^\"]{1,80}\"|`[^`]{1,80}`")
_DRAWN_ALONE = re.compile(r"\s*[/\\|_]{2,}\s+[/\\|_]{3,}")
_DRAWN_FIRST = re.compile(r"\s*[/\\|_]{2,}")
_MARKS = re.compile(
    r"\s*+(?:-\*-.*-\*-|(?:vim?|ex):.*|#!.*|Local Variables:.*|End:"
    r"|@(?:import|typedef|type|ts-[a-z]+|jsx\w*|flow|format|prettier|jest\S*|vitest\S*)\b.*"
    r"|.*\b(?:softtabs?|expandtab|tab ?stops?|shiftwidth)\b.*)\s*",
    re.IGNORECASE,
)
_CREDIT = re.compile(
    r"\W*+(?:(?:original(?:ly)?\s+|main\s+)?(?:(?:authors?|maintainers?|contributors?)\b(?:\s+by)?"
    r"\s*[: ]|(?:written|created|maintained|coded|contributed|developed)\b"
    r"\s*(?::|(?:(?:in|on)\s+[\w ,.]{0,20}\d{4}\s+)?by\b))"
    r"|by\s+(?-i:[A-Z])|date\s*:"
    r"|(?:file)?version\b\s*+(?::\s*+)?v?\d|since\s*:"
    r"|created on\b|last (?:modified|update|change)|\S+@\S+\W*$"
    r"|[A-Z][\w.-]+(?: [A-Z][\w.-]*){1,3},? <\S+@)",
    re.IGNORECASE,
)
_CREDIT_NAME = re.compile(r"\W*[A-Z][\w.-]+(?: [A-Z][\w.-]*){1,3},? [<(]\S+(?:@| at )[^>)]*[>)]\W*")
#: What a line says first about the file: its name, and what stands between that and what it is.
_FILE_NAME = re.compile(
    r"\s*(?:\*\*|``?)?(?i:(?:file(?:name)?|module|name|program|script|description|purpose|title"
    r"|synopsis)\s*:\s*)?"
    r"(?:\*\*|``?)?(?P<name>(?:[\w+-]+/)*[\w+-][\w.+-]*\.[A-Za-z]\w{0,4})(?:\*\*|``?)?"
    r"(?P<mark>\s*[-–—:]++(?:\s+|$)|\s*$|,?\s+(?=(?:is|contains|provides|implements"
    r"|defines|[Tt]his)\b))"
)
_LABEL = compile_pattern(
    r"(?<!\s)\s*+(?:description|purpose|synopsis|summary|overview|abstract)\s*+:++\s*+",
    re.IGNORECASE,
)
#: A title that is only the name of the module: ``flask.app``, ``\`\`store\`\```.
_BARE_NAME = re.compile(
    r"\s*[`*\"]{0,3}/?[\w-]+(?:(?:[./]|::)[\w-]+)*[`*\"]{0,3}\s*\Z"
    # With a mark at its end it is no word.
    r"|\s*[a-z]+(?:[._][a-z0-9]+)+\.\s*\Z"
)
#: What goes on from something else, addresses with what is there, badges, numbers of things, a
#: setting of a tool, a name with its address, what CVS knows.
_NO_SENTENCE = compile_pattern(
    r"\s*+(?:\.{3}|…|\[!\[|<br>|(?:[^\n:]{1,40}+:\s*+<?https?://\S++\s*+){1,20}+\Z"
    r"|(?:\d++\s++[^\W\d]++\W*+){3,20}+\Z"
    r"|[\w.-]{1,60}+:\s++\S++\s*+\Z|(?:[^\s:]{1,40}+\s++){1,3}+<?https?://\S++\s*+\Z"
    r"|\w{1,20}+:\s++\S{1,80}+\s++\d++\.\d"
    r"|[\w.+-]{1,40}+\s++[vV]?\d++\.\d[\w.]*+\s*+(?:\(?https?://\S++)?\s*+\Z)"
)
#: How a comment begins on what is still to be done.
_TASK = re.compile(r"\W*(?:TODO|FIXME|XXX|HACK)\b")
_ITEM = re.compile(r"\s*(?:[-+*•]|\(?\d{1,3}[.)])\s+\S")
_USAGE_LINE = re.compile(r"\s*usage\s*:", re.IGNORECASE)
_USAGE = re.compile(r"\W*(?:usage|synopsis|syntax)\b", re.IGNORECASE)
#: The title of the part of a text that says what it is about.
_SAYS_TITLE = compile_pattern(
    r"\W*+(?:description|purpose|overview|summary|abstract)\b[^\w\n]*+(?:\n|\Z)", re.IGNORECASE
)
#: How a program is called: by a path, or with options in brackets.
_CALL = compile_pattern(
    r"\s*+(?:[$%>]\s++)?(?:\.{1,2}/\S++(?:\s++[\[<-]\S*+[^\n.]{0,200}+)?"
    r"|(?:\S++\s++){1,2}\[(?:-|<|[A-Z]{2,}|options?\b)[^\n]{0,200}+)\s*+"
)
#: The right side of a frame.
_FRAMED = compile_pattern(r"(?<=\S)\s{2,}+(?:#|//|;|--|%){1,3}+\s*+\Z")
#: What a command is shown behind, or a comment in a comment.
_PROMPT = re.compile(r"\s*(?:[#$%]|>>>)\s+\S")
#: What stands for words that are filled in: ``___NAME___``, ``${name}``, ``%NAME%``.
_PLACEHOLDER = re.compile(
    r"(?<!_)_{2,}+[A-Z][A-Z_]*_{2,}|\$\{[\w.]{1,60}\}|\{\{[^{}\n]{1,60}\}\}|<%=?[^<>\n]{1,60}%>"
    r"|(?<!\w)%[A-Z_]{2,40}%(?!\w)"
)
#: A remark that is all in brackets, and a name behind a name: whose the file is, and of what.
_ASIDE = compile_pattern(
    r"\s*+\([^()]*+\)[.!]?\s*+\Z"
    r"|\s*+(?=\S*?[A-Z])\S++\s++[-–—]\s++(?=\S*?[A-Z])\S++\s*+\Z"
)
_WORDS = re.compile(r"[^\W\d_]{2,}")
#: The title of a Markdown text, and that of what is new in a version.
_TITLE = re.compile(
    r"\s*+(?:\#{1,6}\s+[^\n]*"
    r"|(?:version|release)?\s*\[?v?\d+\.\d[\w.]*+\]?\s*+(?:[-/(–][^\n]*)?)\s*\Z",
    re.IGNORECASE,
)
#: Pictures that a text begins with, by their names: ``:rocket:``.
_PICTURES = re.compile(r"\A(?::(?=[^:]*[a-z+-])[a-z0-9_+-]{2,40}:\s+)+(?=\S)")
#: Code that somebody has put into a comment, rules of a grammar, and labels of RDoc.
_CODE = re.compile(
    r"\s*(?:import|export|from|using|package|use|return|const|let|var|require)\b.*;\s*"
    r"|\s*\#\s*(?:include|define|if|ifn?def|endif|pragma)\b.*"
    r"|\s*\S+\s*::?=(?:\s.*)?|\s*package\s+[\w.]+\s*"
    r"|\s*[A-Z][\w -]{0,30}::\s+\S.*"
    r"|\s*import\s+[\w*]+(?:(?:[./]|::)[\w*]+)+;?\s*|\s*from\s+[\w.]+\s+import\s[\w.*, ]+"
    r"|\s*(?:>>> .*|\w+\([^()]*\);?\s*|\w.*\{\s*|[\w-]+ \w+=\S*|[\w.]+\s*=\s*[\w.]+\(.*"
    r"|assert\s+\S.*?[=!<>]=\s.*)"
)


def is_code(text: str) -> bool:
    """Return whether a text begins with a line of code."""
    return _CODE.fullmatch(text.split("\n", 1)[0]) is not None


def without_pictures(text: str) -> str:
    """Return a title or paragraph of Markdown without the short codes that it begins with."""
    return _PICTURES.sub("", text) if text[:1] == ":" else text


def is_title(text: str) -> bool:
    """Return whether a paragraph is a title that says nothing of what the file is."""
    return _TITLE.match(text) is not None


def own_words(text: str) -> str:
    """Return the paragraphs of a file's own documentation that are prose."""
    if _TASK.match(text):
        # What follows is how that may be done.
        return ""
    text = _KEYWORD.sub("", text) if "$" in text else text
    text = _WHAT_STRING.sub("", text) if "@(#)" in text else text
    parts: list[str] = []
    for part in re.split(r"\n[ \t]*\n", text):
        lines = _prose_lines(part, is_first=not parts)
        parts += ("\n".join(some) for some in _titled(lines) if some)
    said = next((part for part in parts if not is_title(part)), "")
    if goes_on(said) and any(_ITEM.match(part) for part in parts[parts.index(said) + 1 :][:1]):
        # A list goes on with the sentence.
        return ""
    if parts and _USAGE.match(parts[0]):
        parts = _described(parts) or parts
    while parts and (
        _USAGE.match(parts[0])
        or _CALL.fullmatch(parts[0].partition("\n")[0])
        or _ASIDE.match(parts[0])
        or not _WORDS.search(parts[0])
        or _BARE_NAME.match(parts[0])
        or _NO_SENTENCE.match(parts[0])
        or is_title(parts[0])
    ):
        # A name says nothing that its page does not say.
        del parts[0]
    return "\n\n".join(parts).strip()


def _described(parts: list[str]) -> list[str]:
    for at, part in enumerate(parts):
        if title := _SAYS_TITLE.match(part):
            below = part[title.end() :]
            return [*([below] if below else []), *parts[at + 1 :]]
    return []


def _prose_lines(part: str, *, is_first: bool) -> list[str]:
    lines: list[str] = []
    is_picture = False
    for written in part.split("\n"):
        line = _FRAMED.sub("", written)
        if _RULER.fullmatch(line) or _MARKS.fullmatch(line) or _is_to_be_filled(line):
            continue
        # What stands beside the last line of a picture is a name.
        is_picture = _is_drawn(line) or (is_picture and _DRAWN_FIRST.match(line) is not None)
        if is_picture or _CREDIT.match(line) or _CREDIT_NAME.fullmatch(line):
            continue
        if _CODE.fullmatch(line) or (lines and _PROMPT.match(line)):
            # The lines below it are of the same piece of code.
            break
        if lines and _USAGE_LINE.match(line):
            break
        shown = _unframed(line)
        if is_first and not lines:
            shown = without_name(shown)
            shown = _LABEL.sub("", shown, count=1)
            if not shown.strip():
                continue
        lines.append(shown)
    return lines


def _unframed(line: str) -> str:
    """Return a line without the stars or rulers on both sides of it."""
    bare = line.strip()
    if ruled := _RULED.fullmatch(bare):
        return ruled[1]
    is_framed = len(bare) > 2 and bare.startswith("* ") and bare.endswith(" *")
    return bare.strip("* ") if is_framed else line


def _is_drawn(line: str) -> bool:
    if _DRAWN_ALONE.match(line):
        return True
    # What is quoted is shown as it is.
    bare = _QUOTED.sub("", line)
    letters = len(bare) - bare.count(" ")
    return letters >= 8 and len(_SIGNS.findall(bare)) > 0.6 * letters


def _is_to_be_filled(line: str) -> bool:
    """Return whether a line has no other words than those that stand for others."""
    bare = _PLACEHOLDER.sub("", line)
    return bare != line and not _WORDS.search(bare)


def without_name(line: str) -> str:
    """Return a line without the file name that it begins with, where that is a label."""
    match = _FILE_NAME.match(line)
    if match is None or (not match["mark"].strip() and match["mark"].endswith(" ")):
        return line
    return line[match.end() :]


def _titled(lines: list[str]) -> list[list[str]]:
    """Divide a paragraph behind a first line that is a title: it ends without need, and the next
    begins with a capital letter."""
    if len(lines) < 2:
        return [lines]
    first, second = lines[0].strip(), lines[1].strip()
    room = max(map(len, lines)) - len(first)
    word = second.split(" ", 1)[0]
    ends = (
        first[-1:] not in ",;:"
        and not goes_on(first)
        and second[:1].isupper()
        and room > len(word) + 8
    )
    return [lines[:1], lines[1:]] if ends else [lines]
