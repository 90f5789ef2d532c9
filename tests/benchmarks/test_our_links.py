"""What the benchmark of links takes from the analysis: every name with its link and its sort."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from our_links import found_links

PYTHON = """\
    from shapes import Square as Round
    LIMIT = 3
    class Box(Round):
        size = LIMIT
        def area(self, by: Round, odd) -> int:
            wide = by
            return Round(by=wide).area, nowhere, odd.lost
"""
GO = """\
    package p
    type Box struct{ size int }
    var limit = 3
    func area(by Box) int {
        wide := by.size
        for n := range limit {
            wide += n
        }
        return wide
    }
"""
JAVA = """\
    class Box {
        int size;
        int area(Box by) {
            for (int n = 0; n < size; n++) { area(by); }
            return by.size;
        }
    }
"""
RUST = """\
    struct Box { size: u8 }
    const LIMIT: u8 = 3;
    fn area(by: Box) -> u8 {
        let wide = by.size;
        wide + LIMIT
    }
"""
C = """\
    struct box { int size; };
    static int limit;
    int area(struct box *by) {
        int wide = by->size;
        { wide += limit; }
        return wide;
    }
"""
TYPESCRIPT = """\
    interface Box { size: number }
    const limit = 3;
    export function area(by: Box) {
        if (limit) { const wide = by.size; return wide; }
        return (n: number) => n;
    }
"""


def sorts(folder: Path, name: str, text: str) -> dict[tuple[int, str], str]:
    """Return the sorts of the names that define nothing, by line and name."""
    (folder / name).write_text(dedent(text), encoding="utf-8")
    return {(one.line, one.name): one.sort for one in found_links(folder) if not one.definition}


class TestSortsOfNames:
    def test_in_python(self, tmp_path: Path) -> None:
        found = sorts(tmp_path, "a.py", PYTHON)
        assert found[1, "Square"] == "import"
        assert found[5, "Round"] == "annotation"
        assert found[4, "LIMIT"] == found[7, "Round"] == found[7, "nowhere"] == "global"
        assert found[6, "by"] == found[7, "wide"] == "local"
        assert found[7, "by"] == "keyword argument"
        assert found[7, "area"] == "member"

    @pytest.mark.parametrize(
        ("name", "text", "annotated", "plain", "member", "local"),
        [
            ("a.go", GO, (4, "Box"), (6, "limit"), (5, "size"), (9, "wide")),
            ("A.java", JAVA, (3, "Box"), None, (4, "size"), (4, "n")),
            ("a.rs", RUST, (3, "Box"), (5, "LIMIT"), (4, "size"), (5, "wide")),
            ("a.c", C, (3, "box"), (5, "limit"), (4, "size"), (5, "wide")),
            ("a.ts", TYPESCRIPT, (3, "Box"), (4, "limit"), (4, "size"), (4, "wide")),
        ],
    )
    def test_in_other_languages(
        self,
        tmp_path: Path,
        name: str,
        text: str,
        annotated: tuple[int, str],
        plain: tuple[int, str] | None,
        member: tuple[int, str],
        local: tuple[int, str],
    ) -> None:
        found = sorts(tmp_path, name, text)
        assert found[annotated] == "annotation"
        assert plain is None or found[plain] == "global"
        assert found[member] == "member"
        assert found[local] == "local"

    def test_a_name_without_a_link_is_told_too(self, tmp_path: Path) -> None:
        sorts(tmp_path, "a.py", PYTHON)
        (lost,) = (one for one in found_links(tmp_path) if one.name == "lost")
        assert (lost.how, lost.targets, lost.claim) == ("", (), False)
