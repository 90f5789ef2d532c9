"""Whether words say what something is: those at the head of a file, above a definition, or below a
heading that names it. All lists of words for that stand here.

What the language or a mark declares to be documentation of the file is believed, unless it leads
elsewhere. Any other comment at the head has to be about the file by its grammar: a sentence is
about what its subject names, so that has to be the file or something that it defines; words without
a finite verb, a title or "Reads frames", are about what they stand on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container

from sphinx_filedocs.shortening import ends_sentence

#: How words begin that lead elsewhere, or are about the next lines of code.
_POINTER = re.compile(
    r"\W*+(?:see\b|include:\w+:|from\b|use this\b|refer to\b|references?:|same as\b"
    r"|documentation in\b|documented in\b|call(?:ed)? (?:as|with|like)\b|what follows\b"
    r"|not (?:much|an?|the|my|our)\b|on my \w+"
    r"|(?:\S+ ){1,2}is (?:unmaintained|obsolete)\b"
    r"|(?-i:[A-Z]{4,}(?: [A-Z]{2,}){0,3})!"
    r"|in order to\b|this is using\b|mostly just\b|for\b|tested (?:by|in)\b|override\b"
    r"|(?:(?:the|this) (?:[\w.]+ ){0,3}(?:is|was) )?(?:\w+ly )?(?:(?:obtained|taken|copied|borrowed"
    r"|imported|adapted|derived|expanded|modified|based|ported|converted|translated|inspired)"
    r" (?:to \S+ )?(?:from|on|by)\b|(?:auto-?|\w+ly )?generated\b"
    r"|included\W*\Z)|(?:the|this) (?:\w+ )?(?:must|should)\b"
    r"|(?:\w+ ){1,3}has (?:been )?(?:moved|updated|renamed|removed|migrated)\b"
    r"|each\b|this (?:method|function) has\b|please\b|send bug|credits? (?:to|goes)\b"
    r"|prevents? |avoids? |run (?:manually|this)\b"
    r"|(?:it |(?:the|this) (?:\w+ ){0,3})?(?:requires?|needs?)\b"
    r"|all (?:of )?(?:the )?(?:fields|members)\b|this (?:(?:next )?line|block|section|snippet)\b"
    r"|this is a basic\b|this (?:test|file) is (?:\w+ )?(?:omitted|skipped|ignored|disabled)\b"
    r"|(?:\w+ ){0,2}(?:is|are) (?:specif\w+|defined|described|documented|explained)"
    r" (?:here|at|in)\b"
    r"|the (?:source|code)\b[^.]{0,60}\b(?:uses|utili[sz]es|makes use of)\b"
    r"|(?:this|the) (?:\w+ )?(?:struct(?:ure)?|union|type|macro|variable|function|field) is"
    r" (?:used (?:in|by|within)\b|\S*(?:private|internal)\b)"
    r"|return(?:s|ing)? (?:-?\d+ (?:on|if|when|for)\b|(?-i:[A-Z_]{2,})\b"
    r"|(?:true|false|null|none|nil|(?:non-?)?zero)\b)"
    r"|must\b|don't\b|do not\b|(?:important |please )?notes?\b"
    r"|nb\s*[:.,]|file (?:an? )?(?:bugs?|issues?) (?:for|here|at|on)\b"
    r"|todo\b|fixme\b|xxx\b|hack\b|warning\b|suppress"
    r"|thread.?saf|disables? |(?:this|the) (?:\w+ ){1,3}is free software\b"
    r"|(?:\S+ ){1,2}files (?:with [^\n]{1,40}(?:suffix|extension)|are|must|should|will)\b"
    r"|we\b"
    r"|this is an? (?:\w+ly )?generated\b|(?:usage|options|deprecated|access):|needed\b|needs to\b"
    r"|used (?:via|through)\b"
    r"|required\b|(?:make|be) sure|ensure (?:that )?we|(?:un)?defines? [A-Z_]+\b"
    r"|include[sd]? (?:this\b|for\b|the\b|(?-i:[A-Z]))|included from"
    r"|work ?around|eslint|globals?\b|the swift-tools-version\b"
    r"|(?:if|when|because|unless|otherwise|although)\b"
    r"|set (?:the )?default|default to|build matrix|(?:https?://\S+\s+)*https?://\S+\s*\Z"
    r"|(?:and|but|or|so|also|then)\b|constructor\b|(?:creates?|constructs?) an? (?:new )?instance\b"
    r"|this is (?:needed|required|a (?:hack|workaround)))",
    re.IGNORECASE,
)
#: How a remark begins on a setting of a shell or a program, on an attribute, and what is said of
#: how it is called; what else is no statement on what something is.
_SETTING = re.compile(
    r"\W*(?:(?:exit|stop|abort|fail|bail|quit|throw|die|halt|break)\b[^.\n]{0,40}?"
    r"\b(?:errors?|fail\w*|non-?zero|commands?|unset|undefined)\b"
    r"|(?:echo|print|trace|show) (?:all |every |each )?(?:executed )?commands?\b"
    r"|(?:setting|assigning) (?:[\w.]{1,60}\s{0,3}=(?!=)|[\w.]{0,60}\.\w+ )"
    r"|run (?:it |me |only )?(?:from|in|as|inside|within|[`'\"]?\./)(?!\w)|run `"
    r"|(?:for )?(?:internal|private) use only\b|ideas? (?:from|taken|stolen)\b"
    r"|no\s\w|it['\u2019]s not\b|this is so\b"
    r"|(?:the|this) [`'\"][\w-]{1,40}[`'\"] (?:section|block|key|option|setting|line)\b"
    r"|/{3} script\s)",
    re.IGNORECASE,
)
#: How a sentence begins that only sends its reader elsewhere, to what has an address or is more.
_SENDS = re.compile(
    r"\W*(?:(?:find|visit|read|consult|browse|view|check(?: out)?|look (?:at|up|into)|go to"
    r"|learn more|refer to)\b(?:[^.!?]|\.(?=\w)){0,200}?https?://"
    r"|(?:(?!\b(?:that|which|when|if|where|no)\b)[^.!?\n]){0,80}?"
    r"\bcan be (?:found|obtained|downloaded) (?:at|by|from|here|in|on|via)\b"
    r"|(?:find|learn|read|see) (?:out )?more (?:about|at|here|on|in the (?:docs|documentation))\b"
    r"|(?:more|further|additional) (?:info(?:rmation)?|details|documentation)\b"
    r"|(?:(?:official|full|api) )?(?:documentation|docs|specification|reference|home ?page|website)"
    r"\W{1,4}https?://)",
    re.IGNORECASE,
)
#: What stands for a section of a specification, a licence behind a tag, and who smiles.
_MARKED = re.compile(
    r"\s*§|\W*\[[\w .-]{1,40}\]\s+licen[cs]e\b|[^\n]{0,200}?\s[:;]-?[)P](?:\s|\Z)", re.IGNORECASE
)
#: How words begin that say what a call gives.
_GIVES = re.compile(r"\W*returns?\b", re.IGNORECASE)
#: The title of what stands below it: of imports, of exports.
_SECTION = re.compile(
    r"\W*(?:(?:module|node|npm|package|file|project|core|local|internal|external|third.party)\s+)*"
    r"(?:dependenc(?:y|ies)|imports?|requires|includes|exports?|prototype)"
    r"\W*(?:\Z|\n\n)",
    re.IGNORECASE,
)
#: How a sentence begins that is about some of many things.
_SOME = re.compile(r"\W*(?:most|many|some|several|few)\b", re.IGNORECASE)
#: What stands in a sentence on where something is from, and what editors put into new files.
_ORIGIN = re.compile(
    r"[^.!?\n]{0,200}\boriginally\b"
    r"|\W*this (?:file|code|module) is an? [\w ]{0,20}(?:version|copy) of\b"
    r"|\W*created\b[^\n]{0,80}?"
    r"(?:\d[-/.]\d|\b(?:19|20)\d\d|\b(?:IntelliJ|Eclipse|NetBeans|Xcode|Studio|P[hy]\w*Storm)\b)"
    r"|\W*user:[^\n]{0,80}\s+date:",
    re.IGNORECASE,
)
#: How a sentence begins that is about any file of a kind.
_ANY = re.compile(
    r"\W*an?\s+(?:[\w-]+\s+){1,4}(?:contains|has|consists|can|may|must|should)\b", re.IGNORECASE
)
#: A list of things that the file has or reads.
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,2}[.)])\s")
#: What only leads to the text below it, or to the code.
_LEADS = re.compile(r"\b(?:as follows|(?:the )?following|below|like this):\s*\Z", re.IGNORECASE)
#: What a sentence ends with that is broken off.
_CUT = re.compile(
    r"\b(?:such as|e\.g\.|i\.e\.|(?-i:the|an|and|or|where|which|whose))[\s:,.…]*\Z", re.IGNORECASE
)
#: What is only the title of what stands below it.
_LABEL = re.compile(r"(?:\S+\s+){0,2}\S+:")
#: What stands in a sentence that is for those who change the file, a title of a part of it, a
#: command, a mark of a tool, or an address.
_REMARK = re.compile(
    r"@|[-=~*]{4,}|(?i:most|many|parts?|easiest|keep|add|change)\s"
    r"|(?!\W*(?i:this|these)\b)[^.;:!?\n]{0,300}\b(?:yours?|you|see (?:also )?https?:)(?!\w)"
    r"|[a-z][^\n]{0,200}\s--?[A-Za-z]|[^.\n]{0,60}\bby(?: [A-Z][\w.-]*){2,}"
    r"|[\s\S]{0,300}https?://",
)
#: The verbs that no noun is spelled like, and what goes before them in a sentence of its own.
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|could|will|would|may|might|must|should|shall|does|did"
    r"|cannot|(?:is|are|was|were|has|have|had|could|would|should|does|did|do|ca|wo)n't)(?!\w)",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"[(,\n]|\s[-–—]+\s|\b(?:that|which|who|whose|where|when|while|if|because|so|whether|how|what|as)\b",
    re.IGNORECASE,
)
_THIS = re.compile(r"\W*(?:this|these|it)\b", re.IGNORECASE)
_MODAL = re.compile(r"(?:can|could|will|would|may|might|must|should|shall)\b", re.IGNORECASE)
_NOT = re.compile(r"\w*n't\b|\w+ ?not\b")
_NEGATED = re.compile(r"n't\b|\bnot\b")
#: How a sentence about something begins in files that say how others are treated, in which most
#: comments are about the next lines: ``The …``, ``Builds …``.
_OF_IT = re.compile(r"\W*(?:(?:an?|the|this|these|some)\b|[A-Z]?[a-z]{2,}s\b)", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?]\s|\n\n")
#: So many sentences are looked at for one that is about the file.
_MOST_ASIDES = 4
#: A longer one has more to say than where something is, and what follows belongs to it.
_LONG_ASIDE = 80
#: How a paragraph begins that says what its heading names, or what the folder of a README is.
_SAYS_WHAT = re.compile(
    r"""(?:this|the|an?)\ (?:[\w-]+\ ){0,4}(?:directory|folder|package|module|library|crate|plugin
        |program|tool|script|example|demo|project|repository|collection|set|suite|implementation
        |port|wrapper|part|app|application|server|client|pages?|files?|tests|documentation|header
        |class|command|function|code)\b
    | [\w.+-]+(?:\ \([^()]{1,60}\))?\ (?:is|are|provides|contains|implements|holds)\b
    | an?\ \w+\ (?:that|which|to|for|of)\b | it\ [a-z]+s\b | (?:main|entry)\b
    | (?:contains|defines|implements|provides|handles|holds|includes|describes|runs|generates
        |creates|builds|checks)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_CLAUSE_END = re.compile(r"[.;:!?](?:\s|\Z)|\n\n")
