package com.example
package shop

import scala.collection.mutable
import com.example.base._
import com.example.util.{Left, Right => R, _}
import java.util.List, java.util.Map

/** What can be sold. */
trait Sellable[+A] extends Serializable {
  def price: Int
  def tax(rate: Double): Double = rate
  val name: String
}

/**
 * An order.
 */
@deprecated("def inString() = 1", "1.0")
sealed abstract class Order[T <: AnyRef](val id: Int)(implicit ev: Ordering[T]) extends Base with Sellable[T] {
  val Limit = 10
  private val hidden = 1
  type Key = String
  def this() = this(0)
  override def price: Int = {
    val local = 1
    def inner(x: Int): Int = x
    /* def commented() = 1 */
    inner(local)
  }
  def +(other: Order[T]): Order[T] = this
  def `quoted name`(): Unit = ()
  class Deep { def run(): Unit = () }
}

case class Point(x: Int, y: Int) {
  def moved(dx: Int = 0): Point = copy(x + dx)
}

object Order {
  val Max = 1
  def apply(id: Int): Order[String] = new Order[String](id) { def anonymous = 1 }
  case object Empty
}

package object util {
  type Handler = Int => Unit
  def help(): String = "class InString { def x = 1 }"
}

enum Color(val rgb: Int):
  case Red extends Color(1)
  case Green, Blue
  def hex: String = rgb.toHexString

def topLevel[A](a: A)(using ord: Ordering[A]): A = a

given intOrd: Ordering[Int] = Ordering.Int

extension (s: String)
  def shout: String = s.toUpperCase
