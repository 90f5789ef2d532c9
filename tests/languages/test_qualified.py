from __future__ import annotations

import pytest

from sphinx_filedocs.languages.cpp import LIMIT, split


@pytest.mark.parametrize(
    ("text", "owners", "name"),
    [
        ("f", (), "f"),
        ("~Foo", (), "~Foo"),
        ("Foo::~ Foo", ("Foo",), "~Foo"),
        ("a::b::f", ("a", "b"), "f"),
        ("::a::f", ("a",), "f"),
        ("a::B<C::D, e(x)>::f<int>", ("a", "B"), "f"),
        ("B<(1 > 2)>::f", ("B",), "f"),
        ("A<T>::template f<U>", ("A",), "f"),
        ("operator==", (), "operator=="),
        ("operator  ==", (), "operator=="),
        ("Foo::operator()", ("Foo",), "operator()"),
        ("Foo::operator ( )", ("Foo",), "operator()"),
        ("Foo::operator[]", ("Foo",), "operator[]"),
        ("operator<", (), "operator<"),
        ("operator<<", (), "operator<<"),
        ("operator<=>", (), "operator<=>"),
        ("operator->*", (), "operator->*"),
        ("operator,", (), "operator,"),
        ('operator""_a', (), 'operator""_a'),
        ('operator"" _a', (), 'operator""_a'),
        ("operator new", (), "operator new"),
        ("operator delete []", (), "operator delete[]"),
        ("operator co_await", (), "operator co_await"),
        ("Foo::operator bool() const", ("Foo",), "operator bool"),
        ("operator const char *() const", (), "operator const char *"),
        ("Foo<T>::operator std::vector<T>()", ("Foo",), "operator std::vector<T>"),
        ("operators", (), "operators"),
        ("größe::länge", ("größe",), "länge"),
        ("", (), ""),
        ("<>", (), ""),
    ],
)
def test_names_and_owners(text: str, owners: tuple[str, ...], name: str) -> None:
    assert split(text) == (owners, name, 0)


def test_the_line_of_the_name() -> None:
    assert split("Map<Key,\n    Value>::\nat") == (("Map",), "at", 2)
    assert split("Map<\n  Key>::operator[]") == (("Map",), "operator[]", 1)


def test_a_monster_is_cut() -> None:
    owners, name, _ = split("a::" * 10_000)
    assert len(owners) < LIMIT
    assert name == "a"
