"""What books made with LaTeX need: sources hold any character."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

#: With pdfLaTeX a character that nothing declares is an error that ends the document. It shows the
#: code point in a frame instead; whatever a user declares goes first. The name of the macro that is
#: called is such as ``u8:`` with the bytes of the character, see ``utf8.def`` of LaTeX. The other
#: engines leave out what their fonts lack.
_UNDECLARED_CHARACTERS = r"""
\makeatletter
\ifdefined\UTFviii@undefined@err
  \def\UTFviii@undefined@err#1{%
    \fbox{\normalfont\scriptsize\expandafter\filedocs@codepoint\string#1\relax}}
  \def\filedocs@codepoint#1:#2\relax{%
    U+\expandafter\UTFviii@hexnumber\expandafter{\decode@UTFviii#2\relax}}
\fi
\makeatother
"""


def declare_characters(app: Sphinx, config: Config) -> None:
    """Let documents be typeset whatever characters they have."""
    elements = dict(config.latex_elements)
    elements["preamble"] = _UNDECLARED_CHARACTERS + elements.get("preamble", "")
    config.latex_elements = elements
