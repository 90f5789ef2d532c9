"""Where the names of Kotlin sources lead."""

from __future__ import annotations

from tests.index.link_trees import leads


def test_members_by_stated_types_imports_and_packages() -> None:
    a = """\
package p
import q.Other
import q.helper
import q.Far as Near

class A(val name: String, size: Int) : Base(«size»), Iface {
    val other: Other = «Other»()
    private val twice = «size» * 2
    fun run(x: «Other»?): Int {
        val y = x ?: «other»
        for (i in 1..3) { println(«i») }
        val made = Other()
        made.«act»()
        «other».«act»()
        x?.«act»()
        x!!.«act»()
        return this.«name».length + «name».length + y.«unknown»() + «inherited»()
    }
    fun <T> each(block: (T) -> Unit): «T»? = «block»(1)
    companion object {
        const val MAX = 3
        fun make() = «A»("x", 1)
    }
    fun self(): A = this
}
open class Base(val n: Int) {
    fun inherited() = «n»
}
interface Iface
fun f(a: «A», size: Int = 1) {
    a.«run»(null)
    A.«make»().«run»(null)
    A.«MAX»
    a.«self»().«self»().«name»
    f(a = a, «size» = 2)
    val l = { p: Int -> «p» + it }
    a.«ext»()
    «helper»(); «Near»()
    when (a) {
        is «A» -> 1
    }
    try {
    } catch (e: Err) {
        «e».message
    }
}
fun A.ext() = «name»
enum class E {
    RED;
    fun h() = E.«RED»
}
typealias B = A
fun g(b: B) { b.«run»(null); «Sibling»().«go»() }
object O {
    val q = 1
}
fun h() = O.«q»
fun shadow(name: String) {
    «name»
}
"""
    b = """\
package q
class Other {
    fun act() {}
}
fun helper() {}
class Far
"""
    c = """\
package p
class Sibling {
    fun go() {}
}
"""
    assert leads({"p/A.kt": a, "q/Other.kt": b, "p/S.kt": c}) == [
        "size -> p/A.kt:6 scope",
        "Other -> q/Other.kt:2 import",
        "size -> p/A.kt:6 scope",
        "Other -> q/Other.kt:2 import",
        "other -> p/A.kt:7 scope",
        "i -> local:11",
        "act -> q/Other.kt:3 member",
        "other -> p/A.kt:7 scope",
        "act -> q/Other.kt:3 member",
        "act -> q/Other.kt:3 member",
        "act -> q/Other.kt:3 member",
        "name -> p/A.kt:6 member",
        "name -> p/A.kt:6 scope",
        "unknown -> nothing",
        "inherited -> p/A.kt:27 member",
        "T -> local:19",
        "block -> local:19",
        "A -> p/A.kt:6 scope",
        "n -> p/A.kt:26 scope",
        "A -> p/A.kt:6 scope",
        "run -> p/A.kt:9 member",
        "make -> p/A.kt:22 member",
        "run -> p/A.kt:9 candidates",
        "MAX -> p/A.kt:21 member",
        "self -> p/A.kt:24 member",
        "self -> p/A.kt:24 member",
        "name -> p/A.kt:6 member",
        "size -> nothing",
        "p -> local:36",
        "ext -> nothing",
        "helper -> q/Other.kt:5 import",
        "Near -> q/Other.kt:6 import",
        "A -> p/A.kt:6 scope",
        "e -> local:43",
        "name -> p/A.kt:6 member",
        "RED -> p/A.kt:49 member",
        "run -> p/A.kt:9 member",
        "Sibling -> p/S.kt:2 scope",
        "go -> p/S.kt:3 member",
        "q -> p/A.kt:55 member",
        "name -> local:58",
    ]


def test_a_property_and_a_function_of_one_name() -> None:
    a = """\
package p

class A(val size: Int) {
    val timeout: B = B()
    fun timeout() = «timeout».«go»()
    fun f(a: A) {
        «timeout»()
        a.«timeout»()
        a.«timeout».«go»()
        «timeout».«run» { }
        this.«timeout»
        1 «shl» 2
    }
    fun timeout(n: Int) = «timeout»(«size»)
}
class B {
    fun go() {
        «require»(true) { 1 }
    }
    fun run(f: () -> Unit) {}
    fun shl(a: Int) {}
    fun require(a: Int) {}
}
"""
    assert leads({"p/A.kt": a}) == [
        "timeout -> p/A.kt:4 scope",
        "go -> p/A.kt:17 member",
        "timeout -> p/A.kt:5 scope",
        "timeout -> p/A.kt:5 member",
        "timeout -> p/A.kt:4 member",
        "go -> p/A.kt:17 member",
        "timeout -> p/A.kt:4 scope",
        "run -> p/A.kt:20 member",
        "timeout -> p/A.kt:4 member",
        "shl -> nothing",
        "timeout -> p/A.kt:14 scope",
        "size -> p/A.kt:3 scope",
        "require -> nothing",
    ]


def test_a_package_has_functions() -> None:
    a = """\
package p

fun g() {
    «Sibling»()
    «sib»()
    «sub»()
    «shown»()
}
"""
    b = """\
package p

class Sibling
fun sib() {}
fun A.shown() {}
fun B.shown() {}
"""
    c = """\
package r
fun sub() {}
"""
    assert leads({"p/A.kt": a, "p/S.kt": b, "r/S.kt": c}) == [
        "Sibling -> p/S.kt:3 scope",
        "sib -> p/S.kt:4 scope",
        "sub -> outside sub",
        "shown -> p/S.kt:5 | p/S.kt:6 candidates",
    ]


def test_a_variable_is_not_known_in_its_own_value() -> None:
    found = leads(
        {
            "a.kt": "package p\nfun f() {\n    val size = «size» ?: return\n    g(«size»)\n}\n",
            "b.kt": "package p\nval size: Int? = 1\n",
        }
    )
    assert found == ["size -> b.kt:2 scope", "size -> local:3"]
