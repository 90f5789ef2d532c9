"""What texts of prose say of other things: what the project is, and which files and names they
explain."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sphinx_filedocs.model.descriptions import Mention, ShownCode
from sphinx_filedocs.model.symbols import Symbol
from sphinx_filedocs.parse.quotes import is_no_statement
from sphinx_filedocs.patterns import compile_pattern
from sphinx_filedocs.shortening import shortened

#: Of a text so many mentions are kept, and of what one says so many characters.
MOST = 500
_SAID = 400
#: So many passages are looked at for what the project is, and one has so many characters.
_LOOKED = 40
_LONGEST = 4_000

#: What may be the name of a file, a folder or a symbol: what is marked as code, what a link leads
#: to, and words with a slash or an ending.
_NAMES = re.compile(
    r"(?:(?<![\w:}]):(?P<role>[a-z][\w:+-]{0,40}):(?=`))?(?P<ticks>`{1,2})(?!`)(?P<code>[^`\n]{1,120}?)(?P=ticks)(?!`)"
    r"|\]\((?P<link>[^()\s#?]{1,200})"
    r"|(?<![\w/.:@<+-])(?P<path>(?:[\w+.-]+/)+[\w+.-]*\w/?"
    r"|[\w+-][\w.+-]*\.[A-Za-z]\w{0,7})(?![\w/@(])"
)
#: The roles of reStructuredText that mark the name of a file or of what code defines: others mark
#: options, settings, words and pages.
_ROLES_OF_CODE = frozenset(
    [
        "file",
        "code",
        "literal",
        "any",
        "mod",
        "class",
        "meth",
        "func",
        "data",
        "attr",
        "exc",
        "obj",
        "const",
        "deco",
        "type",
        "alias",
        "macro",
        "struct",
        "enum",
        "enumerator",
        "union",
        "member",
        "var",
        "concept",
        "function",
        "method",
    ]
)
_NAME = re.compile(r"(?:\.{0,2}/)*[\w$.+-]+(?:(?:/|::|->|#|\.)[\w$.+-]+)*/?(?:\(\))?")
#: A name that the text then explains: ``server.c``: the main loop.
_EXPLAINED = re.compile(
    r"\s*(?:\*\*|__)?(?:\[)?(?P<ticks>`{0,2})(?P<name>[\w./+$-]+?/?)(?P=ticks)(?:\]\([^()\s]{0,200}\))?(?:\*\*|__)?"
    r"(?:\s*:\s+|\s+[-–—]{1,3}\s+|:\*\*\s+|\s*\|\s*)(?P<says>\S.*)",
    re.DOTALL,
)
_HEADING_NAME = re.compile(r"\s*[`*\"]{0,2}(?P<name>[\w./+-]+?/?)[`*\"]{0,2}\s*:?\s*")

#: Headings of sections that do not say what the project is.
_ASIDE = re.compile(
    r"\W*(?:quick|getting[ -]?start|install|usage|using|how to|news|what'?s new|changes?"
    r"|change ?log|releases?|history"
    r"|contribut|licen[cs]e|copying|copyright|build|compil|sponsor|status|badges?|table of"
    r"|contents|links|download"
    r"|requirements?|prerequisites|dependenc|support|contact|communit|credits|authors?|thanks"
    r"|acknowledg|test"
    r"|documentation|docs|example|features?|faq|security|upgrad|migrat|configur|develop|note"
    r"|warning|todo"
    r"|limitation|see also|more|help|bugs?|issues|maintain|backers|donat|versions?|roadmap|run"
    # Below a date stands news.
    r"|\d{1,2}\.? [a-z]{3,9}\.?,? \d{4}|[a-z]{3,9}\.? \d{1,2},? \d{4}|\d{4}-\d\d)",
    re.IGNORECASE,
)
#: Headings of sections that say what the project is: below others it is what it does in some case.
_ABOUT = re.compile(
    r"\W*(?:what(?:'s|’s| is| are)\b|about\b"
    r"|(?:\w+ )?(?:overview|introduction|summary|description|purpose)\b"
    r"|synopsis|abstract|general)",
    re.IGNORECASE,
)
#: Passages that do not say what the project is, by how they begin or what stands in them.
_NO_PURPOSE = re.compile(
    r"\W{0,3}(?:…|\.\.\.)"
    r"|[^\w©(]*(?:this (?:readme|document|file|page|guide|section|is (?:just )?a (?:quick|readme))"
    r"|this (?:project|work|library|package|crate|gem|module|plugin|tool)"
    r" (?:is|was) (?:supported|sponsored|funded|maintained"
    r"|hosted|tested|part of|no longer|not|brought)|(?:this|the) (?:\w+ ){1,3}is free software\b"
    r"|there (?:is|are|was|were|has|have)\b|table of contents|.{0,40}\breadme\b"
    r"|note\b|notice|important|warning|authors?\b"
    r"|copyright|©|\(c\)|(?-i:I)\b|see\b|please|check\b|read\b|if\b|attention\b|\[?\d+[\]).]"
    r"|(?-i:[A-Z_]{4,})[:=]"
    r"|you (?:can|may|will|need|should)|we (?:are"
    r"|have)|to (?:build|install|run|use|get)"
    r"|for (?:more|further|details|installation|documentation|information|help|the latest"
    r"|instructions)|click|visit"
    r"|file (?:an? )?(?:bugs?|issues?)\b|this is the old\b"
    r"|install|download|run\b|first,|once|in order to|this adds|translations?|languages?:"
    r"|documentation\b"
    r"|dual-licensed|licensed|thanks"
    r"|these \w+ (?:are|is)\b|[*+-] "
    r"|the (?:documentation|following|latest|current|official|source code|build|code is|easiest"
    r"|\w+ branch)"
    r"|current(?:ly)? (?:version|status)|here (?:is|are)\b|looking for"
    r"|(?:it is )?available (?:on|at|in)|join|follow|contact|questions|website"
    r"|home ?page|(?:\w+:\s*)?<?https?:|support"
    r"|sponsor|(?:it )?requires|deprecated)"
    r"|(?:\S+ )?(?:is|are) (?:\w+ly )?(?:released|distributed|licensed|available) under\b"
    r"|in lieu of\b|.{0,80}\b(?:I|we)(?:['’]d| would)? (?:\w+ly )?(?:recommend|suggest)\b"
    r"|bug (?:fixes|reports)\b"
    r"|(?:\S+ ){1,4}(?:is|was) (?:\w+ly |first )?(?:written|created|developed|started"
    r"|maintained) by\b"
    r"|[^.!?]{0,60}\b(?:is|are)(?:n['’]t| not) (?:an?|the)\b(?![^.!?]*\bbut\b)"
    r"|.{0,60}(?<!\()\balso\b|.*\b(?:releas(?:ed on|e notes|e candidate)|is now available"
    r"|has (?:been )?(?:released|moved|migrated|renamed|archived)"
    r"|no longer maintained|pull requests?)\b|.{0,40}\b(?:licen[cs]e|licensed under|copyright)\b",
    re.IGNORECASE,
)
#: Who speaks in a quotation is not who tells what a project is.
_IN_FIRST_PERSON = re.compile(r"(?<![\w/])I(?:['’](?:m|ve|d|ll))?\s+[a-z]")
#: A first sentence that only welcomes who reads it, or asks something.
_GREETING = re.compile(
    r"\A\W*(?:welcome to (?:[^.!?\n]|\.(?=\w)){1,200}[.!]|(?:[^.!?\n]|\.(?=\w)){1,200}\?)\s+(?=\w)",
    re.IGNORECASE,
)
#: The end of a sentence that a list goes on with, and lines of commands.
_OPEN_END = re.compile(
    r"\b(?:(?:from|to|of|with|and|by|in|at|the|are|is)\s*|(?:following|below)(?: \w+){0,3}:)\Z"
)
_CODE_LINE = re.compile(r"^[^\S\n]*+(?:[#$%>]|--?\w|\d+[.)]\s|[*+-]\s)|\\$", re.MULTILINE)
_SAYS_WHAT = re.compile(
    r"\b(?:is|are|was)\s+(?:[\w'-]+\s+){0,4}(?:an?|the|one|our|what|your)\b"
    r"|\A(?:this|these|it) (?:is|are)\b"
    r"|\b(?:is|are) (?:used|designed|intended|meant|written|responsible|based|built|simply|just)\b"
    r"|\b(?:provides?|contains?|implements?|includes?|allows?|lets|enables?|offers|holds|helps"
    r"|makes|wraps"
    r"|defines|generates?|stores?|gives|adds|collects|converts|turns|demonstrates?|shows?)\b",
    re.IGNORECASE,
)
#: How a text begins to say what the project is that it is about.
_THIS_IS = re.compile(
    r"this (?:\w+ ){0,2}(?:project|repository|library|package|plugin|extension|module|crate|gem"
    r"|tool|program|app(?:lication)?|framework)\s+"
    r"(?:is (?:an?|the)|provides|implements|contains|offers|adds|allows|lets|makes|generates)\b",
    re.IGNORECASE,
)
_IS_A = re.compile(
    r"\s+(?:\([^()]{1,80}\)\s+|[-–—]{1,3}\s[^.!?]{1,80}?\s[-–—]{1,3}\s+)?(?:is|are)\s+(?:\w+ly\s+)?(?:an?|the)\s+\w"
)
_IS = re.compile(r"\b(?:is|are)\b", re.IGNORECASE)
_ARTICLE = re.compile(r"\A(?:an?|the)\s+", re.IGNORECASE)
#: A title that says behind a name what has it.
_NAMED = re.compile(r"\A(?P<name>[^\s:]+(?: [^\s:]+){0,2}?)(?:\s+[-–—]{1,3}|:)\s+(?P<says>\S.*)\Z")
_WORD = re.compile(r"[^\W\d_]{2,}")
_SENTENCE_END = re.compile(r"[.!]\s")
#: Who has made it, and nothing else: ``Made with love by Ann Potter``.
_BYLINE = compile_pattern(
    r"\W*+by\s|(?:[\w'’-]++[^\w'’-]++){1,4}?by\s+[A-Z@][\w.@'’-]*+"
    r"(?:[^\w@]++(?:[A-Z@][\w.@'’-]*+|and \w++))*+[^\w,]*+(?:,.*)?\Z"
)
#: What asks to pay for it.
_APPEAL = re.compile(r"[^.!?]{0,200}\bconsider \w+ing\b", re.IGNORECASE)
#: A passage of fewer words says nothing.
_FEWEST = 4
#: Fewer words behind a name do not say what has it; one of these may be of a letter and a sign.
_FEWEST_SAID = 3
#: The verbs that no noun is spelled like, and what goes before them in a clause of its own.
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|could|will|would|may|might|must|should|shall|does|did"
    r"|cannot|(?:is|are|was|were|has|have|had|could|would|should|does|did|do|ca|wo)n't)(?!\w)",
    re.IGNORECASE,
)
_CLAUSE_ASIDE = re.compile(
    r"[(,\n]|\s[-–—]+\s|\b(?:that|which|who|whose|where|when|while|if|because|so|whether|how|what|as)\b",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"[.;:!?](?:\s|\Z)|\n\n")
#: Pictures that a text begins with, by their names: ``:rocket:``.
_PICTURES = re.compile(r"\A(?::(?=[^:]*[a-z+-])[a-z0-9_+-]{2,40}:\s+)+(?=\S)")
#: Fewer words between links are what joins these.
_FEWEST_BETWEEN = 3


@dataclass(frozen=True, slots=True)
class Headings:
    """The headings of a file, nested by level, and what its paragraphs say.

    :param doc: the words of its first paragraph, which is on the line ``doc_line``.
    :param purpose: the words of the first paragraph that says what a project is, and its line.
    :param mentions: what the text names.
    :param shown: its first examples of code.
    :param is_titled: whether a title stands above that paragraph.
    """

    symbols: tuple[Symbol, ...] = ()
    doc: str = ""
    doc_line: int = 0
    purpose: tuple[str, int] = ("", 0)
    mentions: tuple[Mention, ...] = ()
    shown: tuple[ShownCode, ...] = ()
    is_titled: bool = False


class Passage(NamedTuple):
    """A paragraph or the beginning of a list's entry, as it is written.

    :param heading: of the section around it, ``""`` above all headings.
    :param level: of that heading.
    :param paragraph: whether it is no entry of a list or table.
    :param quoted: whether it is a quotation that stands before all else: a motto.
    """

    line: int
    text: str
    heading: str = ""
    level: int = 0
    paragraph: bool = True
    quoted: bool = False


def purpose(
    passages: Iterable[Passage], plain: Callable[[str], str], title: str, line: int = 0
) -> tuple[str, int]:
    """Return the first paragraph that says what the project is, and its line: below the title, one
    that begins with it before all others. Where none says so, the title may.

    :param plain: returns the words of a passage.
    :param title: the first heading, of whatever level.
    :param line: of that, 0 where it is no title of all of the text.
    """
    titled = _said_by(title) if line else ""
    is_far = False
    first: tuple[str, int] = ("", 0)
    bare: tuple[str, int] = ("", 0)
    for number, passage in enumerate(passages):
        is_below_title = passage.level <= 1 or passage.heading == title
        if number >= _LOOKED or ((first[0] or bare[0]) and not is_below_title):
            break
        if not _may_say(passage):
            continue
        text = _GREETING.sub("", plain(passage.text[:_LONGEST]), count=1)
        if is_below_title:
            text = _before_example(text, passage.heading)
        if _is_definition(passage, text, "" if is_below_title else title):
            return text.removesuffix(":"), passage.line
        if not (_has_words(text) and _is_prose(passage.text, text)):
            is_far = is_far or _has_words(text)
            continue
        is_aside = not (is_below_title or _ABOUT.match(passage.heading))
        if first[0] or is_aside or _is_links(passage.text, text):
            continue
        if passage.quoted:
            return text, passage.line
        is_first = not bare[0]
        is_title = is_first and _is_phrase(text) and not is_no_statement(text)
        is_title = is_title and not (titled and is_far)
        if is_title or _SAYS_WHAT.search(text[: 400 if is_below_title else 80]):
            first = text, passage.line
        elif is_first and is_below_title:
            bare = text, passage.line
    if first[0]:
        return first
    return (titled, line) if titled else bare


def _is_definition(passage: Passage, text: str, title: str) -> bool:
    """Return whether a passage begins as a definition of what the title above it names, or of what
    that of the text does, which is ``""`` where it is not asked for."""
    named = passage.heading if passage.level == 1 else title
    return bool(named) and _defines(text, named) and not _APPEAL.match(text)


def _may_say(passage: Passage) -> bool:
    """Return whether a passage stands where a project may say what it is."""
    aside = passage.heading and _ASIDE.match(passage.heading)
    is_said = passage.quoted and _IN_FIRST_PERSON.search(passage.text[:_SAID])
    return passage.paragraph and not (aside and passage.level > 1) and not is_said


def _said_by(title: str) -> str:
    """Return what a title says behind a name that this is: "Ring - A buffer of frames"."""
    match = _NAMED.match(title)
    said = match["says"] if match else ""
    counts = len(said.split()), len(_WORD.findall(said)) + 1
    is_said = min(counts) >= _FEWEST_SAID and _is_phrase(said) and _is_prose(said, said)
    return said if is_said and not is_no_statement(said) else ""


def _is_phrase(text: str) -> bool:
    """Return whether a text begins with words without a finite verb, as a title does: "Reads
    frames", "A parser of command lines"."""
    clause = _CLAUSE_END.split(text[:_SAID], maxsplit=1)[0]
    aside = _CLAUSE_ASIDE.search(clause, 1)
    return not _FINITE.search(clause[: aside.start()] if aside else clause)


