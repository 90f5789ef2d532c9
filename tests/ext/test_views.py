"""Documents, tables and images of a tree on the pages of their files."""

from __future__ import annotations

import base64

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)
OTHER = base64.b64decode("R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==")
TREE = {
    "README.md": "# Small\n\nSee [the guide](docs/guide.rst#parts) and [new](docs/new.md).\n\n"
    "![dot](docs/dot.png)\n",
    "docs/guide.rst": "Guide\n=====\n\n.. include:: ../secret.txt\n\nParts\n-----\n\n"
    "`Top <../README.md>`_.\n",
    "docs/dot.png": PIXEL,
    "docs/fake.png": b"\0<script>alert(1)</script>",
    "docs/art.svg": '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>\n',
    "rows.csv": "a,b\n1,2\n",
    "code.py": "def f():\n    pass\n",
}  # fmt: skip


def images(output) -> set[str]:
    return {name for name in output.names if name.startswith("_images/")}


def test_a_page_shows_its_file_as_a_document(project) -> None:
    output = project(TREE).build()
    assert output.warnings == ""
    page = output.read("source/README.md.html")
    assert '<h3 id="view-small">Small</h3>' in page
    assert 'href="docs/guide.rst.html#view-parts"' in page
    assert 'id="view-parts"' in output.read("source/docs/guide.rst.html")
    assert ".. include:: ../secret.txt" in output.read("source/docs/guide.rst.html")
    assert "<th>a</th>" in output.read("source/rows.csv.html")
    assert "fd-view" not in output.read("source/code.py.html")


def test_images_are_copied_once_and_only_what_is_one(project) -> None:
    output = project(TREE).build()
    (name,) = images(output)
    assert (output.folder / name).read_bytes() == PIXEL
    assert f'src="../{name}"' in output.read("source/README.md.html")
    assert f'src="../../{name}"' in output.read("source/docs/dot.png.html")
    assert "<img" not in output.read("source/docs/fake.png.html").partition("fd-view")[2]
    drawn = output.read("source/docs/art.svg.html")
    assert 'src="data:image/svg+xml;base64,' in drawn
    assert "<script>alert" not in drawn


def test_an_image_with_a_credential_in_it_is_not_copied(project) -> None:
    token = b"ghp_" + b"aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6"
    output = project(
        {"dot.png": PIXEL + b"\0" + token, "art.svg": b"<svg>" + token + b"</svg>"}
    ).build()
    assert images(output) == set()
    assert token.decode() not in output.read("source/art.svg.html")
    drawn = output.read("source/art.svg.html").partition("base64,")[2].partition('"')[0]
    assert token not in base64.b64decode(drawn)


def test_books_and_plain_text_have_the_source_alone(project) -> None:
    made = project(TREE)
    for builder in ("text", "singlehtml", "epub", "latex"):
        output = made.build(builder)
        assert not any(
            "fd-view" in output.read(name) for name in output.names if name.endswith("html")
        )
        assert images(output) == set()


def test_the_views_can_be_left_out(project) -> None:
    output = project(TREE).build(filedocs_file_sections=["-view"])
    assert "fd-view" not in output.read("source/README.md.html")
    assert images(output) == set()


def test_a_page_is_written_again_when_what_its_view_leads_to_comes_or_goes(project) -> None:
    made = project(TREE)
    before = made.build()
    assert 'new.md.html"' not in before.read("source/README.md.html")
    pages = made.rebuilt_of_tree(lambda: made.write({"docs/new.md": "New\n"}))
    assert "source/README.md.html" in pages
    assert "source/code.py.html" not in pages
    assert 'href="docs/new.md.html"' in made.build().read("source/README.md.html")
    pages = made.rebuilt_of_tree((made.tree / "docs/new.md").unlink)
    assert "source/README.md.html" in pages
    assert 'new.md.html"' not in made.build().read("source/README.md.html")


def test_another_image_is_shown_and_the_old_one_goes(project) -> None:
    made = project(TREE)
    (old,) = images(made.build())
    pages = made.rebuilt_of_tree(lambda: made.write({"docs/dot.png": PIXEL + b"\0more"}))
    assert {"source/README.md.html", "source/docs/dot.png.html"} <= pages
    (new,) = images(made.build())
    assert new != old
    assert new in made.build().read("source/README.md.html")
    (made.tree / "docs/dot.png").unlink()
    assert images(made.build()) == set()
    assert "<img" not in made.build().read("source/README.md.html").partition("fd-view")[2]


def test_after_edits_the_output_is_that_of_a_clean_build(project, tmp_path) -> None:
    made = project(TREE)
    made.build()
    edits = {
        "docs/new.md": "# New\n\n[r](../README.md#small)\n",
        "README.md": TREE["README.md"].replace("guide.rst#parts", "new.md#new"),
        "docs/dot.gif": OTHER,
    }
    made.write(edits)
    edited = made.build()
    shown = {name: edited.read(name) for name in edited.names if name.startswith("source/")}
    copied = images(edited)
    clean = made.build(freshenv=True)
    for name, text in shown.items():
        assert clean.read(name) == text, name
    assert images(clean) == copied