_WORD = re.compile(r"[^\W\d_]{3,}")
_NAME = re.compile(r"\w{3,}")
_WORDS = re.compile(r"(?<!\w)\w*?[^\W\d_]{2,}")
#: A longer one that is not in Latin letters is more than a word.
_LONG_WORD = 8
#: Such a part of what stands between blanks has no letter where letters are drawn by lines.
_DRAWN = 1 / 3
#: So many characters of texts are compared.
COMPARED = 200
#: So many letters in common make a word of a sentence one of a name: ``parser`` and ``parse``.
_COMMON = 4


def is_remark(text: str) -> bool:
    """Return whether a text does not say what something is, but is a remark, a pointer to
    something else, a list, or a picture of characters."""
    first, _, rest = text.partition("\n\n")
    if _LEADS.search(first) or (first.endswith(":") and (not rest or _LABEL.fullmatch(first))):
        return True
    if any(pattern.match(text) for pattern in (_POINTER, _SETTING, _SENDS, _ITEM, _ORIGIN)):
        return True
    said = first_sentence(text)
    if _MARKED.match(said) or _CUT.search(said):
        return True
    if _SOME.match(text) and not is_phrase(text):
        return True
    parts = said.split()
    drawn = sum(not any(map(str.isalnum, part)) for part in parts)
    return drawn > max(1, len(parts) * _DRAWN)


