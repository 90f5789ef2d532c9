"""Types of TypeScript with arguments, of several types, and what functions get that are expected to
be of a type: where the members of their values lead."""

from __future__ import annotations

import pytest

from tests.index import link_trees

SHAPES = {
    "shapes.ts": (
        'export interface Circle { kind: "circle"; radius: number }\n'
        'export interface Square { kind: "square"; side: number; label: string }\n'
        "export type Shape = Circle | Square | null\n"
        "export interface Box<T extends object, E = Square> { value: T; extra: E; map: Array<T> }\n"
        "export type Boxed<A> = { box: Box<A> }\n"
        "export type Copy<T> = { [K in keyof T]: T[K] }\n"
        "export type Each<T> = T extends any ? Copy<Omit<T, 'x'>> & { more: Circle } : never\n"
        "export interface Draw<T = Circle> { (shape: T, to: Square): void }\n"
        'export type Make<T extends Boxed<any>> = { new (of: T["box"]): T }\n'
    )
}
CIRCLE, SQUARE = "shapes.ts:1 member", "shapes.ts:2 member"


def leads(code: str) -> list[str]:
    """Return where the marked names lead, without the names."""
    sources = SHAPES | {"a.ts": 'import * as s from "./shapes"\n' + code}
    return [one.partition(" -> ")[2] for one in link_trees.leads(sources)]


def test_arguments_stand_for_the_parameters_of_a_type() -> None:
    found = leads(
        "function f(a: s.Box<s.Circle>, b: s.Boxed<s.Square>, c: s.Copy<s.Circle>) {\n"
        "  a.value.«radius»; a.map[0].«radius»; a.extra.«side»; b.box.value.«side»; c.«radius»\n"
        "}\n"
        "function g(a: s.Box<s.Square, s.Circle>, b: s.Each<s.Square>) {\n"
        "  a.extra.«radius»; b.«side»\n"
        "}\n"
    )
    assert found == [CIRCLE, CIRCLE, SQUARE, SQUARE, CIRCLE, CIRCLE, SQUARE]


def test_a_member_of_a_type_is_named_by_its_key() -> None:
    assert leads(
        'let a: s.Box<s.Circle>["value"]["«kind»"]; let b: s.Box<s.Circle>["extra"]\n'
    ) == [CIRCLE]
    assert leads('let b: s.Box<s.Circle>["extra"]\nb.«side»\n') == [SQUARE]


def test_of_several_types_those_are_meant_that_have_a_member() -> None:
    found = leads("function f(shape: s.Shape) { shape.«side»; shape.«radius»; shape.«kind» }\n")
    both = "shapes.ts:1 | shapes.ts:2 member"
    assert found == [SQUARE, CIRCLE, both]


def test_of_a_member_that_not_all_types_have_one_is_meant() -> None:
    code = "function f(all: s.Circle | s.Square | s.Box<s.Circle>) { all.«kind» }\n"
    assert leads(code) == ["shapes.ts:1 | shapes.ts:2 candidates"]


@pytest.mark.parametrize(
    "code",
    [
        'if (shape.kind === "square") { shape.«kind» }',
        'switch (shape.kind) { case "square": shape.«kind» }',
        'switch (shape.kind) { case "circle": break; case "square": shape.«kind» }',
    ],
)
def test_what_is_told_of_a_member_tells_the_type(code: str) -> None:
    assert leads(f"function f(shape: s.Shape) {{ {code} }}\n") == [SQUARE]


def test_nothing_is_told_by_a_case_that_others_fall_into_or_by_the_test_itself() -> None:
    both = "shapes.ts:1 | shapes.ts:2 member"
    code = 'switch (shape.kind) { case "circle": case "square": shape.«kind» }'
    assert leads(f"function f(shape: s.Shape) {{ {code} }}\n") == [both]
    code = 'if (shape.«kind» === "square") { } else { shape.«kind» }'
    assert leads(f"function f(shape: s.Shape) {{ {code} }}\n") == [both, both]


OUTCOMES = (
    "type Ok = { done: true; trouble?: never }\n"
    'type Bad = { done: false; trouble: s.Square; kind: "bad" }\n'
    'type Late = { done: false; kind: "late"; trouble: s.Circle }\n'
)


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("if (one.done) { one.«trouble» } else { one.«trouble» }", ["3", "4 5"]),
        ("if (!one.done) one.«trouble»; else one.«trouble»", ["4 5", "3"]),
        ("if (one.done === false) one.«trouble»", ["4 5"]),
        ("one.done ? one.«trouble» : one.«trouble»", ["3", "3 4 5"]),
        ("one.done && one.«trouble»; one.«trouble»", ["3", "3 4 5"]),
        ("if (one.trouble) one.«done»", ["4 5"]),
        # What is no truth of a type tells nothing of it, and the test itself is before it.
        ("if (one.«done») {} if (one.kind) one.«kind»", ["3 4 5", "4 5"]),
    ],
)
def test_a_member_that_is_true_tells_the_type(code: str, lines: list[str]) -> None:
    found = leads(f"{OUTCOMES}function f(one: Ok | Bad | Late) {{ {code} }}\n")
    said = [" | ".join(f"a.ts:{int(line) - 1}" for line in each.split()) for each in lines]
    assert [one.rpartition(" ")[0] for one in found] == said


