"""Where the names of Swift sources lead."""

from __future__ import annotations

from tests.index.link_trees import leads


def test_members_by_stated_types_and_extensions() -> None:
    a = """\
import Foundation
public struct A<T: Base>: «Proto», Other.«Inner» {
  let name: String
  private var other: «Other» = «Other»(1)
  static let shared = «A»()
  var comp: Other { return «other» }
  init(_ n: String, size s: Int = 1) { self.«name» = «n»; other = Other(«s») }
  func run(x y: Other?, by w: inout Int) throws -> Other {
    let a = y!.«act»(); guard let b = y, let c = «b».«next» else { return other }
    «c».«act»(); «b»; «a».«act»()
    if case .some(let q) = y { «q».unknown() }
    for i in c where «i».ok { «i».go() }
    c.map { (p: C) -> Int in «p».«go»() }; c.forEach { v in «v».x }
    do { try foo() } catch let e as Err { «e».message }
    switch y { case .red: break; case let .blue(k): «k»; case let m as C: «m».«go»() }
    A.«shared».«run»(x: y); y?.«act»().«x»; (y as! C).«go»(); Self.«shared»; «more»()
    func local(_ l: C) -> C { «l» }
    return other
  }
  enum Kind: String { case red, green(Int) }
}
extension A where T == Int { func ext() -> Other { «name»; return «other» } }
protocol Proto { var v: Int { get }; func f(a: Other) -> Self }
func top(a: A, p: Proto) { a.«name»; A.«Kind».«red»; a.«more»(); p.«f»(a: x).«v» }
"""
    b = """\
class Other {
  var x: Int = 1
  var next: Other?
  func act() -> Other { «self».«x»; return self }
  struct Inner {}
}
class C { func go() -> C { Self() } }
extension A { func more() { «run»(x: nil); «String»(1) } }
"""
    assert leads({"A.swift": a, "O.swift": b}) == [
        "Proto -> A.swift:23 scope",
        "Inner -> O.swift:5 member",
        "Other -> O.swift:1 name",
        "Other -> O.swift:1 name",
        "A -> A.swift:2 scope",
        "other -> A.swift:4 scope",
        "name -> A.swift:3 member",
        "n -> local:7",
        "s -> local:7",
        "act -> O.swift:4 member",
        "b -> local:9",
        "next -> O.swift:3 member",
        "c -> local:9",
        "act -> O.swift:4 member",
        "b -> local:9",
        "a -> local:9",
        "act -> O.swift:4 member",
        "q -> local:11",
        "i -> local:12",
        "i -> local:12",
        "p -> local:13",
        "go -> O.swift:7 member",
        "v -> local:13",
        "e -> local:14",
        "k -> local:15",
        "m -> local:15",
        "go -> O.swift:7 member",
        "shared -> A.swift:5 member",
        "run -> A.swift:8 member",
        "act -> O.swift:4 member",
        "x -> O.swift:2 member",
        "go -> O.swift:7 member",
        "shared -> A.swift:5 member",
        "more -> O.swift:8 member",
        "l -> local:17",
        "name -> A.swift:3 member",
        "other -> A.swift:4 member",
        "name -> A.swift:3 member",
        "Kind -> A.swift:20 member",
        "red -> A.swift:20 member",
        "more -> O.swift:8 member",
        "f -> A.swift:23 member",
        "v -> A.swift:23 member",
        "self -> nothing",
        "x -> O.swift:2 member",
        "run -> A.swift:8 member",
        "String -> outside String",
    ]


def test_a_variable_is_not_known_in_its_own_value() -> None:
    found = leads(
        {
            "a.swift": "func f() {\n    let size = «size»()\n"
            "    guard let top = «top»() else { return }\n"
            "    g(«size», «top»)\n}\n",
            "b.swift": "func size() -> Int { return 1 }\nfunc top() -> Int? { return 1 }\n",
        }
    )
    assert found == [
        "size -> b.swift:1 name",
        "top -> b.swift:2 name",
        "size -> local:2",
        "top -> local:3",
    ]
