; How the expressions of Python are made of names.

(attribute attribute: (identifier) @member)
(call function: (_) @callee) @call
(keyword_argument name: (identifier) @skip)
(call function: (_) @callee
  arguments: (argument_list (keyword_argument name: (identifier) @argument)))
((call function: (identifier) @super) @_call (#eq? @super "super"))
[(parenthesized_expression (_) @inner) (await (_) @inner)] @same

; What an optional type is, and a type with parameters; a class is no instance of its metaclass.
[
  (binary_operator left: (_) @inner operator: "|" right: (none))
  (binary_operator left: (none) operator: "|" right: (_) @inner)
] @same
((generic_type . (identifier) @_says (type_parameter . (type (_) @inner))) @same
  (#any-of? @_says "Optional" "ClassVar" "Final" "Annotated"))
((subscript
  value: [(identifier) @_says (attribute attribute: (identifier) @_says)]
  . subscript: (_) @inner) @same
  (#any-of? @_says "Optional" "ClassVar" "Final" "Annotated"))
((generic_type . (identifier) @inner) @same
  (#not-any-of? @inner "type" "Type" "Union" "Callable" "Literal"))
((type (subscript
  value: [(identifier) @inner @_says (attribute attribute: (identifier) @_says) @inner]) @same)
  (#not-any-of? @_says "type" "Type" "Union" "Callable" "Literal"))
