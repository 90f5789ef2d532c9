"""Whom notices of copyright name."""

from __future__ import annotations

import pytest

from sphinx_filedocs.parse.licenses import holders


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("MIT License\n\nCopyright (c) 2016-2019 Ann Potter\n", "Ann Potter"),
        (
            "// Copyright 2010 The Ring Authors. All rights reserved.",
            "The Ring Authors. All rights reserved",
        ),
        ("/* Copyright (C) 2012 - present, Ann <ann@a.example> */", "present, Ann"),
        ("# SPDX-FileCopyrightText: 2020 Ann Potter", "Ann Potter"),
        ("# © 2020 Ann\n# (c) 2021 Bob\n", "Ann; Bob"),
        ("Copyright [yyyy] [name of copyright owner]", ""),
        ("Copyright (C) <year>  <name of author>", ""),
        ("Copyright (C) 2007 Free Software Foundation, Inc. <https://fsf.org/>", ""),
        ("# The copyright holders are not liable.", ""),
        ("Copyright (c) 2017 \n", ""),
        ("\n" * 50 + "Copyright (c) 2017 Ann", ""),
    ],
)
def test_whom_a_text_names(text: str, named: str) -> None:
    assert holders(text) == named


def test_what_is_noted_of_many_holders_is_short() -> None:
    assert (
        len(holders("".join(f"Copyright (c) 2020 {'Name' * 20} {n}\n" for n in range(40)))) <= 200
    )