def without_pictures(text: str) -> str:
    """Return a title or paragraph of Markdown without the short codes that it begins with."""
    return _PICTURES.sub("", text) if text[:1] == ":" else text


def _has_words(text: str) -> bool:
    """Return whether a passage has words enough, and is no address; some scripts set no blanks."""
    is_address = text.isascii() and len(text.split()) == 1
    return not is_address and len(_WORD.findall(text[:_SAID])) >= _FEWEST


def _before_example(text: str, title: str) -> str:
    """Return a paragraph that says what a project is, and leads to an example of it, as one that
    ends there."""
    is_led = text.endswith(":") and not _OPEN_END.search(text[-40:])
    is_whole = is_led and (_defines(text, title) or _is_of(text, title))
    return f"{text[:-1].rstrip()}." if is_whole else text


def _defines(text: str, title: str) -> bool:
    """Return whether a paragraph begins as a definition of what the title names."""
    name = _NAMED.match(title.strip())
    said = text.casefold()
    said = said if said.startswith(title.strip().casefold()) else _ARTICLE.sub("", said)
    for subject in filter(
        None, (title.strip().casefold(), name["name"].casefold() if name else "")
    ):
        rest = said.removeprefix(subject)
        if rest != said and _IS_A.match(rest):
            return True
    return False


