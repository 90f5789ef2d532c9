; inherits: ecmascript

; Return types, and what functions tell of an argument where they return true.
(function_declaration
  name: (identifier) @name return_type: (_ (_) @type)) @scope.function
(method_definition
  name: [(property_identifier) (private_property_identifier)] @name
  return_type: (_ (_) @type)) @scope.function
(variable_declarator
  name: (identifier) @definition.variable
  value: [
    (arrow_function return_type: (_ (_) @type))
    (function_expression return_type: (_ (_) @type))
  ])

(variable_declarator
  name: (identifier) @name value: [(arrow_function) (function_expression)] @scope.function)
(arrow_function return_type: (_ (_) @type)) @scope.function
(function_expression return_type: (_ (_) @type)) @scope.function
(method_signature name: (property_identifier) @name) @scope.function
(function_signature name: (identifier) @definition.outer) @scope.function
(function_signature
  name: (identifier) @definition.outer return_type: (_ (_) @type))
[
  (method_signature name: [(property_identifier) (private_property_identifier)] @definition.field)
  (abstract_method_signature name: (property_identifier) @definition.field)
]
(method_signature
  name: (property_identifier) @definition.field return_type: (_ (_) @type))
(abstract_method_signature
  name: (property_identifier) @definition.field return_type: (_ (_) @type))
[
  (method_signature)
  (abstract_method_signature)
  (call_signature)
  (construct_signature)
  (function_type)
  (constructor_type)
] @scope.function
(conditional_type) @scope.block
(type_alias_declaration) @scope.block

(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @definition.field
  value: [
    (arrow_function return_type: (_ (_) @type))
    (function_expression return_type: (_ (_) @type))
  ])
(pair key: (property_identifier) @definition.field value: [
  (arrow_function return_type: (_ (_) @type))
  (function_expression return_type: (_ (_) @type))
])

; Classes, interfaces, enums and types that have members.
(class_declaration name: (_) @name) @scope.class
(abstract_class_declaration name: (_) @name) @scope.class
(class name: (_) @definition.outer)
(class_declaration (class_heritage [
  (extends_clause value: (_) @base)
  (implements_clause (_) @base)
])) @scope.class
(abstract_class_declaration (class_heritage [
  (extends_clause value: (_) @base)
  (implements_clause (_) @base)
])) @scope.class
(class (class_heritage [
  (extends_clause value: (_) @base)
  (implements_clause (_) @base)
])) @scope.class
(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @definition.field
  type: (type_annotation (_) @type)?
  value: (_)? @value)
(public_field_definition "static" name: (_) @definition.field) @static
(public_field_definition name: (property_identifier) @name value: (object) @scope.object)
(interface_declaration name: (_) @name) @scope.class
(interface_declaration (extends_type_clause type: (_) @base)) @scope.class
(enum_declaration name: (_) @name) @scope.class
(assignment_expression "using" left: (identifier) @definition.variable right: (_) @value)
; Inside its body a member needs no owner.
(enum_body name: (property_identifier) @definition.variable)
(enum_assignment name: (property_identifier) @definition.variable)
(property_signature
  name: (property_identifier) @definition.field
  type: (type_annotation (_) @type)?)
(type_alias_declaration name: (type_identifier) @definition.outer value: (_) @value)
(type_alias_declaration name: (type_identifier) @name value: (object_type) @scope.class)
(type_alias_declaration
  name: (type_identifier) @name
  value: (intersection_type (_)? @base (object_type) @scope.class))
(variable_declarator
  name: (identifier) @name type: (type_annotation (object_type) @scope.class))
(property_signature
  name: (property_identifier) @name type: (type_annotation (object_type) @scope.class))
(object_type) @scope.class
(variable_declarator name: (identifier) @name value: [
  (as_expression (object) @scope.object)
  (satisfies_expression (object) @scope.object)
  (as_expression (satisfies_expression (object) @scope.object))
])
; What is declared to be of a type implements that.
(variable_declarator
  name: (identifier) @name
  type: (type_annotation [(type_identifier) (generic_type name: (_)) (nested_type_identifier)] @base)
  value: (object) @scope.object)
