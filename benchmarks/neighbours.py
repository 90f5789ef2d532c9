"""Builds a small project beside each extension and theme of neighbours.toml, and prints a table.

Each is built by itself, then before and behind this extension, each time once more. It runs in the
environment that has the packages: ``pip install . $(python benchmarks/neighbours.py --packages)``.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
FILES = {
    "tree/a.py": "def run():\n    pass\n",
    "tree/pkg/b.py": "import a\n\na.run()\n",
    "docs/index.rst": "Docs\n====\n\nProse.\n",
}
TOCTREE = "\n.. toctree::\n\n   source/index\n"


def build(folder: Path, values: dict[str, object]) -> tuple[int, str]:
    """Build twice, and return the first exit code that is not 0, with what was said."""
    for path, text in FILES.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        has_tree = path == "docs/index.rst" and "filedocs_trees" in values
        file.write_text(text + TOCTREE if has_tree else text, encoding="utf-8")
    conf = "".join(f"{name} = {value!r}\n" for name, value in values.items())
    (folder / "docs/conf.py").write_text(conf, encoding="utf-8")
    for git in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *git], cwd=folder, check=True)
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *identity, "commit", "-qm", "All"], cwd=folder, check=True)
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "docs", "out"]
    for _again in range(2):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            return done.returncode, done.stderr
    return 0, ""


def tried(table: str, row: dict[str, Any]) -> tuple[int, str]:
    """Return how the worst build with a neighbour went: without this extension none counts."""
    name, options = row["name"], {"html_baseurl": "https://example.org/", **row.get("options", {})}
    theme = {"html_theme": name} if table == "themes" else {}
    own = {"filedocs_trees": {"source": "../tree"}}
    needed = row.get("needs", [])
    orders = [["sphinx_filedocs"]]
    if not theme:
        orders = [[*needed, name, "sphinx_filedocs"], ["sphinx_filedocs", *needed, name]]
    alone: list[str] = [] if theme else [*needed, name]
    every = [{"extensions": alone, **theme, **options}]
    every += [{"extensions": order, **theme, **own, **options} for order in orders]
    for at, values in enumerate(every):
        with tempfile.TemporaryDirectory() as folder:
            code, said = build(Path(folder), values)
        if code:
            return code, said if at else f"without sphinx_filedocs: {said}"
    return 0, ""


def main() -> int:
    """Print the table; fail if a build does."""
    if "--packages" in sys.argv:
        print(*(package for table in TABLES.values() for package in table))
        return 0
    failed = 0
    print("| extension | version | exit | warnings | reason |\n| --- | --- | --- | --- | --- |")
    for kind, table in TABLES.items():
        for package, row in table.items():
            code, said = tried(kind, row)
            failed |= code
            warnings = said.count("WARNING:")
            last = " ".join(said.split())[-200:] if code else row.get("reason", "")
            print(f"| {package} | {version(package)} | {code} | {warnings} | {last} |", flush=True)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
