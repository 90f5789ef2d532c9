; Scopes of Scala and the names that they bind.

(class_definition name: (identifier) @name) @scope.class
(class_definition
  name: (identifier) @name
  extend: (extends_clause type: [(type_identifier) (generic_type) (stable_type_identifier)] @base))
  @scope.class
(object_definition name: (identifier) @name) @scope.class
(object_definition
  name: (identifier) @name
  extend: (extends_clause type: [(type_identifier) (generic_type) (stable_type_identifier)] @base))
  @scope.class
(trait_definition name: (identifier) @name) @scope.class
(trait_definition
  name: (identifier) @name
  extend: (extends_clause type: [(type_identifier) (generic_type) (stable_type_identifier)] @base))
  @scope.class
(enum_definition name: (identifier) @name) @scope.class
(full_enum_case name: (identifier) @name) @scope.class
(instance_expression
  . [(type_identifier) (generic_type) (stable_type_identifier)] @base
  (template_body) @scope.class)
(instance_expression
  . (compound_type [(type_identifier) (generic_type) (stable_type_identifier)] @base)
  (template_body) @scope.class)
(instance_expression
  . (compound_type (applied_constructor_type . (_) @base))
  (template_body) @scope.class)

(function_definition name: (identifier) @name) @scope.function
(function_definition name: (identifier) @name return_type: (_) @type) @scope.function
(function_declaration name: (identifier) @name) @scope.function
(function_declaration name: (identifier) @name return_type: (_) @type) @scope.function
[(lambda_expression) (extension_definition)] @scope.function
[(block) (indented_block) (case_clause) (for_expression)] @scope.block

; What takes nothing is named like a value.
(function_definition !parameters name: (identifier) @definition.computed)
(function_declaration !parameters name: (identifier) @definition.computed)

(type_parameters name: (identifier) @definition.placeholder)

; A parameter of a class is known in all of it.
(class_parameter name: (identifier) @definition.variable type: (_) @type)
(parameter
  name: (identifier) @definition.parameter
  type: (repeated_parameter_type type: (_) @type)) @rest
(parameter name: (identifier) @definition.parameter type: (_) @type)
(binding name: (identifier) @definition.parameter type: (_)? @type)
(lambda_expression parameters: (identifier) @definition.parameter)
((enumerator . (identifier) @definition.variable) (#match? @definition.variable "^[a-z_]"))

(val_definition pattern: (identifier) @definition.variable type: (_) @type)
(var_definition pattern: (identifier) @definition.variable type: (_) @type)
(val_definition
  pattern: (identifier) @definition.variable
  !type
  value: [(instance_expression) (call_expression) (field_expression) (identifier)] @value)
(var_definition
  pattern: (identifier) @definition.variable
  !type
  value: [(instance_expression) (call_expression) (field_expression)] @value)
(val_definition pattern: (identifier) @definition.variable)
(var_definition pattern: (identifier) @definition.variable)
(val_declaration name: (identifier) @definition.variable type: (_) @type)
(var_declaration name: (identifier) @definition.variable type: (_) @type)
(given_definition name: (identifier) @definition.definition)
(type_definition name: (type_identifier) @definition.alias type: (_) @value)
(type_definition name: (type_identifier) @definition.definition)
(enum_definition
  name: (identifier) @type
  body: (_ (enum_case_definitions (simple_enum_case name: (identifier) @definition.variable))))

; In a pattern, what begins with a small letter is bound.
(typed_pattern pattern: (identifier) @definition.variable type: (_) @type)
(capture_pattern name: (identifier) @definition.variable)
((case_class_pattern (identifier) @definition.variable)
  (#match? @definition.variable "^[a-z_]"))
((tuple_pattern (identifier) @definition.variable) (#match? @definition.variable "^[a-z_]"))
((infix_pattern (identifier) @definition.variable) (#match? @definition.variable "^[a-z_]"))
((case_clause pattern: (identifier) @definition.variable)
  (#match? @definition.variable "^[a-z_]"))
