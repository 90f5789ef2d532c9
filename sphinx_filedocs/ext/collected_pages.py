"""Generated pages of html and dirhtml, which are no documents: they are written at the event
``html-collect-pages``, as the pages of ``sphinx.ext.viewcode`` are.

This saves a tenth of a build and a fifth of its memory. The start page of a tree stays a document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import _ as sphinx_text
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.display import status_iterator
from sphinx.util.parallel import ParallelTasks

from sphinx_filedocs.ext.addresses import is_collected
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.errors import UserError
from sphinx_filedocs.ext.html_writing import LEAVES, fold_end, fold_start, summary_end
from sphinx_filedocs.ext.mentions import DescriptionLinks, MentionLists
from sphinx_filedocs.ext.page_context import CONTENTS, page_contents
from sphinx_filedocs.ext.transforms import FileTitles, KeywordSections
from sphinx_filedocs.ext.virtual_documents import PageReader, VirtualProject
from sphinx_filedocs.hooks import OptionError
from sphinx_filedocs.pages.nodes import file_keywords, folded, markup, mention_list, summary

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_filedocs.incremental.last_build import TreeState

Value = TypeVar("Value")

#: Up to this number, processes cost more than they save.
_FEW = 16
#: So many pages a process writes before another one is forked.
_PART = 100
#: The transforms that fill placeholders.
_TRANSFORMS: tuple[type[SphinxPostTransform], ...] = (
    DescriptionLinks,
    FileTitles,
    KeywordSections,
    MentionLists,
)
#: The nodes of our own sections.
_SECTIONS = frozenset({nodes.section, folded})
_CONTENT = frozenset({*LEAVES, file_keywords, mention_list})
#: A hidden toctree in HTML.
_TOCTREE = '<div class="toctree-wrapper compound">\n</div>\n'
#: As docutils writes text.
_ESCAPED = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "@": "&#64;"},
)


class Superseded(BaseException):
    """Ends a build between two pages because another one is asked for. Sphinx catches exceptions
    alone, and would drop its environment."""


@dataclass(frozen=True, slots=True)
class Request:
    """A build that somebody waits for.

    :param first: the names of pages to write first; asked for when pages are written.
    :param tell: called when these are written.
    :param is_superseded: tells between two pages if another build is asked for.
    """

    first: Iterable[str] = ()
    tell: Callable[[], None] = lambda: None
    is_superseded: Callable[[], bool] = lambda: False


class _Known(dict[str, Value], Generic[Value]):
    """A table of the environment that has documents alone when iterated, and generated pages too
    when asked for one.

    :param known: the values of documents.
    :param make: returns the value of a page.
    """

    def __init__(
        self, known: Mapping[str, Value], pages: AbstractSet[str], make: Callable[[str], Value]
    ) -> None:
        super().__init__(known)
        self._pages = pages
        self._make = make

    def __missing__(self, docname: str) -> Value:
        if docname not in self._pages:
            raise KeyError(docname)
        return self._make(docname)

    def __contains__(self, docname: object) -> bool:
        return super().__contains__(docname) or docname in self._pages


class GeneratedPages:
    """Divides generated pages into documents and others, and adds the others to the environment
    while pages are written: for ``:doc:``, toctrees, neighbours, the inventory and the search
    index.

    :param states: of the trees, by prefix.
    """

    def __init__(self, app: Sphinx, states: Mapping[str, TreeState]) -> None:
        self._app = app
        self._env = app.env
        self._stack = ExitStack()
        self.every = frozenset(name for state in states.values() for name in state.pages)
        #: The pages that are documents.
        self.documents = self.every
        self._below: dict[str, list[str]] = {}
        if is_collected(app.builder):
            starts = {f"{prefix}/index" for prefix in states}
            self.documents &= {*starts, app.config.root_doc}
            for state in states.values():
                self._below |= {name: list(names) for name, names in state.below.items()}
        #: All other pages.
        self.collected = self.every - self.documents

    @contextmanager
    def leading(self) -> Iterator[None]:
        """Let toctrees lead to pages that are no documents."""
        before = self._env.toctree_includes
        self._env.toctree_includes = before | self._below
        try:
            yield
        finally:
            self._env.toctree_includes = before

    def add(self, pages: AbstractSet[str], below: Iterable[Mapping[str, Iterable[str]]]) -> None:
        """Add pages of new files, before :meth:`announce`.

        :param below: the pages below each page, by tree.
        """
        self.every |= pages
        self.collected |= pages
        for names_below in below:
            self._below |= {name: list(names) for name, names in names_below.items()}
        domain, project = domain_of(self._env), cast("VirtualProject", self._app.project)
        project.pages = self.every
        domain.collected = self.collected
        domain.fingerprints = {**domain.fingerprints, **dict.fromkeys(pages, "")}

    def announce(self, outdated: AbstractSet[str]) -> None:
        """Add the pages to the environment, after it has been saved.

        :param outdated: the pages to leave out of ``all_docs`` until :meth:`complete`, since the
            search index has an old form of them.
        """
        env: Any = self._env
        if not self.collected:
            return
        self._stack.enter_context(self.leading())
        env.get_doctree = self._doctree
        documents = env.all_docs | dict.fromkeys(self.collected - outdated, 0)
        for name, value in {
            "all_docs": _Known(documents, self.collected, lambda _: 0),
            "titles": _Known(env.titles, self.collected, self._title),
            "tocs": _Known(env.tocs, self.collected, self._toc),
        }.items():
            self._stack.callback(setattr, env, name, getattr(env, name))
            setattr(env, name, value)

    def complete(self) -> None:
        """Add all pages to ``all_docs``, for the inventory and the search index."""
        self._env.all_docs.update(dict.fromkeys(self.collected, 0))

    def retract(self) -> None:
        """Leave the environment as it was: it may serve another build of the process."""
        self._stack.close()

    def close(self) -> None:
        """Take the doctrees of pages out of the environment, at the end of the build."""
        vars(self._env).pop("get_doctree", None)

    def _doctree(self, docname: str) -> nodes.document:
        if docname not in self.collected:
            return type(self._env).get_doctree(self._env, docname)
        document = PageReader(self._app).empty(docname)
        domain_of(self._env).fill(docname, document)
        return document

    def _title(self, docname: str) -> nodes.title:
        return nodes.title("", domain_of(self._env).title(docname))

    def _toc(self, docname: str) -> nodes.bullet_list:
        title = domain_of(self._env).title(docname)
        link = nodes.reference("", title, internal=True, refuri=docname, anchorname="")
        entry = nodes.list_item("", addnodes.compact_paragraph("", "", link))
        return nodes.bullet_list("", entry)


class Written(NamedTuple):
    """A written page.

    :param text: for the search; ``None`` if it must not find the page.
    """

    docname: str
    title: str
    text: str | None


class PageWriter:
    """Writes pages that are no documents.

    :param builder: prepared for writing.
    """

    def __init__(self, app: Sphinx, builder: StandaloneHTMLBuilder) -> None:
        self._env = app.env
        self._builder = builder
        self._domain = domain_of(app.env)
        self._reader = PageReader(app)
        self._titles: dict[str, str] = {}
        translator: Any = builder.create_translator(self._bare(), builder)
        self._metatags = "".join(translator.meta[2:])
        self._permalink = ""
        if builder.config.html_permalinks and builder.add_permalinks:
            hint, icon = sphinx_text("Link to this heading"), builder.config.html_permalinks_icon
            self._permalink = f'<a class="headerlink" href="#{{}}" title="{hint}">{icon}</a>'

    def write(self, docname: str) -> None:
        """Write a page, and add it to the search index."""
        if made := self.write_own(docname):
            self.feed(made)
        else:
            self.write_document(docname)

    def write_own(self, docname: str) -> Written | None:
        """Write a page, unless it has nodes of a user's own section."""
        builder = self._builder
        builder.current_docname = docname
        document = self._reader.empty(docname)
        metadata = self._domain.fill(docname, document)
        page = cast("nodes.section", document[0])
        if not _is_own(page):
            return None
        rows = "".join(map(_row, page.children))
        for transform in _TRANSFORMS:
            transform(document).run()
        context = self._context(docname, metadata)
        context["body"] = "".join(self._section(page, 1))
        context["toc"] = page_contents(context["title"], rows)
        if rows:
            context[CONTENTS] = context["display_toc"] = True
        builder.handle_page(docname, context, event_arg=document)
        text = "\n".join(node.astext() for node in document.findall(markup))
        is_found = "nosearch" not in metadata
        return Written(docname, self._domain.title(docname), text if is_found else None)

    def write_document(self, docname: str) -> None:
        """Write a page as Sphinx writes a document."""
        document = self._reader.read(docname)
        self._env.apply_post_transforms(document, docname)
        self._builder.write_doc_serialized(docname, document)
        self._builder.write_doc(docname, document)

    def feed(self, page: Written) -> None:
        """Add a page to the search index."""
        indexer = self._builder.indexer
        if indexer is not None and page.text is not None:
            title, text = nodes.title("", page.title), nodes.Text(page.text)
            document = self._bare()
            document += nodes.section("", title, text, ids=["page"])
            indexer.feed(page.docname, page.docname, page.title, document)

    def _bare(self) -> nodes.document:
        return nodes.document(self._builder.docsettings, self._reader.reporter)

    def _context(self, docname: str, metadata: dict[str, Any]) -> dict[str, Any]:
        """Return the context of the template, as the builder's ``get_doc_context`` does."""
        builder = self._builder
        relations: Any = builder.relations
        above, *beside = relations.get(docname) or (None, None, None)
        parents: list[dict[str, str]] = []
        while above:
            parents.append(self._link(docname, above))
            above = (relations.get(above) or (None,))[0]
        before, behind = (self._link(docname, name) if name else None for name in beside)
        rellinks = list(builder.globalcontext["rellinks"])
        if behind:
            rellinks.append((beside[1], behind["title"], "N", sphinx_text("next")))
        if before:
            rellinks.append((beside[0], before["title"], "P", sphinx_text("previous")))
        return {
            # The root of all has a link of its own.
            "parents": parents[:-1][::-1],
            "prev": before,
            "next": behind,
            "title": self._title(docname),
            "meta": metadata,
            "metatags": self._metatags,
            "rellinks": rellinks,
            "display_toc": False,
            "has_maths_elements": False,
        }

    def _link(self, docname: str, target: str) -> dict[str, str]:
        address = self._builder.get_relative_uri(docname, target)
        return {"link": address, "title": self._title(target)}

    def _title(self, docname: str) -> str:
        if docname not in self._titles:
            self._titles[docname] = (
                _escaped(self._domain.title(docname))
                if docname in self._domain.collected
                else self._builder.render_partial(self._env.titles[docname])["title"]
            )
        return self._titles[docname]

    def _section(self, node: nodes.section, level: int) -> Iterator[str]:
        """Yield the HTML of a section, as Sphinx writes it."""
        title, identifier = cast("summary", node[0]), escape(node["ids"][0])
        shown = "".join(map(_in_title, title.children))
        if isinstance(node, folded):
            yield f"{fold_start(node)}<summary><h{level}>{shown}{summary_end(title, level)}"
        else:
            css = f' class="{" ".join(title["classes"])}"' if title["classes"] else ""
            link = self._permalink.format(identifier)
            yield f'<section id="{identifier}">\n<h{level}{css}>{shown}{link}</h{level}>\n'
        for part in node.children[1:]:
            if write := LEAVES.get(type(part)):
                yield write(self._builder, part)
            elif isinstance(part, nodes.section):
                yield from self._section(part, level + 1)
            else:
                yield part.astext() if isinstance(part, nodes.raw) else _TOCTREE
        yield fold_end(node) if isinstance(node, folded) else "</section>\n"


