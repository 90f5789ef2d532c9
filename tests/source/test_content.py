"""What reading any file gives."""

from __future__ import annotations

import codecs
import hashlib
import os
import struct
import tracemalloc
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.source.content import Content, count_lines, decode, read, read_text

_LIMIT = 100_000


def _read(tmp_path: Path, data: bytes, limit: int = _LIMIT) -> Content:
    (tmp_path / "file").write_bytes(data)
    found = read(tmp_path, "file", limit)
    assert found.size == len(data)
    assert found.digest == hashlib.blake2b(data, digest_size=16).hexdigest()
    assert read_text(tmp_path, "file", limit) == found.text
    return found


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"", "", "utf-8"),
        ("é\n".encode(), "é\n", "utf-8"),
        (codecs.BOM_UTF8 + "é".encode(), "é", "utf-8-sig"),
        ("é\n€".encode("utf-16"), "é\n€", "utf-16"),
        (codecs.BOM_UTF16_BE + "é".encode("utf-16-be"), "é", "utf-16"),
        ("é\U0001f600".encode("utf-32"), "é\U0001f600", "utf-32"),
        (codecs.BOM_UTF32_BE + "é".encode("utf-32-be"), "é", "utf-32"),
        ("int main() {}\n".encode("utf-16-le"), "int main() {}\n", "utf-16-le"),
        ("int main() {}\n".encode("utf-16-be"), "int main() {}\n", "utf-16-be"),
        (b"a\r\nb\rc\n\x0bd\x0c\n", "a\nb\nc\n\x0bd\x0c\n", "utf-8"),
        (b"# -*- coding: latin-1 -*-\n\xe9", "# -*- coding: latin-1 -*-\né", "iso8859-1"),
        (b"#!/bin/x\n# vim: set fileencoding=cp1252 :\n\x80", None, "cp1252"),
        (b"// coding: shift_jis\n\x82\xa0", "// coding: shift_jis\nあ", "shift_jis"),
        (b"#\n#\n# coding: latin-1\n", "#\n#\n# coding: latin-1\n", "utf-8"),
        (b"# coding: utf-7\n+AOk-", "# coding: utf-7\n+AOk-", "utf-8"),
        (b"# coding: rot13\nabc", "# coding: rot13\nabc", "utf-8"),
        (b"# transfer-coding: chunked\n", "# transfer-coding: chunked\n", "utf-8"),
        (b"coding = latin-1\n", "coding = latin-1\n", "utf-8"),
    ],
)
def test_text(tmp_path: Path, data: bytes, text: str | None, encoding: str) -> None:
    found = _read(tmp_path, data)
    assert (found.kind, found.encoding, found.diagnostics) == ("text", encoding, ())
    assert found.text == (data.decode(encoding) if text is None else text)
    assert found.lines == count_lines(found.text)


@pytest.mark.parametrize(
    ("data", "text", "line", "words"),
    [
        (
            "a\r\né\rc".encode() + b"\xffd\n",
            "a\né\nc\ufffdd\n",
            3,
            "UTF-8 at line 3, byte 8 of the file (0xff)",
        ),
        (
            codecs.BOM_UTF8 + b"a\n\xff",
            "a\n\ufffd",
            2,
            "UTF-8 at line 2, byte 6 of the file (0xff)",
        ),
        ("a\nb".encode("utf-16-le") + b"!", None, 1, "UTF-8"),
        (codecs.BOM_UTF16_LE + b"a\0\n\0b", "a\n\ufffd", 2, "UTF-16 at line 2, byte 7"),
        (b"# coding: ascii\n\xe9", "# coding: ascii\n\ufffd", 2, "ASCII at line 2, byte 17"),
        ("é".encode() + b"\xe2\x82", "é\ufffd", 1, "line 1, byte 3"),
    ],
)
def test_broken_text(tmp_path: Path, data: bytes, text: str | None, line: int, words: str) -> None:
    if text is None:
        assert _read(tmp_path, data).kind == "binary"
        return
    found = _read(tmp_path, data)
    assert (found.kind, found.text) == ("text", text)
    (trouble,) = found.diagnostics
    assert (trouble.path, trouble.subtype, trouble.line) == ("file", "encoding", line)
    assert words in trouble.message


_LEGACY = {
    "cp1252": "El niño está aquí, señor. Größe",
    "cp1251": "Привет, это комментарий файла",
    "koi8-r": "Привет, это комментарий файла",
    "cp1250": "Zażółć gęślą jaźń",
    "cp1253": "Αυτό είναι ένα σχόλιο",
    "shift_jis": "これはコメントです。関数の説明",
    "euc_jp": "これはコメントです。関数の説明",
    "gb18030": "这是一个注释说明函数",
    "big5": "這是一個註解說明函數",
    "euc_kr": "이것은 주석입니다 함수 설명",
}


@pytest.mark.parametrize("encoding", _LEGACY)
def test_an_encoding_is_detected_whatever_the_code_around(tmp_path: Path, encoding: str) -> None:
    comment = f"/* {_LEGACY[encoding]} */\n"
    text = f"{'int x;' * 2000}\n{comment}{'int main(void);' * 2000}\n{comment}"
    found = _read(tmp_path, text.encode(encoding))
    assert (found.text, found.diagnostics) == (text, ())
    assert text.encode(encoding).decode(found.encoding) == text


