"""A manifest says what its project is, if its text says so as it stands."""

from __future__ import annotations

import pytest

from sphinx_filedocs.source.manifest_words import described


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", '[project]\nname = "a"\ndescription = "Reads many frames"\n'),
        ("pyproject.toml", '[tool.poetry]\ndescription = "Reads many frames"\n'),
        ("setup.cfg", "[metadata]\ndescription = Reads many frames\n"),
        ("METADATA", "Metadata-Version: 2.1\nSummary: Reads many frames\n\nText\n"),
        ("Cargo.toml", '[package]\ndescription = """\nReads many\nframes"""\n'),
        ("package.json", '{"name": "a", "description": "Reads many frames"}'),
        ("pom.xml", ("<project><parent><description>Not this</description></parent>"
         "<description>Reads many frames</description></project>")),
        ("CMakeLists.txt", 'project(a VERSION 1 DESCRIPTION "Reads many frames")\n'),
        ("a.gemspec", 's.summary = "Reads many frames"\n'),
        ("a.gemspec", "s.summary = 'Reads many ' \\\n  'frames'\n"),
        ("mix.exs", 'package: [\n description: "Reads many frames",\n]\n'),
        ("a.cabal", "name: a\nsynopsis:   Reads many frames\n"),
        ("pubspec.yaml", "name: a\ndescription: Reads many frames\nversion: 1\n"),
        ("pubspec.yaml", "description: >-\n  Reads many\n  frames\nversion: 1\n"),
        ("dune-project", '(package\n (synopsis "Reads many frames"))\n'),
        ("a.opam", 'synopsis: "Reads many frames"\n'),
    ],
)  # fmt: skip
def test_the_description_of_every_manifest(name: str, text: str) -> None:
    said = described(name, text)
    assert said is not None
    assert said.text == "Reads many frames"
    assert said.line > 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("package.json", '{"description": ""}'),
        ("package.json", '{"description": "TODO: add a description"}'),
        ("pom.xml", "<project><description>${a.description} is it</description></project>"),
        ("a.gemspec", 's.summary = "#{name} reads frames"\n'),
        ("a.gemspec", "s.summary = 'Reads many frames of ' + NAME\n"),
        ("a.gemspec", "s.summary = 'Reads many frames of ' \\\n  NAME\n"),
        ("setup.cfg", "description = file: README.md\n"),
        ("pyproject.toml", "[project\n"),
        ("other.toml", '[project]\ndescription = "Reads many frames"\n'),
    ],
)
def test_what_is_no_description(name: str, text: str) -> None:
    assert described(name, text) is None