def _is_of(text: str, title: str) -> bool:
    """Return whether a paragraph says what a project does, under its name or as this project."""
    name, first = (written.casefold().split()[:1] for written in (title, text))
    return bool(_THIS_IS.match(text)) or (
        name == first != [] and bool(_SAYS_WHAT.search(text[:80]))
    )


def _is_prose(written: str, text: str) -> bool:
    """Return whether a passage is whole sentences that may say what a project is."""
    is_question = text.endswith("?") and not _SENTENCE_END.search(text)
    is_cry = text.endswith("!")
    if is_question or _is_motto(text) or text.endswith(":") or _OPEN_END.search(text[-40:]):
        return False
    if _APPEAL.match(text) or _BYLINE.match(text) or (is_cry and _SENTENCE_END.search(text)):
        return False
    return not (_NO_PURPOSE.match(text) or _CODE_LINE.search(written))


def _is_motto(text: str) -> bool:
    """Return whether a passage begins with a cry that does not say what something is."""
    end = _SENTENCE_END.search(text)
    said = text[: end.end()].rstrip() if end else text
    return said.endswith("!") and not _IS.search(said)


def _is_links(written: str, text: str) -> bool:
    """Return whether a passage is mostly links, as rows of badges and of references are: few words
    stand between these."""
    labels = re.findall(r"\[([^\[\]]{1,100})\](?=[\[(])", written)
    between = len(_WORD.findall(text)) - sum(len(_WORD.findall(label)) for label in labels)
    return sum(map(len, labels)) > 0.5 * len(text) and between < _FEWEST_BETWEEN