def test_a_function_gets_what_the_type_says_that_is_expected() -> None:
    found = leads(
        "const draw: s.Draw<s.Square> = (shape, to) => { shape.«label»; to.«side» }\n"
        "const made: () => s.Draw = () => { return (shape) => { shape.«radius» } }\n"
        "interface Host { on: (shape: s.Circle) => void; off(shape: s.Square): void }\n"
        "function f(host: Host) {\n"
        "  host.on = (shape) => shape.«radius»\n"
        "  host.off = (shape) => { shape.«side» }\n"
        "}\n"
    )
    assert found == [SQUARE, SQUARE, CIRCLE, CIRCLE, SQUARE]


def test_what_a_call_is_expected_to_return_tells_what_its_arguments_get() -> None:
    found = leads(
        "interface Maker<T, D = T> { (of: D): T }\n"
        "function maker<T, D = T>(init: (made: T, def: D) => void): Maker<T, D> { return null! }\n"
        "const square: Maker<s.Square> = maker((made, def) => { made.«side»; def.«label» })\n"
        "function f(Class: s.Make<s.Boxed<s.Circle>>) { return new Class({ «value»: null! }) }\n"
    )
    assert found == [SQUARE, SQUARE, "shapes.ts:4 member"]


def test_functions_get_what_is_in_the_array_that_takes_them() -> None:
    found = leads(
        "function f(all: s.Square[]) {\n"
        "  all.forEach((one) => one.«side»); all.filter((one) => one.«side»)[0].«label»\n"
        "  all.push({ «side»: 1 }); all.map((one, two) => two.«nothing»)\n"
        "}\n"
    )
    assert found == [SQUARE, SQUARE, SQUARE, SQUARE, "nothing"]


def test_the_variance_of_a_parameter_is_no_parameter() -> None:
    found = leads(
        "interface Held<out A extends object = s.Circle, in B = s.Square> { a: A; b: B }\n"
        "function f(held: Held, other: Held<s.Square>) {\n"
        "  held.a.«radius»; held.b.«side»; other.a.«side»\n"
        "}\n"
    )
    assert found == [CIRCLE, SQUARE, SQUARE]


SIGNATURES = """\
interface Router<E> {
  // one
  <P extends string>(path: P, run: Run<P, E>): P

  /* two,
     with a name */
  <
    Q extends string,
    R = Q,
  >(run: Run<Q, E>, last: Run<R>): Q
  name: string
}
type Run<P, E = P> = ((one: s.Square, p: P) => E) | ((one: s.Square, next: s.Circle) => void)
"""


def test_what_calls_an_interface_need_not_end_with_a_semicolon() -> None:
    marked = (
        SIGNATURES.replace("Run<P, E>): P", "Run<«P», «E»>): «P»")
        .replace("R = Q", "R = «Q»")
        .replace("last: Run<R>): Q", "last: Run<«R»>): «Q»")
    )
    places = ["4", "2", "4", "9", "10", "9"]
    assert leads(marked) == [f"local:{place}" for place in places]


def test_a_line_that_begins_with_types_goes_on_where_nothing_has_ended() -> None:
    found = leads(
        "const f =\n  <T>(one: «T») => one\n"
        "const g = (a: number) =>\n  <\n    T\n  >(one: «T») => one\n"
        "f(\n  // last\n  <T>(one: «T») => one)\n"
    )
    assert found == ["local:3", "local:6", "local:10"]


def test_a_function_gets_what_all_signatures_say_that_may_take_it() -> None:
    found = leads(
        f"{SIGNATURES}declare const router: Router<number>\n"
        'router("/", (one, two) => one.«side»)\n'
        "router((one) => one.«label», (one) => { one.«side» })\n"
        "interface Other {\n"
        "  (run: (one: s.Square) => void): 0\n"
        "  (run: (one: s.Circle) => void): 1\n"
        "}\n"
        "declare const other: Other\n"
        "other((one) => one.«label»)\n"
    )
    assert found == [SQUARE, SQUARE, SQUARE, "shapes.ts:2 candidates"]
