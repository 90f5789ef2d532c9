(** Things. *)
open Base
module M = Other.Inner
include Stdlib
(** A point. *)
type point = { x : int; mutable y : int }
type color = Red | Green of int
exception Bad of string
let limit = 3
let rec run a b = a + b
and other x = x
let () = print_endline "x"
module Inner = struct
  let f x = x
end
module type S = sig
  val size : int -> int
end
module Make (X : S) = struct end
class thing = object method act = 1 end
external c_fun : int -> int = "c_fun"
let ( + ) a b = a
