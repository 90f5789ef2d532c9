"""Small trees whose files hang together in many ways, one a language."""

from __future__ import annotations

from collections.abc import Mapping

DENSE: Mapping[str, Mapping[str, str]] = {
    "cpp": {
        "inc/base.h": "namespace one {\n\nstruct Base { int size; int run(); };\n\n"
        "struct Part { Base owner; };\n\n}\n",
        "inc/heir.h": '#include "base.h"\n\nnamespace one {\n\n'
        "struct Heir : Base { Part part; };\n\nHeir make();\n\nusing Other = Heir;\n\n}\n",
        "inc/open.h": '#include "heir.h"\n\nnamespace two {\n\nusing namespace one;\n\n'
        "int beside(int n);\n\n}\n",
        "inc/all.h": '#include "open.h"\n\n#define TWICE(x) (x + x)\n\nint beside(int n);\n',
        "inc/macro.h": "#define BEGIN namespace three {\n\n#define END }\n",
        "src/macro.cpp": '#include "../inc/macro.h"\n\n#include "../inc/all.h"\n\nBEGIN\n\n'
        "int part() { return 1; }\n\nEND\n\n"
        "namespace short_name = one;\n\n"
        "int made() { short_name::Heir it; return three::part() + it.size; }\n",
        "src/heir.cpp": '#include "../inc/heir.h"\n\n'
        "int one::Base::run() { return size; }\n\n"
        "one::Heir one::make() { return one::Heir(); }\n",
        "src/hold.cpp": '#include "../inc/heir.h"\n\n#include <map>\n\n'
        "using Made = std::unique_ptr<one::Heir>;\n\nstd::map<int, Made> all;\n\n"
        "int last(Made it) { return it->part.owner.size + all[1]->run(); }\n\n"
        "int run() { for (auto &[size, it] : all) it->run();\n"
        "  return all.begin()->second->run(); }\n",
        "src/use.cpp": '#include "../inc/all.h"\n\n'
        "int beside(int n) { return TWICE(n) + one::make().run(); }\n\n"
        "int last() { one::Other it; return it.part.owner.size + beside(it.run()); }\n",
    },
    "bash": {
        "lib/base.sh": "run() {\n  echo 1\n}\n\nsize=1\n",
        "lib/heir.sh": "source ./lib/base.sh\n\nmake() {\n  run\n}\n",
        "use.sh": "source ./lib/heir.sh\n\nlast() {\n  make\n  run\n}\n\nlast\n",
        "beside.sh": "make() {\n  echo 2\n}\n\nmake\nrun\n",
    },
    "c": {
        "inc/base.h": "#ifndef BASE\n\nstruct base {\n#ifdef one\n  int size;\n\n#else\n"
        "  struct part *size;\n\n#endif\n};\n\nint run(struct base *it);\n\n"
        "#endif\n",
        "inc/part.h": "typedef struct part { struct base *owner; int last; } part;\n\n"
        "static int beside(int n) { return n; }\n",
        "inc/all.h": '#include "base.h"\n\n#include "part.h"\n\n#define MAKE(x) run(x)\n',
        "src/base.c": '#include "../inc/base.h"\n\nint run(struct base *it) { return it->size; }\n',
        "src/use.c": '#include "../inc/all.h"\n\n'
        "int last(part *it) { return MAKE(it->owner) + beside(it->last); }\n",
        "src/far.c": "int run(int n) { return n; }\n\n"
        "int make(void) { return run(1) + last(0); }\n",
    },
    "build": {
        "compile_commands.json": '[{"directory": "/b", "file": "use.c",\n\n'
        '"command": "cc -Dalpha -Usize -c use.c"},\n\n{"directory": "/b", "file": "far.c",\n\n'
        '"command": "cc -Dsize -c far.c"}]\n',
        "base.h": "#ifdef alpha\n#define make 1\nint run(int n);\n#else\n#define make 2\n#endif\n\n"
        "#ifndef size\n#define beta 1\n#endif\n\nint beside(void);\n",
        "use.c": '#include "base.h"\n\nint run(int n) { return make + beside(); }\n\n'
        "#ifdef beta\nint last(void) { return 1; }\n#else\nint last(void) { return 2; }\n#endif\n",
        "far.c": '#include "base.h"\n\n'
        "#ifdef size\nint beside(void) { return make; }\n#else\nint beside(void) { return 0; }\n"
        "#endif\n\nint part(void) { return run(1) + last() + make; }\n",
    },
    "go": {
        "go.mod": "module example.org/m\n",
        "a/a.go": "package a\n\ntype Base struct { Size int }\n\n"
        "func (b *Base) Run() int { return b.Size }\n",
        "a/b.go": "package a\n\ntype Heir struct { Base; Part *Base }\n\n"
        "func Make() *Heir { return &Heir{} }\n",
        "b/b.go": 'package b\n\nimport "example.org/m/a"\n\nvar it = a.Make()\n\n'
        "func Last() int { return it.Run() + it.Part.Size }\n",
        "b/c.go": 'package b\n\nimport "example.org/m/a"\n\ntype Part chan *a.Heir\n\n'
        "func Size(it Part) int {\n\tfor one := range it {\n\t\treturn one.Run()\n\t}\n\n"
        "\treturn (<-it).Part.Size\n}\n",
        "c/c.go": 'package c\n\nimport "example.org/m/b"\n\nfunc Use() int { return b.Last() }\n',
    },
    "java": {
        "p/Base.java": "package p;\n\npublic class Base {\n  int size;\n\n"
        "  int run() { return size; }\n}\n",
        "p/Heir.java": "package p;\n\npublic class Heir extends Base {\n  Base part;\n\n"
        "  static Heir make(int n) { return new Heir(); }\n\n"
        "  static Base make() { return new Base(); }\n}\n",
        "q/Use.java": "package q;\n\nimport p.*;\n\nimport p.Heir;\n\npublic class Use {\n"
        "  int last(Base b) { return Heir.make(1).run() + Heir.make().size + b.run(); }\n}\n",
        "q/Part.java": "package q;\n\npublic class Part {\n  Last it;\n\n"
        "  int run() { return it.go() + it.size(); }\n}\n",
        "p/Taker.java": "package p;\n\npublic interface Taker<T extends Base> {\n\n"
        "  void make(T it);\n\n  default int size() { return 1; }\n\n}\n",
        "q/Bag.java": "package q;\n\nimport p.*;\n\nimport java.util.List;\n\n"
        "class Bag<T extends Base> {\n  List<Heir> part;\n\n  void run(Taker<T> one) {}\n\n"
        "  void last(Bag<Heir> two) {\n    two.run(it -> it.part.run());\n\n"
        "    part.forEach(it -> it.run());\n\n"
        "    Taker<Heir> beside = it -> it.part.run();\n  }\n}\n",
        "p/inner/Size.java": "package p.inner;\n\nimport static p.Heir.make;\n\n"
        "interface Size {\n  default int size() { return make().run(); }\n}\n",
        "q/Last.java": "package q;\n\npublic class Last extends Use {\n"
        "  int go() { return last(null) + new Use().last(null); }\n}\n",
    },
    "mixed": {
        "inc/base.h": "struct Base { int size; };\n\nint run(int n);\n",
        "src/use.c": '#include "../inc/base.h"\n\nint last(void) { return run(1); }\n',
        "src/use.cpp": '#include "../inc/base.h"\n\n'
        "int make() { Base it; return it.size + run(2); }\n",
        "web/base.js": "function run() { return 1; }\n\nvar it = { size: run() };\n",
        "web/use.ts": "export const last = run();\n\nexport const two = it.size;\n",
        "tool/base.py": "def run():\n    return 1\n\n\nclass Part:\n    size = run()\n",
        "tool/use.py": "from base import Part\n\nlast = Part().size\n\nrun()\n",
    },
    "python": {
        "pkg/__init__.py": "from pkg.heir import *\n\nfrom .base import Base as Root\n",
        "pkg/base.py": "class Base:\n    size = 1\n\n    def run(self):\n"
        "        return self.size\n\n\nclass Part:\n    owner = Base()\n",
        "pkg/heir.py": "from pkg.base import Base, Part\n\n\nclass Heir(Base):\n    part = Part()\n"
        "\n\ndef make(part=1, *, owner=2):\n    found = Heir()\n    return found\n\n\n"
        "it = make()\n",
        "pkg/sub/__init__.py": "",
        "pkg/sub/near.py": "from .. import base, heir\n\nmade = heir.make(part=1, owner=2)\n\n\n"
        "def last():\n    return made.run() + base.Part().owner.size\n",
        "tests.py": "from pkg import Root, heir\n\n\ndef last(one, two):\n"
        "    made = [it.run() for it in one if isinstance(it, Root)]\n\n"
        "    return two.part.owner.size if isinstance(two, heir.Heir) else made\n",
        "use.py": "import pkg.sub.near\n\nfrom pkg import Root, it, make\n\n"
        "print(it.run(), make().part.owner.size, Root().run())\n\n"
        "print(pkg.sub.near.made.run(), pkg.sub.near.last(), it.part)\n",
    },
    "rust": {
        "Cargo.toml": '[package]\nname = "m"\n',
        "src/lib.rs": 'pub mod base;\n\npub mod heir;\n\n#[path = "part/mod.rs"]\npub mod part;\n\n'
        "pub use heir::make;\n",
        "src/base.rs": "pub struct Base { pub size: i32 }\n\n"
        "pub trait Run { fn run(&self) -> i32 { 1 } }\n\n"
        "impl Base { pub fn new() -> Self { Base { size: 1 } } }\n",
        "src/heir.rs": "use crate::base::*;\n\nimpl Run for Base {}\n\n"
        "pub fn make() -> Base { Base::new() }\n\n"
        "pub fn last() -> i32 { make().run() + make().size }\n",
        "src/part/mod.rs": "mod inner;\n\npub use self::inner::Part;\n\n"
        "impl crate::base::Run for Part { fn run(&self) -> i32 { self.size } }\n",
        "src/part/inner.rs": "use super::super::base::Base;\n\n"
        "pub struct Part { pub size: i32, pub owner: Base }\n\n"
        "macro_rules! twice { ($x:expr) => { $x + $x } }\n\n"
        "pub fn beside(it: &Part) -> i32 { twice!(it.owner.size) }\n",
        "src/main.rs": "use m::make;\n\nfn main() { make().run(); m::heir::last(); }\n",
    },
    "typescript": {
        "src/base.ts": "export class Base {\n  size = 1;\n\n  run() { return this.size; }\n}\n\n"
        "export interface Part { owner: Base }\n\nexport default function make() "
        "{ return new Base(); }\n",
        "src/heir.ts": 'import make, { Base, Part } from "./base";\n\n'
        "export class Heir extends Base { part: Part; }\n\n"
        "export const it = new Heir();\n\nexport const one = { run: make, Base };\n\n"
        "export const start = (run: (heir: Heir) => void, part?: Part) => {};\n\n"
        "export function get(): Part { return { owner: it }; }\n",
        "src/index.ts": 'export * from "./heir";\n\nexport { Base as Root } from "./base";\n',
        "src/use.ts": 'import { it, Root, one } from ".";\n\nimport * as all from "./index";\n\n'
        "it.part.owner.run();\n\nnew Root().run();\n\nall.it.run();\n\none.run().size;\n\n"
        "all.start((heir) => heir.run(), { owner: it });\n",
        "src/old.js": 'const all = require("./heir");\n\nall.it.run();\n\nmake();\n',
    },
}
