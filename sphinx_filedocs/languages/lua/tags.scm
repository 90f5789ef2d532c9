; Definitions of Lua: functions that are declared or assigned to a name.

(function_declaration
  name: [
    (identifier) @name
    (dot_index_expression table: (_) @scope field: (identifier) @name)
    (method_index_expression table: (_) @scope method: (identifier) @name)
  ]) @definition.function

(assignment_statement
  (variable_list
    .
    name: [
      (identifier) @name
      (dot_index_expression table: (_) @scope field: (identifier) @name)
    ])
  (expression_list
    .
    value: (function_definition parameters: (_) . _ @body))) @definition.function

(field
  name: (identifier) @name
  value: (function_definition parameters: (_) . _ @body)) @definition.function

; An empty body is no node.
(function_declaration
  name: [
    (identifier) @name
    (dot_index_expression field: (identifier) @name)
    (method_index_expression method: (identifier) @name)
  ]
  parameters: (_) . "end" @body) @definition.none

(chunk
  (variable_declaration
    (assignment_statement
      (variable_list . name: (identifier) @name)) @definition.constant)
  (#match? @name "^[A-Z][A-Z0-9_]+$"))
(chunk
  (assignment_statement
    (variable_list
      .
      name: [
        (identifier) @name
        (dot_index_expression table: (_) @scope field: (identifier) @name)
      ])) @definition.constant
  (#match? @name "^[A-Z][A-Z0-9_]+$"))
