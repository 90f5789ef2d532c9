"""A tree with files of every language that there is, from their text to their pages."""

from __future__ import annotations

from pathlib import Path

from sphinx_filedocs import languages

SAMPLES = Path(__file__).parents[1] / "languages"


def test_a_tree_of_all_languages_builds_without_a_warning(project) -> None:
    folders = sorted(one.name for one in SAMPLES.iterdir() if one.name in languages.load())
    assert {"python", "vue", "svelte"} < set(folders)
    samples = [path for key in folders for path in (SAMPLES / key).iterdir() if path.is_file()]
    files = {f"{one.parent.name}/{one.name}": one.read_bytes() for one in samples}
    output = project(files).build(nitpicky=True)
    assert not output.warnings
    for one in samples:
        assert one.name in output.read(f"source/{one.parent.name}/index.html")
