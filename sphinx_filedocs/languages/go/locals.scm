; Scopes of Go and the names that they bind.

; Types. What is embedded in a struct or an interface is its base, and so is what a type is made of.
(type_spec name: (type_identifier) @name) @scope.class
(type_spec
  name: (type_identifier) @name
  type: (struct_type (field_declaration_list (field_declaration !name type: [
    (type_identifier) @base
    (qualified_type) @base
    (generic_type type: (_) @base)
    (pointer_type [(type_identifier) (qualified_type)] @base)
    (pointer_type (generic_type type: (_) @base))
  ])))) @scope.class
(type_spec
  name: (type_identifier) @name
  type: (interface_type (type_elem . [(type_identifier) (qualified_type)] @base .))) @scope.class
(type_spec
  name: (type_identifier) @name
  type: [(type_identifier) (qualified_type)] @base) @scope.class
(type_spec
  name: (type_identifier) @name
  type: (generic_type type: (_) @base)) @scope.class
(type_spec
  name: (type_identifier) @name
  type: [(slice_type) (array_type) (map_type) (channel_type)] @type) @scope.class
(type_alias name: (type_identifier) @name type: (_) @type) @scope.class

; What is the value of a variable implements the interface that this is declared to be of.
(var_spec
  type: [(type_identifier) (qualified_type)] @base
  value: (expression_list . [
    (composite_literal type: [(type_identifier) (qualified_type)] @owner)
    (unary_expression operator: "&" operand: (composite_literal
      type: [(type_identifier) (qualified_type)] @owner))
    (call_expression function: (parenthesized_expression (unary_expression
      operator: "*" operand: [(identifier) (selector_expression)] @owner)))
  ] .)) @scope.class

; The members of a type without a name are nobody's.
; $NAMELESS = [
;   (struct_type)
;   (interface_type)
;   (interface_type (type_elem . [(type_identifier) (qualified_type)] @base .))
;   ] @scope.class
(field_declaration type: $NAMELESS)
(pointer_type $NAMELESS)
(slice_type element: $NAMELESS)
(array_type element: $NAMELESS)
(implicit_length_array_type element: $NAMELESS)
(map_type value: $NAMELESS)
(channel_type value: $NAMELESS)
(var_spec type: $NAMELESS)
(composite_literal type: (struct_type) @scope.class)
(parameter_declaration type: $NAMELESS)
(type_assertion_expression type: $NAMELESS)

(field_declaration name: (field_identifier) @definition.field type: (_) @type)
; An embedded field has the name of its type.
(field_declaration !name type: [
  (type_identifier) @definition.shorthand @type
  (qualified_type name: (type_identifier) @definition.shorthand) @type
  (generic_type type: (type_identifier) @definition.shorthand @type)
  (pointer_type (type_identifier) @definition.shorthand @type)
  (pointer_type (qualified_type name: (type_identifier) @definition.shorthand) @type)
  (pointer_type (generic_type type: (type_identifier) @definition.shorthand @type))
])

[
  (function_declaration name: (identifier) @name)
  (method_elem name: (field_identifier) @name)
] @scope.function
[
  (function_declaration
    name: (identifier) @name
    result: [
      (parameter_list) @type
      (type_identifier) @type
      (qualified_type) @type
      (generic_type) @type
      (pointer_type) @type
      (slice_type) @type
      (array_type) @type
      (map_type) @type
      (channel_type) @type
    ])
  (method_elem
    name: (field_identifier) @name
    result: [
      (parameter_list) @type
      (type_identifier) @type
      (qualified_type) @type
      (generic_type) @type
      (pointer_type) @type
      (slice_type) @type
      (array_type) @type
      (map_type) @type
      (channel_type) @type
    ])
] @scope.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @owner
    (generic_type type: (type_identifier) @owner)
    (pointer_type (type_identifier) @owner)
    (pointer_type (generic_type type: (type_identifier) @owner))
    (parenthesized_type (type_identifier) @owner)
    (parenthesized_type (pointer_type (type_identifier) @owner))
  ]))
  name: (field_identifier) @name) @scope.function
