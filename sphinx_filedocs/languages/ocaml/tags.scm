; inherits: ocaml_interface
; What only an implementation has.

(compilation_unit
  (value_definition
    (let_binding
      pattern: [(value_name) (parenthesized_operator)] @name
      (parameter)
      body: (_) @body) @definition.function))
(structure
  (value_definition
    (let_binding
      pattern: [(value_name) (parenthesized_operator)] @name
      (parameter)
      body: (_) @body) @definition.function))
(compilation_unit
  (value_definition
    (let_binding
      pattern: [(value_name) (parenthesized_operator)] @name
      body: [(fun_expression) (function_expression)] @body) @definition.function))
(structure
  (value_definition
    (let_binding
      pattern: [(value_name) (parenthesized_operator)] @name
      body: [(fun_expression) (function_expression)] @body) @definition.function))
(compilation_unit
  (value_definition (let_binding pattern: (value_name) @name) @definition.constant))
(structure
  (value_definition (let_binding pattern: (value_name) @name) @definition.constant))
