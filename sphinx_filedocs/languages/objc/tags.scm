; Definitions of Objective-C. A method is called by the first word of its selector.

(class_interface
  .
  (identifier) @name
  [(instance_variables) (property_declaration) (method_declaration) "@end"] @body)
  @definition.class
(class_implementation
  .
  (identifier) @name
  [(instance_variables) (implementation_definition) "@end"] @body) @definition.class
(protocol_declaration
  .
  (identifier) @name
  [
    (property_declaration) (method_declaration) (qualified_protocol_interface_declaration) "@end"
  ] @body) @definition.interface

(method_declaration (method_type)? . (identifier) @name) @definition.method
(method_definition
  (method_type)?
  .
  (identifier) @name
  (compound_statement) @body) @definition.method

(property_declaration
  (struct_declaration [
    (struct_declarator (identifier) @name)
    (struct_declarator (pointer_declarator declarator: (identifier) @name))
    (struct_declarator
      (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name)))
  ])) @definition.field

(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def
  name: (identifier) @name
  value: (preproc_arg)? @body) @definition.macro

(function_definition declarator: [
  (function_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
]) @definition.function
(translation_unit
  (declaration declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  ]) @definition.function)

(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.constant
(type_definition
  type: (_ !body)
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
  ]) @definition.type
