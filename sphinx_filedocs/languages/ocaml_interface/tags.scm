; Definitions of OCaml, of interfaces, and of implementations as well.

(module_definition
  (module_binding (module_name) @name module_type: (signature) @body)) @definition.module
(module_definition (module_binding (module_name) @name body: (_)? @body)) @definition.module
(module_type_definition (module_type_name) @name body: (_)? @body) @definition.interface

(exception_definition (constructor_declaration (constructor_name) @name)) @definition.type
(type_binding name: (type_constructor) @name) @definition.type
(constructor_declaration (constructor_name) @name) @definition.constant
(field_declaration (field_name) @name) @definition.field

(class_definition (class_binding (class_name) @name body: (_)? @body)) @definition.class
(method_definition (method_name) @name body: (_)? @body) @definition.method

(value_specification [(value_name) @name (parenthesized_operator) @name]) @definition.function
(external (value_name) @name) @definition.function
