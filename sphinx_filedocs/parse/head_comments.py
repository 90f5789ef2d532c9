"""Whether the words at the head of a file, or above its definitions, say what that is."""

from __future__ import annotations

import re

#: Words that lead elsewhere, or are about the next lines of code.
_POINTER = re.compile(
    r"\W*(?:see\b|refer to\b|same as\b|documentation in\b|documented in\b|for\b"
    r"|tested (?:by|in)\b|override\b|(?:(?:this (?:\w+ )?(?:is|was) )?(?:(?:obtained|taken|copied"
    r"|borrowed|imported|adapted|derived|expanded|modified|based) (?:from|on)"
    r"|(?:auto-?|\w+ly )?generated\b|included\W*\Z)|(?:the|this) (?:\w+ )?(?:must|should)\b)"
    r"|please\b|send bug|credits? (?:to|goes)\b"
    r"|prevents? |avoids? |run (?:manually|this)\b"
    r"|(?:the (?:\w+ ){1,3})?requires?\b"
    r"|all (?:of )?(?:the )?(?:fields|members)\b|this (?:next )?line\b"
    r"|must\b|don't\b|do not\b|note\b|todo\b|fixme\b|xxx\b|hack\b|warning\b|suppress|thread.?saf"
    r"|disables? "
    r"|we (?:\w+ )?(?:need|have to|must|use|don't)"
    r"|needed\b|required\b|make sure|ensure (?:that )?we|(?:un)?defines? [A-Z_]+\b"
    r"|include[sd]? (?:this|for|the)\b|included from"
    r"|work ?around|eslint|globals?\b|the swift-tools-version\b"
    r"|(?:if|when|because|unless|otherwise)\b"
    r"|set (?:the )?default|default to"
    r"|build matrix|https?://\S+\s*\Z|this is (?:needed|required"
    r"|a (?:hack|workaround)))",
    re.IGNORECASE,
)
#: What only leads to the text below it.
_LEADS = re.compile(r"\b(?:as follows|(?:the )?following|below|like this):\s*\Z", re.IGNORECASE)
#: How a sentence begins, or what stands in it, that says which kind of thing something is.
_KIND = re.compile(
    r"\W*(?:an?|(?:this|these) (?:is|are|was)|contains|defines|declares|implements|provides"
    r"|handles|holds|describes|runs|generates|creates|builds|reads|writes)\b"
    r"|(?!\w{1,30} the\b)[^.;:!?\n]{0,200}\b(?:implementation|interface|librar(?:y|ies)"
    r"|functions?|routines?|utilit(?:y|ies)|helpers?|modules?|scripts?|programs?|tables?|types?"
    r"|definitions?|declarations?|wrappers?|bindings?|class(?:es)?|constants|macros|structures?"
    r"|tests?|benchmarks?|examples?|commands?|parsers?|workflow|makefile|configuration"
    r"|this (?:file|header|code))\b",
    re.IGNORECASE,
)
#: What stands in a sentence that is for those who change the file, a title of a part of it, a
#: command, or a mark of a tool.
_REMARK = re.compile(
    r"@|[-=~*]{4,}|(?i:most|some|many|parts?)\s"
    r"|[^.;:!?\n]{0,300}\b(?:yours?|you|see (?:also )?https?:)(?!\w)"
    r"|[a-z][^\n]{0,200}\s--?[A-Za-z]",
)
_CLAUSE_END = re.compile(r"[.;:!?](?:\s|\Z)|\n\n")
_WORD = re.compile(r"[^\W\d_]{3,}")
#: So many letters in common make a word of a sentence one of a name: ``parser`` and ``parse``.
_COMMON = 4


def leads_elsewhere(text: str) -> bool:
    """Return whether a text does not say what something is, but is a remark, or about others."""
    return _POINTER.match(text) is not None or _LEADS.search(text.split("\n\n", 1)[0]) is not None


def is_about(text: str, stem: str) -> bool:
    """Return whether a comment at the head of a file is about that: its first sentence says what
    kind of thing something is, or has a word of the file's name.

    :param stem: the name of the file without any ending.
    """
    clause = _CLAUSE_END.split(text[:400], maxsplit=1)[0]
    if _REMARK.match(clause):
        return False
    if _KIND.match(clause):
        return True
    name = stem.lower()
    said = (word.lower() for word in _WORD.findall(clause))
    return any(word[:_COMMON] in name or word in name or name in (word, word[:-1]) for word in said)