def is_of_a_call(text: str) -> bool:
    """Return whether a text begins with what a call gives: it is about what does something, and not
    about a type or a file without any."""
    return _GIVES.match(text) is not None


def is_motto(text: str) -> bool:
    """Return whether the first sentence of a document is a single word."""
    parts = first_sentence(text).split()
    return len(parts) == 1 and parts[0].endswith((".", "!"))


def behind(text: str, is_aside: Callable[[str], bool]) -> str:
    """Return a text without the sentences at its beginning that say nothing of the file.

    :param is_aside: whether a text begins with one.
    """
    for _ in range(_MOST_ASIDES):
        if not (text and is_aside(text)):
            return text
        said = first_sentence(text)
        text = text[len(said) :].lstrip() if len(said) < _LONG_ASIDE else ""
    return ""


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, or its first paragraph, with what ends it."""
    ends = _SENTENCE_END.finditer(text)
    is_end = (
        match.end() for match in ends if match[0] == "\n\n" or ends_sentence(text, match.start())
    )
    return text[: next(is_end, None)]


def beginning(text: str) -> str:
    """Return the first sentence of a text as it is compared with others'."""
    return " ".join(first_sentence(text[:COMPARED]).split())


def is_question(text: str) -> bool:
    """Return whether a text begins with a question."""
    return first_sentence(text).rstrip().endswith("?")


