; Definitions of Dart. The body of a function stands beside its signature.

(class_definition name: (identifier) @name) @definition.class
(mixin_declaration . (mixin) . (identifier) @name (class_body) @body) @definition.trait
(extension_declaration name: (identifier) @name) @definition.class
(extension_type_declaration name: (identifier) @name) @definition.class
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.constant
(type_alias . (type_identifier) @name) @definition.type

(method_signature [
  (function_signature name: (identifier) @name)
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)
  (operator_signature (binary_operator) @name)
  (constructor_signature name: (identifier) @name .)
  (factory_constructor_signature (identifier) @name . (formal_parameter_list))
]) @definition.method
(declaration [
  (function_signature name: (identifier) @name)
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)
  (factory_constructor_signature (identifier) @name . (formal_parameter_list))
]) @definition.method
(declaration
  (constructor_signature
    name: (identifier) @name
    . parameters: (_)) (initializers)? @body) @definition.method
(declaration
  (constant_constructor_signature (identifier) @name . (formal_parameter_list))
  (initializers)? @body) @definition.method

(declaration
  (static_final_declaration_list (static_final_declaration . (identifier) @name))
) @definition.constant
(declaration
  (initialized_identifier_list (initialized_identifier . (identifier) @name))
) @definition.field

(program (function_signature name: (identifier) @name) @definition.function)
(program (getter_signature name: (identifier) @name) @definition.function)
(program (setter_signature name: (identifier) @name) @definition.function)
(program
  (static_final_declaration_list
    (static_final_declaration . (identifier) @name) @definition.constant))
(program
  (initialized_identifier_list
    (initialized_identifier . (identifier) @name) @definition.variable))
