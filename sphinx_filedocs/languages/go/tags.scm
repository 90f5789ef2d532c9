; Definitions of Go: package level only; what a function declares inside itself is local.

(source_file
  (function_declaration name: (identifier) @name) @definition.function)

; The receiver's type is the owner: T, *T, (*T), T[K, V], *T[K, V].
(source_file
  (method_declaration
    receiver: (parameter_list
      (parameter_declaration
        type: [
          (type_identifier) @scope
          (generic_type type: (type_identifier) @scope)
          (pointer_type (type_identifier) @scope)
          (pointer_type (generic_type type: (type_identifier) @scope))
          (parenthesized_type (type_identifier) @scope)
          (parenthesized_type (pointer_type (type_identifier) @scope))
          (parenthesized_type
            (pointer_type (generic_type type: (type_identifier) @scope)))
        ]))
    name: (field_identifier) @name) @definition.method)

(source_file
  (type_declaration
    "type" @prefix
    (type_spec
      name: (type_identifier) @name
      type: (struct_type (field_declaration_list) @body)) @definition.struct))

(source_file
  (type_declaration
    "type" @prefix
    (type_spec
      name: (type_identifier) @name
      type: (interface_type "{" @body)) @definition.interface))

(source_file
  (type_declaration
    (type_spec
      type: (interface_type
        (method_elem name: (field_identifier) @name) @definition.method))))

(source_file
  (type_declaration
    "type" @prefix
    [
      (type_alias name: (type_identifier) @name)
      (type_spec
        name: (type_identifier) @name
        type: [
          (array_type)
          (channel_type)
          (function_type)
          (generic_type)
          (map_type)
          (parenthesized_type)
          (pointer_type)
          (qualified_type)
          (slice_type)
          (type_identifier)
        ])
    ] @definition.type))

(source_file
  (const_declaration
    "const" @prefix
    (const_spec (identifier) @name) @definition.constant))

; Of the variables only the exported ones.
(source_file
  (var_declaration
    "var" @prefix
    (var_spec (identifier) @name) @definition.variable)
  (#match? @name "^[A-Z]"))

(source_file
  (var_declaration
    "var" @prefix
    (var_spec_list
      (var_spec (identifier) @name) @definition.variable))
  (#match? @name "^[A-Z]"))

; The signature of a variable ends where a literal of many lines begins.
(var_spec
  (identifier) @name
  value: (expression_list
    .
    [
      (composite_literal body: (_) @body)
      (unary_expression operand: (composite_literal body: (_) @body))
      (func_literal body: (_) @body)
    ]
    .)) @definition.none
