; How the expressions of Scala are made of names.

(field_expression field: (identifier) @member)
(stable_type_identifier (_) (type_identifier) @member .)
; The last name of an import may be bound.
(import_declaration path: (_) . path: (identifier) @member . path: (_))
(import_declaration
  path: (_) . path: (identifier) @member . [(namespace_wildcard) (namespace_selectors)])
(stable_identifier (_) (identifier) @member .)

(call_expression function: (_) @callee) @call
(call_expression function: (identifier) @called arguments: (arguments) @arguments)
(call_expression
  function: (field_expression field: (identifier) @called)
  arguments: (arguments) @arguments)
(call_expression
  function: (generic_function function: (identifier) @called)
  arguments: (arguments) @arguments)
(call_expression
  function: (generic_function function: (field_expression field: (identifier) @called))
  arguments: (arguments) @arguments)
(call_expression function: (identifier) @function arguments: [(block) (case_block)])
(call_expression
  function: (field_expression field: (identifier) @function)
  arguments: [(block) (case_block)])
(instance_expression . [(type_identifier) (generic_type) (stable_type_identifier)] @callee) @call
(instance_expression
  . (compound_type base: [(type_identifier) (generic_type) (stable_type_identifier)] @callee)) @call
(instance_expression . (compound_type base: (applied_constructor_type . (_) @callee))) @call

(generic_type type: (_) @inner) @same
(generic_function function: (_) @inner) @same
(parenthesized_expression (_) @inner) @same

((identifier) @this (#eq? @this "this"))
((identifier) @super (#eq? @super "super"))

(type_identifier) @type
(class_definition name: (identifier) @type)
(trait_definition name: (identifier) @type)
(enum_definition name: (identifier) @type)
(type_parameters name: (identifier) @type)

; The name of an argument.
(arguments (assignment_expression left: (identifier) @skip))
; What stands between its arguments may be a function of any of its types.
(infix_expression operator: (identifier) @skip)
(infix_pattern operator: (identifier) @skip)
(operator_identifier) @skip
(interpolated_string_expression interpolator: (identifier) @skip)
(package_identifier (identifier) @skip)
(function_definition name: (identifier) @_this @skip (#eq? @_this "this"))
