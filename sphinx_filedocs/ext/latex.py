"""What books made with LaTeX need in their preamble: sources hold any character, and what stands
beside them is small print in columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

#: A character that the fonts lack is shown as its code point in a frame.
#:
#: For pdfLaTeX what nothing declares is an error that ends the document. The macro's name is such
#: as ``u8:`` with the bytes of the character, see ``utf8.def`` of LaTeX. The other engines leave
#: out what a font lacks and say so in their log alone: there each character of a book is made
#: active, and asks the font. Packages that choose a font for each character do better.
_CHARACTERS = r"""
\makeatletter
\protected\def\filedocs@codepoint#1{\fbox{\normalfont\scriptsize U+#1}}
\newif\iffiledocs@asks
\ifdefined\UTFviii@undefined@err
  \def\UTFviii@undefined@err#1{\expandafter\filedocs@undeclared\string#1\relax}
  \def\filedocs@undeclared#1:#2\relax{%
    \filedocs@codepoint{\expandafter\UTFviii@hexnumber\expandafter{\decode@UTFviii#2\relax}}}
\else
  \filedocs@askstrue
  \@for\filedocs@one:=xeCJK,luatexja,ucharclasses\do{%
    \@ifpackageloaded{\filedocs@one}{\filedocs@asksfalse}{}}
\fi
\def\filedocs@character#1{\catcode"#1=\active
  \begingroup\lccode`\~="#1 \lowercase{\endgroup\protected\def~}{\filedocs@shown{#1}}}
\protected\def\filedocs@shown#1{\ifmmode\char"#1 \else
  \iffontchar\font"#1 \char"#1 \else\filedocs@codepoint{#1}\fi\fi}
"""
_COLUMNS = r"""
\makeatletter
\newenvironment{filedocscolumns}{\filedocs@columns{2}\footnotesize\filedocs@small}{\end{multicols}}
\newenvironment{filedocsindex}{\filedocs@columns{3}\scriptsize\filedocs@small}{\end{multicols}}
\newenvironment{filedocssmall}{\par\footnotesize\filedocs@small}{\par}
\def\filedocs@columns#1{%
  \setlength{\premulticols}{8\baselineskip}\setlength{\multicolsep}{4pt plus 2pt}%
  \raggedcolumns\begin{multicols}{#1}}
\def\filedocs@small{\raggedright\sloppy
  \setlength{\parskip}{1pt plus 1pt}\setlength{\parindent}{0pt}%
  \filedocs@heading\section\filedocs@heading\subsection\filedocs@heading\subsubsection
  \filedocs@heading\paragraph\filedocs@heading\subparagraph
  \let\@listi\filedocs@list\let\@listI\filedocs@list\let\@listii\filedocs@list
  \let\@listiii\filedocs@list\let\@listiv\filedocs@list}
\def\filedocs@heading#1{%
  \titleformat*{#1}{\py@HeaderFamily\small}\titlespacing*{#1}{0pt}{5pt plus 2pt}{1pt}}
\def\filedocs@list{\leftmargin 1.2em \labelwidth .8em \labelsep .4em
  \topsep 1pt \partopsep 0pt \parsep 0pt \itemsep 0pt }
\makeatother
"""
#: Styles draw red boxes around what a lexer makes no sense of, such as a template in HTML; a book
#: has none, as listings have none in a browser.
_ERRORS = r"""
\makeatletter
\@namedef{PYG@tok@err}{}
\makeatother
"""
#: The fonts that Sphinx chooses for engines that take those of the system are not on each. With
#: neither these nor others of many characters LaTeX's own are taken.
_FONTS = r"""
\IfFontExistsTF{FreeSerif.otf}{%%
%s}{\IfFontExistsTF{DejaVu Sans Mono}{%%
\setmainfont{DejaVu Serif}[Scale=0.9]
\setsansfont{DejaVu Sans}[Scale=0.9]
\setmonofont{DejaVu Sans Mono}[Scale=0.85]
}{}}
"""
#: Latin letters up to this one are in all fonts for text, and are left as they are.
_LAST_LETTER = "\u024f"


def prepare_books(app: Sphinx) -> None:
    """Let books be typeset with the fonts that are there."""
    if app.builder.format != "latex":
        return
    app.add_latex_package("multicol")
    app.add_latex_package("pict2e")
    context = _context(app)
    # What has no space in it would run off the page, and XeTeX fails at such a word of a thousand
    # characters.
    own = context.get("sphinxsetup", "")
    context["sphinxsetup"] = f"verbatimforcewraps=true,{own}"
    is_chosen = "fontpkg" in app.config.latex_elements
    if app.config.latex_engine in ("xelatex", "lualatex") and not is_chosen:
        context["fontpkg"] = _FONTS % context["fontpkg"]


def declare_characters(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Have a book ask its fonts for each of its characters that not every font has."""
    if app.builder.format != "latex":
        return
    asked = sorted(filter(_is_asked, set(doctree.astext())))
    declared = "".join(f"\\filedocs@character{{{ord(character):04X}}}\n" for character in asked)
    asking = f"\\iffiledocs@asks\n{declared}\\fi\n\\makeatother\n"
    own = app.config.latex_elements.get("preamble", "")
    # What a user chooses goes before.
    _context(app)["preamble"] = f"{_COLUMNS}{_ERRORS}{own}{_CHARACTERS}{asking}"


def _context(app: Sphinx) -> dict[str, Any]:
    """Return what the template of a book is filled with: the options and what is added here."""
    context: dict[str, Any] = vars(app.builder)["context"]
    return context


def _is_asked(character: str) -> bool:
    is_plain = character <= _LAST_LETTER and character.isalpha()
    return character > "\u00a0" and not is_plain
