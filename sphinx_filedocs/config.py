"""Every option once: type, default, check and help. ``.ci/reference.py`` writes them on a page."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast, get_args

from sphinx_filedocs.model.files import ProvenanceKind, text_encoding

FILE_SECTIONS = (
    "summary", "purpose", "outline", "dependencies", "uses", "findings", "usage", "documented-in",
    "related", "history", "metadata", "keywords", "view", "listing",
)  # fmt: skip
FOLDER_SECTIONS = (
    "summary", "languages", "purpose", "map", "contents", "parts", "interface", "lately", "groups",
    "core", "types", "key-files", "entry-points", "tests", "structure", "indices",
)  # fmt: skip
TREE_SECTIONS = (
    "summary", "languages", "purpose", "start-here", "map", "parts", "contents", "key-symbols",
    "lately", "groups", "most-changed", "findings", "core", "types", "key-files", "entry-points",
    "tests", "structure", "cycles", "statistics", "search", "indices",
)  # fmt: skip
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "filedocs_file_sections": FILE_SECTIONS,
    "filedocs_folder_sections": FOLDER_SECTIONS,
    "filedocs_tree_sections": TREE_SECTIONS,
}
PLAIN: tuple[str, ...] = tuple(sorted(get_args(ProvenanceKind)))
TEXT_SEARCHES = ("own", "all", False)
KEYWORD_MODES = ("section", "everywhere", "page", "none")

Rebuild = Literal["env", "html", ""]
#: An entry that changes the default list of sections.
SECTION_CHANGE = re.compile(
    r"(?:(?P<how>[+-])|(?P<where>before|after):(?P<near>[^:]*):)(?P<section>.*)"
)
#: What stands before the name of a language, where a pattern of paths may stand.
OF_LANGUAGE = "language:"
#: As ``git check-ref-format --branch`` allows names.
_REF = re.compile(r"(?![-/]|.*(\.\.|@\{|//))[^\x00-\x20\x7f~^:?*\[\\]+(?<![/.])")
_DOTTED = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)+")

#: So much of two words is the same where one is taken for the other.
_LIKE = 0.7
_PREFIX = "filedocs_"
#: What messages call the types of options.
_TYPE_NAMES: Mapping[type, str] = {
    bool: "True or False",
    int: "a whole number",
    str: "a text",
    list: "a list",
    tuple: "a list",
    dict: "a dict",
}


class OptionError(ValueError):
    """A wrong option: says its name, its value and what is allowed."""

    def __init__(self, name: str, value: object, allowed: str) -> None:
        super().__init__(f"{name} = {value!r}: {allowed}")


@dataclass(frozen=True, slots=True)
class Option:
    """One value of ``conf.py``.

    :param check: returns what is allowed when the value is not, else ``None``.
    :param also: another type of its values.
    :param rebuild: what Sphinx does again when the value changes.
    """

    name: str
    default: object
    help: str
    check: Callable[[object], str | None] = field(default=lambda _: None)
    rebuild: Rebuild = "env"
    also: tuple[type, ...] = ()

    @property
    def types(self) -> tuple[type, ...]:
        """The types of its values: those of the default, and a list may be a tuple."""
        kind = type(self.default)
        return (list, tuple) if kind in (list, tuple) else (kind, *self.also)


def like(word: object, known: Iterable[str]) -> str:
    """Return the one of the known words that is meant, ``""`` where none is like it.

    The prefix of options does not count: ``filedocs_nope`` is like none of them.
    """
    rest = {name.casefold().removeprefix(_PREFIX): name for name in known}
    near = difflib.get_close_matches(str(word).casefold().removeprefix(_PREFIX), rest, 1, _LIKE)
    return rest[near[0]] if near else ""


def nearest(word: object, known: Iterable[str]) -> str:
    """Return a question for the one of the known words that is meant, if one is like it."""
    near = like(word, known)
    return f"; did you mean {near!r}?" if near else ""


def _check_sections(known: Sequence[str]) -> Callable[[object], str | None]:
    def is_section(name: object) -> bool:
        return isinstance(name, str) and (name in known or bool(_DOTTED.fullmatch(name)))

    def check(value: object) -> str | None:
        entries = list(cast("Sequence[object]", value))
        changes = [SECTION_CHANGE.fullmatch(str(entry)) for entry in entries]
        wrong = [
            entry
            for entry, change in zip(entries, changes, strict=True)
            if not is_section(change["section"] if change else entry)
            or (change and change["near"] is not None and not is_section(change["near"]))
        ]
        twice = sorted({str(name) for name in entries if entries.count(name) > 1})
        if wrong:
            what = f"{', '.join(map(repr, wrong))} is not a section{nearest(wrong[0], known)}"
        elif twice:
            what = f"{twice[0]!r} is listed twice"
        elif any(changes) and not all(changes):
            what = "sections and changes of the default list are mixed"
        else:
            return None
        return (
            f"{what}; use {', '.join(known)} or the dotted path of your own function; or only "
            "changes: '+SECTION', '-SECTION', 'before:NAME:SECTION' and 'after:NAME:SECTION'"
        )

    return check


def _check_sections_of(value: object) -> str | None:
    check = _check_sections(FILE_SECTIONS)
    for pattern, names in cast("Mapping[object, object]", value).items():
        if not are_patterns([pattern]):
            known = "use a dict of patterns and 'language:NAME', each with sections"
            return f"{pattern!r} is not a pattern; {known}"
        if not isinstance(names, list | tuple):
            return f"for {pattern!r} use a list of sections"
        if allowed := check(names):
            return f"for {pattern!r}: {allowed}"
    return None


def _check_keyword_mode(value: object) -> str | None:
    if value in KEYWORD_MODES:
        return None
    return f"use one of {', '.join(KEYWORD_MODES)}{nearest(value, KEYWORD_MODES)}"


def _check_text_search(value: object) -> str | None:
    if value in TEXT_SEARCHES and value is not True:
        return None
    return f"use 'own', 'all' or False{nearest(value, ('own', 'all'))}"


def _check_plain(value: object) -> str | None:
    wrong = [word for word in cast("Sequence[object]", value) if word not in PLAIN]
    if not wrong:
        return None
    said = f"{', '.join(map(repr, wrong))} is unknown; use {', '.join(PLAIN)}"
    return f"{said}{nearest(wrong[0], PLAIN)}"


def _check_size(value: object) -> str | None:
    fine = isinstance(value, int) and not isinstance(value, bool) and value > 0
    return None if fine else "use a positive whole number of bytes"


def _check_ref(value: object) -> str | None:
    fine = not value or _REF.fullmatch(cast("str", value))
    return None if fine else "use the name of a branch or tag, or a commit"


def _check_languages_of(value: object) -> str | None:
    entries = cast("Mapping[object, object]", value).items()
    fine = all(are_patterns([key]) and isinstance(name, str) for key, name in entries)
    return None if fine else "use a dict of patterns, each with the name of a language"


def _check_encodings(value: object) -> str | None:
    for pattern, name in cast("Mapping[object, object]", value).items():
        if not are_patterns([pattern]) or not isinstance(name, str):
            return "use a dict of patterns, each with the name of an encoding"
        if not text_encoding(name):
            return f"Python knows no encoding {name!r} for texts; use 'cp1252', for example"
    return None


#: What is allowed for an option with patterns.
PATTERNS = "use a list of patterns in the syntax of .gitignore"


def are_patterns(value: object) -> bool:
    """Tell whether a value is a list of patterns."""
    return isinstance(value, list | tuple) and all(isinstance(p, str) and p.strip() for p in value)


OPTIONS: tuple[Option, ...] = (
    Option(
        "filedocs_trees",
        {},
        "The source trees to document. Each key is the docname prefix of a tree's pages. Each "
        "value is the root folder of the tree, relative to `conf.py`, or a dict with these "
        "keys:\n\n"
        "  - `path`: the root folder. No other key is required.\n"
        "  - `title`: the name of the tree. By default, this is the name in `pyproject.toml`, "
        "`Cargo.toml` or `go.mod`, or else the name of the folder.\n"
        "  - `include`, `exclude`: lists of patterns, in the syntax of `.gitignore`, of the "
        "files to document and to leave out.\n"
        "  - `include_folders`: a list of folders, relative to `path`, that C and C++ compilers "
        "search for headers. They are added to those named in `compile_commands.json`, CMake and "
        "Make files.\n"
        "  - `compile_commands`: a list of `compile_commands.json` files, relative to `conf.py`, "
        "that say how C and C++ are compiled. They replace those in the tree. See [What is "
        "compiled](how-to/c.md#what-is-compiled).\n"
        "  - `url`: a template of the address of a file at a forge, such as "
        "`https://github.com/o/r/blob/{ref}/{path}#L{line}`, or `''` for no links. By default, "
        "the forge is detected. See [Links to the forge](how-to/ci.md#links-to-the-forge).\n"
        "  - `scip`: a list of SCIP indexes written by compilers, relative to `conf.py`. See "
        "[Links by compilers](explanation/links.md#links-by-compilers).\n"
        "  - `sarif`: a list of SARIF 2.1.0 reports written by other tools, relative to "
        "`conf.py`. See [Findings](how-to/findings.md).",
    ),
    Option(
        "filedocs_exclude",
        [],
        "Patterns, in the syntax of `.gitignore`, of files to leave out of every tree, such as "
        "`['/tests/', '*.po']`. They come before the `exclude` patterns of each tree, which can "
        "include files again with `!`.",
        lambda value: None if are_patterns(value) else PATTERNS,
    ),
    Option(
        "filedocs_file_sections",
        list(FILE_SECTIONS),
        "The sections of a file's page, in their order. An entry is the name of a section or the "
        "dotted path of a function that takes the view of the page and returns a list of nodes. "
        "Instead of listing all sections, you can change the default list. Then every entry must "
        "be one of these:\n\n"
        "  - `+SECTION` adds a section at the end.\n"
        "  - `before:NAME:SECTION` and `after:NAME:SECTION` add a section next to another one.\n"
        "  - `-SECTION` removes a section.",
        _check_sections(FILE_SECTIONS),
    ),
    Option(
        "filedocs_file_sections_of",
        {},
        "The sections of the pages of some files. Each key is a pattern in the syntax of "
        "`.gitignore`, or `language:` and the name of a language as pages show it. Each value is "
        "a list of sections, or of changes to `filedocs_file_sections`. For example: "
        "`{'language:JSON': ['-view', '-keywords'], '/tests/': ['-outline']}`. If several keys "
        "match a file, the last one counts.",
        _check_sections_of,
    ),
    Option(
        "filedocs_folder_sections",
        list(FOLDER_SECTIONS),
        "The sections of a folder's page. The entries have the same form as in "
        "`filedocs_file_sections`.",
        _check_sections(FOLDER_SECTIONS),
    ),
    Option(
        "filedocs_tree_sections",
        list(TREE_SECTIONS),
        "The sections of a tree's start page. The entries have the same form as in "
        "`filedocs_file_sections`.",
        _check_sections(TREE_SECTIONS),
    ),
    Option(
        "filedocs_languages",
        {},
        "Languages to add or change. Each key is the key of a language. Each value is the folder "
        "with its `language.toml` and queries, relative to `conf.py`, or `package:folder` in an "
        "installed package. See [Languages](languages.md).",
    ),
    Option(
        "filedocs_languages_of",
        {},
        "The languages of files whose names say nothing, or something wrong, about their "
        "language. Each key is a pattern in the syntax of `.gitignore`. Each value is the key of "
        "a language in [Languages](languages.md), or its name in [Linguist's "
        "list](https://github.com/github-linguist/linguist/blob/main/lib/linguist/languages.yml). "
        "For example: `{'*.inc': 'cpp'}`. If several patterns match a file, the last one counts.",
        _check_languages_of,
    ),
    Option(
        "filedocs_rules",
        [],
        "Evidence rules to add: `.toml` files or folders of them, relative to `conf.py`, or "
        "`package:path` in an installed package. See [Languages](languages.md).",
    ),
    Option(
        "filedocs_rules_off",
        [],
        "The ids of rules to turn off, such as `python-eval`. The pages of findings show the "
        "ids. To silence a single line, use a comment of another tool, with or without its ids: "
        "`# nosec`, `# noqa`, `// NOLINT`, `//nolint`, `// eslint-disable-line`, `# nosemgrep`, "
        "`// NOSONAR`, `# lgtm`, `# shellcheck disable=`.",
        lambda value: None if are_patterns(value) else "use a list of ids of rules",
    ),
    Option(
        "filedocs_keywords",
        "section",
        "Where to put the keyword index of a file:\n\n"
        "  - `section`: on the page of the file, or on a page of its own if the file has more "
        "than 1,000 names. Books (LaTeX, EPUB and Texinfo) have no keyword index.\n"
        "  - `everywhere`: the same as `section`, but books have it too.\n"
        "  - `page`: on a page of its own in the HTML builders; in other builders, the same as "
        "`section`.\n"
        "  - `none`: nowhere.",
        _check_keyword_mode,
    ),
    Option(
        "filedocs_search",
        True,
        "Whether Sphinx's own search finds generated pages and their symbols. With `False`, it "
        "finds only hand-written pages. The finder (the key `t`) finds files and symbols in "
        "either case.",
    ),
    Option(
        "filedocs_text_search",
        "own",
        "Whose texts the finder searches (the key `/`):\n\n"
        "  - `own`: code, tests and documents of the tree, without vendored files and lock files.\n"
        "  - `all`: these files too.\n"
        "  - `False`: none.\n\n"
        "  Minified and binary files are never searched, nor is what no listing shows. The texts "
        "add about a third of their size to the HTML output.",
        _check_text_search,
        rebuild="html",
        also=(bool,),
    ),
    Option(
        "filedocs_private",
        True,
        "Whether private symbols, and all that they contain, appear in outlines, indices, the "
        "finder and the search. Names in sources link to them in either case. The rules of the "
        "language decide what is private: `_name` in Python and Dart, a lower-case first letter "
        "in Go, `private` in languages that have it, no `pub` in Rust, `static` in C, `defp` in "
        "Elixir.",
    ),
    Option(
        "filedocs_short_titles",
        False,
        "Whether the title of a file's or folder's page is its name alone instead of its path in "
        "the tree. The title is shown in the heading, the browser tab, *previous* and *next*, "
        "your own toctrees and the results of Sphinx's search. The sidebar of a tree always "
        "shows names, and the path of a page is always shown above its heading.",
    ),
    Option(
        "filedocs_max_bytes",
        2_000_000,
        "The largest size of a file, in bytes, that is read. The page of a larger file shows "
        "only its metadata.",
        _check_size,
    ),
    Option(
        "filedocs_encodings",
        {},
        "The encodings of texts that are not UTF-8. Each key is a pattern in the syntax of "
        "`.gitignore`. Each value is an encoding that Python knows. For example: "
        "`{'/legacy/': 'cp1251'}`. If several patterns match a file, the last one counts. "
        "Without an entry, a line `# -*- coding: … -*-` in the text counts, then "
        "`working-tree-encoding` in `.gitattributes` and `charset` in `.editorconfig`; else the "
        "encoding is detected.",
        _check_encodings,
    ),
    Option(
        "filedocs_plain",
        PLAIN,
        "The kinds of files that nobody in the project edits by hand. Their pages show metadata "
        "and plain text, without symbols, names, links and colours.\n\n"
        "  - `generated`: generated files, recognised by a comment at the top or by their name\n"
        "  - `lock`: lock files, recognised by their name\n"
        "  - `minified`: minified files, recognised by their name or their long lines\n"
        "  - `vendored`: files of other projects, recognised by the name of a folder above "
        "them\n\n"
        "  In the `.gitattributes` files of a tree, `linguist-generated` and `linguist-vendored` "
        "mark further files; `-linguist-generated` and `-linguist-vendored` say that a file is "
        "not of this kind. With `[]`, all files are shown in full.",
        _check_plain,
    ),
    Option(
        "filedocs_history",
        True,
        "Whether to read the last change of each file from git.",
    ),
    Option(
        "filedocs_ref",
        "",
        "The branch, tag or commit that links to a forge lead to. By default, this is the commit "
        "that Read the Docs, GitHub Actions or GitLab CI builds; elsewhere, it is the "
        "checked-out branch.",
        _check_ref,
    ),
    Option(
        "filedocs_untracked",
        False,
        "Whether to document files that git neither tracks nor ignores. Git tracks a file from "
        "`git add` on. Outside of a work tree, all files are documented that no `.gitignore` "
        "leaves out. If git does not answer, its index says which files are tracked, and what only "
        "its setting `core.excludesFile` ignores is not left out.",
    ),
    Option(
        "filedocs_public_credentials",
        [],
        "Patterns, in the syntax of `.gitignore`, of files whose credentials may be published, "
        "such as keys made for tests. In all other files, credentials are hidden, each with a "
        "warning `filedocs.secret`: files that hold credentials by their kind (`.env`, private "
        "keys, …) are left out, and private keys and tokens of well-known forms are masked "
        "elsewhere.",
        lambda value: None if are_patterns(value) else PATTERNS,
    ),
    Option(
        "filedocs_upstream_off",
        [],
        "The patches of Sphinx and of themes not to apply, by their names in "
        "[Upstream](upstream.md), or `all`. Without the patches, builds are slower and need more "
        "memory.",
        rebuild="html",
    ),
)


def check_options(values: Mapping[str, object]) -> None:
    """Check every option but ``filedocs_trees``'s contents.

    :raises OptionError: for the first value that isn't allowed.
    """
    for option in OPTIONS:
        value = values[option.name]
        if not isinstance(value, option.types):
            names = dict.fromkeys(_TYPE_NAMES[kind] for kind in option.types)
            raise OptionError(option.name, value, f"use {' or '.join(names)}")
        if allowed := option.check(value):
            raise OptionError(option.name, value, allowed)
