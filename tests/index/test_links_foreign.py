"""No member of what comes from outside of a tree leads into it by its name alone."""

from __future__ import annotations

import pytest

from .link_trees import leads

#: By language: a file with the only definition of ``rare``, and one whose receivers are foreign.
FOREIGN = {
    "python": {
        "own.py": "class Own:\n    def __init__(self): self.rare = 1\n",
        "a.py": (
            "import lib\nfrom lib import Base\n"
            "reply = lib.get()\nreply.«rare»\nlib.get().json().«rare»\nlib.get()[0].«rare»\n"
            "for row in lib.rows(): row.«rare»\n"
            "with lib.opened() as file: file.«rare»\n"
            "one, two = lib.both()\ntwo.«rare»\n"
            "def made(): return lib.get()\nmade().«rare»\n"
            "open('a').«rare»\n"
            "either = lib.get() if lib else None\neither.«rare»\n(either or 1).«rare»\n"
            "def take(x: lib.A | lib.B): x.get().«rare»\n"
            "async def f(): (await lib.later()).«rare»\n"
            "class Heir(Base):\n    def f(self): self.«rare», self.request().«rare»\n"
        ),
    },
    "typescript": {
        "own.ts": "export class Own { rare = 1 }\n",
        "a.ts": (
            "import lib from 'lib'; import { Own } from './own';\n"
            "const reply = lib.get(); reply.«rare»; lib.get().«rare»; new lib.Made().x.«rare»;\n"
            "for (const row of lib.rows()) row.«rare»;\n"
            "async function f() { (await fetch('')).«rare»; (await lib.get()).«rare»; }\n"
            "lib.get().then(taken => taken.«rare»);\n"
            "class Heir extends lib.Base { f() { this.«rare»; this.request().«rare»; } }\n"
        ),
    },
    "javascript": {
        "own.js": "export class Own { rare() {} }\n",
        "a.js": (
            "const lib = require('lib');\n"
            "const reply = lib.get(); reply.«rare»(); lib.get().«rare»();\n"
            "document.body().«rare»();\n"
            "class Heir extends lib.Base { f() { this.«rare»(); super.x().«rare»(); } }\n"
        ),
    },
    "go": {
        "go.mod": "module example.com/shop\n",
        "own.go": "package shop\n\ntype Own struct{ Rare int }\n",
        "a.go": (
            'package shop\n\nimport "net/http"\n\ntype Heir struct{ http.Client }\n\n'
            "func f(heir Heir) {\n\treply, _ := http.Get()\n\treply.«Rare»\n\t"
            "http.Made().Header.«Rare»\n\tfor _, row := range http.All() { row.«Rare» }\n\t"
            "heir.«Rare»\n\their.Do().«Rare»\n}\n"
        ),
    },
    "rust": {
        "Cargo.toml": '[package]\nname = "shop"\n',
        "src/lib.rs": (
            "use web::Client;\nstruct Own;\nimpl Own { fn rare(&self) {} }\n"
            "fn f(client: Client) {\n client.get().«rare»();\n"
            " let reply = web::get(); reply.«rare»();\n Client::new().send().«rare»();\n"
            " for row in web::rows() { row.«rare»(); }\n}\n"
        ),
    },
    "java": {
        "p/Own.java": "package p;\nclass Own { void rare() {} }\n",
        "p/A.java": (
            "package p;\nimport lib.Http;\nclass A extends Http {\n void f(Http http) {\n"
            "  http.get().«rare»(); Http.make().«rare»(); new Http().get().«rare»();\n"
            "  var reply = http.get(); reply.«rare»(); for (var row : http.all()) row.«rare»();\n"
            "  «rare»(); this.«rare»(); request().«rare»(); this.request().«rare»();\n }\n}\n"
        ),
    },
    "kotlin": {
        "Own.kt": "package p\nclass Own {\n    fun rare() {}\n}\n",
        "A.kt": (
            "package p\nimport lib.Http\nclass A : Http() {\n    fun f(http: Http) {\n"
            "        http.get().«rare»()\n        val reply = http.get()\n"
            "        reply.«rare»()\n        «rare»()\n        this.«rare»()\n    }\n}\n"
        ),
    },
    "c_sharp": {
        "Own.cs": "namespace N { class Own { int Rare; } }\n",
        "A.cs": (
            "namespace N { class A : Lib.Base { void F(Http http) {\n"
            " Use(http.Get().«Rare»); var reply = http.Get();\n Use(reply.«Rare»,\n"
            " Http.Make().«Rare»,"
            " this.«Rare», this.Request().«Rare»);\n} } }\n"
        ),
    },
    "php": {
        "Own.php": "<?php\nclass Own { function rare() {} }\n",
        "a.php": (
            "<?php\nuse Lib\\Http;\nclass A extends Http { function f() { $this->«rare»(); } }\n"
            "function f(Http $http) { $reply = $http->get(); $reply->«rare»();"
            " (new Http())->get()->«rare»(); Http::make()->«rare»(); }\n"
        ),
    },
    "ruby": {
        "own.rb": "class Own\n  def rare; end\nend\n",
        "a.rb": (
            "require 'net/http'\nreply = Net::HTTP.get\nreply.«rare»\nNet::HTTP.new.«rare»\n"
            "class A < Net::HTTP\n  def f\n    self.«rare»\n  end\nend\n"
        ),
    },
    "swift": {
        "Own.swift": "class Own { var rare = 1 }\nfunc rare() {}\n",
        "a.swift": (
            "class A: NSObject { func f(session: URLSession) {\n let reply = session.get()\n"
            " reply.«rare»\n session.get().«rare»\n self.«rare»\n «rare»()\n} }\n"
        ),
    },
    "scala": {
        "Own.scala": "package p\nclass Own { def rare = 1 }\n",
        "A.scala": (
            "package p\nimport lib.Http\nclass A extends Http { def f(http: Http) = {\n"
            " val reply = http.get()\n reply.«rare»\n http.get().«rare»\n this.«rare»\n} }\n"
        ),
    },
    "cpp": {
        "own.h": "struct Own { int rare; };\n",
        "a.cpp": (
            '#include <lib.h>\n#include "own.h"\n'
            "struct A : lib::Base { void f() { this->«rare»; } };\n"
            "void f(lib::Http http) { auto reply = http.get(); reply.«rare»; http.get().«rare»;"
            " lib::get().«rare»; lib::made()->x.«rare»;"
            " for (auto &row : lib::rows()) row.«rare»; }\n"
        ),
    },
    "c": {
        "own.h": "struct own { int rare; };\n",
        "a.c": '#include <lib.h>\n#include "own.h"\nvoid f(void) { lib_get()->«rare»; }\n',
    },
    "lua": {
        "own.lua": "local Own = {}\nfunction Own:rare() end\nreturn Own\n",
        "a.lua": (
            "local lib = require('lib')\nlocal reply = lib.get()\nreply:«rare»()\n"
            "lib.get():«rare»()\n"
        ),
    },
}


@pytest.mark.parametrize("language", FOREIGN)
def test_a_member_of_what_is_foreign_leads_nowhere(language: str) -> None:
    found = leads(FOREIGN[language])
    assert found
    assert [one for one in found if " outside " not in one and not one.endswith(" nothing")] == []


def test_no_single_definition_is_meant_beside_one_that_is_local_to_a_function() -> None:
    local = "def test():\n    class L:\n        def rare(self): pass\n"
    tree = {"own.py": "class A:\n    def rare(self): pass\n", "l.py": local}
    assert leads({**tree, "a.py": "def f(x): x.«rare»()\n"}) == ["rare -> own.py:2 candidates"]
