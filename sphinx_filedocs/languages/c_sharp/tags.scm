; Definitions of C#. The namespace of a file is a symbol of its own, like a package of Java: files
; are found by it, and its braces make no difference.

(namespace_declaration "namespace" @prefix name: (_) @name @definition.namespace)
(namespace_declaration
  body: (declaration_list (namespace_declaration name: (_) @name) @definition.namespace))
(file_scoped_namespace_declaration name: (_) @name) @definition.namespace

(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(struct_declaration name: (identifier) @name) @definition.struct
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.constant
(delegate_declaration name: (identifier) @name) @definition.type

[
  (method_declaration name: (identifier) @name body: (_)? @body)
  (constructor_declaration name: (identifier) @name)
] @definition.method

; By the name that its method has for others.
((destructor_declaration name: (identifier) @name) @definition.method
  (#set! name "Finalize"))

(local_function_statement name: (identifier) @name) @definition.function

(field_declaration
  (modifier) @_modifier
  (variable_declaration
    (variable_declarator name: (identifier) @name))
  (#eq? @_modifier "const")) @definition.constant

(field_declaration
  (modifier) @_static
  (modifier) @_readonly
  (variable_declaration
    (variable_declarator name: (identifier) @name))
  (#any-of? @_static "static" "readonly")
  (#any-of? @_readonly "static" "readonly")) @definition.constant

(field_declaration
  (variable_declaration
    (variable_declarator name: (identifier) @name))) @definition.field
(event_field_declaration
  (variable_declaration
    (variable_declarator name: (identifier) @name))) @definition.field
(event_declaration name: (identifier) @name accessors: (_)? @body) @definition.field
(property_declaration
  name: (identifier) @name
  accessors: (_)? @body
  value: (arrow_expression_clause)? @body) @definition.field
; The parameters of a record are its properties.
(record_declaration
  (parameter_list (parameter name: (identifier) @name) @definition.field))

(indexer_declaration
  "this" @name
  accessors: (_)? @body
  value: (_)? @body) @definition.method
(operator_declaration operator: _ @name) @definition.method
(conversion_operator_declaration
  ["implicit" "explicit"]
  "operator" @name) @definition.method
