"""Texts that are not UTF-8 are read as what they are, and names in them are whole."""

from __future__ import annotations

import pytest

WESTERN = "def größe(süß):\n    return süß\n\n\ngröße('Äpfel, Öl, Übung')\n"
POINTER = (
    "version https://git-lfs.github.com/spec/v1\n"
    "oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\n"
    "size 12345678\n"
)


def test_what_other_files_say_of_an_encoding_counts_in_their_order(project) -> None:
    russian = "слово = 1\n".encode("koi8-r")
    made = project(
        {
            ".gitattributes": "*.py* working-tree-encoding=KOI8-R\n",
            "old/a.py": russian,
            "old/b.pyi": russian,
            "old/c.py": b"# -*- coding: cp1251 -*-\n" + "слово = 2\n".encode("cp1251"),
            "old/d.py": "слово = 3\n",
            "e.py": russian,
        }
    )
    output = made.build("text", filedocs_encodings={"/e.*": "KOI8-R"})
    assert output.warnings == ""
    for name, encoding in (("a.py", "koi8-r"), ("b.pyi", "koi8-r"), ("c.py", "cp1251")):
        page = output.read(f"source/old/{name}.txt")
        assert "слово = " in page
        assert encoding in page
    assert "Encoding" not in output.read("source/old/d.py.txt")
    assert "слово = 1" in output.read("source/e.py.txt")


def test_a_page_is_made_again_when_its_encoding_is_said(project) -> None:
    made = project({"a.py": "имя = 1\n".encode("koi8-r"), "b.py": "x = 1\n"})
    assert "имя" not in made.build("text").read("source/a.py.txt")
    made.write({".gitattributes": "a.py working-tree-encoding=KOI8-R\n"})
    assert "имя = 1" in made.build("text").read("source/a.py.txt")
    options = {"filedocs_encodings": {"a.*": "cp1251"}}
    assert "ЙНС = 1" in made.build("text", **options).read("source/a.py.txt")


def test_names_in_western_texts_are_whole_and_linked(project) -> None:
    made = project({"a.py": WESTERN.encode("latin-1")})
    page = made.build().read("source/a.py.html")
    assert "größe" in page
    assert "\ufffd" not in page
    assert "cp1252" in page
    assert page.count('href="#L1"') > 1


@pytest.mark.parametrize("options", [{"*": "nothing"}, {"*": "utf-16"}, {"*": 2}, {"": "cp1252"}])
def test_an_encoding_that_is_none_stops_at_once(project, options) -> None:
    with pytest.raises(Exception, match="filedocs_encodings"):
        project({"x.py": ""}).build(filedocs_encodings=options)


def test_a_pointer_of_git_lfs_is_said_to_be_one(project) -> None:
    made = project(
        {"model.bin": POINTER, "a.svg": POINTER, "b.py": POINTER, "c.md": POINTER + "\n"}
    )
    output = made.build("text", nitpicky=True)
    assert output.warnings == ""
    for name in ("model.bin", "a.svg", "b.py"):
        page = " ".join(output.read(f"source/{name}.txt").split())
        assert "pointer of Git LFS to a file of 12,345,678 bytes" in page, name
        assert "Python" not in page
    assert "pointer of Git LFS" not in output.read("source/c.md.txt")
