; Scopes of Java and the names that they bind.

(class_declaration name: (identifier) @name) @scope.class
(class_declaration
  name: (identifier) @name
  superclass: (superclass (_) @base)) @scope.class
(class_declaration
  name: (identifier) @name
  interfaces: (super_interfaces (type_list (_) @base))) @scope.class
(interface_declaration name: (identifier) @name) @scope.class
(interface_declaration
  name: (identifier) @name
  (extends_interfaces (type_list (_) @base))) @scope.class
(enum_declaration name: (identifier) @name) @scope.class
(enum_declaration
  name: (identifier) @name
  interfaces: (super_interfaces (type_list (_) @base))) @scope.class
(record_declaration name: (identifier) @name) @scope.class
(record_declaration
  name: (identifier) @name
  interfaces: (super_interfaces (type_list (_) @base))) @scope.class
(annotation_type_declaration name: (identifier) @name) @scope.class

; Classes without a name.
(object_creation_expression
  type: (_) @base
  (class_body) @scope.class)
(enum_declaration
  name: (identifier) @base
  body: (enum_body (enum_constant body: (class_body) @scope.class)))

(method_declaration name: (identifier) @name) @scope.function
(method_declaration type: (_) @type name: (identifier) @name) @scope.function
(constructor_declaration name: (identifier) @name) @scope.function
(compact_constructor_declaration name: (identifier) @name) @rest @scope.function
(annotation_type_element_declaration name: (identifier) @name) @scope.function
(annotation_type_element_declaration type: (_) @type name: (identifier) @name) @scope.function
(lambda_expression) @scope.function
[
  (block)
  (for_statement)
  (enhanced_for_statement)
  (try_with_resources_statement)
  (catch_clause)
  (switch_block)
  (switch_rule)
] @scope.block

(type_parameter . (type_identifier) @definition.placeholder (type_bound . (_) @type)?)

((formal_parameter type: (_) @type name: (identifier) @definition.parameter) @place
  (#not-eq? @type "var"))
((formal_parameter type: (type_identifier) @_type name: (identifier) @definition.parameter) @place
  (#eq? @_type "var"))
(spread_parameter
  (_) @type
  .
  (variable_declarator name: (identifier) @definition.parameter)) @rest
(inferred_parameters (identifier) @definition.parameter @place)
(lambda_expression parameters: (identifier) @definition.parameter @place)

; What the parameters of a lambda get, by what takes it or by the type that it is to have.
(method_invocation
  name: (identifier) @taker
  arguments: (argument_list (lambda_expression parameters: [
    (identifier) @definition.parameter
    (inferred_parameters (identifier) @definition.parameter)
  ]) @argument))
((method_invocation
    name: (identifier) @taker
    arguments: (argument_list (lambda_expression parameters: (formal_parameters (formal_parameter
      type: (type_identifier) @_type name: (identifier) @definition.parameter))) @argument))
  (#eq? @_type "var"))
([
    (local_variable_declaration type: (_) @expected
      declarator: (variable_declarator value: (lambda_expression parameters: [
        (identifier) @definition.parameter
        (inferred_parameters (identifier) @definition.parameter)
      ])))
    (field_declaration type: (_) @expected
      declarator: (variable_declarator value: (lambda_expression parameters: [
        (identifier) @definition.parameter
        (inferred_parameters (identifier) @definition.parameter)
      ])))
    (cast_expression type: (_) @expected
      value: (lambda_expression parameters: [
        (identifier) @definition.parameter
        (inferred_parameters (identifier) @definition.parameter)
      ]))
    (assignment_expression left: (_) @expected
      right: (lambda_expression parameters: [
        (identifier) @definition.parameter
        (inferred_parameters (identifier) @definition.parameter)
      ]))
  ])
(return_statement (lambda_expression parameters: [
  (identifier) @definition.parameter
  (inferred_parameters (identifier) @definition.parameter)
]) @returned)
(catch_formal_parameter
  (catch_type . (_) @type)
  name: (identifier) @definition.parameter)

; The components of a record are its fields and the methods that return them.
(record_declaration
  parameters: (formal_parameters
    (formal_parameter type: (_) @type name: (identifier) @definition.accessor)))

(field_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @definition.variable))
(constant_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @definition.variable))
(enum_declaration
  name: (identifier) @type
  body: (enum_body (enum_constant name: (identifier) @definition.variable)))

((local_variable_declaration
    type: (_) @type
    declarator: (variable_declarator name: (identifier) @definition.variable))
  (#not-eq? @type "var"))
((local_variable_declaration
    type: (type_identifier) @_type
    declarator: (variable_declarator
      name: (identifier) @definition.variable
      value: (_) @value))
  (#eq? @_type "var"))
((enhanced_for_statement type: (_) @type name: (identifier) @definition.variable)
  (#not-eq? @type "var"))
((enhanced_for_statement
    type: (type_identifier) @_type name: (identifier) @definition.variable value: (_) @many)
  (#eq? @_type "var"))
((resource type: (_) @type name: (identifier) @definition.variable)
  (#not-eq? @type "var"))
((resource
    type: (type_identifier) @_type
    name: (identifier) @definition.variable
    value: (_) @value)
  (#eq? @_type "var"))
(instanceof_expression right: (_) @type name: (identifier) @definition.variable)
(type_pattern . (_) @type . (identifier) @definition.variable)
(record_pattern_component . (_) @type . (identifier) @definition.variable)

; An enumeration's constants are named without it where a value of it is told apart.
(switch_expression
  condition: (parenthesized_expression (_) @owner)
  body: (switch_block (_ (switch_label (identifier) @member))))
