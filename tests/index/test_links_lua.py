"""Where the names of Lua sources lead."""

from __future__ import annotations

from tests.index.link_trees import leads


def test_what_a_file_returns_is_what_others_get() -> None:
    a = """\
local json = {}
function json.decode(s) return «s» end
json.sub = {}
function globg() end
return json
"""
    b = """\
local json = require("«a.json»")
local M = {}
M.VERSION = 1
local function helper(a, ...) local b <const> = «a»; return «b» end
function M.new(x) local self = setmetatable({}, M); «self».x = «x»; return self end
function M:go(y) self:«other»(); M.«new»(1); json.«decode»(y); «helper»(1) end
M.other = function(self) for i = 1, 3 do print(«i») end for k, v in pairs(M) do «v»(«k») end end
glob = 1
function globf() return «glob» end
local obj = setmetatable({}, M)
obj:«go»()
return M
"""
    c = """\
local main, json = require("a.main"), require("a.json")
main.«new»(3)
main:«go»()
main.version = 2
main.«VERSION»()
json.«sub».x = 1
«globg»()
unknown.«go»()
"""
    assert leads({"a/json.lua": a, "a/main.lua": b, "use.lua": c}) == [
        "s -> local:2",
        "a.json -> a/json.lua import",
        "a -> local:4",
        "b -> local:4",
        "self -> local:5",
        "x -> local:5",
        "other -> a/main.lua:7 member",
        "new -> a/main.lua:5 member",
        "decode -> a/json.lua:2 member",
        "helper -> a/main.lua:4 scope",
        "i -> local:7",
        "v -> local:7",
        "k -> local:7",
        "glob -> a/main.lua:8 scope",
        "go -> a/main.lua:6 member",
        "new -> a/main.lua:5 member",
        "go -> a/main.lua:6 member",
        "VERSION -> a/main.lua:3 member",
        "sub -> a/json.lua:3 member",
        "globg -> a/json.lua:4 candidates",
        "go -> outside unknown.go",
    ]


def test_a_local_variable_is_known_behind_its_definition() -> None:
    a = """\
local type, print = «type», «print»
local function f() local type = «type»; return «type» end
function g() return «later» end
later = 1
«print»(«type»)
"""
    assert leads({"a.lua": a}) == [
        "type -> outside type",
        "print -> outside print",
        "type -> a.lua:1 scope",
        "type -> local:2",
        "later -> a.lua:4 scope",
        "print -> a.lua:1 scope",
        "type -> a.lua:1 scope",
    ]


def test_fields_that_methods_give_self() -> None:
    source = (
        "local M = {}\n"
        "function M:set() self.y, self.z = 1, 2; self.«y» = self.«y» + self.«z» end\n"
        "function M.new()\n"
        "  local self = setmetatable({}, M)\n"
        "  self.x = 1\n"
        "  return self\n"
        "end\n"
        "function M:get() return self.«x», self.«none» end\n"
        "return M\n"
    )
    assert leads({"a.lua": source}) == [
        "y -> a.lua:2 scope",
        "y -> a.lua:2 member",
        "z -> a.lua:2 member",
        "x -> a.lua:5 member",
        "none -> nothing",
    ]


def test_a_module_of_one_word() -> None:
    tree = {
        "word.lua": "local W = {}\nfunction W.go() end\nreturn W\n",
        "a.lua": 'local word = require "«word»"\nword.«go»()\n',
    }
    assert leads(tree) == ["word -> word.lua import", "go -> word.lua:2 member"]