def mentions(
    passages: Sequence[Passage],
    headings: Iterable[tuple[str, int, bool]],
    plain: Callable[[str], str],
) -> tuple[Mention, ...]:
    """Return the places that name what may be a file or a symbol, in order, each name once a
    passage.

    :param headings: their titles and lines, and whether there is code in them.
    :param plain: returns the words of a passage.
    """
    rows = [*_named_by_headings(passages, headings, plain), *_named(passages, plain)]
    rows.sort(key=lambda row: (row.line, row.name))
    listed = frozenset(_listed(passages))
    return tuple(row._replace(listed=row.name in listed) for row in rows[:MOST])


def _listed(passages: Iterable[Passage]) -> Iterator[str]:
    """Yield the names that entries of lists and tables begin with, and then say what they are."""
    for passage in passages:
        match = None if passage.paragraph else _EXPLAINED.match(passage.text[:_LONGEST])
        if match and re.fullmatch(r"\w+", match["name"]):
            yield match["name"]


def _named_by_headings(
    passages: Sequence[Passage],
    headings: Iterable[tuple[str, int, bool]],
    plain: Callable[[str], str],
) -> Iterator[Mention]:
    first: dict[str, Passage] = {}
    for passage in passages:
        if passage.paragraph:
            first.setdefault(passage.heading, passage)
    for title, line, is_code in headings:
        match = _HEADING_NAME.fullmatch(title)
        name = match["name"] if match else ""
        if name and _is_name(name):
            below = first.get(title)
            says = (
                shortened(plain(below.text[:_LONGEST]), _SAID)
                if below and below.line > line
                else ""
            )
            says = "" if is_no_statement(says, name) else says
            yield Mention(name, line, title, says, code=is_code)


