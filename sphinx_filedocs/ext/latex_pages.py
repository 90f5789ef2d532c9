"""Generated pages in books made with LaTeX."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.pages.translation import quantity

if TYPE_CHECKING:
    from sphinx.application import Sphinx


#: TeX sets a listing with its frame as one box of at most 19 feet: so many lines of so many
#: characters take a third of that.
_ROWS, _WIDTH = 400, 80
#: The longest line in characters: TeX sets it as one box before it wraps it.
_LONGEST = 2_000


def listing_parts(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Divide a listing into parts that TeX can set, each with the 0-based number of its first
    line."""
    start, rows = 0, 0
    part: list[str] = []
    for at, line in enumerate(lines):
        height = 1 + min(len(line), _LONGEST) // _WIDTH
        if part and rows + height > _ROWS:
            yield start, part
            start, rows, part = at, 0, []
        part.append(_cut(line))
        rows += height
    yield start, part


def _cut(line: str) -> str:
    more = len(line) - _LONGEST
    if more <= 0:
        return line
    return f"{line[:_LONGEST]} … {quantity(more, '{count:,} character', '{count:,} characters')}"


class CompactPages(SphinxPostTransform):
    """Sets everything on generated pages but the listing in small print, and gives link targets
    names that LaTeX knows."""

    default_priority = 7
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Change all generated pages of a book."""
        domain = domain_of(self.env)
        for start in list(self.document.findall(addnodes.start_of_file)):
            section = start.next_node(nodes.section)
            if start["docname"] in domain.fingerprints and section is not None:
                _name_places(section)
                _set_small(section)


def _set_small(page: nodes.section) -> None:
    content: list[nodes.Node] = []
    for is_small, children in groupby(page.children, _is_small):
        group = list(children)
        begin, end = (
            nodes.raw("", f"\\{command}{{filedocssmall}}", format="latex")
            for command in ("begin", "end")
        )
        content += [begin, *group, end] if is_small else group
    page.children = []
    page += content


def _is_small(child: nodes.Node) -> bool:
    """Tell whether a part of a page is neither its title, a listing nor another page."""
    return not (
        isinstance(child, nodes.title)
        or any(child.findall(addnodes.start_of_file))
        or any(block.get("linenos") for block in child.findall(nodes.literal_block))
    )


def _name_places(page: nodes.section) -> None:
    """Add LaTeX's targets for the ids of paragraphs and headings."""
    own = [child for child in page.children if not any(child.findall(addnodes.start_of_file))]
    for child in own:
        for paragraph in list(child.findall(nodes.paragraph)):
            paragraph[:0] = _targets(paragraph)
        for rubric in list(child.findall(nodes.rubric)):
            if rubric.parent is not None:
                at = rubric.parent.index(rubric)
                rubric.parent[at:at] = _targets(rubric)


def _targets(node: nodes.Element) -> list[nodes.Node]:
    return [nodes.target("", "", refid=identifier) for identifier in node["ids"]]


#: Shows a character that the fonts lack as its code point in a frame.
#:
#: pdfLaTeX ends the document at an undeclared character; the name of its macro is ``u8:`` with the
#: bytes of the character (``utf8.def`` of LaTeX). Other engines leave it out: there each character
#: of a book is made active and asks the font, unless a package chooses fonts by character.
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
_SMALL = r"""
\makeatletter
\newenvironment{filedocssmall}{\par\footnotesize\filedocs@small}{\par}
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
#: No red boxes around text that a lexer takes for an error, such as a template in HTML.
_ERRORS = r"""
\makeatletter
\@namedef{PYG@tok@err}{}
\makeatother
"""
#: The fonts that Sphinx chooses are not on every system: else DejaVu, or LaTeX's own.
_FONTS = r"""
\IfFontExistsTF{FreeSerif.otf}{%%
%s}{\IfFontExistsTF{DejaVu Sans Mono}{%%
\setmainfont{DejaVu Serif}[Scale=0.9]
\setsansfont{DejaVu Sans}[Scale=0.9]
\setmonofont{DejaVu Sans Mono}[Scale=0.85]
}{}}
"""
#: All text fonts have Latin letters up to this one.
_LAST_LETTER = "\u024f"


def prepare_books(app: Sphinx) -> None:
    """Let books use the fonts of the system."""
    if app.builder.format != "latex":
        return
    context = _context(app)
    # A word without a space would run off the page; XeTeX fails at one of a thousand characters.
    own = context.get("sphinxsetup", "")
    context["sphinxsetup"] = f"verbatimforcewraps=true,{own}"
    is_chosen = "fontpkg" in app.config.latex_elements
    if app.config.latex_engine in ("xelatex", "lualatex") and not is_chosen:
        context["fontpkg"] = _FONTS % context["fontpkg"]


def declare_characters(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Declare the characters of a book that not every font has."""
    if app.builder.format != "latex":
        return
    asked = sorted(filter(_is_asked, set(doctree.astext())))
    declared = "".join(f"\\filedocs@character{{{ord(character):04X}}}\n" for character in asked)
    asking = f"\\iffiledocs@asks\n{declared}\\fi\n\\makeatother\n"
    own = app.config.latex_elements.get("preamble", "")
    _context(app)["preamble"] = f"{_SMALL}{_ERRORS}{own}{_CHARACTERS}{asking}"


def _context(app: Sphinx) -> dict[str, Any]:
    """Return the variables of the template of a book."""
    context: dict[str, Any] = vars(app.builder)["context"]
    return context


def _is_asked(character: str) -> bool:
    is_plain = character <= _LAST_LETTER and character.isalpha()
    return character > "\u00a0" and not is_plain
