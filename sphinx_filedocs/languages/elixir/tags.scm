; Definitions of Elixir, which are calls.

(call
  target: (identifier) @_call
  (arguments . (alias) @name)
  (do_block) @body
  (#eq? @_call "defmodule")) @definition.module
(call
  target: (identifier) @_call
  (arguments . (alias) @name)
  (do_block) @body
  (#eq? @_call "defprotocol")) @definition.interface
; What a module says of itself.
(call
  target: (identifier)
  (arguments . (alias) @name)
  (do_block (unary_operator
    operator: "@"
    operand: (call target: (identifier) @_kind (arguments . [(string) (sigil)]))) @doc)
  (#eq? @_kind "moduledoc")) @definition.module
; What an implementation defines belongs to the protocol.
(call
  target: (identifier) @_call
  (arguments . (alias) @name)
  (#eq? @_call "defimpl")) @scope.body

(call
  target: (identifier) @_call
  (arguments
    .
    [
      (identifier) @name
      (call target: (identifier) @name)
      (binary_operator
        left: [(identifier) @name (call target: (identifier) @name)]
        operator: "when")
    ]
    (keywords)? @body)
  (do_block)? @body
  (#any-of? @_call "def" "defp" "defdelegate" "defguard" "defguardp")) @definition.function
(call
  target: (identifier) @_call
  (arguments
    .
    [
      (identifier) @name
      (call target: (identifier) @name)
      (binary_operator
        left: [(identifier) @name (call target: (identifier) @name)]
        operator: "when")
    ])
  (do_block)? @body
  (#any-of? @_call "defmacro" "defmacrop")) @definition.macro

(call
  target: (identifier) @_call @prefix
  (arguments [
    (list [(atom) @name @definition.field (keywords (pair key: (keyword) @name) @definition.field)])
    (keywords (pair key: (keyword) @name) @definition.field)
  ])
  (#any-of? @_call "defstruct" "defexception"))

((unary_operator
    operator: "@"
    operand: (call
      target: (identifier) @_kind
      (arguments
        (binary_operator
          left: [(identifier) @name (call target: (identifier) @name)]
          operator: "::")))) @definition.type
  (#any-of? @_kind "type" "typep" "opaque"))
((unary_operator
    operator: "@"
    operand: (call
      target: (identifier) @_kind
      (arguments
        (binary_operator left: (call target: (identifier) @name) operator: "::"))))
    @definition.function
  (#any-of? @_kind "callback" "macrocallback"))
