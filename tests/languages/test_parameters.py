"""Functions of C++ of one name are told apart by the types of their parameters."""

from __future__ import annotations

import pytest

from sphinx_filedocs.languages.cpp import types

SAME = [
    ("m", "int m(const A& a, int* b[3], int = 1)", "int K::m(const A &, int *[3], int)"),
    ("m", "int m(unsigned, long int)", "int m(unsigned int a, long b)"),
    ("m", "int m(A, ...)", "int m(A a, ...)"),
    ("t", "template <class U> A t(U)", "template <int N> template <class U> A K<N>::t(U)"),
    ("operator==", "bool operator == (const K&) const", "bool K::operator==(const K& o) const"),
    ("operator()", "bool operator()(int a)", "bool K::operator()(int)"),
    ("~K", "virtual ~K()", "K::~K()"),
    ("operator bool", "explicit operator bool() const", "K::operator bool() const"),
    ("f", "int f(void)", "int f()"),
    ("g", "int g(int (*f)(int, long), A&&... x) noexcept", "int g(int (*)(int, long), A&&...)"),
    ("g", "API(1) int g(struct A)", "int g(struct A a)"),
    ("h", "void h(std::map<int, A> = {}, unsigned)", "void h(std::map<int, A> m, unsigned n)"),
    ("K", "explicit K(int)", "K::K(int a)"),
    ("f", "It<T>::type f(int)", "It<T>::type K<T>::f(int x)"),
]  # fmt: skip
OTHER = [
    ("g", "int g(unsigned int)", "int g(unsigned long)"),
    ("g", "int g(const A)", "int g(const B b)"),
    ("g", "int g(std::string)", "int g(std::list)"),
    ("g", "int g(struct A)", "int g(struct B)"),
    ("g", "int g(A)", "int g(A) const"),
    ("g", "int g(A) &", "int g(A) &&"),
    ("get", "template <class T> T get(int)", "T get(int)"),
    ("g", "int g(A)", "int g(A*)"),
    ("g", "int g(A, B)", "int g(A)"),
    ("g", "int g(int (*)(int))", "int g(int (*)(long))"),
]


@pytest.mark.parametrize(("name", "one", "other"), SAME)
def test_names_and_defaults_of_parameters_make_no_difference(
    name: str, one: str, other: str
) -> None:
    assert types(one, name) == types(other, name) != ""


@pytest.mark.parametrize(("name", "one", "other"), OTHER)
def test_types_make_a_difference(name: str, one: str, other: str) -> None:
    assert "" != types(one, name) != types(other, name) != ""


@pytest.mark.parametrize("signature", ["", "int g", "g(", "int g(A…", "template <class", "API(g)"])
def test_what_is_not_sure_is_not_said(signature: str) -> None:
    assert types(signature, "g") == ""
