"""Where the names of Scala sources lead."""

from __future__ import annotations

from tests.index.link_trees import leads


def test_members_by_stated_types_imports_and_packages() -> None:
    a = """\
package p.q
import a.b.{«C», D => E}
import a.r._
class A(val name: String, size: Int = 1) extends «Base»[«C»](«size») with «Tr» {
  private val other: «Other» = new «Other»(1)
  lazy val z = «other»
  def run(x: Option[Other], y: C*): Other = {
    val (a, b) = «x»; var q = other.«act»
    x match {
      case Some(v: C) => v.«go»()
      case «C»(d, e) if «d» => «e»
      case o: Other => «o».«act».«act»
    }
    for { i <- y; j = «i».m } yield «i»
    y.map(p => «p».go()); val f = (w: C) => w.«go»
    this.«name»; «inh»; A.«make»(1).«run»(null); new «A»("x", 2).«run»(«size» = 1)
    s"x $«name» ${«other».«act»}"
    «Far»; «E»; «helped»(1)
    def local[U <: C](u: U): «U» = «u»
    «other»
  }
}
object A { val Max = 1; def make(n: Int): «A» = new «A»("x"); case class CC(a: Int) }
trait Tr { def foo: Int; val v: Int }
enum Color { case Red, Green }
object Use { Color.«Red»; A.«Max»; A.«CC»(1); def f(a: A, t: Tr) = a.«z».«act» + t.«foo» + t.«v» }
"""
    b = """\
package a.b
class C { def go(): C = this; def m = 1 }
class D
"""
    c = """\
package p.q
class Other(n: Int) { def act: Other = this }
class Base[T](n: Int) { def inh = 1; def helped(n: Int) = «n»; def helped(n: Int, m: Int) = 1 }
"""
    d = """\
package a.r
object Far
"""
    e = """\
package s
object S { «Far»; «Other» }
"""
    assert leads({"A.scala": a, "C.scala": b, "O.scala": c, "R.scala": d, "S.scala": e}) == [
        "C -> C.scala:2 import",
        "Base -> O.scala:3 scope",
        "C -> C.scala:2 import",
        "size -> A.scala:4 scope",
        "Tr -> A.scala:24 scope",
        "Other -> O.scala:2 scope",
        "Other -> O.scala:2 scope",
        "other -> A.scala:5 scope",
        "x -> local:7",
        "act -> O.scala:2 member",
        "go -> C.scala:2 member",
        "C -> C.scala:2 import",
        "d -> local:11",
        "e -> local:11",
        "o -> local:12",
        "act -> O.scala:2 member",
        "act -> O.scala:2 member",
        "i -> local:14",
        "i -> local:14",
        "p -> local:15",
        "go -> C.scala:2 member",
        "name -> A.scala:4 member",
        "inh -> O.scala:3 member",
        "make -> A.scala:23 member",
        "run -> A.scala:7 member",
        "A -> A.scala:4 scope",
        "run -> A.scala:7 member",
        "size -> nothing",
        "name -> A.scala:4 scope",
        "other -> A.scala:5 scope",
        "act -> O.scala:2 member",
        "Far -> R.scala:2 import",
        "E -> C.scala:3 import",
        "helped -> O.scala:3 member",
        "U -> local:19",
        "u -> local:19",
        "other -> A.scala:5 scope",
        "A -> A.scala:4 scope",
        "A -> A.scala:4 scope",
        "Red -> A.scala:25 member",
        "Max -> A.scala:23 member",
        "CC -> A.scala:23 member",
        "z -> A.scala:6 member",
        "act -> O.scala:2 member",
        "foo -> A.scala:24 member",
        "v -> A.scala:24 member",
        "n -> local:3",
        "Far -> outside Far",
        "Other -> outside Other",
    ]


def test_a_class_and_the_object_of_its_name() -> None:
    a = """\
package p
trait Rw[T] { def w = 1 }
object Rw { def merge = 1 }
case class Box(n: Int)
object Box { def of(n: Int): «Box» = new «Box»(«n»); trait Sub }
"""
    b = """\
package p
object U {
  val a: «Rw»[Int] = «Rw».«merge»; val b = «Box».of(1).«n»; val c: «Box».«Sub» = «Box»(1)
  def rw: L[«Box»] = a.«w»
}
"""
    c = """\
package q
import io.«merge»._
import p.«Rw»
import p.{Box => B}
object V { val a: «Rw»[Int] = «Rw».«merge»; val b: «B» = «B».of(1); a.«w»; b.«n»; p.«Box» }
"""
    assert leads({"a.scala": a, "b.scala": b, "c.scala": c}) == [
        "Box -> a.scala:4 scope",
        "Box -> a.scala:4 scope",
        "n -> local:5",
        "Rw -> a.scala:2 scope",
        "Rw -> a.scala:3 scope",
        "merge -> a.scala:3 member",
        "Box -> a.scala:5 scope",
        "n -> a.scala:4 member",
        "Box -> a.scala:5 scope",
        "Sub -> a.scala:5 member",
        "Box -> a.scala:5 scope",
        "Box -> a.scala:4 scope",
        "w -> a.scala:2 member",
        "merge -> outside merge",
        "Rw -> a.scala:3 import",
        "Rw -> a.scala:2 import",
        "Rw -> a.scala:3 import",
        "merge -> a.scala:3 member",
        "B -> a.scala:4 import",
        "B -> a.scala:5 import",
        "w -> a.scala:2 member",
        "n -> a.scala:4 member",
        "Box -> a.scala:5 import",
    ]


def test_a_file_sees_the_packages_that_its_clauses_open_one_behind_the_other() -> None:
    files = {
        "Far.scala": "package p\nclass Far\n",
        "Near.scala": "package p.q\nclass Near\nclass Both\n",
        "Own.scala": "package p.q\npackage r\nclass Own\nclass Both\n",
        # A clause alone opens no package around.
        "Use.scala": "package p.q.r\nclass Use { «Own»; «Both»; «Near»; «Far» }\n",
        "Some.scala": "package p.q\npackage r\nclass A { «Own»; «Both»; «Near»; «Far» }\n",
        "Each.scala": "package p\npackage q\npackage r\nclass B { «Both»; «Near»; «Far» }\n",
        "From.scala": "package s\nimport p.q.r.«Own»\nclass C { «Own» }\n",
        "Below.scala": "package p\npackage q\nclass D { r.«Own» }\n",
    }
    assert leads(files) == [
        "Own -> Own.scala:3 scope",
        "Both -> Own.scala:4 scope",
        "Near -> outside Near",
        "Far -> outside Far",
        "Own -> Own.scala:3 scope",
        "Both -> Own.scala:4 scope",
        "Near -> Near.scala:2 import",
        "Far -> outside Far",
        "Both -> Own.scala:4 scope",
        "Near -> Near.scala:2 import",
        "Far -> Far.scala:2 import",
        "Own -> Own.scala:3 import",
        "Own -> Own.scala:3 import",
        "Own -> Own.scala:3 import",
    ]