@pytest.mark.parametrize("text", ["© 2003 José", "10 °C", "“quoted” – dash", "Å"])
def test_few_bytes_are_read_as_browsers_read_them(tmp_path: Path, text: str) -> None:
    found = _read(tmp_path, text.encode("cp1252"))
    assert (found.text, found.encoding, found.diagnostics) == (text, "cp1252", ())


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])), st.sampled_from(["cp1251", "big5"]))
def test_what_is_said_counts_unless_the_text_is_utf8(text: str, said: str) -> None:
    assert decode("file", text.encode(), said)[:2] == (text, "utf-8")
    data = text.encode(said, "ignore")
    read_as = decode("file", data, said)[1]
    assert read_as in ("utf-8", "utf-8-sig", said) or read_as.startswith("utf-16")


def test_binary(tmp_path: Path) -> None:
    found = _read(tmp_path, b"\x7fELF\0\0\1")
    assert (found.kind, found.text, found.encoding, found.diagnostics) == ("binary", "", "", ())
    assert _read(tmp_path, b"\0" * 20_000).kind == "binary"
    assert _read(tmp_path, bytes(range(256)) * 40).kind == "binary"


def test_what_can_not_be_printed_is_binary_without_a_nul_at_its_head(tmp_path: Path) -> None:
    pages = zlib.compress(b"".join(b"%d 0 obj\n" % number for number in range(40_000)))
    pdf = b"%PDF-1.7\n<< /Length 9 >>\nstream\n" + pages.replace(b"\0", b"\1") + b"\nendstream\n"
    fits = b"SIMPLE  =                    T".ljust(80) * 120 + struct.pack(">9000f", *range(9000))
    for data in (pdf, fits):
        assert b"\0" not in data[:8000]
        found = _read(tmp_path, data)
        assert (found.kind, found.text) == ("binary", "")
        assert read_text(tmp_path, "file", _LIMIT) == ""


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("größer\n" * 90, "latin-1"),
        ("文字\n" * 90, "shift_jis"),
        ("文字 and more\n" * 90, "iso2022_jp"),
        ("\x1b[31mred\x1b[0m\r\n" * 90, "ascii"),
        ("*n\bna\bam\bme\be*\n\f" * 90, "ascii"),
    ],
)
def test_a_text_in_another_encoding_or_of_a_terminal_is_text(
    tmp_path: Path, text: str, encoding: str
) -> None:
    assert _read(tmp_path, text.encode(encoding)).kind == "text"


def test_late_nul_is_text(tmp_path: Path) -> None:
    found = _read(tmp_path, b"x\n" * 5000 + b"a\0b\n")
    assert found.kind == "text"
    assert found.text.endswith("a\ufffdb\n")
    assert [(d.subtype, d.line) for d in found.diagnostics] == [("encoding", 5001)]


def test_huge_file_is_not_held(tmp_path: Path) -> None:
    data = b"0123456789abcde\n" * (1 << 19)
    (tmp_path / "file").write_bytes(data + b"rest")
    tracemalloc.start()
    found = read(tmp_path, "file", _LIMIT)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (found.kind, found.text, found.lines) == ("huge", "", (1 << 19) + 1)
    assert found.digest == hashlib.blake2b(data + b"rest", digest_size=16).hexdigest()
    assert peak < len(data) / 2


def test_limit_is_the_largest_text(tmp_path: Path) -> None:
    assert _read(tmp_path, b"12345", limit=5).kind == "text"
    assert _read(tmp_path, b"123456", limit=5).kind == "huge"
    assert _read(tmp_path, b"1234\x0056", limit=5).kind == "binary"


def test_vanished_file(tmp_path: Path) -> None:
    found = read(tmp_path, "gone", _LIMIT)
    assert found.kind == "unreadable"
    (trouble,) = found.diagnostics
    assert (trouble.path, trouble.subtype) == ("gone", "unreadable")
    assert "No such file" in trouble.message


def test_forbidden_file(ordinary_user: Path) -> None:
    (ordinary_user / "file").write_bytes(b"x")
    (ordinary_user / "file").chmod(0)
    found = read(ordinary_user, "file", _LIMIT)
    assert found.kind == "unreadable"
    assert "Permission denied" in found.diagnostics[0].message


def test_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/etc/hostname")
    found = read(tmp_path, "link", _LIMIT)
    assert (found.kind, found.text) == ("link", "")
    assert found.digest == hashlib.blake2b(b"/etc/hostname", digest_size=16).hexdigest()
    assert read_text(tmp_path, "link", _LIMIT) == ""


def test_pipe_and_folder(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    assert read(tmp_path, "pipe", _LIMIT).kind == "unreadable"
    assert read(tmp_path, "folder", _LIMIT).kind == "unreadable"
    assert {read_text(tmp_path, name, _LIMIT) for name in ("pipe", "folder", "gone")} == {""}


@given(st.binary(max_size=400))
def test_any_bytes_give_text(data: bytes) -> None:
    text, encoding, diagnostics = decode("file", data)
    assert codecs.lookup(encoding)
    assert not set(text) & {"\r", "\0"}
    text.encode()
    if not diagnostics and "\ufffd" not in text and b"\r" not in data:
        # The bytes of UTF-16 may be in either order.
        assert data.decode(encoding).endswith(text[-1:])


@given(st.text(st.characters(exclude_characters="\r\0\ufeff", codec="utf-8")))
def test_utf8_comes_back(text: str) -> None:
    start = "x\n\n"
    assert decode("file", (start + text).encode()) == (start + text, "utf-8", ())


@pytest.mark.parametrize(
    ("text", "lines"), [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2)]
)
def test_count_lines(text: str, lines: int) -> None:
    assert count_lines(text) == lines
