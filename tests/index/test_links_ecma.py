"""Where the names in JavaScript, TypeScript and TSX lead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter

import pytest

from sphinx_filedocs.languages.ecmascript import components
from tests.index.link_trees import leads
from tests.work import growth


def marked(sources: Mapping[str, str]) -> list[str]:
    """Return where the marked names lead, without the names."""
    return [one.partition(" -> ")[2] for one in leads(sources)]


def test_the_nearest_scope_binds_a_name() -> None:
    source = (
        "const x = 1\n"
        "function f(x) { return «x» }\n"
        "function g() { { let x = 2; «x» } return «x» }\n"
        "for (const x of []) «x»\n"
        "try {} catch (x) { «x» }\n"
        "const h = (x) => «x»\n"
    )
    assert marked({"a.js": source}) == [
        "local:2",
        "local:3",
        "a.js:1 scope",
        "local:4",
        "local:5",
        "local:6",
    ]


def test_variables_and_functions_are_hoisted() -> None:
    source = (
        "function x() {}\n"
        "function f() { «x»(); g(); if (1) { var x = 2 } return «x» }\n"
        "function g() { return «h»() }\n"
        "function h() {}\n"
    )
    assert marked({"a.js": source}) == ["local:2", "local:2", "a.js:4 scope"]


def test_patterns_bind_names() -> None:
    source = (
        "function f({ a, b: c, ...d }, [e, { g = 1 }], i = 2, ...j) {\n"
        "  return [«a», «c», «d», «e», «g», «i», «j»]\n"
        "}\n"
        "let k; [«k»] = f(); ({ «k» } = f())\n"
    )
    assert marked({"a.js": source}) == ["local:1"] * 7 + ["a.js:4 scope"] * 2


def test_names_come_through_imports() -> None:
    tree = {
        "lib/one.ts": (
            "export function f() {}\n"
            "export default class C { m() {} }\n"
            "const b = 1\n"
            "export { b as a }\n"
        ),
        "lib/two.ts": (
            'export * from "./one.js"\n'
            'export * as whole from "./one.js"\n'
            'export { default as D } from "./one"\n'
        ),
        "lib/index.ts": 'export { f as g } from "./two"\nexport * from "./two"\n',
        "main.ts": (
            'import E, { a as z } from "./lib/one"\n'
            'import { g, whole, D, f } from "./lib"\n'
            'import * as lib from "./lib"\n'
            "new «E»().«m»()\n"
            "«z»; «g»(); whole.«f»(); new «D»().«m»(); «f»(); lib.«a»; lib.«nothing»\n"
        ),
    }
    assert marked(tree) == [
        "lib/one.ts:2 import",
        "lib/one.ts:2 member",
        "lib/one.ts:3 import",
        "lib/one.ts:1 import",
        "lib/one.ts:1 member",
        "lib/one.ts:2 import",
        "lib/one.ts:2 member",
        "lib/one.ts:1 import",
        "lib/one.ts:3 member",
        "nothing",
    ]


def test_only_what_a_file_exports_comes_through_it() -> None:
    tree = {
        "a.ts": "export const f = 1\nconst own = 2\n",
        "b.ts": (
            'import * as f from "./a"\n'
            'import { f as g } from "./a"\n'
            "export const h = g\n"
            "export { g }\n"
        ),
        "all.ts": 'export * from "./a"\nexport * from "./b"\n',
        "main.ts": 'import { f, g, h, own } from "./all"\n«f» + «g» + «h» + «own»\n',
    }
    assert marked(tree) == ["a.ts:1 import", "a.ts:1 import", "b.ts:3 import", "nothing"]


def test_an_import_leads_to_its_file() -> None:
    tree = {"a.js": 'const b = require("«./b»")\n', "b.js": "module.exports = function f() {}\n"}
    assert marked(tree) == ["b.js import"]


def test_modules_of_node() -> None:
    tree = {
        "app.js": (
            "var app = exports = module.exports = {};\n"
            "app.use = function use(fn) { this.«get»(); return «use» };\n"
            "app.get = function () { this.cache = 1 };\n"
        ),
        "tools.js": (
            "function f() {}\nexports.g = f\nmodule.exports.h = () => 1\nexports.i = exports.«g»\n"
        ),
        "view.js": (
            "module.exports = View\n"
            "function View(name) { this.name = name }\n"
            "View.prototype.render = function () { return this.«name» }\n"
        ),
        "all.js": "function f() {}\nmodule.exports = { f, k: 1 }\n",
        "main.js": (
            "var app = require('./app'), h = require('./tools').h\n"
            "const { g } = require('./tools'), View = require('./view'), { f } = require('./all')\n"
            "«app».«use»(«h», «g», «f»)\n"
            "new «View»('').«render»()\n"
            "require('./all').«k»\n"
        ),
    }
    assert marked(tree) == [
        "app.js:3 member",
        "app.js:2 scope",
        "tools.js:1 member",
        "view.js:2 member",
        "app.js:1 import",
        "app.js:2 member",
        "tools.js:3 import",
        "tools.js:1 import",
        "all.js:1 import",
        "view.js:2 import",
        "view.js:3 member",
        "all.js:2 member",
    ]


def test_what_compilers_make_of_modules() -> None:
    tree = {
        "util.cjs": "exports.f = void 0\nconst f = () => {}\nexports.f = f\n",
        "all.cjs": (
            '__exportStar(require("./util.cjs"), exports)\n'
            'var util_1 = require("./util.cjs")\n'
            'Object.defineProperty(exports, "g", { get: function () { return util_1.f } })\n'
        ),
        "main.cjs": 'const all = __importStar(require("./all.cjs"));\n(0, all.«f»)(all.«g»)\n',
    }
    assert marked(tree) == ["util.cjs:2 member", "util.cjs:2 member"]


def test_members_of_classes() -> None:
    source = (
        "class A { x = 1; #y = 2; m() { return this.x } static s() {} }\n"
        "class B extends A {\n"
        "  constructor() { super(); this.z = 3; this.«x»; this.«z»; super.«m»() }\n"
        "  n() { [].map(() => this.«m»()); [].map(function () { this.«x» }) }\n"
        "}\n"
        "const b = new B()\n"
        "b.«z»; b.«x»; B.«s»(); b.«unknown»\n"
    )
    assert marked({"a.js": source}) == [
        "a.js:1 member",
        "a.js:3 member",
        "a.js:1 member",
        "a.js:1 member",
        "a.js:1 candidates",
        "a.js:3 member",
        "a.js:1 member",
        "a.js:1 member",
        "nothing",
    ]


def test_members_of_objects() -> None:
    source = (
        "const limits = { least: 1, most: { of: 2 }, f() { return this.«least» } }\n"
        "limits.«least» + limits.most.«of» + limits.«f»() + limits.«more»\n"
        "function g() { const own = { least: 3 }; return own.«least» }\n"
    )
    assert marked({"a.js": source}) == [
        "a.js:1 member",
        "a.js:1 member",
        "a.js:1 member",
        "a.js:1 member",
        "nothing",
        "local:3",
    ]


def test_members_by_declared_types() -> None:
    source = (
        "interface Base { id: number }\n"
        "interface Shape extends Base { area(): number; next?: Shape }\n"
        "type Point = { left: number }\n"
        "declare const one: { only: number }\n"
        "class Store<T extends Shape> { constructor(private shape: Shape) {} get(): "
        "Promise<Shape> { return this.«shape» } }\n"
        "function f(a: Shape, b?: Shape | null, c: Readonly<Point>, s: Store<Shape>, "
        "make: () => Shape) {\n"
        "  a.«area»(); a.next!.«id»; b?.«area»(); c.«left»; one.«only»\n"
        "  s.get().«area»(); make().«area»(); (a as Point).«left»\n"
        "}\n"
    )
    assert marked({"a.ts": source}) == [
        "a.ts:5 member",
        "a.ts:2 member",
        "a.ts:1 member",
        "a.ts:2 member",
        "a.ts:3 member",
        "a.ts:4 member",
        "a.ts:2 member",
        "a.ts:2 member",
        "a.ts:3 member",
    ]


def test_methods_that_return_their_receiver() -> None:
    source = (
        "interface A { same(): this; a(): void }\n"
        "interface B extends A { b(): void }\n"
        "function f(b: B) { b.same().same().«b»() }\n"
    )
    assert marked({"a.ts": source}) == ["a.ts:2 member"]


def test_a_type_and_a_value_of_one_name() -> None:
    tree = {
        "a.ts": (
            "export interface Kind { x: number }\n"
            "export const Kind = make()\n"
            "const one: «Kind» = «Kind»\n"
            "function f<Kind>(a: «Kind») {}\n"
            "function g(Kind: «Kind») {}\n"
            "const two = make()\ntype two = 1\n«two»; let t: «two»\n"
            "it(() => { const three = make()\ntype three = 2; «three»; let t: «three» })\n"
            "export const four = make()\nexport type four = 3\n"
        ),
        "b.ts": 'import { Kind } from "./a"\nconst two: «Kind» = «Kind»\ntwo.«x»\n',
        "c.ts": 'import { four } from "./a"\nlet t: «four» = «four»\n',
    }
    assert marked(tree) == [
        "a.ts:1 scope",
        "a.ts:2 scope",
        "local:4",
        "a.ts:1 scope",
        "a.ts:6 scope",
        "a.ts:7 scope",
        "local:9",
        "a.ts:10 scope",
        "a.ts:1 import",
        "a.ts:2 import",
        "a.ts:1 member",
        "a.ts:12 import",
        "a.ts:11 import",
    ]


def test_parameters_for_types() -> None:
    source = (
        "type T = 1\n"
        "class A<T> { x: «T»; m(): «T» { return this.x } }\n"
        "type B<K> = { [P in keyof K]: K[«P»] }\n"
        "type C<K> = K extends Array<infer U> ? «U» : «T»\n"
    )
    assert marked({"a.ts": source}) == ["local:2", "local:2", "local:3", "local:4", "a.ts:1 scope"]


def test_overload_signatures_lead_to_the_implementation() -> None:
    tree = {
        "a.ts": (
            "export function f(a: string): void\n"
            "export function f(a: number): void\n"
            "export function f(a: any) {}\n"
            "class C { m(): void; m(a?: any) {} }\n"
            "«f»(1); new C().«m»()\n"
            "declare function g(a: string): void\n"
            "declare function g(a: number): void\n"
            "«g»(1)\n"
        ),
        "b.ts": 'import { f } from "./a"\n«f»(1)\n',
    }
    assert marked(tree) == ["a.ts:3 scope", "a.ts:4 member", "a.ts:6 scope", "a.ts:3 import"]


def test_functions_of_one_name_in_different_scopes_are_different() -> None:
    source = "it(() => { const f = () => 1; f() })\nit(() => { const f = () => 2; «f»() })\n"
    assert marked({"a.js": source}) == ["a.js:2 scope"]


def test_enumerations_and_namespaces() -> None:
    source = (
        "enum Side { Left, Right = 2 }\n"
        "namespace util { export const deep = 1; export type Of = Side; const own = «deep» }\n"
        "Side.«Left» + Side.«Right» + util.«deep»\n"
        "let a: util.«Of», b: «Side».«Left»\n"
        "import short = util.deep\n"
        "«short»\n"
    )
    assert marked({"a.ts": source}) == [
        "a.ts:2 scope",
        "a.ts:1 member",
        "a.ts:1 member",
        "a.ts:2 member",
        "a.ts:2 member",
        "a.ts:1 scope",
        "a.ts:1 member",
        "a.ts:2 member",
    ]


def test_components() -> None:
    tree = {
        "button.tsx": (
            "export default function Button(props: Props) { return <b>{props.«label»}</b> }\n"
            "interface Props { label: string }\n"
        ),
        "app.tsx": (
            'import Button, * as parts from "./button"\n'
            'const page = () => <div class={«page»}><«Button» label="" '
            "/><parts.«default»></parts.default></div>\n"
            "const div = 1\n"
            "const more = <«div» />\n"
        ),
    }
    assert marked(tree) == [
        "button.tsx:2 member",
        "app.tsx:2 scope",
        "button.tsx:1 import",
        "button.tsx:1 member",
        "nothing",
    ]


def test_a_member_of_something_unknown_is_never_sure() -> None:
    tree = {
        "a.js": "class A { special() {} push() {} }\n",
        "b.js": (
            'import x from "outside"\nfunction f(y) { y.«special»(); y.«push»(); x.«special»() }\n'
        ),
    }
    assert marked(tree) == ["a.js:1 candidates", "nothing", "outside outside.special"]


def test_names_of_other_modules_are_not_visible() -> None:
    tree = {
        "a.js": 'import "./c"\nexport function hidden() {}\n',
        "b.js": "«hidden»()\n«console».log()\n",
        "c.js": "function shown() {}\n",
        "d.js": "«shown»()\n",
    }
    assert marked(tree) == ["outside hidden", "outside console", "c.js:1 name"]


@pytest.mark.parametrize(
    "source",
    [
        lambda size: "x = " + "f(" * size + ")" * size,
        lambda size: "x = " + "a." * size + "b",
        lambda size: "x = " + "{a: " * size + "1" + "}" * size,
        lambda size: (
            "const o = {" + ",".join(f"a{n}: {n}" for n in range(size)) + "}\n" + "o.a1\n" * size
        ),
        # The query engine takes a second for it.
        pytest.param(
            lambda size: "const {" + ",".join(f"a{n}" for n in range(size)) + "} = require('x')",
            marks=pytest.mark.full,
        ),
        lambda size: "export {" + ",".join(f"a{n} as b{n}" for n in range(size)) + "}",
        lambda size: "".join(f"exports.a{n} = " for n in range(size)) + "void 0",
        lambda size: "var x = " + "(function () {" * size + "})()" * size,
    ],
    ids=["calls", "members", "objects", "object", "pattern", "exports", "chain", "functions"],
)
def test_work_grows_with_the_length(source: Callable[[int], str]) -> None:
    def run(size: int) -> None:
        marked({"a.js": source(size) + "\n", "b.ts": source(size) + "\n"})

    # Of fewer, what is asked once for each file counts.
    assert growth(run, 600) < 2.2


def test_the_markup_of_a_component_takes_names_from_its_script() -> None:
    vue = (
        "<template>\n"
        "  <!-- «count» -->\n"
        '  <«Other» :size="«size» + \'size\'" @click="add(«count», event)" class="«count»">\n'
        '    <li v-for="item in «items»">{{ «item» }} {{ «shown»(a.«count») }}</li>\n'
        "  </Other> «count» don't\n"
        "</template>\n"
        '<script setup lang="ts">\n'
        "import Other from './Other.vue'\n"
        "const item = 1, items = [1], size = 2\n"
        "const count = 3\n"
        "function shown(x: number) { return «count» + x }\n"
        "</script>\n"
        "<style>.«count» { color: red }</style>\n"
    )
    other = "<script>export default {}</script>\n"
    assert leads({"A.vue": vue, "Other.vue": other}) == [
        "count -> nothing",
        "Other -> Other.vue:1 import",
        "size -> A.vue:9 scope",
        "count -> A.vue:10 scope",
        "count -> nothing",
        "items -> A.vue:9 scope",
        # The markup has an item of its own.
        "item -> nothing",
        "shown -> A.vue:11 scope",
        "count -> nothing",
        "count -> nothing",
        "count -> A.vue:10 scope",
        "count -> nothing",
    ]


def test_the_markup_of_svelte_takes_names_from_its_script() -> None:
    svelte = (
        "<script>\n"
        "  let start = 1, y = 2;\n"
        "  const twice = (v) => v * 2;\n"
        "</script>\n"
        "{#if «start»}{«twice»(«start»)}{/if}\n"
        "{#each [1] as y}{«y»}{/each} <p on:click={() => «twice»(1)}>start</p>\n"
    )
    assert leads({"A.svelte": svelte}) == [
        "start -> A.svelte:2 scope",
        "twice -> A.svelte:3 scope",
        "start -> A.svelte:2 scope",
        "y -> nothing",
        "twice -> A.svelte:3 scope",
    ]


@pytest.mark.hostile
@pytest.mark.parametrize(
    "piece",
    [
        *("<script ", "<script>", '<script "', "<!-- ", "<style>", "{{ ", "{a {} ", "' ", "` "),
        *("a ", "a", 'v-for="a ', "{#each a ", "(a) ", ' :x="', "<A "),
    ],
)
def test_the_markup_of_a_component_takes_a_time_by_its_length(piece) -> None:
    def read(size: int) -> None:
        data = (piece * size).encode()
        list(components.names_in_markup(data, components.script_alone(data)))

    started = perf_counter()
    read(100_000 // len(piece))
    assert perf_counter() - started < 5


def test_members_of_what_is_in_containers() -> None:
    a = """\