def is_denied(text: str) -> bool:
    """Return whether a text begins with what something does not do, or is not."""
    clause = _CLAUSE_END.split(text[:400], maxsplit=1)[0]
    return _denies(clause, _FINITE.search(_main_part(clause)))


def _denies(clause: str, verb: re.Match[str] | None) -> bool:
    return verb is not None and _NOT.match(clause, verb.start()) is not None


def is_section(text: str) -> bool:
    """Return whether a comment is only the title of what stands below it, as imports do."""
    return _SECTION.match(text) is not None


def says_what(text: str) -> bool:
    """Return whether a paragraph begins like one that says what something is: of others one in ten
    describes something else than the file or folder in which it stands."""
    return _SAYS_WHAT.match(text) is not None and not _ANY.match(text)


def is_phrase(text: str) -> bool:
    """Return whether a text begins with words without a finite verb, as a title is: "Reads frames",
    "A parser of command lines"."""
    return not _FINITE.search(_main_part(_CLAUSE_END.split(text[:400], maxsplit=1)[0]))


def _main_part(clause: str) -> str:
    """Return a clause without what is said aside in it."""
    aside = _ASIDE.search(clause, 1)
    return clause[: aside.start()] if aside else clause


def is_about(text: str, stem: str, defined: Container[str] = (), *, strict: bool = False) -> bool:
    """Return whether a comment at the head of a file is about that.

    :param stem: the name of the file without any ending.
    :param defined: the names that it defines.
    :param strict: whether most comments in such a file are about the next lines.
    """
    clause = _CLAUSE_END.split(text[:400], maxsplit=1)[0]
    if _REMARK.match(clause) or (strict and _NEGATED.search(clause)):
        return False
    main = _main_part(clause)
    verb = _FINITE.search(main)
    subject = main[: verb.start()] if verb else clause
    if _denies(clause, verb):
        return False
    if _THIS.match(subject) and verb:
        # What may or has to be done with it does not say what it is.
        return not _MODAL.match(clause, verb.start())
    if _names(subject, stem, defined):
        return True
    if verb or (strict and not _OF_IT.match(clause)):
        return False
    # Many a script sets no blanks between words.
    return len(_WORDS.findall(clause)) > 1 or (not clause.isascii() and len(clause) > _LONG_WORD)


