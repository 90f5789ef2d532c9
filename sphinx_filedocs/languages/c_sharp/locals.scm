; Scopes of C# and the names that they bind.

(_ name: (identifier) @name (base_list [(identifier) (qualified_name) (generic_name)] @base)) @scope.class
(class_declaration name: (identifier) @name) @scope.class
(struct_declaration name: (identifier) @name) @scope.class
(interface_declaration name: (identifier) @name) @scope.class
(record_declaration name: (identifier) @name) @scope.class
(enum_declaration name: (identifier) @name) @scope.class

(method_declaration returns: (_) @type name: (identifier) @name) @scope.function
(local_function_statement type: (_) @type name: (identifier) @name) @scope.function
(delegate_declaration name: (identifier) @name) @scope.function
(constructor_declaration name: (identifier) @name) @scope.function
[
  (destructor_declaration)
  (operator_declaration)
  (conversion_operator_declaration)
  (indexer_declaration)
  (accessor_declaration)
  (lambda_expression)
  (anonymous_method_expression)
] @scope.function
[
  (block)
  (for_statement)
  (foreach_statement)
  (using_statement)
  (catch_clause)
  (switch_section)
  (switch_expression_arm)
  (query_expression)
] @scope.block

(type_parameter name: (identifier) @definition.placeholder)

; The parameters of a record are its properties.
(record_declaration
  (parameter_list (parameter type: (_) @type name: (identifier) @definition.variable)))
(parameter type: (_) @type name: (identifier) @definition.parameter)
(parameter name: (identifier) @definition.parameter)
((parameter_list
    "params"
    type: (array_type type: (_) @type)
    name: (identifier) @definition.parameter) @rest)
(method_declaration
  parameters: (parameter_list "params" type: (array_type))) @rest @scope.function
(constructor_declaration
  parameters: (parameter_list "params" type: (array_type))) @rest @scope.function
(implicit_parameter) @definition.parameter

(variable_declaration
  type: (implicit_type)
  (variable_declarator name: (identifier) @definition.variable . (_)? @value))
((variable_declaration
    type: (_) @type
    (variable_declarator name: (identifier) @definition.variable))
  (#not-eq? @type "var"))
(property_declaration type: (_) @type name: (identifier) @definition.variable)
(event_declaration type: (_) @type name: (identifier) @definition.variable)
(enum_declaration
  name: (identifier) @type
  body: (_ (enum_member_declaration name: (identifier) @definition.variable)))

(foreach_statement
  type: (implicit_type)
  left: (identifier) @definition.variable
  right: (_) @many)
((foreach_statement type: (_) @type left: (identifier) @definition.variable)
  (#not-eq? @type "var"))
(catch_declaration type: (_) @type name: (identifier) @definition.variable)
(declaration_pattern type: (_) @type name: (identifier) @definition.variable)
(recursive_pattern type: (_) @type name: (identifier) @definition.variable)
(var_pattern name: (identifier) @definition.variable)
((declaration_expression type: (_) @type name: (identifier) @definition.variable)
  (#not-eq? @type "var"))
(declaration_expression name: (identifier) @definition.variable)
(tuple_pattern name: (identifier) @definition.variable)
(parenthesized_variable_designation (identifier) @definition.variable)
(from_clause name: (identifier) @definition.variable)
(let_clause . (identifier) @definition.variable)
(join_clause . (identifier) @definition.variable)

; new Point { X = 1 }
(object_creation_expression
  type: (_) @owner
  initializer: (initializer_expression (assignment_expression left: (identifier) @member)))
; case Point { X: 1 }
(recursive_pattern
  type: (_) @owner
  (property_pattern_clause (subpattern . (identifier) @member)))
