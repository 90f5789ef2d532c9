(** Things. *)
type point = { x : int }
(** Moves it. *)
val move : point -> int -> point
module Inner : sig
  val f : int -> int
end
exception Bad of string
external c_fun : int -> int = "c_fun"
