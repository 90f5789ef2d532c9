"""Every option once: its type, default, check and help; the options page is made from it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast, get_args

from sphinx_filedocs.model.files import ProvenanceKind

FILE_SECTIONS = (
    "summary",
    "purpose",
    "outline",
    "dependencies",
    "uses",
    "findings",
    "usage",
    "documented-in",
    "related",
    "history",
    "metadata",
    "keywords",
    "view",
    "listing",
)
FOLDER_SECTIONS = (
    "summary",
    "languages",
    "purpose",
    "map",
    "contents",
    "parts",
    "interface",
    "groups",
    "core",
    "types",
    "key-files",
    "entry-points",
    "tests",
    "structure",
    "indices",
)
TREE_SECTIONS = (
    "summary",
    "languages",
    "purpose",
    "start-here",
    "map",
    "parts",
    "contents",
    "key-symbols",
    "groups",
    "most-changed",
    "findings",
    "core",
    "types",
    "key-files",
    "entry-points",
    "tests",
    "structure",
    "cycles",
    "statistics",
    "search",
    "indices",
)
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "filedocs_file_sections": FILE_SECTIONS,
    "filedocs_folder_sections": FOLDER_SECTIONS,
    "filedocs_tree_sections": TREE_SECTIONS,
}
PLAIN: tuple[str, ...] = tuple(sorted(get_args(ProvenanceKind)))
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
    :param rebuild: what Sphinx does again when the value changes.
    """

    name: str
    default: object
    types: tuple[type, ...]
    help: str
    check: Callable[[object], str | None] = field(default=lambda _: None)
    rebuild: Rebuild = "env"


def nearest(word: object, known: Iterable[str]) -> str:
    """Return a question for the one of the known words that is meant, if one is like it."""
    near = difflib.get_close_matches(str(word), known, 1)
    return f"; did you mean {near[0]!r}?" if near else ""


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
            what = f"{', '.join(map(repr, wrong))} is no section{nearest(wrong[0], known)}"
        elif twice:
            what = f"{twice[0]!r} is twice"
        elif any(changes) and not all(changes):
            what = "some entries are sections, some change the default list"
        else:
            return None
        return (
            f"{what}; allowed are {', '.join(known)}, and the dotted path of a function of your "
            "own; or, instead of the whole list, '+SECTION', '-SECTION', 'before:NAME:SECTION' "
            "and 'after:NAME:SECTION'"
        )

    return check


def _check_sections_of(value: object) -> str | None:
    check = _check_sections(FILE_SECTIONS)
    for pattern, names in cast("Mapping[object, object]", value).items():
        if not are_patterns([pattern]):
            known = "allowed is a dict of patterns and 'language:NAME', each with sections"
            return f"{pattern!r} is no pattern; {known}"
        if not isinstance(names, list | tuple):
            return f"of {pattern!r} allowed is a list of sections"
        if allowed := check(names):
            return f"of {pattern!r} {allowed}"
    return None


def _check_keyword_mode(value: object) -> str | None:
    if value in KEYWORD_MODES:
        return None
    return f"allowed are {', '.join(KEYWORD_MODES)}{nearest(value, KEYWORD_MODES)}"


def _check_plain(value: object) -> str | None:
    wrong = [word for word in cast("Sequence[object]", value) if word not in PLAIN]
    if not wrong:
        return None
    said = f"{', '.join(map(repr, wrong))} is none of them; allowed are {', '.join(PLAIN)}"
    return f"{said}{nearest(wrong[0], PLAIN)}"


def _check_size(value: object) -> str | None:
    fine = isinstance(value, int) and not isinstance(value, bool) and value > 0
    return None if fine else "allowed is a whole number of bytes above 0"


def _check_ref(value: object) -> str | None:
    fine = not value or _REF.fullmatch(cast("str", value))
    return None if fine else "allowed is the name of a branch or a tag, or a commit"


def _check_languages_of(value: object) -> str | None:
    entries = cast("Mapping[object, object]", value).items()
    fine = all(are_patterns([key]) and isinstance(name, str) for key, name in entries)
    return None if fine else "allowed is a dict of patterns, each with the name of a language"


#: What is allowed for an option with patterns.
PATTERNS = "allowed is a list of patterns in the syntax of .gitignore"


def are_patterns(value: object) -> bool:
    """Tell whether a value is a list of patterns."""
    return isinstance(value, list | tuple) and all(isinstance(p, str) and p.strip() for p in value)