def _is_own(section: nodes.Node) -> bool:
    """Tell whether a section has our own nodes alone."""
    title, *content = section.children
    return (
        isinstance(section, nodes.section)
        and isinstance(title, nodes.title)
        and all(isinstance(part, nodes.Text) for part in title.children)
        and len(section["ids"]) == 1
        and not section["classes"]
        and all(
            _is_own(part) if type(part) in _SECTIONS else type(part) in _CONTENT or _leads(part)
            for part in content
        )
    )


def _leads(node: nodes.Node) -> bool:
    """Tell whether a node is a hidden toctree."""
    return isinstance(node, nodes.compound) and all(
        isinstance(child, addnodes.toctree) and child["hidden"] for child in node.children
    )


def _row(node: nodes.Node) -> str:
    """Return the entry of a section in the table of contents."""
    if not isinstance(node, nodes.section):
        return ""
    rows = "".join(map(_row, node.children))
    inner = f"<ul>\n{rows}</ul>\n" if rows else ""
    identifier, text = escape(node["ids"][0]), _escaped(node.children[0].astext())
    return f'<li><a class="reference internal" href="#{identifier}">{text}</a>{inner}</li>\n'


def _in_title(node: nodes.Node) -> str:
    text = _escaped(node.astext())
    if isinstance(node, nodes.Element):
        return f'<span class="{" ".join(node["classes"])}">{text}</span>'
    return text