(method_declaration
  name: (field_identifier) @name
  result: [
    (parameter_list) @type
    (type_identifier) @type
    (qualified_type) @type
    (generic_type) @type
    (pointer_type) @type
    (slice_type) @type
    (array_type) @type
    (map_type) @type
    (channel_type) @type
  ]) @scope.function
(func_literal) @scope.function

[
  (function_type)
  (block)
  (if_statement)
  (for_statement)
  (expression_switch_statement)
  (type_switch_statement)
  (select_statement)
  (communication_case)
  (expression_case)
  (type_case)
  (default_case)
] @scope.block

(type_parameter_declaration name: (identifier) @definition.placeholder)
; A receiver's type parameters are bound where they are named.
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (generic_type type_arguments: (type_arguments
    (type_elem (type_identifier) @definition.placeholder)))
  (pointer_type (generic_type type_arguments: (type_arguments
    (type_elem (type_identifier) @definition.placeholder))))
])))
(parameter_declaration name: (identifier) @definition.parameter type: (_) @type @after)
(variadic_parameter_declaration
  name: (identifier) @definition.parameter type: (_) @type @after) @rest

; Variables. All are visible behind the values.
((short_var_declaration left: (expression_list) @listed right: (_) @after)
  (#set! nested "identifier"))
(short_var_declaration
  left: (expression_list . (identifier) @definition.variable .)
  right: (expression_list . (_) @value .))
(short_var_declaration
  left: (expression_list . (identifier) @definition.variable . (_))
  right: (expression_list
    . [(index_expression) (type_assertion_expression) (unary_expression)] @value .))
(short_var_declaration
  left: (expression_list . (_) . (_)) @divided right: (expression_list . (call_expression) @value .))
(short_var_declaration
  left: (expression_list . (_) . (_)) @divided right: (expression_list . (_) . (_)) @value)
((var_spec type: (_)? @type value: (_)? @after) @listed
  (#set! nested "identifier"))
(var_spec . name: (identifier) @definition.variable value: (expression_list . (_) @value))
((const_spec type: (_)? @type) @listed
  (#set! nested "identifier"))
(const_spec
  . name: (identifier) @definition.variable value: (expression_list . (_) @value))
((range_clause left: (expression_list) @listed ":=" right: (_) @after)
  (#set! nested "identifier"))
(range_clause left: (expression_list) @divided) @many
((receive_statement left: (expression_list) @listed ":=")
  (#set! nested "identifier"))
(receive_statement
  left: (expression_list . (identifier) @definition.variable)
  ":="
  right: (unary_expression) @value)
(type_switch_statement alias: (expression_list (identifier) @definition.variable))
(type_switch_statement
  alias: (expression_list . (identifier) @told .)
  (type_case "case" @definition.narrowed . type: (_) @type . ":"))

; The fields that a literal names are those of its type, or of that of its elements.
(composite_literal
  type: [(type_identifier) (qualified_type) (generic_type) (struct_type)] @owner
  body: (literal_value (keyed_element key: (literal_element (identifier) @member))))
(composite_literal
  type: [
    (slice_type element: [(type_identifier) (qualified_type) (generic_type) (struct_type)] @owner)
    (slice_type element: (pointer_type (_) @owner))
    (array_type element: [(type_identifier) (qualified_type) (generic_type) (struct_type)] @owner)
    (array_type element: (pointer_type (_) @owner))
    (implicit_length_array_type element: [(type_identifier) (qualified_type) (struct_type)] @owner)
  ]
  body: (literal_value (literal_element (literal_value
    (keyed_element key: (literal_element (identifier) @member))))))
(composite_literal
  type: (map_type value: [
    (type_identifier) @owner
    (qualified_type) @owner
    (generic_type) @owner
    (struct_type) @owner
    (pointer_type (_) @owner)
  ])
  body: (literal_value (keyed_element value: (literal_element (literal_value
    (keyed_element key: (literal_element (identifier) @member)))))))
