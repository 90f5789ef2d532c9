; Scopes of PHP and the names that they bind. A variable has its sign in its name.

(class_declaration name: (name) @name) @scope.class
(class_declaration name: (name) @name (base_clause [(name) (qualified_name)] @base)) @scope.class
(class_declaration
  name: (name) @name
  (class_interface_clause [(name) (qualified_name)] @base)) @scope.class
(class_declaration
  name: (name) @name
  body: (_ (use_declaration [(name) (qualified_name)] @base))) @scope.class
(interface_declaration name: (name) @name) @scope.class
(interface_declaration
  name: (name) @name
  (base_clause [(name) (qualified_name)] @base)) @scope.class
(trait_declaration name: (name) @name) @scope.class
(trait_declaration
  name: (name) @name
  body: (_ (use_declaration [(name) (qualified_name)] @base))) @scope.class
(enum_declaration name: (name) @name) @scope.class
(enum_declaration
  name: (name) @name
  (class_interface_clause [(name) (qualified_name)] @base)) @scope.class
(anonymous_class body: (_) @scope.class)
(anonymous_class
  [
    (base_clause [(name) (qualified_name)] @base)
    (class_interface_clause [(name) (qualified_name)] @base)
  ]
  body: (_) @scope.class)
(anonymous_class body: (_ (use_declaration [(name) (qualified_name)] @base)) @scope.class)

(function_definition name: (name) @name) @scope.function
(function_definition name: (name) @name return_type: (_) @type) @scope.function
(method_declaration name: (name) @name) @scope.function
(method_declaration name: (name) @name return_type: (_) @type) @scope.function
(anonymous_function) @scope.function
(arrow_function) @scope.function

; self::$count
(scoped_property_access_expression scope: (_) @owner name: (variable_name (name) @member))

; A parameter of a constructor that is a property too.
(property_promotion_parameter
  type: (_) @type
  name: (variable_name (name) @definition.field))
(property_promotion_parameter name: (variable_name (name) @definition.field))
(property_promotion_parameter type: (_) @type name: (variable_name) @definition.parameter)
(property_promotion_parameter name: (variable_name) @definition.parameter)
(simple_parameter type: (_) @type name: (variable_name) @definition.parameter)
(simple_parameter name: (variable_name) @definition.parameter)
(variadic_parameter type: (_) @type name: (variable_name) @definition.parameter) @rest
(variadic_parameter name: (variable_name) @definition.parameter) @rest
(anonymous_function_use_clause (variable_name) @definition.known)

(property_declaration
  type: (_) @type
  (property_element name: (variable_name (name) @definition.field)))
(property_declaration (property_element name: (variable_name (name) @definition.field)))
(const_declaration (const_element . (name) @definition.variable))
(enum_declaration
  name: (name) @type
  body: (_ (enum_case name: (name) @definition.variable)))

(assignment_expression
  left: (variable_name) @definition.variable
  right: [
    (object_creation_expression) (member_call_expression) (scoped_call_expression)
    (function_call_expression) (nullsafe_member_call_expression) (member_access_expression)
    (variable_name) (clone_expression) (parenthesized_expression) (assignment_expression)
  ] @value)
(assignment_expression left: (variable_name) @definition.variable)
(augmented_assignment_expression left: (variable_name) @definition.variable)
(reference_assignment_expression left: (variable_name) @definition.variable)
(list_literal (variable_name) @definition.variable)
(foreach_statement (_) (variable_name) @definition.variable body: (_))
(foreach_statement (_) (pair (variable_name) @definition.variable) body: (_))
(foreach_statement
  (_)
  (pair (by_ref (variable_name) @definition.variable))
  body: (_))
(foreach_statement (_) (by_ref (variable_name) @definition.variable) body: (_))
(catch_clause type: (type_list . (named_type) @type .) name: (variable_name) @definition.variable)
(catch_clause name: (variable_name) @definition.variable)
(static_variable_declaration name: (variable_name) @definition.variable)