def _named(passages: Iterable[Passage], plain: Callable[[str], str]) -> Iterator[Mention]:
    for passage in passages:
        explained = _EXPLAINED.match(passage.text[:_LONGEST])
        about = explained["name"] if explained and _is_name(explained["name"]) else ""
        says = plain(explained["says"].partition(" | ")[0]) if explained and about else ""
        says = shortened(says, _SAID)
        if about and says:
            is_code = bool(explained and explained["ticks"])
            yield Mention(about.rstrip("()"), passage.line, passage.heading, says, code=is_code)
        known = {about if says else ""}
        names = [*_names_in(passage.text[:_LONGEST])]
        by_kind = {
            kind: {name for name, _, of_kind in names if of_kind == kind}
            for kind in ("link", "code")
        }
        for name, at, _ in names:
            if name not in known:
                known.add(name)
                line = passage.line + passage.text.count("\n", 0, at)
                is_linked, is_code = (name in by_kind[kind] for kind in ("link", "code"))
                yield Mention(name, line, passage.heading, linked=is_linked, code=is_code)


def _names_in(text: str) -> Iterator[tuple[str, int, str]]:
    """Yield what may be names in a passage, where they stand, and as what: code, a link, a path."""
    for match in _NAMES.finditer(text):
        kind = match.lastgroup if match.lastgroup not in {"ticks", "role"} else "code"
        name = match[kind or 0].strip()
        if "://" in name or not _NAME.fullmatch(name) or (kind == "path" and not _is_name(name)):
            continue
        if match["role"] and match["role"].rpartition(":")[2] not in _ROLES_OF_CODE:
            continue
        yield name.removeprefix("./"), match.start(kind or 0), kind or ""


def _is_name(name: str) -> bool:
    """Return whether a word is no abbreviation, number or version."""
    return bool(re.search(r"[A-Za-z]{2}", name)) and ("." in name or "/" in name or "_" in name)