(variable_declarator
  name: (identifier) @name
  value: (satisfies_expression
    (object) @scope.object
    [(type_identifier) (generic_type name: (_)) (nested_type_identifier)] @base))
(export_statement "default" @name value: [
  (as_expression (object) @scope.object)
  (satisfies_expression (object) @scope.object)
])

(internal_module name: (identifier) @name) @scope.block
(module name: (identifier) @name) @scope.block
(module) @scope.block

; ``in T`` and ``out T`` are errors to the grammar.
((type_parameter name: (type_identifier) @definition.placeholder)
  (#not-any-of? @definition.placeholder "in" "out"))
((type_parameter name: (type_identifier) @_variance (ERROR (identifier) @definition.placeholder))
  (#any-of? @_variance "in" "out"))
((type_parameters
    (type_parameter name: (type_identifier) @_variance)
    . (ERROR (identifier) @definition.placeholder))
  (#any-of? @_variance "in" "out"))
(type_parameter
  name: (type_identifier) @definition.placeholder . constraint: (constraint (_) @type))
(type_parameter
  name: (type_identifier) @definition.placeholder
  . constraint: (_)? . value: (default_type (_) @value))
((type_parameter
    name: (type_identifier) @_variance
    (ERROR (identifier) @definition.placeholder) . constraint: (constraint (_) @type))
  (#any-of? @_variance "in" "out"))
((type_parameter
    name: (type_identifier) @_variance
    (ERROR (identifier) @definition.placeholder)
    . constraint: (_)? . value: (default_type (_) @value))
  (#any-of? @_variance "in" "out"))
(infer_type . (type_identifier) @definition.placeholder)
(mapped_type_clause name: (type_identifier) @definition.placeholder)

; Parameters and variables with their types; what has a modifier is a field too.
(required_parameter
  [(accessibility_modifier) "readonly"]
  pattern: (identifier) @definition.property)
(optional_parameter
  [(accessibility_modifier) "readonly"]
  pattern: (identifier) @definition.property)
(required_parameter pattern: (identifier) @definition.parameter)
(optional_parameter pattern: (identifier) @definition.parameter)
(required_parameter pattern: (rest_pattern (identifier) @definition.parameter))
(required_parameter
  pattern: (identifier) @definition.parameter type: (type_annotation (_) @type))
(optional_parameter
  pattern: (identifier) @definition.parameter type: (type_annotation (_) @type))
(variable_declarator
  name: (identifier) @definition.variable type: (type_annotation (_) @type))

; What is unpacked where it comes in.
((required_parameter pattern: (object_pattern) @unpacked type: (type_annotation (_) @type))
  (#set! nested "shorthand_property_identifier_pattern"))
((variable_declarator name: (object_pattern) @unpacked type: (type_annotation (_) @type))
  (#set! nested "shorthand_property_identifier_pattern"))

; The places of parameters, and what those of a function that is an argument get: ``this`` is none.
(formal_parameters
  (required_parameter pattern: (identifier) @definition.parameter) @place)
(formal_parameters
  (optional_parameter pattern: (identifier) @definition.parameter) @place)
((formal_parameters
    . (required_parameter pattern: (this))
    (required_parameter pattern: (identifier) @definition.parameter) @place)
  (#set! first 1))
((formal_parameters
    . (required_parameter pattern: (this))
    (optional_parameter pattern: (identifier) @definition.parameter) @place)
  (#set! first 1))
(call_expression
  function: (_) @taker
  arguments: (arguments [
    (arrow_function parameters: (formal_parameters
      (required_parameter pattern: (identifier) @definition.parameter !type)))
    (function_expression parameters: (formal_parameters
      (required_parameter pattern: (identifier) @definition.parameter !type)))
  ] @argument))
(new_expression
  constructor: (_) @taker
  arguments: (arguments [
    (arrow_function parameters: (formal_parameters
      (required_parameter pattern: (identifier) @definition.parameter !type)))
    (function_expression parameters: (formal_parameters
      (required_parameter pattern: (identifier) @definition.parameter !type)))
  ] @argument))
(call_expression
  function: (_) @taker
  arguments: (arguments
    (arrow_function parameter: (identifier) @definition.parameter @place) @argument))
(new_expression
  constructor: (_) @taker
  arguments: (arguments
    (arrow_function parameter: (identifier) @definition.parameter @place) @argument))

; A function that is returned, or is expected to be of a type that is written there.
(return_statement [
  (arrow_function parameters: (formal_parameters
    (required_parameter pattern: (identifier) @definition.parameter !type)))
  (function_expression parameters: (formal_parameters
    (required_parameter pattern: (identifier) @definition.parameter !type)))
]) @returned
(arrow_function body: (arrow_function parameters: (formal_parameters
  (required_parameter pattern: (identifier) @definition.parameter !type))) @returned)
(variable_declarator
  type: (type_annotation (function_type return_type: (_) @type))
  value: [(arrow_function) (function_expression)] @scope.function)
(variable_declarator
  type: (type_annotation (_) @expected)
  value: [
    (arrow_function parameters: (formal_parameters
      (required_parameter pattern: (identifier) @definition.parameter !type)))
    (function_expression parameters: (formal_parameters
      (required_parameter pattern: (identifier) @definition.parameter !type)))
  ])
(public_field_definition
  type: (type_annotation (_) @expected)
  value: [
    (arrow_function parameters: (formal_parameters
      (required_parameter pattern: (identifier) @definition.parameter !type)))
    (function_expression parameters: (formal_parameters
      (required_parameter pattern: (identifier) @definition.parameter !type)))
  ])
(assignment_expression
  left: (member_expression) @expected
  right: [
    (arrow_function parameters: (formal_parameters
      (required_parameter pattern: (identifier) @definition.parameter !type)))
    (function_expression parameters: (formal_parameters
      (required_parameter pattern: (identifier) @definition.parameter !type)))
    (as_expression . (arrow_function parameters: (formal_parameters
      (required_parameter pattern: (identifier) @definition.parameter !type))))
  ])
(assignment_expression
  left: (member_expression) @expected
  right: (arrow_function parameter: (identifier) @definition.parameter @place))
(variable_declarator
  type: (type_annotation (_) @expected)
  value: (call_expression
    function: (_) @taker
    arguments: (arguments
      (arrow_function parameters: (formal_parameters
        (required_parameter pattern: (identifier) @definition.parameter !type))) @argument)))

; What a function tells of an argument.
; $ASKED =
;   (call_expression
;     function: (_) @taker arguments: (arguments (identifier) @definition.narrowed @argument))
((_
    condition: (parenthesized_expression [
      $ASKED
      (binary_expression left: $ASKED operator: "&&")
      (binary_expression operator: "&&" right: $ASKED)
    ])
    alternative: (_)? @outside) @scope.head)
(ternary_expression condition: $ASKED alternative: (_) @outside) @scope.head
(binary_expression left: $ASKED operator: "&&") @scope.head
(binary_expression left: (binary_expression left: $ASKED operator: "&&") operator: "&&") @scope.head
(binary_expression left: (unary_expression operator: "!" argument: $ASKED) operator: "||") @scope.head
(statement_block (if_statement
  condition: (parenthesized_expression (unary_expression operator: "!" argument: $ASKED))
  consequence: [
    (return_statement) (throw_statement) (continue_statement) (break_statement)
    (statement_block [
      (return_statement) (throw_statement) (continue_statement) (break_statement)
    ] .)
  ]
  !alternative) @after) @scope.head

; What a test has told of a member: which of several types it is.
(if_statement
  condition: (parenthesized_expression (binary_expression
    left: (member_expression
      object: (identifier) @told property: (property_identifier) @by)
    operator: ["===" "=="] @definition.narrowed
    right: (_) @as))
  alternative: (_)? @outside) @scope.head
(switch_statement
  value: (parenthesized_expression (member_expression
    object: (identifier) @told property: (property_identifier) @by))
  body: (switch_body
    . (switch_case "case" @definition.narrowed value: (_) @as) @scope.head))
(switch_statement
  value: (parenthesized_expression (member_expression
    object: (identifier) @told property: (property_identifier) @by))
  body: (switch_body
    (switch_case body: (_))
    . (switch_case "case" @definition.narrowed value: (_) @as) @scope.head))

; A member that is true, or is not.
((if_statement
    condition: (parenthesized_expression
      (member_expression
        object: (identifier) @told property: (property_identifier) @by)
      ")" @definition.narrowed)
    alternative: (_)? @outside) @scope.head
  (#set! as "true"))
((if_statement
    condition: (parenthesized_expression
      (unary_expression
        operator: "!"
        argument: (member_expression
          object: (identifier) @told property: (property_identifier) @by))
      ")" @definition.narrowed)
    alternative: (_)? @outside) @scope.head
  (#set! as "false"))
((if_statement
    condition: (parenthesized_expression (member_expression
      object: (identifier) @told property: (property_identifier) @by))
    alternative: (else_clause "else" @definition.narrowed) @scope.head)
  (#set! as "false"))
((if_statement
    condition: (parenthesized_expression (unary_expression
      operator: "!"
      argument: (member_expression
        object: (identifier) @told property: (property_identifier) @by)))
    alternative: (else_clause "else" @definition.narrowed) @scope.head)
  (#set! as "true"))
((ternary_expression
    condition: (member_expression
      object: (identifier) @told property: (property_identifier) @by)
    "?" @definition.narrowed
    alternative: (_) @outside) @scope.head
  (#set! as "true"))
((binary_expression
    left: (member_expression
      object: (identifier) @told property: (property_identifier) @by)
    operator: "&&" @definition.narrowed) @scope.head
  (#set! as "true"))

; T["key"]
(lookup_type . (_) @owner (literal_type (string (string_fragment) @member @written)))

; What calls an interface, and what makes an instance of one.
((call_signature parameters: (formal_parameters . "(" @name @definition.field)) @scope.function
  (#set! name "()"))
((construct_signature "new" @name @definition.field) @scope.function
  (#set! name "new()"))
((construct_signature "new" @definition.field type: (type_annotation (_) @type))
  (#set! name "new()"))
((call_signature
    parameters: (formal_parameters . "(" @definition.field)
    return_type: (_ (_) @type))
  (#set! name "()"))

; The keys of an object that is an argument, is returned, or stands under another key.
(call_expression
  function: (_) @taker
  arguments: (arguments (object (pair key: (property_identifier) @member)) @argument))
(new_expression
  constructor: (_) @taker
  arguments: (arguments (object (pair key: (property_identifier) @member)) @argument))
(return_statement (object (pair key: (property_identifier) @member)) @returned)
(arrow_function
  body: (parenthesized_expression (object (pair key: (property_identifier) @member)) @returned))
(pair
  key: (property_identifier) @key value: (object (pair key: (property_identifier) @member)))

(import_alias . (identifier) @definition.alias (_) @value)
((export_statement "=" @definition.export (_) @value)
  (#set! name "default"))
(export_statement declaration: (ambient_declaration (_ name: (_) @exported @value)))
(export_statement declaration: (ambient_declaration (_
  (variable_declarator name: (identifier) @exported @value))))
; A default function of declarations, which has neither name nor body, is an error to the grammar.
((expression_statement (identifier) @_export (ERROR . "default" @definition.export . "function"))
  (#eq? @_export "export")
  (#set! name "default"))