def is_named(text: str, stem: str, defined: Container[str] = ()) -> bool:
    """Return whether a comment that may be about anything is about the file, since it says so or
    names it."""
    clause = _CLAUSE_END.split(text[:400], maxsplit=1)[0]
    says_so = _THIS.match(clause) is not None or _names(clause, stem, defined)
    return says_so and is_about(text, stem, defined)


def _names(text: str, stem: str, defined: Container[str]) -> bool:
    """Return whether a text has a word of a file's name, or a name that it defines."""
    name = stem.lower()
    said = (word.lower() for word in _WORD.findall(text))
    return any(
        word[:_COMMON] in name or word in name or name in (word, word[:-1]) for word in said
    ) or any(word in defined for word in _NAME.findall(text))


#: How a sentence begins that sets the scene for what follows.
_SCENE = re.compile(r"\W*(?:there (?:is|are)\b|some of\b|it is (?:often|well) \w+)", re.IGNORECASE)
#: What a sentence is about: the text itself, or what has a name.
_SUBJECT = re.compile(
    r"\W*(?:(?P<self>this (?:module|package|file|library|script|program|header|crate)\b)"
    r"|(?:(?i:the) )?(?:(?P<ticks>`{1,2})(?P<code>[\w.]+)(?P=ticks)"
    r"|(?P<name>(?=\w*+ )\w{0,60}[A-Z_]\w{0,60})(?= \w+s ))(?:\s\w+)?\s\w+)",
)


def behind_scene(text: str, stem: str, defined: Container[str] = ()) -> str:
    """Return the documentation of a file from the sentence on that is about it, where those before
    only lead to that.

    :param stem: the name of the file without any ending.
    :param defined: the names that it defines.
    """
    said = first_sentence(text)
    opens = _SCENE.match(text) is not None
    if not (opens or _is_of_another(said, stem, defined)):
        return text
    first, at = text[len(said) :].lstrip(), len(said)
    for _ in range(_MOST_ASIDES):
        rest = text[at:].lstrip()
        if not rest:
            break
        if _is_of_itself(rest, stem, defined):
            return rest
        at = len(text) - len(rest) + len(first_sentence(rest))
    return first if opens else text


def _is_of_itself(text: str, stem: str, defined: Container[str]) -> bool:
    subject = _SUBJECT.match(text[0].lower() + text[1:] if text[:5] == "This " else text)
    if subject is None:
        return False
    return bool(subject["self"]) or _is_own(subject, stem, defined)


def _is_own(subject: re.Match[str], stem: str, defined: Container[str]) -> bool:
    name = (subject["code"] or subject["name"] or "").rpartition(".")[2]
    return name == stem or name in defined


def _is_of_another(said: str, stem: str, defined: Container[str]) -> bool:
    """Return whether a sentence is about something of another name than the file and what it
    defines, or is one that is not about the file."""
    subject = _SUBJECT.match(said)
    if subject and subject["code"]:
        return not _is_own(subject, stem, defined)
    return not (is_phrase(said) or is_about(said, stem, defined))


#: How a sentence of prose talks to its readers.
_TALK = re.compile(
    r"\W*(?:first(?:ly)?,?\s+(?:off,?\s+)?)?(?:we|you|let|it['’]s|there|thanks?|welcome)\b"
    r"|\W*(?:all )?contributions?\b[^.!?]{0,60}\bwelcomed?\b"
    r"|[^.!?]{0,200}(?:\bthe following\b|!\s*\Z)"
    r"|.{0,200}\bis the latest (?:(?:major|minor|stable) )?release\b",
    re.IGNORECASE,
)


def talks(text: str) -> bool:
    """Return whether a text begins with a sentence that talks to its readers, asks them something,
    or leads them on."""
    return is_question(text) or _TALK.match(first_sentence(text)) is not None