def _escaped(text: str) -> str:
    return text.translate(_ESCAPED)


def write_pages(
    app: Sphinx, docnames: AbstractSet[str], request: Request, new: AbstractSet[str]
) -> None:
    """Write pages, folders first, in several processes if there are many. Pages that a reader has
    open and a few new ones come before them.

    :param new: pages that did not exist before.
    :raises UserError: if a user's own section fails.
    :raises Superseded: if another build is asked for; then some pages are not written.
    """
    builder = cast("StandaloneHTMLBuilder", app.builder)
    if builder.indexer is not None:
        builder.indexer.prune(app.env.all_docs.keys() - docnames)
    writer = PageWriter(app, builder)
    first = {*request.first, *(new if len(new) <= _FEW else ())} & docnames
    if first:
        _write(app, writer, first, request.is_superseded)
    request.tell()
    if docnames - first:
        _write(app, writer, docnames - first, request.is_superseded)
    app.env.temp_data.clear()


def _write(
    app: Sphinx, writer: PageWriter, docnames: Iterable[str], is_over: Callable[[], bool]
) -> None:
    builder = app.builder
    ordered = sorted(docnames, key=lambda name: (not name.endswith("/index"), name))
    is_parallel = builder.parallel_ok and len(ordered) > _FEW
    chunks = _divided(ordered, app.parallel) if is_parallel else [[name] for name in ordered]
    shown = "writing generated pages... "
    steps = status_iterator(
        chunks, shown, "darkgreen", len(chunks), app.verbosity, lambda chunk: str(chunk[-1])
    )
    if is_parallel:
        _write_parallel(writer, ParallelTasks(app.parallel), chunks, steps, is_over)
        return
    for (docname,) in steps:
        if is_over():
            raise Superseded
        try:
            writer.write(docname)
        except OptionError as error:
            raise UserError(str(error)) from error


