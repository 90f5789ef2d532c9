; Scopes of Swift and the names that they bind.

(class_declaration
  declaration_kind: ["class" "struct" "enum" "actor"]
  name: (type_identifier) @name) @scope.class
(class_declaration
  declaration_kind: ["class" "struct" "enum" "actor"]
  name: (type_identifier) @name
  (inheritance_specifier inherits_from: (_) @base)) @scope.class
(class_declaration declaration_kind: "extension" name: (_) @owner) @scope.class
(class_declaration
  declaration_kind: "extension"
  name: (_) @owner
  (inheritance_specifier inherits_from: (_) @base)) @scope.class
(protocol_declaration name: (type_identifier) @name) @scope.class
(protocol_declaration
  name: (type_identifier) @name
  (inheritance_specifier inherits_from: (_) @base)) @scope.class

(function_declaration name: (simple_identifier) @name) @scope.function
(function_declaration name: (simple_identifier) @name "->" . (_) @type) @scope.function
(protocol_function_declaration name: (simple_identifier) @name) @scope.function
(protocol_function_declaration name: (simple_identifier) @name "->" . (_) @type) @scope.function
[
  (function_declaration)
  (init_declaration)
  (deinit_declaration)
  (subscript_declaration)
  (lambda_literal)
  (computed_getter)
  (computed_setter)
] @scope.function
[
  (computed_property)
  (function_body)
  (if_statement)
  (while_statement)
  (for_statement)
  (do_statement)
  (catch_block)
  (switch_entry)
] @scope.block

(type_parameter (type_identifier) @definition.placeholder)
(type_parameter . (type_identifier) @definition.placeholder)
(associatedtype_declaration name: (type_identifier) @definition.placeholder)
(typealias_declaration name: (type_identifier) @definition.alias "=" . (_) @value)
(typealias_declaration name: (type_identifier) @definition.definition)

(parameter name: (simple_identifier) @definition.parameter . ":" . (_) @type)
(parameter name: (simple_identifier) @definition.parameter)
(lambda_parameter name: (simple_identifier) @definition.parameter . ":" . (_) @type)
(lambda_parameter name: (simple_identifier) @definition.parameter)
(computed_setter (simple_identifier) @definition.parameter)

(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @definition.variable)
  .
  (type_annotation (_) @type))
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @definition.variable)
  .
  "="
  .
  value: [(call_expression) (navigation_expression) (simple_identifier) (try_expression)] @value)
(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @definition.variable)
  (type_annotation (_) @type))
(class_declaration
  name: (type_identifier) @type
  (enum_class_body (enum_entry name: (simple_identifier) @definition.variable)))

(if_statement
  bound_identifier: (simple_identifier) @definition.variable
  .
  "="
  .
  condition: (_) @value)
(if_statement bound_identifier: (simple_identifier) @definition.variable)
(while_statement bound_identifier: (simple_identifier) @definition.variable)
; It is known behind its statement.
(guard_statement
  bound_identifier: (simple_identifier) @definition.variable
  .
  "="
  .
  condition: (_) @value)
(guard_statement bound_identifier: (simple_identifier) @definition.variable)
(pattern
  (pattern bound_identifier: (simple_identifier) @definition.variable)
  "as"
  name: (_) @type)
(pattern (value_binding_pattern) (pattern (simple_identifier) @definition.variable))
(pattern (value_binding_pattern) (pattern (pattern (simple_identifier) @definition.variable)))
(property_declaration name: (pattern (pattern (simple_identifier) @definition.variable)))
(for_statement item: (pattern (pattern (simple_identifier) @definition.variable)))
(pattern bound_identifier: (simple_identifier) @definition.variable)
; if case let .done(item) = state
(if_statement (value_binding_pattern) (pattern (simple_identifier) @definition.variable))
(while_statement (value_binding_pattern) (pattern (simple_identifier) @definition.variable))
(guard_statement (value_binding_pattern) (pattern (simple_identifier) @definition.variable))
