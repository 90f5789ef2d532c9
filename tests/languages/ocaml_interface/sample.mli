(** Things. *)
type point = { x : int }
(** Moves it. *)
val move : point -> int -> point
module Inner : sig
  val f : int -> int
end
exception Bad of string
external c_fun : int -> int = "c_fun"

val size : point -> int
(** How large it is. *)

val near : point -> point -> bool
(** Whether [a] is near to [b]. *)

type kind =
  | Round (** Has no corners. *)
  | Square (** Has four. *)

module Shapes : sig
  val count : int
  (** How many there are. *)
end