OPTIONS: tuple[Option, ...] = (
    Option(
        "filedocs_trees",
        {},
        (dict,),
        "The source trees to document: the docname prefix of each tree's pages, and its root "
        "folder relative to `conf.py`. Instead of the folder a dict may stand, with the keys "
        "`path` (the folder), `title` (without it the name in `pyproject.toml`, `Cargo.toml` or "
        "`go.mod`, else that of the folder), `include` and `exclude` (lists of patterns in the "
        "syntax of `.gitignore`), `include_folders` (a list of the folders that compilers of C "
        "and C++ search for headers, relative to `path`, besides those that "
        "`compile_commands.json`, CMake and Make files name), `compile_commands` (a list of the "
        "files `compile_commands.json`, relative to `conf.py`, that say how C and C++ are "
        "compiled, instead of those in the tree; see [What is "
        "compiled](how-to/c.md#what-is-compiled)), `url` (a template of a file's address at a "
        "forge, such as `https://github.com/o/r/blob/{ref}/{path}#L{line}`, or `''` for none; "
        "without it the forge is found, see [Links to the "
        "forge](how-to/ci.md#links-to-the-forge)), `scip` (a list of indexes that compilers have "
        "written in SCIP, relative to `conf.py`; see [Links by "
        "compilers](explanation/links.md#links-by-compilers)), `sarif` (a list of reports that "
        "other tools have written in SARIF 2.1.0, relative to `conf.py`; see "
        "[Findings](how-to/findings.md)), and `parts` (see [Several "
        "machines](how-to/large.md#several-machines)).",
    ),
    Option(
        "filedocs_exclude",
        [],
        (list, tuple),
        "Patterns, in the syntax of `.gitignore`, of the files that are left out of every tree, "
        "such as `['/tests/', '*.po']`. They stand before the `exclude` of each tree, which may "
        "take some of these files in again by `!`.",
        lambda value: None if are_patterns(value) else PATTERNS,
    ),
    Option(
        "filedocs_file_sections",
        list(FILE_SECTIONS),
        (list, tuple),
        "The sections of a file's page, in their order; a dotted path is a function that takes the "
        "page's view and returns a list of nodes. Instead of the whole list, all entries may "
        "change the default one: `+SECTION` adds a section at the end, `before:NAME:SECTION` and "
        "`after:NAME:SECTION` beside another, `-SECTION` leaves one out.",
        _check_sections(FILE_SECTIONS),
    ),
    Option(
        "filedocs_file_sections_of",
        {},
        (dict,),
        "The sections of the pages of some files: patterns in the syntax of `.gitignore`, or "
        "`language:` and the name of a language as pages have it, and for each a list of sections, "
        "or what changes in `filedocs_file_sections`, such as `{'language:JSON': ['-view', "
        "'-keywords'], '/tests/': ['-outline']}`. Of several that match, the last one counts.",
        _check_sections_of,
    ),
    Option(
        "filedocs_folder_sections",
        list(FOLDER_SECTIONS),
        (list, tuple),
        "The sections of a folder's page, in the same way.",
        _check_sections(FOLDER_SECTIONS),
    ),
    Option(
        "filedocs_tree_sections",
        list(TREE_SECTIONS),
        (list, tuple),
        "The sections of a tree's start page, in the same way.",
        _check_sections(TREE_SECTIONS),
    ),
    Option(
        "filedocs_languages",
        {},
        (dict,),
        "Languages to add, or to change: a key, and the folder with its `language.toml` and "
        "queries, relative to `conf.py`, or `package:folder` in an installed package. See "
        "[Languages](languages.md).",
    ),
    Option(
        "filedocs_languages_of",
        {},
        (dict,),
        "The languages of files of which the name says nothing or something else: patterns in the "
        "syntax of `.gitignore`, and for each a language's key in [Languages](languages.md) or its "
        "name in [Linguist's list](https://github.com/github-linguist/linguist/blob/main/lib/linguist/"
        "languages.yml), such as `{'*.inc': 'cpp'}`. Of several patterns that match, the last one "
        "counts.",
        _check_languages_of,
    ),
    Option(
        "filedocs_rules",
        [],
        (list, tuple),
        "Evidence rules to add: `.toml` files, or folders of such, relative to `conf.py`, or "
        "`package:path` in an installed package. See [Languages](languages.md).",
    ),
    Option(
        "filedocs_rules_off",
        [],
        (list, tuple),
        "The ids of rules that find nothing, such as `python-eval`; the pages of findings name "
        "them. A single line is silenced by the comments of other tools: `# nosec`, `# noqa`, "
        "`// NOLINT`, `//nolint`, `// eslint-disable-line`, `# nosemgrep`, `// NOSONAR`, `# lgtm`, "
        "`# shellcheck disable=`, with their ids or without.",
        lambda value: None if are_patterns(value) else "allowed is a list of ids of rules",
    ),
    Option(
        "filedocs_keywords",
        "section",
        (str,),
        "Where the keyword index of a file stands: `section` (on the file's page, or where it has "
        "more than 1,000 names on one of its own; books have none: LaTeX, EPUB and Texinfo), "
        "`everywhere` (in books too), `page` (on a page of its own in the HTML builders, else as "
        "`section`) or `none`.",
        _check_keyword_mode,
    ),
    Option(
        "filedocs_search",
        True,
        (bool,),
        "Whether Sphinx's own search finds generated pages and their symbols, and not the "
        "hand-written ones alone. The finder (the key `t`) finds files and symbols in any case.",
    ),
    Option(
        "filedocs_private",
        True,
        (bool,),
        "Whether symbols that are private by the rules of their language are in outlines, indices, "
        "the finder and what is searched: `_name` in Python and Dart, a small first letter in Go, "
        "`private` where a language has it, no `pub` in Rust, `static` in C, `defp` in Elixir; and "
        "what stands in such a symbol. In sources, names lead to them in any case.",
    ),
    Option(
        "filedocs_short_titles",
        False,
        (bool,),
        "Whether the page of a file or folder is called by its name alone, and not by its path in "
        "the tree: in its heading, the browser's tab, *previous* and *next*, your own toctrees and "
        "what Sphinx's search finds. Sidebars of trees show names in any case, and the way to the "
        "page stands above its heading.",
    ),
    Option(
        "filedocs_max_bytes",
        2_000_000,
        (int,),
        "A file larger than this many bytes gets a page with its metadata alone.",
        _check_size,
    ),
    Option(
        "filedocs_plain",
        PLAIN,
        (list, tuple),
        "Which files are shown with their metadata as plain text, without symbols, names, links "
        "and colours, because nobody of the project writes them as they stand there: `generated` "
        "(by a comment in their head or by their name), `lock` (lock files, by their name), "
        "`minified` (by their name or their long lines) and `vendored` (by the name of a folder "
        "above them). In `.gitattributes` files of the tree, `linguist-generated` and "
        "`linguist-vendored` say so of further files, `-linguist-generated` and "
        "`-linguist-vendored` that it is not so. With `[]` all files are shown whole.",
        _check_plain,
    ),
    Option(
        "filedocs_history",
        True,
        (bool,),
        "Whether to read each file's last change from git.",
    ),
    Option(
        "filedocs_ref",
        "",
        (str,),
        "The branch, tag or commit that links to a forge lead to. Without it that is the commit "
        "that Read the Docs, GitHub Actions or GitLab CI builds, elsewhere the branch that is "
        "checked out.",
        _check_ref,
    ),
    Option(
        "filedocs_part",
        "",
        (str,),
        "The part of divided trees that has its pages in this project; all of them without it.",
    ),
    Option(
        "filedocs_untracked",
        False,
        (bool,),
        "Whether files that git neither tracks nor ignores are documented too. A file is tracked "
        "from `git add` on. Where git does not list a tree, all files are documented that its "
        "ignore files do not leave out.",
    ),
    Option(
        "filedocs_public_credentials",
        [],
        (list, tuple),
        "Patterns, in the syntax of `.gitignore`, of the files whose credentials are meant to be "
        "seen, such as keys made for tests. Other files that hold credentials by their kind "
        "(`.env`, private keys, …) are left out, and in all others private keys and tokens of "
        "well-known forms are masked, each with a warning `filedocs.secret`.",
        lambda value: None if are_patterns(value) else PATTERNS,
    ),
    Option(
        "filedocs_upstream_off",
        [],
        (list, tuple),
        "The patches of Sphinx and of themes that are not applied, by their names in "
        "[Upstream](upstream.md), or `all`. Builds are slower without them, and take more memory.",
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
            raise OptionError(option.name, value, f"allowed is {' or '.join(names)}")
        if allowed := option.check(value):
            raise OptionError(option.name, value, allowed)


#: The options as the reference groups them.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "What is documented": (
        "filedocs_trees",
        "filedocs_exclude",
        "filedocs_untracked",
        "filedocs_public_credentials",
        "filedocs_max_bytes",
        "filedocs_plain",
    ),
    "What pages show": (
        "filedocs_file_sections",
        "filedocs_file_sections_of",
        "filedocs_folder_sections",
        "filedocs_tree_sections",
        "filedocs_short_titles",
        "filedocs_keywords",
        "filedocs_private",
        "filedocs_search",
        "filedocs_history",
        "filedocs_ref",
    ),
    "Languages and rules": (
        "filedocs_languages_of",
        "filedocs_languages",
        "filedocs_rules",
        "filedocs_rules_off",
    ),
    "Builds": ("filedocs_part", "filedocs_upstream_off"),
}


def options_list() -> str:
    """Return the options by group as Markdown, for the documentation."""
    known = {option.name: option for option in OPTIONS}
    return "\n".join(
        f"## {title}\n\n{_rows(known[name] for name in names)}" for title, names in GROUPS.items()
    )


def _rows(options: Iterable[Option]) -> str:
    rows: list[str] = []
    for option in options:
        shown = option.default
        if isinstance(shown, list) and shown:
            default = "all, in this order: " + ", ".join(f"`{name}`" for name in shown)
        else:
            default = f"`{list(shown) if isinstance(shown, tuple) else shown!r}`"
        rows.append(f"- **`{option.name}`** ({default}): {option.help}")
    return "\n".join(rows) + "\n"
