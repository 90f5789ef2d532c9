; Scopes of Lua and the names that they bind. A table whose members are defined is a type.

(function_declaration name: (identifier) @name) @scope.function
(function_declaration
  name: [
    (dot_index_expression
      table: (identifier) @owner
      field: (identifier) @definition.attribute)
    (method_index_expression
      table: (identifier) @owner
      method: (identifier) @definition.attribute)
  ]) @scope.class
(function_declaration
  name: [(dot_index_expression) (method_index_expression)]) @scope.function
(function_definition) @scope.function
(block) @scope.block
[(for_statement) (repeat_statement)] @scope.block

(parameters name: (identifier) @definition.parameter)
(for_numeric_clause name: (identifier) @definition.variable)
(for_generic_clause (variable_list name: (identifier) @definition.variable))

(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @definition.variable)
    (expression_list . value: (_) @value)))
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) . name: (identifier) @definition.variable)
    (expression_list . value: (_) . value: (_) @value)))
(variable_declaration
  (assignment_statement
    (variable_list name: (identifier) @definition.variable)
    (expression_list) @after))
(variable_declaration (variable_list name: (identifier) @definition.variable))
; A global, unless it is a local variable that gets another value.
(assignment_statement (variable_list name: (identifier) @definition.file))

; Members that a table gets later.
((assignment_statement
    (variable_list
      .
      name: (dot_index_expression
        table: (identifier) @owner
        field: (identifier) @definition.attribute))
    (expression_list . value: (_) @value)) @scope.class
  (#not-eq? @owner "self"))
((assignment_statement
    (variable_list
      .
      name: (dot_index_expression
        table: (identifier) @_self
        field: (identifier) @definition.field))
    (expression_list . value: (_) @value))
  (#eq? @_self "self"))
((assignment_statement
    (variable_list
      name: (dot_index_expression
        table: (identifier) @_self
        field: (identifier) @definition.field)))
  (#eq? @_self "self"))

(method_index_expression table: (_) @owner method: (identifier) @member)

; What the file returns is what others get.
((chunk (return_statement "return" @definition.export (expression_list . (_) @value .)))
  (#set! name "default"))
