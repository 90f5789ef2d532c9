@file:JvmName("Sample")

package com.example.shop

import com.example.base.Model
import com.example.util.*
import com.example.other.Thing as Other

/** The limit. */
const val LIMIT = 10
val TOP_LEVEL: List<Int> = listOf(1)
var counter = 0

typealias Handler<T> = (T) -> Unit

/**
 * Says hello.
 */
@Deprecated("fun inString() {}")
suspend fun <T : Any> greet(name: String, vararg rest: T): String? where T : Comparable<T> {
    val local = 1
    fun inner(x: Int) = x
    val lambda = { x: Int -> x }
    return "class InString { fun x() {} }"
}

fun String.shout(): String = uppercase()

/** What can be sold. */
interface Sellable<out T> {
    val price: Int
    fun sell(): T
    fun tax() = 19
}

sealed class Shape(val name: String) : Base(), Sellable<Int> {
    init { println(name) }
    constructor(a: Int, b: Int) : this("x")

    data class Circle(val radius: Double) : Shape("circle")
    object Empty : Shape("empty")

    override fun sell(): Int = 1
    inline fun <reified R> convert(): R? = null

    inner class Deep {
        fun run() { /* fun commented() {} */ }
    }

    companion object {
        const val MAX = 1
        fun create(): Shape = Empty
    }
}

enum class Color(val rgb: Int) : Named {
    RED(1) {
        override fun over() {}
    },
    GREEN(2);

    fun hex() = rgb.toString(16)
}

@JvmInline
value class Id(val raw: Int)

fun interface Check {
    fun check(x: Int): Boolean
}

object Registry {
    const val NAME = "n"
    fun register() {
        val anonymous = object : Runnable {
            override fun run() {}
        }
    }
}

annotation class Marker(val why: String = "")

/** Has properties. */
class Account(val owner: String, private var balance: Int, plain: Int) {
    /** What is left. */
    var left: Int
        get() = balance
        set(value) { balance = value }
    private val history by lazy { listOf(1) }
    val (first, second) = pair()

    companion object Factory {
        val known = 1
    }
}

val String.half: Int
    get() = length / 2
