"""Builds a small project beside each extension and theme of neighbours.toml, and prints a table.

Each has an environment of its own, made by uv, with its newest version and this package. The
project is built with it alone, then with it before and behind this extension; each time once more
after an edit. ``python benchmarks/neighbours.py furo ablog`` tries two, without arguments all.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
HEAD = """\
| package | version | alone | before | behind | warnings | notes |
| --- | --- | --- | --- | --- | --- | --- |
"""
FILES = {
    "tree/README.md": "# A tree\n\n![A square](a.svg) of `run`.\n\n| a |\n| - |\n| 1 |\n",
    "tree/a.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>\n',
    "tree/a.py": 'def run():\n    """Run it."""\n',
    "tree/pkg/b.py": "import a\n\na.run()\n",
    "docs/conf.py": "",
    "docs/index.rst": "Docs\n====\n\nProse.\n",
}
OURS = "\nSee :src:file:`a.py` and :src:symbol:`a.py::run`.\n\n.. toctree::\n\n   source/index\n"


@dataclass
class Trial:
    """How the builds beside one neighbour ended."""

    package: str
    version: str
    codes: dict[str, int]
    warnings: int
    notes: str

    @property
    def fails(self) -> bool:
        """Whether it works alone, and not beside this extension."""
        return not self.codes.get("alone") and any(self.codes.values())

    def row(self) -> str:
        """Return its row of the table."""
        codes = (self.codes.get(order, "") for order in ("alone", "before", "behind"))
        cells = self.package, self.version, *codes, self.warnings, self.notes
        return "".join(f"| {cell} " for cell in cells) + "|\n"


def write(folder: Path) -> None:
    """Write the project, a work tree of Git, with a ``conf.py`` that says nothing."""
    for path, text in FILES.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in ("init -q", "add .", "commit -qm All"):
        subprocess.run(["git", *identity, *command.split()], cwd=folder, check=True)


def edit(folder: Path) -> None:
    """Change a file of the documented tree."""
    with (folder / "tree/a.py").open("a", encoding="utf-8") as file:
        file.write("\n\ndef stop():\n    run()\n")


def configurations(kind: str, package: str) -> dict[str, dict[str, object]]:
    """Return what ``conf.py`` says for a neighbour: alone, before and behind this extension."""
    row = TABLES[kind][package]
    options = {"html_baseurl": "https://example.org/", **row.get("options", {})}
    names = [*row.get("needs", []), *([row["name"]] if kind == "extensions" else [])]
    if kind == "themes":
        options["html_theme"] = row["name"]
    own = {"filedocs_trees": {"source": "../tree"}}
    return {
        "alone": {"extensions": names, **options},
        "before": {"extensions": [*names, "sphinx_filedocs"], **own, **options},
        "behind": {"extensions": ["sphinx_filedocs", *names], **own, **options},
    }


def build(python: Path, folder: Path, values: dict[str, object]) -> tuple[int, str]:
    """Build twice, and return the first exit code that is not 0, with what was said."""
    write(folder)
    if "filedocs_trees" in values:
        (folder / "docs/index.rst").write_text(FILES["docs/index.rst"] + OURS, encoding="utf-8")
    conf = "".join(f"{name} = {value!r}\n" for name, value in values.items())
    (folder / "docs/conf.py").write_text(conf, encoding="utf-8")
    command = [str(python), "-m", "sphinx", "-q", "-W", "--keep-going", "docs", "out"]
    for _again in range(2):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            return done.returncode, done.stderr
        edit(folder)
    return 0, ""


def tried(wheel: Path, kind: str, package: str) -> Trial:
    """Return how the builds beside a neighbour went."""
    row = TABLES[kind][package]
    needs = [f"`{name} = {value!r}`" for name, value in row.get("options", {}).items()]
    trial = Trial(package, "", {}, 0, ": ".join([*needs, *filter(None, [row.get("reason")])]))
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder, "env", "bin", "python")
        made = uv("venv", "-q", "--python", sys.executable, python.parent.parent)
        made = made or uv("pip", "install", "-q", "--python", python, wheel, package)
        if made:
            trial.codes["before"], trial.notes = 1, shortened(made)
            return trial
        code = f"from importlib.metadata import version; print(version({package!r}))"
        trial.version = subprocess.check_output([python, "-c", code], text=True).strip()
        for order, values in configurations(kind, package).items():
            trial.codes[order], said = build(python, Path(folder, order), values)
            trial.warnings = max(trial.warnings, said.count("WARNING:"))
            if said and (trial.codes["alone"] == 0 or order == "alone"):
                trial.notes = shortened(said.replace(folder, ""))
    return trial


def uv(*arguments: object) -> str:
    """Run uv, and return what it says where it fails."""
    command = [sys.executable, "-m", "uv", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


def shortened(said: str) -> str:
    """Return the end of a message, as a cell of the table: without how to report it to Sphinx."""
    text = said.partition("The full traceback has been saved")[0]
    return " ".join(text.split())[-100:].replace("|", "\\|")


def main(arguments: list[str]) -> int:
    """Print the table; fail if a build does that works without this extension."""
    rows = [(kind, package) for kind, table in TABLES.items() for package in table]
    chosen = [row for row in rows if row[1] in arguments] or rows
    failed = False
    print(HEAD, end="")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        if said := uv("build", "-q", "--wheel", "--out-dir", folder, ROOT):
            sys.exit(said)
        [wheel] = Path(folder).glob("*.whl")
        for trial in pool.map(lambda row: tried(wheel, *row), chosen):
            failed |= trial.fails
            print(trial.row(), end="", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
