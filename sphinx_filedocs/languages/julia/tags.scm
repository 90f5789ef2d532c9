; Definitions of Julia.

(module_definition name: (identifier) @name . [(_) "end"] @body) @definition.module

(struct_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))
]) . [(_) "end"] @body) @definition.struct
([
  (abstract_definition (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . (identifier) @name)
    (binary_expression . (parametrized_type_expression . (identifier) @name))
  ]))
  (primitive_definition (type_head [
    (identifier) @name
    (binary_expression . (identifier) @name)
  ]))
] @definition.type)

(function_definition
  (signature [
    (identifier) @name
    (call_expression . [
      (identifier) @name
      (field_expression value: (_) @scope (identifier) @name)
    ])
    (typed_expression . (call_expression . [
      (identifier) @name
      (field_expression value: (_) @scope (identifier) @name)
    ]))
    (where_expression . (call_expression . [
      (identifier) @name
      (field_expression value: (_) @scope (identifier) @name)
    ]))
    (where_expression . (typed_expression . (call_expression . [
      (identifier) @name
      (field_expression value: (_) @scope (identifier) @name)
    ])))
  ])
  .
  [(_) "end"] @body) @definition.function
(macro_definition
  (signature (call_expression . (identifier) @name))
  .
  [(_) "end"] @body) @definition.macro

; f(x) = x + 1
(assignment
  .
  [
    (call_expression . [
      (identifier) @name
      (field_expression value: (_) @scope (identifier) @name)
    ])
    (typed_expression . (call_expression . (identifier) @name))
    (where_expression . (call_expression . (identifier) @name))
  ]
  (operator)
  .
  (_) @body) @definition.function

(const_statement (assignment . (identifier) @name)) @definition.constant
