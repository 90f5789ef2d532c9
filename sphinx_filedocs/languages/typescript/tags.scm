; inherits: ecmascript

(ambient_declaration (_) @wrapped) @wrapper

(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(enum_body [
  name: (property_identifier) @name @definition.constant
  (enum_assignment name: (property_identifier) @name) @definition.constant
])
(type_alias_declaration name: (_) @name) @definition.type

(internal_module name: (_) @name) @definition.namespace
(module name: (string (string_fragment) @name)) @definition.module
(module name: [(identifier) (nested_identifier)] @name) @definition.namespace

(function_signature name: (identifier) @name) @definition.function

(class_body [
  (method_signature name: [
    (property_identifier) @name
    (private_property_identifier) @name
    (computed_property_name) @name
    (string (string_fragment) @name)
  ])
  (abstract_method_signature name: [
    (property_identifier) @name
    (computed_property_name) @name
    (string (string_fragment) @name)
  ])
] @definition.method)
(interface_body
  (method_signature name: [
    (property_identifier) @name
    (computed_property_name) @name
    (string (string_fragment) @name)
  ]) @definition.method)
(type_alias_declaration
  value: (object_type
    (method_signature name: [
      (property_identifier) @name
      (computed_property_name) @name
      (string (string_fragment) @name)
    ]) @definition.method))

(class_body
  (public_field_definition
    name: [
      (property_identifier) (private_property_identifier) (computed_property_name)
    ] @name
    value: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
      (generator_function body: (_) @body)
    ]) @definition.method)

((public_field_definition
    "static"
    name: (property_identifier) @name
    value: (_)) @definition.constant
  (#match? @name "^[A-Z][A-Z0-9_]*$"))

; declare const VERSION: string
(ambient_declaration
  (lexical_declaration
    "const" @prefix
    (variable_declarator name: (identifier) @name) @definition.constant))

; (a: number): string;  new (a: number): T;   Nothing uses them by these names.
(interface_body (call_signature parameters: (_) @name) @definition.method
  (#set! name "()"))
(interface_body (construct_signature "new" @name) @definition.method
  (#set! name "new()"))

; A parameter of a constructor that is a field too.
([
    (class_declaration name: (_) @scope body: (class_body (method_definition
      parameters: (formal_parameters [
        (required_parameter
          [(accessibility_modifier) "readonly"] pattern: (identifier) @name)
        (optional_parameter
          [(accessibility_modifier) "readonly"] pattern: (identifier) @name)
      ] @definition.field))))
    (abstract_class_declaration name: (_) @scope body: (class_body (method_definition
      parameters: (formal_parameters [
        (required_parameter
          [(accessibility_modifier) "readonly"] pattern: (identifier) @name)
        (optional_parameter
          [(accessibility_modifier) "readonly"] pattern: (identifier) @name)
      ] @definition.field))))
  ])