def _divided(names: Sequence[str], processes: int) -> list[Sequence[str]]:
    """Divide pages into parts that take about as long: those of files, which take longest, are
    neighbours, so each part gets every so manieth page."""
    number = processes * max(1, round(len(names) / processes / _PART))
    return [names[at::number] for at in range(number)]


def _write_parallel(
    writer: PageWriter,
    tasks: ParallelTasks,
    chunks: Sequence[Sequence[str]],
    steps: Iterator[object],
    is_over: Callable[[], bool],
) -> None:
    failed: list[str] = []
    foreign: list[str] = []

    def write(docnames: Sequence[str]) -> list[tuple[str, Written | None]] | str:
        try:
            return [(docname, writer.write_own(docname)) for docname in docnames if not is_over()]
        except OptionError as error:
            return str(error)

    def done(docnames: Sequence[str], made: list[tuple[str, Written | None]] | str) -> None:
        next(steps)
        if isinstance(made, str):
            failed.append(made)
            return
        for docname, page in made:
            if page:
                writer.feed(page)
            else:
                foreign.append(docname)

    for chunk in chunks:
        tasks.add_task(write, chunk, done)
    tasks.join()
    # Ends the line of the last step.
    next(steps, None)
    if is_over():
        raise Superseded
    if failed:
        raise UserError(failed[0])
    # Sphinx copies the images of documents that this process has written.
    for docname in foreign:
        writer.write_document(docname)