interface Item { id: number; child: Item }
class Box {
  list: Item[] = [];
  f(items: Array<Item>, fixed: ReadonlyArray<Item>, by: Map<string, Item>) {
    this.list[0].«id»;
    for (const i of this.list) i.«id»;
    for (const i of items) { i.«child».«id»; }
    for (const i of fixed) { i.«id»; }
    for (const i in items) { i.«id»; }
    for (const i of by) { i.«id»; }
    for (const i of by.values()) { i.«id»; }
    items.find((i) => true).«id»;
    by.get('a')!.«id»;
    items['length'].«id»;
    const [first] = items;
    first.«id»;
  }
}
interface Other { id: string }
"""
    assert leads({"a.ts": a}) == [
        "id -> a.ts:1 member",
        "id -> a.ts:1 member",
        "child -> a.ts:1 member",
        "id -> a.ts:1 member",
        "id -> a.ts:1 member",
        "id -> nothing",
        "id -> nothing",
        "id -> a.ts:1 member",
        "id -> a.ts:1 member",
        "id -> a.ts:1 member",
        "id -> nothing",
        "id -> a.ts:1 member",
    ]


def test_members_of_what_instanceof_has_told() -> None:
    a = """\
class Box { item: Box; a: Other }
class Other { item: Other; a: Box }
function f(e: Box | Other, u: Box | Other) {
  if (e instanceof Box) { «e».«item»; } else { e.«item»; }
  if (u instanceof Other && u.«item») { u.«a»; }
  else if (u instanceof Box) { u.«a»; }
  if (!(u instanceof Other)) { u.«item»; }
  if (u instanceof Other || e) { u.«item»; }
}
async function g(p: unknown) {
  if (p instanceof Promise) { const r = await p; r.«item»; }
}
"""
    assert leads({"a.ts": a}) == [
        "e -> local:3",
        "item -> a.ts:1 member",
        "item -> a.ts:1 | a.ts:2 member",
        "item -> a.ts:2 member",
        "a -> a.ts:2 member",
        "a -> a.ts:1 member",
        "item -> a.ts:1 | a.ts:2 member",
        "item -> a.ts:1 | a.ts:2 member",
        "item -> outside unknown.item",
    ]


def test_static_members_and_those_of_instances_are_two() -> None:
    source = (
        "class A {\n"
        "  static make(): A { return new A() }\n"
        "  make(): number { return 1 }\n"
        "  static size = 1\n"
        "  size = 2\n"
        "  f() { this.«make»(); A.«make»(); this.«size»; A.«size» }\n"
        "  static g() { this.«make»() }\n"
        "}\n"
        "class B extends A { h() { super.«make»() } }\n"
        "new A().«make»(); A.make().«size»; B.«make»(); new B().«make»()\n"
    )
    places = ["3", "2", "5", "4", "2", "3", "3", "5", "2", "3"]
    assert marked({"a.ts": source}) == [f"a.ts:{place} member" for place in places]


def test_the_values_of_an_object_are_no_code_of_it() -> None:
    source = (
        "class A {\n"
        "  x = 1\n"
        "  f() { return { v: this.«x», w: () => this.«x», g() { return this.«v» }, v2: 1 } }\n"
        "}\n"
    )
    assert marked({"a.ts": source}) == ["a.ts:2 member", "a.ts:2 member", "nothing"]


def test_an_instance_of_typescript_gets_no_members_later() -> None:
    tree = {
        "a.ts": "export class A { x = 1 }\n",
        "b.ts": (
            'import { A } from "./a"\nclass B extends A { f() { this.«x» = 2; this.«y» = 3 } }\n'
        ),
        "c.js": "class C { f() { this.y = 3; this.«y» } }\n",
    }
    assert marked(tree) == ["a.ts:1 member", "nothing", "c.js:1 member"]


TAKERS = {
    "lib.ts": (
        "export interface Options {\n"
        "  size: number\n"
        "  deep?: { inner: string }\n"
        "}\n"
        "export class Sink { next(): void {} }\n"
        "export class Source {\n"
        "  constructor(run?: (this: Source, sink: Sink) => void, options?: Options) {}\n"
        "  each(run: (one: Sink, at: number) => void): void {}\n"
        "}\n"
        "export const start = (run: (source: Source, sink: Sink) => void) => {}\n"
        "export type Handler = (source: Source, sink: Sink) => void\n"
        "export interface Router { get(path: string, handler: Handler): void }\n"
        "export function like<T extends Sink>(run: (one: T) => void): void {}\n"
    )
}


def test_what_a_function_gets_that_is_an_argument() -> None:
    tree = TAKERS | {
        "a.ts": (
            'import { Source, Router, start, like } from "./lib"\n'
            "new Source((sink) => sink.«next»())\n"
            "start((source, sink) => { source.«each»((one) => one.«next»()); sink.«next»() })\n"
            "function f(router: Router) {\n"
            '  router.get("/", function (source, sink) {\n'
            "    sink.«next»(); source.«each»(x => x.«next»())\n"
            "  })\n"
            "}\n"
            "like((one) => one.«next»()); start(...f, (a) => a.«next»())\n"
        ),
    }
    next_, each = "lib.ts:5 member", "lib.ts:8 member"
    known = [next_, each, next_, next_, next_, each, next_]
    # What a type parameter stands for only the caller says; a list hides what is at which place.
    assert marked(tree) == [*known, "nothing", "nothing"]


def test_an_empty_array_is_the_same_as_any_that_a_function_returns() -> None:
    tree = {
        "lib.ts": (
            "export interface Spot { row: number }\n"
            "export const all = (n: number) => {\n"
            "  if (n) return []\n  const spots: Spot[] = []\n  return spots\n}\n"
            "export function none() { return [] }\n"
        ),
        "a.ts": (
            'import { all, none } from "./lib"\n'
            "all(1)[0].«row»; all(2).find((spot) => spot.«row»)!.«row»; none()[0].«row»\n"
        ),
    }
    assert marked(tree) == [*["lib.ts:1 member"] * 3, "lib.ts:1 candidates"]


def test_the_keys_of_objects_whose_type_stands_elsewhere() -> None:
    tree = TAKERS | {
        "a.ts": (
            'import { Source, Options } from "./lib"\n'
            "new Source(undefined, { «size»: 1, «deep»: { «inner»: 1 } })\n"
            "function f(): Options { if (1) { return { «size»: 1 } } return { «other»: 1 } }\n"
            "const g = (): Options => ({ «size»: 1 })\n"
            "h({ «size»: 1 }); function k() { return { «size»: 1 } }\n"
        ),
    }
    size = "lib.ts:2 member"
    assert marked(tree) == [
        *(size, "lib.ts:3 member", "lib.ts:3 member"),
        *(size, "nothing", size, "nothing", "nothing"),
    ]


GENERIC = {
    "base.ts": (
        "export interface Def { text: string }\n"
        "export interface StringDef extends Def { checks: number[]; inner: Base<any> }\n"
        "export class Base<O, D extends Def = Def> {\n"
        "  readonly def!: D\n"
        "  constructor(def: D) {}\n"
        "  parts(): { whole: StringDef } { return null as any }\n"
        "}\n"
        "export class Mid<E extends Def> extends Base<number, E> {}\n"
    )
}


def test_what_an_heir_gives_for_the_parameters_of_its_base() -> None:
    tree = GENERIC | {
        "a.ts": (
            'import { Base, Mid, StringDef } from "./base"\n'
            "class Str extends Base<string, StringDef> {\n"
            "  f() { this.«def».«checks»; this.def.«text»; this.def.inner.«def».«text» }\n"
            "}\n"
            "class Low extends Mid<StringDef> { g() { this.def.«checks» } }\n"
            "new Low({ «checks»: [] }).def.«checks»\n"
            "function h(b: Base<string, StringDef>) { b.«def».«checks» }\n"
        )
    }
    checks, text = "base.ts:2 member", "base.ts:1 member"
    definition = "base.ts:4 member"
    assert marked(tree) == [
        *(definition, checks, text, definition, text),
        *(checks, checks, checks, definition, checks),
    ]


def test_what_is_unpacked_has_the_values_of_members() -> None:
    tree = GENERIC | {
        "a.ts": (
            'import { Base, StringDef } from "./base"\n'
            "function f(base: Base<string>, { inner }: StringDef) {\n"
            "  inner.«parts»()\n"
            "  const { whole }: { whole: StringDef } = g()\n"
            "  whole.«checks»\n"
            "  const { def } = inner\n"
            "  def.«text»\n"
            "  const { x }: { x: { y: StringDef } } = g()\n"
            "  x.«y».«checks»\n"
            "}\n"
        )
    }
    found = ["base.ts:6 member", "base.ts:2 member", "nothing", "local:8", "base.ts:2 member"]
    assert marked(tree) == found
